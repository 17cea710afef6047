"""The web server: it builds the pages, adds the guard and announces its address."""

import socket
import webbrowser
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from importlib import import_module

import nicegui
import uvicorn
from fastapi import FastAPI
from nicegui import ui
from starlette.staticfiles import StaticFiles

from semeai.web import first_visit
from semeai.web.guard import Guard
from semeai.web.headers import add_nonces
from semeai.web.layout import FAVICON, STATIC
from semeai.web.missing import register_missing
from semeai.web.pages import PAGES
from semeai.web.private import opening_page
from semeai.web.protocol import limits
from semeai.web.server_state import ServerState
from semeai.web.settings import Settings


def build(settings: Settings) -> FastAPI:
    """The application with all its pages. NiceGUI stores pages globally, so this works once per process."""
    server = ServerState(settings)
    app = FastAPI(openapi_url=None)
    app.state.lab = server
    app.add_middleware(Guard, settings=settings)
    app.mount("/static", StaticFiles(directory=STATIC))
    for name in PAGES:
        import_module(f"semeai.web.pages.{name}").register(server)
    first_visit.register(server)
    register_missing()
    add_nonces()
    nicegui.app.config.socket_io_js_transports = ["websocket"]  # the guard refuses polling, which sends no Origin
    nicegui.app.on_connect(server.warm_up)
    # Tailwind would rebuild all styles in the browser whenever a page loads.
    ui.run_with(
        app,
        title="semeai",
        language="en-US",
        favicon=FAVICON,
        dark=None,
        tailwind=False,
        show_welcome_message=False,
        reconnect_timeout=10,
    )
    return app


def serve(settings: Settings, tell: Callable[[str], None], is_opening: bool = False) -> None:
    """Serve the pages until Ctrl-C; `tell` is called with the address as soon as they are available. Raises OSError."""
    with _listening(settings) as line:
        address = address_of(settings, line.getsockname()[1])

        app = build(settings)
        app.state.lab.prepare()

        def ready() -> None:
            tell(address)
            if is_opening:
                webbrowser.open(opened.enter_context(opening_page(address)))

        config = uvicorn.Config(app, log_level="warning", timeout_graceful_shutdown=2, **limits())
        with ExitStack() as opened:
            opened.callback(app.state.lab.close)
            _Server(config, ready).run(sockets=[line])


def address_of(settings: Settings, port: int) -> str:
    """The address of the pages, with the token if there is one."""
    host = f"[{settings.host}]" if ":" in settings.host else settings.host
    return f"http://{host}:{port}/" + (f"?token={settings.token}" if settings.token else "")


@contextmanager
def _listening(settings: Settings) -> Iterator[socket.socket]:
    """A listening socket. Raises OSError with the address in its message."""
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    with socket.socket(family) as line:
        line.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            line.bind((settings.host, settings.port))
        except OSError as error:
            raise OSError(f"cannot listen on {settings.host}:{settings.port}: {error.strerror or error}") from None
        yield line


class _Server(uvicorn.Server):
    """A server that reports when it is ready."""

    def __init__(self, config: uvicorn.Config, ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            self._ready()

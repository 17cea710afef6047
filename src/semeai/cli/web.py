"""`semeai web`: the pages in the browser."""

import os
import signal
import sys
from pathlib import Path
from typing import Annotated

import typer

from semeai.cli.app import app, fail, wrong_call


@app.command()
def web(
    port: Annotated[int, typer.Option(help="port to listen on; 0 for any free one")] = 8080,
    host: Annotated[
        str, typer.Option(help="address to listen on; by default other machines cannot reach it")
    ] = "127.0.0.1",
    folder: Annotated[
        Path, typer.Option(help="work folder with games, runs and tournaments", file_okay=False)
    ] = Path(),
    open_: Annotated[bool, typer.Option("--open", help="open the page in a browser, with the token")] = False,
    no_token: Annotated[
        bool, typer.Option("--no-token", help="admit everybody on this machine, including other accounts")
    ] = False,
) -> None:
    """Play, evolve and read results in the browser.

    The printed address contains a token, new at each start.
    Nobody can open the pages without it, not even on this machine,
    since other accounts can reach a loopback address too.
    The browser keeps it in a cookie.

    \b
    Examples:
      semeai web --open
      semeai web --port 9000 --folder ~/go
    """
    from semeai.web.settings import Settings

    with wrong_call():
        settings = Settings(folder, host, port, None if no_token else _new_token())
    from semeai.web.app import serve

    signal.signal(signal.SIGTERM, signal.default_int_handler)  # ends like Ctrl-C: all games are written
    try:
        serve(settings, lambda address: print(f"semeai is at {address}", flush=True), open_)
    except OSError as error:
        fail(str(error), 1)
    except KeyboardInterrupt:
        pass
    sys.stdout.flush()
    os._exit(0)  # all is written; a compilation cannot be interrupted, and Python would wait for its end


def _new_token() -> str:
    from semeai.web.guard import new_token

    return new_token()

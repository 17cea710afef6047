"""In the browser: web."""

import os
import signal
import sys
from pathlib import Path
from typing import Annotated

import typer

from semeai.cli.app import app, fail, wrong_call


@app.command()
def web(
    port: Annotated[int, typer.Option(help="where to listen; 0 is any port that is free")] = 8080,
    host: Annotated[
        str, typer.Option(help="the address to listen at; by default other machines cannot reach it")
    ] = "127.0.0.1",
    folder: Annotated[
        Path, typer.Option(help="the work folder: games, runs and tournaments", file_okay=False)
    ] = Path(),
    open_: Annotated[bool, typer.Option("--open", help="open the page in a browser, with the token")] = False,
    no_token: Annotated[
        bool, typer.Option("--no-token", help="let everybody on this machine in, all other accounts included")
    ] = False,
) -> None:
    """Play, evolve and read results in the browser.

    The printed address holds a token, new at each start. Without it nobody gets in, on this machine neither: other
    accounts can reach a loopback address too. The browser keeps it in a cookie.

    \b
    Examples:
      semeai web --open
      semeai web --port 9000 --folder ~/go
    """
    from semeai.web.settings import Settings

    with wrong_call():
        settings = Settings(folder, host, port, None if no_token else _new_token())
    from semeai.web.app import serve

    signal.signal(signal.SIGTERM, signal.default_int_handler)  # ends as Ctrl-C does: all games are written
    try:
        serve(settings, lambda address: print(f"semeai is at {address}", flush=True), open_)
    except OSError as error:
        fail(str(error), 1)
    except KeyboardInterrupt:
        pass
    sys.stdout.flush()
    os._exit(0)  # all is written; nothing can break off a compilation, and Python would wait for its end


def _new_token() -> str:
    from semeai.web.guard import new_token

    return new_token()

"""What the verbs share: the program, its common options, and how it ends when something is wrong."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NoReturn

import typer

from semeai.cli.completion import complete_players
from semeai.cli.pipes import quiet_pipes

if TYPE_CHECKING:
    from semeai.arena.match import Means
    from semeai.go.game import Game
    from semeai.go.player import Player
    from semeai.go.rules import Rules

app = typer.Typer(
    name="semeai",
    help="A laboratory of evolutionary Go: breed players, play them, measure them.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)

Spec = Annotated[
    str,
    typer.Argument(
        metavar="PLAYER", help="a player, e.g. wally; see: semeai list players", autocompletion=complete_players
    ),
]
RulesName = Annotated[str, typer.Option("--rules", help="named rules; see: semeai list rules")]
Size = Annotated[
    int | None, typer.Option("--size", help="lines of the board, 2 to 19  (default: a champion's own, or the rules')")
]
Komi = Annotated[float | None, typer.Option("--komi", help="points for white  (default: the rules')")]
Handicap = Annotated[int, typer.Option("--handicap", help="black stones on the board at the start")]
Position = Annotated[
    Path | None, typer.Option("--position", metavar="FILE", help="start from this diagram or SGF file", dir_okay=False)
]
Seed = Annotated[int, typer.Option("--seed", help="all randomness follows from it")]
Jobs = Annotated[int | None, typer.Option("--jobs", "-j", min=1, help="games at a time  (default: one a core)")]
ExecutorName = Annotated[
    str,
    typer.Option(
        "--executor",
        metavar="WHERE",
        help="where players inside kernels play: threads, processes, dask (processes), dask://HOST:PORT (a cluster)",
    ),
]
Patience = Annotated[float, typer.Option(min=0.1, help="seconds an engine may take to start or to answer")]
Json = Annotated[bool, typer.Option("--json", help="print one JSON object and nothing else")]


def main() -> None:
    """The entry point."""
    with quiet_pipes():
        app()


def fail(message: str, code: int) -> NoReturn:
    """End with one line: code 2 for a wrong call, 1 for anything else."""
    print(f"semeai: {message}", file=sys.stderr)
    sys.exit(code)


@contextmanager
def wrong_call() -> Iterator[None]:
    """What raises in here is the caller's mistake."""
    from semeai.gtp.errors import EngineError

    try:
        yield
    except (ValueError, OSError, EngineError) as error:
        fail(words_of(error), 2)


def words_of(error: Exception) -> str:
    """The message of an error for people; that of the system names the file first, and has no number."""
    if isinstance(error, OSError) and error.strerror and error.filename is not None:
        return f"{error.filename}: {error.strerror[0].lower()}{error.strerror[1:]}"
    return str(error)


@contextmanager
def resumable(where: str | None) -> Iterator[None]:
    """A Ctrl-C in here ends the program with a word about what is kept: "the games so far are in DIR". The loss of all
    workers and a full disk end it with one line, too."""
    from semeai.parallel.workers import WorkerLost

    try:
        yield
    except (WorkerLost, OSError) as error:
        fail(words_of(error), 1)
    except KeyboardInterrupt:
        hint = (
            f" {where[0].upper()}{where[1:]}. Run the same command to continue" if where else " --sgf DIR keeps games"
        )
        fail(f"stopped.{hint}", 130)


def read_means(jobs: int | None, executor: str, patience: float) -> "Means":
    from semeai.arena.match import Means
    from semeai.parallel.executors import check_executor

    return Means(jobs or os.cpu_count() or 1, check_executor(executor), patience)


def read_rules(
    name: str, size: int | None, komi: float | None, handicap: int, move_limit: int | None = None
) -> "Rules":
    from semeai.go.rules import Rules

    given = {"size": size, "komi": komi, "handicap": handicap or None, "move_limit": move_limit}
    with wrong_call():
        return Rules.preset(name, **{key: value for key, value in given.items() if value is not None})


def read_size(size: int | None, *players: str | None) -> int | None:
    """The size that was asked for; else that of the board which the first champion among the players was bred on."""
    from semeai.players import own_size

    if size is not None:
        return size
    with wrong_call():
        return next((own for spec in players if spec and (own := own_size(spec))), None)


def read_player(spec: str) -> "Player":
    from semeai.players import make_player

    with wrong_call():
        return make_player(spec)


def new_game(rules: "Rules", position: Path | None) -> "Game":
    """A game under `rules`, from a position file where one is given (which then sets the size)."""
    from semeai.go.game import Game
    from semeai.positions import read_position

    with wrong_call():
        return read_position(position).game(rules) if position else Game(rules)


def print_version(wanted: bool) -> None:
    if wanted:
        from importlib.metadata import version

        print(f"semeai {version('semeai')}")
        raise typer.Exit


@app.callback()
def options(
    version: Annotated[
        bool, typer.Option("--version", callback=print_version, is_eager=True, help="Show the version and exit.")
    ] = False,
) -> None:
    pass

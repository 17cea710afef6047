"""The common parts of all commands: the program, shared options, and the handling of errors."""

import io
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NoReturn, TextIO

import typer

from semeai.cli.completion import complete_players

if TYPE_CHECKING:
    from _typeshed import ReadableBuffer as Buffer

    from semeai.arena.match import Means
    from semeai.go.game import Game
    from semeai.go.player import Player
    from semeai.go.rules import Rules
    from semeai.parallel.executors import Workers

app = typer.Typer(
    name="semeai",
    help="A laboratory for evolutionary Go: breed players, play them, compare them, reproduce published results.",
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
    Path | None,
    typer.Option(
        "--position",
        metavar="FILE",
        help="start from this diagram or SGF file, or from a shipped problem such as drake/flower_six",
        dir_okay=False,
    ),
]
Seed = Annotated[int, typer.Option("--seed", help="random seed")]
Jobs = Annotated[
    int | None, typer.Option("--jobs", "-j", min=1, help="number of parallel games or workers (default: one per core)")
]
ExecutorName = Annotated[
    str,
    typer.Option(
        "--executor",
        metavar="WHERE",
        help="workers for compiled games: threads, processes, dask (processes), dask://HOST:PORT (a cluster)",
    ),
]
Patience = Annotated[float, typer.Option(min=0.1, help="seconds an engine may take to start or to answer")]
WorkerPatience = Annotated[
    float, typer.Option("--patience", min=1, help="seconds after which a worker process counts as hung")
]
Quiet = Annotated[bool, typer.Option("--quiet", "-q", help="show no progress")]
Json = Annotated[bool, typer.Option("--json", help="print one JSON object and nothing else")]

RUNS = Path("runs")


def main() -> None:
    """The entry point."""
    with quiet_pipes():
        app()


def fail(message: str, code: int) -> NoReturn:
    """End the program with one line; exit code 2 for a wrong call, 1 for other errors."""
    print(f"semeai: {message}", file=sys.stderr)
    sys.exit(code)


@contextmanager
def wrong_call() -> Iterator[None]:
    """Report errors in this block as a wrong call."""
    from semeai.gtp.errors import EngineError

    try:
        yield
    except (ValueError, OSError, EngineError) as error:
        fail(words_of(error), 2)


def words_of(error: Exception) -> str:
    """The message of an error for people. A system error starts with the file and has no number."""
    if isinstance(error, OSError) and error.strerror and error.filename is not None:
        return f"{error.filename}: {error.strerror[0].lower()}{error.strerror[1:]}"
    return str(error)


@contextmanager
def resumable(where: str | None) -> Iterator[None]:
    """A Ctrl-C in this block ends the program with a note on the saved work: "the games so far are in DIR". The loss of
    all workers and a full disk end it with one line, too."""
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


@contextmanager
def kept(folder: Path) -> Iterator[None]:
    """A failure in this block ends the program with one line. The run can be continued."""
    from semeai.files import DamagedFile
    from semeai.gtp.errors import EngineError
    from semeai.lab.record import OtherParameters

    try:
        with resumable(f"the generations so far are in {folder}"):
            yield
    except OtherParameters as error:
        fail(str(error), 2)
    except (OSError, DamagedFile, EngineError) as error:
        fail(str(error), 1)


def read_workers(jobs: int | None, executor: str, patience: float) -> "Workers":
    """The requested workers. Ends the program if they are not available."""
    from semeai.arena.warming import warm
    from semeai.parallel.executors import Workers, check_executor
    from semeai.parallel.workers import WorkerLost

    with wrong_call():
        check_executor(executor)
        try:
            return Workers(jobs or os.cpu_count() or 1, executor, patience, warm)
        except WorkerLost as error:
            fail(str(error), 1)


def run_folder(name: str) -> Path:
    """The folder of a run, which is always below the folder of all runs. Raises ValueError."""
    folder = Path(name)
    if folder.is_absolute() or ".." in folder.parts or not folder.parts:
        raise ValueError(f"expected the name of a run, a folder below {RUNS}; found {name!r}")
    return RUNS / folder


def read_rules(name: str, **changes: float | None) -> "Rules":
    """Rules by name, with changes; None means not given."""
    from semeai.go.rules import Rules

    with wrong_call():
        return Rules.preset(name, **changes)


def read_size(size: int | None, *players: str | None) -> int | None:
    """The given size; otherwise the board size of the first champion among the players."""
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
    """A game under `rules`, or from a position file if given, which then sets the size."""
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


# -- output ------------------------------------------------------------------------------------------------------------

CLOSED = 128 + 13  # the number of SIGPIPE, which Windows does not have
"""the exit code that shells report for programs ended by this signal"""


class _Output(io.FileIO):
    """Standard output that ends the program if its reader is gone or, with a message, if the disk is full.

    It raises SystemExit instead of OSError, so that no handler mistakes it for a file error, and open files are closed
    properly. The signal SIGPIPE stays ignored: it would also come from engines and browsers.
    """

    def write(self, data: "Buffer", /) -> int:
        try:
            return super().write(data)
        except BrokenPipeError:
            self._discard()
            raise SystemExit(CLOSED) from None
        except OSError as error:
            self._discard()
            raise SystemExit(f"semeai: cannot write the output: {error.strerror}") from None

    def _discard(self) -> None:
        """Discard the buffered output, which Python would otherwise write at exit."""
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, self.fileno())
        os.close(nowhere)


@contextmanager
def quiet_pipes() -> Iterator[None]:
    """Send the output of the whole program through `_Output`."""
    sys.stdout, sys.stderr = _wrap(sys.stdout), _wrap(sys.stderr)
    try:
        yield
    finally:
        for stream in (sys.stdout, sys.stderr):
            if stream is not None:
                stream.flush()


def _wrap(stream: TextIO) -> TextIO:
    # Closed before the program started, or replaced by a caller in Python.
    if stream is None or stream not in (sys.__stdout__, sys.__stderr__):
        return stream
    stream.flush()
    buffer = io.BufferedWriter(_Output(stream.fileno(), "w", closefd=False))
    is_eager = bool(stream.line_buffering) or stream is sys.stderr
    return io.TextIOWrapper(buffer, stream.encoding, stream.errors, line_buffering=is_eager)

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
    Path | None,
    typer.Option(
        "--position",
        metavar="FILE",
        help="start from this diagram or SGF file, or from a shipped problem such as drake/flower_six",
        dir_okay=False,
    ),
]
Seed = Annotated[int, typer.Option("--seed", help="all randomness follows from it")]
Jobs = Annotated[
    int | None, typer.Option("--jobs", "-j", min=1, help="games or workers at a time  (default: one per core)")
]
ExecutorName = Annotated[
    str,
    typer.Option(
        "--executor",
        metavar="WHERE",
        help="where compiled games are played: threads, processes, dask (processes), dask://HOST:PORT (a cluster)",
    ),
]
Patience = Annotated[float, typer.Option(min=0.1, help="seconds an engine may take to start or to answer")]
WorkerPatience = Annotated[
    float, typer.Option("--patience", min=1, help="seconds after which a worker process is taken for hung")
]
Quiet = Annotated[bool, typer.Option("--quiet", "-q", help="show no progress")]
Json = Annotated[bool, typer.Option("--json", help="print one JSON object and nothing else")]

RUNS = Path("runs")


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
    """Errors in this block are reported as a wrong call."""
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


@contextmanager
def kept(folder: Path) -> Iterator[None]:
    """A failure in here ends the program with one line, and leaves a run that can be continued."""
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
    """The workers that were asked for. Ends the program when there are none."""
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
    """The folder of a run, which is always below that of all runs. Raises ValueError."""
    folder = Path(name)
    if folder.is_absolute() or ".." in folder.parts or not folder.parts:
        raise ValueError(f"a run is a folder below {RUNS}, which {name!r} is not")
    return RUNS / folder


def read_rules(name: str, **changes: float | None) -> "Rules":
    """Rules by name, with changes; what is None was not given."""
    from semeai.go.rules import Rules

    with wrong_call():
        return Rules.preset(name, **changes)


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


# -- output ------------------------------------------------------------------------------------------------------------

CLOSED = 128 + 13  # the number of SIGPIPE, which Windows does not have
"""the exit code then, as shells have it for programs that the signal ends"""


class _Output(io.FileIO):
    """Standard output. Where its reader is gone the program ends; so it does, with a line, where the disk is full.

    The end is a SystemExit and not an OSError, so that no handler takes it for trouble with a file, and everything that
    is open is closed properly. The signal SIGPIPE stays ignored: it would also come from engines and browsers.
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
        """Let what is still buffered go nowhere: Python writes it when it ends."""
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, self.fileno())
        os.close(nowhere)


@contextmanager
def quiet_pipes() -> Iterator[None]:
    """For a whole program: what it prints goes to standard output and error by way of `_Output`."""
    sys.stdout, sys.stderr = _wrap(sys.stdout), _wrap(sys.stderr)
    try:
        yield
    finally:
        for stream in (sys.stdout, sys.stderr):
            if stream is not None:
                stream.flush()


def _wrap(stream: TextIO) -> TextIO:
    # Closed before the program began, or replaced by somebody who calls it from Python.
    if stream is None or stream not in (sys.__stdout__, sys.__stderr__):
        return stream
    stream.flush()
    buffer = io.BufferedWriter(_Output(stream.fileno(), "w", closefd=False))
    is_eager = bool(stream.line_buffering) or stream is sys.stderr
    return io.TextIOWrapper(buffer, stream.encoding, stream.errors, line_buffering=is_eager)

"""Options and helpers of the verbs that make runs: where they compute, where they write, how they end."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from semeai.cli.app import fail, resumable, wrong_call

if TYPE_CHECKING:
    from semeai.parallel.executors import Workers

RUNS = Path("runs")

ExecutorName = Annotated[
    str,
    typer.Option(
        "--executor",
        metavar="WHERE",
        help="where candidates are rated: threads, processes, dask (processes), dask://HOST:PORT (a cluster)",
    ),
]
Patience = Annotated[float, typer.Option(min=1, help="seconds after which a worker process is taken for hung")]
Jobs = Annotated[int | None, typer.Option("--jobs", "-j", min=1, help="workers at a time  (default: one per core)")]
Quiet = Annotated[bool, typer.Option("--quiet", "-q", help="show no progress")]


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

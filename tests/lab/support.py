"""Small runs for the tests of the laboratory, in this process or in one of their own, and what they leave behind."""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any, ClassVar

from semeai.archive import DIGEST
from semeai.evolve.evolver import Row
from semeai.lab.breed import Watch, breed
from semeai.lab.order import Order
from semeai.lab.result import Result
from semeai.parallel.executors import Workers
from semeai.problems.toys import Sphere
from tests.commands import call, lines
from tests.processes import PATIENCE, Mark, wait_until

TOY, METHOD = Sphere(4), "ga:population=6"
EVERY_TIME_ANOTHER = {"lock", "times.jsonl"}


def kept(folder: Path) -> dict[str, bytes]:
    """All files of a run that follow from its parameters, by name: none of what a kill or damage may leave beside."""
    beside = {name for name in everything(folder) if Path(name).name.startswith(".") or ".damaged-" in name}
    found = {name: data for name, data in everything(folder).items() if name not in beside | EVERY_TIME_ANOTHER}
    return found | ({"run.json": _without_limits(found["run.json"])} if "run.json" in found else {})


def _without_limits(record: bytes) -> bytes:
    """The record of a run, but for how far it was to go when it was begun, and its digest."""
    found = json.loads(record)
    found.pop(DIGEST, None)
    for limit in ("generations", "steps", "target"):
        found.get("order", {}).pop(limit, None)
    return json.dumps(found, indent=1).encode()


def everything(folder: Path) -> dict[str, bytes]:
    """All files of a run by name, but for the lock, which names its last holder."""
    paths = sorted(path for path in folder.rglob("*") if path.is_file())
    found = {path.relative_to(folder).as_posix(): path.read_bytes() for path in paths}
    return {name: data for name, data in found.items() if name != "lock"}


def rows_of(folder: Path) -> list[bytes]:
    """The rows of a run as they stand on the disk; a line that is being written does not count."""
    path = folder / "rows.jsonl"
    return path.read_bytes().split(b"\n")[:-1] if path.exists() else []


# -- in this process ---------------------------------------------------------------------------------------------------


class Notes(Watch):
    """Keeps the rows, and what is said to a person."""

    def __init__(self) -> None:
        self.rows: list[Row] = []
        self.said: list[str] = []

    def row(self, row: Row) -> None:
        self.rows.append(row)

    def say(self, text: str) -> None:
        self.said.append(text)


def bred(
    folder: Path, n: int, watch: Watch | None = None, workers: Workers | None = None, command: str = "", **changes: Any
) -> Result:
    """A run of the toy in `folder`, as far as generation `n`; `changes` are those of its order."""
    order = Order(**({"method": METHOD, "problem": TOY, "generations": n} | changes))
    with workers or Workers() as its:
        return breed(order, folder, its, watch, command)


def evolve(cwd: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """`semeai evolve`, to its end."""
    return call("evolve", *arguments, cwd=cwd)


def check_refusal(cwd: Path, arguments: list[str], said: str) -> None:
    """`semeai evolve` takes these arguments for a mistake, says so in one line, and begins no run."""
    run = evolve(cwd, *arguments)
    assert run.returncode == 2
    assert run.stdout == ""
    (line,) = lines(run.stderr)
    assert line.startswith("semeai: ")
    assert said in line
    assert not (cwd / "runs").exists()


# -- in another --------------------------------------------------------------------------------------------------------


class Process:
    """`semeai evolve --run x` under way, whose descendants can be told by a mark in their environment."""

    started: ClassVar[list["Process"]] = []
    """all of them, for `conftest.py`"""

    def __init__(self, cwd: Path, *arguments: str) -> None:
        cwd.mkdir(exist_ok=True)
        self.folder = cwd / "runs" / "x"
        self._mark = Mark()
        self._errors = cwd / f"stderr {self._mark.value}"
        with self._errors.open("wb") as errors:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "semeai", "evolve", *arguments, "--run", "x", "--quiet"],
                cwd=cwd,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=errors,
                start_new_session=True,
                env=os.environ | self._mark.environment,
            )
        self.started.append(self)

    def wait_for_rows(self, n: int) -> None:
        """Wait until there are so many rows. The process must not end before."""
        wait_until(lambda: len(rows_of(self.folder)) >= n or self.process.poll() is not None)
        assert self.process.poll() is None, f"it was over too early: {self.said()}"

    def end(self, number: signal.Signals) -> int:
        """Send a signal to the process, which must still run, and to no other. Returns its exit status."""
        assert self.process.poll() is None, f"it was over before it could be broken off: {self.said()}"
        self.process.send_signal(number)
        return self.process.wait(PATIENCE)

    def finish(self) -> None:
        """Wait until it is done, which must go well."""
        assert self.process.wait(PATIENCE) == 0, self.said()

    def children(self, command: bytes = b"") -> set[int]:
        """The processes that this one has started, at any remove, and that still run; those with such a command."""
        return self._mark.bearers(self.process.pid, command)

    def said(self) -> list[str]:
        """What the process said on stderr."""
        return lines(self._errors.read_text())

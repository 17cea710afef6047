"""Clusters for tests: a scheduler and workers, processes that can be killed, stopped, or put on hosts of their own."""

import json
import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from types import TracebackType

from distributed import Client

from tests.processes import PATIENCE, wait_until

ROOT = Path(__file__).parents[3]
HERE = "127.0.0.1"
PORT = 8786  # on a host of its own


class Hosts:
    """A scheduler with workers. To be used in a `with`."""

    def __init__(self, host: str = HERE, prefix: Sequence[str] = (), port: int = 0) -> None:
        """`prefix` is what a command begins with that is to run on the scheduler's host."""
        self.workers: list[subprocess.Popen[bytes]] = []
        self._folder = tempfile.TemporaryDirectory()
        file = Path(self._folder.name) / "scheduler.json"
        options = ["--host", host, "--port", str(port), "--no-dashboard", "--scheduler-file", str(file)]
        self.scheduler = _start([*prefix, sys.executable, "-m", "distributed.cli.dask_scheduler", *options])
        wait_until(lambda: file.exists() and file.read_text().endswith("}"))
        self.address = json.loads(file.read_text())["address"].removeprefix("tcp://")

    def __enter__(self) -> "Hosts":
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        for process in [*self.workers, self.scheduler]:
            process.kill()
            process.wait()
        self._folder.cleanup()

    @property
    def executor(self) -> str:
        return f"dask://{self.address}"

    def add(
        self, n: int = 1, prefix: Sequence[str] = (), host: str = HERE, **environment: str
    ) -> list[subprocess.Popen[bytes]]:
        """Start workers, and wait until the scheduler knows them."""
        options = [f"tcp://{self.address}", "--nthreads", "1", "--no-nanny", "--no-dashboard", "--host", host]
        command = [*prefix, sys.executable, "-m", "distributed.cli.dask_worker", *options]
        path = os.pathsep.join([str(ROOT), os.environ.get("PYTHONPATH", "")])  # for tasks that stand in tests
        with Client(f"tcp://{self.address}", set_as_default=False) as client:
            before = len(client.nthreads())
            new = [_start(command, **{"PYTHONPATH": path, **environment}) for _ in range(n)]
            self.workers += new
            client.wait_for_workers(before + n, timeout=PATIENCE)
        return new


def _start(command: Sequence[str], **environment: str) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env={**os.environ, **environment}
    )


@contextmanager
def hosts(n: int, **environment: str) -> Iterator[Hosts]:
    """A cluster of `n` workers on this host."""
    with Hosts() as found:
        found.add(n, **environment)
        yield found


def die_once(marker: Path) -> None:
    """End this process as if it had lost its power, unless somebody has before."""
    with suppress(FileExistsError):
        marker.touch(exist_ok=False)
        os.kill(os.getpid(), signal.SIGKILL)

"""What is wrong with a cluster is said in one line, and a worker has its kernels compiled before its first task."""

import os
import re
import shutil
import signal
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from types import SimpleNamespace

import pytest

from semeai.jit import PACKAGE
from semeai.parallel.dask import worker
from semeai.parallel.dask.worker import difference, stamp
from semeai.parallel.executors import Workers, check_executor
from tests.commands import call, lines, program
from tests.conftest import needs_jit
from tests.parallel.dask.support import ROOT, Hosts, hosts
from tests.processes import PATIENCE, Mark, wait_until

ARGUMENTS = ("ga:population=4", "--generations", "1", "--games", "2", "--exam", "2", "--run", "x")


@pytest.fixture(scope="module")
def empty() -> Iterator[Hosts]:
    with Hosts() as found:
        yield found


@pytest.mark.parametrize(
    "name",
    [
        "threads",
        "processes",
        "dask",
        "dask://10.0.0.1:8786",
        "dask://my-host.example:1",
        "tls://a:8786",
        "dask://[::1]:8786",
    ],
)
def test_executors(name: str) -> None:
    assert check_executor(name) == name


@pytest.mark.parametrize(
    "name", ["", "dasks", "dask://", "dask://host", "dask://host:", "dask://host:port", "tcp://host:1", "dask://a b:1"]
)
def test_no_executors(name: str) -> None:
    with pytest.raises(ValueError, match=r"^the executor must be threads, processes, dask, .* not "):
        check_executor(name)


def says(tmp_path: Path, executor: str, start: Callable[..., subprocess.CompletedProcess[str]] = program) -> str:
    """The one line that ends a command, in a process of its own or, with `call`, in this one."""
    ended = start("evolve", *ARGUMENTS, "--executor", executor, cwd=tmp_path)
    assert ended.returncode == 1
    assert ended.stdout == ""
    (line,) = lines(ended.stderr)
    assert not (tmp_path / "runs").exists()
    return line


def test_nobody_listens(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
    assert (
        says(tmp_path, f"dask://127.0.0.1:{port}")
        == f"semeai: no scheduler at tcp://127.0.0.1:{port}: Connection refused"
    )


def test_a_name_that_nobody_has(tmp_path: Path) -> None:
    assert says(tmp_path, "dask://nobody.invalid:8786", call).startswith(
        "semeai: no scheduler at tcp://nobody.invalid:8786: "
    )


def test_somebody_else_listens(tmp_path: Path) -> None:
    """And says nothing."""
    with socket.create_server(("127.0.0.1", 0), backlog=5) as server:
        address = f"127.0.0.1:{server.getsockname()[1]}"
        line = says(tmp_path, f"dask://{address}")
    assert line == f"semeai: the program at tcp://{address} is not a Dask scheduler of the same version"


def make_other(folder: Path, what: str) -> Path:
    """A folder in which workers find something else than we have. Returns what they find."""
    if what == "kernels":
        shutil.copytree(PACKAGE, folder / "semeai")
        with (folder / "semeai" / "rng.py").open("a") as file:
            file.write("# another day\n")
    elif what == "code":
        shutil.copytree(PACKAGE, folder / "semeai")
        with (folder / "semeai" / "archive.py").open("a") as file:
            file.write("# another day\n")
    else:
        (folder / what).mkdir(parents=True)
        (folder / what / "__init__.py").write_text(f'raise ModuleNotFoundError("No module named {what!r}")\n')
    return folder


@needs_jit
@pytest.mark.parametrize(
    ("what", "words"),
    [
        ("kernels", f"has kernels .{{16}}, but this machine has {stamp()['kernels']}$"),
        ("code", f"has code .{{16}}, but this machine has {stamp()['code']}$"),
        ("semeai", "cannot import a package: No module named 'semeai'$"),
        ("numba", "cannot import a package: No module named 'numba'$"),
    ],
    ids=["kernels", "code", "semeai", "numba"],
)
def test_a_worker_with_something_else(what: str, words: str, tmp_path: Path) -> None:
    path = os.pathsep.join([str(make_other(tmp_path / "other", what)), str(ROOT)])
    with hosts(1, PYTHONPATH=path) as cluster:
        line = says(tmp_path, cluster.executor, program if what == "kernels" else call)
    assert re.search(r"^semeai: the worker tcp://127\.0\.0\.1:\d+ " + words, line)


def test_without_dask(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("semeai.parallel.dask.tasks", "semeai.parallel.dask.link"):
        monkeypatch.delitem(sys.modules, name, raising=False)
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(
        ValueError,
        match=r"^clusters need Dask, but distributed is missing; install it with: pip install 'semeai\[cluster\]'$",
    ):
        Workers(1, "dask")


def test_no_workers(empty: Hosts, tmp_path: Path) -> None:
    ended = program("evolve", *ARGUMENTS, "--executor", empty.executor, "--patience", "2", cwd=tmp_path)
    assert ended.returncode == 1
    waiting, last = lines(ended.stderr)
    assert waiting == f"semeai: waiting for workers at tcp://{empty.address} ..."
    assert last == f"semeai: the scheduler at tcp://{empty.address} has no workers"


def test_stamps() -> None:
    ours = stamp()
    assert difference(ours, ours) == ""
    assert (
        difference({**ours, "numpy": "1.0", "kernels": "x"}, ours) == f"numpy 1.0, but this machine has {ours['numpy']}"
    )
    assert difference({}, ours).startswith("python unknown, but ")


@needs_jit
def test_kernels_are_made_by_one_and_once_a_process(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    calls = []
    monkeypatch.setattr(worker, "cache_folder", lambda: tmp_path)
    with ThreadPoolExecutor(8) as pool:
        for _ in range(2):
            monkeypatch.setattr(worker, "_is_warm", SimpleNamespace(is_set=lambda: bool(calls), set=lambda: None))
            list(pool.map(lambda _: worker.warm_up(lambda: calls.append(1)), range(16)))
    assert calls == [1]
    assert (tmp_path / "warm").exists()


@needs_jit
@pytest.mark.parametrize("moment", ["while it runs", "while the cluster starts"])
def test_ctrl_c_leaves_nothing_but_the_run(moment: str, tmp_path: Path) -> None:
    mark = Mark()
    command = [sys.executable, "-m", "semeai", "evolve", "ga", "-n", "100000", "--run", "x", "-j", "2", "--quiet"]
    running = subprocess.Popen(
        [*command, "--executor", "dask"],
        cwd=tmp_path,
        env=os.environ | mark.environment,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    try:
        if moment == "while it runs":
            wait_until((tmp_path / "runs" / "x" / "checkpoint.npz").exists)
        else:
            wait_until(lambda: mark.bearers(but=running.pid, command=b"spawn_main"))
        os.killpg(running.pid, signal.SIGINT)  # as a terminal does
        _, said = running.communicate(timeout=PATIENCE)
        if moment == "while it runs":
            assert len(lines(said)) == 1, said
            assert said.startswith("semeai: stopped. The generations so far are in runs/x")
        else:
            assert lines(said) == [], said
            assert not (tmp_path / "runs").exists()
        assert running.returncode == 130
        wait_until(lambda: not mark.bearers(but=running.pid))
    finally:
        with suppress(ProcessLookupError):
            os.killpg(running.pid, signal.SIGKILL)


@needs_jit
def test_a_scheduler_that_dies_is_told_in_one_line(tmp_path: Path) -> None:
    with hosts(1) as cluster:
        command = [sys.executable, "-m", "semeai", "evolve", "ga", "-n", "100000", "--run", "x", "--quiet"]
        running = subprocess.Popen(
            [*command, "--executor", cluster.executor],
            cwd=tmp_path,
            stderr=subprocess.PIPE,
            text=True,
        )
        try:
            wait_until((tmp_path / "runs" / "x" / "checkpoint.npz").exists)
            cluster.scheduler.kill()
            _, said = running.communicate(timeout=PATIENCE)
        finally:
            running.kill()
    assert running.returncode == 1
    (line,) = lines(said)
    assert line.startswith(f"semeai: the scheduler at tcp://{cluster.address} is gone; saved work is safe")


def test_ctrl_c_while_there_are_no_workers(empty: Hosts, tmp_path: Path) -> None:
    running = subprocess.Popen(
        [sys.executable, "-m", "semeai", "evolve", *ARGUMENTS, "--executor", empty.executor],
        cwd=tmp_path,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        assert running.stderr is not None
        assert running.stderr.readline() == f"semeai: waiting for workers at tcp://{empty.address} ...\n"
        running.send_signal(signal.SIGINT)
        _, said = running.communicate(timeout=PATIENCE)
        assert lines(said) == []
        assert running.returncode == 130
    finally:
        running.kill()

"""A run that is killed again and again ends as one that was left in peace, whoever rates its candidates."""

import os
import signal
import time
from pathlib import Path
from random import Random

import pytest

from semeai.files import Lock
from tests.commands import lines
from tests.conftest import SLOW
from tests.lab.support import Process, evolve, kept, rows_of
from tests.processes import wait_until

pytestmark = pytest.mark.skipif(not Path("/proc/self/environ").exists(), reason="/proc tells which processes there are")

GENERATION = 0.05  # seconds that one takes, about
GA = ("ga:population=12", "--games", "20", "--size", "5", "--exam", "20")
SHORT = (*GA, "-n", "20")


def finished(cwd: Path, *arguments: str) -> Path:
    """The folder of a run that nobody disturbs, or not any more. It is made in this process, and says nothing."""
    cwd.mkdir(exist_ok=True)
    run = evolve(cwd, *arguments, "--run", "x", "--quiet")
    assert (run.returncode, lines(run.stderr)) == (0, [])
    return cwd / "runs" / "x"


@pytest.mark.parametrize(("n_kills", "n"), [(4, 60), pytest.param(20, 120, marks=SLOW)])
def test_killed_again_and_again(n_kills: int, n: int, tmp_path: Path) -> None:
    arguments = (*GA, "-n", str(n))
    whole = finished(tmp_path / "whole", *arguments)
    expected = kept(whole)

    rng = Random(4)
    n_rows = []
    for i in range(n_kills):
        run = Process(tmp_path / "killed", *arguments)
        if i % 10 == 0:  # while it starts, or soon after
            time.sleep(rng.uniform(0, 2))
        else:
            run.wait_for_rows(len(rows_of(run.folder)) + rng.randint(1, 2))
            time.sleep(rng.uniform(0, GENERATION))
        assert run.end(signal.SIGKILL) == -signal.SIGKILL
        n_rows.append(len(rows_of(run.folder)))
        assert rows_of(run.folder) == rows_of(whole)[: n_rows[-1]]
        files = {name: data for name, data in kept(run.folder).items() if Path(name).parent.name}
        assert files.items() <= expected.items()  # champions and their games
    assert n_rows == sorted(n_rows)
    assert 0 < n_rows[-1] < n
    assert kept(finished(tmp_path / "killed", *arguments)) == expected


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a run that nobody has disturbed, in one thread."""
    folder = finished(tmp_path_factory.mktemp("whole"), *SHORT, "-j", "1")
    assert len(rows_of(folder)) == 20
    return folder


def test_two_threads(whole: Path, tmp_path: Path) -> None:
    assert kept(finished(tmp_path, *SHORT, "-j", "2")) == kept(whole)


def test_a_worker_process_is_killed_during_a_generation(whole: Path, tmp_path: Path) -> None:
    run = Process(tmp_path, *SHORT, "-j", "2", "--executor", "processes")
    run.wait_for_rows(2)
    workers = run.children(b"spawn_main")
    assert len(workers) == 2
    victim = max(workers)
    # The generation cannot end without the one that is stopped, so the run comes to stand in the middle of it.
    os.kill(victim, signal.SIGSTOP)
    n_rows, since = -1, time.monotonic()
    while time.monotonic() - since < 10 * GENERATION:
        if len(rows_of(run.folder)) != n_rows:
            n_rows, since = len(rows_of(run.folder)), time.monotonic()
        time.sleep(0.01)
    assert 2 <= n_rows < 20
    os.kill(victim, signal.SIGKILL)
    wait_until(lambda: run.children(b"spawn_main") - workers or run.process.poll() is not None)
    run.finish()
    assert run.said() == []
    wait_until(lambda: not run.children())  # what keeps track of resources is the last to go
    assert kept(run.folder) == kept(whole)


@pytest.mark.parametrize("options", [("-j", "2"), ("-j", "2", "--executor", "processes")], ids=" ".join)
def test_broken_off_by_hand(options: tuple[str, ...], whole: Path, tmp_path: Path) -> None:
    run = Process(tmp_path, *SHORT, *options)
    run.wait_for_rows(2)
    assert run.end(signal.SIGINT) == 130
    wait_until(lambda: not run.children())
    assert run.said() == ["semeai: stopped. The generations so far are in runs/x. Run the same command to continue"]
    assert rows_of(run.folder) == rows_of(whole)[: len(rows_of(run.folder))]
    Lock(run.folder / "lock").release()  # in nobody's hands
    assert kept(finished(tmp_path, *SHORT)) == kept(whole)

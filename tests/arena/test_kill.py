"""A tournament that is killed again and again ends as one that was left in peace, and leaves no process behind."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from random import Random

import pytest

from semeai.arena.store import FILE, Store
from semeai.arena.tournament import read_tournament
from tests.processes import PATIENCE, Mark, wait_until

pytestmark = pytest.mark.skipif(not Path("/proc/self/environ").exists(), reason="/proc tells which processes there are")

GAMES = 8
N_COMPILED = 3 * GAMES  # between the players without an engine; they come first
N_ALL = 6 * GAMES
REPORTS = ("report.txt", "report.json", "report.svg", "ratings.csv", "crosstable.csv")


@pytest.fixture(scope="module")
def file(gnugo: str, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A tournament of four players, all of them functions of their seeds."""
    path = tmp_path_factory.mktemp("tournament") / "four.toml"
    path.write_text(
        f"""
        size = 5
        games = {GAMES}
        random_opening = 2
        [players]
        random = "random"
        wally = "wally"
        "wally, 20% random" = "wally:noise=0.2"
        "GNU Go" = "gtp:{gnugo} --mode gtp --level 0 --chinese-rules"
        """
    )
    return path


class Run:
    """A tournament in a process of its own, whose descendants can be told by a mark in their environment."""

    def __init__(self, file: Path, out: Path, *options: str) -> None:
        self.out = out
        self._mark = Mark()
        self._errors = file.parent / f"stderr {self._mark.value}"
        with self._errors.open("wb") as errors:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "semeai", "tournament", str(file), "--out", str(out), "-j", "2", *options],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=errors,
                start_new_session=True,
                env=os.environ | self._mark.environment,
            )

    def end(self, number: signal.Signals) -> int:
        """Send a signal to the process, which must still run, and to no other. Returns its exit status."""
        assert self.process.poll() is None, f"the tournament was over before it could be broken off: {self.said()}"
        self.process.send_signal(number)
        return self.process.wait(PATIENCE)

    def children(self) -> set[int]:
        """The processes that this one has started, at any remove, and that still run."""
        return self._mark.bearers(but=self.process.pid)

    def said(self) -> list[str]:
        """What the process said on stderr."""
        return [line for line in self._errors.read_text().splitlines() if "compiling kernels" not in line]


def lines(out: Path) -> list[bytes]:
    """The stored games; a line that is being written does not count."""
    path = out / FILE
    return path.read_bytes().split(b"\n")[:-1] if path.exists() else []


@pytest.fixture(scope="module")
def whole(file: Path) -> Path:
    """The folder of a tournament that nobody has disturbed."""
    run = Run(file, file.parent / "whole")
    assert run.process.wait(PATIENCE) == 0, run.said()
    assert not run.children()
    assert len(lines(run.out)) == N_ALL
    return run.out


def test_killed_five_times(file: Path, whole: Path, tmp_path: Path) -> None:
    rng = Random(1)
    out = tmp_path / "out"
    n_children = 0
    for i in range(5):
        n_before = len(lines(out))
        run = Run(file, out)
        if i > 0:  # the first one dies before it has played anything, or soon after
            n_wanted = n_before + rng.randint(1, 3)
            wait_until(lambda run=run, n=n_wanted: len(lines(out)) >= n or run.process.poll() is not None)
        time.sleep(rng.uniform(0, 0.1 if i else 1.0))
        n_children += len(run.children())
        assert run.end(signal.SIGKILL) == -signal.SIGKILL
        wait_until(lambda run=run: not run.children())
        assert set(lines(out)) <= set(lines(whole))
    assert n_children > 0
    n_before = len(lines(out))
    run = Run(file, out)
    assert run.process.wait(PATIENCE) == 0, run.said()
    assert not run.children()
    assert f"semeai: {n_before} games were played before and are skipped; {N_ALL - n_before} to play" in run.said()

    assert sorted(lines(out)) == sorted(lines(whole))
    assert not [line for line in lines(out) if b" forfeits" in line]
    its = read_tournament(file)
    fixtures = [
        (fixture.black, fixture.white, fixture.number)
        for pairing in its.pairings
        for fixture in pairing.fixtures(its.terms.colors)
    ]
    with Store(out) as store:
        assert sorted((game.black, game.white, game.number) for game in store.games(its.terms)) == sorted(fixtures)
    for name in REPORTS:
        assert (out / name).read_bytes() == (whole / name).read_bytes(), name


def test_broken_off_by_hand(file: Path, whole: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    run = Run(file, out)
    wait_until(lambda: (len(lines(out)) > N_COMPILED and run.children()) or run.process.poll() is not None)
    assert run.end(signal.SIGINT) == 130
    assert not run.children()
    assert run.said() == [f"semeai: stopped. The games so far are in {out}. Run the same command to continue"]
    assert N_COMPILED < len(lines(out)) < N_ALL
    assert set(lines(out)) <= set(lines(whole))
    with Store(out) as store:  # in nobody's hands, and nothing of it torn
        assert len(store.games(read_tournament(file).terms)) == len(lines(out))


@pytest.mark.parametrize(("number", "status"), [(signal.SIGKILL, -signal.SIGKILL), (signal.SIGINT, 130)])
def test_worker_processes_go_too(number: signal.Signals, status: int, tmp_path: Path) -> None:
    file = tmp_path / "long.toml"
    file.write_text('size = 9\ngames = 20000\nplayers = ["random", "wally"]\n')
    run = Run(file, tmp_path / "out", "--executor", "processes")
    wait_until(lambda: lines(run.out) or run.process.poll() is not None)
    assert len(run.children()) >= 2
    assert run.end(number) == status, run.said()
    wait_until(lambda: not run.children())
    its = read_tournament(file)
    with Store(run.out) as store:
        assert len(its.competition(store).games(its.pairings[0])) == len(lines(run.out))

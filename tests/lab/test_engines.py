"""Runs against other programs: the same whoever rates, no program is left behind, and failures can be gone on from."""

import json
import signal
from pathlib import Path

import pytest

from semeai.go.rules import Rules
from semeai.parallel.executors import Workers
from semeai.players.champion import read_champion
from semeai.problems.games import LONG, LONG_EXAM_GAMES, GoProblem
from semeai.rng import seeds
from tests.commands import lines
from tests.conftest import needs_jit
from tests.lab.support import Process, evolve, kept, rows_of
from tests.problems.test_singles import CANDIDATES, engine, processes
from tests.processes import wait_until

pytestmark = [
    needs_jit,
    pytest.mark.skipif(not Path("/proc/self/environ").exists(), reason="/proc tells which processes there are"),
]
SMALL = ("ga:population=4", "--size", "5", "--games", "2", "--exam", "2", "-n", "2")


def test_a_run_against_gnugo(gnugo: str, tmp_path: Path) -> None:
    """With threads and with processes, one or two of them."""
    runs = {}
    for name, how in {"one": ["-j", "1"], "two": ["-j", "2"], "processes": ["-j", "2", "--executor=processes"]}.items():
        run = Process(tmp_path / name, *SMALL, "--opponent", f"gtp:{gnugo} --mode gtp --level 1", *how)
        run.finish()
        wait_until(lambda run=run: not run.children())
        runs[name] = kept(run.folder)
    assert len(rows_of(run.folder)) == 2
    assert runs["two"] == runs["one"]
    assert runs["processes"] == runs["one"]
    done = json.loads((run.folder / "done.json").read_text())
    assert done["exam"]["n_games"] == done["openings"]["n_games"] == 2 * LONG
    assert "gnugo" in read_champion(run.folder / done["champion"]).problem["opponent"]


def test_no_program_outlives_a_run_that_is_killed(tmp_path: Path) -> None:
    spec = engine(tmp_path, "import time; time.sleep(1000)")
    run = Process(tmp_path, *SMALL, "--opponent", spec, "-j", "2", "--executor", "processes")
    wait_until(lambda: len(run.children(b"engine.py")) == 2)
    run.end(signal.SIGKILL)
    wait_until(lambda: not run.children())


@pytest.mark.parametrize("how", [["-j", "2"], ["-j", "2", "--executor", "processes"]])
def test_a_program_that_dies_ends_a_run_that_can_go_on(how: list[str], tmp_path: Path) -> None:
    """It dies in the second generation, until there is a file called `good`."""
    good = tmp_path / "good"
    spec = engine(tmp_path, f"if not os.path.exists({str(good)!r}): sys.exit(3)")
    words = (*SMALL, "--opponent", spec, "--run", "x", "--quiet", *how)
    good.touch()
    assert evolve(tmp_path, *words, "-n", "1").returncode == 0
    good.unlink()
    run = evolve(tmp_path, *words)
    assert run.returncode == 1
    (line,) = lines(run.stderr)
    assert line.startswith("semeai: ")
    assert "ended with exit status 3" in line
    good.touch()
    assert evolve(tmp_path, *words).returncode == 0
    assert len(rows_of(tmp_path / "runs" / "x")) == 2


def test_tasks_are_small(tmp_path: Path) -> None:
    """Lest a worker process is taken for hung: a candidate each, with a program of its own."""
    problem = GoProblem("local", Rules(size=5), (engine(tmp_path),), 2)
    with Workers(2) as workers:
        problem.spread(CANDIDATES, seeds(3, 1), workers)
    assert len(processes(tmp_path)) == 3


@pytest.mark.parametrize(
    ("opponent", "exam_games", "n_games"),
    [
        ("random", 2, LONG_EXAM_GAMES),
        ("gtp:engine", 2, 2 * LONG),
        ("gtp:engine", 10**6, LONG_EXAM_GAMES),
    ],
)
def test_a_long_exam_is_no_longer_than_can_be_borne(opponent: str, exam_games: int, n_games: int) -> None:
    assert GoProblem(opponents=(opponent,)).long_exam(exam_games) == n_games

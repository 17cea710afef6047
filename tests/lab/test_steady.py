"""Runs of strategies: rows, kills, and what the command says and refuses."""

import json
import signal
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from semeai.cli.coevolving import read_course
from semeai.lab.coevolve import Course, Upshot, coevolve, summary

from semeai.evolve.strategies import StrategiesParams
from semeai.executors import Executor, Workers
from semeai.go.board import Board
from semeai.go.points import BLACK, WHITE, vertex
from semeai.go.rules import Rules
from semeai.lab.record import OtherParameters
from semeai.papers.drake.problems import FOLDER
from tests.commands import lines
from tests.conftest import needs_jit
from tests.lab.support import Process, evolve, kept, rows_of

FLOWER_SIX = FOLDER / "flower_six.txt"
PARAMS = StrategiesParams(population=64, threads=8)
ISLANDS = StrategiesParams(population=64, threads=8, islands=4, exchange=32)


def course(n_rows: int, to_play: int = BLACK, **changes: Any) -> Course:
    """A run on 5x5 of so many rows."""
    board = Board(Rules(size=5, komi=0.5), to_play=to_play)
    return Course(**({"board": board, "params": PARAMS, "seed": 1, "n_steps": 80 * n_rows, "every": 80} | changes))


def coevolved(
    folder: Path,
    what: Course,
    n_cores: int = 1,
    watch: Callable[[Any], None] | None = None,
    executor: Executor = Executor.THREADS,
) -> Upshot:
    with Workers(n_cores, executor) as workers:
        return coevolve(folder, what, workers, watch or (lambda row: None))


# -- in this process ---------------------------------------------------------------------------------------------------


@needs_jit
def test_rows(tmp_path: Path) -> None:
    seen: list[Any] = []
    upshot = coevolved(tmp_path, course(4), watch=seen.append)
    assert seen == upshot.rows == [json.loads(line) for line in rows_of(tmp_path)]
    assert [row["steps"] for row in seen] == [80, 160, 240, 320]
    for row in seen:
        assert 1 / 64 <= row["support"] <= 1 - row["silent"]
        assert 1 <= row["openings"] <= 26
        assert row["openings"] <= row["support"] ** -2 + 1e-9  # were all others as rare as can be
        assert 1 <= row["nodes"] <= 127
        assert 1 <= row["reply_nodes"] <= 127
        assert bool(row["reply"]) == (row["reply_support"] > 0)
    last = seen[-1]
    assert (upshot.plurality, upshot.shares[upshot.plurality]) == (last["plurality"], last["support"])
    assert sum(upshot.shares.values()) == pytest.approx(1 - last["silent"])
    assert list(upshot.shares.values()) == sorted(upshot.shares.values(), reverse=True)
    done = json.loads((tmp_path / "done.json").read_text())
    assert done == {"generations": 4} | json.loads(json.dumps(summary(upshot)))


@needs_jit
@pytest.mark.parametrize("every", [1, 50, 64, 1000])
def test_rows_come_after_whole_rounds(every: int, tmp_path: Path) -> None:
    """The first at or after its number of steps; none is later because those before it were."""
    upshot = coevolved(tmp_path, course(0, n_steps=4 * every, every=every))
    assert [row["steps"] for row in upshot.rows] == [-(-every * n // 8) * 8 for n in (1, 2, 3, 4)]


@needs_jit
@pytest.mark.parametrize("params", [PARAMS, ISLANDS])
def test_more_steps_later_are_the_same_as_at_once(params: StrategiesParams, tmp_path: Path) -> None:
    """On any number of cores. Asked for less, a run is no shorter."""
    whole = coevolved(tmp_path / "whole", course(5, params=params))
    for n_rows, n_cores in ((2, 2), (3, 1), (5, 3)):
        parts = coevolved(tmp_path / "parts", course(n_rows, params=params), n_cores)
    assert summary(parts) == summary(whole)
    before = kept(tmp_path / "whole")
    assert kept(tmp_path / "parts") == before
    coevolved(tmp_path / "whole", course(1, params=params))
    assert kept(tmp_path / "whole") == before


@needs_jit
def test_islands_in_processes(tmp_path: Path) -> None:
    for executor in Executor.THREADS, Executor.PROCESSES:
        coevolved(tmp_path / executor, course(3, params=ISLANDS), 2, executor=executor)
    assert kept(tmp_path / "processes") == kept(tmp_path / "threads")
    assert [json.loads(row)["steps"] for row in rows_of(tmp_path / "processes")] == [80, 160, 240]


@needs_jit
def test_records_of_one_island_are_as_before_there_were_any(tmp_path: Path) -> None:
    """So runs that were begun then can be taken up."""
    methods = []
    for params in (replace(PARAMS, exchange=7), ISLANDS):
        coevolved(tmp_path / f"{params.islands}", course(1, params=params))
        record = json.loads((tmp_path / f"{params.islands}" / "run.json").read_text())
        methods.append(record["parameters"]["method"])
    assert methods[1] == methods[0] | {"islands": 4, "exchange": 32}
    assert not {"islands", "exchange"} & methods[0].keys()
    coevolved(tmp_path / "1", course(2))


@needs_jit
@pytest.mark.parametrize(
    "changes",
    [
        {"seed": 2},
        {"every": 160},
        {"params": StrategiesParams(population=64, threads=4)},
        {"params": ISLANDS},
        {"board": Board(Rules(size=5, komi=1.5))},
        {"board": Board(Rules(size=5, komi=0.5), to_play=WHITE)},
        {"board": Board(Rules(size=5, komi=0.5), {21: BLACK})},
        {"board": Board(Rules(size=6, komi=0.5))},
    ],
)
def test_another_run_does_not_go_on(changes: dict[str, Any], tmp_path: Path) -> None:
    coevolved(tmp_path, course(1))
    before = kept(tmp_path)
    with pytest.raises(OtherParameters):
        coevolved(tmp_path, course(2, **changes))
    assert kept(tmp_path) == before


@needs_jit
def test_strategies_are_told_by_color(tmp_path: Path) -> None:
    found = coevolved(tmp_path, course(2, to_play=WHITE))
    assert list(found.strategies) == ["white", "black"]
    assert json.loads((tmp_path / "run.json").read_text())["parameters"]["problem"]["to_play"] == "white"


# -- killed ------------------------------------------------------------------------------------------------------------

LONG = ("--position", str(FLOWER_SIX), "--population", "256", "--threads", "16", "--every", "1024")


@needs_jit
@pytest.mark.skipif(not Path("/proc/self/environ").exists(), reason="/proc tells which processes there are")
@pytest.mark.parametrize("method", ["strategies", "strategies:islands=4,exchange=384"])
def test_killed_and_taken_up_again(method: str, tmp_path: Path) -> None:
    steps = ("--steps", str(16 * 1024))
    whole = Process(tmp_path / "whole", method, *LONG, *steps, "-j", "1")
    whole.finish()
    for n_cores in ("1", "2"):
        run = Process(tmp_path / "killed", method, *LONG, *steps, "-j", n_cores)
        run.wait_for_rows(len(rows_of(run.folder)) + 3)
        assert run.end(signal.SIGKILL) == -signal.SIGKILL
        n = len(rows_of(run.folder))
        assert 3 <= n < 16
        assert rows_of(run.folder) == rows_of(whole.folder)[:n]
    last = Process(tmp_path / "killed", method, *LONG, *steps, "-j", "2")
    last.finish()
    assert last.said() == []
    assert len(rows_of(last.folder)) == 16
    assert kept(last.folder) == kept(whole.folder)


# -- by command --------------------------------------------------------------------------------------------------------

SHORT = ("--population", "64", "--steps", "960", "--every", "320", "-j", "1")


@needs_jit
@pytest.mark.parametrize("to_play", ["black", "white"])
def test_json(to_play: str, tmp_path: Path) -> None:
    run = evolve(tmp_path, "strategies", "--position", str(FLOWER_SIX), "--to-play", to_play, *SHORT, "--json")
    assert (run.returncode, lines(run.stderr)) == (0, [])
    *rows, done = map(json.loads, run.stdout.splitlines())
    assert [row["steps"] for row in rows] == [320, 640, 960]
    assert done["done"] is True
    assert done["steps"] == 960
    assert 0 < sum(done["shares"].values()) <= 1
    assert done["shares"][done["plurality"]] == max(done["shares"].values()) == rows[-1]["support"]
    assert next(iter(done["strategies"])) == to_play
    (folder,) = (tmp_path / "runs").iterdir()
    assert {"course.svg", "strategy.svg", "rows.jsonl"} <= {path.name for path in folder.iterdir()}


@needs_jit
def test_islands_in_processes_by_command(tmp_path: Path) -> None:
    command = ("strategies:islands=2,exchange=100", "--size", "5", *SHORT, "--json", "--executor", "processes")
    run = evolve(tmp_path, *command)
    assert (run.returncode, lines(run.stderr)) == (0, [])
    *rows, done = map(json.loads, run.stdout.splitlines())
    assert [row["steps"] for row in rows] == [320, 640, 960]
    assert done["shares"][done["plurality"]] == rows[-1]["support"]
    again = evolve(tmp_path, *command[:-2], "-j", "2", "--run", "again")
    assert again.stdout == run.stdout


@needs_jit
def test_in_words(tmp_path: Path) -> None:
    run = evolve(tmp_path, "strategies:height=2", "--size", "5", *SHORT, "--quiet", "--run", "x")
    assert (run.returncode, lines(run.stderr)) == (0, [])
    said = run.stdout.splitlines()
    plurality = said[1].split()[0]
    assert said[0] == f"After 960 steps black plays {plurality}. How many of its 64 individuals begin with what:"
    assert said[-1] == "pictures  runs/x/course.svg, runs/x/strategy.svg"
    assert sum(line.startswith(("black's most common", "white's most common")) for line in said) == 2


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["strategies", "--rules", "japanese"], "strategies count by area, which rules japanese do not"),
        (["strategies", "--position", "nowhere.txt"], "nowhere.txt"),
        (["strategies", "--position", "bad.txt"], "bad.txt: "),
        (
            ["strategies", "--population", "3", "--threads", "2"],
            "strategies:population is two a thread or more, here 4",
        ),
        (["strategies:population=8"], "strategies:population is two a thread or more, here 128"),
        (["strategies:depth=9"], "strategies has no setting 'depth'"),
        (["strategies", "--run", "../x"], "a run is a folder below runs"),
        (["strategies", "--target", "0.5", "--games", "20"], "strategies has no use for --games, --target"),
        (
            ["strategies", "--executor", "processes"],
            "strategies on one island run on one machine; strategies:islands=4 makes four",
        ),
        (
            ["strategies:islands=4", "--population", "60"],
            "strategies:threads is a multiple of the number of islands, here 4, not 30",
        ),
        (["ga:population=4", "--position", "x", "--steps", "9"], "ga has no use for --position, --steps"),
    ],
)
def test_wrong_calls(arguments: list[str], said: str, tmp_path: Path) -> None:
    (tmp_path / "bad.txt").write_text("XO\nX.O\n")
    run = evolve(tmp_path, *arguments)
    assert run.returncode == 2
    assert run.stdout == ""
    (line,) = lines(run.stderr)
    assert line.startswith("semeai: ")
    assert said in line
    assert not (tmp_path / "runs").exists()


def settings(method: str = "strategies", **options: Any) -> Course:
    """What options say."""
    usual = dict.fromkeys(("komi", "position", "to_play", "population", "threads", "steps", "every"))
    return read_course(method, **({"rules": "chinese", "size": 9, "seed": 1} | usual | options))


@pytest.mark.parametrize(
    ("method", "options", "population", "threads"),
    [
        ("strategies", {}, 8192, 64),
        ("strategies", {"population": 1000}, 1000, 64),
        ("strategies", {"population": 64}, 64, 32),  # as many champions as there can be
        ("strategies", {"population": 3}, 3, 1),
        ("strategies", {"population": 64, "threads": 5}, 64, 5),
        ("strategies", {"threads": 5}, 8192, 5),
        ("strategies:threads=5", {"population": 64}, 64, 5),
        ("strategies:threads=5,population=20", {"threads": 6}, 20, 6),
    ],
)
def test_settings_and_options(method: str, options: dict[str, int], population: int, threads: int) -> None:
    params = settings(method, **options).params
    assert (params.population, params.threads) == (population, threads)


@pytest.mark.parametrize("to_play", [None, "black", "white"])
@pytest.mark.parametrize("name", ["position.txt", "position.sgf"])
def test_positions(name: str, to_play: str | None, tmp_path: Path) -> None:
    """A record says who is to play; a diagram does not, so it is black."""
    path = tmp_path / name
    path.write_text({"position.txt": ".X.\n...\n...\n", "position.sgf": "(;SZ[3]KM[5.5];B[ba])"}[name])
    board = settings(position=path, to_play=to_play, komi=2.5).board
    assert {vertex(p): color for p, color in board.stones.items()} == {"B3": BLACK}
    by_default = BLACK if name == "position.txt" else WHITE
    assert board.to_play == {None: by_default, "black": BLACK, "white": WHITE}[to_play]
    assert (board.size, board.rules.komi) == (3, 2.5)

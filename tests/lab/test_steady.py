"""Runs of strategies, which make many steps for a row: rows, kills, and what the command says and refuses."""

import json
import signal
from pathlib import Path
from typing import Any

import pytest

from semeai.go.board import Board
from semeai.go.points import BLACK, WHITE, vertex
from semeai.go.rules import Rules
from semeai.lab.folder import read_outcome
from semeai.lab.options import read_order
from semeai.lab.record import OtherParameters
from semeai.lab.result import Result, summary
from semeai.papers.drake.problems import FOLDER
from semeai.problems.position import PositionProblem
from tests.commands import lines
from tests.conftest import needs_jit
from tests.lab.support import Notes, Process, bred, check_refusal, evolve, kept, rows_of

FLOWER_SIX = FOLDER / "flower_six.txt"
METHOD = "strategies:population=64,threads=8"
ISLANDS = f"{METHOD},islands=4,exchange=32"
RULES = Rules(size=5, komi=0.5)


def coevolved(
    folder: Path, n_rows: int, board: Board | None = None, every: int = 80, watch: Notes | None = None, **changes: Any
) -> Result:
    """A run on 5x5 of so many rows."""
    problem = PositionProblem(board or Board(RULES), every)
    return bred(folder, n_rows, watch, **({"method": METHOD, "problem": problem} | changes))


# -- in this process ---------------------------------------------------------------------------------------------------


@needs_jit
def test_rows(tmp_path: Path) -> None:
    notes = Notes()
    result = coevolved(tmp_path, 4, watch=notes)
    seen, found = notes.rows, result.findings
    assert seen == result.rows == [json.loads(line) for line in rows_of(tmp_path)]
    assert [row["steps"] for row in seen] == [80, 160, 240, 320]
    for row in seen:
        assert 1 / 64 <= row["support"] <= 1 - row["silent"]
        assert 1 <= row["openings"] <= 26
        assert row["openings"] <= row["support"] ** -2 + 1e-9  # were all others as rare as can be
        assert 1 <= row["nodes"] <= 127
        assert 1 <= row["reply_nodes"] <= 127
        assert bool(row["reply"]) == (row["reply_support"] > 0)
    last = seen[-1]
    shares = found["shares"]
    assert (found["plurality"], shares[found["plurality"]]) == (last["plurality"], last["support"])
    assert sum(shares.values()) == pytest.approx(1 - last["silent"])
    assert list(shares.values()) == sorted(shares.values(), reverse=True)
    assert read_outcome(tmp_path) == {"generations": 4} | found == summary(result)
    assert result.champions == {}
    with pytest.raises(ValueError, match="strategies breeds no champions"):
        _ = result.champion


@needs_jit
@pytest.mark.parametrize("every", [1, 50, 64, 1000])
def test_rows_come_after_whole_rounds(every: int, tmp_path: Path) -> None:
    """The first at or after its number of steps; none is later because those before it were."""
    result = coevolved(tmp_path, 4, every=every)
    assert [row["steps"] for row in result.rows] == [-(-every * n // 8) * 8 for n in (1, 2, 3, 4)]


@needs_jit
def test_records_of_one_island_are_as_before_there_were_any(tmp_path: Path) -> None:
    """So runs that were begun then can be taken up."""
    methods = []
    for n_islands, method in {1: f"{METHOD},exchange=7", 4: ISLANDS}.items():
        coevolved(tmp_path / f"{n_islands}", 1, method=method)
        record = json.loads((tmp_path / f"{n_islands}" / "run.json").read_text())
        methods.append(record["parameters"]["method"])
    assert methods[1] == methods[0] | {"islands": 4, "exchange": 32}
    assert not {"islands", "exchange"} & methods[0].keys()
    coevolved(tmp_path / "1", 2)


@needs_jit
@pytest.mark.parametrize(
    "changes",
    [
        {"seed": 2},
        {"every": 160},
        {"method": "strategies:population=64,threads=4"},
        {"method": ISLANDS},
        {"board": Board(Rules(size=5, komi=1.5))},
        {"board": Board(Rules(size=5, komi=0.5), to_play=WHITE)},
        {"board": Board(Rules(size=5, komi=0.5), {21: BLACK})},
        {"board": Board(Rules(size=6, komi=0.5))},
    ],
)
def test_another_run_does_not_go_on(changes: dict[str, Any], tmp_path: Path) -> None:
    coevolved(tmp_path, 1)
    before = kept(tmp_path)
    with pytest.raises(OtherParameters):
        coevolved(tmp_path, 2, **changes)
    assert kept(tmp_path) == before


@needs_jit
def test_strategies_are_told_by_color(tmp_path: Path) -> None:
    result = coevolved(tmp_path, 2, Board(RULES, to_play=WHITE))
    assert list(result.findings["strategies"]) == ["white", "black"]
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
    assert (done["generations"], done["steps"]) == (3, 960)
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
    assert said[0] == f"After 960 steps black plays {plurality}. The most common openings of its 64 strategies:"
    assert said[-2:] == ["  course    runs/x/course.svg", "  strategy  runs/x/strategy.svg"]
    assert sum(line.startswith(("black's most common", "white's most common")) for line in said) == 2


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["strategies", "--rules", "japanese"], "strategies need area scoring, not the territory rules japanese"),
        (["strategies", "--position", "nowhere.txt"], "nowhere.txt"),
        (["strategies", "--position", "bad.txt"], "bad.txt: "),
        (
            ["strategies", "--population", "3", "--threads", "2"],
            "strategies:population must be two or more per thread, here 4",
        ),
        (["strategies:population=8,threads=64"], "strategies:population must be two or more per thread, here 128"),
        (["strategies:depth=9"], "strategies has no setting 'depth'"),
        (["strategies", "--run", "../x"], "expected the name of a run, a folder below runs"),
        (
            ["strategies", "--target", "0.5", "--games", "20"],
            "No such option: --target; see: semeai evolve strategies --help",
        ),
        (
            ["strategies", "--executor", "processes"],
            "strategies on one island run on one machine; use --islands 4 for four islands",
        ),
        (
            ["strategies:islands=4", "--population", "60"],
            "strategies:threads must be a multiple of the number of islands, here 4, not 30",
        ),
        (["ga:population=4", "--position", "x", "--steps", "9"], "No such option: --position"),
    ],
)
def test_wrong_calls(arguments: list[str], said: str, tmp_path: Path) -> None:
    (tmp_path / "bad.txt").write_text("XO\nX.O\n")
    check_refusal(tmp_path, arguments, said)


@pytest.mark.parametrize(
    ("method", "options", "population", "threads"),
    [
        ("strategies", {}, 8192, 64),
        ("strategies", {"population": 1000}, 1000, 64),
        ("strategies", {"population": 64}, 64, 32),  # as many champions as there can be
        ("strategies", {"population": 3}, 3, 1),
        ("strategies", {"population": 64, "threads": 5}, 64, 5),
        ("strategies", {"threads": 5}, 8192, 5),
        ("strategies:population=64", {}, 64, 32),  # as the option is
        ("strategies:threads=5", {"population": 64}, 64, 5),
        ("strategies:threads=5,population=20", {"threads": 6}, 20, 6),
    ],
)
def test_settings_and_options(method: str, options: dict[str, int], population: int, threads: int) -> None:
    params = read_order(method, options).params
    assert (params.population, params.threads) == (population, threads)


@pytest.mark.parametrize("to_play", [None, "black", "white"])
@pytest.mark.parametrize("name", ["position.txt", "position.sgf"])
def test_positions(name: str, to_play: str | None, tmp_path: Path) -> None:
    """A record says who is to play; a diagram does not, so it is black."""
    path = tmp_path / name
    path.write_text({"position.txt": ".X.\n...\n...\n", "position.sgf": "(;SZ[3]KM[5.5];B[ba])"}[name])
    problem = read_order("strategies", {"position": path, "to_play": to_play, "komi": 2.5}).problem
    assert isinstance(problem, PositionProblem)
    board = problem.board
    assert {vertex(p): color for p, color in board.stones.items()} == {"B3": BLACK}
    by_default = BLACK if name == "position.txt" else WHITE
    assert board.to_play == {None: by_default, "black": BLACK, "white": WHITE}[to_play]
    assert (board.size, board.rules.komi) == (3, 2.5)

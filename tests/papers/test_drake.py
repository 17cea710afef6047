"""The experiments of drake: how discoveries and crashes are told, what is counted, and rows that can be."""

from pathlib import Path
from typing import Any

import pytest

from semeai.evolve.strategies import FIRST, SECOND, Strategies, StrategiesParams
from semeai.papers import load_paper
from semeai.papers.drake import cut, islands, single
from semeai.papers.drake.islands import discover_on_islands
from semeai.papers.drake.runs import begin, discover, load_board, permanent, plurality
from semeai.papers.drake.single import crashes
from semeai.papers.drake.unseen import solve
from semeai.papers.paper import Bench, Row, Scale
from semeai.parallel.executors import Workers
from semeai.parallel.team import Team
from tests.conftest import needs_jit
from tests.evolve.test_strategy_games import tree_of
from tests.evolve.test_strategy_text import FIGURE_7
from tests.evolve.test_trees import record

PAPER = load_paper("drake")


def with_trees(first: list[str], second: list[str], name: str = "flower_six") -> Strategies:
    """Populations of these strategies."""
    assert len(first) == len(second)
    strategies = Strategies(StrategiesParams(population=len(first), threads=1), load_board(name, 7.5), 1)
    for side, texts in ((FIRST, first), (SECOND, second)):
        for i, text in enumerate(texts):
            strategies._populations[side, i] = record(tree_of(text, 9))
    return strategies


# -- measures ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("seen", "right", "steps"),
    [
        ("e2", "e2", 10),
        ("a1 e2", "e2", 20),
        ("a1 e2 e2 e2", "e2", 20),
        ("e2 e2 a1 e2 e2", "e2", 40),  # it was lost once, so it was not for good
        ("e2 e2 a1", "e2", None),
        ("a1 b1", "e2", None),
        ("", "e2", None),
        ("a1 c2 g2 c2", "c2 e2 g2", 20),  # any of them
        ("a1 c2 c1 g2", "c2 e2 g2", 40),
    ],
)
def test_discovered_for_good(seen: str, right: str, steps: int | None) -> None:
    assert permanent(seen.split(), right.split(), 10) == steps


@pytest.mark.parametrize(
    ("counts", "expected"),
    [
        ([0, 60, 20, 60], True),
        ([0, 60, 40, 29, 10, 30, 36, 0], True),
        ([60, 20, 39], False),  # it does not regain half of what it has lost
        ([60, 20, 10, 35], False),
        ([60, 31, 60], False),  # it does not fall deep enough
        ([60, 29, 60], True),
        ([60, 90, 46, 90], False),
        ([60, 90, 44, 90], True),  # of the highest
        ([50, 20, 50], False),  # it was not high enough, first
        ([0, 20, 60, 90], False),
        ([0, 0], False),
        ([], False),
    ],
)
def test_crash_and_recovery(counts: list[int], expected: bool) -> None:
    """From more than half of 100 to less than half of the highest, and back."""
    assert crashes([{"e2": count, "answers": 0} for count in counts], "e2", 100, 0.5) == expected


def test_the_lines_of_figure_6() -> None:
    first = [
        *FIGURE_7,  # both right answers
        "a1 . e2  d2 e3 . . .  e3 . .",  # the right answer to d2 alone
        "a1 . e2 . d2 . .",  # the right answer to e3 alone
        "a1 . e2 . .",
        "a1 . d2  e2 e3 . . .  e3 . .",  # another opening
        "a1 e2 e2 . . .  .",
        ".",
    ]
    second = [
        "a1 e2 d2 . . .  .",
        "a1 e2 e3 . . .  .",
        "a1 . d2 . .",
        "a1 d2 e3 . . .  e3 . .",
        "a1 e2 c4 . . .  d2 . .",
        "a1 d2 e3 . . .  .",
        "a1 . e1 . .",
        ".",
    ]
    assert single.measure(with_trees(first, second)) == {"e2": 5, "answers": 4, "figure7": 2, "one": 4}


def test_the_lines_of_figure_13() -> None:
    first = ["a1 . c2 . .", "a1 . c2 . g2 . .", "a1 . g1 . .", "a1 . a9 . .", ".", "a1 c2 e2 . . .  e1 . ."]
    counts = cut.measure(with_trees(first, ["."] * 6, "multiple_cut"))
    assert counts == {"c1": 0, "c2": 2, "e1": 1, "e2": 0, "g1": 1, "g2": 0}


def test_plurality() -> None:
    strategies = with_trees(["a1 . e2 . .", "a1 . d2 . .", "a1 . e2 . .", "."], ["."] * 4)
    assert plurality(strategies) == "e2"
    assert plurality(with_trees(["."] * 2, ["."] * 2)) == ""


# -- runs --------------------------------------------------------------------------------------------------------------


@needs_jit
def test_parameters_reach_evolution() -> None:
    given: dict[str, Any] = {
        "population": 20,
        "threads": 3,
        "height": 2,
        "crossover": 0.5,
        "mutation": 0.25,
        "inner": 0.75,
        "renewal": 7,
        "policy": "knowing",
        "bias": 0.125,
        "edits": 0.5,
        "sharing": 0.375,
    }
    strategies = begin(given | {"position": "multiple_cut", "komi": 6.5, "steps": 5, "every": 5}, 1)
    assert strategies.params == StrategiesParams(**given)
    table = strategies._tables[0]
    assert table["komi"] == 6.5
    assert table["knows"] == 1
    assert table["renewal"] == 1 / 7
    assert {name: table["law"][name] for name in ("height", "crossover", "mutation", "inner", "bias")} == {
        name: given[name] for name in ("height", "crossover", "mutation", "inner", "bias")
    }
    assert table["start"].tobytes() == load_board("multiple_cut", 6.5).record.tobytes()


SMALL_RUN = {"position": "flower_six", "komi": 7.5, "population": 128, "threads": 16, "every": 512}


@needs_jit
def test_e2_is_discovered_for_good() -> None:
    found = [discover(SMALL_RUN | {"steps": 16384}, seed) for seed in (1, 2, 3)]
    assert [row["run"] for row in found] == [1, 2, 3]
    assert all(row["is_found"] and 512 <= row["discovery"] < 16384 for row in found)
    assert all(row["discovery"] % 512 == 0 for row in found)


@needs_jit
def test_champions_are_no_batch() -> None:
    """With steps one by one there may be more champions than pairs of individuals, and their number matters."""
    params = SMALL_RUN | {"steps": 2048, "sequential": True, "renewal": 8}
    found = [begin(params | {"threads": n}, 1) for n in (1, 16, 128)]
    with Team(1) as team:
        for strategies in found:
            strategies.run(1000, team)
    assert len({strategies.trees(FIRST).tobytes() for strategies in found}) == 3
    assert [strategies.n_steps for strategies in found] == [1000] * 3


@needs_jit
def test_what_is_not_discovered_counts_with_all_steps() -> None:
    """By who does not look for it: komi gives the game away."""
    rows = [discover(SMALL_RUN | {"steps": 1024, "komi": 100.0}, seed) for seed in range(4)]
    assert {(row["is_found"], row["discovery"]) for row in rows} == {(0, 1024)}


@needs_jit
def test_a_problem_is_solved_by_a_majority() -> None:
    """From another side in every run, and no longer than it takes."""
    params = {name: value for name, value in SMALL_RUN.items() if name != "position"} | {"steps": 65536}
    rows = [solve(params | {"problem": "flower_six"}, seed) for seed in (1, 2, 9)]
    assert [row["points"] for row in rows] == [1, 1, 1]
    assert all(row["steps"] < 65536 for row in rows)
    assert len({row["last"] for row in rows}) > 1
    hopeless = solve(params | {"problem": "flower_six", "steps": 512}, 1)
    assert (hopeless["points"], hopeless["steps"]) == (0, 512)


@needs_jit
def test_one_island_is_a_run_as_printed() -> None:
    params = SMALL_RUN | {"steps": 4096, "islands": 1, "exchange": 64}
    found = discover_on_islands(params, 1)
    assert {name: found[name] for name in ("run", "is_found", "discovery")} == discover(params, 1)
    assert found != discover_on_islands(params | {"islands": 4}, 1)


# -- islands -----------------------------------------------------------------------------------------------------------


def times_on_islands(times: dict[tuple[str, int], list[int]]) -> list[Row]:
    """Rows with these discovery times, in thousand steps; 100 is never."""
    return [
        {"position": position, "islands": n, "discovery": 1000 * time, "is_found": int(time < 100), "right": time / 100}
        for (position, n), found in times.items()
        for time in found
    ]


SLOW, FAST, NEVER = [50, 60, 70, 80, 90, 100, 100], [1, 2, 3, 4, 5, 6, 7], [100] * 7
KINDS = {"flower_six": {1: SLOW, 2: FAST, 4: SLOW}, "multiple_cut": {1: FAST, 2: FAST[::-1], 4: NEVER}}


def on_kinds(**changes: list[int]) -> list[Row]:
    found = {(position, n): times for position, kinds in KINDS.items() for n, times in kinds.items()}
    return times_on_islands({key: changes.get(f"{key[0]}_{key[1]}", times) for key, times in found.items()})


@pytest.mark.parametrize(
    ("table", "words"),
    [
        (on_kinds(), "Islands help: 2 on flower_six. They harm: 4 on multiple_cut."),
        (on_kinds(multiple_cut_4=FAST), "Islands help: 2 on flower_six."),
        (on_kinds(flower_six_4=FAST, multiple_cut_4=FAST), "Islands help: 2, 4 on flower_six."),
        (on_kinds(flower_six_2=SLOW), "Islands do not help. They harm: 4 on multiple_cut."),
        (
            on_kinds(flower_six_2=SLOW, multiple_cut_4=FAST),
            "No number of islands can be told from one (all p >= 0.05).",
        ),
    ],
)
def test_whether_islands_help(table: list[Row], words: str) -> None:
    assert islands.verdict(table, islands.judge(table)) == words


def test_means_of_islands_are_told() -> None:
    table = on_kinds()
    told = islands.describe(table, "multiple_cut", islands.judge(table))
    assert told.startswith("multiple_cut with 1: 4.0 [2.6, 5.4], 7 for good and 7 at all; 2: 4.0 [2.6, 5.4], ")
    assert "4: 100.0 [100.0, 100.0], 0 for good and 7 at all, p = " in told


def test_corrected_for_many_tests() -> None:
    """As Holm has it: the least chance times the number of tests, the next times one less, and none below another."""
    assert islands.holm([0.01, 0.04, 0.03, 0.005]) == pytest.approx([0.03, 0.06, 0.06, 0.02])
    assert islands.holm([0.9, 0.8]) == [1, 1]
    assert islands.holm([]) == []


# -- smoke -------------------------------------------------------------------------------------------------------------


def check_lines(rows: list[Row], params: dict[str, Any]) -> None:
    assert [row["step"] for row in rows] == list(range(1024, 4097, 1024))
    for row in rows:
        assert 0 <= row["figure7"] <= row["one"] <= row["e2"] <= params["population"]
        assert 0 <= row["answers"] <= params["population"]


def check_cut(rows: list[Row], params: dict[str, Any]) -> None:
    assert [row["step"] for row in rows] == list(range(1024, 4097, 1024))
    assert all(0 < sum(row[move] for move in cut.MOVES) <= params["population"] for row in rows)


def check_discovery(rows: list[Row], params: dict[str, Any]) -> None:
    assert [row["run"] for row in rows] == [1, 2]
    for row in rows:
        assert 0 < row["discovery"] <= params["steps"]
        assert row["is_found"] or row["discovery"] == params["steps"]
        assert 0 <= row.get("figure7", 0) <= row.get("one", 0) <= 1


def check_islands(rows: list[Row], params: dict[str, Any]) -> None:
    check_discovery(rows, params)
    for row in rows:
        last_looks = 1 - (row["discovery"] - params["every"]) / params["steps"]
        assert row["is_found"] * last_looks <= row["right"] <= 1


def check_solved(rows: list[Row], params: dict[str, Any]) -> None:
    assert len(rows) == 2
    assert all(row["games"] == 1 and row["points"] in (0, 1) and row["steps"] <= params["steps"] for row in rows)


def check_alone(rows: list[Row], params: dict[str, Any]) -> None:
    (row,) = rows
    assert 0 < row["discovery"] <= row["steps"] == params["steps"]
    assert row["is_found"] or row["discovery"] == params["steps"]


def check_part(rows: list[Row], params: dict[str, Any]) -> None:
    (row,) = rows
    assert 0 < row["discovery"] <= params["steps"]
    assert 0 <= row["low"] <= row["right"] <= 1
    assert 0 <= row["whole"] <= row["knows"] <= 1


def check_search(rows: list[Row], params: dict[str, Any]) -> None:
    assert [(row["method"], row["budget"]) for row in rows] == [
        (method, budget) for method in ("coevolution", "uct") for budget in (256, 1024)
    ]
    assert all(row["games"] == 1 and row["points"] in (0, 1) for row in rows)


CHECKS = {
    "single": check_lines,
    "threads": check_discovery,
    "champions": check_alone,
    "populations": check_discovery,
    "sizes": check_alone,
    "large": check_lines,
    "cut": check_cut,
    "unseen": check_solved,
    "wishes": check_discovery,
    "islands": check_islands,
    "ablations": check_part,
    "search": check_search,
}


def test_all_experiments_are_checked() -> None:
    assert list(CHECKS) == [experiment.name for experiment in PAPER.experiments]


@needs_jit
@pytest.mark.parametrize("name", CHECKS)
def test_rows_can_be(name: str) -> None:
    """Those of the first and the last trial, at the smallest scale."""
    experiment = PAPER.experiment(name)
    trials = experiment.trials(Scale.SMOKE)
    said: list[str] = []
    with Workers() as workers:
        for trial in (trials[0], trials[-1]):
            bench = Bench(Path("nowhere"), workers, said.append)
            rows = experiment.trial(trial.params, 1, bench)
            assert experiment.fits(rows)
            CHECKS[name](rows, dict(trial.params))
            assert len(said) == (0 if experiment.is_serial else len(rows))
            said.clear()


def test_every_wish_is_a_setting() -> None:
    """Of evolution, and each is tried alone."""
    wishes = PAPER.experiment("wishes").variants
    settings = [{key: number.value for key, number in variant.items() if key != "wish"} for variant in wishes]
    printed = {key: getattr(StrategiesParams(), key) for key in settings[0]}
    assert settings[0] == printed
    changed = [{key for key in printed if variant[key] != printed[key]} for variant in settings]
    assert changed[1:5] == [{"policy"}, {"bias"}, {"edits"}, {"sharing"}]

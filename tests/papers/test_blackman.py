"""blackman: who is asked, what is learned from which games, and what is made of the rows."""

import math
from collections.abc import Mapping
from itertools import combinations, pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import scipy.stats

from semeai.evolve import make_evolver
from semeai.evolve.significance import compare as compare_generations
from semeai.go.rules import Rules
from semeai.papers.blackman import PAPER, boards, growth, learning
from semeai.papers.blackman.agents import AGENTS, FIGURES, STATISTICS, in_words, is_significant
from semeai.papers.blackman.comparison import ALONE, CONFIGURATIONS, draw_comparison, paired_p
from semeai.papers.blackman.growth import GROWTH, draw_growth
from semeai.papers.blackman.learning import FORESEEN, RECORDS, SETS, brief, learn, method_of, problem_of
from semeai.papers.blackman.tournament import ENTRANTS, share_against
from semeai.papers.blackman.tournament import EXPERIMENT as TOURNAMENT
from semeai.papers.claims import Verdict
from semeai.papers.paper import Bench, Experiment, Row, Scale, values
from semeai.parallel.executors import Workers
from semeai.players.agents.agents import AGENTS as ALL_AGENTS
from semeai.players.agents.agents import PRINTED
from semeai.players.agents.summation import SummationParams
from semeai.rng import generator
from semeai.sgf import write_game
from semeai.sgf.collection import read_collection
from tests.conftest import needs_jit
from tests.papers.support import folder_of
from tests.records import random_game

N = 10


def write_games(folder: Path) -> Path:
    """Collections of a few random games on small boards."""
    folder.mkdir(exist_ok=True)
    for size in (5, 7):
        games = (write_game(random_game(seed, size)) for seed in range(N))
        (folder / f"{size}x{size}.sgf").write_text("".join(games))
    return folder


@pytest.fixture
def small(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(learning, "RECORDS", write_games(tmp_path / "records"))


def params_of(experiment: Experiment, **settings: Any) -> Mapping[str, Any]:
    """The parameters of the first laptop's trial, with others in place of some; on small boards."""
    return {**experiment.trials(Scale.NIGHT)[0].params, "records": "5x5", "generations": 4, **settings}


def bench(workers: Workers) -> Bench:
    return Bench(Path("nowhere"), workers, lambda text: None)


def try_it(experiment: Experiment, params: Mapping[str, Any], seed: int = 3) -> list[Row]:
    with Workers() as workers:
        rows = experiment.trial(params, seed, bench(workers))
    assert experiment.fits(rows)
    return rows


def champion_of(params: Mapping[str, Any], seed: int = 3) -> Any:
    with Workers() as workers:
        return learn(problem_of(params, seed), params, seed, bench(workers))[1]


def words(figure: Any) -> str:
    return " ".join(text.get_text() for text in figure.texts)


# -- who is asked, and how it is learned -------------------------------------------------------------------------------


def test_agents_are_added_until_there_are_all() -> None:
    steps = [SETS[name] for name in growth.STEPS]
    assert steps[0] == PRINTED
    assert all(b[: len(a)] == a and len(b) > len(a) for a, b in pairwise(steps))
    assert sorted(steps[-1]) == sorted(set(ALL_AGENTS) - {"random"})


def test_the_printed_settings() -> None:
    (params,) = (trial.params for trial in AGENTS.trials(Scale.PAPER)[-1:])
    evolver = make_evolver(method_of({**params, "population": 10}), SummationParams().genes(Rules()), generator(1))
    found = {name: getattr(evolver.params, name) for name in ("population", "selection", "scaling", "elite", "tests")}
    assert found == {"population": 10, "selection": "roulette", "scaling": 2, "elite": 0, "tests": True}
    assert (evolver.params.crossover, evolver.params.mutation) == (0.4, 0.0333)


def test_the_printed_probability_is_that_of_our_test() -> None:
    """-4.23 is Student's t of two generations of 10, from the first to the last, and its p is two-sided."""
    first = np.linspace(0.03, 0.08, 10)
    error = first.std(ddof=1) * math.sqrt(2 / 10)
    row = compare_generations(first + 4.23 * error, first)
    assert row["t"] == pytest.approx(4.23)
    assert row["t_p"] == pytest.approx(0.000504, abs=1e-6)


@needs_jit
@pytest.mark.parametrize("board", ["9x9", "13x13", "19x19"])
def test_games_come_with_semeai(board: str) -> None:
    found = read_collection(RECORDS / f"{board}.sgf")
    assert {f"{game.rules.size}x{game.rules.size}" for game in found.games} == {board}
    assert len(found.games) >= 20
    assert found.skipped == []
    assert all(game.cut == "" for game in found.games)


# -- agents ------------------------------------------------------------------------------------------------------------


@needs_jit
def test_a_row_for_each_generation(small: None) -> None:
    params = params_of(AGENTS, agents="printed")
    rows = try_it(AGENTS, params)
    assert [row["generation"] for row in rows] == [0, 1, 2, 3]
    assert {row[name] for row in rows[:-1] for name in FORESEEN} == {""}
    assert all(0 <= row["min"] <= row["mean"] <= row["best"] for row in rows)
    assert (rows[0]["t"], rows[0]["t_p"]) == (0, 1)

    found = problem_of(params, 3).compare(champion_of(params))
    last = rows[-1]
    assert last["train"] == last["best"] == brief(found["train"].matched)
    assert [last[name] for name in FORESEEN[1:]] == [
        brief(getattr(found["test"], name)) for name in ("matched", "within_3", "within_5", "within_10", "log")
    ]


@needs_jit
def test_rows_do_not_tell_where_the_games_are(small: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    params = params_of(AGENTS, agents="printed")
    first = try_it(AGENTS, params)
    monkeypatch.setattr(learning, "RECORDS", write_games(tmp_path / "elsewhere"))
    assert try_it(AGENTS, params) == first


@needs_jit
def test_another_seed_has_other_games_to_test_by(small: None) -> None:
    params = params_of(AGENTS, agents="follower")
    assert try_it(AGENTS, params, 1)[-1]["test"] != try_it(AGENTS, params, 2)[-1]["test"]


@needs_jit
def test_weights_do_not_matter_to_an_agent_that_is_alone(small: None) -> None:
    """As in section 4.1.1; and five random agents say what one does."""
    alone, five = (try_it(AGENTS, params_of(AGENTS, agents=agents)) for agents in ("random", "five random"))
    assert {(row["min"], row["best"], row["t_p"]) for row in alone} == {(alone[0]["best"], alone[0]["best"], 1.0)}
    assert [five[-1][name] for name in FORESEEN] == [alone[-1][name] for name in FORESEEN]


def test_all_configurations_are_tried_and_drawn() -> None:
    tried = [tuple(values(variant).values()) for variant in AGENTS.variants]
    assert sorted(tried) == sorted((c.agents, c.population) for c in CONFIGURATIONS)
    assert {("random", 10), *((name, 10) for name in PRINTED)} == {(name, 10) for name in ALONE}


@pytest.mark.parametrize(
    ("f_p", "t_p", "t_unequal_p", "expected"),
    [(0.5, 0.01, 0.9, True), (0.5, 0.06, 0.01, False), (0.01, 0.9, 0.01, True), (0.01, 0.01, 0.06, False)],
)
def test_which_t_test_counts(f_p: float, t_p: float, t_unequal_p: float, expected: bool) -> None:
    assert is_significant({"f_p": f_p, "t_p": t_p, "t_unequal_p": t_unequal_p}) is expected


def test_how_often_generations_differ_in_words() -> None:
    """In four runs: once by the F-test, three times by a T-test, twice upwards."""
    ends = [(0.9, 2.0, 0.01, 0.02), (0.01, 2.0, 0.9, 0.04), (0.9, -2.0, 0.01, 0.01), (0.9, 1.0, 0.3, 0.3)]
    table = [
        {"seed": seed, "best": 0.1, "mean": 0.05, "min": 0.01, "f_p": f_p, "t": t, "t_p": t_p, "t_unequal_p": other}
        | {"train": 0.12, "test": 0.08}
        for seed, (f_p, t, t_p, other) in enumerate(ends)
    ]
    said = in_words(table)
    assert "in 4 runs: 1 by the F-test, 3 by the T-test, 2 of them for a higher mean" in said
    assert "12.0% [12.0, 12.0] of the moves in training games, 8.0% [8.0, 8.0] in test games" in said


def agents_table(shares: Mapping[str, float]) -> list[Row]:
    """Two generations of three seeds of all configurations, with these shares of the moves of test games."""
    table = []
    for c in CONFIGURATIONS:
        for seed in (1, 2, 3):
            key = {"agents": c.agents, "population": c.population, "seed": seed}
            unknown = dict.fromkeys(FORESEEN, "")
            first = key | {"generation": 0} | dict.fromkeys(STATISTICS, 0.1) | unknown
            # a little apart in each seed, for where differences are always the same there is nothing to test
            test = shares[c.agents] + seed * shares[c.agents] / 100
            table += [first, first | {"generation": 1, "train": 2 * test, "test": test}]
    return table


SHARES = {"random": 0.01, "five random": 0.01, "opener": 0.02, "tiger": 0.03, "follower": 0.04, "extension": 0.05}
SHARES |= {"capturer": 0.21, "printed": 0.2}


def test_together_against_alone() -> None:
    figure = draw_comparison({"agents": agents_table(SHARES)})
    assert "random +19.4 (p < 0.001), opener +18.4 (p < 0.001)" in words(figure).replace("  ", " ")
    assert "capturer -1.0 (p" in words(figure)
    (axes,) = figure.axes
    shown = {container.get_label(): container.lines[0].get_ydata() for container in axes.containers}
    assert shown["training games"] == pytest.approx(2 * shown["test games"])
    assert shown["test games"][-3] == pytest.approx(21 * 1.02)
    stars = {line.get_label(): list(line.get_ydata()) for line in axes.lines if "in print" in line.get_label()}
    assert stars["test games, in print"] == [0.62, 1.55, 2.2, 3.3, 3.8, 4.0, 5.6]
    assert stars["training games, in print"] == [1.14, 2.4, 4.2, 5.2, 7.8, 10.2]


def test_the_curves_have_their_printed_values() -> None:
    table = agents_table(SHARES)
    stars = {}
    for figure in FIGURES:
        axes = figure.draw({"agents": table}).axes[0]
        stars[figure.name] = [
            (line.get_xdata()[0], line.get_ydata()[0]) for line in axes.lines if line.get_marker() == "*"
        ]
    assert stars == {
        "figure7": [(1, 1.14), (2, 1.14)],
        "figure8": [(2, 5.2)],
        "figure9": [],
        "figure10": [(1, 8.81), (2, 14.0), (1, 5.37), (2, 7.98)],
    }


A, B = [5.0, 6.0, 7.5, 5.5], [4.0, 5.5, 5.0, 5.2]


def test_without_games_that_are_shared_it_is_students_paired_test() -> None:
    assert paired_p(A, B, 1e-12) == pytest.approx(scipy.stats.ttest_rel(A, B).pvalue)


def test_games_that_are_shared_make_it_less_sure() -> None:
    """With a quarter as many to test by as to train on, 4 seeds have an error that is sqrt(2) times as large."""
    t = scipy.stats.ttest_rel(A, B).statistic / math.sqrt(2)
    assert paired_p(A, B, 0.2) == pytest.approx(2 * scipy.stats.t.sf(t, 3)) == paired_p(B, A, 0.2)


def test_differences_without_variance() -> None:
    assert (paired_p(A, A, 0.2), paired_p(A, [a - 1 for a in A], 0.2)) == (1, 0)


# -- beyond ------------------------------------------------------------------------------------------------------------


@needs_jit
@pytest.mark.parametrize(
    ("agents", "weights", "hidden", "n_agents", "n_genes"),
    [("printed", "whole", 3, 5, 24), ("printed", "real", 1, 5, 12), ("+ fights", "real", 3, 15, 63)],
)
def test_growth(agents: str, weights: str, hidden: int, n_agents: int, n_genes: int, small: None) -> None:
    params = params_of(GROWTH, agents=agents, weights=weights, hidden=hidden, population=8)
    (row,) = try_it(GROWTH, params)
    assert (row["n_agents"], row["n_genes"]) == (n_agents, n_genes)
    champion = champion_of(params)
    assert champion.dtype.kind == ("i" if weights == "whole" else "f")
    assert row["test"] == brief(problem_of(params, 3).compare(champion)["test"].matched)


def test_growth_in_the_picture() -> None:
    """Each step has 2% more than the one before, real weights 1% more than whole ones."""
    table = []
    for variant in map(values, GROWTH.variants):
        test = 0.1 + 0.02 * growth.STEPS.index(variant["agents"]) + 0.01 * (variant["weights"] == "real")
        numbers = {"n_agents": len(SETS[variant["agents"]]), "n_genes": 9} | dict.fromkeys(FORESEEN, 0.3)
        table += [variant | {"seed": seed} | numbers | {"test": test} for seed in (1, 2)]
    figure = draw_growth({"growth": table})
    lines = {container.get_label(): container.lines[0].get_ydata() for container in figure.axes[0].containers}
    assert lines["whole weights"] == pytest.approx([10, 12, 14, 16])
    assert lines["real weights"] == pytest.approx([11, 13, 15, 17])
    assert "5 agents, whole weights, 3 nodes (9 genes): 30.0% [30.0, 30.0], 10.0% [10.0, 10.0]" in words(figure)
    assert words(figure).endswith("The best of these is 3.0 times what is in print.")


@needs_jit
def test_boards(small: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """What was learned on one board is tested on all, by games that it was not learned from."""
    monkeypatch.setattr(boards, "BOARDS", ("5x5", "7x7"))
    params = params_of(boards.EXPERIMENT, agents="printed", population=8)
    rows = try_it(boards.EXPERIMENT, params)
    champion = champion_of(params)
    for row, board in zip(rows, ("5x5", "7x7"), strict=True):
        found = problem_of(params, 3, board).imitated(champion, is_test=True)
        assert found is not None
        assert (row["tested"], row["moves"], row["test"]) == (board, found.n_moves, brief(found.matched))
        assert found.n_moves == 20 * N // 2


# -- the README --------------------------------------------------------------------------------------------------------


def test_the_table_has_the_printed_values() -> None:
    readme = (folder_of(PAPER) / "README.md").read_text()
    rows = [[cell.strip(" %") for cell in line.split("|")] for line in readme.splitlines() if line.startswith("| ")]
    for c in CONFIGURATIONS:
        name = " ".join(c.label.split()) + (", 10" if c.label == "all five" else "")
        (row,) = (row for row in rows if row[1] == name)
        assert [float(cell) if cell else None for cell in (row[2], row[4])] == [c.train, c.test]


# -- at the board ------------------------------------------------------------------------------------------------------


def results_of(points: Mapping[tuple[str, str], float], n: int = 40) -> list[Row]:
    """Rows of a tournament in which all are equal, but for some pairs."""
    labels = [entrant.label for entrant in ENTRANTS]
    return [
        {"seed": seed, "a": a, "b": b, "games": n // 20, "points": points.get((a, b), 50) / 100 * n / 20}
        for seed in range(20)
        for a, b in combinations(labels, 2)
    ]


def test_shares_are_of_the_one_that_is_named() -> None:
    table = results_of({("capturer agent", "all five"): 25})
    assert share_against(table, "capturer agent", ["all five"]).mean == 25
    assert share_against(table, "all five", ["capturer agent"]).mean == 75
    both = share_against(table, "all five", ["capturer agent", "wally"])
    assert (both.mean, both.n_games) == (62.5, 80)


@pytest.mark.parametrize(
    ("beaten", "verdict"),
    [(ALONE, Verdict.CONFIRMED), (ALONE[:3], Verdict.PARTLY), ((), Verdict.UNTOLD)],
)
def test_all_five_must_beat_each_alone(beaten: tuple[str, ...], verdict: Verdict) -> None:
    table = results_of({(f"{agents} agent", "all five"): 5 for agents in beaten})
    (claim,) = (claim for claim in PAPER.claims if "together play better" in claim.text)
    assert claim.judge({"tournament": table}).verdict is verdict


@needs_jit
@pytest.mark.usefixtures("small")
def test_everybody_meets_everybody() -> None:
    few = {"size": 5, "large": 4, "large_generations": 2, "generations": 2}
    params = params_of(TOURNAMENT, **few)
    rows = try_it(TOURNAMENT, params)
    assert TOURNAMENT.fits(rows)
    assert {(row["a"], row["b"]) for row in rows} == set(combinations((entrant.label for entrant in ENTRANTS), 2))
    assert all(row["games"] == 2 and 0 <= row["points"] <= 2 for row in rows)
    assert (
        rows == try_it(TOURNAMENT, params_of(TOURNAMENT, **few)) != try_it(TOURNAMENT, params_of(TOURNAMENT, **few), 4)
    )
    single = [row for row in rows if {row["a"], row["b"]} == {"random agent", "five random agents"}]
    assert single[0]["points"] == 1  # they play the same moves, so both games are won by the same color

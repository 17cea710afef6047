"""Expert iteration: lessons from the champion's own games, kept in the state of the run."""

from functools import cache
from typing import Any

import numpy as np
import pytest
from numpy.random import default_rng

from semeai.evolve import begin_method
from semeai.evolve.method import Method
from semeai.go.board import Board
from semeai.go.points import BLACK, PASS
from semeai.lab.breed import ProblemRating
from semeai.parallel.executors import Executor, Workers
from semeai.players import make_player
from semeai.players.search.genome import GENES, N_GENES, PARTS, Origin
from semeai.players.search.rave import RaveParams
from semeai.problems import make_problem
from semeai.problems.beliefs import Balance, Prediction
from semeai.problems.expert import FIRST_GAMES, TURNS, Expert, ExpertMethod
from semeai.problems.teaching import RULES, Lesson, Study, study, teaching_game
from semeai.testing import check_method
from tests.conftest import needs_jit

SMALL = "expert:playouts=10,deep=10,games=1,window=30,positions=3,samples=2,rated=2,pause=1,promotion=2,origin=nothing"
METHOD = "cooperative"
SPEC = "rave:playouts=10,origin=nothing"


@pytest.fixture(autouse=True)
def few_turns(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(TURNS, "priors", 2)


def begin(spec: str = SMALL) -> tuple[ExpertMethod, Expert]:
    problem = make_problem(spec)
    assert isinstance(problem, Expert)
    method = problem.drive(begin_method(METHOD, problem.genes, 1, {}), 1)
    assert isinstance(method, ExpertMethod)
    return method, problem


def advance(method: Method, problem: Expert, generation: int) -> dict[str, Any]:
    with Workers(1) as workers:
        return dict(method.advance(ProblemRating(problem, 1, generation, workers)))


@cache
def state_after_one() -> dict[str, np.ndarray]:
    """The state of a small run after its first generation."""
    method, problem = begin()
    advance(method, problem, 0)
    return {name: array.copy() for name, array in method.state().items()}


def genome_with(**values: float) -> np.ndarray:
    names = [gene.name for gene in GENES]
    genome = np.zeros(N_GENES)
    for name, value in values.items():
        genome[names.index(name.replace("__", " "))] = value
    return genome


def lessons_of_a_game() -> list[Study]:
    return teaching_game(make_player("rave:playouts=30,resign=0"), 3)


# -- runs --------------------------------------------------------------------------------------------------------------


@needs_jit
@pytest.mark.slow
def test_its_runs_keep_the_contract_of_methods() -> None:
    with Workers(2, Executor.PROCESSES) as workers:
        check_method(METHOD, make_problem(SMALL), workers)


@needs_jit
def test_the_newest_positions_are_the_lessons() -> None:
    method, problem = begin()
    row = advance(method, problem, 0)
    assert {"search_fitness", "playouts_fitness", "priors_fitness"} <= row.keys()
    first = method.state()["league.ends"]
    assert len(first) == problem.window  # FIRST_GAMES games have more positions than that
    assert FIRST_GAMES > 1
    before = method.state()["league.moves"]
    advance(method, problem, 1)
    assert len(method.state()["league.ends"]) == problem.window
    assert not np.array_equal(method.state()["league.moves"], before)


@needs_jit
def test_a_restored_run_continues_with_the_same_row() -> None:
    method, problem = begin()
    advance(method, problem, 0)
    again, _ = begin()
    again.restore(state_after_one())
    assert advance(again, problem, 1) == advance(method, problem, 1)


@needs_jit
def test_a_champion_stays_until_a_match_shows_a_stronger_one() -> None:
    method, problem = begin(SMALL.replace("pause=1,", "pause=1000,"))
    assert advance(method, problem, 0)["promotions"] == 1
    standing = method.champions[""]
    assert advance(method, problem, 1)["promotions"] == 1
    assert np.array_equal(method.champions[""], standing)
    assert not np.array_equal(method.method.champions[""], standing)


@needs_jit
def test_a_much_stronger_challenger_is_promoted(monkeypatch: pytest.MonkeyPatch) -> None:
    method, problem = begin(SMALL.replace("promotion=2", "promotion=16"))
    advance(method, problem, 0)
    monkeypatch.setattr(method, "_standing", np.zeros(N_GENES))
    monkeypatch.setattr("semeai.problems.expert.worth_of", lambda margins, measure: np.ones(margins.shape))
    assert advance(method, problem, 1)["promotions"] == 2


@needs_jit
@pytest.mark.parametrize(
    ("name", "array"),
    [
        ("promoted", np.array([-1])),
        ("standing", np.full(N_GENES, 2.0)),
        ("results", np.array([2.0])),
        ("ends", np.array([1 << 40])),
        ("best", np.zeros(1)),
    ],
)
def test_a_hostile_state_is_refused(name: str, array: np.ndarray) -> None:
    state = state_after_one()
    with pytest.raises(ValueError, match=r"range|expected"):
        begin()[0].restore({**state, f"league.{name}": array})
    with pytest.raises(ValueError, match="another problem"):
        begin()[0].restore({key: value for key, value in state.items() if not key.startswith("league.")})


def test_methods_of_two_champions_are_refused() -> None:
    problem = make_problem(SMALL)
    duel = begin_method("coevolution:black=ga:population=4,white=ga:population=4", problem.genes, 1, {})
    with pytest.raises(ValueError, match="single champion"):
        problem.drive(duel, 1)


@needs_jit
def test_methods_that_breed_whole_genomes_are_refused() -> None:
    problem = make_problem(SMALL)
    method = problem.drive(begin_method("cma:population=4", problem.genes, 1, {}), 1)
    assert isinstance(problem, Expert)
    with pytest.raises(ValueError, match="only cooperative"):
        advance(method, problem, 0)


# -- lessons -----------------------------------------------------------------------------------------------------------


@needs_jit
def test_a_game_teaches_its_open_positions_and_its_result() -> None:
    studies = lessons_of_a_game()
    assert len(studies) > 10
    black_wins = {one.lesson.result == (one.to_play == BLACK) for one in studies}
    assert len(black_wins) == 1  # all lessons of a game have the same result
    for one in studies:
        again = study(one.lesson)  # as after a restore
        assert again.chosen == one.chosen
        assert np.array_equal(again.features, one.features)
        assert np.array_equal(again.classes, one.classes)
        assert again.record.tobytes() == one.record.tobytes()


@needs_jit
def test_prediction_is_the_mean_log_of_the_prior_probability() -> None:
    """The kernel against the priors that the search itself computes."""
    studies = lessons_of_a_game()[:6]
    genome = np.zeros(N_GENES)
    genome[-PARTS["priors"] :] = default_rng(1).uniform(-0.4, 0.4, PARTS["priors"])
    logs = []
    for one in studies:
        board = one.lesson.board()
        player = make_player_of(genome)
        player.new_game(RULES, default_rng(1))
        player.choose(board)
        (tree,) = player._trees
        node = tree._nodes[tree._search["root"][0]]
        edges = tree._edges[node["first"] : node["first"] + node["n"]]
        prior = dict(zip(edges["point"].tolist(), edges["prior"].tolist(), strict=True))
        moves = [p for p in board.legal_points() if not board.is_eye(p, board.to_play)]
        total = sum(prior[p] for p in [*moves, PASS])
        logs.append(np.log(prior[one.lesson.best] / total))
    squares = float(np.square(4 * genome).sum())
    expected = np.mean(logs) - 2.0 / 2 * squares / len(studies)
    assert Prediction.of(SPEC, studies).rate([genome], np.zeros(1, dtype=np.uint64))[0] == pytest.approx(
        expected, abs=1e-3
    )


def make_player_of(genome: np.ndarray) -> Any:
    return RaveParams(playouts=2, resign=0.0, origin=Origin.NOTHING, memory=4).from_genome(genome, RULES)


@needs_jit
def test_balance_rates_playouts_and_nothing_else() -> None:
    balance = Balance.of(SPEC, lessons_of_a_game(), 10)
    genomes = [
        np.zeros(N_GENES),
        genome_with(sure=0.5, prior__capture_1=0.5),
        genome_with(playout__capture=1.0, playout__pattern=0.9),
    ]
    first, same, other = balance.rate(genomes, np.full(3, 5, dtype=np.uint64))
    assert first == same != other


@needs_jit
def test_balance_counts_wins_of_black() -> None:
    """A board that is settled: every playout ends with the same winner."""
    moves: list[int] = []
    points = sorted(Board(RULES).legal_points())
    for p in points[18:45]:  # black fills three lines, white passes
        moves += [p, PASS]
    lesson = Lesson(tuple(moves), points[0], 1.0)
    won, lost = (Balance.of(SPEC, [study(Lesson(lesson.moves, lesson.best, result))], 50) for result in (1.0, 0.0))
    seeds = np.ones(1, dtype=np.uint64)
    genome = np.zeros(N_GENES)
    assert won.rate([genome], seeds)[0] > -0.1
    assert lost.rate([genome], seeds)[0] < -0.8


def test_its_genomes_have_three_parts() -> None:
    problem = make_problem(SMALL)
    assert [part.name for part in problem.genes.parts] == ["search", "playouts", "priors"]

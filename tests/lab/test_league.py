"""Runs in a league: they repeat themselves, go on where they stopped, and their champion is the standing one."""

import re
import shlex
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from semeai.arena.schedule import Colors
from semeai.evolve.evolver import State
from semeai.go.rules import Rules
from semeai.lab.breed import ProblemRating
from semeai.lab.options import read_order
from semeai.lab.order import Order
from semeai.lab.result import Result
from semeai.parallel.executors import Executor, Workers
from semeai.players.champion import read_champion
from semeai.problems.games import GoProblem, Stage
from semeai.problems.league import League, LeagueProblem, Weighting
from semeai.problems.rounds import COLORS, Heat
from tests.conftest import needs_jit
from tests.lab.support import METHOD, bred, kept

pytestmark = needs_jit
N = 6
LEAGUE = LeagueProblem(
    rules=Rules(size=5),
    opponents=("wally:noise=0.9", "random"),
    n_games=8,
    random_moves=2,
    hall=2,
    promotion=40,
    rounds=2,
)


def bred_league(folder: Path, n: int, workers: Workers | None = None, **changes: Any) -> Result:
    return bred(folder, n, None, workers, **({"problem": LEAGUE, "exam_games": 4} | changes))


@pytest.fixture(scope="module")
def league(tmp_path_factory: pytest.TempPathFactory) -> tuple[Result, Path]:
    folder = tmp_path_factory.mktemp("league") / "x"
    return bred_league(folder, 8), folder


def heats_of(monkeypatch: pytest.MonkeyPatch) -> list[Heat]:
    """All heats that leagues ask for from now on."""
    heats: list[Heat] = []
    original = LeagueProblem.answer

    def answer(self: LeagueProblem, asked: Heat, path: tuple[int, ...], workers: Workers) -> Any:
        heats.append(replace(asked, rivals=list(asked.rivals)))  # the hall changes later
        return original(self, asked, path, workers)

    monkeypatch.setattr(LeagueProblem, "answer", answer)
    return heats


# -- the same run ------------------------------------------------------------------------------------------------------


def test_a_run_that_is_stopped_goes_on_as_if_it_had_not_been(league: tuple[Result, Path], tmp_path: Path) -> None:
    for n in (1, 4, 5, 8):
        bred_league(tmp_path / "x", n, Workers(3))
    assert kept(tmp_path / "x") == kept(league[1])


def test_processes_give_the_same_rows(league: tuple[Result, Path], tmp_path: Path) -> None:
    bred_league(tmp_path / "x", 8, Workers(2, Executor.PROCESSES))
    assert kept(tmp_path / "x") == kept(league[1])


def test_another_seed_is_another_run(league: tuple[Result, Path], tmp_path: Path) -> None:
    assert bred_league(tmp_path / "x", 2, seed=2).rows != league[0].rows[:2]


@pytest.mark.parametrize("method", ["mapelites:population=6", "cma:population=6", "ga:population=6"])
def test_any_method_of_one_champion_goes_on(method: str, tmp_path: Path) -> None:
    for name, ends in {"whole": (3,), "parts": (1, 3)}.items():
        for n in ends:
            bred_league(tmp_path / name / "x", n, method=method)
    assert kept(tmp_path / "whole" / "x") == kept(tmp_path / "parts" / "x")


# -- champions ---------------------------------------------------------------------------------------------------------


def test_the_champion_is_the_last_that_was_promoted(league: tuple[Result, Path]) -> None:
    result, folder = league
    counts = [row["promotions"] for row in result.rows]
    promoted = [i for i, n in enumerate(counts) if n > max(counts[:i], default=0)]
    assert counts[0] == 1
    assert 1 < len(promoted) < len(counts), "the run shows too little: choose another seed"
    assert sorted(int(path.stem) for path in (folder / "champions").iterdir()) == promoted
    assert result.champion.generation == promoted[-1]
    standing = result.method.champions[""]
    assert np.array_equal(read_champion(folder / "champion.npz").genome, standing)


def test_without_promotion_the_best_exam_chooses(tmp_path: Path) -> None:
    result = bred_league(tmp_path / "x", 4, problem=replace(LEAGUE, promotion=0))
    shares = [row["share"] for row in result.rows]
    assert "promotions" not in result.rows[0]
    assert result.champion.generation == shares.index(max(shares))


def test_champions_become_opponents(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    heats = heats_of(monkeypatch)
    result = bred_league(tmp_path / "x", 8)
    halls = [heat.rivals for heat in heats if len(heat.candidates) == N]
    assert [len(hall) for hall in halls[:2]] == [0, 1]
    assert max(map(len, halls)) == LEAGUE.hall
    first = read_champion(tmp_path / "x" / "champions" / "000000.npz").genome
    assert np.array_equal(halls[1][0], first)
    assert result.rows[0]["games"] == sum(heat.n_games for heat in heats[: LEAGUE.rounds])


def test_exams_have_no_part_of_the_league() -> None:
    exam = LEAGUE.exam("")
    assert type(exam) is GoProblem
    assert (exam.opponents, exam.random_moves) == (LEAGUE.opponents, LEAGUE.random_moves)


# -- games -------------------------------------------------------------------------------------------------------------


def test_only_the_best_meet_the_finals(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The screen is quick: all opponents before the finals are compiled."""
    problem = replace(LEAGUE, finals=("uct:playouts=2",), final_games=2, promotion=0, hall=0)
    heats = heats_of(monkeypatch)
    (row,) = bred_league(tmp_path / "x", 1, problem=problem).rows
    assert [len(heat.candidates) for heat in heats] == [6, 3, 2]
    met = [{heat.opponents[i] for i in heat.plan} for heat in heats]
    assert met[0] | met[1] == {"wally:noise=0.9", "random"}
    assert met[2] == {"uct:playouts=2"}
    assert row["games"] == 4 * 6 + 4 * 3 + 2 * 2


def test_stages_change_the_named_opponents(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    problem = replace(LEAGUE, stages=(Stage(1, ("local:capture=1",)),), promotion=0, hall=0, rounds=1)
    heats = heats_of(monkeypatch)
    bred_league(tmp_path / "x", 2, problem=problem)
    met = [{heat.opponents[i] for i in heat.plan} for heat in heats]
    assert met == [{"local:capture=1"}, {"wally:noise=0.9", "random"}]


@pytest.mark.parametrize(("weighting", "n_random"), [(Weighting.EVEN, {20}), (Weighting.TEACHING, {3, 4})])
def test_opponents_that_teach_get_most_games(weighting: Weighting, n_random: set[int]) -> None:
    """Of 40 openings, where random has lost all games so far: a weight of 0.1 against one of 1."""
    problem = replace(LEAGUE, n_games=80, rounds=1, weighting=weighting)
    league = League(Order(METHOD, problem)._begin({}), problem, 1)
    league.restore({**league.state(), "league.scores": np.array([0.5, 1.0])})
    heats: list[Heat] = []

    class Ratings(ProblemRating):
        def __call__(self, asked: Heat) -> Any:
            heats.append(replace(asked, rivals=list(asked.rivals)))  # the hall changes later
            return np.zeros((len(asked.candidates), COLORS * len(asked.plan), 1))

    with Workers() as workers:
        league.advance(Ratings(problem, 1, 0, workers))
    assert heats[0].opponents == ("wally:noise=0.9", "random")
    assert list(heats[0].plan).count(1) in n_random


# -- states ------------------------------------------------------------------------------------------------------------

BAD: dict[str, State] = {
    "the state has hall out of range": {"league.hall": np.zeros(33), "league.hall.lengths": np.array([11, 11, 11])},
    "the lengths of hall in the state do not add up": {"league.hall.lengths": np.array([1])},
    "the state has scores out of range": {"league.scores": np.array([0.5, 1.5])},
    "the state has standing out of range": {"league.promoted": np.array([1])},
    "the state has promoted out of range": {"league.promoted": np.array([-1])},
}


@pytest.mark.parametrize("message", BAD)
def test_a_state_that_does_not_fit_changes_nothing(message: str) -> None:
    league = Order(METHOD, LEAGUE).begin()
    before = league.state()
    with pytest.raises(ValueError, match=f"^{message}$"):
        league.restore({**before, **BAD[message]})
    assert {name: array.tobytes() for name, array in league.state().items()} == {
        name: array.tobytes() for name, array in before.items()
    }


def test_a_state_without_a_league() -> None:
    state = Order(METHOD, LEAGUE.exam("")).begin().state()
    with pytest.raises(ValueError, match=r"^the state belongs to a run without a league$"):
        Order(METHOD, LEAGUE).begin().restore(state)


def test_only_the_population_starts_another_run(league: tuple[Result, Path], tmp_path: Path) -> None:
    """A run in a league can start from one without, and the other way round."""
    starts = {"": league[1]}
    plain = bred_league(tmp_path / "plain", 1, problem=LEAGUE.exam(""), starts=starts, seed=2)
    again = bred_league(tmp_path / "again", 1, starts={"": plain.folder}, seed=3)
    assert again.rows[0]["promotions"] == 1
    assert "games" not in plain.rows[0]


# -- options -----------------------------------------------------------------------------------------------------------

OPTIONS: dict[str, Any] = {
    "opponent": ["wally", "random"],
    "league": "teaching",
    "hall": 3,
    "promotion": 20,
    "rounds": 3,
    "keep": 0.25,
    "final": ["uct:playouts=2"],
    "final_games": 6,
    "games": 12,
    "random_moves": 4,
    "size": 5,
}


def test_options_and_command_give_the_same_run() -> None:
    order = read_order("ga", OPTIONS)
    again = read_order("ga", {name: value for name, value in order.options().items() if name != "method"})
    assert again.problem == order.problem
    assert again.parameters(again.begin()) == order.parameters(order.begin())
    words = shlex.split(order.command())
    for option in ("--league teaching", "--hall 3", "--promotion 20", "--rounds 3", "--keep 0.25", "--final-games 6"):
        assert option in " ".join(words)
    assert words[words.index("--final") + 1] == "uct:playouts=2"


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        (
            {"league": None, "final": []},
            "--hall, --promotion, --rounds, --keep, --final-games can be used only with --league",
        ),
        ({"games": 7}, "expected an even number of games, two from each opening, found 7"),
        ({"promotion": 3}, "expected an even number of promotion games, two from each opening, found 3"),
        ({"colors": "black"}, "a league needs --colors both, since each opening is played with both colors"),
        ({"rounds": 7}, "expected 1 to 6 rounds for 12 games, found 7"),
        ({"league": "best"}, "--league must be one of teaching, even, not best"),
        ({"keep": 0.0}, "--keep must be a share, above 0 and up to 1, not 0"),
        ({"hall": 101}, "--hall must be 0 to 100, not 101"),
    ],
)
def test_options_that_do_not_fit(changes: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=f"^{re.escape(message)}$"):
        read_order("ga", OPTIONS | changes)


def test_a_league_has_both_colors() -> None:
    with pytest.raises(ValueError, match="both colors"):
        LeagueProblem(colors=Colors.A_BLACK)

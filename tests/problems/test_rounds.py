"""Rounds: the same games for all candidates, from openings that follow from the place in the seed tree."""

from typing import Any

import numpy as np
import pytest

from semeai.go.rules import Rules
from semeai.parallel.executors import Workers
from semeai.players.local import FEATURES, LocalParams
from semeai.problems.games import GoProblem
from semeai.problems.rounds import COLORS, Round

RNG = np.random.default_rng(1)
ONE, TWO, RIVAL = RNG.uniform(-1, 1, (3, len(FEATURES)))
PLAN = (0, 2, 1, 2)


def round_of(**changes: Any) -> Round:
    settings = {
        "rules": Rules(size=5).limited(),
        "opponents": ("wally:noise=0.3", "random"),
        "random_moves": 3,
        "rivals": (RIVAL,),
        "plan": PLAN,
        "path": (1, 0),
    }
    return Round(**(settings | changes))


def played(games: Round, candidates: Any, n: int = 1) -> Any:
    with Workers(n) as workers:
        return games.spread_games(candidates, workers)[:, :, 0]


def test_equal_candidates_have_equal_games() -> None:
    """Wherever they stand: openings and random numbers are common to all."""
    first, second, third = played(round_of(), [ONE, TWO, ONE])
    assert (first == third).all()
    assert (first != second).any()


def test_openings_are_played_with_both_colors() -> None:
    games, numbers = round_of(), np.arange(COLORS * len(PLAN))
    assert games._is_black(numbers).tolist() == [True, False] * len(PLAN)
    assert games._openings(numbers).tolist() == [0, 0, 1, 1, 2, 2, 3, 3]
    assert games._against(numbers).tolist() == [0, 0, 2, 2, 1, 1, 2, 2]


def test_another_place_has_other_openings() -> None:
    """So no generation meets the openings of another, nor those of exams."""
    places = [round_of(path=path) for path in ((1, 0), (1, 1), (2, 0), (1, 0, 17))]
    exam = GoProblem(rules=Rules(size=5), random_moves=3)
    starts = [tuple(str(games._start(k).board) for k in range(4)) for games in [*places, exam]]
    assert len(set(starts)) == 5
    assert starts[0] == tuple(str(round_of()._start(k).board) for k in range(4))


def test_how_they_are_split_changes_nothing() -> None:
    candidates = [ONE, TWO, RIVAL]
    alone = played(round_of(), candidates)
    assert (played(round_of(), candidates, 3) == alone).all()
    assert (np.concatenate([played(round_of(), [genome]) for genome in candidates]) == alone).all()


def test_a_rival_plays_as_the_player_of_its_genome() -> None:
    """One by one as well, where another opponent does not play inside kernels."""
    spec = "local:" + ",".join(f"{name}={weight!r}" for name, weight in zip(FEATURES, RIVAL.tolist(), strict=True))
    rival = played(round_of(plan=(0, 0), opponents=()), [ONE, TWO])
    named = played(round_of(plan=(0, 0), opponents=(spec,), rivals=()), [ONE, TWO])
    mixed = played(round_of(plan=(1, 0), opponents=("uct:playouts=2",)), [ONE, TWO])
    assert (rival == named).all()
    assert (rival[:, :COLORS] == mixed[:, :COLORS]).all()


def test_rivals_that_are_not_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    """Their games are played one by one, and depend on their genomes."""
    monkeypatch.setattr(LocalParams, "is_compiled", False)
    first, again = (round_of(plan=(0, 0), opponents=()) for _ in range(2))
    other = round_of(plan=(0, 0), opponents=(), rivals=(-RIVAL,))
    assert not first.is_compiled
    assert (played(first, [ONE, TWO]) == played(again, [ONE, TWO], 2)).all()
    assert (played(first, [ONE, TWO]) != played(other, [ONE, TWO])).any()


def test_descriptors() -> None:
    """They are asked for in the same games."""
    with Workers(2) as workers:
        plain = round_of().spread_games([ONE, TWO], workers)
        described = round_of(is_described=True).spread_games([ONE, TWO], workers)
        assert (described[:, :, :1] == plain).all()
        assert described.shape == (2, COLORS * len(PLAN), 3)
        assert ((described[:, :, 1:] >= 0) & (described[:, :, 1:] <= 1)).all()
        with pytest.raises(ValueError, match="inside kernels"):
            round_of(opponents=("uct:playouts=2",), plan=(0,), is_described=True).spread_games([ONE], workers)

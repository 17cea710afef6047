"""Races: fewer games, the same best, and a fitness that ranks who is out below who went on."""

from collections.abc import Callable
from functools import partial
from itertools import pairwise

import numpy as np
import numpy.typing as npt
import pytest

from semeai.problems.racing import Alive, race

N, GAMES, ROUNDS = 32, 40, 4


class Toy:
    """Candidates that win games by chance, better ones more often. The luck of a game is common to all."""

    def __init__(self, seed: int) -> None:
        self._rng = np.random.default_rng(seed)
        self.strengths = self._rng.permutation(np.linspace(0.2, 0.9, N))
        self.n_games = np.zeros(N)

    def play(self, n: int, alive: Alive) -> npt.NDArray[np.float64]:
        luck = self._rng.random(n)
        self.n_games[alive] += n
        return (luck < self.strengths[alive, np.newaxis]).astype(float)

    def race(self, rounds: int, keep: float = 0.5) -> npt.NDArray[np.float64]:
        return race(N, [partial(self.play, GAMES // rounds)] * rounds, keep)


def test_one_round_is_the_mean_of_all_games() -> None:
    worth = np.array([[1.0, 0.0], [1.0, 1.0]])
    assert race(2, [lambda alive: worth], 0.5).tolist() == [0.5, 1.0]


def test_a_race_spends_fewer_games_and_finds_the_best() -> None:
    """Of 40 toys it takes less than half of the games, and is as often right about the best."""
    n_found, n_spent = {1: 0, ROUNDS: 0}, {1: 0.0, ROUNDS: 0.0}
    for rounds in n_found:
        for seed in range(40):
            toy = Toy(seed)
            fitness = toy.race(rounds)
            best = np.flatnonzero(fitness == fitness.max())
            n_found[rounds] += toy.strengths.argmax() in best
            n_spent[rounds] += toy.n_games.sum()
    assert n_spent[ROUNDS] < n_spent[1] / 2
    assert n_found[ROUNDS] >= 0.9 * n_found[1] > 0


@pytest.mark.parametrize("keep", [0.01, 0.25, 0.5, 0.9, 1.0])
@pytest.mark.parametrize("seed", range(3))
def test_who_is_out_is_below_who_went_on(seed: int, keep: float) -> None:
    toy = Toy(seed)
    fitness = toy.race(ROUNDS, keep)
    stages = [fitness[toy.n_games == n] for n in np.unique(toy.n_games)]
    assert all(low.max() < high.min() for low, high in pairwise(stages))
    assert len(stages) == {0.01: 2, 1.0: 1}.get(keep, ROUNDS)  # one candidate at least is left
    assert np.isfinite(fitness).all()


def test_who_is_out_keeps_the_mean_where_that_is_worse_anyway() -> None:
    rounds: list[Callable[[Alive], npt.NDArray[np.float64]]] = [
        lambda alive: np.array([[0.0], [1.0], [0.9], [0.1]]),
        lambda alive: np.full((len(alive), 1), 0.5),
    ]
    assert race(4, rounds, 0.5).tolist() == pytest.approx([0.0, 0.75, 0.7, 0.1])


def test_who_left_together_moves_down_together() -> None:
    """A hard last round makes those that reach it look worse than those that never met it."""
    rounds: list[Callable[[Alive], npt.NDArray[np.float64]]] = [
        lambda alive: np.array([[10.0], [9.0], [8.0], [5.0]]),
        lambda alive: np.full((len(alive), 1), -20.0),
    ]
    best, second, third, last = race(4, rounds, 0.5)
    assert best > second > third > last
    assert third - last == pytest.approx(3)

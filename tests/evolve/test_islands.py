"""Islands: the same on any workers, however they are stopped; and who migrates where, when an epoch is over."""

import pickle
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from semeai.evolve.islands import Islands, sources
from semeai.evolve.steady import Populations, begin_strategies, make_steps
from semeai.evolve.strategies import FIRST, SECOND, Strategies, StrategiesParams, share_out
from semeai.go.board import Board
from semeai.go.knowing import Policy
from semeai.go.rules import Rules
from semeai.parallel.executors import Executor, Workers
from semeai.parallel.team import Team
from semeai.rng import seeds
from tests.conftest import needs_jit
from tests.evolve.test_strategy_games import board_of

PARAMS = StrategiesParams(population=60, threads=12, renewal=3, islands=3, exchange=10)  # so 12: whole rounds of four
BUSY = StrategiesParams(
    population=24, threads=4, islands=2, exchange=1, bias=0.3, balance=True, edits=0.3, policy=Policy.KNOWING
)
BOARD = board_of("..... ..... ..X.. ..... .....")


def evolved(params: StrategiesParams, *parts: int, seed: int = 1, workers: Workers | None = None) -> Populations:
    """After so many steps, one part after the other."""
    strategies = begin_strategies(params, BOARD, seed)
    for n_steps in parts:
        make_steps(strategies, n_steps, workers or Workers(1))
    return strategies


def same(one: Populations, other: Populations) -> bool:
    """Whether nothing can tell them apart."""
    a, b = one.state(), other.state()
    return a.keys() == b.keys() and all(np.array_equal(a[name], b[name]) for name in a)


# -- the same, whoever does it -----------------------------------------------------------------------------------------


@needs_jit
@pytest.mark.parametrize(("n", "executor"), [(2, Executor.THREADS), (2, Executor.PROCESSES)])
def test_any_workers_come_to_the_same(n: int, executor: Executor) -> None:
    with Workers(n, executor) as workers:
        for params in (PARAMS, BUSY):
            assert same(evolved(params, 96), evolved(params, 96, workers=workers))
    assert not same(evolved(PARAMS, 96), evolved(PARAMS, 96, seed=2))


@needs_jit
@pytest.mark.parametrize("params", [PARAMS, BUSY])
def test_however_many_steps_are_made_at_a_time(params: StrategiesParams) -> None:
    whole, parts = evolved(params, 120), evolved(params, 12, 36, 60, 12)
    assert whole.n_steps == parts.n_steps == 120
    assert same(whole, parts)


@needs_jit
@pytest.mark.parametrize("params", [PARAMS, BUSY])
@pytest.mark.parametrize("n_steps", [36, 48])  # at the end of an epoch of the first, and inside one
def test_stopped_and_taken_up_again(n_steps: int, params: StrategiesParams) -> None:
    half, again = evolved(params, n_steps), evolved(params)
    again.restore({name: array.copy() for name, array in half.state().items()})
    assert same(again, half)
    for strategies in (half, again):
        make_steps(strategies, 96, Workers(1))
    assert same(again, half)
    assert same(again, evolved(params, n_steps + 96))


@needs_jit
@pytest.mark.parametrize(("n_steps", "made"), [(0, 0), (1, 12), (12, 12), (13, 24), (100, 108)])
def test_steps_are_whole_rounds(n_steps: int, made: int) -> None:
    assert evolved(PARAMS, n_steps).n_steps == made


@needs_jit
def test_an_island_is_a_coevolution_with_a_seed_of_its_own() -> None:
    """Until champions have migrated; and no two of them are alike."""
    strategies = evolved(PARAMS, 24)
    part = StrategiesParams(population=20, threads=4, renewal=3)
    with Team(1) as team:
        for i, seed in enumerate(seeds(3, 1, 2)):
            alone = Strategies(part, BOARD, int(seed))
            alone.run(8, team)
            assert all(np.array_equal(array, strategies.state()[name][i]) for name, array in alone.state().items())
    rngs = strategies.state()["rng"]
    assert len(np.unique(rngs)) == len(rngs) == 3


@needs_jit
def test_one_island_is_none() -> None:
    params = StrategiesParams(population=24, threads=4, exchange=5)
    strategies = evolved(params, 40)
    plain = Strategies(params, BOARD, 1)
    with Team(1) as team:
        plain.run(40, team)
    assert type(strategies) is Strategies
    assert same(strategies, plain)
    assert set(plain.state()) == {"populations", "threads", "order", "rng", "working", "komi", "n_steps"}


def test_boards_can_be_sent() -> None:
    board = Board(Rules(size=5, komi=3.5))
    board.play(21)
    sent = pickle.loads(pickle.dumps(board))
    assert (sent.rules, sent.moves, sent.to_play) == (board.rules, board.moves, board.to_play)
    assert sent.record.tobytes() == board.record.tobytes()


# -- exchanges ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("n", [2, 3, 8])
def test_every_island_receives_from_another(n: int) -> None:
    """All of them stand in one circle, in another order after every epoch and for every seed."""
    found = [sources(n, seed, epoch) for seed in (1, 2) for epoch in range(1, 11)]
    assert found == [sources(n, seed, epoch) for seed in (1, 2) for epoch in range(1, 11)]
    for before in found:
        seen, at = set[int](), 0
        while at not in seen:
            seen.add(at)
            at = before[at]
        assert seen == set(range(n))
    if n == 8:
        assert len(set(map(tuple, found))) == len(found)


@needs_jit
def test_champions_migrate_when_an_epoch_is_over() -> None:
    """All of them, to the islands that the pattern says, and nobody else does."""
    kept = StrategiesParams(population=60, threads=12, renewal=1 << 40, islands=3, exchange=12)
    before, after, later = evolved(kept, 24), evolved(kept, 36), evolved(kept, 72)
    once, twice = sources(3, 1, 1), sources(3, 1, 2)
    for side in (FIRST, SECOND):
        old, new, last = (found.champions(side).reshape(3, 4) for found in (before, after, later))
        assert len(np.unique(old)) > 6
        assert all(np.array_equal(new[to], old[once[to]]) for to in range(3))
        assert all(np.array_equal(last[to], old[once[twice[to]]]) for to in range(3))
    alone = evolved(StrategiesParams(population=60, threads=12, renewal=1 << 40, islands=3, exchange=1 << 40), 36)
    assert np.array_equal(alone.state()["populations"], after.state()["populations"])
    assert not np.array_equal(alone.state()["threads"], after.state()["threads"])


# -- what they say -----------------------------------------------------------------------------------------------------


@needs_jit
def test_all_islands_are_counted() -> None:
    strategies = evolved(PARAMS, 60)
    assert isinstance(strategies, Islands)
    assert len(strategies.trees(FIRST)) == len(strategies.suggestions(SECOND, [21])) == 60
    assert len(strategies.champions(SECOND)) == 12
    parts = [island.suggestions(FIRST) for island in strategies._islands]
    assert strategies.shares() == share_out(np.concatenate(parts))
    assert max(part.shares()[move] for part in strategies._islands for move in part.shares()) > max(
        strategies.shares().values()
    )


# -- what is refused ---------------------------------------------------------------------------------------------------


def change(name: str, value: Callable[[Any], Any]) -> Callable[[dict[str, Any]], None]:
    """Damage: an array is another one."""

    def damage(state: dict[str, Any]) -> None:
        state[name] = value(state[name])

    return damage


@needs_jit
@pytest.mark.parametrize(
    ("damage", "message"),
    [
        (change("order", lambda array: array[:2]), "expected a state of 3 islands"),
        (change("order", lambda array: np.array(5)), "expected a state of 3 islands"),
        (lambda state: state.pop("rng"), "another method"),
        (change("order", lambda array: array[:, :, :5]), "another method"),
        (change("order", lambda array: array + (np.arange(3) == 2)[:, None, None]), "expected the individuals"),
        (change("n_steps", lambda array: array + np.array([[0], [0], [4]])), "different numbers of steps"),
    ],
)
def test_damaged_states_are_refused(damage: Callable[[dict[str, Any]], None], message: str) -> None:
    """And nothing changes then."""
    strategies, before = evolved(PARAMS, 12), evolved(PARAMS, 12)
    state = {name: array.copy() for name, array in evolved(PARAMS, 24).state().items()}
    damage(state)
    with pytest.raises(ValueError, match=message):
        strategies.restore(state)
    assert same(strategies, before)


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"islands": 0}, "strategies:islands must be 1 or more, not 0"),
        ({"islands": 3}, "strategies:threads must be a multiple of the number of islands, here 3, not 64"),
        (
            {"islands": 4, "population": 1001},
            "strategies:population must be a multiple of the number of islands, here 4, not 1001",
        ),
        ({"islands": 128}, "strategies:threads must be a multiple of the number of islands, here 128, not 64"),
        ({"exchange": 0}, "strategies:exchange must be 1 or more, not 0"),
    ],
)
def test_settings_that_there_cannot_be(given: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError) as caught:  # noqa: PT011
        StrategiesParams(**given)
    assert str(caught.value) == message


def test_every_thread_can_have_an_island() -> None:
    StrategiesParams(population=128, threads=64, islands=64)

"""Strategies are the same for a seed, on any number of cores, and go on from a state; not from a damaged one."""

from collections import defaultdict
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from semeai.evolve.strategies import FIRST, Strategies, StrategiesParams
from semeai.evolve.strategies_kernel import THREAD
from semeai.evolve.trees_kernel import MAX_NODES, NULL
from semeai.go.knowing import Policy
from semeai.go.points import PASS, parse_vertex
from semeai.parallel.team import Team
from tests.conftest import needs_jit
from tests.evolve.test_strategy_games import SMALL, board_of
from tests.evolve.test_trees import read

BUSY = StrategiesParams(population=40, threads=9, renewal=3, bias=0.3, edits=0.3, sharing=0.3)
SETTINGS = [BUSY, StrategiesParams(population=40, threads=9, renewal=3, policy=Policy.KNOWING), SMALL]


def evolved(params: StrategiesParams, seed: int = 1, n_cores: int = 1, n_steps: int = 300) -> Strategies:
    strategies = Strategies(params, board_of("..... ..... ..X.. ..... ....."), seed)
    with Team(n_cores) as team:
        strategies.run(n_steps, team)
    return strategies


def same(one: Strategies, other: Strategies) -> bool:
    """Whether nothing can tell them apart."""
    a, b = one.state(), other.state()
    return a.keys() == b.keys() and all(np.array_equal(a[name], b[name]) for name in a)


@needs_jit
@pytest.mark.parametrize("params", SETTINGS)
def test_any_number_of_cores_comes_to_the_same(params: StrategiesParams) -> None:
    one = evolved(params)
    assert all(same(one, evolved(params, n_cores=n)) for n in (2, 3))
    assert not same(one, evolved(params, seed=2))


@needs_jit
@pytest.mark.parametrize("params", SETTINGS)
def test_stopped_and_taken_up_again(params: StrategiesParams) -> None:
    whole, half = evolved(params, n_steps=72), evolved(params, n_steps=36)
    again = evolved(params, n_steps=0)
    again.restore({name: array.copy() for name, array in half.state().items()})
    assert same(again, half)
    for strategies in (half, again):
        with Team(2) as team:
            strategies.run(36, team)
    assert same(whole, half)
    assert same(whole, again)
    assert again.n_steps == 72
    assert again.shares() == whole.shares()


@needs_jit
def test_a_state_is_a_copy() -> None:
    strategies = evolved(SMALL, n_steps=8)
    state = strategies.state()
    before = {name: array.copy() for name, array in state.items()}
    with Team(1) as team:
        strategies.run(8, team)
    assert all(np.array_equal(before[name], state[name]) for name in state)
    strategies.restore(state)
    with Team(1) as team:
        strategies.run(8, team)
    assert all(np.array_equal(before[name], state[name]) for name in state)


def put_nodes(values: list[int], n: int | None = None) -> Callable[[dict[str, Any]], None]:
    """Damage: the first strategy has these nodes."""

    def damage(state: dict[str, Any]) -> None:
        tree = np.zeros(MAX_NODES + 1, dtype=np.uint16)
        tree[0], tree[1 : 1 + len(values)] = len(values) if n is None else n, values
        state["populations"][: len(tree)] = tree

    return damage


def put(name: str, value: Any) -> Callable[[dict[str, Any]], None]:
    """Damage: an array is another one."""

    def damage(state: dict[str, Any]) -> None:
        state[name] = value(state[name])

    return damage


def change(name: str, value: int) -> Callable[[dict[str, Any]], None]:
    """Damage: the first number of an array is another one."""

    def damage(state: dict[str, Any]) -> None:
        state[name].reshape(-1)[0] = value

    return damage


def spoil_champion(state: dict[str, Any]) -> None:
    threads = state["threads"].view(THREAD)
    threads["champions"]["n"][0, 0] = 2


NO_STRATEGY = "the state has an invalid strategy"
OTHER_KIND = "the state belongs to another method, or has another number of strategies or threads"
NO_ORDER = "expected the individuals of the state in order"


@needs_jit
@pytest.mark.parametrize(
    ("damage", "message"),
    [
        (put("populations", lambda array: array[:-128]), OTHER_KIND),
        (put("populations", lambda array: array.astype(np.int64)), OTHER_KIND),
        (put("threads", lambda array: np.append(array, array)), OTHER_KIND),
        (put("order", lambda array: array[:, :-1]), OTHER_KIND),
        (lambda state: state.pop("rng"), OTHER_KIND),
        (put("more", lambda array: array), OTHER_KIND),
        (put_nodes([PASS, NULL, NULL], n=0), NO_STRATEGY),
        (put_nodes([PASS, NULL, NULL], n=2), NO_STRATEGY),
        (put_nodes([PASS, NULL, NULL, NULL]), NO_STRATEGY),
        (put_nodes([PASS, NULL]), NO_STRATEGY),
        (put_nodes([NULL], n=MAX_NODES + 1), NO_STRATEGY),
        (put_nodes([1, NULL, NULL]), NO_STRATEGY),
        (put_nodes([parse_vertex("f6", 9), NULL, NULL]), NO_STRATEGY),  # of a larger board
        (spoil_champion, NO_STRATEGY),
        (change("working", NULL), NO_STRATEGY),
        (change("order", BUSY.population), NO_ORDER),
        (change("order", -1), NO_ORDER),
    ],
)
def test_damaged_states_are_refused(damage: Callable[[dict[str, Any]], None], message: str) -> None:
    """And nothing changes then."""
    strategies, before = evolved(BUSY, n_steps=9), evolved(BUSY, n_steps=9)
    state = defaultdict(lambda: np.zeros(1), {name: array.copy() for name, array in strategies.state().items()})
    damage(state)
    with pytest.raises(ValueError, match=f"^{message}$"):
        strategies.restore(dict(state))
    assert same(strategies, before)


@needs_jit
def test_what_stands_behind_a_tree_is_nobodys_business() -> None:
    strategies = evolved(BUSY, n_steps=9)
    state = {name: array.copy() for name, array in strategies.state().items()}
    put_nodes([NULL, 12345])(state)
    state["populations"][0] = 1
    strategies.restore(state)
    assert read(strategies.trees(FIRST)[0]) is None

"""States with numbers that no method wrote: each is refused in one line, or does no harm afterwards."""

import json
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from semeai.evolve import make_evolver
from semeai.evolve.coevolution import Coevolution, CoevolutionParams
from semeai.evolve.evolver import Restorable, Row, State
from semeai.evolve.mapelites import Mapelites, MapelitesParams
from semeai.evolve.steady import begin_strategies, make_steps
from semeai.evolve.strategies import FIRST, StrategiesParams
from semeai.parallel.executors import Workers
from semeai.problems.toys import Ones, Sphere, Xor
from semeai.rng import generator
from tests.evolve.test_coevolution import results_of
from tests.evolve.test_strategy_games import board_of

Made = tuple[Restorable, Callable[[], Row]]
"""a method, and what makes its next generation and returns the row"""

EVOLVERS = {
    "ga": ("ga:population=6", Sphere(4)),
    "ga, whole numbers, tests": ("ga:population=6,selection=roulette,tests=True", Ones(4)),
    "sane": ("sane:neurons=20,blueprints=6,hidden=3,connections=4", Xor()),
    "sane, bits": ("sane:neurons=20,blueprints=6,hidden=3,connections=4,bits=True", Xor()),
    "sane2": ("sane2:neurons=20,blueprints=6,hidden=3,connections=4", Xor()),
    "sanei": ("sanei:neurons=20,blueprints=6,hidden=3,connections=4", Xor()),
    "esp": ("esp:hidden=2,neurons=8,trials=1", Xor()),
    "neat": ("neat:population=8", Xor()),
    "neat, bias": ("neat:population=8,bias=True", Xor()),
    "cma": ("cma", Sphere(4)),
    "cma, separable": ("cma:covariance=separable", Sphere(4)),
    "nes": ("nes", Sphere(4)),
}
BOARD = board_of("... .X. ...")
ISLANDS = {
    "strategies": StrategiesParams(population=24, threads=4, renewal=3, bias=0.3, balance=True),
    "islands": StrategiesParams(population=24, threads=4, renewal=3, islands=2, exchange=4, bias=0.3),
}


def make_single(spec: str, problem: Any) -> Made:
    evolver = make_evolver(spec, problem.genes, generator(1))

    def step() -> Row:
        candidates = evolver.ask()
        row = evolver.tell(problem.rate(candidates, np.zeros(len(candidates), np.uint64)))
        assert np.isfinite(problem.rate([evolver.champion], np.zeros(1, np.uint64))).all()
        return row

    return evolver, step


def make_pair() -> Made:
    sane = "sane:neurons=20,blueprints=4,hidden=3,connections=4"
    pair = Coevolution(CoevolutionParams(sane, sane, hall=2, sample=2), Xor().genes, generator(1))
    return pair, lambda: pair.tell(results_of(pair.ask()))


def make_map(problem: Any) -> Made:
    mapped = Mapelites(MapelitesParams(population=6, cells=3), problem.genes, generator(1))

    def step() -> Row:
        candidates = mapped.ask()
        return mapped.tell(problem.describe(candidates, np.zeros(len(candidates), np.uint64)))

    return mapped, step


def make_strategies(params: StrategiesParams) -> Made:
    strategies = begin_strategies(params, BOARD, 1)

    def step() -> Row:
        make_steps(strategies, 8, Workers(1))
        return {"steps": strategies.n_steps, "moves": len(strategies.suggestions(FIRST))}

    return strategies, step


METHODS: dict[str, Callable[[], Made]] = {
    **{name: lambda case=case: make_single(*case) for name, case in EVOLVERS.items()},
    "coevolution": make_pair,
    "mapelites": lambda: make_map(Sphere(4)),
    "mapelites, whole numbers": lambda: make_map(Ones(4)),
    **{name: lambda params=params: make_strategies(params) for name, params in ISLANDS.items()},
}


def wrong_numbers(kind: np.dtype[Any]) -> list[Any]:
    """Numbers of a type that a state should not have in most places."""
    if kind.kind == "f":
        return [np.nan, np.inf, -np.inf, np.finfo(kind).max, np.finfo(kind).min, -1e9, 1e9]
    if kind.kind == "b":
        return [True, False]
    limits = np.iinfo(kind)
    return sorted({limits.min, limits.min + 1, limits.max, limits.max // 2, limits.max // 256, 0, 1})


def changed(array: npt.NDArray[Any]) -> Iterator[npt.NDArray[Any]]:
    """The array with a wrong number at some places, and everywhere."""
    for number in wrong_numbers(array.dtype):
        for place in {0, array.size // 2, array.size - 1}:
            copy = array.copy()
            copy.reshape(-1)[place] = number
            yield copy
        yield np.full_like(array, number)


def frozen(state: State) -> dict[str, bytes]:
    return {name: array.tobytes() for name, array in state.items()}


def refusal(method: Restorable, state: State) -> str:
    """What a method says of a state that it does not take, else ""."""
    try:
        method.restore(state)
    except ValueError as error:
        return str(error)
    return ""


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("name", METHODS)
def test_wrong_numbers_are_refused_or_harmless(name: str) -> None:
    method, step = METHODS[name]()
    for _ in range(3):
        step()
    good = dict(method.state())
    refused = set()
    for array_name, array in good.items():
        for wrong in changed(array) if array.size else ():
            before = frozen(method.state())
            if problem := refusal(method, good | {array_name: wrong}):
                assert "\n" not in problem
                assert frozen(method.state()) == before
                refused.add(array_name)
                continue
            assert method.state()[array_name].tobytes() == wrong.tobytes()
            for _ in range(2):
                assert json.dumps(step(), allow_nan=False)
            method.restore(good)
    harmless = {"enabled", "rng", "black.sample", "white.sample"}  # any number is a good one there
    assert {key for key in good if good[key].size} - refused <= harmless


@pytest.mark.parametrize("name", METHODS)
def test_arrays_of_any_size_are_refused_or_harmless(name: str) -> None:
    method, step = METHODS[name]()
    step()
    good = dict(method.state())
    for array_name, array in good.items():
        for wrong in (array[:0], np.concatenate([array, array]), array[None], array.astype(np.complex128)):
            with pytest.raises(ValueError, match=r"^[^\n]+$"):
                method.restore(good | {array_name: wrong})
    step()

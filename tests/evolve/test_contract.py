"""Contract of methods that are asked and told: they breed, repeat themselves, and refuse what does not fit."""

import json
import pickle
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from itertools import chain, islice
from typing import Any

import numpy as np
import pytest

from semeai.evolve import METHODS, check_method, make_evolver
from semeai.evolve.evolver import Candidate, Candidates, Evaluate, Evolver, Fitness, Row, Seeds, State, generations
from semeai.evolve.method import Method
from semeai.nets.genes import Genes
from semeai.nets.network import read_network
from semeai.problems import make_problem
from semeai.problems.toys import Ones, Sphere, Xor
from semeai.rng import generator
from tests.conftest import SLOW


@dataclass(frozen=True)
class Case:
    """A problem that a method solves."""

    spec: str
    problem: Any
    n_generations: int
    target: float
    """fitness that it reaches by then, and random search does not"""


PROBLEMS = {
    "cma": [
        Case("cma", Sphere(), 60, -0.01),
        Case("cma:population=12,covariance=separable,champion=best", Sphere(), 60, -0.01),
    ],
    "esp": [Case("esp:hidden=5,neurons=12,trials=5", Xor(), 60, -0.02)],
    "ga": [
        Case("ga", Sphere(), 40, -0.1),
        Case("ga:population=31,selection=roulette,scaling=2.0,crossing=uniform,elite=2,tests=True", Ones(), 40, 1),
    ],
    "neat": [Case("neat:population=60,compatibility=2.5", Xor(), 80, -0.13)],
    "nes": [
        Case("nes", Sphere(), 40, -0.02),
        Case("nes:population=20,shaping=linear,deviations=one,rate=2.0,champion=best", Sphere(), 40, -0.02),
        Case("nes:population=20,deviations=fixed,step=0.1", Sphere(), 40, -0.02),
    ],
    "sane": [
        Case("sane:neurons=100,blueprints=50,hidden=8,connections=6,mutation=0.02", Xor(), 240, -0.03),
        Case("sane:neurons=100,blueprints=50,hidden=8,connections=6,mutation=0.01,bits=True", Xor(), 200, -0.01),
    ],
    "sane2": [
        Case("sane2:neurons=200,blueprints=60,hidden=8,connections=6,mutation=0.05,spared=0.05", Xor(), 240, -0.02)
    ],
    "sanei": [Case("sanei:neurons=200,blueprints=60,hidden=8,connections=6", Xor(), 150, -0.02)],
}


@pytest.fixture(params=[*chain(*PROBLEMS.values())], ids=lambda case: f"{case.spec}-{case.problem.name}")
def case(request: pytest.FixtureRequest) -> Any:
    return request.param


def make(case: Case, seed: int = 1) -> Evolver:
    return make_evolver(case.spec, case.problem.genes, generator(seed))


def draw(case: Case, n_generations: int, seed: int) -> Candidates:
    """Random genomes, as many as so many generations have; of networks, those that a method begins with."""
    genes = case.problem.genes
    beginners = (make(case, 1000 * (seed + 1) + k) for k in range(n_generations))
    if not isinstance(genes, Genes):
        return [genome for evolver in beginners for genome in evolver.ask()]
    n = n_generations * len(next(beginners).ask())
    drawn = np.random.default_rng(seed).uniform(genes.low, genes.high + genes.is_integer, (n, genes.n))
    return np.floor(drawn) if genes.is_integer else drawn


def noisy(case: Case) -> Evaluate:
    """The fitness, with a little more that depends on the seed alone."""

    def evaluate(candidates: Sequence[Candidate], seeds: Seeds) -> Fitness:
        return case.problem.rate(candidates, seeds) + seeds * 2.0**-64 / 10

    return evaluate


def history(case: Case, evolver: Evolver, n: int, seed: int = 1, first: int = 0) -> list[Row]:
    return list(islice(generations(evolver, noisy(case), seed, first), n))


def frozen(state: State) -> dict[str, tuple[str, tuple[int, ...], bytes]]:
    """All of a state, to the last bit."""
    return {name: (array.dtype.str, array.shape, array.tobytes()) for name, array in state.items()}


# -- by name -----------------------------------------------------------------------------------------------------------


def test_every_method_is_tested_here() -> None:
    """All that are asked for candidates and told their fitness; of others see `tests/contracts`."""

    def is_asked(name: str) -> bool:
        make_method = METHODS.load(name).make
        return hasattr(make_method, "ask") and not issubclass(make_method, Method)

    assert set(PROBLEMS) == {name for name in METHODS if is_asked(name)}
    for name, cases in PROBLEMS.items():
        assert {case.spec.partition(":")[0] for case in cases} == {name}


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("eugenics", r"^no method called 'eugenics'; there are cma, coevolution, cooperative, esp, "),
        ("ga:people=3", r"^ga has no setting 'people'; it has population, selection, "),
        ("ga:population=many", r"^ga:population must be of type int, not 'many'$"),
        (
            "ga:selection=natural",
            r"^ga:selection must be one of roulette, tournament, truncation, rank, not 'natural'$",
        ),
        ("ga:population=1", r"^ga:population must be 2 or more, not 1$"),
    ],
)
def test_what_names_no_method(spec: str, message: str) -> None:
    for use in (check_method, lambda spec: make_evolver(spec, Sphere().genes, generator(1))):
        with pytest.raises(ValueError, match=message):
            use(spec)


def test_names_are_checked_without_loading_anything_heavy() -> None:
    code = (
        "import sys; from semeai.evolve import check_method\n"
        "check_method('ga')\n"
        "assert not {'numpy', 'numba', 'semeai.evolve.ga'} & set(sys.modules)"
    )
    subprocess.run([sys.executable, "-c", code], check=True, timeout=60)


def test_its_parameters_go_into_the_record_of_a_run(case: Case) -> None:
    parameters = asdict(make(case).params)
    said = dict(setting.split("=") for setting in filter(None, case.spec.partition(":")[2].split(",")))
    assert {key: str(parameters[key]) for key in said} == said
    assert json.loads(json.dumps(parameters)) == parameters


@pytest.mark.parametrize(("name", "optimum", "fitness"), [("sphere", 0.5, 0), ("ones", 1, 1)])
def test_toys(name: str, optimum: float, fitness: float) -> None:
    toy = make_problem(f"{name}:n=7")
    assert (toy.name, toy.genes.n, toy.n_games, toy.settings()) == (name, 7, 0, {"n": 7})
    genomes = np.full((3, 7), optimum)
    genomes[1:, 0] = 0
    genomes[2, 6] = 0
    best, *others = toy.rate(genomes, np.zeros(3, np.uint64))
    assert best == fitness
    assert others == pytest.approx({"sphere": [-0.25, -0.5], "ones": [6 / 7, 5 / 7]}[name])
    assert pickle.loads(pickle.dumps(toy)) == toy  # it can be sent to another process


# -- it breeds ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=SLOW) for seed in (1, 2))])
def test_it_solves_what_random_search_does_not(case: Case, seed: int) -> None:
    rows = list(islice(generations(make(case, seed), case.problem.rate, seed), case.n_generations))
    drawn = draw(case, case.n_generations, seed)
    assert rows[-1]["best"] >= case.target
    assert case.problem.rate(drawn, np.zeros(len(drawn), np.uint64)).max() < case.target


def test_candidates_are_genomes_of_the_problem(case: Case) -> None:
    evolver, genes = make(case), case.problem.genes
    for _ in history(case, evolver, 10):
        if not isinstance(genes, Genes):
            networks = [read_network(genome) for genome in evolver.ask()]
            assert {(net.n_inputs, net.n_outputs) for net in networks} == {(genes.n_inputs, genes.n_outputs)}
            continue
        candidates = np.array(evolver.ask())
        assert candidates.shape[1] == genes.n
        assert (candidates >= genes.low).all()
        assert (candidates <= genes.high).all()
        assert np.issubdtype(candidates.dtype, np.integer) == genes.is_integer


def test_the_champion_is_the_best_of_the_generation(case: Case) -> None:
    """The fittest, or for methods that breed a distribution its mean, which comes first."""
    evolver = make(case)
    is_mean = getattr(evolver.params, "champion", "best") == "mean"
    for _ in range(10):
        candidates = evolver.ask()
        fitness = np.random.default_rng(3).permutation(len(candidates)).astype(float)
        row = evolver.tell(fitness)
        chosen = 0 if is_mean else fitness.argmax()
        assert (evolver.champion == candidates[chosen]).all()
        assert row.get("champion", row["best"]) == fitness[chosen]


def test_rows_say_how_the_generation_was(case: Case) -> None:
    evolver = make(case)
    names = []
    for _ in range(5):
        fitness = noisy(case)(evolver.ask(), np.arange(len(evolver.ask()), dtype=np.uint64))
        row = evolver.tell(fitness)
        names.append(list(row))
        assert (row["best"], row["mean"], row["min"]) == (fitness.max(), fitness.mean(), fitness.min())
        assert row["diversity"] > 0
        assert json.loads(json.dumps(row, allow_nan=False)) == row
    assert names[0][:4] == ["best", "mean", "min", "diversity"]
    assert all(other == names[0] for other in names)


# -- it repeats itself -------------------------------------------------------------------------------------------------


def test_the_history_follows_from_the_seed(case: Case) -> None:
    one, same, other = (history(case, make(case, seed), 8) for seed in (1, 1, 2))
    assert one == same
    assert all(a != b for a, b in zip(one, other, strict=True))


def test_asking_changes_nothing(case: Case) -> None:
    evolver = make(case)
    for _ in history(case, evolver, 3):
        before = frozen(evolver.state())
        first, *others = ([genome.tobytes() for genome in evolver.ask()] for _ in range(3))
        assert all(again == first for again in others)
        assert frozen(evolver.state()) == before


def test_what_a_caller_does_to_arrays_changes_nothing(case: Case) -> None:
    undisturbed, evolver = make(case), make(case)
    expected = history(case, undisturbed, 4)

    def evaluate(candidates: Sequence[Candidate], seeds: Seeds) -> Fitness:
        fitness = noisy(case)(candidates, seeds)
        for genome in [*candidates, evolver.champion, *evolver.state().values()]:
            genome[...] = 0
        told.append(fitness)
        return fitness

    told: list[Fitness] = []
    for known, row in zip(expected, generations(evolver, evaluate, 1), strict=False):
        assert row == known
        assert (row["best"], row["min"]) == (told[-1].max(), told[-1].min())  # nor is the caller's fitness changed
        told[-1][...] = 0
    assert frozen(evolver.state()) == frozen(undisturbed.state())


@pytest.mark.parametrize("how", ["one by one", "by sevens", "from the last"])
def test_it_does_not_matter_how_candidates_are_rated(case: Case, how: str) -> None:
    def evaluate(candidates: Sequence[Candidate], seeds: Seeds) -> Fitness:
        step = {"one by one": 1, "by sevens": 7, "from the last": 1}[how]
        parts = [slice(i, i + step) for i in range(0, len(candidates), step)]
        if how == "from the last":
            parts.reverse()
        fitness = np.empty(len(candidates))
        for part in parts:
            fitness[part] = noisy(case)(candidates[part], seeds[part])
        return fitness

    whole, evolver = make(case), make(case)
    assert list(islice(generations(evolver, evaluate, 1), 6)) == history(case, whole, 6)
    assert frozen(evolver.state()) == frozen(whole.state())


# -- it goes on where it was stopped: see `tests/contracts` too --------------------------------------------------------


def test_a_state_stays_what_it_was(case: Case) -> None:
    one, other = make(case), make(case)
    history(case, one, 2)
    state = one.state()
    before = frozen(state)
    other.restore(state)
    expected = history(case, one, 3, first=2)
    assert frozen(state) == before
    champion = other.champion
    for array in state.values():
        array[...] = 0
    assert (other.champion == champion).all()
    assert history(case, other, 3, first=2) == expected


def test_a_state_of_something_else_is_refused(case: Case) -> None:
    evolver = make(case)
    before = frozen(evolver.state())
    genes = case.problem.genes
    more = {"n": genes.n + 1} if isinstance(genes, Genes) else {"n_inputs": genes.n_inputs + 1}
    longer = make_evolver(case.spec, replace(genes, **more), generator(1))
    state = dict(evolver.state())
    without = [{name: array for name, array in state.items() if name != left_out} for left_out in state]
    shorter = [state | {name: array[:-1]} for name, array in state.items()]
    for wrong in [longer.state(), {}, *without, *shorter, state | {"more": np.zeros(1)}]:
        with pytest.raises(ValueError, match=r"^.{10,100}$"):
            evolver.restore(wrong)
        assert frozen(evolver.state()) == before


@pytest.mark.parametrize("wrong", [np.nan, np.inf, -np.inf])
def test_a_wrong_fitness_is_refused(case: Case, wrong: float) -> None:
    evolver = make(case)
    before, n = frozen(evolver.state()), len(evolver.ask())
    for fitness in np.append(np.zeros(n - 1), wrong), np.zeros(n - 1), np.zeros(n + 1), np.zeros((n, 1)):
        with pytest.raises(ValueError, match="fitness"):
            evolver.tell(fitness)
        assert frozen(evolver.state()) == before

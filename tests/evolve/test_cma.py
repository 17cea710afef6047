"""CMA-ES: every step is that of the library cmaes, it needs no more evaluations, and the mean is the one to trust."""

from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from semeai.evolve import make_evolver
from semeai.evolve.cma import Cma
from semeai.nets.genes import Genes, Units
from semeai.rng import generator

cmaes = pytest.importorskip("cmaes")

Points = npt.NDArray[np.float64]
Function = Callable[[Points], Any]
N = 10
GENES = Genes(N, -10, 10)
TARGET = 1e-8
LIBRARY = {"full": cmaes.CMA, "separable": cmaes.SepCMA}


def sphere(x: Points) -> Any:
    return np.square(x).sum(axis=-1)


def ellipsoid(x: Points) -> Any:
    return (10 ** (6 * np.arange(N) / (N - 1)) * x**2).sum(axis=-1)


def rosenbrock(x: Points) -> Any:
    return (100 * (x[..., 1:] - x[..., :-1] ** 2) ** 2 + (1 - x[..., :-1]) ** 2).sum(axis=-1)


def begin(spec: str, start: float, seed: int = 1) -> Cma:
    """The method with the mean at a genome that is `start` everywhere."""
    evolver = make_evolver(spec, GENES, generator(seed))
    assert isinstance(evolver, Cma)
    evolver.restore({**evolver.state(), "mean": np.full(N, 10 * np.arctanh(start / 10))})
    return evolver


def test_the_mean_of_a_state_is_the_first_candidate() -> None:
    assert begin("cma", 3).ask()[0] == pytest.approx(3)


@pytest.mark.parametrize("covariance", LIBRARY)
@pytest.mark.parametrize("function", [sphere, rosenbrock])
def test_every_step_is_that_of_the_library(covariance: str, function: Function) -> None:
    ours = begin(f"cma:covariance={covariance}", 1)
    library = LIBRARY[covariance](mean=ours.state()["mean"], sigma=4.0, population_size=10)
    library._g = -1  # it counts generations from one, the paper from zero
    for _ in range(60):
        samples = ours._samples.copy()
        values = function(ours.ask())
        ours.tell(-values)
        library.tell(list(zip(samples, values[1:].tolist(), strict=True)))
        state = ours.state()
        np.testing.assert_allclose(state["mean"], library._mean, rtol=1e-6, atol=1e-9)
        np.testing.assert_allclose(state["sigma"], library._sigma, rtol=1e-6)
        np.testing.assert_allclose(state["covariance"], library._C, rtol=1e-5, atol=1e-7 * library._C.max())


def evaluations(spec: str, function: Function, seed: int) -> int:
    """The number of candidates until one has the target, the means among them."""
    evolver, n = begin(spec, 3, seed), 0
    while n < 20_000:
        candidates = evolver.ask()
        values = function(candidates)
        if (values <= TARGET).any():
            return n + int((values <= TARGET).argmax()) + 1
        evolver.tell(-values)
        n += len(candidates)
    return n


def library_evaluations(covariance: str, function: Function, seed: int) -> int:
    bounds = np.tile([GENES.low, GENES.high], (N, 1))
    library = LIBRARY[covariance](mean=np.full(N, 3.0), sigma=2.0, bounds=bounds, seed=seed)
    n = 0
    while n < 20_000:
        asked = [library.ask() for _ in range(library.population_size)]
        values = [float(function(x)) for x in asked]
        if min(values) <= TARGET:
            return n + next(i for i, value in enumerate(values) if value <= TARGET) + 1
        library.tell(list(zip(asked, values, strict=True)))
        n += len(asked)
    return n


@pytest.mark.parametrize(
    ("covariance", "function"),
    [("full", sphere), ("full", ellipsoid), ("full", rosenbrock), ("separable", sphere), ("separable", ellipsoid)],
)
def test_it_needs_no_more_evaluations_than_the_library(covariance: str, function: Function) -> None:
    seeds = range(5)
    ours = np.median([evaluations(f"cma:covariance={covariance},step=0.1", function, seed) for seed in seeds])
    theirs = np.median([library_evaluations(covariance, function, seed) for seed in seeds])
    assert ours <= 1.2 * theirs < 10_000


# -- a genome to begin with --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("spec", ["cma", "nes", "nes:champion=average"])
def test_it_begins_at_a_genome(spec: str) -> None:
    genes = Genes(4, -1.0, 3.0)
    begun = make_evolver(spec, genes, generator(1))
    genome = np.array([-0.9, 0.0, 1.5, 2.9])
    begun.begin_at(genome)  # type: ignore[attr-defined]
    assert begun.ask()[0] == pytest.approx(genome)
    assert begun.champion == pytest.approx(genome)
    begun.begin_at(np.full(4, 3.0))  # type: ignore[attr-defined]
    assert begun.ask()[0] == pytest.approx(3.0, abs=0.01)
    for wrong in (np.zeros(3), np.full(4, 3.1)):
        with pytest.raises(ValueError, match="expected a genome of"):
            begun.begin_at(wrong)  # type: ignore[attr-defined]


# -- the champion ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("method", ["cma", "cma:covariance=separable", "nes"])
def test_under_noise_the_mean_is_better_than_the_fittest(method: str) -> None:
    """By its true fitness, where the noise is as large as the differences."""
    rng, evolver = np.random.default_rng(1), make_evolver(method, Genes(40, -1, 1), generator(1))
    means, fittest = [], []
    for _ in range(60):
        true = -np.square(evolver.ask() - 0.5).sum(axis=1)
        fitness = true + rng.normal(0, 1, len(true))
        evolver.tell(fitness)
        means.append(-np.square(evolver.champion - 0.5).sum())
        fittest.append(true[fitness.argmax()])
    assert np.mean(means[20:]) > np.mean(fittest[20:]) + 0.2


def test_the_average_of_means_is_better_than_the_mean_where_that_moves_by_luck() -> None:
    """By its true fitness, once the goal is near: the method learns the same, another candidate is its champion."""
    settings = "population=20,shaping=linear,deviations=fixed,step=0.1"
    found = {}
    for champion in ("mean", "average"):
        rng = np.random.default_rng(1)
        evolver = make_evolver(f"nes:{settings},champion={champion}", Genes(20, -1, 1), generator(1))
        true = []
        for _ in range(200):
            fitness = -np.square(evolver.ask()).sum(axis=1) + rng.normal(0, 2, 21)
            evolver.tell(fitness)
            true.append(-np.square(evolver.champion).sum())
        found[champion] = np.mean(true[100:]), evolver.state()["mean"]
    assert found["average"][0] > 0.7 * found["mean"][0]  # both are negative
    assert found["average"][1].tolist() == found["mean"][1].tolist()


def test_an_average_is_restored() -> None:
    evolvers = [make_evolver("nes:champion=average", GENES, generator(seed)) for seed in (1, 2)]
    for _ in range(5):
        evolvers[0].tell(-sphere(evolvers[0].ask() - 1))
    evolvers[1].restore(evolvers[0].state())
    assert evolvers[1].ask().tolist() == evolvers[0].ask().tolist()
    broken = dict(evolvers[0].state())
    broken["average"] = np.full(N, 1e9)
    with pytest.raises(ValueError, match="average out of range"):
        evolvers[1].restore(broken)


# -- bounds ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("method", ["cma", "cma:covariance=separable", "nes", "nes:deviations=one"])
def test_it_finds_a_best_genome_at_the_bounds(method: str) -> None:
    evolver = make_evolver(method, Genes(6, -1, 1), generator(1))
    for _ in range(200):
        evolver.tell(evolver.ask().sum(axis=1))
    assert evolver.champion == pytest.approx(1, abs=0.02)


@pytest.mark.parametrize("method", ["cma", "cma:covariance=separable", "nes"])
def test_bounds_make_no_traps(method: str) -> None:
    """For every seed it finds a best genome half-way to the bounds, and one that is partly at the bounds."""
    for seed in range(4):
        inside, mixed = (make_evolver(method, Genes(10, -1, 1), generator(seed)) for _ in range(2))
        for _ in range(150):
            inside.tell(-np.square(inside.ask() - 0.5).sum(axis=1))
            genomes = mixed.ask()
            mixed.tell(genomes[:, :5].sum(axis=1) - np.square(genomes[:, 5:] - 0.2).sum(axis=1))
        assert inside.champion == pytest.approx(0.5, abs=0.01)
        assert mixed.champion == pytest.approx(np.repeat([1, 0.2], 5), abs=0.05)


def test_numbers_near_the_centre_stay_what_they_are() -> None:
    evolver = make_evolver("cma:step=0.005", Genes(3, 2, 6), generator(1))
    assert isinstance(evolver, Cma)
    assert evolver.ask()[0] == pytest.approx(4)
    assert evolver.ask()[1:] == pytest.approx(4 + evolver._samples, abs=1e-4)


@pytest.mark.parametrize("method", ["cma", "nes"])
@pytest.mark.filterwarnings("error")
def test_a_plain_does_no_harm(method: str) -> None:
    """Where all candidates are worth the same for long, numbers stay numbers."""
    evolver = make_evolver(method, Genes(5, -1, 1), generator(1))
    for _ in range(400):
        row = evolver.tell(np.zeros(len(evolver.ask())))
    assert 1e-6 < row["diversity"] < 10
    evolver.restore(evolver.state())


@pytest.mark.filterwarnings("error")
def test_it_can_go_on_for_long_after_it_has_converged() -> None:
    evolver = make_evolver("cma", Genes(4, -1, 1), generator(1))
    for _ in range(600):
        evolver.tell(-np.square(evolver.ask() - 0.25).sum(axis=1))
    assert evolver.champion == pytest.approx(0.25)
    evolver.restore(evolver.state())


# -- what it refuses ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("spec", "genes", "message"),
    [
        ("cma", Units(3, 1), r"^cma breeds real numbers, and cannot breed networks; use sane, esp or neat$"),
        ("nes", Genes(3, 0, 1, is_integer=True), r"^nes breeds real numbers, and cannot breed whole numbers; use ga$"),
        ("cma:population=3", GENES, r"^cma:population must be 4 or more, or 0 for 4 \+ 3 ln\(genes\), not 3$"),
        ("nes:population=7", GENES, r"^nes:population must be an even number, or 0 for 4 \+ 3 ln\(genes\), not 7$"),
        ("cma:step=0.0", GENES, r"^cma:step must be a share, above 0 and up to 1, not 0$"),
        ("cma:covariance=round", GENES, r"^cma:covariance must be one of full, separable, not 'round'$"),
    ],
)
def test_what_it_refuses(spec: str, genes: Genes | Units, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        make_evolver(spec, genes, generator(1))

"""The genetic algorithm: each setting does what it says, and wrong ones are told in one line."""

import numpy as np
import numpy.typing as npt
import pytest

from semeai.evolve.evolver import generations
from semeai.evolve.ga import Ga, GaParams
from semeai.evolve.operators import Crossover, Selection
from semeai.nets.genes import Genes
from semeai.problems.toys import Ones, Sphere

GENES = Genes(6, -1, 3)
COPIES = {"crossover": 0.0, "mutation": 0.0, "elite": 0}
"""children are like one of their parents"""


def bred(fitness: npt.ArrayLike, genes: Genes = GENES, **settings: object) -> tuple[Ga, npt.NDArray, npt.NDArray]:
    """A genetic algorithm, its first generation and its second, where the first had this fitness."""
    fitness = np.asarray(fitness, dtype=float)
    ga = Ga(GaParams(population=len(fitness), **settings), genes, np.random.default_rng(1))
    first = ga.ask()
    ga.tell(fitness)
    return ga, first, ga.ask()


def parent_counts(first: npt.NDArray, second: npt.NDArray) -> npt.NDArray:
    """How many of the second generation are copies of each of the first."""
    numbers = {genome.tobytes(): number for number, genome in enumerate(first)}
    return np.bincount([numbers[genome.tobytes()] for genome in second], minlength=len(first))


# -- a generation ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("elite", [0, 1, 3, 49])
def test_the_elite_is_copied_the_best_first(elite: int) -> None:
    fitness = np.random.default_rng(2).permutation(50)
    _, first, second = bred(fitness, elite=elite, mutation=1.0)
    best = np.argsort(-fitness)
    assert second.shape == first.shape
    assert (second[:elite] == first[best[:elite]]).all()
    assert not (second[elite:, None] == first).all(axis=2).any()


def test_without_an_elite_the_champion_is_still_known() -> None:
    ga, first, second = bred([1, 5, 2, 4], elite=0, mutation=1.0)
    assert (ga.champion == first[1]).all()
    assert not (second == first[1]).all(axis=1).any()


@pytest.mark.parametrize("population", [2, 3, 8, 9])
@pytest.mark.parametrize("elite", [0, 1])
def test_populations_keep_their_number(population: int, elite: int) -> None:
    _, _, second = bred(range(population), elite=elite, tournament=2)
    assert second.shape == (population, GENES.n)


def test_without_crossover_and_mutation_children_are_copies_of_the_better() -> None:
    _, first, second = bred(range(1000), **COPIES)
    counts = parent_counts(first, second)
    # with three in a tournament the better half has 1 - (1/2)^3 of the children
    assert counts[500:].sum() / 1000 == pytest.approx(7 / 8, abs=0.04)


@pytest.mark.parametrize(
    ("crossing", "most_cuts"), [(Crossover.ONE_POINT, 1), (Crossover.TWO_POINT, 2), (Crossover.UNIFORM, 5)]
)
def test_crossover_mixes_the_genes_of_two_at_their_places(crossing: Crossover, most_cuts: int) -> None:
    _, first, second = bred(range(100), crossover=1.0, crossing=crossing, mutation=0.0, elite=0)
    origin = (first[:, None] == second[None]).argmax(axis=0)
    assert (np.take_along_axis(first, origin, axis=0) == second).all()
    n_parents = np.array([len(set(row)) for row in origin])
    assert n_parents.max() == 2
    assert (n_parents == 2).sum() > 80
    assert (np.diff(origin) != 0).sum(axis=1).max() == most_cuts


def test_mutation_and_step_are_shares() -> None:
    genes = Genes(1000, -1, 3)
    _, first, second = bred([1, 0], genes, tournament=1, crossover=0.0, mutation=0.2, step=0.01, elite=0)
    steps = np.concatenate([min(child - first, key=lambda step: np.abs(step).sum()) for child in second])
    steps = steps[steps != 0]
    assert len(steps) / 2000 == pytest.approx(0.2, abs=0.04)
    assert steps.std() == pytest.approx(0.01 * 4, rel=0.15)


@pytest.mark.parametrize(
    ("settings", "expected"),
    [
        # shares of children of the five below, of which the last is best
        ({"selection": Selection.ROULETTE}, [0.19, 0.195, 0.2, 0.205, 0.21]),
        ({"selection": Selection.ROULETTE, "scaling": 2.0}, [0, 0.1, 0.2, 0.3, 0.4]),
        ({"selection": Selection.ROULETTE, "scaling": 1.5}, [0.1, 0.15, 0.2, 0.25, 0.3]),
        ({"selection": Selection.RANK}, [1 / 25, 3 / 25, 5 / 25, 7 / 25, 9 / 25]),
        ({"selection": Selection.TOURNAMENT, "tournament": 2}, [1 / 25, 3 / 25, 5 / 25, 7 / 25, 9 / 25]),
        ({"selection": Selection.TOURNAMENT, "tournament": 1}, [0.2] * 5),
        ({"selection": Selection.TRUNCATION, "truncation": 0.4}, [0, 0, 0, 0.5, 0.5]),
    ],
)
def test_selection(settings: dict[str, object], expected: list[float]) -> None:
    """A thousand of each of five, whose fitness is 0.95, 0.975, 1, 1.025 and 1.05."""
    fitness = np.repeat([0.95, 0.975, 1, 1.025, 1.05], 1000)
    _, first, second = bred(fitness, **COPIES, **settings)
    shares = parent_counts(first, second).reshape(5, 1000).sum(axis=1) / 5000
    assert shares == pytest.approx(expected, abs=0.025)
    assert (shares[np.array(expected) == 0] == 0).all()


def test_diversity_is_the_spread_of_genes_as_a_share_of_their_range() -> None:
    ga = Ga(GaParams(population=2, tournament=1), Genes(3, -1, 3), np.random.default_rng(1))
    genomes = np.array([[0.0, 1, 3], [0, 3, -1]])
    ga.restore({**ga.state(), "genomes": genomes})
    assert ga.tell(np.zeros(2))["diversity"] == pytest.approx((0 + 1 + 2) / 3 / 4)
    uniform = Ga(GaParams(population=2000), GENES, np.random.default_rng(1))
    assert uniform.tell(np.zeros(2000))["diversity"] == pytest.approx(12**-0.5, rel=0.02)


# -- many generations --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("selection", Selection)
@pytest.mark.parametrize("crossing", Crossover)
@pytest.mark.parametrize(("problem", "target"), [(Sphere(), -0.3), (Ones(), 0.9)])
def test_every_way_of_breeding_breeds(
    selection: Selection, crossing: Crossover, problem: Sphere | Ones, target: float
) -> None:
    """A random genome has -5.8 or 0.5 on average, and random search gets to about -0.6 or 0.8."""
    ga = Ga(GaParams(selection=selection, crossing=crossing), problem.genes, np.random.default_rng(4))
    for row in generations(ga, problem.rate, seed=4):
        if row["generation"] == 60:
            break
    assert row["best"] > target


@pytest.mark.parametrize("selection", Selection)
def test_equal_fitness_selects_nobody(selection: Selection) -> None:
    for fitness in (0.0, 1.0, -1.0):
        _, first, second = bred([fitness] * 1000, selection=selection, scaling=2.0, **COPIES)
        n_parents = np.count_nonzero(parent_counts(first, second))
        expected = 1 - np.exp(-1.0) if selection is not Selection.TRUNCATION else (1 - np.exp(-2.0)) / 2
        assert n_parents / 1000 == pytest.approx(expected, abs=0.04)


def test_the_best_never_gets_worse_with_an_elite() -> None:
    ga = Ga(GaParams(mutation=0.5, elite=1), Sphere().genes, np.random.default_rng(5))
    best = [row["best"] for row, _ in zip(generations(ga, Sphere().rate, seed=5), range(40), strict=False)]
    assert best == sorted(best)


# -- what it refuses ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"population": 1}, "ga:population must be 2 or more, not 1"),
        ({"tournament": 0}, "ga:tournament must be 1 or more, not 0"),
        ({"tournament": 51}, "ga:tournament must be 1 to the population, 50, not 51"),
        ({"truncation": 0}, "ga:truncation must be a share, above 0 and up to 1, not 0"),
        ({"truncation": 1.5}, "ga:truncation must be a share, above 0 and up to 1, not 1.5"),
        ({"scaling": 1}, "ga:scaling must be more than 1, or 0 for none, not 1"),
        ({"scaling": -2}, "ga:scaling must be more than 1, or 0 for none, not -2"),
        ({"scaling": np.inf}, "ga:scaling must be more than 1, or 0 for none, not inf"),
        ({"scaling": np.nan}, "ga:scaling must be more than 1, or 0 for none, not nan"),
        ({"crossover": 1.01}, "ga:crossover must be a share, 0 to 1, not 1.01"),
        ({"crossover": np.nan}, "ga:crossover must be a share, 0 to 1, not nan"),
        ({"mutation": -0.1}, "ga:mutation must be a share, 0 to 1, not -0.1"),
        ({"step": -1}, "ga:step must be 0 or more, not -1"),
        ({"step": np.inf}, "ga:step must be 0 or more, not inf"),
        ({"elite": -1}, "ga:elite must be 0 or more, not -1"),
        ({"elite": 50}, "ga:elite must be 0 to less than the population, 50, not 50"),
    ],
)
def test_wrong_parameters(settings: dict[str, float], message: str) -> None:
    with pytest.raises(ValueError) as error:  # noqa: PT011, the whole message is compared
        GaParams(**settings)
    assert str(error.value) == message


def test_whole_numbers_do_not_become_real_ones() -> None:
    params = GaParams(population=4)
    real, whole = (Ga(params, Genes(3, 0, 1, is_integer), np.random.default_rng(1)) for is_integer in (False, True))
    for one, other in ((real, whole), (whole, real)):
        with pytest.raises(ValueError, match=r"^the state belongs to another method, or has genomes of another "):
            one.restore(other.state())

"""The natural evolution strategy: utilities, mirrored samples, and the gradient that they give."""

import numpy as np
import pytest

from semeai.evolve import make_evolver
from semeai.evolve.nes import Nes, Shaping, shared, utilities
from semeai.nets.genes import Genes
from semeai.rng import generator

GENES = Genes(5, -10, 10)


@pytest.mark.parametrize("shaping", Shaping)
@pytest.mark.parametrize("n", [2, 6, 50])
def test_utilities_fall_with_the_rank_and_have_no_sum(shaping: Shaping, n: int) -> None:
    found = utilities(n, shaping)
    assert found.sum() == pytest.approx(0)
    assert (np.diff(found) <= 0).all()
    assert 0.5 <= np.abs(found).sum() <= 1.5


def test_utilities_of_the_paper() -> None:
    """JMLR 15, section 3.1, for four samples."""
    raw = np.log(3) - np.log([1, 2])
    assert utilities(4, Shaping.LOG) == pytest.approx(np.append(raw / raw.sum(), [0, 0]) - 0.25)


def test_equals_share_their_utilities() -> None:
    by_rank = np.array([0.6, 0.2, -0.3, -0.5])
    assert shared(by_rank, np.array([1.0, 5.0, 1.0, 0.0])) == pytest.approx([-0.05, 0.6, -0.05, -0.5])
    assert shared(by_rank, np.zeros(4)) == pytest.approx(0)


def test_samples_are_mirrored() -> None:
    mean, *samples = make_evolver("nes:population=6,step=0.01", GENES, generator(1)).ask()
    assert np.array(samples[:3]) + samples[3:] == pytest.approx(np.tile(2 * mean, (3, 1)))
    assert np.ptp(samples) > 0.1


def test_a_generation_is_the_sum_of_the_paper() -> None:
    """Algorithm 6, written out sample by sample."""
    evolver = make_evolver("nes:population=6,step=0.02", GENES, generator(1))
    assert isinstance(evolver, Nes)
    mean, samples = evolver.state()["mean"], evolver._samples.copy()
    fitness = np.array([0, 3, 1, 2, 6, 5, 4.0])
    evolver.tell(fitness)
    steps = [(sample - mean) / 0.4 for sample in samples]
    best_first = sorted(range(6), key=lambda i: -fitness[1 + i])
    worth = dict(zip(best_first, utilities(6, Shaping.LOG), strict=True))
    gradient = sum(worth[i] * steps[i] for i in range(6))
    growth = sum(worth[i] * (steps[i] ** 2 - 1) for i in range(6))
    rate = (3 + np.log(5)) / (5 * np.sqrt(5))
    state = evolver.state()
    assert state["mean"] == pytest.approx(mean + 0.4 * gradient)
    assert state["deviations"] == pytest.approx(0.4 * np.exp(rate / 2 * growth))


@pytest.mark.parametrize(("deviations", "n_different"), [("each", 5), ("one", 1), ("fixed", 1)])
def test_deviations(deviations: str, n_different: int) -> None:
    evolver = make_evolver(f"nes:deviations={deviations},step=0.05", GENES, generator(1))
    for _ in range(3):
        evolver.tell(evolver.ask()[:, 0])
    found = evolver.state()["deviations"]
    assert len(set(found.tolist())) == n_different
    assert (found == 1).all() == (deviations == "fixed")


def test_genes_that_matter_less_get_longer_steps() -> None:
    weights = np.array([100, 1, 1, 1, 1.0])
    evolver = make_evolver("nes:population=20", GENES, generator(1))
    for _ in range(60):
        evolver.tell(-(weights * (evolver.ask() - 1) ** 2).sum(axis=1))
    found = evolver.state()["deviations"]
    assert found[0] < 0.5 * found[1:].min()

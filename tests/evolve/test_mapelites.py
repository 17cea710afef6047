"""MAP-Elites: the map holds the best of each kind, ratings are averaged, and children come from elites."""

from typing import Any

import numpy as np
import pytest

from semeai.evolve import make_evolver
from semeai.evolve.evolver import Row
from semeai.evolve.mapelites import Mapelites, MapelitesParams
from semeai.nets.genes import Genes, Units
from semeai.problems.toys import Ones, Sphere, Xor
from semeai.rng import generator

GENES = Genes(3, -1, 1)


def begin(genes: Genes = GENES, **settings: Any) -> Mapelites:
    return Mapelites(MapelitesParams(**settings), genes, generator(1))


def step(mapped: Mapelites, problem: Any, noise: float = 0.0, seed: int = 1) -> Row:
    candidates = mapped.ask()
    answers = problem.describe(candidates, np.zeros(len(candidates), np.uint64))
    answers[:, 0] += noise * np.random.default_rng(seed).standard_normal(len(candidates))
    return mapped.tell(answers)


def test_the_map_is_that_of_a_dictionary() -> None:
    """The slow, obvious way: the best of each cell over all candidates, where ratings are exact."""
    problem, mapped = Sphere(3), begin(population=20, cells=4, again=0)
    best: dict[tuple[int, int], tuple[float, bytes]] = {}
    for _ in range(30):
        candidates = mapped.ask()
        answers = problem.describe(candidates, np.zeros(len(candidates), np.uint64))
        for genome, (fitness, x, y) in zip(candidates, answers, strict=True):
            cell = (min(int(4 * x), 3), min(int(4 * y), 3))
            if cell not in best or fitness > best[cell][0]:
                best[cell] = (fitness, genome.tobytes())
        row = mapped.tell(answers)
        assert row["filled"] == len(best) / 16
        assert row["elites"] == pytest.approx(np.mean([fitness for fitness, _ in best.values()]))
    for (x, y), (fitness, genome) in best.items():
        assert mapped.map[x, y] == fitness
        assert mapped.elite(x, y).tobytes() == genome


@pytest.mark.parametrize("problem", [Sphere(6), Ones(12)])
def test_it_fills_the_map_with_good_candidates(problem: Any) -> None:
    mapped = begin(problem.genes, cells=5)
    rows = [step(mapped, problem) for _ in range(60)]
    assert rows[-1]["filled"] > 0.9
    assert rows[-1]["elites"] > rows[3]["elites"]
    optimum = {"sphere": -0.02, "ones": 1}[problem.name]
    assert np.nanmax(mapped.map) >= optimum
    drawn = np.random.default_rng(1).uniform(-1, 1, (3000, 6))
    if problem.name == "sphere":
        assert problem.rate(drawn, np.zeros(3000, np.uint64)).max() < optimum


def test_the_fitness_of_an_elite_is_the_mean_of_its_ratings() -> None:
    mapped = begin(population=2, cells=1, again=1)
    mapped.tell(np.array([[5.0, 0, 0], [1, 0, 0]]))
    elite = mapped.elite(0, 0)
    for rating, mean in [(2, 3.5), (2, 3), (7, 4)]:
        candidates = mapped.ask()
        assert (candidates[-1] == elite).all()
        row = mapped.tell(np.array([[-9, 0, 0], [-9, 0, 0], [rating, 0, 0.0]]))
        assert mapped.map[0, 0] == pytest.approx(mean)
        assert row["champion"] == pytest.approx(mean)
        assert (mapped.champions[""] == elite).all()


def test_luck_does_not_last_where_elites_are_rated_again() -> None:
    """With noise, the champion's claimed fitness is near its true one; without ratings again it flatters."""
    problem = Sphere(6)
    flattery = []
    for again in (8, 0):
        mapped, gaps = begin(problem.genes, cells=3, again=again), []
        for generation in range(60):
            row = step(mapped, problem, noise=0.5, seed=generation)
            true = problem.rate(mapped.champions[""][None], np.zeros(1, np.uint64))[0]
            gaps.append(row["champion"] - true)
        flattery.append(np.mean(gaps[20:]))
    assert flattery[0] < 0.6 * flattery[1]


def test_children_come_from_elites() -> None:
    mapped = begin(population=8, cells=2, step=0.0, line=0.0)
    step(mapped, Sphere(3))
    elites = {mapped.elite(i, j).tobytes() for i, j in np.argwhere(~np.isnan(mapped.map))}
    assert {child.tobytes() for child in mapped.ask()} <= elites
    stepping = begin(population=200, cells=2, step=0.1, line=0.0, again=0)
    stepping.tell(np.column_stack([np.zeros(200), np.zeros((200, 2))]))
    steps = stepping.ask() - stepping.elite(0, 0)
    assert steps.std() == pytest.approx(0.2, rel=0.2)


def test_a_champion_is_a_candidate_of_the_generation() -> None:
    mapped = begin()
    for generation in range(10):
        candidates = mapped.ask()
        step(mapped, Sphere(3), noise=1.0, seed=generation)
        assert (candidates == mapped.champions[""]).all(axis=1).any()


# -- what it refuses ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "wrong", [np.zeros(50), np.zeros((50, 2)), np.full((50, 3), np.nan), np.full((50, 3), 1.5), np.full((50, 3), -0.1)]
)
def test_wrong_answers_are_refused(wrong: Any) -> None:
    mapped = begin()
    before = {name: array.tobytes() for name, array in mapped.state().items()}
    with pytest.raises(ValueError, match=r"fitness|descriptors"):
        mapped.tell(wrong)
    assert {name: array.tobytes() for name, array in mapped.state().items()} == before


def test_a_cell_that_is_empty() -> None:
    with pytest.raises(ValueError, match=r"^the cell 1, 2 of the map is empty$"):
        begin().elite(1, 2)


def test_what_cannot_be_described() -> None:
    with pytest.raises(ValueError, match=r"^xor does not describe its candidates, so mapelites cannot breed for it"):
        Xor().describe([], np.zeros(0, np.uint64))
    with pytest.raises(ValueError, match="cannot breed networks"):
        Mapelites(MapelitesParams(), Units(3, 1), generator(1))
    with pytest.raises(ValueError, match=r"^mapelites is not a generational method$"):
        make_evolver("mapelites", GENES, generator(1))

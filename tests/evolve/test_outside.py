"""The adapter of outside optimisers: they breed, bounds hold, and a run that cannot be resumed says so."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import semeai
from semeai.evolve.outside import Outside
from semeai.files import DamagedFile
from semeai.nets.genes import Genes
from semeai.problems.toys import Ones, Sphere

cma = pytest.importorskip("cma")


def pycma(n: int = 10, options: Any = None) -> Outside:
    optimiser = cma.CMAEvolutionStrategy(n * [0], 0.3, {"seed": 3, "verbose": -9} | (options or {}))
    return Outside(optimiser.ask, optimiser.tell, Genes(n, -1, 1))


class Single:
    """An optimiser that is asked for one candidate at a time, an object with a value, as nevergrad's are."""

    def __init__(self) -> None:
        self.rng, self.told = np.random.default_rng(1), []

    def ask(self) -> Any:
        return type("Asked", (), {"value": self.rng.uniform(-2, 2, 4)})

    def tell(self, asked: Any, loss: float) -> None:
        self.told.append((asked.value, loss))


def test_pycma_solves_a_toy() -> None:
    outside, problem = pycma(), Sphere()
    assert outside.params.optimiser.startswith("cma")
    for _ in range(60):
        candidates = outside.ask()
        fitness = problem.rate(candidates, np.zeros(len(candidates), np.uint64))
        row = outside.tell(fitness)
        assert (outside.champion == candidates[fitness.argmax()]).all()
    assert row["best"] > -1e-3


@pytest.mark.parametrize("problem", [Sphere(4), Ones(4)])
def test_candidates_of_other_kinds(problem: Any) -> None:
    single = Single()
    outside = Outside(
        lambda: [single.ask() for _ in range(5)],
        lambda asked, losses: [single.tell(*told) for told in zip(asked, losses, strict=True)],
        problem.genes,
        genome=lambda one: one.value,
        optimiser="single",
    )
    for _ in range(3):
        candidates = outside.ask()
        assert np.issubdtype(candidates.dtype, np.integer) == problem.genes.is_integer
        assert (candidates >= problem.genes.low).all()
        assert (candidates <= problem.genes.high).all()
        fitness = problem.rate(candidates, np.zeros(5, np.uint64))
        outside.tell(fitness)
        assert [loss for _, loss in single.told[-5:]] == (-fitness).tolist()
    assert outside.params.optimiser == "single"


def test_a_run_and_why_it_cannot_be_resumed(tmp_path: Path) -> None:
    def breed(generations: int) -> Any:
        options = {"problem": "sphere", "folder": tmp_path, "run": "outside", "quiet": True}
        return semeai.breed(pycma(), generations=generations, **options)

    run = breed(3)
    assert len(run.rows) == 3
    before = (tmp_path / "outside" / "rows.jsonl").read_bytes()
    message = (
        r"the optimiser cma\S* does not expose its state, so its run cannot be resumed; start a new run under anoth"
    )
    with pytest.raises(DamagedFile, match=message):
        breed(5)
    assert (tmp_path / "outside" / "rows.jsonl").read_bytes() == before


def test_candidates_of_another_length_are_refused() -> None:
    optimiser = cma.CMAEvolutionStrategy(10 * [0], 0.3, {"verbose": -9})
    with pytest.raises(ValueError, match=r"^expected candidates of 3 numbers, found an array of \(10, 10\)$"):
        Outside(optimiser.ask, optimiser.tell, Genes(3, -1, 1))

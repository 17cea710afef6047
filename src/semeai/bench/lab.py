"""`semeai bench lab`: the overhead of a run, if rating a candidate is free."""

import statistics
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

import numpy as np
from rich.console import Console

from semeai.evolve.evolver import Candidates, Fitness, Seeds
from semeai.lab.breed import breed
from semeai.lab.checkpoints import CURRENT
from semeai.lab.order import Order
from semeai.nets.genes import Genes
from semeai.parallel.executors import Workers
from semeai.problems.problem import Problem

POPULATION, GENES = 200, 1000
GENERATIONS = 50  # a round
ROUNDS = 5


@dataclass(frozen=True)
class Nothing(Problem):
    """A problem whose fitness is one gene."""

    name: ClassVar[str] = "nothing"

    @property
    def genes(self) -> Genes:
        return Genes(GENES, -1.0, 1.0)

    def rate(self, candidates: Candidates, seeds: Seeds) -> Fitness:
        return np.asarray(candidates)[:, 0].astype(np.float64)


def bench(console: Console) -> dict[str, float]:
    """Run the benchmark. Every generation is stored as in a real run: a row and a checkpoint of the whole population,
    synced to disk. The runs are in the current folder, since a folder in memory would be too fast.
    """
    speeds = []
    for seed in range(ROUNDS):
        with tempfile.TemporaryDirectory(prefix=".semeai-bench-", dir=".") as folder, Workers() as workers:
            start = time.perf_counter()
            breed(Order(f"ga:population={POPULATION}", Nothing(), seed, GENERATIONS), Path(folder), workers)
            speeds.append(GENERATIONS / (time.perf_counter() - start))
            megabytes = (Path(folder) / CURRENT).stat().st_size / 1e6
    figures = {"generations_per_s": statistics.median(speeds)}
    console.print(
        f"{figures['generations_per_s']:.1f} generations per second of {POPULATION} candidates with {GENES:,} genes "
        f"that cost nothing to rate, with a row and a checkpoint of {megabytes:.1f} MB on disk after each (median of "
        f"{ROUNDS} runs of {GENERATIONS}: {min(speeds):.1f} to {max(speeds):.1f})"
    )
    return figures

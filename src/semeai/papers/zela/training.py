"""A population against a deterministic opponent: the trial of figures 4 and 5 and of their variants.

Wally plays without random moves, so a network plays a single game with its color, and its margin is the fitness. A seed
has the same initial population for all variants, so they are compared seed by seed.
"""

from collections.abc import Iterator, Mapping
from functools import partial
from itertools import islice
from typing import Any

from semeai.evolve import make_evolver
from semeai.evolve.evolver import Evolver, generations
from semeai.papers.paper import Bench, Row
from semeai.papers.zela.networks import against, method
from semeai.parallel.executors import Workers
from semeai.problems.exams import examine
from semeai.rng import generator, seeds

COLUMNS = ("generation", "best", "mean", "diversity", "first", "openings")
_EXAM = 0  # the place of exams in the seed tree of a generation


def population_of(params: Mapping[str, Any], color: str, seed: int) -> Evolver:
    """A new population: SANE without immigration, otherwise SANEi."""
    spec = method("sanei" if params["immigration"] else "sane", params)
    return make_evolver(spec, against(color, params).genes, generator(seed))


def train(population: Evolver, params: Mapping[str, Any], color: str, seed: int, workers: Workers) -> Iterator[Row]:
    """Yield the rows of all generations, without end."""
    yield from generations(population, partial(against(color, params).spread, workers=workers), seed)


def try_training(params: Mapping[str, Any], seed: int, bench: Bench) -> list[Row]:
    """Rows for the first generation and every few after it.

    `first` is the first generation whose best network won, -1 until there is one; `openings` is the share of the points
    of this generation's best network from random openings, which are new to it.
    """
    color, n = params["color"], params["generations"]
    population = population_of(params, color, seed)
    openings = against(color, params).from_random_openings()
    rows, first = [], -1
    for row in islice(train(population, params, color, seed, bench.workers), n):
        generation = row["generation"]
        if first < 0 < row["best"]:
            first = generation
        if generation and (generation + 1) % params["every"]:
            continue
        bench.watch(f"generation {generation + 1} of {n}")
        games = seeds(params["exam_games"], seed, generation, _EXAM)
        exam = examine(openings, population.champion, games, bench.workers)
        rows.append(
            {
                "generation": generation,
                "best": row["best"],
                "mean": round(row["mean"], 2),
                "diversity": round(row["diversity"], 4),
                "first": first,
                "openings": exam.share,
            }
        )
    return rows

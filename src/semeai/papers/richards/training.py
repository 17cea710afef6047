"""Networks bred against an opponent until they win 75% of the points: the run that most experiments start with.

The best network of each generation plays fresh games, which had no part in choosing it. If it has enough of their
points, it plays 1,000 more, and the run ends if it has enough of those as well. Several experiments use the same runs,
so each run is stored in a file and made only once.
"""

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np

from semeai.archive import pack, unpack
from semeai.evolve import make_evolver
from semeai.evolve.evolver import Candidate, State, generations
from semeai.files import write_whole
from semeai.papers.paper import Bench, Row
from semeai.papers.richards.networks import method
from semeai.problems.exams import examine
from semeai.problems.games import LONG_EXAM_GAMES, GoProblem
from semeai.rng import generator, seeds

# Places in the seed tree of a generation, beside its candidates: those of `lab/breed.py`, so that rows are the same.
_EXAM, _CONFIRMATION, _VERIFICATION = 0, 1, 3
_KIND, _VERSION = "training", 1


@dataclass(frozen=True, eq=False)
class Training:
    """The outcome of a run."""

    rows: Sequence[Row]
    """a row per generation: `generation`, `best`, `mean` and `diversity`, the `share` of its exam and its `first`
    move"""
    is_reached: bool
    newcomer: Candidate
    """the best network of the first generation"""
    champion: Candidate
    """the network that reached the target, or else the one with the best exam"""
    verified: float
    """its share of the points in games that had no part in choosing it"""
    state: State
    """the population at the end"""

    @property
    def n_generations(self) -> int:
        return len(self.rows)


def train(
    params: Mapping[str, Any], problem: GoProblem, seed: int, bench: Bench, before: Training | None = None
) -> Training:
    """Breed for a problem until the target is reached, from a new population or from the end of the run `before`."""
    start = "" if before is None else hashlib.sha256(before.state["generator"].tobytes()).hexdigest()
    limits = {name: params[name] for name in ("generations", "target", "exam_games")}
    words = json.dumps([method(params), problem.record(), limits, seed, start], sort_keys=True)
    place = (bench.shared or bench.folder) / f"{hashlib.sha256(words.encode()).hexdigest()[:20]}.npz"
    if place.exists():
        return _read(place)
    found = _train(params, problem, seed, bench, before)
    place.parent.mkdir(parents=True, exist_ok=True)
    write_whole(place, _pack(found))
    return found


def _train(params: Mapping[str, Any], problem: GoProblem, seed: int, bench: Bench, before: Training | None) -> Training:
    population = make_evolver(method(params), problem.genes, generator(seed))
    if before is not None:
        population.restore({**before.state, "generator": population.state()["generator"]})
    rows: list[Row] = []
    newcomer = champion = population.champion
    is_reached, generation = False, 0
    rate = partial(problem.spread, workers=bench.workers)
    for row in islice(generations(population, rate, seed), params["generations"]):
        generation, best = row["generation"], population.champion
        bench.watch(f"generation {generation + 1}")

        def share(network: Candidate, n_games: int, place: int, at: int = generation) -> float:
            return examine(problem, network, seeds(n_games, seed, at, place), bench.workers).share

        exam = share(best, params["exam_games"], _EXAM)
        if not rows:
            newcomer = best
        if not rows or exam > max(one["share"] for one in rows):
            champion = best
        told = {name: row[name] for name in ("generation", "best", "mean", "diversity")}
        rows.append(told | {"share": exam, "first": problem.first_move(best)})
        if exam >= params["target"] and share(best, LONG_EXAM_GAMES, _CONFIRMATION) >= params["target"]:
            champion, is_reached = best, True
            break
    fresh = seeds(LONG_EXAM_GAMES, seed, generation, _VERIFICATION)
    verified = examine(problem, champion, fresh, bench.workers).share
    return Training(rows, is_reached, newcomer, champion, verified, population.state())


_NUMBERS = ("best", "mean", "diversity", "share")


def _pack(found: Training) -> bytes:
    firsts = " ".join(row["first"] for row in found.rows)
    header = {"firsts": firsts, "is_reached": found.is_reached, "verified": found.verified}
    numbers = np.array([[row[name] for name in _NUMBERS] for row in found.rows])
    arrays = {"numbers": numbers, "newcomer": found.newcomer, "champion": found.champion}
    return pack(_KIND, _VERSION, header, arrays | {f"state_{name}": array for name, array in found.state.items()})


def _read(path: Path) -> Training:
    header, arrays = unpack(path, _KIND, _VERSION)
    rows = [
        {"generation": i} | dict(zip(_NUMBERS, numbers, strict=True)) | {"first": first}
        for i, (numbers, first) in enumerate(zip(arrays["numbers"].tolist(), header["firsts"].split(), strict=True))
    ]
    state = {name.removeprefix("state_"): array for name, array in arrays.items() if name.startswith("state_")}
    best = arrays["newcomer"], arrays["champion"]
    return Training(rows, header["is_reached"], *best, header["verified"], state)

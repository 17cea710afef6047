"""A coevolution of SANE and SANEi: black hosts against white parasites, from new or from trained populations.

1. For trained populations, each side is trained against wally "when the players are starting to beat the opponent":
   until its best network wins, or up to a number of generations.
2. Both sides coevolve: in each generation every black network meets every white one.
3. The champions are chosen by a round robin among the best networks of the last generations. Games that had no part in
   the choice measure their strength.

A finished duel is kept in the shared folder of the experiments, since several of them use the same duels.
"""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from statistics import fmean
from typing import Any

import numpy as np

from semeai.archive import pack, unpack
from semeai.arena.schedule import Colors
from semeai.evolve.coevolution import SIDES, Coevolution, CoevolutionParams
from semeai.evolve.evolver import Candidate, State
from semeai.files import make_folder, write_whole
from semeai.papers.paper import Bench, Row
from semeai.papers.zela.networks import method, rules
from semeai.papers.zela.training import population_of, train
from semeai.parallel.executors import Workers
from semeai.problems.duels import DuelProblem
from semeai.problems.exams import examine
from semeai.problems.games import GoProblem
from semeai.rng import seeds

KIND, VERSION = "duel", 1
NOT_OF_A_DUEL = ("test_games", "slow_games", "strangers")
"""parameters of experiments that come after a duel"""
_EXAM, _ROUND_ROBIN = 1, 2  # places in the seed tree of a generation, next to those of its games


@dataclass(frozen=True, eq=False)
class Duel:
    """The result of a coevolution."""

    rows: list[Row]
    champions: Mapping[str, Candidate]
    """the winner of the round robin, by side"""
    beginners: Mapping[str, Candidate]
    """the best network of the first generation, by side"""


def bred_by(params: Mapping[str, Any]) -> dict[str, str]:
    """The method that breeds each side."""
    return {side: "sanei" if side == params["sanei"] else "sane" for side in SIDES}


def hold_duel(params: Mapping[str, Any], seed: int, bench: Bench) -> Duel:
    """Hold a duel, or read one that was held before with the same parameters. Raises OSError and DamagedFile."""
    params = {name: value for name, value in params.items() if name not in NOT_OF_A_DUEL}
    digest = hashlib.sha256(json.dumps(params, sort_keys=True).encode()).hexdigest()[:16]
    path = None if bench.shared is None else bench.shared / f"duel-{digest}-{seed}.npz"
    if path is not None and path.exists():
        return _read_duel(path)
    duel = _hold_duel(params, seed, bench)
    if path is not None:
        make_folder(path.parent)
        arrays = {f"champion.{side}": genome for side, genome in duel.champions.items()}
        arrays |= {f"beginner.{side}": genome for side, genome in duel.beginners.items()}
        write_whole(path, pack(KIND, VERSION, {"rows": duel.rows}, arrays))
    return duel


def _read_duel(path: Path) -> Duel:
    header, arrays = unpack(path, KIND, VERSION)
    champions, beginners = ({side: arrays[f"{who}.{side}"] for side in SIDES} for who in ("champion", "beginner"))
    return Duel(header["rows"], champions, beginners)


def _hold_duel(params: Mapping[str, Any], seed: int, bench: Bench) -> Duel:
    starts, trained = {}, dict.fromkeys(SIDES, 0)
    if params["start"] == "trained":
        for side in SIDES:
            bench.watch(f"training {side}")
            starts[side], trained[side] = train_side(side, params, seed, bench.workers)
    specs = {side: method(name, params) for side, name in bred_by(params).items()}
    settings = CoevolutionParams(black=specs["black"], white=specs["white"], hall=params["hall"])
    problem = DuelProblem(params["player"], rules(params), opponent=params["opponent"])
    population = Coevolution.begin(settings, problem.genes, seed, starts)

    rows: list[Row] = []
    since: list[Row] = []
    finalists: dict[str, list[Candidate]] = {side: [] for side in SIDES}
    beginners: dict[str, Candidate] = {}
    n = params["generations"]
    for generation in range(n):
        row = population.tell(problem.answer(population.ask(), (seed, generation), bench.workers))
        champions = dict(population.champions)
        beginners = beginners or champions
        since.append(row)
        if generation >= n - params["finalists"]:
            for side in SIDES:
                finalists[side].append(champions[side])
        if generation == 0 or (generation + 1) % params["every"] == 0:
            bench.watch(f"generation {generation + 1} of {n}")
            exams = {
                side: share_against("random", side, champions[side], params, (seed, generation), bench.workers)
                for side in SIDES
            }
            rows.append(_row(generation, since, exams, trained, bred_by(params)))
            since = []
    best = round_robin(problem, finalists, seed)
    return Duel(rows, best, beginners)


def train_side(side: str, params: Mapping[str, Any], seed: int, workers: Workers) -> tuple[State, int]:
    """Train a new population until its best network beats the opponent.

    Returns the state of the population and the number of generations that it took, -1 if it never won.
    """
    immigration = params["immigration"] if bred_by(params)[side] == "sanei" else 0
    its = {**params, "immigration": immigration}
    population = population_of(its, side, seed)
    for row in islice(train(population, its, side, seed, workers), params["training"]):
        if row["best"] > 0:
            return population.state(), row["generation"] + 1
    return population.state(), -1


def share_against(
    opponent: str, side: str, genome: Candidate, params: Mapping[str, Any], path: tuple[int, ...], workers: Workers
) -> float:
    """The share of the points of a network in fresh games."""
    colors = Colors.A_BLACK if side == "black" else Colors.A_WHITE
    problem = GoProblem(params["player"], rules(params), (opponent,), 1, colors)
    return examine(problem, genome, seeds(params["exam_games"], *path, _EXAM, SIDES.index(side)), workers).share


def round_robin(problem: DuelProblem, finalists: Mapping[str, list[Candidate]], seed: int) -> dict[str, Candidate]:
    """The network of each side that beats most of the other side; of equals the youngest."""
    black, white = (finalists[side] for side in SIDES)
    is_met = np.ones((len(black), len(white)), dtype=np.bool_)
    margins = problem.margins(black, white, is_met, seeds(len(black), seed, 0, _ROUND_ROBIN))
    wins = {"black": (margins > 0).sum(axis=1), "white": (margins < 0).sum(axis=0)}
    return {side: finalists[side][max(range(len(its)), key=lambda i: (its[i], i))] for side, its in wins.items()}


def _row(
    generation: int,
    since: list[Row],
    exams: Mapping[str, float],
    trained: Mapping[str, int],
    breeders: Mapping[str, str],
) -> Row:
    """A row of the table: wins are means over the generations since the row before."""
    sides = {name: side for side, name in breeders.items()}
    found: Row = {"generation": generation}
    for name in ("sanei", "sane"):
        found[f"{name}_wins"] = round(fmean(row[f"{sides[name]}_wins"] for row in since), 5)
    for name in ("sanei", "sane"):
        found[f"{name}_diversity"] = round(since[-1][f"{sides[name]}_diversity"], 4)
    for name in ("sanei", "sane"):
        found[f"{name}_random"] = exams[sides[name]]
    for name in ("sanei", "sane"):
        found[f"{name}_trained"] = trained[sides[name]]
    return found

"""`semeai demo`: breeds a small Go player from scratch and tests it against new opponents and on new boards."""

from dataclasses import replace
from itertools import product

from semeai.evolve.evolver import Candidate
from semeai.go.rules import Rules
from semeai.lab.order import Order
from semeai.parallel.executors import Workers
from semeai.problems.exams import examine
from semeai.problems.games import GoProblem
from semeai.rng import seeds

METHOD = "ga:population=60"
SEED = 1
N_GENERATIONS = 40
N_GAMES = 400

OPPONENTS = ("random", "wally:noise=0.1", "wally")
SIZES = (5, 7, 9)
_HELD_OUT = (0, 0)  # an unused place in the seed tree below the exams of the run

INTRODUCTION = """\
Breeding a Go player by a genetic algorithm. A player has eleven weights for the features of a move, such as the number
of enemy stones next to it. The weights start at random. In each generation 60 candidates play 20 games each on 7x7
against wally:noise=0.1, a small pattern player that makes one random move in ten.
"""
MORE = """\
  semeai evolve ga --size 9 --opponent wally     another board, another opponent
  semeai reproduce richards                      a figure of a paper
"""


def make_order() -> Order:
    """The run of the introduction."""
    return Order(METHOD, _problem(), SEED, N_GENERATIONS)


def _problem() -> GoProblem:
    return GoProblem(rules=Rules.preset("chinese", size=7), opponents=("wally:noise=0.1",), n_games=20)


def held_out_text(champion: Candidate, workers: Workers) -> str:
    """The results of a champion against opponents and on boards that had no part in breeding it."""
    lines = [f"The champion against others, % of the points in {N_GAMES} fresh games each:\n"]
    lines.append(f"{'':18}" + "".join(f"{f'{size}x{size}':>8}" for size in SIZES))
    shares = {}
    for opponent, size in product(OPPONENTS, SIZES):
        problem = replace(_problem(), opponents=(opponent,), rules=Rules.preset("chinese", size=size))
        shares[opponent, size] = examine(problem, champion, seeds(N_GAMES, SEED, *_HELD_OUT, size), workers).share
    for opponent in OPPONENTS:
        lines.append(f"{opponent:18}" + "".join(f"{100 * shares[opponent, size]:8.1f}" for size in SIZES))
    return "\n".join(lines) + "\n"

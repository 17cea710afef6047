"""What a new worker does before its first task: have the kernels compiled, or loaded, that nearly all tasks need."""

from semeai.arena.fitness import GoProblem
from semeai.evolve import make_evolver
from semeai.evolve.strategies import Strategies, StrategiesParams
from semeai.go.board import Board
from semeai.parallel.team import Team
from semeai.rng import generator, seeds

SMALL = {"local": "ga:population=4", "network": "sane:neurons=4,blueprints=4,hidden=1"}


def warm() -> None:
    """Play some games inside kernels, and make a step of strategies."""
    for player, method in SMALL.items():
        problem = GoProblem(player, n_games=1)
        candidates = make_evolver(method, problem.genes, generator(1)).ask()[:1]
        problem.rate(candidates, seeds(1, 1))
    with Team(1) as team:
        Strategies(StrategiesParams(population=2, threads=1), Board(problem.rules), 1).run(1, team)

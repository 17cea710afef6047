"""The first work of a new worker: it compiles or loads the kernels that nearly all tasks need."""

from semeai.arena.batch import compiled_player, fixtures_of, play_batch
from semeai.evolve import make_evolver
from semeai.evolve.strategies import Strategies, StrategiesParams
from semeai.go.game import Game
from semeai.go.lineup import line_up
from semeai.go.rules import Rules
from semeai.parallel.team import Team
from semeai.players import read_bred
from semeai.rng import generator, streams

SMALL = {"local": "ga:population=4", "network": "sane:neurons=4,blueprints=4,hidden=1"}
RULES = Rules(size=5).limited()


def warm() -> None:
    """Play some games inside kernels, and make a step of strategies."""
    board = Game(RULES).board
    opponent = compiled_player("wally:noise=0.1")
    assert opponent is not None
    for player, method in SMALL.items():
        bred = read_bred(player)
        candidates = make_evolver(method, bred.genes(RULES), generator(1)).ask()[:1]
        players = line_up([bred.lineup(candidates, RULES), opponent])
        play_batch(RULES, [board], players, fixtures_of(0, [0], [1]), streams(2, 1).reshape(1, 2))
    with Team(1) as team:
        Strategies(StrategiesParams(population=2, threads=1), board, 1).run(1, team)

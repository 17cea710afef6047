"""`semeai bench agents`: genomes of a summation network rated on many positions with cached ratings of the agents.

The baseline asks the agents again for each genome, with the same kernels.
"""

import statistics
from collections.abc import Sequence
from itertools import cycle
from typing import Any

import numpy.typing as npt
from rich.console import Console

from semeai.arena.batch import fixtures_of, play_batch
from semeai.bench.rounds import alternate, clocked, median_ratio
from semeai.evolve.operators import random_genomes
from semeai.go.board import Board
from semeai.go.points import BLACK, PASS, WHITE
from semeai.go.rules import Rules
from semeai.nets.summation import join_looks, rate
from semeai.players.agents.looking import Looking
from semeai.players.agents.summation import SummationParams
from semeai.players.wally import WallyParams, WallyPlayer
from semeai.rng import generator, streams
from semeai.sgf.collection import Record

POSITIONS = 100_000
GENOMES = 32  # a round
ROUNDS = 5
GAMES = 100  # games played at a time, and games of the baseline per round
PLAYER = SummationParams(agents="all")


def bench(console: Console) -> dict[str, float]:
    looking, genomes = Looking(PLAYER.names), random_genomes(GENOMES, PLAYER.genes(Rules()), generator(1))
    games = _games(POSITIONS)
    looks = join_looks([looking.at_game(game) for game in games])
    n_again = _ask_again(looking, genomes[0], games[:GAMES])
    seconds = alternate(
        ROUNDS,
        kept=clocked(lambda _: rate(PLAYER.shape, genomes, looks, 0, POSITIONS)),
        again=clocked(lambda number: _ask_again(looking, genomes[number], games[:GAMES])),
    )
    figures = {
        "genomes_per_s": GENOMES / statistics.median(seconds["kept"]),
        "cached_over_recomputed": median_ratio(seconds["again"], seconds["kept"]) * GENOMES * POSITIONS / n_again,
    }
    console.print(
        f"{figures['genomes_per_s']:,.1f} genomes per second on one core, each rated on {POSITIONS:,} positions of 9x9 "
        f"with cached ratings of {len(PLAYER.names)} agents; {figures['cached_over_recomputed']:.1f} times as many as "
        "without the cache"
    )
    return figures


def _ask_again(looking: Looking, genome: npt.NDArray[Any], games: Sequence[Record]) -> int:
    """Rate a genome on all positions of some games without a cache. Returns the number of positions."""
    n = 0
    for game in games:
        looks = looking.at_game(game)
        rate(PLAYER.shape, [genome], looks, 0, len(looks))
        n += len(looks)
    return n


def _games(n_positions: int) -> list[Record]:
    """Games of `wally` against itself, with some random moves, until they have `n_positions` positions."""
    rules = Rules(size=9).limited()
    player = WallyPlayer(WallyParams(noise=0.1)).lineup
    games: list[Record] = []
    n = 0
    while n < n_positions:
        rngs = streams(2 * GAMES, 1, first=2 * len(games)).reshape(GAMES, 2)
        batch = play_batch(rules, [Board(rules)], player, fixtures_of([0] * GAMES, 0, 0), rngs, keep_moves=True)
        for moves in batch.games():
            turns = tuple(zip(cycle((BLACK, WHITE)), moves.tolist(), strict=False))
            games.append(Record("", rules, {}, BLACK, turns))
            n += int((moves != PASS).sum())
    return games

"""`semeai bench influence`: an influence map compared with a light playout. Maps can end playouts early only if they
are cheap."""

import random
import statistics

import numpy as np
from rich.console import Console

from semeai.bench.rounds import ROUNDS, alternate, clocked, median_ratio
from semeai.go.board import Board
from semeai.go.board_kernel import BOARD
from semeai.go.influence import TERRITORY
from semeai.go.influence_kernel import MAP, fill_all
from semeai.go.playouts import play_out
from semeai.go.rules import Rules

SIZES = {9: (25, 3_500), 19: (100, 800)}  # moves before a map, playouts a round
POSITIONS = 20
REPEATS = 200  # maps of each position a round


def bench(console: Console) -> dict[str, float]:
    console.print(f"a {TERRITORY} map in the middle of a game and a light playout from the empty board, alternating:")
    figures: dict[str, float] = {}
    for size, (n_moves, n_playouts) in SIZES.items():
        figures |= _against_playouts(console, size, n_moves, n_playouts)
    return figures


def _against_playouts(console: Console, size: int, n_moves: int, n_playouts: int) -> dict[str, float]:
    positions = [_random_position(size, n_moves, seed) for seed in range(POSITIONS)]
    boards = np.array([board.record for board in positions], dtype=BOARD)
    maps = np.zeros(POSITIONS, dtype=MAP)
    maps["dilations"], maps["erosions"] = TERRITORY.dilations, TERRITORY.erosions
    empty = [Board(Rules(size=size))]
    fill_all(boards, maps)  # compiles, or loads
    play_out(empty, 10, 0)

    def fill_maps(_: int) -> None:
        for _ in range(REPEATS):
            fill_all(boards, maps)

    seconds = alternate(ROUNDS, maps=clocked(fill_maps), playouts=clocked(lambda n: play_out(empty, n_playouts, n)))
    n_maps = REPEATS * POSITIONS
    figures = {
        f"map_us_{size}": 1e6 * statistics.median(seconds["maps"]) / n_maps,
        f"playout_us_{size}": 1e6 * statistics.median(seconds["playouts"]) / n_playouts,
        f"map_over_playout_{size}": median_ratio(seconds["maps"], seconds["playouts"]) * n_playouts / n_maps,
    }
    console.print(
        f"  {size:2}x{size:<2}  map {figures[f'map_us_{size}']:.2f} us   playout {figures[f'playout_us_{size}']:.2f} us"
        f"   ratio {figures[f'map_over_playout_{size}']:.3f}"
    )
    return figures


def _random_position(size: int, n_moves: int, seed: int) -> Board:
    rng = random.Random(seed)
    board = Board(Rules(size=size))
    for _ in range(n_moves):
        board.play(rng.choice(board.legal_points()))
    return board

"""`semeai bench influence`: an influence map beside a light playout, which it may end early only if it is cheap."""

import random
import statistics
import time

import numpy as np
from rich.console import Console

from semeai.bench.reference import ROUNDS
from semeai.go.board import Board
from semeai.go.board_kernel import BOARD
from semeai.go.influence import TERRITORY
from semeai.go.influence_kernel import MAP, fill_all
from semeai.go.playouts import play_out
from semeai.go.rules import Rules

SIZES = {9: (25, 3_500), 19: (100, 800)}  # moves before a map, playouts a round
POSITIONS = 20
REPEATS = 200  # maps of each position a round


def bench_influence(quiet: bool = False) -> dict[str, float]:
    """Measure; print a report as it comes unless `quiet`. Returns the figures by name."""
    console = Console(quiet=quiet, highlight=False, soft_wrap=True)
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
    a_map, a_playout = [], []
    for seed in range(ROUNDS):
        start = time.perf_counter()
        for _ in range(REPEATS):
            fill_all(boards, maps)
        middle = time.perf_counter()
        play_out(empty, n_playouts, seed)
        a_map.append((middle - start) / (REPEATS * POSITIONS))
        a_playout.append((time.perf_counter() - middle) / n_playouts)
    figures = {
        f"map_us_{size}": 1e6 * statistics.median(a_map),
        f"playout_us_{size}": 1e6 * statistics.median(a_playout),
        f"map_over_playout_{size}": statistics.median(m / p for m, p in zip(a_map, a_playout, strict=True)),
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

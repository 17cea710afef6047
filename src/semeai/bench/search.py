"""`semeai bench search`: playouts in trees, light and knowing, compared with OpenSpiel, and on several threads."""

import statistics
import sys
import time
from functools import cache
from importlib import import_module
from math import sqrt
from typing import Any

from numpy.random import default_rng
from rich.console import Console

from semeai.bench.rounds import KOMI, ROUNDS, Timed, alternate, median_ratio, over_cores
from semeai.go.board import Board
from semeai.go.player import Player
from semeai.go.rules import Rules
from semeai.players import make_player

SIZES = {9: 1_000, 19: 400}  # playouts per round, about a tenth of a second or less


def bench(console: Console) -> dict[str, float]:
    figures: dict[str, float] = {}
    openspiel = _load_openspiel()
    console.print("playouts per second on one core, searching from the empty board; the entries of a line alternate:")
    for size, n in SIZES.items():
        figures |= _one_core(console, size, n, openspiel if size == 9 else None)
    return figures | over_cores(console, _over_threads(), "playouts")


def _one_core(console: Console, size: int, n: int, openspiel: Any) -> dict[str, float]:
    entrants: dict[str, Timed] = {
        "uct": _ours(f"uct:playouts={n}", size),
        "rave light": _ours(f"rave:policy=light,playouts={n}", size),
        "rave knowing": _ours(f"rave:policy=knowing,playouts={n}", size),
    }
    if openspiel:
        entrants["OpenSpiel"] = lambda seed: _time_openspiel(openspiel, size, n, seed)
    seconds = alternate(ROUNDS, **entrants)
    speed = {name: n / statistics.median(times) for name, times in seconds.items()}
    suffix = "" if size == 9 else f"_{size}"
    figures = {
        f"playouts_per_s_{size}": speed["uct"],
        f"knowing_per_s_{size}": speed["rave knowing"],
        f"knowing_over_light{suffix}": median_ratio(seconds["rave light"], seconds["rave knowing"]),
    }
    line = f"  {size:2}x{size:<2}" + "".join(f"  {name} {rate:7,.0f}" for name, rate in speed.items())
    line += f"   knowing over light {figures[f'knowing_over_light{suffix}']:.2f}"
    if openspiel:
        figures[f"openspiel_per_s_{size}"] = speed["OpenSpiel"]
        figures[f"ratio_openspiel_{size}"] = median_ratio(seconds["OpenSpiel"], seconds["uct"])
        line += f"   uct over OpenSpiel {figures[f'ratio_openspiel_{size}']:.2f}"
    console.print(line)
    return figures


def _ours(spec: str, size: int) -> Timed:
    player = make_player(spec)  # compiles, or loads
    _time(player, size, 0)  # the first search allocates its memory
    return lambda seed: _time(player, size, seed)


def _time(player: Player, size: int, seed: int) -> float:
    """The seconds of one move with an empty tree."""
    board = Board(Rules(size=size, komi=KOMI))
    player.new_game(board.rules, default_rng(seed))
    start = time.perf_counter()
    player.choose(board)
    return time.perf_counter() - start


def _over_threads() -> Timed:
    """The seconds of n threads of one player for n times the playouts."""

    @cache
    def searcher(n: int) -> Timed:
        return _ours(f"rave:playouts={n * SIZES[9]},threads={n}", 9)

    return lambda n: searcher(n)(0)


# -- OpenSpiel ---------------------------------------------------------------------------------------------------------


def _load_openspiel() -> Any:
    """The module; None if it is not installed."""
    try:
        return import_module("pyspiel")
    except ImportError:
        print("semeai: no OpenSpiel here, so no comparison with it (pip install open_spiel)", file=sys.stderr)
        return None


def _time_openspiel(pyspiel: Any, size: int, n: int, seed: int) -> float:
    """The seconds of one move of OpenSpiel's MCTS in C++: upper confidence bounds, one random rollout per node."""
    game = pyspiel.load_game(f"go(board_size={size},komi={KOMI})")
    bot = pyspiel.MCTSBot(
        game,
        pyspiel.RandomRolloutEvaluator(n_rollouts=1, seed=seed),
        uct_c=sqrt(2),
        max_simulations=n,
        max_memory_mb=1000,
        solve=False,
        seed=seed,
        verbose=False,
    )
    state = game.new_initial_state()
    start = time.perf_counter()
    bot.step(state)
    return time.perf_counter() - start

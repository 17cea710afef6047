"""`semeai bench playouts`: light playouts compared with the same algorithm in C, on several cores, and the overhead of
Python."""

import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from rich.console import Console

from semeai.bench.rounds import KOMI, PLAYOUTS, ROUNDS, compile_reference, over_cores, run_reference
from semeai.go.board import Board
from semeai.go.playouts import play_out
from semeai.go.points import points
from semeai.go.rules import Rules

STARTS = 5  # runs of a program; the fastest counts
GENMOVE = "clear_board\ngenmove b\nquit\n"
SIZES = {9: PLAYOUTS, 13: 3_500, 19: 1_600}  # playouts per round, less than a tenth of a second


def bench(console: Console) -> dict[str, float]:
    figures: dict[str, float] = {}
    with tempfile.TemporaryDirectory(prefix="semeai-bench-") as folder:
        reference = compile_reference(Path(folder))
        console.print("light playouts per second on one core, ours and C alternating:")
        for size, n in SIZES.items():
            figures |= _against_c(console, reference, size, n)
    figures |= over_cores(console, lambda n: _play(9, n * SIZES[9], 0, n)[0], "playouts")
    return figures | _python_costs(console) | _start_up(console)


def _play(size: int, n: int, seed: int, n_threads: int = 1) -> tuple[float, float, float]:
    """The same results as `run_reference`: seconds, mean length and black's share of wins."""
    board = Board(Rules(size=size))
    start = time.perf_counter()
    made = play_out([board], n, seed, n_threads)
    seconds = time.perf_counter() - start
    return seconds, float(made.lengths.mean()), float((made.margins > KOMI).mean())


def _against_c(console: Console, reference: Path | None, size: int, n: int) -> dict[str, float]:
    _play(size, 10, 0)  # compiles, or loads
    rounds = [
        (_play(size, n, seed), *([run_reference(reference, size, n, seed)] if reference else []))
        for seed in range(ROUNDS)
    ]
    figures: dict[str, float] = {}
    for prefix, played in zip(("", "c_"), zip(*rounds, strict=True), strict=False):
        seconds, lengths, wins = zip(*played, strict=True)
        figures |= {
            f"{prefix}playouts_per_s_{size}": n / statistics.median(seconds),
            f"{prefix}length_{size}": statistics.mean(lengths),
            f"{prefix}black_wins_{size}": statistics.mean(wins),
        }
    line = f"  {size:2}x{size:<2}  ours {figures[f'playouts_per_s_{size}']:9,.0f}"
    if reference:
        figures[f"ratio_c_{size}"] = statistics.median(c[0] / ours[0] for ours, c in rounds)
        line += (
            f"   C {figures[f'c_playouts_per_s_{size}']:9,.0f}   ratio {figures[f'ratio_c_{size}']:.2f}"
            f"   mean length {figures[f'length_{size}']:.2f} and {figures[f'c_length_{size}']:.2f}"
            f"   black wins {figures[f'black_wins_{size}']:.4f} and {figures[f'c_black_wins_{size}']:.4f}"
        )
    console.print(line)
    return figures


def _python_costs(console: Console) -> dict[str, float]:
    board = Board(Rules(size=9))
    some = points(9)[::2]

    def play_game() -> None:
        for p in some:
            board.play(p)
        for _ in some:
            board.undo()

    middle = Board(Rules(size=9))
    for p in some:
        middle.play(p)
    records = middle.record, Board(Rules(size=9))._boards
    figures = {
        "board_play_us": 1e6 * _per_call(play_game) / len(some),
        "board_copy_us": 1e6 * _per_call(middle.copy),
        "legal_points_us": 1e6 * _per_call(middle.legal_points),
        "record_copy_us": 1e6 * _per_call(lambda: records[1].__setitem__(0, records[0])),
    }
    console.print("from Python, in microseconds:", end="")
    names = {
        "board_play_us": "board.play and undo",
        "board_copy_us": "board.copy after 41 moves",
        "legal_points_us": "board.legal_points",
        "record_copy_us": "record copy",
    }
    console.print(",".join(f" {name} {figures[key]:.2f}" for key, name in names.items()))
    return figures


def _per_call(function: Callable[[], object], rounds: int = 5) -> float:
    """Seconds per call, the best of a few rounds."""
    function()
    best = float("inf")
    for _ in range(rounds):
        start = time.perf_counter()
        for _ in range(200):
            function()
        best = min(best, (time.perf_counter() - start) / 200)
    return best


def _start_up(console: Console) -> dict[str, float]:
    cold = _first_move()
    _run(["gtp", "random"], GENMOVE)
    figures = {
        "help_s": min(_run(["--help"]) for _ in range(STARTS)),
        "gtp_name_s": min(_run(["gtp", "random"], "name\nquit\n") for _ in range(STARTS)),
        "gtp_genmove_warm_s": min(_run(["gtp", "random"], GENMOVE) for _ in range(STARTS)),
        "gtp_genmove_cold_s": cold,
    }
    console.print(
        f"seconds from start to end: --help {figures['help_s']:.2f}, gtp name {figures['gtp_name_s']:.2f}, "
        f"gtp genmove {figures['gtp_genmove_warm_s']:.2f} (the first time on a machine {cold:.1f})"
    )
    return figures


def _first_move() -> float:
    """The seconds to the first move on a machine that has compiled nothing yet."""
    with tempfile.TemporaryDirectory(prefix="semeai-cold-") as cache:
        return _run(["gtp", "random"], GENMOVE, cache)


def _run(arguments: list[str], text: str = "", cache: str | None = None) -> float:
    """The seconds of a command from start to end."""
    start = time.perf_counter()
    subprocess.run(
        [sys.executable, "-m", "semeai", *arguments],
        input=text,
        text=True,
        check=True,
        capture_output=True,
        env=os.environ | ({"SEMEAI_CACHE": cache} if cache else {}),
        timeout=600,
    )
    return time.perf_counter() - start

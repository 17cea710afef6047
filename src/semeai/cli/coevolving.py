"""`semeai evolve strategies`: two populations of partial strategies, from any position."""

import hashlib
import json
import re
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

from semeai.cli.app import new_game, read_rules, wrong_call

if TYPE_CHECKING:
    from semeai.executors import Workers
    from semeai.go.board import Board
    from semeai.lab.coevolve import Course, Upshot

STEPS = 1 << 18


def read_course(
    method: str,
    rules: str,
    size: int,
    komi: float | None,
    position: Path | None,
    to_play: str | None,
    population: int | None,
    threads: int | None,
    steps: int | None,
    every: int | None,
    seed: int,
) -> "Course":
    """What the options say. Ends the program when they say something wrong."""
    from semeai.evolve.strategies import StrategiesParams
    from semeai.go.rules import Scoring
    from semeai.lab.coevolve import EVERY, Course
    from semeai.specs import parse_settings

    board = read_board(rules, size, komi, position, to_play)
    with wrong_call():
        if board.rules.scoring is not Scoring.AREA:
            raise ValueError(f"strategies count by area, which rules {rules} do not")
        name, _, settings = method.partition(":")
        # Fewer champions than printed where so few strategies were asked for that there are none for so many.
        usual = [f"threads={min(StrategiesParams().threads, max(1, population // 2))}"] if population else []
        given = {"population": population, "threads": threads}
        options = [f"{key}={value}" for key, value in given.items() if value]
        settings = ",".join([*usual, settings, *options])  # the last word is that of the options
        params = parse_settings(name, settings, StrategiesParams)
    return Course(board, params, seed, steps or STEPS, every or EVERY)


def read_board(rules: str, size: int, komi: float | None, position: Path | None, to_play: str | None) -> "Board":
    """The position to evolve from."""
    from semeai.go.board import Board
    from semeai.go.points import parse_color

    game = new_game(read_rules(rules, size, komi, 0), position)
    color = parse_color(to_play) if to_play else game.board.to_play
    return Board(game.board.rules, game.board.stones, color)


def course_name(method: str, course: "Course") -> str:
    """A name that tells runs apart that differ in what people change most; positions by a digest of theirs."""
    board, params = course.board, course.params
    what = f"{board.size} {board.to_play} {board.rules.komi} {sorted(board.stones.items())}"
    digest = hashlib.sha256(what.encode()).hexdigest()[:8]
    settings = re.sub(r"[^\w.=]+", "-", method)
    return f"{settings}-{board.size}x{board.size}-{digest}-population{params.population}-seed{course.seed}"


def check_islands(course: "Course", executor: str) -> None:
    """Raises ValueError when the steps cannot be made there."""
    if course.params.islands == 1 and executor != "threads":
        raise ValueError("strategies on one island run on one machine; strategies:islands=4 makes four")


def hold_coevolution(course: "Course", folder: Path, workers: "Workers", quiet: bool, as_json: bool) -> None:
    """Evolve, or go on, with progress on stderr, and say what came of it."""
    from semeai.lab.coevolve import coevolve, summary
    from semeai.lab.rows import format_row
    from semeai.lab.status import Progress
    from semeai.lab.strategy_pictures import draw_course

    started = time.monotonic()

    def watch(row: dict[str, Any]) -> None:
        if as_json:
            print(format_row(row), end="", flush=True)
        speed = row["steps"] / (time.monotonic() - started)
        progress(
            f"{row['steps']:,} of {course.n_steps:,} steps  {row['plurality']} {row['support']:.1%}, "
            f"answer {row['reply'] or 'none'} {row['reply_support']:.1%}  {speed:,.0f} steps/s"
        )

    with Progress(quiet or as_json) as progress:
        upshot = coevolve(folder, course, workers, watch)
        draw_course(upshot, course, folder)
    if as_json:
        print(json.dumps({"done": True} | summary(upshot)))
    else:
        print(upshot_text(upshot, course, folder), end="")


def upshot_text(upshot: "Upshot", course: "Course", folder: Path) -> str:
    """What came of it, for people."""
    from semeai.go.points import COLOR_NAMES

    color = COLOR_NAMES[course.board.to_play]
    lines = [
        f"After {upshot.rows[-1]['steps']:,} steps {color} plays {upshot.plurality}. "
        f"How many of its {course.params.population:,} individuals begin with what:"
    ]
    lines += [f"  {vertex:5}{share:7.1%}" for vertex, share in list(upshot.shares.items())[:5]]
    for side, (text, share) in upshot.strategies.items():
        lines += [f"{side}'s most common strategy ({share:.1%}):", f"  {text}"]
    return "\n".join([*lines, f"pictures  {folder}/course.svg, {folder}/strategy.svg"]) + "\n"

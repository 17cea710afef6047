"""The progress of a run in words: "11 of 400 generations, 12 s each, 1 h 10 left"."""

import json
import os
from pathlib import Path
from typing import Any

from semeai.files import DamagedFile, has_file
from semeai.lab.record import read_record
from semeai.lab.run import TIMES

TAIL = 4096
"""bytes that are read from the end of `times.jsonl`"""
MAX_SECONDS = 1e7


def recent_pace(folder: Path) -> float | None:
    """The mean seconds per generation over the last ones; None if unknown. Raises OSError."""
    if not has_file(folder, TIMES):
        return None
    with (folder / TIMES).open("rb") as file:
        size = os.fstat(file.fileno()).st_size
        file.seek(max(0, size - TAIL))
        lines = file.read(TAIL).splitlines()[1 if size > TAIL else 0 :]
    found = [seconds for line in lines if (seconds := _seconds(line)) is not None]
    found = found[1:] or found  # the first one may have compiled kernels
    return sum(found) / len(found) if found else None


def _seconds(line: bytes) -> float | None:
    try:
        seconds = json.loads(line)["seconds"]
    except (ValueError, KeyError, TypeError, RecursionError):
        return None
    return seconds if type(seconds) in (int, float) and 0 <= seconds <= MAX_SECONDS else None


def ordered_generations(folder: Path) -> int | None:
    """The number of generations that the run was started for; None if its record does not have it. Raises OSError."""
    try:
        order: Any = read_record(folder).get("order", {})
    except (FileNotFoundError, DamagedFile):
        return None
    found = order.get("generations") if isinstance(order, dict) else None
    return found if type(found) is int and 0 < found < 1_000_000_000 else None


def progress_words(n_done: int, goal: int | None, seconds: float | None, is_running: bool) -> str:
    """The progress of a run in a line."""
    words = f"{n_done:,} generation{'' if n_done == 1 else 's'}"
    if goal and (is_running or n_done < goal):
        words = f"{n_done:,} of {goal:,} generations"
    if not is_running or seconds is None:
        return words
    words = f"{words}, {format_span(seconds)} each"
    left = (goal - n_done) * seconds if goal else 0
    return f"{words}, {format_span(left)} left" if left > 0 else words


def format_span(seconds: float) -> str:
    """A time for people: "0.2 s", "12 s", "4 min", "1 h 10"."""
    if seconds < 9.95:
        return f"{max(seconds, 0.1):.1f} s"
    if seconds < 99.5:
        return f"{seconds:.0f} s"
    minutes = round(seconds / 60)
    return f"{minutes} min" if minutes < 60 else f"{minutes // 60} h {minutes % 60:02}"

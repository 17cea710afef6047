"""A run of `strategies`: the coevolution with rows, checkpoints and pictures, as `breed.py` has them for other methods.

A row is kept every so many steps. In the listing of runs and in their files such a stretch is called a generation.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np

from semeai.evolve.evolver import Row
from semeai.evolve.islands import Steady, begin_strategies, make_steps
from semeai.evolve.strategies import FIRST, SECOND, StrategiesParams
from semeai.evolve.strategy_text import plan_text, read_plan
from semeai.evolve.trees_kernel import NULL
from semeai.executors import Workers
from semeai.go.board import Board
from semeai.go.points import COLOR_NAMES, opponent, vertex
from semeai.lab.run import Run, say

EVERY = 32768
"""steps between two rows"""
DEPTH = 2
"""levels of a strategy that are told: what comes deeper decides few games"""


@dataclass(frozen=True)
class Course:
    """What a run of strategies is about. All of it but the number of steps decides its rows."""

    board: Board
    """the position"""
    params: StrategiesParams
    seed: int
    n_steps: int
    every: int = EVERY

    @property
    def n_rows(self) -> int:
        return -(-self.n_steps // self.every)


@dataclass(frozen=True)
class Upshot:
    """What came of it."""

    rows: Sequence[Row]
    plurality: str
    """the vertex that most individuals of who moves first begin with"""
    shares: Mapping[str, float]
    """by vertex, the share of those individuals, the largest first"""
    strategies: Mapping[str, tuple[str, float]]
    """by color: the strategy that most individuals have, as far as it is told, and their share"""
    trees: tuple[Any, Any]
    """a tree of each, of who moves first and of the other side"""


def coevolve(folder: Path, course: Course, workers: Workers, watch: Callable[[Row], None]) -> Upshot:
    """Evolve in `folder`, or go on there. `watch` hears every new row once it is safe.

    Raises OSError (a full disk, another process), DamagedFile, OtherParameters; where there are islands, WorkerLost.
    """
    strategies = begin_strategies(course.params, course.board, course.seed)
    with Run(folder, _parameters(course)) as run:
        n_done = run.restore(strategies)
        for note in run.notes:
            say(note)
        for number in range(n_done, course.n_rows):
            make_steps(strategies, (number + 1) * course.every - strategies.n_steps, workers)
            row = describe(strategies)
            run.keep(number, row, strategies)
            watch(row)
        upshot = conclude(strategies, course, run.rows)
        run.finish({"generations": len(run.rows)} | summary(upshot))
    return upshot


def conclude(strategies: Steady, course: Course, rows: Sequence[Row]) -> Upshot:
    """What came of it."""
    shares = {vertex(move): share for move, share in strategies.shares().items()}
    common = [most_common(strategies, side) for side in (FIRST, SECOND)]
    to_play = course.board.to_play
    colors = [COLOR_NAMES[color] for color in (to_play, opponent(to_play))]
    return Upshot(
        rows=rows,
        plurality=next(iter(shares), "pass"),
        shares=shares,
        strategies={color: (text, share) for color, (_, text, share) in zip(colors, common, strict=True)},
        trees=(common[0][0], common[1][0]),
    )


def _parameters(course: Course) -> dict[str, Any]:
    board, method = course.board, {"name": "strategies"} | asdict(course.params)
    if course.params.islands == 1:  # as in the records of runs that were begun when there were no islands
        del method["islands"], method["exchange"]
    return {
        "method": method,
        "problem": {
            "name": "position",
            "size": board.size,
            "stones": {vertex(p): COLOR_NAMES[color] for p, color in sorted(board.stones.items())},
            "to_play": COLOR_NAMES[board.to_play],
            "komi": board.rules.komi,
        },
        "seed": course.seed,
        "every": course.every,
    }


def describe(strategies: Steady) -> Row:
    """The row: how it stands now."""
    openings = strategies.suggestions(FIRST)
    shares = strategies.shares()
    move = next(iter(shares), None)
    row: Row = {
        "steps": strategies.n_steps,
        "plurality": "" if move is None else vertex(move),
        "support": 0.0 if move is None else shares[move],
        "openings": 1 / max(sum(share**2 for share in shares.values()), 1e-9),
        "silent": float((openings == NULL).mean()),
        "reply": "",
        "reply_support": 0.0,
        "nodes": float(strategies.trees(FIRST)["n"].mean()),
        "reply_nodes": float(strategies.trees(SECOND)["n"].mean()),
    }
    if move is not None:
        replies = Counter(strategies.suggestions(SECOND, [move]).tolist())
        replies.pop(NULL, None)
        if replies:
            reply, n = min(replies.items(), key=lambda item: (-item[1], item[0]))
            row |= {"reply": vertex(reply), "reply_support": n / len(openings)}
    return row


def most_common(strategies: Steady, side: int) -> tuple[Any, str, float]:
    """A tree of the strategy that most individuals of a side have, what it says, and the share that says it."""
    trees = strategies.trees(side)
    texts = [plan_text(read_plan(tree, side), vertex, DEPTH) for tree in trees]
    text, n = Counter(texts).most_common(1)[0]
    return np.array(trees[texts.index(text)]), text, n / len(texts)


def summary(upshot: Upshot) -> dict[str, Any]:
    """What the last line of `--json` tells, and `done.json`."""
    return {
        "steps": upshot.rows[-1]["steps"],
        "plurality": upshot.plurality,
        "shares": dict(upshot.shares),
        "strategies": {color: {"text": text, "share": share} for color, (text, share) in upshot.strategies.items()},
    }

"""A position as a problem for `strategies`: find the move that wins from here.

Strategies play their own games, so nothing is rated here. The problem defines the start position of games, the number
of steps per row, and the display of a run.
"""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

from semeai.evolve.evolver import Row
from semeai.evolve.method import Method
from semeai.evolve.steady import EVERY, SteadyStrategies, Stretch
from semeai.go.board import Board
from semeai.go.points import COLOR_NAMES, vertex
from semeai.go.rules import Scoring
from semeai.problems.position_pictures import draw_course, draw_strategy
from semeai.problems.problem import Named, Problem

N_SHOWN = 5  # number of openings in a report


@dataclass(frozen=True)
class PositionProblem(Problem):
    """The position that strategies are evolved for."""

    board: Board
    every: int = EVERY
    """steps between two rows"""
    path: Path | None = None
    """the file that the position was read from"""

    columns: ClassVar[Mapping[str, str]] = {}

    def __post_init__(self) -> None:
        """Check the settings. Raises ValueError."""
        if self.board.rules.scoring is not Scoring.AREA:
            raise ValueError(f"strategies need area scoring, not the territory rules {self.board.rules.name}")
        if self.every < 1:
            raise ValueError(f"every must be 1 or more, not {self.every}")

    @property
    def name(self) -> str:
        return "position"

    @property
    def genes(self) -> Stretch:
        return Stretch(self.board, self.every)

    def settings(self) -> dict[str, Any]:
        board = self.board
        return {
            "size": board.size,
            "stones": {vertex(p): COLOR_NAMES[color] for p, color in sorted(board.stones.items())},
            "to_play": COLOR_NAMES[board.to_play],
            "komi": board.rules.komi,
        }

    def name_parts(self, order: Named) -> list[str]:
        board = self.board
        words = f"{board.size} {board.to_play} {board.rules.komi} {sorted(board.stones.items())}"
        digest = hashlib.sha256(words.encode()).hexdigest()[:8]
        return [order.method, f"{board.size}x{board.size}", digest, f"population{order.params.population}"]

    def options(self) -> dict[str, Any]:
        rules = self.board.rules
        position = {} if self.path is None else {"position": self.path}
        return position | {
            "to_play": COLOR_NAMES[self.board.to_play],
            "rules": rules.name,
            "size": rules.size,
            "komi": rules.komi,
            "every": self.every,
        }

    def pace(self, exam_games: int) -> dict[str, Any]:
        return {"every": self.every}

    def length(self, n_rows: int) -> dict[str, Any]:
        return {"steps": n_rows * self.every}

    def row_text(self, row: Row) -> str:
        return f"{row['plurality']} {row['support']:.1%}, answer {row['reply'] or 'none'} {row['reply_support']:.1%}"

    def curve(self, row: Row) -> float:
        return float(row["support"])

    def report(self, method: Method, findings: Mapping[str, Any]) -> list[str]:
        color = COLOR_NAMES[self.board.to_play]
        lines = [
            f"After {findings['steps']:,} steps {color} plays {findings['plurality']}. "
            f"The most common openings of its {method.params.population:,} strategies:"
        ]
        lines += [f"  {at:5}{share:7.1%}" for at, share in list(findings["shares"].items())[:N_SHOWN]]
        for side, found in findings["strategies"].items():
            lines += [f"{side}'s most common strategy ({found['share']:.1%}):", f"  {found['text']}"]
        return lines

    def draw(self, rows: Sequence[Row], method: Method, order: Named, folder: Path) -> dict[str, Path]:
        assert isinstance(method, SteadyStrategies)
        return {
            "course": draw_course(rows, f"{folder}, seed {order.seed}", folder),
            "strategy": draw_strategy(method, f"{folder}: the most common strategy", folder),
        }

"""Presets: runs for beginners, each with a name, a sentence and the entries of the form."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from semeai.web.forms import Evolution


@dataclass(frozen=True)
class Preset:
    """A run that one click prepares."""

    title: str
    words: str
    """a description in one sentence"""
    name: str
    """name of the run; a number is added if the name is taken"""
    method: str
    problem: str = ""
    opponent: str = "wally:noise=0.1"
    size: int = 5
    games: int = 20
    generations: int = 50
    values: Mapping[str, Any] = field(default_factory=dict)
    """settings of the method that differ from their defaults"""

    def evolution(self, name: str) -> Evolution:
        """The run with the name `name`."""
        return Evolution(
            name=name,
            method=self.method,
            values=self.values,
            problem=self.problem,
            opponent=self.opponent,
            size=self.size,
            games=self.games,
            generations=self.generations,
        )


QUICK = "quick"
PRESETS = {
    QUICK: Preset(
        "30 seconds on 5x5",
        "A genetic algorithm finds eleven weights that beat a simple program.",
        "quick-5x5",
        "ga",
        "local",
        generations=100,
        values={"population": 30},
    ),
    "richards": Preset(
        "SANE as in Richards 1998",
        "Neurons and blueprints evolve into networks that learn 5x5 Go, as in the paper.",
        "richards-5x5",
        "sane",
        "network",
        generations=60,
    ),
    "arms": Preset(
        "An arms race",
        "Two populations, black and white, learn only from each other.",
        "arms-race-5x5",
        "coevolution",
        "network",
        generations=30,
    ),
    "shape": Preset(
        "A strong 7x7 player",
        "CMA-ES tunes the weights of shapes around each point; a few minutes.",
        "shape-7x7",
        "cma",
        "shape",
        size=7,
        generations=60,
    ),
}
"""the presets by key"""

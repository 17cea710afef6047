"""A laboratory for evolutionary Go: breed players, let them play, compare them, and reproduce published results.

    import semeai

    run = semeai.breed("sane", against="wally:noise=0.1", size=5, generations=30)
    semeai.match(run, "wally", games=100)
    semeai.players.add("mirror", Mirror)

Everything is loaded on first use: `import semeai` alone loads no compiler.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from semeai import players, problems
    from semeai.api import breed, load, match, play, tournament
    from semeai.evolve import METHODS as methods
    from semeai.evolve.method import Method
    from semeai.go.board import Board
    from semeai.go.game import Game
    from semeai.go.player import Player
    from semeai.go.rules import Rules
    from semeai.problems.problem import Problem

_PLACES = {
    "Board": ("semeai.go.board", "Board"),
    "Game": ("semeai.go.game", "Game"),
    "Method": ("semeai.evolve.method", "Method"),
    "Player": ("semeai.go.player", "Player"),
    "Problem": ("semeai.problems.problem", "Problem"),
    "Rules": ("semeai.go.rules", "Rules"),
    "breed": ("semeai.api", "breed"),
    "load": ("semeai.api", "load"),
    "match": ("semeai.api", "match"),
    "methods": ("semeai.evolve", "METHODS"),
    "play": ("semeai.api", "play"),
    "tournament": ("semeai.api", "tournament"),
}
_PACKAGES = ("players", "problems")

__all__ = [
    "Board",
    "Game",
    "Method",
    "Player",
    "Problem",
    "Rules",
    "breed",
    "load",
    "match",
    "methods",
    "play",
    "players",
    "problems",
    "tournament",
]


def __getattr__(name: str) -> Any:
    if name in _PACKAGES:
        return import_module(f"semeai.{name}")
    if name not in _PLACES:
        raise AttributeError(f"module 'semeai' has no attribute {name!r}")
    module, attribute = _PLACES[name]
    return getattr(import_module(module), attribute)


def __dir__() -> list[str]:
    return __all__

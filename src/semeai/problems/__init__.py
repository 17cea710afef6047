"""The problems that rate candidates: games, duels of two populations, recorded games, a position, toys.

A problem that needs only its own settings is named by a specification, like a player: `ones`, `sphere:n=20`.
Games, duels, records and positions are created from the options of a run (`lab/options.py`).
"""

from typing import TYPE_CHECKING

from semeai.specs import Registry, parse_settings

if TYPE_CHECKING:
    from semeai.problems.problem import Problem

PROBLEMS = Registry(
    "problem",
    {name: ("semeai.problems.toys", name.capitalize(), name.capitalize()) for name in ("ones", "sphere", "xor")}
    | {"expert": ("semeai.problems.expert", "Expert", "Expert")},
    group="semeai.problems",
)


add = PROBLEMS.add


def make_problem(spec: str) -> "Problem":
    """The problem that `spec` names. Raises SpecError, and ValueError for invalid settings."""
    name, _, settings = spec.partition(":")
    problem: Problem = parse_settings(name, settings, PROBLEMS.load(name).params)
    return problem

"""A strategy in words: "default e2; after d2: e3", as in figures 4 and 7 of the paper (`strategies`)."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np

from semeai.evolve.trees_kernel import NULL

DEPTH = 3  # consecutive moves of the player that fit on a line


@dataclass(frozen=True)
class Plan:
    """The part of a strategy that starts with one of its moves."""

    move: int | None
    """None at the root"""
    exceptions: tuple[tuple[int, "Plan | None"], ...]
    """moves of the opponent with the answer to each; None for any move"""
    default: "Plan | None"
    """the answer to all other moves"""

    @property
    def is_over(self) -> bool:
        """True if nothing follows."""
        return self.default is None and not self.exceptions


def read_plan(tree: np.record, side: int, has_default: bool = True, has_library: bool = False) -> Plan:
    """The reachable part of a strategy of side `side`, 0 for the side that moves first. `tree` is a
    `trees_kernel.TREE`.

    The side that moves first has nothing to answer at the root. Exceptions there are left out unless they are its
    library. A second exception for the same move in one list is left out, too.
    """
    nodes = iter(tree["nodes"].tolist())
    if next(nodes) == NULL:
        return Plan(None, (), None)
    exceptions = _read_exceptions(nodes, {}, has_default)
    if side and not has_default:
        return Plan(None, _read_exceptions(nodes, dict(exceptions), has_default), None)
    return Plan(None, exceptions if side or has_library else (), _read_move(nodes, has_default))


def _read_move(nodes: Iterator[int], has_default: bool) -> Plan | None:
    move = next(nodes)
    if move == NULL:
        return None
    exceptions = _read_exceptions(nodes, {}, has_default)
    if has_default:
        return Plan(move, exceptions, _read_move(nodes, has_default))
    return Plan(move, _read_exceptions(nodes, dict(exceptions), has_default), None)


def _read_exceptions(
    nodes: Iterator[int], before: dict[int, Plan | None], has_default: bool
) -> tuple[tuple[int, Plan | None], ...]:
    """The exceptions of a list, after those of the list before it."""
    while (move := next(nodes)) != NULL:
        response = _read_move(nodes, has_default)
        before.setdefault(move, response)
    return tuple(before.items())


def plan_text(plan: Plan | None, name: Callable[[int], str], depth: int = DEPTH) -> str:
    """The plan on one line; `name` returns the text of a move.

    The continuation of a move follows in parentheses, or as "..." if it is more than `depth` moves deep.
    """
    if plan is None:
        return "any move"
    if plan.is_over:
        return "any move" if plan.move is None else name(plan.move)
    rest = _rest_text(plan, name, depth) if depth > 0 else "..."
    return rest if plan.move is None else f"{name(plan.move)} ({rest})"


def _rest_text(plan: Plan, name: Callable[[int], str], depth: int) -> str:
    parts = [] if plan.default is None else [f"default {plan_text(plan.default, name, depth - 1)}"]
    parts += [f"after {name(move)}: {plan_text(response, name, depth - 1)}" for move, response in plan.exceptions]
    return "; ".join(parts)

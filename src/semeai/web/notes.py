"""Notes in the tree of a game: win rates, time left, and results that do not follow from the board."""

import re
from collections.abc import Mapping
from dataclasses import replace

from semeai.go.clock import TimeLeft
from semeai.go.game import Node, Result
from semeai.go.player import Explanation
from semeai.go.points import BLACK, COLOR_NAMES, PASS, WHITE, opponent
from semeai.sgf import sgf_to_point
from semeai.sgf.values import WINRATE, format_winrate

MAX_KEPT = 20
"""moves of a player's explanation that are kept"""


def nodes(root: Node) -> list[Node]:
    """All nodes of a tree, each before its children, the first variation first."""
    found, pending = [], [root]
    while pending:
        node = pending.pop()
        found.append(node)
        pending.extend(reversed(node.children))
    return found


def note(node: Node, explanation: Explanation, color: int) -> None:
    """Write the explanation of the player of `color` to the node of its move: values and text."""
    write_values(node, explanation, color)
    if explanation.text and "C" not in node.properties:
        node.properties["C"] = [explanation.text.partition("\n")[0]]


def write_values(node: Node, explanation: Explanation, color: int) -> None:
    """Write black's win rate and the expected score of a search to a node; `color` was to play in that search.

    The win rate of a position is that of the best move, as in the texts of players, on the graph and in GTP.
    """
    if (rate := explanation.winrate) is not None:
        node.properties[WINRATE] = [format_winrate(rate, color)]
        node.properties["V"] = [f"{explanation.score:.1f}"]


def kept(explanation: Explanation) -> Explanation:
    """The part of an explanation that is kept: a server has many games, and up to 361 points in each position."""
    return replace(
        explanation,
        values=_best(explanation.values),
        candidates=explanation.candidates[:MAX_KEPT],
        ownership={},
        maps={name: _best(values) for name, values in explanation.maps.items()},
    )


def _best(values: Mapping[int, float]) -> dict[int, float]:
    return dict(sorted(values.items(), key=lambda item: -item[1])[:MAX_KEPT])


def number(node: Node, name: str) -> float | None:
    """The number in a property; None if there is none."""
    try:
        value = float(node.properties[name][0])
    except (KeyError, ValueError):
        return None
    return value if abs(value) < 1e6 else None


def read_point(text: str, size: int) -> int:
    try:
        return sgf_to_point(text, size)
    except ValueError:
        return PASS


def read_end(node: Node) -> Result | None:
    """The result that a record states and the board does not show."""
    found = re.fullmatch(r"([BW])\+([RT])", node.properties.get("END", [""])[0])
    if found is None:
        return None
    return Result(BLACK if found[1] == "B" else WHITE, {"R": "resign", "T": "time"}[found[2]])


def read_time(seconds: list[str], stones: list[str]) -> TimeLeft:
    try:
        return TimeLeft(min(1e6, max(0.0, float(seconds[0]))), min(10_000, max(0, int(stones[0]))))
    except ValueError:
        return TimeLeft(0.0, 0)


def describe_result(result: Result) -> str:
    """The end of a game in words."""
    if result.winner is None:
        return "A draw"
    winner = COLOR_NAMES[result.winner].capitalize()
    loser = COLOR_NAMES[opponent(result.winner)].capitalize()
    how = {"resign": f"{loser} resigned", "time": f"{loser} ran out of time", "limit": "the move limit is reached"}
    return f"{winner} wins by {result.margin:g}" if result.reason == "score" else f"{winner} wins: {how[result.reason]}"

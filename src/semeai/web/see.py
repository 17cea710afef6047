"""The view of a table: the board with its overlays, as a plain picture."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from semeai.go.influence import AREA, MOYO, TERRITORY, Influence, influence_map
from semeai.go.picture import Label, Picture, Shade
from semeai.go.player import Explanation
from semeai.go.points import BLACK, EMPTY, PASS, WHITE, points
from semeai.web.table import Table

MAPS: dict[str, Influence] = {"territory": TERRITORY, "moyo": MOYO, "area": AREA}
MAX_LABELS = 12
_SURE = 0.1  # ownership below which a point is left unshaded


@dataclass
class Overlays:
    """The overlays that a person has switched on."""

    influence: str = ""
    """one of MAPS, or "" for none"""
    ownership: bool = False
    thoughts: bool = False
    said_by: str = ""
    """the agent whose map is shown, or "" for the sum of all"""
    numbers: bool = False
    """True if stones show the numbers of their moves"""
    coordinates: bool = True
    last_move: bool = True
    """True if the last move is marked"""
    theme: str = "wood"
    """one of `picture.THEMES`"""


def picture(
    table: Table,
    overlays: Overlays,
    ownership: Mapping[int, float] | None = None,
    marks: Mapping[int, Label] | None = None,
) -> Picture:
    """The board of a table with overlays.

    `ownership` is the expected owner of each point, from -1 to 1; `marks` are labels of a review, which hide thoughts.
    """
    game = table.game
    shades: dict[int, Shade] = {}
    if overlays.influence:
        shades |= influence_shades(table, MAPS[overlays.influence])
    if overlays.ownership and ownership:
        shades |= ownership_shades(ownership)
    thought = table.thoughts.get(game.node) if overlays.thoughts else None
    is_end = table.is_counted
    return Picture(
        size=game.rules.size,
        stones=game.board.stones,
        last_move=game.node.point if game.node.color is not None and overlays.last_move else PASS,
        dead=game.dead if is_end else frozenset(),
        shades=shades,
        labels=marks or (labels(thought, overlays.said_by) if thought else {}),
        territory=table.owners() if is_end and table.is_judged else {},
        children=tuple(child.point for child in game.node.children if child.color is not None),
        numbers=move_numbers(table) if overlays.numbers else {},
        coordinates=overlays.coordinates,
        theme=overlays.theme,
    )


def move_numbers(table: Table) -> dict[int, int]:
    """point -> number of the last move there."""
    moves = [node for node in table.game.node.path() if node.color is not None]
    return {node.point: n for n, node in enumerate(moves, 1) if node.point != PASS}


def influence_shades(table: Table, which: Influence) -> dict[int, Shade]:
    """Bouzy's map over the empty points, stronger where it is higher."""
    values = influence_map(table.game.board, which)
    colors = table.game.board.colors
    found = {p: int(values[p]) for p in points(table.game.rules.size) if colors[p] == EMPTY and values[p] != 0}
    most = max(map(abs, found.values()), default=1)
    return {p: _shade(value / most, least=0.25) for p, value in found.items()}


def ownership_shades(ownership: Mapping[int, float]) -> dict[int, Shade]:
    """The expected owner of each point, shaded by certainty."""
    return {p: _shade(value) for p, value in ownership.items() if abs(value) >= _SURE}


def _shade(value: float, least: float = 0.0) -> Shade:
    return Shade(BLACK if value > 0 else WHITE, max(least, abs(value)))


def candidates(thought: Explanation, color: int) -> dict[int, Label]:
    """The candidate moves of a review for the side to play, marked by rings."""
    return {p: replace(label, color=color) for p, label in labels(thought).items()}


def labels(thought: Explanation, said_by: str = "") -> dict[int, Label]:
    """A player's own explanation, in its own terms; or the map of one of its agents.

    A search shows win rates in percent over visits. Other players show their values: outputs of a network, shares of a
    population, sums of agents. The best moves have a label; warmer colors mean more weight.
    """
    searched = [c for c in thought.candidates if c.point != PASS and c.visits > 1]
    if searched:
        best = searched[:MAX_LABELS]
        most = max(c.visits for c in best)
        return {c.point: Label(f"{100 * c.winrate:.0f}", _short(c.visits), c.visits / most) for c in best}
    values = thought.maps.get(said_by, thought.values)
    ranked = sorted(values.items(), key=lambda item: -item[1])[:MAX_LABELS]
    low, high = (ranked[-1][1], ranked[0][1]) if ranked else (0.0, 0.0)
    return {p: Label(_number(value), "", (value - low) / (high - low) if high > low else 1.0) for p, value in ranked}


def variations(thought: Explanation | None) -> dict[int, tuple[int, ...]]:
    """The expected continuation after each candidate move."""
    return {c.point: c.variation for c in thought.candidates if c.variation} if thought else {}


def _short(n: int) -> str:
    """A number in at most four characters."""
    if n < 10_000:
        return str(n)
    return f"{n // 1000}k" if n < 1_000_000 else f"{n // 1_000_000}M"


def _number(value: float) -> str:
    return f"{value:.2f}".replace("0.", ".") if abs(value) < 10 else f"{value:.0f}"

"""The board as SVG: stones, the last move, marks and overlays, for pages, notebooks and documents.

Lines are CELL units apart, independent of the size on the screen.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from html import escape
from itertools import product

from semeai.go.diagram import is_star
from semeai.go.points import BLACK, COLUMNS, PASS, WHITE, row_column

CELL = 40
WOOD, LINE, WRITING = "#dfb468", "#4f3a17", "#5d4620"
_RADIUS = 0.475 * CELL


@dataclass(frozen=True)
class Shade:
    """A square of color over a point."""

    color: int
    """BLACK or WHITE"""
    strength: float
    """0 to 1"""


@dataclass(frozen=True)
class Label:
    """Text on a point, at most two short lines, on a round background."""

    text: str
    below: str = ""
    heat: float = 0.0
    """0 to 1: the warmth of the background"""


@dataclass(frozen=True)
class Picture:
    """The content of a picture of a board."""

    size: int
    stones: Mapping[int, int] = field(default_factory=dict)
    """point -> color"""
    last_move: int = PASS
    """drawn with a ring"""
    dead: frozenset[int] = frozenset()
    """stones drawn faintly"""
    shades: Mapping[int, Shade] = field(default_factory=dict)
    labels: Mapping[int, Label] = field(default_factory=dict)
    territory: Mapping[int, int] = field(default_factory=dict)
    """point -> its owner's color, drawn as a small square"""
    children: tuple[int, ...] = ()
    """the next moves in the game's tree, drawn as faint rings"""


def draw(picture: Picture, pixels: int | None = None) -> str:
    """The picture as an `<svg>` element, `pixels` wide; by default as wide as the enclosing element."""
    width = CELL * (picture.size + 1)
    size = "" if pixels is None else f'width="{pixels}" height="{pixels}" '
    parts = [
        f'<svg class="board-svg" xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {width}" {size}'
        'font-family="system-ui, sans-serif" text-anchor="middle" aria-hidden="true">',
        _DEFINITIONS,
        _wood(picture.size),
        *(_shade(p, shade, picture.size) for p, shade in picture.shades.items()),
        *(_child(p, picture.size) for p in picture.children if p != PASS and p not in picture.stones),
        *(_stone(p, color, picture) for p, color in sorted(picture.stones.items())),
        *(_owned(p, color, picture.size) for p, color in picture.territory.items()),
        _last_move(picture),
        *(_label(p, label, picture) for p, label in picture.labels.items()),
        "</svg>",
    ]
    return "".join(parts)


def draw_position(size: int, stones: Mapping[int, int], last_move: int = PASS) -> str:
    """A position as a stand-alone picture, for notebooks."""
    return draw(Picture(size, stones, last_move), min(CELL * (size + 1), 480))


def draw_thumbnail(size: int, stones: Mapping[int, int]) -> str:
    """A position as a small picture: few bytes, for lists of many games."""
    width, last = CELL * (size + 1), CELL * size
    lines = "".join(f"M{CELL} {CELL * i}H{last}M{CELL * i} {CELL}V{last}" for i in range(1, size + 1))
    dots = {color: [place(p, size) for p, c in sorted(stones.items()) if c == color] for color in (BLACK, WHITE)}
    paths = (
        # a line of no length with round ends is a disc
        f'<path d="{"".join(f"M{x} {y}h0" for x, y in found)}" stroke="{ink}" stroke-width="{CELL - 3}"/>'
        for (color, ink) in ((BLACK, "#1a1a1a"), (WHITE, "#fbfaf6"))
        if (found := dots[color])
    )
    return (
        f'<svg class="thumbnail" xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {width}" aria-hidden="true">'
        f'<rect width="{width}" height="{width}" fill="{WOOD}"/><path d="{lines}" stroke="{LINE}" stroke-width="2"/>'
        f'<g stroke-linecap="round">{"".join(paths)}</g></svg>'
    )


def place(p: int, size: int) -> tuple[int, int]:
    """The coordinates x and y of a point."""
    row, column = row_column(p)
    return CELL * column, CELL * (size + 1 - row)


_DEFINITIONS = (
    '<defs><linearGradient id="wood" x1="0" y1="0" x2="1" y2="1"><stop stop-color="#e6be76"/>'
    f'<stop offset=".5" stop-color="{WOOD}"/><stop offset="1" stop-color="#d3a558"/></linearGradient>'
    '<radialGradient id="black" cx=".36" cy=".3" r=".75"><stop stop-color="#676767"/>'
    '<stop offset=".35" stop-color="#2f2f2f"/><stop offset="1" stop-color="#0c0c0c"/></radialGradient>'
    '<radialGradient id="white" cx=".36" cy=".3" r=".8"><stop stop-color="#fff"/>'
    '<stop offset=".6" stop-color="#f3f0e9"/><stop offset="1" stop-color="#c9c3b5"/></radialGradient>'
    f'<g id="stone1"><circle cx="1.2" cy="1.8" r="{_RADIUS}" fill="#3a2604" opacity=".35"/>'
    f'<circle r="{_RADIUS}" fill="url(#black)"/></g>'
    f'<g id="stone2"><circle cx="1.2" cy="1.8" r="{_RADIUS}" fill="#3a2604" opacity=".35"/>'
    f'<circle r="{_RADIUS}" fill="url(#white)" stroke="#8d8573" stroke-width=".6"/></g></defs>'
)


def _wood(size: int) -> str:
    """The empty board: wood with a little grain, lines, stars and coordinates."""
    width, first, last = CELL * (size + 1), CELL, CELL * size
    parts = [f'<rect width="{width}" height="{width}" rx="6" fill="url(#wood)"/>']
    grain = "".join(f"M0 {y}q{width // 2} {(y * 7) % 23 - 11} {width} {(y * 5) % 17 - 8}" for y in range(9, width, 27))
    parts.append(f'<path d="{grain}" fill="none" stroke="#8a5f1e" stroke-width="5" opacity=".07"/>')
    lines = "".join(f"M{first} {CELL * i}H{last}M{CELL * i} {first}V{last}" for i in range(1, size + 1))
    parts.append(f'<path d="{lines}" stroke="{LINE}" stroke-width="1.1"/>')
    parts.append(f'<path d="M{first} {first}H{last}V{last}H{first}Z" fill="none" stroke="{LINE}" stroke-width="2.2"/>')
    for row, column in product(range(1, size + 1), repeat=2):
        if is_star(size, row, column):
            parts.append(f'<circle cx="{CELL * column}" cy="{CELL * (size + 1 - row)}" r="4" fill="{LINE}"/>')
    for i in range(1, size + 1):
        for y in (15, width - 12):
            parts.append(f'<text x="{CELL * i}" y="{y + 4}" font-size="12" fill="{WRITING}">{COLUMNS[i - 1]}</text>')
        for x in (13, width - 13):
            parts.append(f'<text x="{x}" y="{CELL * (size + 1 - i) + 4}" font-size="12" fill="{WRITING}">{i}</text>')
    return "".join(parts)


def _stone(p: int, color: int, picture: Picture) -> str:
    x, y = place(p, picture.size)
    stone = f'<use href="#stone{1 if color == BLACK else 2}" x="{x}" y="{y}" data-stone="{p}"/>'
    return f'<g class="dead" opacity=".45">{stone}</g>' if p in picture.dead else stone


def _shade(p: int, shade: Shade, size: int) -> str:
    x, y = place(p, size)
    ink = "#000" if shade.color == BLACK else "#fff"
    corner = f'x="{x - CELL // 2}" y="{y - CELL // 2}" width="{CELL}" height="{CELL}"'
    return f'<rect class="shade" {corner} fill="{ink}" opacity="{0.65 * _share(shade.strength):.2f}"/>'


def _share(x: float) -> float:
    return min(1.0, max(0.0, x))


def _child(p: int, size: int) -> str:
    x, y = place(p, size)
    dashes = f'stroke="{LINE}" stroke-width="2" stroke-dasharray="3 3"'
    return f'<circle class="child" cx="{x}" cy="{y}" r="8" fill="none" {dashes}/>'


def _owned(p: int, color: int, size: int) -> str:
    x, y = place(p, size)
    fill, edge = ("#111", "#555") if color == BLACK else ("#fdfcf8", "#6d675a")
    return f'<rect class="owned" x="{x - 7}" y="{y - 7}" width="14" height="14" fill="{fill}" stroke="{edge}"/>'


def _last_move(picture: Picture) -> str:
    p = picture.last_move
    if p not in picture.stones or p in picture.labels:
        return ""
    x, y = place(p, picture.size)
    ink = "#fff" if picture.stones[p] == BLACK else "#111"
    return f'<circle class="last" cx="{x}" cy="{y}" r="{_RADIUS / 2:g}" fill="none" stroke="{ink}" stroke-width="2.4"/>'


def _label(p: int, label: Label, picture: Picture) -> str:
    x, y = place(p, picture.size)
    ground = ""
    ink = "#fff" if picture.stones.get(p) == BLACK else "#1d1508"
    if p not in picture.stones:
        # from pale wood to a warm green: both carry dark ink well
        r, g, b = (round(low + _share(label.heat) * (high - low)) for low, high in ((240, 110), (214, 205), (160, 130)))
        ground = f'<circle cx="{x}" cy="{y}" r="{_RADIUS}" fill="rgb({r} {g} {b})" stroke="{LINE}" stroke-width=".6"/>'
    lines = [(label.text, 1 if label.below else 5, 'font-size="14" font-weight="600"')]
    lines += [(label.below, 13, 'font-size="10"')] if label.below else []
    words = "".join(f'<text x="{x}" y="{y + dy}" {font} fill="{ink}">{escape(text)}</text>' for text, dy, font in lines)
    return f'<g class="label">{ground}{words}</g>'

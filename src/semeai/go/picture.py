"""A board as a picture: SVG text, for documents and pages."""

from collections.abc import Mapping

from semeai.go.diagram import STARS
from semeai.go.points import BLACK, COLUMNS, PASS, row_column

CELL = 30  # pixels between two lines
WOOD, LINE, WRITING, SHADE = "#e3b565", "#5a4420", "#7a6235", "#2f6f8f"


def draw_svg(
    size: int,
    stones: Mapping[int, int],
    last_move: int = PASS,
    labels: Mapping[int, str] | None = None,
    shades: Mapping[int, float] | None = None,
) -> str:
    """The position with coordinates; the last move has a ring, points with a label show it, and empty points with a
    label may have a shade, 0 to 1."""

    def x(column: int) -> int:
        return CELL * column + CELL // 4

    def y(row: int) -> int:
        return CELL * (size - row) + 3 * CELL // 4

    width = CELL * (size + 1)
    first, last = x(1), x(size)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {width}" width="{width}" height="{width}" '
        'font-family="sans-serif" text-anchor="middle" dominant-baseline="central">',
        '<defs><radialGradient id="b" cx="0.35" cy="0.3"><stop stop-color="#666"/><stop offset="1" stop-color="#111"/>'
        '</radialGradient><radialGradient id="w" cx="0.35" cy="0.3"><stop stop-color="#fff"/>'
        '<stop offset="1" stop-color="#d4d0c8"/></radialGradient></defs>',
        f'<rect width="{width}" height="{width}" rx="6" fill="{WOOD}"/>',
    ]
    for i in range(1, size + 1):
        parts.append(f'<path d="M{first} {y(i)}H{last}M{x(i)} {y(1)}V{y(size)}" stroke="{LINE}"/>')
        writing = f'font-size="{CELL * 0.36:g}" fill="{WRITING}"'
        parts.append(f'<text x="{x(i)}" y="{y(0)}" {writing}>{COLUMNS[i - 1]}</text>')
        parts.append(f'<text x="{x(0) + 5}" y="{y(i)}" {writing}>{i}</text>')
    for row in STARS.get(size, ()):
        for column in STARS[size]:
            parts.append(f'<circle cx="{x(column)}" cy="{y(row)}" r="3" fill="{LINE}"/>')
    for p, color in sorted(stones.items()):
        row, column = row_column(p)
        fill = "b" if color == BLACK else "w"
        parts.append(f'<circle cx="{x(column)}" cy="{y(row)}" r="{CELL * 0.47:g}" fill="url(#{fill})" stroke="#222"/>')
    if last_move != PASS:
        row, column = row_column(last_move)
        ring = "#fff" if stones.get(last_move) == BLACK else "#000"
        parts.append(
            f'<circle cx="{x(column)}" cy="{y(row)}" r="{CELL * 0.25:g}" fill="none" stroke="{ring}" stroke-width="2"/>'
        )
    for p, label in (labels or {}).items():
        row, column = row_column(p)
        at = f'x="{x(column)}" y="{y(row)}"'
        if p in stones:
            ink = "#fff" if stones[p] == BLACK else "#000"
        else:  # clear the crossing of the lines behind the label
            ink = "#7a1f1f"
            parts.append(f'<circle cx="{x(column)}" cy="{y(row)}" r="{CELL * 0.4:g}" fill="{WOOD}"/>')
            if shades and p in shades:
                ink = "#fff" if shades[p] > 0.5 else "#000"
                dark = f'fill="{SHADE}" fill-opacity="{0.15 + 0.85 * shades[p]:.2f}"'
                parts.append(f'<circle cx="{x(column)}" cy="{y(row)}" r="{CELL * 0.4:g}" {dark}/>')
        letters = min(0.42, 1.3 / max(1, len(label)))  # so that long labels fit
        parts.append(f'<text {at} font-size="{CELL * letters:g}" fill="{ink}">{label}</text>')
    return "\n".join([*parts, "</svg>", ""])

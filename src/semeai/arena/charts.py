"""Small charts for HTML reports: SVG as text, made of numbers and escaped names only."""

from collections.abc import Mapping, Sequence
from html import escape

WIDTH, HEIGHT = 640, 260
LEFT, BOTTOM, TOP, RIGHT = 48, 24, 10, 120
ROW = 22
COLORS = ("#1f4e79", "#b5532f", "#2f6b3a", "#6b3a7d", "#555555")
DASHES = ("", "6 3", "2 2", "8 2 2 2", "1 3")
"""dash patterns, so that lines differ by more than color"""


Bar = tuple[str, float, float, float]
"""a name, the low end of an interval, the value and the high end"""


def intervals(caption: str, bars: Sequence[Bar]) -> str:
    """Return a figure for a page with a line per name."""
    return _figure(caption, intervals_svg(caption, bars)) if bars else ""


def intervals_svg(caption: str, bars: Sequence[Bar]) -> str:
    """Return the same picture as the content of an SVG file."""
    low, high = min((bar[1] for bar in bars), default=0.0), max((bar[3] for bar in bars), default=1.0)
    span, left = max(high - low, 1.0), 230
    height = ROW * len(bars) + BOTTOM

    def x(value: float) -> float:
        return left + (value - low) / span * (WIDTH - left - 20)

    parts = []
    for i, (name, first, middle, last) in enumerate(bars):
        y = ROW * (i + 0.5)
        shown = name if len(name) <= 34 else f"{name[:33]}…"
        parts.append(
            f'<text x="{left - 10}" y="{y + 4:.0f}" text-anchor="end">{escape(shown)}</text>'
            f'<path d="M{x(first):.1f} {y:.0f}H{x(last):.1f}" stroke="{COLORS[0]}" stroke-width="2"/>'
            f'<circle cx="{x(middle):.1f}" cy="{y:.0f}" r="4" fill="{COLORS[0]}"/>'
        )
    for value in (low, high):
        parts.append(f'<text x="{x(value):.0f}" y="{height - 6}" text-anchor="middle">{value:.0f}</text>')
    return _svg(caption, height, "".join(parts))


def curves(caption: str, xs: Sequence[float], series: Mapping[str, Sequence[float | None]]) -> str:
    """Return a chart with a line per series; None leaves a gap."""
    values = [y for ys in series.values() for y in ys if y is not None]
    if len(xs) < 2 or not values:
        return ""
    low, high = min(values), max(values)
    span, width = (high - low) or 1.0, xs[-1] - xs[0] or 1.0

    def at(x: float, y: float) -> str:
        across = LEFT + (x - xs[0]) / width * (WIDTH - LEFT - RIGHT)
        return f"{across:.1f} {TOP + (high - y) / span * (HEIGHT - TOP - BOTTOM):.1f}"

    parts = []
    for k, (name, ys) in enumerate(series.items()):
        path, is_down = "", False
        for x, y in zip(xs, ys, strict=True):
            path += f"{'L' if is_down else 'M'}{at(x, y)}" if y is not None else ""
            is_down = y is not None
        look = f'stroke="{COLORS[k % len(COLORS)]}" stroke-dasharray="{DASHES[k % len(DASHES)]}"'
        parts.append(f'<path d="{path}" fill="none" stroke-width="2" {look}/>')
        y = TOP + 16 * (k + 1)
        parts.append(f'<path d="M{WIDTH - RIGHT + 8} {y - 4}h22" stroke-width="2" {look}/>')
        parts.append(f'<text x="{WIDTH - RIGHT + 36}" y="{y}">{escape(name)}</text>')
    for y in (low, high):
        parts.append(f'<text x="{LEFT - 6}" y="{at(xs[0], y).split()[1]}" text-anchor="end">{y:.3g}</text>')
    for x, anchor in ((xs[0], "start"), (xs[-1], "end")):
        parts.append(f'<text x="{at(x, low).split()[0]}" y="{HEIGHT - 6}" text-anchor="{anchor}">{x:g}</text>')
    return _figure(caption, _svg(caption, HEIGHT, "".join(parts)))


def _svg(caption: str, height: float, body: str) -> str:
    label = escape(caption, quote=True)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height:.0f}" role="img" aria-label="{label}" '
        'font-size="12" font-family="sans-serif" fill="#1b1b1b">'
        f'<rect width="100%" height="100%" fill="#fff"/>{body}</svg>'
    )


def _figure(caption: str, svg: str) -> str:
    return f"<figure>{svg}<figcaption>{escape(caption)}</figcaption></figure>"

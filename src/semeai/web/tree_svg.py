"""The tree of a game, and the graph of win rate and score along it, as SVG text. Clickable parts have the attribute
`data-node`, the number of a node in the order of `table.nodes`."""

from collections.abc import Sequence

from semeai.go.game import Node
from semeai.go.points import BLACK
from semeai.web.notes import nodes, number
from semeai.web.reviews import Mistake

STEP = 22
_DOT = 7
WIDTH, HEIGHT = 320, 150
LEFT, RIGHT, TOP, BOTTOM = 36, 280, 22, 130
"""the edges of the plot area"""


def draw_tree(root: Node, here: Node, mistakes: Sequence[Mistake] = ()) -> str:
    """All variations: the first one in a straight line, the others below it, starting where they branch off. Mistakes
    have colors."""
    kinds = {found.node: f" {found.kind}" for found in mistakes}
    order = nodes(root)
    numbers = {node: i for i, node in enumerate(order)}
    places = lanes(order)
    width = STEP * (max(x for x, _ in places.values()) + 1)
    height = STEP * (max(y for _, y in places.values()) + 1)
    on_path = set(here.path())
    ways, dots = [], []
    for node in order:
        x, y = (STEP * i + STEP // 2 for i in places[node])
        if node.parent is not None:
            px, py = (STEP * i + STEP // 2 for i in places[node.parent])
            ways.append(f"M{px} {py}V{y - STEP // 2 if y > py else y}L{min(x, px + STEP // 2)} {y}H{x}")
        kind = "root" if node.color is None else "b" if node.color == BLACK else "w"
        mark = (" here" if node is here else " on" if node in on_path else "") + kinds.get(node, "")
        radius = _DOT - 3 if kind == "root" else _DOT
        dots.append(f'<circle class="n-{kind}{mark}" cx="{x}" cy="{y}" r="{radius}" data-node="{numbers[node]}"/>')
    return (
        f'<svg class="tree-svg" xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
        f'viewBox="0 0 {width} {height}" aria-hidden="true">'
        f'<path d="{"".join(ways)}" class="way"/>{"".join(dots)}</svg>'
    )


def lanes(order: Sequence[Node]) -> dict[Node, tuple[int, int]]:
    """The place of each node: its depth, and a lane that is free over the whole variation."""
    depth = {order[0]: 0}
    for node in order[1:]:
        assert node.parent is not None
        depth[node] = depth[node.parent] + 1
    # from the end to the start: how far each first variation goes
    reach: dict[Node, int] = {}
    for node in reversed(order):
        reach[node] = reach[node.children[0]] if node.children else depth[node]
    lane = {order[0]: 0}
    rows: list[list[tuple[int, int]]] = [[(0, reach[order[0]])]]  # the occupied part of each lane
    for node in order[1:]:
        assert node.parent is not None
        if node.parent.children[0] is node:
            lane[node] = lane[node.parent]
            continue
        first, last = depth[node] - 1, reach[node]
        row = lane[node.parent] + 1
        while row < len(rows) and any(a <= last and first <= b for a, b in rows[row]):
            row += 1
        if row == len(rows):
            rows.append([])
        rows[row].append((first, last))
        lane[node] = row
    return {node: (depth[node], lane[node]) for node in order}


def draw_graph(root: Node, line: Sequence[Node], here: Node, mistakes: Sequence[Mistake] = ()) -> str:
    """Black's win rate as an area and the expected score as a line, over a line of moves, with axes and a legend.

    Mistakes are dots on the win rate, colored by their kind. "" if no position has a win rate.
    """
    known = [(i, rate) for i, node in enumerate(line) if (rate := number(node, "SBKV")) is not None]
    scores = [(i, score) for i, node in enumerate(line) if (score := number(node, "V")) is not None]
    if not known:
        return ""
    last = max(1, len(line) - 1)
    most = _nice_limit(max((abs(score) for _, score in scores), default=1.0))

    def x(i: int) -> float:
        return round(LEFT + (RIGHT - LEFT) * i / last, 1)

    def y(share: float) -> float:
        return round(BOTTOM - (BOTTOM - TOP) * min(1.0, max(0.0, share)), 1)

    points = " ".join(f"{x(i)},{y(rate / 100)}" for i, rate in known)
    area = f"{x(known[0][0])},{BOTTOM} {points} {x(known[-1][0])},{BOTTOM}"
    way = " ".join(f"{x(i)},{y(0.5 + score / most / 2)}" for i, score in scores)
    places = {node: i for i, node in enumerate(line)}
    order = {node: i for i, node in enumerate(nodes(root))}
    rates = dict(known)
    dots = "".join(
        f'<circle class="g-{found.kind}" cx="{x(i)}" cy="{y(rates[i] / 100)}" r="4" data-node="{order[found.node]}"/>'
        for found in mistakes
        if (i := places.get(found.node)) is not None
    )
    wide = (RIGHT - LEFT) / last
    columns = "".join(
        f'<rect data-node="{order[node]}" x="{x(i) - wide / 2:.1f}" y="{TOP}" width="{wide:.1f}" '
        f'height="{BOTTOM - TOP}" opacity="0"/>'
        for i, node in enumerate(line)
    )
    at = x(places[here])
    return (
        f'<svg class="graph-svg" xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" aria-hidden="true">'
        f'<rect class="g-ground" x="{LEFT}" y="{TOP}" width="{RIGHT - LEFT}" height="{BOTTOM - TOP}"/>'
        f'<polygon class="g-rate" points="{area}"/><path class="g-middle" d="M{LEFT} {y(0.5)}H{RIGHT}"/>'
        f'<polyline class="g-score" points="{way}"/><path class="g-here" d="M{at} {TOP}V{BOTTOM}"/>'
        f"{_axes(most, last)}{columns}{dots}</svg>"
    )


def _nice_limit(most: float) -> float:
    """The end of the axis of scores: a round number, at least `most`."""
    return next((limit for limit in (5, 10, 20, 50, 100, 200) if limit >= most), 400)


def _axes(most: float, last: int) -> str:
    """The numbers at the axes, and the legend."""
    middle = (TOP + BOTTOM) / 2
    texts = [
        *((LEFT - 4, y + 4, "end", f"{rate}%") for rate, y in ((100, TOP), (50, middle), (0, BOTTOM))),
        *(
            (RIGHT + 4, y + 4, "start", text)
            for text, y in ((f"B+{most:g}", TOP), ("0", middle), (f"W+{most:g}", BOTTOM))
        ),
        (LEFT, BOTTOM + 14, "middle", "0"),
        (RIGHT, BOTTOM + 14, "middle", str(last)),
        ((LEFT + RIGHT) / 2, BOTTOM + 14, "middle", "move"),
        (LEFT + 16, 13, "start", "Black's win rate"),
        (LEFT + 142, 13, "start", "Score"),
    ]
    marks = (
        f'<rect class="g-rate" x="{LEFT}" y="5" width="11" height="9"/><path class="g-score" d="M{LEFT + 122} 9.5h15"/>'
    )
    return marks + "".join(
        f'<text class="g-text" x="{x:g}" y="{y:g}" text-anchor="{anchor}">{text}</text>' for x, y, anchor, text in texts
    )

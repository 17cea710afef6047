"""The tree of a game, and the graph of win rate and score along it, as SVG text. Parts to be clicked carry
`data-node`, the number of a node in the order of `table.nodes`."""

from collections.abc import Sequence

from semeai.go.game import Node
from semeai.go.points import BLACK
from semeai.web.table import nodes, number

STEP = 22
_DOT = 7
WIDTH, HEIGHT = 320, 96


def draw_tree(root: Node, here: Node) -> str:
    """All variations, the first one straight on, the others below where they leave it."""
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
        mark = " here" if node is here else " on" if node in on_path else ""
        radius = _DOT - 3 if kind == "root" else _DOT
        dots.append(f'<circle class="n-{kind}{mark}" cx="{x}" cy="{y}" r="{radius}" data-node="{numbers[node]}"/>')
    return (
        f'<svg class="tree-svg" xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
        f'viewBox="0 0 {width} {height}" aria-hidden="true">'
        f'<path d="{"".join(ways)}" class="way"/>{"".join(dots)}</svg>'
    )


def lanes(order: Sequence[Node]) -> dict[Node, tuple[int, int]]:
    """The place of each node: its depth, and a lane that is free from where it leaves its parent's to its end."""
    depth = {order[0]: 0}
    for node in order[1:]:
        assert node.parent is not None
        depth[node] = depth[node.parent] + 1
    # from the end to the start: how far each first variation goes
    reach: dict[Node, int] = {}
    for node in reversed(order):
        reach[node] = reach[node.children[0]] if node.children else depth[node]
    lane = {order[0]: 0}
    rows: list[list[tuple[int, int]]] = [[(0, reach[order[0]])]]  # what is taken of each lane
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


def draw_graph(root: Node, line: Sequence[Node], here: Node) -> str:
    """Black's win rate as an area, the expected score as a line, over a line of moves; "" where nothing is known."""
    rates = [(i, number(node, "SBKV")) for i, node in enumerate(line)]
    scores = [(i, number(node, "V")) for i, node in enumerate(line)]
    known = [(i, rate) for i, rate in rates if rate is not None]
    if not known:
        return ""
    last = max(1, len(line) - 1)

    def x(i: int) -> float:
        return round(WIDTH * i / last, 1)

    def y(share: float) -> float:
        return round(HEIGHT * (1 - min(1.0, max(0.0, share))), 1)

    points = " ".join(f"{x(i)},{y(rate / 100)}" for i, rate in known)
    area = f"{x(known[0][0])},{HEIGHT} {points} {x(known[-1][0])},{HEIGHT}"
    most = max((abs(score) for _, score in scores if score is not None), default=0.0) or 1.0
    way = " ".join(f"{x(i)},{y(0.5 + score / most / 2)}" for i, score in scores if score is not None)
    at = x(next(i for i, node in enumerate(line) if node is here))
    order = {node: i for i, node in enumerate(nodes(root))}
    wide = WIDTH / last
    columns = "".join(
        f'<rect data-node="{order[node]}" x="{x(i) - wide / 2:.1f}" width="{wide:.1f}" height="{HEIGHT}" opacity="0"/>'
        for i, node in enumerate(line)
    )
    return (
        f'<svg class="graph-svg" xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" '
        f'preserveAspectRatio="none" aria-hidden="true"><rect class="g-ground" width="{WIDTH}" height="{HEIGHT}"/>'
        f'<polygon class="g-rate" points="{area}"/><path class="g-middle" d="M0 {HEIGHT / 2}H{WIDTH}"/>'
        f'<polyline class="g-score" points="{way}"/><path class="g-here" d="M{at} 0V{HEIGHT}"/>{columns}</svg>'
    )

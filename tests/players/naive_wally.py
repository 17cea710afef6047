"""Wally, read aloud: sets of points and no cleverness. Only the words are shared with the kernel, and the hash by which
an arbitrary move is drawn."""

from semeai.go.board import Board
from semeai.go.board_kernel import BLACK, EMPTY, PASS, WHITE
from semeai.go.points import point, points, row_column
from semeai.rng import splitmix

# As in the outline: 1 the enemy stone, 2 own stones, 3 where to play.
PATTERNS = ["232/.1.", "23./.12", "212/.3.", "23.2/.1..", "2.3.2/..1..", "2.3/.21", "2.2/.31"]
TURNS = [
    lambda x, y: (x, y),
    lambda x, y: (-x, y),
    lambda x, y: (x, -y),
    lambda x, y: (-x, -y),
    lambda x, y: (y, x),
    lambda x, y: (y, -x),
    lambda x, y: (-y, x),
    lambda x, y: (-y, -x),
]


def wally(board: Board, edge_last: bool = False, throw_first: bool = False, scan: str = "rows") -> int:
    me = board.to_play
    enemy = BLACK + WHITE - me
    size = board.size
    colors = {p: int(board.colors[p]) for p in points(size)}
    best, urgency = PASS, 10**6

    def place(p: int) -> tuple[float, int]:
        row, column = row_column(p)
        middle = (size + 1) / 2
        return (max(abs(row - middle), abs(column - middle)) if scan == "center" else 0, p)

    scanned = sorted(colors, key=place)

    def is_good(p: int) -> bool:
        if not board.is_legal(p):
            return False
        after = board.copy()
        after.play(p)
        return len(after.liberties(p)) >= 2

    def is_inner(p: int) -> bool:
        return all(1 < x < size for x in row_column(p))

    def chains(color: int) -> list[frozenset[int]]:
        found: list[frozenset[int]] = []
        for p in scanned:
            if colors[p] == color and not any(p in chain for chain in found):
                found.append(board.chain(p))
        return found

    for chain in chains(me):
        free = sorted(board.liberties(min(chain)), key=place)
        inner = [p for p in free if is_inner(p) and is_good(p)]
        if len(free) <= 2 and inner and len(free) <= urgency:
            best, urgency = inner[0], len(free)
    for chain in chains(enemy):
        free = sorted(board.liberties(min(chain)))
        if len(free) == 1 and board.is_legal(free[0]):
            return free[0]
    for chain in chains(enemy):
        free = sorted(board.liberties(min(chain)), key=lambda p: (edge_last and not is_inner(p), place(p)))
        good = [p for p in free if is_good(p)]
        if good and len(free) <= urgency:
            best, urgency = good[0], len(free)
    throws = [p for p in scanned if colors[p] == EMPTY and is_throw_in(colors, p, enemy) and board.is_legal(p)]
    if throw_first and throws and urgency >= 2:
        return throws[0]
    for p in scanned:
        if colors[p] == enemy and urgency >= 2:
            wanted = first_pattern(colors, p, me)
            if wanted is not None and is_good(wanted):
                best, urgency = wanted, 2
    if best != PASS:
        return best
    if throws:
        return throws[0]
    rest = [p for p in points(size) if colors[p] == EMPTY and not board.is_eye(p, me) and is_good(p)]
    if not rest:
        return PASS
    number = (board.hash + me - 0x9E3779B97F4A7C15) % 2**64  # the first draw mixes its seed plus this constant
    return rest[int(splitmix(number, 1)[0]) % len(rest)]


def first_pattern(colors: dict[int, int], p: int, me: int) -> int | None:
    row, column = row_column(p)
    for pattern in PATTERNS:
        cells = [(x, -y, cell) for y, line in enumerate(pattern.split("/")) for x, cell in enumerate(line)]
        x1, y1 = next((x, y) for x, y, cell in cells if cell == "1")
        for turn in TURNS:
            there = [(cell, *turn(x - x1, y - y1)) for x, y, cell in cells]
            found = [(cell, colors.get(point(row + y, column + x)) if inside(row + y, column + x) else None)
                     for cell, x, y in there]  # fmt: skip
            if all({"2": color == me, "3": color == EMPTY}.get(cell, True) for cell, color in found):
                x, y = next((x, y) for cell, x, y in there if cell == "3")
                return point(row + y, column + x)
    return None


def inside(row: int, column: int) -> bool:
    return 1 <= row <= 19 and 1 <= column <= 19


def near(colors: dict[int, int], p: int) -> list[int]:
    row, column = row_column(p)
    around = [point(row, column + 1), point(row, column - 1), point(row + 1, column), point(row - 1, column)]
    return [q for q in around if q in colors]


def is_throw_in(colors: dict[int, int], p: int, enemy: int) -> bool:
    free = [q for q in near(colors, p) if colors[q] == EMPTY]
    others = [q for q in near(colors, p) if colors[q] != EMPTY]
    if len(free) != 1 or any(colors[q] != enemy for q in others):
        return False
    return all(colors[q] in (enemy, EMPTY) for q in near(colors, free[0]))

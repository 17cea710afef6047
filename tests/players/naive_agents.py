"""Agents as sets of points say it: slow, obvious, one point after the other.

Ladders, throw-ins, influence maps and eyes are asked of those who know, who have tests of their own.
"""

from collections import Counter, deque
from functools import cache

import numpy as np

from semeai.go.board import Board
from semeai.go.board_kernel import BOARD
from semeai.go.influence import MOYO, influence_map
from semeai.go.patterns import PICTURES
from semeai.go.points import BLACK, EMPTY, PASS, is_on_board, opponent, point, row_column
from semeai.go.tactics_kernel import attack_works, escapes, is_throw_in
from semeai.players.agents.agents import KINDS

FIVE = ("one", "two", "three", "four", "five")
LINES = ("first", "second", "third", "fourth", "fifth")
STRAIGHT = ((0, 1), (1, 0), (0, -1), (-1, 0))
Said = Counter[tuple[str, str]]


def opinions(board: Board) -> dict[int, Said]:
    """What is said of each legal point, by agent and channel."""
    last, before = ([PASS, PASS, *board.moves][-i] for i in (1, 2))
    far, far_before = distances(board, last), distances(board, before)
    influence = influence_map(board, MOYO)
    said = {}
    for p in board.legal_points():
        said[p] = printed(board, p) + fights(board, p) + shapes(board, p)
        said[p] += places(board, p, far.get(p, 0), far_before.get(p, 0), int(influence[p]))
    return said


# -- words -------------------------------------------------------------------------------------------------------------


def at(board: Board, p: int, up: int, right: int) -> int | None:
    """The color of a point that many rows and columns away; None off the board."""
    row, column = row_column(p)
    inside = 1 <= row + up <= board.size and 1 <= column + right <= board.size
    return int(board.colors[point(row + up, column + right)]) if inside else None


def near(board: Board, p: int) -> list[int]:
    return [q for q in (p + 1, p - 1, p + 20, p - 20) if is_on_board(q, board.size)]


def chains(board: Board, p: int, color: int) -> set[frozenset[int]]:
    """Of that color, next to `p`."""
    return {board.chain(q) for q in near(board, p) if board.colors[q] == color}


def n_liberties(board: Board, chain: frozenset[int]) -> int:
    return len(board.liberties(min(chain)))


def line(board: Board, p: int) -> int:
    row, column = row_column(p)
    return min(row, column, board.size + 1 - row, board.size + 1 - column)


def is_caught(board: Board, chain: frozenset[int], p: int) -> bool:
    """Whether the enemy chain, which has two liberties, is lost once the side to play has taken that at `p`."""
    return bool(attack_works(board.record, board.record.chain[min(chain)], np.uint16(p), np.zeros(1, BOARD)[0]))


def runs(board: Board, chain: frozenset[int]) -> bool:
    """Whether the enemy chain in atari would get away if it were its turn."""
    turned = Board(board.rules, board.stones, opponent(board.to_play))
    return bool(escapes(turned.record, turned.record.chain[min(chain)], np.zeros(1, BOARD)[0]))


def is_safe_after(board: Board, chain: frozenset[int], p: int) -> bool:
    """Whether the own chain cannot be caught after a move on `p`."""
    board.play(p)
    free = board.liberties(min(chain))
    safe = len(free) > 2
    if len(free) == 2:
        safe = not any(is_caught(board, board.chain(min(chain)), q) for q in free)
    board.undo()
    return safe


def distances(board: Board, start: int) -> dict[int, int]:
    """From a move to all points, where steps along a chain cost nothing."""
    if start == PASS:
        return {}
    found = {start: 0}
    todo = deque([start])
    while todo:
        p = todo.popleft()
        for q in near(board, p):
            cost = 0 if q in board.chain(p) else 1
            if found[p] + cost < found.get(q, 1000):
                found[q] = found[p] + cost
                todo.append(q)
    return found


# -- agents ------------------------------------------------------------------------------------------------------------


def printed(board: Board, p: int) -> Said:
    own, enemy = board.to_play, opponent(board.to_play)
    said: Said = Counter({("random", "random"): 1})
    said["follower", "follower"] = sum(board.colors[q] == enemy for q in near(board, p))
    said["opener", "opener"] = line(board, p) in (3, 4)
    free = [n_liberties(board, chain) for chain in chains(board, p, enemy)]
    said["capturer", "capturer"] = 2 if 1 in free else 1 if 2 in free else 0
    for q in near(board, p):
        if board.colors[q] == EMPTY:
            said["tiger", "tiger"] += sum(board.colors[r] == own for r in near(board, q)) == 2
    for up, right in STRAIGHT:
        said["extension", "solid"] += at(board, p, up, right) == own
        said["extension", "diagonal"] += at(board, p, up - right, right + up) == own
        way = [at(board, p, i * up, i * right) for i in (1, 2, 3)]
        said["extension", "one_jump"] += way[:2] == [EMPTY, own]
        said["extension", "two_jump"] += way == [EMPTY, EMPTY, own]
        for side in (-1, 1):
            said["extension", "knight"] += at(board, p, 2 * up + side * right, 2 * right + side * up) == own
            said["extension", "large_knight"] += at(board, p, 3 * up + side * right, 3 * right + side * up) == own
    return said


def fights(board: Board, p: int) -> Said:
    own, enemy = board.to_play, opponent(board.to_play)
    said: Said = Counter()
    friends, enemies = chains(board, p, own), chains(board, p, enemy)
    board.play(p)
    free = len(board.liberties(p))
    board.undo()
    taken = [chain for chain in enemies if n_liberties(board, chain) == 1]
    if taken:
        stopped = sum(len(chain) for chain in taken if runs(board, chain))
        said["captures", "later" if stopped == 0 else "one" if stopped == 1 else "more"] = 1
    running = {chain for chain in friends if n_liberties(board, chain) == 1}
    freed = {chain for prey in taken for q in prey for chain in chains(board, q, own) if n_liberties(board, chain) == 1}
    saved = max((len(chain) for chain in running | freed if is_safe_after(board, chain, p)), default=0)
    if saved:
        said["escape", {1: "one", 2: "two"}.get(saved, "more")] = 1
    said["hopeless", "hopeless"] = any(not is_safe_after(board, chain, p) for chain in running)
    said["stretch", "stretch"] = free >= 2 and sum(n_liberties(board, chain) == 2 for chain in friends)
    said["pressure", "pressure"] = sum(n_liberties(board, chain) == 3 for chain in enemies)
    if free >= 2:
        attacked = [chain for chain in enemies if n_liberties(board, chain) == 2]
        caught = [len(chain) for chain in attacked if is_caught(board, chain, p)]
        said["ladder", "ladder"] = min(3, max(caught, default=0))
        said["atari", "atari"] = len(attacked) - len(caught)
        said["liberties", {2: "two", 3: "three"}.get(free, "four")] = 1
    said["careful", "careful"] = free >= 2
    said["throw_in", "throw_in"] = free == 1 and bool(is_throw_in(board.record, np.uint16(p)))
    return said


def shapes(board: Board, p: int) -> Said:
    own, enemy = board.to_play, opponent(board.to_play)
    said: Said = Counter()
    said["connect", "connect"] = max(0, len(chains(board, p, own)) - 1)
    said["cut", "cut"] = max(0, len(chains(board, p, enemy)) - 1)
    for agent, color in (("eyes", own), ("eye_break", enemy)):
        for q in near(board, p):
            walls = [r == p or board.colors[r] == color for r in near(board, q)]
            said[agent, agent] += board.colors[q] == EMPTY and all(walls)
    said["filler", "filler"] = not board.is_eye(p, own)
    colors = {None: "#", EMPTY: ".", own: "X", enemy: "O"}
    around = "/".join("".join(colors[at(board, p, up, right)] for right in (-1, 0, 1)) for up in (1, 0, -1))
    said.update({("patterns", kind): 1 for kind in kinds_of(around)})
    return said


@cache
def kinds_of(around: str) -> list[str]:
    """The kinds of patterns that three rows of three points are, however they lie and whichever color is whose."""
    pictures = ["".join(rows) for rows in zip(*(line.split() for line in PICTURES.strip().splitlines()), strict=True)]
    views = []
    for rows in (around.split("/"), around.translate(str.maketrans("XO", "OX")).split("/")):
        for _ in range(4):
            rows = ["".join(row) for row in zip(*rows[::-1], strict=True)]  # turned
            views += ["".join(rows), "".join(rows[::-1])]
    return [
        kind for kind, which in KINDS.items() if any(all(map(fits, view, pictures[i])) for view in views for i in which)
    ]


def fits(letter: str, sign: str) -> bool:
    """Whether a point with this letter may be where the picture has that sign. The middle is the move."""
    return sign == "?" or letter == sign or (sign in "xo" and letter != sign.upper())


def places(board: Board, p: int, far: int, far_before: int, influence: int) -> Said:
    said: Said = Counter()
    if 1 <= far <= 5:
        said["near_last", FIVE[far - 1]] = 1
    if 1 <= far_before <= 3:
        said["near_before", FIVE[far_before - 1]] = 1
    height = min(5, line(board, p))
    said["line", LINES[height - 1]] = 1
    row, column = row_column(p)
    steps = [abs(row - y) + abs(column - x) for y, x in map(row_column, board.stones)]
    if min(steps, default=4) > 3:
        said["lonely", LINES[height - 1] if height > 2 else "low"] = 1
    influence = influence if board.to_play == BLACK else -influence
    if influence:
        said["influence", ("own" if influence > 0 else "enemy") + ("_strong" if abs(influence) >= 8 else "_weak")] = 1
    return said

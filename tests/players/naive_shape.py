"""The inputs of `shape` as sets of points say them: slow, obvious, one point after the other.

Ladders, throw-ins, vital points, influence maps and eyes are asked of those who know, who have tests of their own.
"""

from collections import Counter

import numpy as np

from semeai.go.board import Board
from semeai.go.board_kernel import BOARD
from semeai.go.influence import MOYO, influence_map
from semeai.go.points import BLACK, EMPTY, PASS, opponent, row_column
from semeai.go.tactics_kernel import LOOK, attack_works, is_throw_in, vital_point
from tests.players.naive_agents import at, chains, is_caught, line, n_liberties, near, runs, shapes

Seen = Counter[str]


def choices(board: Board) -> list[int]:
    """The points that it may choose."""
    return [p for p in board.legal_points() if not board.is_eye(p, board.to_play)]


def inputs(board: Board, p: int, reach: int) -> Seen:
    """The inputs of a legal point by name, those that are 0 left out."""
    seen = stones(board, p, reach) + place(board, p) + tactics(board, p)
    return Counter({name: int(n) for name, n in seen.items() if n})


def liberties_after(board: Board, p: int) -> int:
    board.play(p)
    n = len(board.liberties(p))
    board.undo()
    return n


def stones(board: Board, p: int, reach: int) -> Seen:
    seen: Seen = Counter()
    sides = {None: "beyond", board.to_play: "own", opponent(board.to_play): "enemy"}
    for up in range(-reach, reach + 1):
        for right in range(-reach, reach + 1):
            far, aside = sorted((abs(up), abs(right)), reverse=True)
            color = at(board, p, up, right)
            if color in sides and far:
                seen[f"{sides[color]}_{far}{aside}"] += 1
    return seen


def place(board: Board, p: int) -> Seen:
    seen: Seen = Counter({"bias": 1})
    share = len(board.stones) / board.size**2
    seen[f"phase_{1 + sum(share >= end for end in (0.12, 0.3, 0.55))}"] = 1
    height = min(5, line(board, p))
    seen[f"line_{height}"] = 1
    row, column = row_column(p)
    if all(abs(row - y) + abs(column - x) > 3 for y, x in map(row_column, board.stones)):
        seen[f"lonely_{max(height, 2)}"] = 1
    last, before = ([PASS, PASS, *board.moves][-i] for i in (1, 2))
    for name, move, most in (("last", last, 6), ("before", before, 5)):
        if move == PASS:
            continue
        y, x = (abs(a - b) for a, b in zip(row_column(move), (row, column), strict=True))
        if 2 <= (d := y + x + max(y, x)) <= most:
            seen[f"{name}_{d}"] = 1
        if board.colors[move] != EMPTY and set(near(board, p)) & board.chain(move):
            seen[f"touch_{name}"] = 1
    influence = int(influence_map(board, MOYO)[p]) * (1 if board.to_play == BLACK else -1)
    if influence:
        seen[("own" if influence > 0 else "enemy") + ("_strong" if abs(influence) >= 8 else "_weak")] = 1
    return seen


def sized(name: str, n: int, most: int) -> Seen:
    """The input for a size."""
    return Counter({f"{name}_{min(n, most)}": 1} if n else {})


def is_exposed(board: Board, chain: frozenset[int]) -> bool:
    """Whether the own chain, which has two liberties, is caught if it is the enemy's turn."""
    turned = Board(board.rules, board.stones, opponent(board.to_play))
    return any(is_caught(turned, chain, q) for q in board.liberties(min(chain)))


def tactics(board: Board, p: int) -> Seen:
    own, enemy = board.to_play, opponent(board.to_play)
    friends, enemies = chains(board, p, own), chains(board, p, enemy)
    free = liberties_after(board, p)
    seen = captures(board, enemies, free, bool(friends))
    n_stones = 1 + sum(map(len, friends))
    is_safe = free > 2
    if free == 2:
        is_safe = not (friends or enemies) or not is_caught_after(board, p)
    if free < 2:
        seen[f"self_atari_{1 if n_stones == 1 else 2 if n_stones < 4 else 4}"] = 1
        seen["throw_in"] = bool(is_throw_in(board.record, np.uint16(p)))
        taken = any(n_liberties(board, chain) == 1 for chain in enemies)
        seen["snapback"] = n_stones == 1 and not taken and is_snapback(board, p)
    else:
        seen += sized("liberties", free, 4) + attacks(board, p, enemies)
        if not is_safe:
            seen += sized("risky", n_stones, 2)
    return seen + rescues(board, friends, is_safe) + races(board, friends, enemies, free) + links(board, p)


def captures(board: Board, enemies: set[frozenset[int]], free: int, has_friends: bool) -> Seen:
    taken = [chain for chain in enemies if n_liberties(board, chain) == 1]
    if not taken:
        return Counter()
    n = sum(map(len, taken))
    seen = sized("capture" if any(runs(board, chain) for chain in taken) else "later", n, 3)
    besieged = {chain for prey in taken for q in prey for chain in chains(board, q, board.to_play)}
    in_danger = (n_liberties(board, c) == 1 or (n_liberties(board, c) == 2 and is_exposed(board, c)) for c in besieged)
    seen["frees"] = any(in_danger)
    seen["recapture"] = bool(board.moves) and any(board.moves[-1] in chain for chain in taken)
    seen["ko_take"] = n == 1 and free == 1 and not has_friends
    return seen


def is_caught_after(board: Board, p: int) -> bool:
    board.play(p)
    record, x = board.record, board.record.chain[p]
    caught = any(attack_works(record, x, np.uint16(q), np.zeros(1, BOARD)[0]) for q in board.liberties(p))
    board.undo()
    return caught


def is_snapback(board: Board, p: int) -> bool:
    board.play(p)
    free = board.liberties(p) if board.colors[p] != EMPTY else frozenset()
    found = False
    if len(free) == 1:
        (q,) = free
        after = Board(board.rules, board.stones, board.to_play)  # a ko that forbids q is no matter here
        if after.is_legal(q):
            after.play(q)
            found = len(after.chain(q)) > 1 and after.liberties(q) == {p}
    board.undo()
    return found


def attacks(board: Board, p: int, enemies: set[frozenset[int]]) -> Seen:
    seen: Seen = Counter()
    short = [chain for chain in enemies if n_liberties(board, chain) == 2]
    caught = max((len(chain) for chain in short if is_caught(board, chain, p)), default=0)
    seen += sized("catch", caught, 3)
    seen["atari"] = bool(short) and not caught
    seen["double_atari"] = len(short) > 1
    for chain in enemies:
        if n_liberties(board, chain) in (3, 4):
            seen[f"squeeze_{n_liberties(board, chain)}"] += 1
    return seen


def rescues(board: Board, friends: set[frozenset[int]], is_safe: bool) -> Seen:
    short = [chain for chain in friends if n_liberties(board, chain) == 2]
    in_atari = max((len(chain) for chain in friends if n_liberties(board, chain) == 1), default=0)
    in_danger = max((len(chain) for chain in short if is_exposed(board, chain)), default=0)
    if is_safe:
        return sized("save", in_atari, 3) + sized("defend", in_danger, 3) + Counter({"stretch": len(short)})
    return sized("hopeless", in_atari, 2) + Counter({"exposed": int(in_danger > 0)})


def races(board: Board, friends: set[frozenset[int]], enemies: set[frozenset[int]], free: int) -> Seen:
    seen: Seen = Counter()
    if free < 2:
        return seen
    for chain in enemies | friends:
        theirs = n_liberties(board, chain)
        rivals = {other for q in chain for other in chains(board, q, opponent(int(board.colors[min(chain)])))}
        ours = min((n_liberties(board, other) for other in rivals), default=5)
        if theirs < 5 and ours < 5:
            word = "ahead" if theirs < ours else "even" if theirs == ours else "behind"
            seen["race_stretch" if chain in friends else f"race_{word}"] = 1
    return seen


def links(board: Board, p: int) -> Seen:
    own, enemy = board.to_play, opponent(board.to_play)
    seen: Seen = Counter()
    for name, color in (("connect", own), ("cut", enemy)):
        joined = chains(board, p, color)
        if len(joined) > 1:
            seen += sized(name, len(joined) - 1, 2)
            seen[f"{name}_weak"] = any(n_liberties(board, chain) <= 3 for chain in joined)
            seen[f"{name}_large"] = sum(len(chain) > 1 for chain in joined) > 1
    for (agent, channel), n in shapes(board, p).items():
        if agent in ("eyes", "eye_break", "patterns"):
            seen[{"eyes": "eye"}.get(channel, channel)] = int(n)
    for name, color in (("vital_own", own), ("vital_enemy", enemy)):
        is_vital = vital_point(board.record, np.uint16(p), np.uint16(color), np.zeros(1, LOOK)[0]) == p
        seen[name] = is_vital and not any(board.colors[q] == opponent(color) for q in near(board, p))
    for q in near(board, p):
        if board.colors[q] == EMPTY:
            seen["tiger"] += sum(board.colors[r] == own for r in near(board, q)) == 2
    for up in (-1, 1):
        for right in (-1, 1):
            corner = sorted(str(at(board, p, y, x)) for y, x in ((up, 0), (0, right), (up, right)))
            seen["triangle"] += corner == sorted([str(own), str(own), str(EMPTY)])
    return seen

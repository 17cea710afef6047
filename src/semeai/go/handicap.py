"""Placement of handicap stones (GTP 2, section 4.1.1)."""

from semeai.go.points import point, points, row_column


class HandicapError(ValueError):
    """A number of handicap stones that the board cannot hold."""


def max_fixed_handicap(size: int) -> int:
    """The maximum number of fixed handicap stones: none below 7x7, 4 on even boards and 7x7, else 9."""
    if size < 7:
        return 0
    return 4 if size % 2 == 0 or size == 7 else 9


def fixed_handicap(n: int, size: int) -> list[int]:
    """The traditional points of `n` handicap stones. Raises HandicapError."""
    if not 2 <= n <= max_fixed_handicap(size):
        most = max_fixed_handicap(size)
        can = f"allows 2 to {most} fixed handicap stones" if most else "allows no fixed handicap"
        raise HandicapError(f"a {size}x{size} board {can}, found {n}")
    line = 4 if size >= 12 else 3
    low, high, middle = line, size + 1 - line, (size + 1) // 2
    corners = [point(low, low), point(high, high), point(high, low), point(low, high)]
    sides = [point(middle, low), point(middle, high), point(low, middle), point(high, middle)]
    center = [point(middle, middle)]
    if n <= 4:
        return corners[:n]
    return corners + sides[: (n - 4) // 2 * 2] + (center if n % 2 else [])


def free_handicap(n: int, size: int) -> list[int]:
    """`n` good points for free handicap stones: the traditional ones, then points far from the edge and from the stones
    before them, so that chains keep their liberties. Raises HandicapError."""
    if not 2 <= n < size * size:
        raise HandicapError(f"a {size}x{size} board allows 2 to {size * size - 1} handicap stones, found {n}")
    chosen = fixed_handicap(min(n, most), size) if (most := max_fixed_handicap(size)) else []
    rest = [p for p in points(size) if p not in chosen]
    while len(chosen) < n:
        best = max(rest, key=lambda p: (_spread(p, chosen, size), -p))
        rest.remove(best)
        chosen.append(best)
    return chosen


def _spread(p: int, chosen: list[int], size: int) -> int:
    """The distance of `p` from the nearest stone or edge line; the edge counts half."""
    row, column = row_column(p)
    edge = min(row, column, size + 1 - row, size + 1 - column)
    stones = [abs(row - r) + abs(column - c) for r, c in (row_column(q) for q in chosen)]
    return min([2 * edge, *stones])

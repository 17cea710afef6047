"""Legal positions, counted by the board's own liberty code, against the known numbers (Tromp and Farnebäck 2006)."""

from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from semeai.go.board_kernel import BOARD, EMPTY, STRIDE, all_breathe, place, reset
from semeai.jit import kernel
from tests.conftest import JIT, SLOW


@kernel
def fill(b, size, start, code, n):
    """Put the colors of `code` (base 3) on the `n` points from `start` on."""
    for i in range(start, start + n):
        c = code % 3
        code //= 3
        if c != EMPTY:
            place(b, np.uint16(STRIDE * (i // size + 1) + i % size + 1), np.uint16(c))


@kernel
def count_legal(boards, size, first, last):
    """Legal positions whose lower half is one of the codes from `first` to `last`. `boards` is room for three."""
    n_low = size * size // 2
    n_high = size * size - n_low
    reset(boards[0], size)
    count = 0
    for low in range(first, last):
        boards[1] = boards[0]
        fill(boards[1], size, 0, low, n_low)
        for high in range(3**n_high):
            boards[2] = boards[1]
            fill(boards[2], size, n_low, high, n_high)
            count += all_breathe(boards[2])
    return count


@pytest.mark.parametrize(("size", "known"), [(1, 1), (2, 57), (3, 12_675), pytest.param(4, 24_318_165, marks=SLOW)])
def test_number_of_legal_positions(size: int, known: int) -> None:
    if not JIT and size > 2:
        pytest.skip("takes hours as plain Python")
    halves = 3 ** (size * size // 2)
    cuts = np.linspace(0, halves, 9).astype(int)

    def count(cut: tuple[int, int]) -> int:
        return int(count_legal(np.zeros(3, dtype=BOARD), size, *cut))

    with ThreadPoolExecutor(2) as pool:
        counts = pool.map(count, zip(cuts[:-1].tolist(), cuts[1:].tolist(), strict=True))
    assert sum(counts) == known

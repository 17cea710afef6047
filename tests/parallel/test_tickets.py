"""Tickets: however many threads take them, each is taken once, and who waits sees what was done before."""

import threading

import numba
import numpy as np
import numpy.typing as npt
import pytest

from semeai.parallel.tickets_kernel import look, take, tickets, wait_for
from tests.conftest import needs_jit

Numbers = npt.NDArray[np.int64]


@numba.njit(nogil=True)
def take_all(numbers: Numbers, seen: Numbers) -> None:
    """Count in `seen` the tickets that were had."""
    ticket = take(numbers, 1)
    while ticket < len(seen):
        seen[ticket] += 1
        ticket = take(numbers, 1)


@numba.njit(nogil=True)
def alternate(numbers: Numbers, turn: int, n_turns: int, log: Numbers) -> None:
    """Write to the log in turns, two threads against each other."""
    for i in range(turn, n_turns, 2):
        wait_for(numbers, 0, i)
        log[i] = log[i - 1] + 1 if i else 1
        take(numbers, 0)


@needs_jit
@pytest.mark.parametrize("n", [1, 2, 4])
def test_each_ticket_is_taken_once(n: int) -> None:
    numbers, seen = tickets(3), np.zeros((n, 200_000), dtype=np.int64)
    together([threading.Thread(target=take_all, args=(numbers, seen[i])) for i in range(n)])
    assert (seen.sum(axis=0) == 1).all()
    assert numbers.nonzero()[0].tolist() == [8]  # the others are left alone


@needs_jit
def test_who_waits_sees_what_was_done() -> None:
    numbers, log = tickets(1), np.zeros(20_000, dtype=np.int64)
    together([threading.Thread(target=alternate, args=(numbers, turn, len(log), log)) for turn in (0, 1)])
    assert log.tolist() == list(range(1, len(log) + 1))


def test_one_after_the_other() -> None:
    @numba.njit
    def count(numbers: Numbers) -> tuple[int, int, int]:
        return take(numbers, 0), take(numbers, 0), look(numbers, 0)

    assert count(tickets(1)) == (0, 1, 2)


def together(threads: list[threading.Thread]) -> None:
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

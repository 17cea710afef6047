"""Statistics that papers share: times to an event, and intervals by resampling."""

import pytest

from semeai.papers.bootstrap import bootstrap, paired
from semeai.papers.events import Times, log_rank

# Weeks in remission without treatment in Freireich's trial of 1963, the textbook example of such times.
PLACEBO = Times([1, 1, 2, 2, 3, 4, 4, 5, 5, 8, 8, 8, 8, 11, 11, 12, 12, 15, 17, 22, 23], 40)


def test_shares_and_median() -> None:
    times = Times([3, None, 1, 3, None], 10)
    assert [times.share(at) for at in (0, 1, 3, 10)] == [0, 0.2, 0.6, 0.6]
    assert (times.median, times.n_events, times.mean) == (3, 3, 5.4)
    assert str(times) == "median 3, 3 of 5 runs"
    assert Times([3, None, None], 10).median is None
    assert str(Times([None], 10)) == "no median, 0 of 1 runs"


def test_log_rank_by_hand() -> None:
    """One run has won at 1, three never: at that time each of four was as likely, so chi square is 1 (1 degree)."""
    assert log_rank(Times([1, None], 5), Times([None, None], 5)) == pytest.approx(0.3173, abs=1e-4)
    assert log_rank(PLACEBO, PLACEBO) == pytest.approx(1)
    assert log_rank(PLACEBO, Times([None] * 21, 40)) < 1e-6
    assert log_rank(Times([None], 5), Times([None], 5)) == 1


def test_an_interval_stays_inside_the_values() -> None:
    found = bootstrap([0.0] * 18 + [100.0] * 2)
    assert (found.mean, found.sign) == (10, 0)
    assert 0 <= found.low < found.mean < found.high <= 100
    assert bootstrap([2.0, 2.0]).low == bootstrap([2.0, 2.0]).high == 2
    assert str(bootstrap([2.0, 2.0])) == "+2.0 [+2.0, +2.0]"


def test_pairs_are_compared_seed_by_seed() -> None:
    """Their own spread does not count."""
    low, high = [0.0, 100.0, 200.0, 300.0], [1.0, 102.0, 201.0, 302.0]
    assert (paired(high, low).mean, paired(high, low).sign, paired(low, high).sign) == (1.5, 1, -1)

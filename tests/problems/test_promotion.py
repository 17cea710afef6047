"""Promotion: who is not stronger is promoted as rarely as promised, who is stronger mostly is."""

import numpy as np
import pytest

from semeai.problems.promotion import AT_A_TIME, ERROR, Results, is_promoted

N_MATCHES, N_OPENINGS = 2000, 100


class Match:
    """A match by chance. `tie` says how the two games from an opening depend on each other: "same" (the stronger wins
    both), "none", or "split" (the opening decides each second pair)."""

    def __init__(self, share: float, tie: str, rng: np.random.Generator) -> None:
        self._share, self._tie, self._rng = share, tie, rng
        self.asked: list[int] = []

    def play(self, n: int) -> Results:
        self.asked.append(n)
        won = self._rng.random((n, 2)) < self._share
        if self._tie == "same":
            won[:, 1] = won[:, 0]
        results: Results = won.mean(axis=1)
        if self._tie == "split":
            results[self._rng.random(n) < 0.5] = 0.5
        return results


def promoted(share: float, tie: str, n_matches: int = N_MATCHES) -> float:
    rng = np.random.default_rng(7)
    return float(np.mean([is_promoted(Match(share, tie, rng).play, N_OPENINGS) for _ in range(n_matches)]))


@pytest.mark.parametrize("tie", ["same", "none", "split"])
@pytest.mark.parametrize("share", [0.5, 0.45])
def test_errors_are_within_the_promise(share: float, tie: str) -> None:
    """Up to three standard deviations of so many matches."""
    assert promoted(share, tie) <= ERROR + 3 * np.sqrt(ERROR * (1 - ERROR) / N_MATCHES)


@pytest.mark.parametrize(("tie", "share", "least"), [("none", 0.65, 0.9), ("same", 0.7, 0.9), ("split", 0.7, 0.9)])
def test_who_is_clearly_stronger_is_promoted(tie: str, share: float, least: float) -> None:
    assert promoted(share, tie, 300) >= least


def test_the_match_is_bounded() -> None:
    match = Match(0.5, "split", np.random.default_rng(1))
    assert not is_promoted(match.play, 60)
    assert match.asked == [25, 25, 10]
    assert not is_promoted(match.play, 0)


@pytest.mark.parametrize("share", [0.0, 1.0])
def test_a_clear_match_is_short(share: float) -> None:
    match = Match(share, "none", np.random.default_rng(1))
    assert is_promoted(match.play, 1000) == (share == 1.0)
    assert match.asked == [AT_A_TIME]

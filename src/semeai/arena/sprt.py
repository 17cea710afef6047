"""The sequential probability ratio test: play until it is clear which of two Elo differences fits a match better.

Wald's test (1945) of H0, the first player is stronger by `elo0`, against H1, stronger by `elo1`. After every game the
log of the likelihood ratio is compared with two bounds, and the match ends when it crosses one. This usually takes far
fewer games than a match of fixed length with the same error rates.

If both players have both colors from each opening, results come in pairs and `decide_pairs` is used: a generalised
test on pairs of games (`gsprt`). Bounds are in Elo, or in normalised Elo.

Otherwise games are treated as Bernoulli trials: a draw is half a win and half a loss. This is conservative. Under H0
the likelihood ratio is a martingale if there are no draws. A draw multiplies it by the geometric mean of the factors of
a win and a loss, which is less than their arithmetic mean, so that with draws it is a supermartingale. By Ville's
inequality it exceeds (1 - beta) / alpha with probability at most alpha / (1 - beta), and less below `elo0`. The same is
true of H1 with beta / (1 - alpha). The test needs more games than one that models draws.

    A. Wald: Sequential tests of statistical hypotheses. Annals of Mathematical Statistics 16 (1945), 117-186.
    J. Ville: Etude critique de la notion de collectif. Gauthier-Villars 1939.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

import numpy as np
import numpy.typing as npt

from semeai.arena.gsprt import llr_of_means, llr_of_normalised
from semeai.arena.pairs import pair_points
from semeai.arena.ratings import ELO

NORMALISED_WORD = "nelo:"
MAX_NORMALISED = 400.0
"""largest bound in normalised Elo; beyond it hardly any game is lost"""


class SprtVerdict(StrEnum):
    """The verdict of a test."""

    H1 = "elo1 accepted"
    """the first player is stronger by elo1 or more, rather than by elo0 or less"""
    H0 = "elo0 accepted"
    """the first player is stronger by elo0 or less, rather than by elo1 or more"""
    UNDECIDED = "undecided"
    """more games are needed"""


@dataclass(frozen=True)
class Sprt:
    """A test of `elo0` against `elo1`, the Elo points by which the first player is stronger."""

    elo0: float
    elo1: float
    """more than elo0"""
    alpha: float = 0.05
    """the probability of accepting elo1 if elo0 is true is at most alpha / (1 - beta)"""
    beta: float = 0.05
    """the probability of accepting elo0 if elo1 is true is at most beta / (1 - alpha)"""
    is_normalised: bool = False
    """True if elo0 and elo1 are in normalised Elo"""

    def __post_init__(self) -> None:
        if not (math.isfinite(self.elo0) and math.isfinite(self.elo1) and self.elo0 < self.elo1):
            raise ValueError(f"expected finite elo0 below elo1, found {self.elo0:g} and {self.elo1:g}")
        for name, chance in (("alpha", self.alpha), ("beta", self.beta)):
            if not 0 < chance < 0.5:
                raise ValueError(f"{name} must be between 0 and 0.5, not {chance:g}")

    def describe(self, verdict: SprtVerdict) -> str:
        """The verdict in words, starting with "accepted" or "undecided"."""
        unit = "normalised Elo" if self.is_normalised else "Elo"
        if verdict is SprtVerdict.UNDECIDED:
            return f"undecided between {self.elo0:+g} and {self.elo1:+g} {unit}"
        accepted, other = (self.elo1, self.elo0) if verdict is SprtVerdict.H1 else (self.elo0, self.elo1)
        return f"accepted: {accepted:+g} {unit} rather than {other:+g}"

    @property
    def bounds(self) -> tuple[float, float]:
        """The log likelihood ratios, lower and upper, that end the test for elo0 and for elo1."""
        return math.log(self.beta / (1 - self.alpha)), math.log((1 - self.beta) / self.alpha)

    @property
    def _weights(self) -> tuple[float, float]:
        """The changes of the log likelihood ratio by a win and a loss."""
        # log p = -log(1 + 10 ** (-elo / 400)), without overflow for any Elo difference
        # Without pairs a game has the standard deviation 1/2, and normalised Elo differ from Elo by little.
        x0, x1 = self.elo0 / ELO, self.elo1 / ELO
        return float(np.logaddexp(0, -x0) - np.logaddexp(0, -x1)), float(np.logaddexp(0, x0) - np.logaddexp(0, x1))

    def llr(self, wins: int, draws: int, losses: int) -> float:
        """The log likelihood ratio of these results, elo1 over elo0.

        A draw counts as half a win and half a loss, which is conservative (see the module's docstring).
        """
        win, loss = self._weights
        return (wins + draws / 2) * win + (losses + draws / 2) * loss

    def decide(self, points: Sequence[float]) -> tuple[SprtVerdict, int]:
        """The verdict on a match and the number of games it took; later games do not matter.

        `points` are the first player's (1, 0.5 or 0), in the order of the games' numbers. Raises ValueError for other
        values.
        """
        won = np.asarray(points, dtype=np.float64)
        if not np.isin(won, (0, 0.5, 1)).all():
            raise ValueError("expected 1, 0.5 or 0 as the points of a game")
        win, loss = self._weights
        total = np.cumsum(won)
        verdict, n = self._cross(total * win + (np.arange(1, len(won) + 1) - total) * loss)
        return verdict, n

    def decide_pairs(self, points: Sequence[float], is_repeat: Sequence[bool] = ()) -> tuple[SprtVerdict, int]:
        """The same for games in pairs: games 2k and 2k + 1 are from one opening, with colors swapped.

        `is_repeat[k]` is True if pair k repeats an earlier one move by move, and so adds no evidence. A last game
        without a partner is ignored.
        """
        scores = pair_points(points)
        outcomes = np.eye(5)[(2 * scores).astype(np.int64)]
        outcomes[np.flatnonzero(np.asarray(is_repeat[: len(scores)], dtype=bool))] = 0
        counts = np.cumsum(outcomes, axis=0)
        if not len(counts):
            return SprtVerdict.UNDECIDED, len(points)
        if self.is_normalised:
            llr = llr_of_normalised(counts, self.elo0, self.elo1)
        else:
            llr = llr_of_means(counts, *(1 / (1 + math.exp(-elo / ELO)) for elo in (self.elo0, self.elo1)))
        verdict, n = self._cross(llr)
        return verdict, len(points) if verdict is SprtVerdict.UNDECIDED else 2 * n

    def _cross(self, llr: npt.NDArray[np.float64]) -> tuple[SprtVerdict, int]:
        """The verdict and the number of observations after which the ratio first crosses a bound."""
        lower, upper = self.bounds
        crossed = np.flatnonzero((llr <= lower) | (llr >= upper))
        if not len(crossed):
            return SprtVerdict.UNDECIDED, len(llr)
        return SprtVerdict.H1 if llr[crossed[0]] >= upper else SprtVerdict.H0, int(crossed[0]) + 1


def parse_sprt(text: str) -> Sprt:
    """Parse a test: "elo0,elo1" or "elo0,elo1,alpha,beta", with the prefix "nelo:" for normalised Elo.

    Raises ValueError.
    """
    said = text.strip()
    is_normalised = said.startswith(NORMALISED_WORD)
    try:
        numbers = [float(part) for part in said.removeprefix(NORMALISED_WORD).split(",")]
    except ValueError:
        numbers = []
    if len(numbers) not in (2, 4):
        raise ValueError(
            "expected a test as elo0,elo1 or elo0,elo1,alpha,beta (0,50 or 0,50,0.05,0.05; nelo:0,10), "
            f"found {text[:20]!r}"
        )
    if is_normalised and max(map(abs, numbers[:2])) > MAX_NORMALISED:
        raise ValueError(f"bounds in normalised Elo must be between -{MAX_NORMALISED:g} and {MAX_NORMALISED:g}")
    elo0, elo1, *chances = numbers
    alpha, beta = chances or (Sprt.alpha, Sprt.beta)
    return Sprt(elo0, elo1, alpha, beta, is_normalised)

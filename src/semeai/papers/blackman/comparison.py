"""All configurations side by side: the match rate of the best genome of the last generation, and the printed one
(figure 11)."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean, stdev
from typing import Any

from semeai.papers.blackman.agents import AGENTS, runs_with
from semeai.papers.curves import interval, runs_of
from semeai.papers.drawing import SERIES, mean_interval, name_axes, panels
from semeai.papers.paper import Figure, Row, values


@dataclass(frozen=True)
class Configuration:
    """A configuration, with its printed results in percent."""

    label: str
    agents: str
    train: float | None
    test: float | None
    population: int = 10


CONFIGURATIONS = (
    Configuration("random", "random", None, 0.62),
    Configuration("five\nrandom", "five random", None, None),
    Configuration("opener", "opener", 1.14, 1.55),
    Configuration("tiger", "tiger", 2.4, 2.2),
    Configuration("follower", "follower", 4.2, 3.3),
    Configuration("extension", "extension", 5.2, 3.8),
    Configuration("capturer", "capturer", 7.8, 4.0),
    Configuration("all five", "printed", 10.2, 5.6),
    Configuration("all five,\n100", "printed", None, None, 100),
)
ALONE = ("random", "opener", "tiger", "follower", "extension", "capturer")


def shares(table: Sequence[Row], which: str, agents: str, population: int = 10) -> list[float]:
    """The match rates of the best genome of each run's last generation, in percent, in the order of seeds; `which` is
    train or test."""
    return [100 * run[-1][which] for run in runs_of(runs_with(table, agents, population))]


def paired_p(a: Sequence[float], b: Sequence[float], test_share: float) -> float:
    """The two-sided p of a paired t-test over seeds between two configurations.

    The splits of two seeds share games, so their results are not independent, and a plain t-test would be too
    optimistic. The correction is by C. Nadeau, Y. Bengio, "Inference for the Generalization Error", Machine Learning 52
    (2003): the variance of one seed, times the number of test games over that of training games, is added to the
    variance of the mean.
    """
    from scipy.stats import t

    differences = [x - y for x, y in zip(a, b, strict=True)]
    n = len(differences)
    mean, deviation = fmean(differences), stdev(differences)
    if deviation == 0:
        return float(mean == 0)
    error = deviation * math.sqrt(1 / n + test_share / (1 - test_share))
    return float(2 * t.sf(abs(mean) / error, n - 1))


# -- the figure --------------------------------------------------------------------------------------------------------

TITLE = "What each configuration matches: the best of the last generation"
CLAIM = (
    '"Figure 11 shows a comparison of the best fitness values achieved by all agent configurations. The randomly '
    "playing agent played the poorest, and the two configurations that could benefit from the GA (extension agent and "
    'the multiagent systems) actually did." (section 4.2) "although each individual agent may play poorly, the agents '
    'playing together actually play better" (section 4)'
)
PARTS = {"train": "training games", "test": "test games"}
_APART = 0.18  # how far training and test stand from the middle, where configurations are 1 apart


def draw_comparison(rows: Mapping[str, list[Row]]) -> Any:
    """Training and test shares of all configurations with intervals, and the printed ones as open stars."""
    table = rows["agents"]
    figure, (axes,) = panels(1, TITLE, [("the paper", CLAIM), ("here", _shares_found(table)), ("", _beaten(table))])
    for series, (part, label) in enumerate(PARTS.items()):
        style = SERIES[series] | {"linestyle": ""}
        at = [x + _APART * (2 * series - 1) for x in range(len(CONFIGURATIONS))]
        found = [mean_interval(shares(table, part, c.agents, c.population)) for c in CONFIGURATIONS]
        errors = [[mean - low for mean, low, _ in found], [high - mean for mean, _, high in found]]
        axes.errorbar(at, [mean for mean, *_ in found], errors, label=label, markersize=4.5, capsize=2, **style)
        in_print = [getattr(c, part) for c in CONFIGURATIONS]
        known = [(x, value) for x, value in zip(at, in_print, strict=True) if value is not None]
        star = style | {"marker": "*", "markersize": 8, "markerfacecolor": "white"}
        axes.plot(*zip(*known, strict=True), label=f"{label}, in print", **star)
    axes.set_xticks(range(len(CONFIGURATIONS)), [c.label for c in CONFIGURATIONS])
    axes.set_ylim(bottom=0)
    axes.legend(frameon=False, fontsize=8, loc="upper left")
    name_axes(axes, "configuration", "moves matched, %")
    return figure


def _shares_found(table: Sequence[Row]) -> str:
    said = []
    for c in CONFIGURATIONS:
        train, test = (interval(shares(table, part, c.agents, c.population)) for part in PARTS)
        said.append(f"{' '.join(c.label.split())} {train}, {test}")
    return f"Of the moves in training games, and in test games: {'; '.join(said)}. Means over seeds, 95% intervals."


def _beaten(table: Sequence[Row]) -> str:
    """The comparison of all agents together with each agent alone, in words."""
    together = shares(table, "test", "printed")
    test_share = values(AGENTS.numbers)["test_share"]
    said = []
    for agents in ALONE:
        alone = shares(table, "test", agents)
        p = paired_p(together, alone, test_share)
        said.append(f"{agents} {fmean(together) - fmean(alone):+.1f} ({'p < 0.001' if p < 0.001 else f'p = {p:.3f}'})")
    return (
        f"All five together against one alone, in percent of the moves in test games: {', '.join(said)}. Paired "
        "T-tests over seeds, corrected for the games that splits share (Nadeau and Bengio, 2003)."
    )


FIGURE = Figure("figure11", TITLE, ("agents",), CLAIM, draw_comparison)

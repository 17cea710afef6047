"""The knowledge of `rave` as a genome: weights of priors, chances of playouts, constants of the search.

A gene is a number from -1 to 1. At 0 a belief has its initial value, at 1 and -1 it reaches its bounds. So a genome of
zeros plays exactly like the initial player:

- `origin=best` starts from the knowledge that comes with semeai, and from the settings of the player.
- `origin=nothing` starts from light playouts and no priors. It does not use the weights that were learned from human
  games.

`GENES` lists all beliefs in the order of the genome.
"""

from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt

from semeai.go.knowing import PLAYOUTS
from semeai.go.knowing_kernel import ALWAYS
from semeai.go.patterns import N_PICTURES, pictures_shown
from semeai.nets.genes import is_within
from semeai.players.search import priors_kernel as feature

Values = npt.NDArray[np.float64]
"""values by gene"""
FARTHEST = 4.0
"""how far evolution may change the weight of a prior: by a factor of e^4 in probability"""


class Origin(StrEnum):
    """The player of a genome of zeros."""

    BEST = "best"
    """the knowledge that comes with semeai"""
    NOTHING = "nothing"
    """light playouts and no priors"""


@dataclass(frozen=True)
class Gene:
    """A belief, and its bounds."""

    name: str
    low: float
    high: float
    nothing: float = 0.0
    """its value without knowledge"""
    is_log: bool = False
    """True if equal steps are equal factors"""


def _named(name: str, first: int, n: int, start: int = 1) -> dict[int, str]:
    return {first + i: f"{name}_{start + i}" for i in range(n)}


FEATURES: dict[int, str] = {
    **_named("near_last", feature.NEAR_LAST, feature.REACH + 2, 0),
    **_named("near_before", feature.NEAR_BEFORE, feature.REACH + 2, 0),
    **_named("line", feature.LINE, feature.N_LINES),
    **_named("lonely", feature.LONELY, feature.N_LINES),
    **_named("capture", feature.CAPTURE, 3),
    **_named("escape", feature.ESCAPE, 3),
    feature.HOPELESS: "hopeless",
    feature.ATARI: "atari",
    feature.CAUGHT: "caught",
    feature.EXTENSION: "extension",
    feature.PRESSURE: "pressure",
    feature.SELF_ATARI: "self_atari",
    feature.THROW_IN: "throw_in",
    **_named("liberties", feature.LIBERTIES, 4),
    feature.PASSING: "pass",
    feature.DOUBLE_ATARI: "double_atari",
    feature.CAPTURE_ATARI: "capture_atari",
    feature.SAVING_CAPTURE: "saving_capture",
    feature.SNAPBACK: "snapback",
    feature.RECAPTURE: "recapture",
    feature.KO: "ko",
    feature.RACE: "race",
    feature.CONNECTION: "connection",
    feature.CUT: "cut",
    feature.CAUGHT_MANY: "caught_many",
    feature.OWN_EYE: "own_eye",
    feature.ENEMY_EYE: "enemy_eye",
}
"""the features of priors that are bred, by index: all except those of large boards"""
SEARCH = (
    Gene("equivalence", 30.0, 100_000.0, 3000.0, is_log=True),
    Gene("expand_at", 1.0, 32.0, 1.0, is_log=True),
    Gene("explore", 0.0, 1.0),
    Gene("mercy", 0.05, 1.0, 1.0),
    Gene("even", 0.0, 100.0),
    Gene("sure", 0.0, 400.0),
)
PATTERNS = Gene("patterns", 0.0, 3.0)
"""a factor of the learned weights of 3x3 patterns"""
GENES: tuple[Gene, ...] = (
    *SEARCH,
    *(Gene(f"playout {name}", 0.0, 1.0, float(name in ("self_atari", "throw_in"))) for name in PLAYOUTS),
    *(Gene(f"playout picture_{i}", 0.0, 1.0, 1.0) for i in range(1, N_PICTURES + 1)),
    *(Gene(f"prior {name}", -FARTHEST, FARTHEST) for name in FEATURES.values()),
    *(Gene(f"prior picture_{i}", -FARTHEST, FARTHEST) for i in range(1, N_PICTURES + 1)),
    PATTERNS,
)
N_GENES = len(GENES)
_PLACES = {"explore": ("cp",), "even": ("priors", "even"), "sure": ("priors", "sure")}
"""fields of the constants of the search in `tree_kernel.SEARCH`, if their names differ"""


def enter_genome(settings: npt.NDArray[np.void], genome: npt.NDArray[Any], origin: Origin) -> None:
    """Write the beliefs of a genome to a record of `tree_kernel.SEARCH` that has the settings and the default
    knowledge.

    Raises ValueError if it is not a genome.
    """
    check_genome(genome)
    found = values(genome, _usual(settings) if origin is Origin.BEST else _nothing())
    parts = np.split(found, np.cumsum([len(SEARCH), len(PLAYOUTS), N_PICTURES, len(FEATURES), N_PICTURES]))
    constants, chances, pictures, weights, picture_weights, (factor,) = parts
    for gene, value in zip(SEARCH, constants.tolist(), strict=True):
        *above, name = _PLACES.get(gene.name, (gene.name,))
        (settings[above[0]] if above else settings)[name] = value
    for name, chance in zip(PLAYOUTS, chances.tolist(), strict=True):
        settings["knowing"][name] = chance
    shown = _shown()
    # A pattern that matches several pictures has the mean of their probabilities.
    settings["knowing"]["patterns"] = np.rint(ALWAYS * (pictures @ shown) / np.maximum(1, shown.sum(axis=0)))
    priors = settings["priors"]
    patterns = priors["patterns"][0] if origin is Origin.BEST else np.zeros_like(priors["patterns"][0])
    priors["patterns"] = factor * patterns + picture_weights @ shown if picture_weights.any() else factor * patterns
    priors["weights"][0][list(FEATURES)] = weights
    priors["is_wide"] = bool(priors["weights"][0][feature.DOUBLE_ATARI :].any())


def check_genome(genome: npt.NDArray[Any]) -> None:
    """Check that a genome has the right number of genes, all within their bounds. Raises ValueError."""
    if genome.shape != (N_GENES,):
        raise ValueError(f"expected a genome of {N_GENES} numbers, found {genome.size}")
    if not is_within(genome, -1.0, 1.0):
        raise ValueError(f"expected genes from -1 to 1, found {genome.min():g} to {genome.max():g}")


def with_first_trust(genome: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """The genome with the initial strength of priors: none at all if it starts from nothing."""
    trusting = [i for i, gene in enumerate(GENES) if gene.name in ("even", "sure", "explore")]
    changed = genome.copy()
    changed[trusting] = 0.0
    return changed


def values(genome: npt.NDArray[Any], centers: Values) -> Values:
    """The values of beliefs: the center at 0, the bounds at 1 and -1."""
    genes = genome.astype(np.float64)
    lows = np.minimum([gene.low for gene in GENES], centers)
    highs = np.maximum([gene.high for gene in GENES], centers)
    # Weights have the same range around their initial value as around 0.
    is_weight = lows < 0
    lows, highs = np.where(is_weight, centers - FARTHEST, lows), np.where(is_weight, centers + FARTHEST, highs)
    is_log = np.array([gene.is_log for gene in GENES])
    ends = np.where(genes > 0, highs, lows)
    linear = centers + np.abs(genes) * (ends - centers)
    factors = np.where(is_log, ends, 1.0) / np.where(is_log, centers, 1.0)
    return np.where(is_log, centers * factors ** np.abs(genes), linear)


def _usual(settings: npt.NDArray[np.void]) -> Values:
    """The values that a record has."""
    found = []
    for gene in SEARCH:
        *above, name = _PLACES.get(gene.name, (gene.name,))
        found.append(float((settings[above[0]] if above else settings)[name][0]))
    found += [float(settings["knowing"][name][0]) for name in PLAYOUTS]
    weights = settings["priors"]["weights"][0][list(FEATURES)].tolist()
    return np.array([*found, *[1.0] * N_PICTURES, *weights, *[0.0] * N_PICTURES, 1.0])


def _nothing() -> Values:
    return np.array([gene.nothing for gene in GENES])


@cache
def _shown() -> npt.NDArray[np.float64]:
    """1 if a pattern matches a picture, by picture and pattern."""
    bits = pictures_shown()
    return np.array([(bits >> i) & 1 for i in range(N_PICTURES)], dtype=np.float64)


def describe_genome(genome: npt.NDArray[Any], settings: npt.NDArray[np.void], origin: Origin) -> str:
    """The beliefs with their values, the most changed first. `settings` are those of the player without a genome."""
    centers = _usual(settings) if origin is Origin.BEST else _nothing()
    found = values(genome, centers)
    width = max(len(gene.name) for gene in GENES)
    lines = [f"{N_GENES} beliefs, the most changed first: value and initial value"]
    for i in np.argsort(-np.abs(genome), kind="stable").tolist():
        lines.append(f"{GENES[i].name:{width}} {found[i]:9.4g} {centers[i]:9.4g}")
    return "\n".join(lines)

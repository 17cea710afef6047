"""The knowledge of `rave` as a genome: constants of the search, chances of playouts, weights of priors.

A gene is a number from -1 to 1. At 0 a belief has its initial value, at 1 and -1 it reaches its bounds. So a genome of
zeros plays exactly like the initial player:

- `origin=best` starts from the knowledge that comes with semeai, and from the settings of the player.
- `origin=nothing` starts from light playouts and no priors, with constants of the search in the middle of their
  ranges. It does not use the weights that were learned from human games.

The weights of large patterns are not bred, because there are tens of thousands of them (`fixed_priors`).

`GENES` lists all beliefs in the order of the genome. `PARTS` divides them into three parts, which can be bred
separately, because each can be rated in its own way (`problems/expert.py`).
"""

from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from math import sqrt
from typing import Any

import numpy as np
import numpy.typing as npt

from semeai.go.board_kernel import BLACK, EDGE, EMPTY, WHITE
from semeai.go.knowing import PLAYOUTS
from semeai.go.knowing_kernel import ALWAYS
from semeai.go.patterns import N_PICTURES, pictures_shown
from semeai.go.patterns_kernel import N_PATTERNS, NEIGHBORS
from semeai.nets.genes import is_within
from semeai.players.search import priors_kernel as feature
from semeai.players.search.priors import RARE, pattern_classes

Values = npt.NDArray[np.float64]
"""values by gene"""
SHOWN = 100
"""beliefs in the description of a genome"""
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


def _classes() -> npt.NDArray[np.int64]:
    """The classes of 3x3 patterns that occur on boards, by the number of `pattern_classes`, in order.

    On a board either none of the eight neighbors is beyond the edge, or a side of three, or two sides that share a
    corner.
    """
    codes = np.unique(pattern_classes())
    is_edge = {place: (codes >> 2 * i) & 3 == EDGE for i, place in enumerate(NEIGHBORS)}
    found = np.zeros(len(codes), dtype=bool)
    for rows in ((), (-1,), (1,)):
        for columns in ((), (-1,), (1,)):
            beyond = {(row, column): row in rows or column in columns for row, column in NEIGHBORS}
            found |= np.logical_and.reduce([is_edge[place] == is_beyond for place, is_beyond in beyond.items()])
    return codes[found]


CLASSES = _classes()


def _picture(code: int) -> str:
    """A 3x3 pattern as text, row by row from above: X is the side to play, O the other, # the edge, + the move."""
    signs = {(0, 0): "+"} | {place: _SIGNS[(code >> 2 * i) & 3] for i, place in enumerate(NEIGHBORS)}
    return "/".join("".join(signs[row, column] for column in (-1, 0, 1)) for row in (1, 0, -1))


_SIGNS = {EMPTY: ".", BLACK: "X", WHITE: "O", EDGE: "#"}
SEARCH = tuple(
    Gene(name, low, high, sqrt(low * high), is_log=True)
    for name, low, high in (
        ("equivalence", 100.0, 100_000.0),
        ("expand_at", 1.0, 32.0),
        ("explore", 0.01, 1.0),
        ("even", 1.0, 100.0),
        ("sure", 1.0, 400.0),
    )
)
"""the constants of the search; without knowledge they are in the geometric middle of their ranges"""
POLICY = (
    Gene("mercy", 0.05, 1.0, 1.0),
    *(Gene(f"playout {name}", 0.0, 1.0, float(name in ("self_atari", "throw_in"))) for name in PLAYOUTS),
    *(Gene(f"playout picture_{i}", 0.0, 1.0, 1.0) for i in range(1, N_PICTURES + 1)),
)
WEIGHTS = (
    *(Gene(f"prior {name}", -FARTHEST, FARTHEST) for name in FEATURES.values()),
    *(Gene(f"prior {_picture(code)}", -FARTHEST, FARTHEST) for code in CLASSES.tolist()),
)
GENES: tuple[Gene, ...] = (*SEARCH, *POLICY, *WEIGHTS)
N_GENES = len(GENES)
PARTS = {"search": len(SEARCH), "playouts": len(POLICY), "priors": len(WEIGHTS)}
"""the parts of a genome in order, each with its number of genes"""
_PLACES = {"explore": ("cp",), "even": ("priors", "even"), "sure": ("priors", "sure")}
"""fields of the constants of the search in `tree_kernel.SEARCH`, if their names differ"""


def enter_genome(settings: npt.NDArray[np.void], genome: npt.NDArray[Any], origin: Origin) -> None:
    """Write the beliefs of a genome to a record of `tree_kernel.SEARCH` that has the settings and the default
    knowledge.

    Raises ValueError if it is not a genome.
    """
    check_genome(genome)
    found = values(genome, centers(settings, origin))
    lengths = [len(SEARCH), 1, len(PLAYOUTS), N_PICTURES, len(FEATURES)]
    constants, (mercy,), chances, pictures, weights, patterns = np.split(found, np.cumsum(lengths))
    for gene, value in zip(SEARCH, constants.tolist(), strict=True):
        *above, name = _PLACES.get(gene.name, (gene.name,))
        (settings[above[0]] if above else settings)[name] = value
    settings["mercy"] = mercy
    for name, chance in zip(PLAYOUTS, chances.tolist(), strict=True):
        settings["knowing"][name] = chance
    shown = _shown()
    # A pattern that matches several pictures has the mean of their probabilities.
    settings["knowing"]["patterns"] = np.rint(ALWAYS * (pictures @ shown) / np.maximum(1, shown.sum(axis=0)))
    priors = settings["priors"]
    if origin is Origin.NOTHING:
        priors["large"]["is_used"] = False
    priors["patterns"] = np.append(patterns, RARE)[class_places()]
    priors["weights"][0][list(FEATURES)] = weights
    priors["is_wide"] = bool(priors["weights"][0][feature.DOUBLE_ATARI : feature.PLACE].any())


def fixed_priors(settings: npt.NDArray[np.void], origin: Origin) -> npt.NDArray[np.void] | None:
    """The beliefs about moves that are not genes, as a record of `priors_kernel.PRIORS`: large patterns and what is
    computed with them. None if there are none. `settings` are those of the player without a genome."""
    if origin is Origin.NOTHING or not settings["priors"]["large"]["is_used"][0]:
        return None
    fixed = settings["priors"].copy()
    fixed["weights"][0][list(FEATURES)] = 0.0
    fixed["patterns"] = 0.0
    fixed["is_wide"] = False
    return np.asarray(fixed)


def check_genome(genome: npt.NDArray[Any]) -> None:
    """Check that a genome has the right number of genes, all within their bounds. Raises ValueError."""
    if genome.shape != (N_GENES,):
        raise ValueError(f"expected a genome of {N_GENES} numbers, found {genome.size}")
    if not is_within(genome, -1.0, 1.0):
        raise ValueError(f"expected genes from -1 to 1, found {genome.min():g} to {genome.max():g}")


def values(genome: npt.NDArray[Any], initial: Values) -> Values:
    """The values of beliefs: the initial ones at 0, the bounds at 1 and -1.

    A belief that starts at one of its bounds goes to the other one in both directions: evolution is not stuck where
    changes have no effect.
    """
    genes = genome.astype(np.float64)
    lows, highs, is_log = _bounds()
    # Weights have the same range around their initial value as around 0.
    is_weight = lows < 0
    lows = np.where(is_weight, initial - FARTHEST, np.minimum(lows, initial))
    highs = np.where(is_weight, initial + FARTHEST, np.maximum(highs, initial))
    ends = np.where((genes > 0) & (highs > initial) | (lows == initial), highs, lows)
    linear = initial + np.abs(genes) * (ends - initial)
    is_log = is_log & (initial > 0)
    factors = np.where(is_log, ends, 1.0) / np.where(is_log, initial, 1.0)
    return np.where(is_log, initial * factors ** np.abs(genes), linear)


@cache
def _bounds() -> tuple[Values, Values, npt.NDArray[np.bool_]]:
    """The lower and upper bounds of all genes, and whether each is logarithmic."""
    return (
        np.array([gene.low for gene in GENES]),
        np.array([gene.high for gene in GENES]),
        np.array([gene.is_log for gene in GENES]),
    )


def centers(settings: npt.NDArray[np.void], origin: Origin) -> Values:
    """The values of a genome of zeros. `settings` are those of the player without a genome."""
    return _usual(settings) if origin is Origin.BEST else _nothing()


def _usual(settings: npt.NDArray[np.void]) -> Values:
    """The values that a record has."""
    found = []
    for gene in SEARCH:
        *above, name = _PLACES.get(gene.name, (gene.name,))
        found.append(float((settings[above[0]] if above else settings)[name][0]))
    found += [float(settings["mercy"][0]), *(float(settings["knowing"][name][0]) for name in PLAYOUTS)]
    weights = settings["priors"]["weights"][0][list(FEATURES)].tolist()
    return np.array([*found, *[1.0] * N_PICTURES, *weights, *settings["priors"]["patterns"][0][CLASSES].tolist()])


@cache
def _nothing() -> Values:
    return np.array([gene.nothing for gene in GENES])


@cache
def class_places() -> npt.NDArray[np.int64]:
    """The place in `CLASSES` of each pattern, by the number of `pattern_at`; their number if it occurs on no board."""
    places = np.full(N_PATTERNS, len(CLASSES))
    places[CLASSES] = np.arange(len(CLASSES))
    return places[pattern_classes()]


@cache
def _shown() -> npt.NDArray[np.float64]:
    """1 if a pattern matches a picture, by picture and pattern."""
    bits = pictures_shown()
    return np.array([(bits >> i) & 1 for i in range(N_PICTURES)], dtype=np.float64)


def describe_genome(genome: npt.NDArray[Any], settings: npt.NDArray[np.void], origin: Origin) -> str:
    """The most changed beliefs with their values. `settings` are those of the player without a genome."""
    initial = centers(settings, origin)
    found = values(genome, initial)
    width = max(len(gene.name) for gene in GENES)
    lines = [f"{N_GENES} beliefs, the {SHOWN} most changed ones: value and initial value"]
    for i in np.argsort(-np.abs(genome), kind="stable")[:SHOWN].tolist():
        lines.append(f"{GENES[i].name:{width}} {found[i]:9.4g} {initial[i]:9.4g}")
    return "\n".join(lines)

r"""Priors from evolution: the weights of agents that were bred to imitate games, as weights of the features of `rave`.

Agents and features describe the same properties, so the weights of the agents are weights of the features, too. Ratings
that depend on the eight points around a move go into the table of patterns. Two agents distinguish more than a feature
can: the number of stones that a ladder catches, and whether captured stones could have escaped. There the mean is used.

Evolution only compares moves. The factor of all weights, which is the certainty, is fitted to the same games. The
champion comes from

    semeai evolve ga:population=100,tournament=4,elite=2 --generations 120 --records GAMES.sgf \
        --problem summation:hidden=1,weights=real,agents=A

with AGENTS for A, and `python -m semeai.players.search.evolved_priors CHAMPION.npz GAMES.sgf FILE.npz` turns it into a
file for `priors.py`.
"""

import sys
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from semeai.archive import pack
from semeai.files import write_whole
from semeai.go.board_kernel import WHITE
from semeai.go.patterns_kernel import N_PATTERNS
from semeai.go.player import Imitator
from semeai.nets.summation import read_weights
from semeai.players import read_bred
from semeai.players.agents.agents import AGENTS as ALL_AGENTS
from semeai.players.agents.agents import KINDS, make_room
from semeai.players.champion import read_champion
from semeai.players.search import priors_kernel as feature
from semeai.players.search.priors import KIND, PASS_BELOW, VERSION, Choices, PriorWeights, collect, pattern_classes
from semeai.sgf import read_games

AGENTS = (
    "follower+captures+escape+hopeless+ladder+atari+stretch+pressure+careful+throw_in+liberties+patterns+near_last+"
    "near_before+line+lonely"
)
"""agents with the inputs of `priors_kernel`"""
STONES_CAUGHT = 1.5  # typical number of stones; the agent counts them
LOW, HIGH = 0.01, 1000.0  # range of the factor


def worths_of(params: Imitator, genome: npt.NDArray[Any]) -> dict[str, npt.NDArray[np.float64]]:
    """The worth of a value of 1 in each channel, by agent. Raises ValueError if there is more than one node, since the
    worth then depends on the position, or if an agent has no corresponding feature."""
    if params.shape.hidden != 1:
        raise ValueError(f"priors need a network with one node, found {params.shape.hidden}")
    if others := set(params.names) - set(AGENTS.split("+")):
        raise ValueError(f"rave has no features for the agents {', '.join(sorted(others))}")
    weights = read_weights(params.shape, genome)
    own_alleles = np.split(weights.alleles, np.cumsum(params.shape.channels)[:-1])
    found = {name: np.zeros(len(ALL_AGENTS[name].channels)) for name in AGENTS.split("+")}
    for name, weight, alleles in zip(params.names, weights.agents[0], own_alleles, strict=True):
        found[name] = weights.nodes[0] * weight * alleles.astype(np.float64)
    return found


def as_priors(worths: dict[str, npt.NDArray[np.float64]]) -> PriorWeights:
    """The same as weights of features and patterns, up to a factor."""
    features = np.zeros(feature.N_FEATURES)
    features[feature.NEAR_LAST + 1 :][:5] = worths["near_last"]
    features[feature.NEAR_BEFORE + 1 :][:3] = worths["near_before"]
    features[feature.LINE :][: feature.N_LINES] = worths["line"]
    features[feature.LONELY :][: feature.N_LINES] = worths["line"] + worths["lonely"][[0, 0, 1, 2, 3]]
    one, more, later = worths["captures"]
    features[feature.CAPTURE :][:3] = (one + later) / 2, (more + later) / 2, more
    features[feature.ESCAPE :][:3] = worths["escape"]
    features[feature.LIBERTIES + 1 :][:3] = worths["liberties"] + worths["careful"]
    for place, name in (
        (feature.HOPELESS, "hopeless"),
        (feature.ATARI, "atari"),
        (feature.EXTENSION, "stretch"),
        (feature.PRESSURE, "pressure"),
        (feature.THROW_IN, "throw_in"),
    ):
        features[place] = worths[name][0]
    features[feature.CAUGHT] = STONES_CAUGHT * worths["ladder"][0]
    codes = np.arange(N_PATTERNS)
    n_enemies = sum((codes >> 2 * side & 3) == WHITE for side in range(4))
    patterns = worths["follower"][0] * n_enemies
    kinds = make_room()["kinds"][0]
    for i in range(len(KINDS)):
        patterns = patterns + worths["patterns"][i] * (kinds >> i & 1)
    return PriorWeights(features.astype(np.float32), patterns.astype(np.float32))


def fit(weights: PriorWeights, choices: Choices) -> bytes:
    """The file of these weights, times the factor that maximizes the likelihood of the chosen moves."""
    from scipy.optimize import minimize_scalar

    scores = np.append(weights.features, 0.0)[choices.features].sum(axis=1) + weights.patterns[choices.classes]
    n_moves = np.diff(np.append(choices.starts, len(scores)))
    position = np.repeat(np.arange(len(n_moves)), n_moves)
    gaps = scores - np.maximum.reduceat(scores, choices.starts)[position]

    def surprise(log_factor: float) -> float:
        sums = np.exp(log_factor) * gaps
        return float(np.log(np.add.reduceat(np.exp(sums), choices.starts)).sum() - sums[choices.chosen].sum())

    found = minimize_scalar(surprise, bounds=(np.log(LOW), np.log(HIGH)), method="bounded")
    factor = float(np.exp(found.x))
    features, classes = factor * weights.features, np.unique(pattern_classes())
    features[feature.PASSING] = factor * np.median(scores) - PASS_BELOW
    arrays: dict[str, npt.NDArray[Any]] = {
        "features": features[: feature.N_LEARNED].astype(np.float32),
        "classes": classes.astype(np.uint16),
        "patterns": (factor * weights.patterns[classes]).astype(np.float32),
    }
    return pack(KIND, VERSION, {"positions": len(n_moves), "factor": factor}, arrays)


def main(champion: Path, games: Path, file: Path) -> None:
    """Make priors from a champion that was bred on the games of an SGF file."""
    found = read_champion(champion)
    network = read_bred(found.player).imitator
    if network is None:
        sys.exit(f"{champion} is not a summation network: it plays as {found.player}")
    choices = collect(read_games(games.read_bytes()))
    write_whole(file, fit(as_priors(worths_of(network, found.genome)), choices))
    print(f"fitted to {len(choices.starts)} moves: {file}")


if __name__ == "__main__":
    if len(sys.argv) != 4:
        sys.exit("usage: python -m semeai.players.search.evolved_priors CHAMPION.npz GAMES.sgf FILE.npz")
    main(*map(Path, sys.argv[1:]))

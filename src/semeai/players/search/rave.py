"""`rave`: tree search with rapid action value estimates; by default with Go knowledge in playouts and priors.

The value of a move in the tree is estimated by its results later in the same playouts, until it has enough visits of
its own. It is

    beta * rave value + (1 - beta) * value,    beta = r / (r + n + r * n / equivalence)

with n visits and r playouts in which its side played there first: the schedule of minimum squared error of S. Gelly and
D. Silver, "Monte-Carlo tree search and rapid action value estimation in computer Go", Artificial Intelligence 175
(2011), section 5.3, with 4 b^2 = 1 / equivalence. With policy=knowing it adds

    explore * prior * sqrt(visits of the node) / (1 + n)

where the prior is the probability that a good player plays the move. It plays the move with most visits.

All of its knowledge can be bred (`genome.py`): `semeai evolve cma --problem rave:playouts=100`.

With `counts=tree` it follows Howlett's text instead (`spread_kernel.py`): upper confidence bounds, where each playout
updates all nodes of the tree that have its move.
"""

import hashlib
from dataclasses import dataclass
from enum import StrEnum
from math import sqrt
from typing import ClassVar

import numpy as np
import numpy.typing as npt

from semeai.go.knowing import PLAYOUTS, Policy
from semeai.go.player import Breedable, Genome
from semeai.go.rules import Rules
from semeai.nets.genes import Genes
from semeai.players.search.genome import N_GENES, Origin, check_genome, describe_genome, enter_genome
from semeai.players.search.knowledge import EVEN, MERCY, SURE
from semeai.players.search.priors import EVOLVED_FILE, FILE, LARGE_FILE, enter_priors, load_priors
from semeai.players.search.search import Final, SearchParams, SearchPlayer, require, settings_of
from semeai.players.search.tree_kernel import RAVE, SPREAD

MOST = 1_000_000  # maximum number of visits in settings: single precision counts exactly up to here


class Priors(StrEnum):
    """The source of the weights of priors."""

    LARGE = "large"
    """large patterns, too: all stones around a move"""
    LEARNED = "learned"
    """features and 3x3 patterns, fitted to games of dan players (`priors.py`)"""
    EVOLVED = "evolved"
    """the weights of agents, bred by imitating recorded games (`evolved_priors.py`)"""


class Counts(StrEnum):
    """The nodes at which a playout counts."""

    PATH = "path"
    """separate from visits, for all its moves, at the nodes on its path (Gelly and Silver)"""
    TREE = "tree"
    """as visits, for its first move, at all nodes of the tree (Howlett)"""


_FILES = {Priors.LEARNED: FILE, Priors.LARGE: LARGE_FILE, Priors.EVOLVED: EVOLVED_FILE}


@dataclass(frozen=True)
class RaveParams(SearchParams, Breedable):
    plays_alone: ClassVar[bool] = True

    policy: Policy = Policy.KNOWING
    """playout policy; with knowing, moves also have priors"""
    counts: Counts = Counts.PATH
    """nodes at which a playout counts; with tree, the settings below have no effect, except cp, mercy and final"""
    cp: float = sqrt(2)
    """counts=tree: exploration constant"""
    final: Final = Final.VISITS
    """final choice of the move"""
    equivalence: float = 3000.0
    """number of visits at which they outweigh the rave value"""
    expand_at: int = 1  # with good priors, a larger tree is worth more than the time that its nodes take
    """knowing: visits after which a move gets its own node"""
    priors: Priors = Priors.LARGE
    """knowing: source of the weights of priors"""
    explore: float = 0.1
    """knowing: weight of priors in exploration"""
    even: float = EVEN
    """knowing: initial visits of every move, half of them won"""
    sure: float = SURE
    """knowing: initial visits, all won, of a move with prior probability 1"""
    mercy: float = MERCY
    """knowing: end a playout if one side has lost this share of the board more than the other"""
    origin: Origin = Origin.BEST
    """knowing: the knowledge that evolution starts from: best or nothing"""

    def __post_init__(self) -> None:
        super().__post_init__()
        require(0 <= self.cp < float("inf"), f"cp must be 0 or more, not {self.cp:g}")
        require(0 < self.equivalence < float("inf"), f"equivalence must be positive, not {self.equivalence:g}")
        require(1 <= self.expand_at <= MOST, f"expand_at must be 1 to {MOST} visits, not {self.expand_at}")
        require(0 <= self.explore < float("inf"), f"explore must be 0 or more, not {self.explore:g}")
        require(0 <= self.even <= MOST, f"even must be 0 to {MOST} visits, not {self.even:g}")
        require(0 <= self.sure <= MOST, f"sure must be 0 to {MOST} visits, not {self.sure:g}")
        require(0 < self.mercy <= 1, f"mercy must be a share, above 0 and up to 1, not {self.mercy:g}")

    # -- breeding ------------------------------------------------------------------------------------------------------

    def genes(self, rules: Rules) -> Genes:
        require(self._is_bred, "only rave with policy=knowing and counts=path can be bred")
        return Genes(N_GENES, -1.0, 1.0)

    def from_genome(self, genome: Genome, rules: Rules) -> "RavePlayer":
        self.genes(rules)
        check_genome(genome)
        return RavePlayer(self, genome)

    def describe(self, genome: Genome) -> str:
        return describe_genome(genome, settings_of_rave(self), self.origin)

    @property
    def _is_bred(self) -> bool:
        return self.policy is Policy.KNOWING and self.counts is Counts.PATH


class RavePlayer(SearchPlayer):
    """The player: rapid action value estimation."""

    def __init__(self, params: RaveParams, genome: Genome | None = None) -> None:
        """Without a genome it plays with the knowledge that evolution starts from."""
        settings = settings_of_rave(params)
        if genome is not None or params.origin is not Origin.BEST:
            enter_genome(settings, np.zeros(N_GENES) if genome is None else genome, params.origin)
        super().__init__("rave", params, settings, params.final, is_ready=genome is None)


def settings_of_rave(params: RaveParams) -> npt.NDArray[np.void]:
    """The record of `tree_kernel.SEARCH` for these parameters, without a genome."""
    spreads = params.counts is Counts.TREE
    settings = settings_of(SPREAD if spreads else RAVE, params.policy, params)
    settings["equivalence"] = params.equivalence
    if params.policy is Policy.KNOWING:
        settings["expand_at"] = params.expand_at
        settings["cp"] = params.explore
        settings["mercy"] = params.mercy
        enter_priors(settings["priors"], load_priors(_FILES[params.priors]))
        settings["priors"]["even"] = params.even
        settings["priors"]["sure"] = params.sure
    if spreads:
        settings["cp"], settings["expand_at"] = params.cp, 1
    return settings


def knowledge_digest() -> str:
    """The digest of the knowledge that `rave` has by default. Players with different digests may play differently."""
    found = hashlib.sha256(_FILES[RaveParams.priors].read_bytes())
    found.update(repr((RaveParams(), PLAYOUTS)).encode())
    return found.hexdigest()[:12]

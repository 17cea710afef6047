"""Players whose play is a genome: what numbers mean to each of them."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from semeai.evolve.evolver import Candidate, Candidates
from semeai.evolve.problem import Genes
from semeai.go.player import Player
from semeai.go.rules import Rules
from semeai.players.compiled_kernel import COMPILED, LOCAL
from semeai.players.local import FEATURES, LocalParams, LocalPlayer


@dataclass(frozen=True)
class Bred:
    """How genomes become players."""

    genes: Callable[[Rules], Genes]
    """which genomes there are, for games under some rules"""
    settings: Callable[[Candidates], npt.NDArray[np.void]]
    """of each genome what a kernel needs to know: a record of `compiled_kernel.COMPILED`"""
    player: Callable[[Candidate, Rules], Player]
    """the player of a genome; raises ValueError when it is out of range"""
    describe: Callable[[Candidate], str]
    """a genome for people, on several lines"""


# -- local: a weight for each feature ----------------------------------------------------------------------------------


def _local_genes(rules: Rules) -> Genes:
    return Genes(len(FEATURES), -1.0, 1.0)


def _local_settings(candidates: Candidates) -> npt.NDArray[np.void]:
    settings = np.zeros(len(candidates), dtype=COMPILED)
    settings["kind"] = LOCAL
    settings["weights"] = candidates
    return settings


def _local_player(genome: Candidate, rules: Rules) -> Player:
    return LocalPlayer(LocalParams(*map(float, genome)))


def _local_describe(genome: Candidate) -> str:
    weights = dict(zip(FEATURES, genome.tolist(), strict=True))
    width = max(map(len, FEATURES))
    return "\n".join(f"{name:{width}} {weights[name]:6.2f}" for name in sorted(weights, key=lambda f: -abs(weights[f])))


BRED = {"local": Bred(_local_genes, _local_settings, _local_player, _local_describe)}
"""by the name of the player"""

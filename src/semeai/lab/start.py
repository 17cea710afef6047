"""What a run begins with, where that is no new population: that of another run.

Only the population is taken over. What is drawn from then on follows from the seed of the run that begins.
"""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from semeai.evolve.evolver import State
from semeai.evolve.states import LEAGUE
from semeai.lab.checkpoints import read_checkpoint
from semeai.lab.record import read_record

_MISSING = "unset"


@dataclass(frozen=True)
class Start:
    """A population to begin with."""

    folder: Path
    """the run that it is taken from"""
    state: State
    """of that run's method"""
    digest: str
    """tells starts apart: a run may have gone on since"""
    note: str = ""
    """the damage that was found, for people"""


def read_start(folder: Path, method: Mapping[str, Any], problem: Mapping[str, Any]) -> Start:
    """The last checkpoint of a run by that method, of such genomes. `method` and `problem` are as records have them.
    A damaged one stays where it is, and the one before it is taken.

    Raises OSError, DamagedFile, and ValueError when the run is another one, or has no checkpoint.
    """
    parameters = read_record(folder)["parameters"]
    # How a method is set, and what its genomes see and say, is all that its population has to do with.
    theirs = parameters.get("method", {}) | _genomes(parameters.get("problem", {}))
    ours = {**method, **_genomes(problem)}
    other = [name for name in ours if theirs.get(name, _MISSING) != ours[name]]
    if "name" in other:
        raise ValueError(f"{folder} is a run of {theirs.get('name', _MISSING)}, not {ours['name']}")
    if other:
        words = ", ".join(f"{name} {theirs.get(name, _MISSING)}, not {ours[name]}" for name in other)
        raise ValueError(f"{folder} was bred with {words}")
    checkpoint, damage = read_checkpoint(folder)
    if checkpoint is None:
        raise ValueError(f"{folder} has no checkpoint to begin with")
    parts = [name.encode() + array.tobytes() for name, array in sorted(checkpoint.state.items())]
    digest = hashlib.sha256(b"".join(parts)).hexdigest()[:16]
    note = f"{damage}; starting from {checkpoint.path}" if damage else ""
    state = {name: array for name, array in checkpoint.state.items() if not name.startswith(LEAGUE)}
    return Start(folder, state, f"{digest} after {checkpoint.n_generations} generations", note)


def _genomes(problem: Mapping[str, Any]) -> dict[str, str]:
    """Of a problem, what genomes are bred for: who plays with them, or which toy they solve; and the board, where that
    is theirs: all players but `network` have the same genomes on every board."""
    player, board = str(problem.get("player", problem.get("name", ""))), str(problem.get("rules", "")).partition(",")[0]
    return {"player": player} | ({"board": board} if player.partition(":")[0] == "network" else {})

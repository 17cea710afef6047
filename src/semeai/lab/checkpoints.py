"""Checkpoints: the whole state of an evolution after a generation. The last two are kept.

If the last one is damaged, the one before it is used. The damaged one is reported and renamed, never overwritten.

A run may start with the population of another run's checkpoint (`read_start`). Only the population is used: all random
numbers follow from the seed of the new run. A run of `cma` or `nes` may start at a champion, too
(`read_champion_start`).
"""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from semeai.archive import pack, read_header, unpack
from semeai.evolve.evolver import State
from semeai.evolve.states import GENOME, LEAGUE
from semeai.files import DamagedFile, sync_name, write_whole
from semeai.lab.record import read_record
from semeai.lab.rows import Mark
from semeai.players import read_bred
from semeai.players.champion import find_champion, read_champion

VERSION = 1
KIND = "checkpoint"
CURRENT, PREVIOUS = "checkpoint.npz", "checkpoint.previous.npz"
_MISSING = "unset"
CHAMPION = "champion:"
"""prefix of a start that is a champion, not a run; its file or the name of a shipped champion follows"""


@dataclass(frozen=True)
class Checkpoint:
    """The state of an evolver after a number of generations."""

    rows: Mark
    """the rows of these generations"""
    state: State
    path: Path | None = None
    """the file that it was read from, if any"""

    @property
    def n_generations(self) -> int:
        return self.rows.n


def write_checkpoint(folder: Path, checkpoint: Checkpoint) -> None:
    """Write a checkpoint and keep the one before it. Raises OSError; the old one then exists under either name."""
    header = {"n_generations": checkpoint.rows.n, "rows": checkpoint.rows.digest}
    data = pack(KIND, VERSION, header, checkpoint.state)
    write_whole(folder / CURRENT, data, folder / PREVIOUS)


def read_checkpoint(folder: Path) -> tuple[Checkpoint | None, str]:
    """The last intact checkpoint, or None if there never was one; and a description of damage to a later one, or "".

    Raises OSError, and DamagedFile if no checkpoint is intact.
    """
    damage: list[str] = []
    for path in (folder / CURRENT, folder / PREVIOUS):
        if not path.exists():
            continue
        try:
            header, arrays = unpack(path, KIND, VERSION)
            return Checkpoint(_mark(path, header), arrays, path), "".join(damage)
        except DamagedFile as error:
            damage.append(str(error))
    if damage:
        raise DamagedFile("; ".join(damage) + "; no intact checkpoint is left to continue from")
    return None, ""


def read_mark(folder: Path) -> Mark | None:
    """The rows that the last checkpoint confirms; None if there is no checkpoint. The state is not read.

    Raises OSError and DamagedFile.
    """
    for path in (folder / CURRENT, folder / PREVIOUS):
        try:
            return _mark(path, read_header(path, KIND, VERSION))
        except FileNotFoundError:
            continue
    return None


def put_aside(folder: Path) -> Path:
    """Rename the damaged last checkpoint. Returns its new path. Raises OSError."""
    path, number = folder / CURRENT, 1
    while (aside := path.with_name(f"{path.stem}.damaged-{number}{path.suffix}")).exists():
        number += 1
    path.rename(aside)
    sync_name(aside)
    return aside


def _mark(path: Path, header: Mapping[str, Any]) -> Mark:
    n_generations = header.get("n_generations")
    if not isinstance(n_generations, int) or n_generations < 0:
        raise DamagedFile(f"{path}: the number of generations is missing")
    return Mark(n_generations, str(header.get("rows")))


# -- starting from another run -----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Start:
    """A population to start with."""

    folder: Path
    """the run it comes from"""
    state: State
    """the state of that run's method"""
    digest: str
    """a digest that distinguishes starts, since the other run may have continued"""
    note: str = ""
    """a note about damage"""


def read_start(folder: Path, method: Mapping[str, Any], problem: Mapping[str, Any]) -> Start:
    """The last checkpoint of a run with the same method and kind of genomes. `method` and `problem` are in the form of
    run records. A damaged checkpoint is left alone, and the one before it is used.

    Raises OSError, DamagedFile, and ValueError if the run does not fit or has no checkpoint.
    """
    parameters = read_record(folder)["parameters"]
    # A population depends only on the settings of the method and on the inputs and outputs of its genomes.
    theirs = parameters.get("method", {}) | _genomes(parameters.get("problem", {}))
    ours = {**method, **_genomes(problem)}
    other = [name for name in ours if theirs.get(name, _MISSING) != ours[name]]
    if "name" in other:
        raise ValueError(f"cannot start from {folder}: it used {theirs.get('name', _MISSING)}, not {ours['name']}")
    if other:
        words = ", ".join(f"{name} {theirs.get(name, _MISSING)}, not {ours[name]}" for name in other)
        raise ValueError(f"cannot start from {folder}: it was bred with {words}")
    checkpoint, damage = read_checkpoint(folder)
    if checkpoint is None:
        raise ValueError(f"cannot start from {folder}: it has no checkpoint")
    parts = [name.encode() + array.tobytes() for name, array in sorted(checkpoint.state.items())]
    digest = hashlib.sha256(b"".join(parts)).hexdigest()[:16]
    note = f"{damage}; starting from {checkpoint.path}" if damage else ""
    state = {name: array for name, array in checkpoint.state.items() if not name.startswith(LEAGUE)}
    return Start(folder, state, f"{digest} after {checkpoint.n_generations} generations", note)


def read_champion_start(path: Path, problem: Any) -> Start:
    """A champion to start from, for a problem. Raises OSError, DamagedFile, and ValueError if it is another kind of
    player."""
    champion = read_champion(find_champion(str(path)))
    if not problem.player or not champion.player:
        raise ValueError(f"{path}: expected a champion that plays Go")
    try:
        genome = read_bred(problem.player).adopt(read_bred(champion.player), champion.genome)
    except ValueError as error:
        raise ValueError(f"{path}: {error}") from None
    digest = hashlib.sha256(genome.tobytes()).hexdigest()[:16]
    return Start(path, {GENOME: genome}, f"{digest}, a champion")


def _genomes(problem: Mapping[str, Any]) -> dict[str, str]:
    """The parts of a problem that define its genomes: the player type or the toy problem, and the board size if genomes
    depend on it. All players except `network` have the same genomes on every board."""
    player, board = str(problem.get("player", problem.get("name", ""))), str(problem.get("rules", "")).partition(",")[0]
    return {"player": player} | ({"board": board} if player.partition(":")[0] == "network" else {})

"""Checkpoints: all that evolution needs to go on, as it is after a generation. The last two are kept.

Where the last one is damaged the one before it is used. The damaged one is named and put aside, never overwritten.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy.typing as npt

from semeai.archive import pack, read_header, unpack
from semeai.files import DamagedFile, sync_name, write_whole
from semeai.lab.rows import Mark

VERSION = 1
KIND = "checkpoint"
CURRENT, PREVIOUS = "checkpoint.npz", "checkpoint.previous.npz"


@dataclass(frozen=True)
class Checkpoint:
    """The state of an evolver after so many generations."""

    rows: Mark
    """the rows of these generations"""
    state: Mapping[str, npt.NDArray[Any]]
    path: Path | None = None
    """its file, where it was read from one"""

    @property
    def n_generations(self) -> int:
        return self.rows.n


def write_checkpoint(folder: Path, checkpoint: Checkpoint) -> None:
    """Keep it, and the one before it. Raises OSError; then that one is still there, by one of the two names."""
    header = {"n_generations": checkpoint.rows.n, "rows": checkpoint.rows.digest}
    data = pack(KIND, VERSION, header, checkpoint.state)
    write_whole(folder / CURRENT, data, folder / PREVIOUS)


def read_checkpoint(folder: Path) -> tuple[Checkpoint | None, str]:
    """The last checkpoint that is whole, None when there never was one; and what is wrong with the one after it, "" if
    nothing is.

    Raises OSError, and DamagedFile when there is none that is whole.
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
        raise DamagedFile("; ".join(damage) + "; no checkpoint is left to go on from")
    return None, ""


def read_mark(folder: Path) -> Mark | None:
    """The rows that the last checkpoint vouches for; None when there is no checkpoint. The state is not looked at.

    Raises OSError and DamagedFile.
    """
    for path in (folder / CURRENT, folder / PREVIOUS):
        try:
            return _mark(path, read_header(path, KIND, VERSION))
        except FileNotFoundError:
            continue
    return None


def put_aside(folder: Path) -> Path:
    """Rename the last checkpoint, which is damaged. Returns its new path. Raises OSError."""
    path, number = folder / CURRENT, 1
    while (aside := path.with_name(f"{path.stem}.damaged-{number}{path.suffix}")).exists():
        number += 1
    path.rename(aside)
    sync_name(aside)
    return aside


def _mark(path: Path, header: Mapping[str, Any]) -> Mark:
    n_generations = header.get("n_generations")
    if not isinstance(n_generations, int) or n_generations < 0:
        raise DamagedFile(f"{path}: it does not say after how many generations it was made")
    return Mark(n_generations, str(header.get("rows")))

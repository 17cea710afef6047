"""Checkpoints: all that evolution needs to go on, as it is after a generation. The last two are kept.

A damaged checkpoint is named and put aside, never overwritten, and the one before it is used.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy.typing as npt

from semeai.archive import pack, unpack
from semeai.files import DamagedFile, write_whole

VERSION = 1
CURRENT, PREVIOUS = "checkpoint.npz", "checkpoint.previous.npz"


@dataclass(frozen=True)
class Checkpoint:
    """The state of an evolver after so many generations."""

    n_generations: int
    rows: str
    """the digest of their rows"""
    state: Mapping[str, npt.NDArray[Any]]


def write_checkpoint(folder: Path, checkpoint: Checkpoint) -> None:
    """Keep it, and the one before it. Raises OSError; then that one is still there, by one of the two names."""
    header = {"n_generations": checkpoint.n_generations, "rows": checkpoint.rows}
    data = pack("checkpoint", VERSION, header, checkpoint.state)
    write_whole(folder / CURRENT, data, folder / PREVIOUS)


def read_checkpoint(folder: Path) -> tuple[Checkpoint | None, str]:
    """The last checkpoint that is whole, None when there never was one; and what there is to say about it.

    A damaged one is renamed. Raises OSError, and DamagedFile when there is none that is whole.
    """
    damage = []
    for name in (CURRENT, PREVIOUS):
        path = folder / name
        if not path.exists():
            continue
        try:
            checkpoint = _read(path)
        except DamagedFile as error:
            damage.append(str(error))
            continue
        if not damage:
            return checkpoint, ""
        kept = _put_aside(folder / CURRENT)
        return checkpoint, f"{damage[0]} (kept as {kept.name}); going on from {path}"
    if damage:
        raise DamagedFile("; ".join(damage) + "; no checkpoint is left to go on from")
    return None, ""


def _read(path: Path) -> Checkpoint:
    header, arrays = unpack(path, "checkpoint", VERSION)
    n_generations = header.get("n_generations")
    if not isinstance(n_generations, int) or n_generations < 0:
        raise DamagedFile(f"{path}: it does not say after how many generations it was made")
    return Checkpoint(n_generations, str(header.get("rows")), arrays)


def _put_aside(path: Path) -> Path:
    number = 1
    while (aside := path.with_name(f"{path.stem}.damaged-{number}{path.suffix}")).exists():
        number += 1
    path.rename(aside)
    return aside

"""The rows of a run as TensorBoard scalars, in `tensorboard/` of its folder. Needs the extra `tensorboard`."""

import shutil
from collections.abc import Iterable
from importlib.util import find_spec
from pathlib import Path

from semeai.evolve.evolver import Row

FOLDER = "tensorboard"


def check_tensorboard() -> None:
    """Raises ValueError with the package to install."""
    if find_spec("tensorboardX") is None:
        raise ValueError("TensorBoard files need another package: pip install 'semeai[tensorboard]'")


def write_tensorboard(rows: Iterable[Row], folder: Path) -> Path:
    """Write all rows again, so that a resumed run appears only once. Returns the folder."""
    from tensorboardX import SummaryWriter

    where = folder / FOLDER
    shutil.rmtree(where, ignore_errors=True)
    with SummaryWriter(str(where)) as writer:
        for row in rows:
            for name, value in row.items():
                if name != "generation" and isinstance(value, int | float):
                    writer.add_scalar(name, value, row["generation"])
    return where

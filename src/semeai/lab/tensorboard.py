"""A run for TensorBoard: its rows as scalars, in `tensorboard/` of its folder. Needs the extra `tensorboard`."""

import shutil
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from semeai.evolve.evolver import Row
from semeai.evolve.method import Method
from semeai.lab.breed import Watch
from semeai.lab.order import Order
from semeai.lab.run import Run

FOLDER = "tensorboard"
FLUSH_SECONDS = 1
"""maximum delay of a row in the file"""
COUNTERS = ("generation", "steps")
"""the columns that number rows; a row has one of them"""


def check_tensorboard() -> None:
    """Check that TensorBoard is installed. Raises ValueError with the missing package."""
    if find_spec("tensorboardX") is None:
        raise ValueError("TensorBoard files need another package: pip install 'semeai[tensorboard]'")


class TensorBoard(Watch):
    """Writes each new row. The rows of a continued run are written again, so that each occurs once."""

    def __init__(self) -> None:
        self._writer: Any = None
        self.folder = Path(FOLDER)
        """the folder of the files, after the start of the run"""

    def begin(self, order: Order, run: Run, method: Method) -> None:
        from tensorboardX import SummaryWriter

        self.folder = run.folder / FOLDER
        shutil.rmtree(self.folder, ignore_errors=True)
        self._writer = SummaryWriter(str(self.folder), flush_secs=FLUSH_SECONDS)
        for row in run.rows:
            self.row(row)

    def row(self, row: Row) -> None:
        number = next(row[name] for name in COUNTERS if name in row)
        for name, value in row.items():
            if name not in COUNTERS and isinstance(value, int | float):
                self._writer.add_scalar(name, value, number)

    def close(self) -> None:
        """Close the files. May be called before the start of the run."""
        if self._writer is not None:
            self._writer.close()

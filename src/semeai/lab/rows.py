"""`rows.jsonl`: what is known of each generation, one a line. Lines are added, never changed.

A run that goes on from a checkpoint may come by generations whose rows are there already. Those are made anew and
compared: evolution that does not repeat itself is an error, and is found out here. For the rows before, a checkpoint
remembers a digest.
"""

import hashlib
import io
import json
import os
import sys
from pathlib import Path
from types import NoneType
from typing import Any

from semeai.files import DamagedFile, parse_json

Row = dict[str, Any]
MAX_LINE = 1 << 16
"""bytes of a row; one has a few hundred"""
SPARE_ROWS, LETTERS_A_ROW = 10_000, 20
"""A file may have so many rows, and one more for every so many bytes."""
_PLAIN = (str, int, float, NoneType)


def read_rows(path: Path) -> list[Row]:
    """The rows of a file as it is now; none when there is no file. A line that is being written does not count.

    Raises OSError and DamagedFile.
    """
    data = path.read_bytes() if path.exists() else b""
    most = SPARE_ROWS + len(data) // LETTERS_A_ROW
    rows = []
    for i, line in enumerate(io.BytesIO(data)):  # a list of short lines takes 20 times their size
        if not line.endswith(b"\n"):
            break
        try:
            row = parse_row(line)
        except ValueError:
            raise DamagedFile(f"{path}: line {i + 1} is no row that semeai wrote") from None
        if i == most:
            raise DamagedFile(f"{path}: expected at most {most} rows in a file of its size, found more")
        rows.append(row)
    return rows


def parse_row(line: bytes) -> Row:
    """The row in a line: numbers and words by name. Raises ValueError."""
    if len(line) > MAX_LINE:
        raise ValueError(f"expected a row of at most {MAX_LINE} bytes, found {len(line)}")
    row = parse_json(line)
    if not isinstance(row, dict) or not all(isinstance(value, _PLAIN) for value in row.values()):
        raise ValueError("expected a row of numbers and words")
    return {sys.intern(name): value for name, value in row.items()}  # all rows have the same names


def format_row(row: Row) -> str:
    """A row as a line. Raises ValueError when a number in it is none (nan)."""
    return json.dumps(row, allow_nan=False) + "\n"


class Rows:
    """The rows of a run, open for more."""

    def __init__(self, path: Path) -> None:
        """Raises OSError and DamagedFile. The beginning of a line that never came to its end is cut off."""
        self._path = path
        self.rows = read_rows(path)
        self._file = os.open(path, os.O_RDWR | os.O_APPEND | os.O_CREAT, 0o666)
        data = path.read_bytes()
        os.truncate(self._file, data.rfind(b"\n") + 1)
        self._digests = [b""]
        for line in data.split(b"\n")[:-1]:
            self._digest_line(line + b"\n")

    def digest(self, n: int) -> str:
        """Of the first `n` rows: another one when a letter of them is."""
        return self._digests[n].hex()

    def put(self, number: int, row: Row) -> None:
        """Keep `row` as number `number`, from 0. When this returns it is safe.

        Raises OSError, and DamagedFile when another row has that number, or none the number before.
        """
        line = format_row(row)
        if number < len(self.rows):
            if format_row(self.rows[number]) != line:
                raise DamagedFile(
                    f"{self._path}: row {number} is not what the run gives now (other versions of semeai, numpy or the "
                    "compiler?); begin a new run"
                )
            return
        if number > len(self.rows):
            raise DamagedFile(f"{self._path} ends with row {len(self.rows) - 1}, where row {number - 1} was written")
        data = line.encode()
        while data:
            data = data[os.write(self._file, data) :]
        os.fsync(self._file)
        self._digest_line(line.encode())
        self.rows.append(json.loads(line))

    def close(self) -> None:
        os.close(self._file)

    def _digest_line(self, line: bytes) -> None:
        self._digests.append(hashlib.sha256(self._digests[-1] + line).digest())

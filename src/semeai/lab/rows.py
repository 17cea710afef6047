"""`rows.jsonl`: the results of each generation, one per line. Lines are appended, never changed.

A run that continues from a checkpoint may compute generations whose rows exist already. The new rows are compared with
the old ones: evolution that does not repeat itself is an error, and is detected here. For earlier rows, a checkpoint
stores a digest. Readers of the rows check it as well.
"""

import hashlib
import io
import json
import os
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from types import NoneType
from typing import Any

from semeai.files import DamagedFile, parse_json, sync_name, writing

Row = dict[str, Any]
MAX_LINE = 1 << 16
"""maximum bytes of a row; a typical row has a few hundred"""
SPARE_ROWS, LETTERS_A_ROW = 10_000, 20
"""The maximum number of rows in a file, and the bytes that allow one more."""
_PLAIN = (str, int, float, NoneType)


@dataclass(frozen=True)
class Mark:
    """The rows that a checkpoint confirms."""

    n: int
    """the number of rows"""
    digest: str


def parse_row(line: bytes) -> Row:
    """The row in a line: numbers and texts by name. Raises ValueError."""
    if len(line) > MAX_LINE:
        raise ValueError(f"expected a row of at most {MAX_LINE} bytes, found {len(line)}")
    row = parse_json(line)
    if not isinstance(row, dict) or not all(isinstance(value, _PLAIN) for value in row.values()):
        raise ValueError("expected a row of numbers and texts")
    return {sys.intern(name): value for name, value in row.items()}  # all rows share the same names


def format_row(row: Row) -> str:
    """A row as a line. Raises ValueError for nan."""
    return json.dumps(row, allow_nan=False) + "\n"


class RowReader:
    """The rows of a file that may still grow. An incomplete last line is ignored."""

    def __init__(self, path: Path, parse: Callable[[bytes], Row] = parse_row) -> None:
        """`parse` reads a line, and raises ValueError if it is not a row."""
        self.path = path
        self._parse = parse
        self._forget()

    def _forget(self) -> None:
        self.rows: list[Row] = []
        """the rows read so far"""
        self.n_bytes = 0
        """the number of bytes read so far"""
        self._digests = [b""]

    def read(self, max_bytes: int | None = None) -> bool:
        """Read new rows, at most `max_bytes`. Returns True if nothing is left. Raises OSError and DamagedFile."""
        if not self.path.is_file():  # in an untrusted folder it may be a pipe
            return True
        with self.path.open("rb") as file:
            size = file.seek(0, os.SEEK_END)
            if size < self.n_bytes:  # the file was started again
                self._forget()
            file.seek(self.n_bytes)
            data = file.read(-1 if max_bytes is None else max_bytes)
        is_all = self.n_bytes + len(data) >= size
        most = SPARE_ROWS + size // LETTERS_A_ROW
        rest = b""
        for line in io.BytesIO(data):  # a list of short lines would take 20 times their size in memory
            if not line.endswith(b"\n"):
                rest = line
                break
            self.add(line)
            if len(self.rows) > most:
                raise DamagedFile(f"{self.path}: expected at most {most} rows in a file of its size, found more")
        if is_all and self._is_row(rest[:-1]):  # a crash leaves nothing but a line break after the end of a row
            raise DamagedFile(f"{self.path} is damaged: its last row does not end with a line break")
        return is_all

    def add(self, line: bytes) -> None:
        """Add a row from the file. Raises DamagedFile."""
        try:
            row = self._parse(line)
        except ValueError:
            raise DamagedFile(f"{self.path}: line {len(self.rows) + 1} is not a row written by semeai") from None
        self.rows.append(row)
        self.n_bytes += len(line)
        self._digests.append(hashlib.sha256(self._digests[-1] + line).digest())

    def _is_row(self, data: bytes) -> bool:
        try:
            self._parse(data)
        except ValueError:
            return False
        return True

    def mark(self, n: int) -> Mark:
        """The mark of the first `n` rows. It changes with every byte of them."""
        return Mark(n, self._digests[n].hex())

    def check(self, mark: Mark) -> None:
        """Check that the first rows match the mark. Raises DamagedFile."""
        if mark.n > len(self.rows):
            raise DamagedFile(
                f"{self.path} has {len(self.rows)} rows, but the checkpoint comes after {mark.n} generations"
            )
        if self.mark(mark.n) != mark:
            raise DamagedFile(f"{self.path} has been changed: its rows do not match the checkpoint")


class Rows:
    """The rows of a run, open for more."""

    def __init__(self, path: Path, parse: Callable[[bytes], Row] = parse_row) -> None:
        """Open the rows of a run. Raises OSError and DamagedFile.

        An incomplete last line is cut off only when the next row is written, so that a damaged file stays as it is."""
        self._found = RowReader(path, parse)
        is_new = not path.exists()
        self._found.read()
        self._file = os.open(path, os.O_RDWR | os.O_APPEND | os.O_CREAT, 0o666)
        if is_new:
            sync_name(path)

    @property
    def rows(self) -> list[Row]:
        return self._found.rows

    def mark(self, n: int) -> Mark:
        """The mark of the first `n` rows, for a checkpoint."""
        return self._found.mark(n)

    def check(self, mark: Mark) -> None:
        """Check that the rows match the mark of a checkpoint. Raises DamagedFile."""
        self._found.check(mark)

    def put(self, number: int, row: Row) -> None:
        """Store `row` as number `number`, counted from 0. It is on disk when this returns.

        Raises CannotWrite, and DamagedFile if another row has that number, or the row before is missing.
        """
        line = format_row(row)
        if number < len(self.rows):
            if format_row(self.rows[number]) != line:
                raise DamagedFile(
                    f"{self._found.path}: row {number} differs from the row that the run computes now (other versions "
                    "of semeai, numpy or the compiler?); start a new run"
                )
            return
        if number > len(self.rows):
            raise DamagedFile(
                f"{self._found.path} ends with row {len(self.rows) - 1}, where row {number - 1} was written"
            )
        with writing(self._found.path):
            self.trim()
            data = line.encode()
            while data:
                data = data[os.write(self._file, data) :]
            os.fsync(self._file)
        self._found.add(line.encode())

    def trim(self) -> None:
        """Cut off an incomplete last line. Raises OSError."""
        os.truncate(self._file, self._found.n_bytes)

    def close(self) -> None:
        os.close(self._file)

"""`rows.jsonl`: what is known of each generation, one a line. Lines are added, never changed.

A run that goes on from a checkpoint may come by generations whose rows are there already. Those are made anew and
compared: evolution that does not repeat itself is an error, and is found out here. For the rows before, a checkpoint
remembers a digest, by which those who only read them check them as well.
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
"""bytes of a row; one has a few hundred"""
SPARE_ROWS, LETTERS_A_ROW = 10_000, 20
"""A file may have so many rows, and one more for every so many bytes."""
_PLAIN = (str, int, float, NoneType)


@dataclass(frozen=True)
class Mark:
    """The rows that a checkpoint vouches for."""

    n: int
    """how many"""
    digest: str


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


class RowReader:
    """The rows of a file to which somebody may be adding. A line that is being written does not count."""

    def __init__(self, path: Path, parse: Callable[[bytes], Row] = parse_row) -> None:
        """`parse` reads a line, and raises ValueError when it is no row."""
        self.path = path
        self._parse = parse
        self._forget()

    def _forget(self) -> None:
        self.rows: list[Row] = []
        """those that have been read"""
        self.n_bytes = 0
        """the bytes of them"""
        self._digests = [b""]

    def read(self, max_bytes: int | None = None) -> bool:
        """Read what is new, at most so many bytes. Returns whether that was all. Raises OSError and DamagedFile."""
        if not self.path.is_file():  # in a foreign folder it may be a pipe
            return True
        with self.path.open("rb") as file:
            size = file.seek(0, os.SEEK_END)
            if size < self.n_bytes:  # somebody has begun anew
                self._forget()
            file.seek(self.n_bytes)
            data = file.read(-1 if max_bytes is None else max_bytes)
        is_all = self.n_bytes + len(data) >= size
        most = SPARE_ROWS + size // LETTERS_A_ROW
        rest = b""
        for line in io.BytesIO(data):  # a list of short lines would take 20 times their size
            if not line.endswith(b"\n"):
                rest = line
                break
            self.add(line)
            if len(self.rows) > most:
                raise DamagedFile(f"{self.path}: expected at most {most} rows in a file of its size, found more")
        if is_all and self._is_row(rest[:-1]):  # a crash leaves no byte behind the end of a row but a line break
            raise DamagedFile(f"{self.path} is damaged: its last row does not end with a line break")
        return is_all

    def add(self, line: bytes) -> None:
        """Add a row as it stands in the file. Raises DamagedFile."""
        try:
            row = self._parse(line)
        except ValueError:
            raise DamagedFile(f"{self.path}: line {len(self.rows) + 1} is no row that semeai wrote") from None
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
        """The first `n` rows: another mark when a letter of them is."""
        return Mark(n, self._digests[n].hex())

    def check(self, mark: Mark) -> None:
        """Raises DamagedFile unless the first rows are those of the mark."""
        if mark.n > len(self.rows):
            raise DamagedFile(
                f"{self.path} has {len(self.rows)} rows, where the checkpoint stands after {mark.n} generations"
            )
        if self.mark(mark.n) != mark:
            raise DamagedFile(f"{self.path} has been changed: its rows are not those of the checkpoint")


class Rows:
    """The rows of a run, open for more."""

    def __init__(self, path: Path, parse: Callable[[bytes], Row] = parse_row) -> None:
        """Raises OSError and DamagedFile. The beginning of a line that never came to its end is cut off before the next
        row is written, and not earlier: a file that turns out to be damaged is left as it is."""
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
        """The first `n` rows, for a checkpoint to remember."""
        return self._found.mark(n)

    def check(self, mark: Mark) -> None:
        """Raises DamagedFile unless the rows are those that a checkpoint remembers."""
        self._found.check(mark)

    def put(self, number: int, row: Row) -> None:
        """Keep `row` as number `number`, from 0. When this returns it is safe.

        Raises CannotWrite, and DamagedFile when another row has that number, or none the number before.
        """
        line = format_row(row)
        if number < len(self.rows):
            if format_row(self.rows[number]) != line:
                raise DamagedFile(
                    f"{self._found.path}: row {number} is not what the run gives now (other versions of semeai, numpy "
                    "or the compiler?); begin a new run"
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
        """Cut off the beginning of a line that never came to its end. Raises OSError."""
        os.truncate(self._file, self._found.n_bytes)

    def close(self) -> None:
        os.close(self._file)

"""The rows of an experiment as a CSV file, from which its figures are drawn: variant, seed, and what the trial gave."""

import csv
import io
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from semeai.files import DamagedFile
from semeai.papers.paper import Experiment, Row, Trial


def table_path(results: Path, experiment: str) -> Path:
    """The file of an experiment's rows in a folder of results."""
    return results / f"{experiment}.csv"


def format_table(experiment: Experiment, results: Iterable[tuple[Trial, list[Row]]]) -> str:
    """All rows, each with the variant and the seed it belongs to. A float has all its digits."""
    text = io.StringIO()
    table = csv.writer(text, lineterminator="\n")
    table.writerow(experiment.header)
    for trial, rows in results:
        for row in rows:
            table.writerow([*trial.variant.values(), trial.seed, *row.values()])
    return text.getvalue()


def read_table(experiment: Experiment, path: Path) -> list[Row]:
    """The rows in a file that `format_table` made. Raises OSError, and DamagedFile with the path."""
    try:
        header, *lines = csv.reader(io.StringIO(path.read_text(encoding="utf-8")), strict=True)
    except (csv.Error, ValueError):
        raise DamagedFile(f"{path}: this is no table") from None
    if tuple(header) != experiment.header or any(len(line) != len(header) for line in lines) or not lines:
        raise DamagedFile(f"{path}: not a table with the columns {', '.join(experiment.header)}")
    return [dict(zip(header, map(_value, line), strict=True)) for line in lines]


_WORDS = {"True": True, "False": False}


def _value(text: str) -> Any:
    if text in _WORDS:
        return _WORDS[text]
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            pass
    return text

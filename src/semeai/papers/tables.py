"""The rows of an experiment as a CSV file, from which its figures are drawn, and its numbers as a table for READMEs."""

import csv
import io
from collections.abc import Iterable
from itertools import groupby
from pathlib import Path
from typing import Any

from semeai.files import DamagedFile
from semeai.papers.paper import Experiment, Row, Scale, Trial


def table_path(results: Path, experiment: str) -> Path:
    """The file of an experiment's rows in a folder of results."""
    return results / f"{experiment}.csv"


def format_table(experiment: Experiment, results: Iterable[tuple[Trial, list[Row]]]) -> str:
    """All rows as CSV, each with its variant and seed. Floats have all their digits."""
    text = io.StringIO()
    table = csv.writer(text, lineterminator="\n")
    table.writerow(experiment.header)
    for trial, rows in results:
        for row in rows:
            table.writerow([*trial.variant.values(), trial.seed, *row.values()])
    return text.getvalue()


def read_table(experiment: Experiment, path: Path) -> list[Row]:
    """The rows in a file of `format_table`. Raises OSError, and DamagedFile with the path."""
    try:
        header, *lines = csv.reader(io.StringIO(path.read_text(encoding="utf-8")), strict=True)
    except (csv.Error, ValueError):
        raise DamagedFile(f"{path}: expected a table with a header") from None
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


def format_numbers(experiment: Experiment) -> str:
    """All numbers of an experiment with their sources, as a table in Markdown."""
    found = list(experiment.numbers.items())
    by_scale = {**experiment.scales, **({Scale.LAPTOP: experiment.laptop} if experiment.laptop else {})}
    for scale, settings in by_scale.items():
        found += [(f"{name} ({scale})", number) for name, number in settings.items()]
    for name in experiment.variants[0]:
        swept = dict.fromkeys(variant[name] for variant in experiment.variants)
        found += [(name, number) for number in swept]
    lines = ["| setting | value | where from |", "|---|---|---|"]
    for (name, is_printed, source), group in groupby(found, lambda pair: (pair[0], pair[1].is_printed, pair[1].source)):
        shown = ", ".join(f"{number.value}" for _, number in group)
        lines.append(f"| {name} | {shown} | {'printed' if is_printed else 'chosen'}: {source} |")
    return "\n".join(lines) + "\n"

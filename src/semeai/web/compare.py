"""Runs side by side: confirmed results, curves with bands over seeds, settings that differ, and a table of all rows.

Runs with the same settings that differ in their seeds alone form a group. A group is drawn as one curve, the mean of
its runs, in a band from the lowest to the highest run.
"""

import csv
import io
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import Any

from semeai.evolve.evolver import Row
from semeai.lab.folder import RunFolder
from semeai.problems.exams import Exam
from semeai.text import printable
from semeai.web.charts import COLORS, DASHES, LEGEND, MAX_POINTS, Chart, axes

MAX_RUNS = 12
MAX_VALUE = 120
"""characters of a setting that are shown"""
MAX_LINES = 200_000
"""rows of a CSV file"""
CHARTS = (
    Chart("Exam", "Points won by the best of each generation in fresh games.", {"share": "share"}, is_share=True),
    Chart("Fitness", "The score used for selection, of the best of each generation.", {"best": "best"}),
    Chart("Diversity", "How much the genomes of the population differ.", {"diversity": "diversity"}),
    Chart("Openings", "Individuals that agree on the most common first move.", {"support": "support"}, is_share=True),
)


@dataclass(frozen=True)
class ComparedRun:
    """The data of a run that are compared."""

    name: str
    rows: Sequence[Row]
    settings: Mapping[str, str]
    """all parameters by name but the seed, as text"""
    seed: str
    confirmed: Exam | None
    opponent: str
    champion: Path | None
    """the file of its champion"""


@dataclass(frozen=True)
class RunGroup:
    """Runs that differ in their seeds alone."""

    label: str
    runs: tuple[ComparedRun, ...]


def read_compared(folder: Path) -> ComparedRun:
    """Read a run. Raises OSError and DamagedFile."""
    run = RunFolder(folder)
    run.look()
    parameters = run.parameters
    flat = {name: printable(value, MAX_VALUE) for name, value in _flatten(parameters).items()}
    seed = flat.pop("seed", "")
    exams = run.confirmed
    champion = folder / "champion.npz"
    champions = [champion] if champion.is_file() else run.champions[:1]
    problem = parameters.get("problem", {})
    return ComparedRun(
        name=folder.name,
        rows=run.rows,
        settings=flat,
        seed=seed,
        confirmed=next(iter(exams.values()), None),
        opponent=printable(problem.get("opponent") or ""),
        champion=champions[0] if champions else None,
    )


def _flatten(parameters: Mapping[str, Any], prefix: str = "") -> dict[str, Any]:
    flat: dict[str, Any] = {}
    for name, value in parameters.items():
        if isinstance(value, Mapping) and not prefix:
            flat |= _flatten(value, f"{printable(name, 40)} ")
        else:
            flat[f"{prefix}{printable(name, 40)}"] = value
    return flat


def settings_table(runs: Sequence[ComparedRun]) -> list[tuple[str, list[str], bool]]:
    """Each setting with its values and whether they differ; those that differ first, the seed among them."""
    names = list(dict.fromkeys(name for run in runs for name in run.settings))
    table = [(name, [run.settings.get(name, "") for run in runs]) for name in names]
    table.insert(0, ("seed", [run.seed for run in runs]))
    marked = [(name, values, len(set(values)) > 1) for name, values in table]
    return sorted(marked, key=lambda one: not one[2])


def group_runs(runs: Sequence[ComparedRun]) -> list[RunGroup]:
    """The groups of runs, in the order of their first run. A label lists the settings in which groups differ."""
    found: dict[tuple[tuple[str, str], ...], list[ComparedRun]] = {}
    for run in runs:
        found.setdefault(tuple(sorted(run.settings.items())), []).append(run)
    differing = [name for name, _, differs in settings_table(runs) if differs and name != "seed"]
    groups = []
    for members in found.values():
        words = ", ".join(f"{name.rpartition(' ')[2]} {members[0].settings.get(name, '-')}" for name in differing[:3])
        several = f"{words or members[0].name} ({len(members)} seeds)"
        groups.append(RunGroup(several if len(members) > 1 else members[0].name, tuple(members)))
    return groups


# -- curves ------------------------------------------------------------------------------------------------------------


def band(group: RunGroup, column: str) -> list[tuple[int, float, float, float]]:
    """Generation, mean, lowest and highest of a column over the runs of a group, at most MAX_POINTS of them.

    It ends where the shortest run ends.
    """
    columns = [[row.get(column) for row in run.rows] for run in group.runs]
    n = min(map(len, columns), default=0)
    steps = range(n) if n <= MAX_POINTS else [(n - 1) * i // (MAX_POINTS - 1) for i in range(MAX_POINTS)]
    found = []
    for i in steps:
        values: list[float] = [value for one in columns if isinstance(value := one[i], int | float)]
        if len(values) == len(columns):
            found.append((i, sum(values) / len(values), min(values), max(values)))
    return found


def overlay(chart: Chart, groups: Sequence[RunGroup]) -> dict[str, Any]:
    """The curves of groups in one chart, as options for ECharts; {} if no group has the column."""
    column = next(iter(chart.lines))
    series: list[dict[str, Any]] = []
    factor = 100 if chart.is_share else 1
    for i, group in enumerate(groups):
        points = band(group, column)
        if not points:
            continue
        color = COLORS[i % len(COLORS)]
        if len(group.runs) > 1:
            series += _band_series(i, color, factor, points)
        line = [[at, round(factor * mean, 4)] for at, mean, _, _ in points]
        series.append(
            {
                "name": group.label,
                "type": "line",
                "showSymbol": len(points) < 2,
                "data": line,
                "lineStyle": {"width": 2, "type": DASHES[i // len(COLORS) % len(DASHES)]},
                "itemStyle": {"color": color},
            }
        )
    if not series:
        return {}
    names = [group.label for group in groups]
    return axes(chart) | {"series": series, "legend": LEGEND | {"type": "scroll", "data": names}}


def _band_series(
    i: int, color: str, factor: float, points: Sequence[tuple[int, float, float, float]]
) -> list[dict[str, Any]]:
    """The band of a group: an invisible line at its lower edge, and an area from there to its upper edge."""
    low = [[at, round(factor * least, 4)] for at, _, least, _ in points]
    wide = [[at, round(factor * (most - least), 4)] for at, _, least, most in points]
    unseen = {
        "type": "line",
        "stack": f"band {i}",
        "symbol": "none",
        "silent": True,
        "lineStyle": {"opacity": 0},
        "tooltip": {"show": False},
    }
    return [
        unseen | {"name": f"band {i}", "data": low},
        unseen | {"name": f"band {i}", "data": wide, "areaStyle": {"color": color, "opacity": 0.18}},
    ]


# -- tables ------------------------------------------------------------------------------------------------------------


def by_merit(runs: Sequence[ComparedRun]) -> list[ComparedRun]:
    """The runs with confirmed results first, the best of them first."""
    return sorted(runs, key=lambda run: -(run.confirmed.share if run.confirmed else -1.0))


def results_html(runs: Sequence[ComparedRun]) -> str:
    """The confirmed results as a table, each with a bar for its interval. All texts in it are escaped."""
    lines = [
        '<table class="plain numbers"><thead><tr><th>Run</th><th class="right">Points</th>'
        '<th class="interval">95% interval</th><th>Against</th><th class="right">Games</th></tr></thead><tbody>'
    ]
    for run in by_merit(runs):
        exam = run.confirmed
        if exam is None:
            cells = '<td class="right">-</td><td class="soft">not confirmed yet</td>'
            games = ""
        else:
            cells = f'<td class="right">{exam.share:.1%}</td><td class="interval">{_bar(exam)}</td>'
            games = f"{exam.n_games:,}"
        lines.append(
            f'<tr><td><span class="player">{escape(run.name)}</span></td>{cells}'
            f'<td>{escape(run.opponent)}</td><td class="right">{games}</td></tr>'
        )
    return "".join([*lines, "</tbody></table>"])


def _bar(exam: Exam) -> str:
    words = f"{exam.low:.1%} to {exam.high:.1%}"
    left, middle, right = (100 * x for x in (exam.low, exam.share, exam.high))
    return (
        f'<div class="whisker"><i style="left:{left:.1f}%;width:{right - left:.1f}%"></i>'
        f'<b style="left:{middle:.1f}%"></b></div><div class="small soft">{words}</div>'
    )


def settings_html(runs: Sequence[ComparedRun]) -> str:
    """All settings as a table; rows with differences are marked and come first. All texts in it are escaped."""
    head = "".join(f'<th scope="col">{escape(run.name)}</th>' for run in runs)
    lines = [f'<table class="plain numbers settings"><thead><tr><th>Setting</th>{head}</tr></thead><tbody>']
    for name, values, differs in settings_table(runs):
        cells = "".join(f"<td>{escape(value)}</td>" for value in values)
        mark = '<span class="unseen">differs: </span>' if differs else ""
        kind = ' class="differs"' if differs else ""
        lines.append(f'<tr{kind}><th scope="row">{mark}{escape(name)}</th>{cells}</tr>')
    return "".join([*lines, "</tbody></table>"])


def rows_csv(runs: Sequence[ComparedRun]) -> str:
    """All rows of all runs as CSV: run, seed, then the columns that any of them has."""
    columns = list(dict.fromkeys(name for run in runs for row in run.rows[:1] for name in row))
    text = io.StringIO()
    writer = csv.writer(text)
    writer.writerow(["run", "seed", *map(_cell, columns)])
    lines = ((run, row) for run in runs for row in run.rows)
    for _, (run, row) in zip(range(MAX_LINES), lines, strict=False):
        writer.writerow([_cell(run.name), _cell(run.seed), *(_cell(row.get(name, "")) for name in columns)])
    return text.getvalue()


def _cell(value: Any) -> Any:
    """A value for a spreadsheet. A text that looks like a formula is quoted."""
    if not isinstance(value, str):
        return value
    line = printable(value, 1000)
    return f"'{line}" if line.startswith(("=", "+", "-", "@")) else line

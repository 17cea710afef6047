"""The claims of a paper, each with a verdict that is computed from the tables in `results/`.

A claim names the figure that tests it and has a function that judges the rows of that figure's experiments. The tables
of claims in the READMEs and on the pages are generated from here, so they always agree with the results.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING

from semeai.papers.costs import Costs, minutes_of, read_costs
from semeai.papers.paper import Row, Scale
from semeai.papers.tables import read_table, table_path

if TYPE_CHECKING:
    from semeai.papers.paper import Figure, Paper

Tables = Mapping[str, list[Row]]
"""rows by the name of their experiment"""


class Verdict(StrEnum):
    """The answer to a claim."""

    CONFIRMED = "confirmed"
    PARTLY = "partly"
    """part of the claim holds, or it holds under one reading only"""
    CONTRADICTED = "contradicted"
    """the literal reading was tested with enough seeds, and the opposite was found"""
    UNTOLD = "cannot be told here"
    """the difference is within the noise, the runs are too few or too short, or all values are at the floor"""


@dataclass(frozen=True)
class Finding:
    """The result of our runs for a claim."""

    verdict: Verdict
    figure: str
    """our numbers with their intervals, in one line"""
    n_seeds: int
    """independent runs behind the numbers"""


@dataclass(frozen=True)
class Claim:
    """A statement of a paper."""

    text: str
    """the statement in one line"""
    where: str
    """the section, figure or table of the paper that makes it"""
    figure: str
    """the name of our figure that tests it"""
    judge: Callable[[Tables], Finding]
    """the tables of the figure's experiments -> the finding"""


@dataclass(frozen=True)
class Judged:
    """A claim with its finding, for display."""

    claim: Claim
    finding: Finding
    command: str
    """the command that runs the experiment"""
    minutes: float | None
    """minutes that the runs behind the finding took on two cores; None if there are none, or the time is unknown"""


NOT_RUN = Finding(Verdict.UNTOLD, "not run yet", 0)


def verdict_of(sign: int) -> Verdict:
    """The verdict of a test: 1 if the claim holds, -1 if the opposite does, 0 if it cannot be decided."""
    return {1: Verdict.CONFIRMED, 0: Verdict.UNTOLD, -1: Verdict.CONTRADICTED}[sign]


def judge_claims(paper: "Paper", results: Path) -> list[Judged]:
    """Judge all claims of a paper by the tables in its folder of results.

    Claims whose tables are missing cannot be told. Raises DamagedFile and OSError.
    """
    figures = {figure.name: figure for figure in paper.figures}
    costs = read_costs(results)
    judged = []
    for claim in paper.claims:
        figure = figures[claim.figure]
        tables = _read_tables(paper, figure, results)
        finding = claim.judge(tables) if tables is not None else NOT_RUN
        minutes = minutes_of(costs, figure.experiments) if tables is not None else None
        judged.append(Judged(claim, finding, command_of(paper.key, figure, costs), minutes))
    return judged


def command_of(key: str, figure: "Figure", costs: Costs) -> str:
    """The command that makes the tables of a figure, at the scales that they have."""
    scales = [Scale(costs[name]["scale"]) for name in figure.experiments if name in costs]
    return f"semeai reproduce {key}/{figure.name} --scale {max(scales, key=list(Scale).index, default=Scale.NIGHT)}"


def _read_tables(paper: "Paper", figure: "Figure", results: Path) -> Tables | None:
    try:
        return {name: read_table(paper.experiment(name), table_path(results, name)) for name in figure.experiments}
    except FileNotFoundError:
        return None


# -- for people --------------------------------------------------------------------------------------------------------


def format_claims(judged: Sequence[Judged]) -> str:
    """The table of claims of a README, in Markdown."""
    lines = ["| claim | verdict | our figure | seeds | command | minutes |", "|---|---|---|---|---|---|"]
    for one in judged:
        claim, finding = one.claim, one.finding
        cells = (
            f"{claim.text} ({claim.where})",
            f"**{finding.verdict}**",
            finding.figure,
            str(finding.n_seeds),
            f"`{one.command}`",
            "" if one.minutes is None else f"{one.minutes:.0f}" if one.minutes >= 1 else "< 1",
        )
        lines.append("| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |")
    return "\n".join(lines) + "\n"


def count_verdicts(judged: Sequence[Judged]) -> str:
    """The number of each verdict, on one line: "4 confirmed, 1 partly"."""
    counts = Counter(one.finding.verdict for one in judged)
    return ", ".join(f"{counts[verdict]} {verdict}" for verdict in Verdict if counts[verdict])


def tell_verdicts(claims: Sequence[Claim], tables: Tables) -> str:
    """The verdicts on some claims in a few lines, for the text below a picture."""
    found: dict[Verdict, list[str]] = {}
    for claim in claims:
        found.setdefault(claim.judge(tables).verdict, []).append(claim.text)
    parts = (f"{verdict.capitalize()}: {'; '.join(found[verdict])}." for verdict in Verdict if verdict in found)
    return " ".join(parts)

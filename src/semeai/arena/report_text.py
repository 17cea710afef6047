"""Results of a match or a tournament for people: plain text, aligned."""

import math
import textwrap
from collections.abc import Mapping, Sequence

from semeai.arena.report import Report, Row, format_percent, label_of

WIDTH = 100  # width of running text

# -- a match -----------------------------------------------------------------------------------------------------------


def match_text(row: Row, labels: Mapping[str, str]) -> str:
    """A match for people. Players without a label are named by their specifications."""
    a, b = label_of(row.a, labels), label_of(row.b, labels)
    if not row.games:
        return f"{a} and {b} have not met"
    verb = "beat" if row.a_wins > row.b_wins else "lost to" if row.a_wins < row.b_wins else "drew with"
    lines = [
        f"{a} {verb} {b}: {row.a_wins} won, {row.b_wins} lost, {row.draws} drawn of {row.games}",
        f"score: {row.score:.1%} of the points (95%: {row.low:.1%} to {row.high:.1%})",
        f"Elo: {_elo_text(row)}",
        f"by color: {_colors_text(row)}",
    ]
    if set(row.reasons) != {"score"}:
        lines.append("ended by: " + ", ".join(f"{reason} {n}" for reason, n in row.reasons.most_common()))
    if row.failures:
        lines.append(_failures_text(row))
        lines += [f"  {line}" for line in _details_text(row, labels)]
    if row.duplicates:
        hint = ": these players are deterministic; try --random-opening 4" if _is_repetitive(row) else ""
        lines.append(f"{_duplicates_text(row)}{hint}")
    if row.independent < row.games:
        lines.append(f"the intervals rest on {row.independent} different games")
    if row.sprt is not None:
        lines.append(f"sprt after {row.games} games: {row.sprt}")
    return "\n".join(lines)


def _elo_text(row: Row) -> str:
    if row.score == 1:
        return f"at least {_signed(row.elo_low)} (95%)"
    if row.score == 0:
        return f"at most {_signed(row.elo_high)} (95%)"
    return f"{_signed(row.elo)} (95%: {_signed(row.elo_low)} to {_signed(row.elo_high)})"


def _colors_text(row: Row) -> str:
    parts = []
    if row.games_as_black:
        parts.append(f"{row.a_wins_as_black} of {row.games_as_black} won as black")
    if row.games_as_white:
        parts.append(f"{row.a_wins_as_white} of {row.games_as_white} won as white")
    return f"{', '.join(parts)}; black won {row.black_wins} of {row.games}"


def _failures_text(row: Row) -> str:
    return f"{row.failures} of {row.games} games {'was' if row.failures == 1 else 'were'} forfeited"


def _details_text(row: Row, labels: Mapping[str, str]) -> list[str]:
    return [f"{label_of(loser, labels)}: {detail}" for loser, detail in row.details]


def _duplicates_text(row: Row) -> str:
    return f"{row.duplicates} of {row.games} games {'repeats' if row.duplicates == 1 else 'repeat'} another"


def _is_repetitive(row: Row) -> bool:
    """True if games repeat more often than by chance, which also causes repetitions on small boards."""
    return row.duplicates > 0 and row.duplicates >= row.games / 10


# -- a tournament ------------------------------------------------------------------------------------------------------


def report_text(report: Report) -> str:
    """A tournament for people; the text ends with a newline."""
    tested, repeated, failed = [], [], []
    for row in report.rows:
        pair = f"{report.labels[row.a]} - {report.labels[row.b]}"
        if row.sprt is not None:
            tested.append(f"  {pair}, after {row.games} games: {row.sprt}")
        if row.duplicates:
            repeated.append(f"  {pair}: {_duplicates_text(row)}")
        if row.failures:
            failed.append(f"  {pair}: {_failures_text(row)}")
            failed += [f"    {line}" for line in _details_text(row, report.labels)]
    if any(_is_repetitive(row) for row in report.rows):
        repeated.append("Deterministic players repeat the same game; try random_opening = 4.")
    parts = [textwrap.fill(report.terms, WIDTH), _ratings_text(report), *_crosstables_text(report)]
    for heading, lines in (("Tests", tested), ("Repeated games", repeated), ("Failures", failed)):
        if lines:
            parts.append("\n".join([heading, *lines]))
    return "\n\n".join(parts) + "\n"


def _ratings_text(report: Report) -> str:
    table = [["rank", "player", "Elo", "±95%", "score", "games", "over next", ""]]
    for i, rating in enumerate(report.ratings.rows):
        is_last = i + 1 == len(report.names)
        over_next = math.nan if is_last else float(report.ratings.superiority[i, i + 1])
        table.append(
            [
                str(i + 1),
                report.labels[rating.name],
                _signed(rating.elo),
                "" if math.isnan(rating.elo) else f"±{(rating.high - rating.low) / 2:.0f}",
                "" if math.isnan(rating.score) else f"{rating.score:.1%}",
                str(rating.games),
                "" if math.isnan(over_next) else ">99.9%" if over_next > 0.999 else f"{over_next:.1%}",
                rating.label,
            ]
        )
    legend = "Elo with its 95% interval; over next: the chance to be stronger than the next player."
    return "\n".join([*align(table, left={1, 7}), legend])


def _crosstables_text(report: Report) -> list[str]:
    """The percentages, with the games in the heading, or in a table of their own where they differ."""
    met = sorted({int(n) for n in report.games.flat if n})
    percent = [
        [format_percent(won, n) for won, n in zip(*line, strict=True)]
        for line in zip(report.wins, report.games, strict=True)
    ]
    heading = "Percent of the points, row against column"
    if len(met) <= 1:
        of = f" ({met[0]} game{'s' * (met[0] > 1)} each)" if met else ""
        return [_crosstable_text(report, heading + of, percent)]
    games = [[f"{n:.0f}" if n else "" for n in line] for line in report.games]
    return [_crosstable_text(report, heading, percent), _crosstable_text(report, "Games", games)]


def _crosstable_text(report: Report, heading: str, cells: Sequence[Sequence[str]]) -> str:
    table = [["", "", *(str(i + 1) for i in range(len(report.names)))]]
    for i, (name, line) in enumerate(zip(report.names, cells, strict=True)):
        entries = ["-" if i == j else cell or "." for j, cell in enumerate(line)]
        table.append([str(i + 1), report.labels[name], *entries])
    return "\n".join([heading, *align(table, left={1})])


def align(table: Sequence[Sequence[str]], left: set[int]) -> list[str]:
    """The lines of a table: the columns of `left` flush left, the others flush right."""
    widths = [max(map(len, column)) for column in zip(*table, strict=True)]
    return [
        "  ".join(
            cell.ljust(width) if i in left else cell.rjust(width)
            for i, (cell, width) in enumerate(zip(line, widths, strict=True))
        ).rstrip()
        for line in table
    ]


def _signed(elo: float) -> str:
    return "" if math.isnan(elo) else f"{round(elo):+d}"

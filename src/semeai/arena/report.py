"""What people and programs read after a match or a tournament: text, JSON and CSV.

All of it is a function of the games that have been played, so a report can be made again at any time.
"""

import csv
import io
import math
import textwrap
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from semeai.arena.match import Competition
from semeai.arena.ratings import Matrix, Ratings, elo_difference, rate, share_interval
from semeai.arena.schedule import Pairing
from semeai.go.points import BLACK
from semeai.gtp.protocol import clean

MAX_DETAILS = 3
WIDTH = 100  # of running text

# -- one pairing -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Row:
    """How two players fared against each other. Without games, score and Elo are nan."""

    a: str
    b: str
    """the specifications of the players"""
    games: int
    a_wins: int
    b_wins: int
    draws: int
    score: float
    """a's share of the points"""
    low: float
    high: float
    """the 95% interval of it"""
    elo: float
    """by how much a is stronger"""
    elo_low: float
    elo_high: float
    games_as_black: int
    a_wins_as_black: int
    games_as_white: int
    a_wins_as_white: int
    black_wins: int
    """games that black won, whoever that was"""
    failures: int
    """games lost for another reason than playing worse"""
    reasons: Counter[str]
    """how the games ended: score, resign, time, forfeit, limit"""
    details: tuple[tuple[str, str], ...]
    """what went wrong in failures: the loser and some of the different texts, the earliest ones"""
    duplicates: int
    """games that repeat another one of this pairing move by move, with the same colors"""
    sprt: str | None
    """what the test says, where there is one"""


def row_of(competition: Competition, pairing: Pairing) -> Row:
    """The row of one of the competition's pairings."""
    games, points = competition.games(pairing), competition.points(pairing)
    is_black = [pairing.is_a_black(game.number, competition.terms.colors) for game in games]
    won_as_black = [p == 1 for p, black in zip(points, is_black, strict=True) if black]
    failed = [game for game in games if game.is_failure]
    details = [(game.white if game.points(BLACK) else game.black, game.result.detail) for game in failed]
    low, high = share_interval(sum(points), len(games))
    elo = elo_difference(sum(points), len(games)) if games else (math.nan,) * 3
    verdict = competition.verdict(pairing)
    return Row(
        a=pairing.a,
        b=pairing.b,
        games=len(games),
        a_wins=points.count(1),
        b_wins=points.count(0),
        draws=points.count(0.5),
        score=sum(points) / len(games) if games else math.nan,
        low=low,
        high=high,
        elo=elo[0],
        elo_low=elo[1],
        elo_high=elo[2],
        games_as_black=len(won_as_black),
        a_wins_as_black=sum(won_as_black),
        games_as_white=len(games) - len(won_as_black),
        a_wins_as_white=points.count(1) - sum(won_as_black),
        black_wins=sum(game.points(BLACK) == 1 for game in games),
        failures=len(failed),
        reasons=Counter(game.result.reason for game in games),
        details=tuple(dict.fromkeys(detail for detail in details if detail[1]))[:MAX_DETAILS],
        duplicates=len(games) - len({(game.black, game.white, game.moves) for game in games}),
        sprt=None if competition.sprt is None or verdict is None else competition.sprt.describe(verdict),
    )


def match_json(row: Row) -> dict[str, Any]:
    """A match for programs, in plain types; None where there is no number."""
    result = {
        "a": row.a,
        "b": row.b,
        "games": row.games,
        "a_wins": row.a_wins,
        "b_wins": row.b_wins,
        "draws": row.draws,
        "score": _plain(row.score),
        "interval": [row.low, row.high],
        "failures": row.failures,
        "elo": [_plain(elo) for elo in (row.elo, row.elo_low, row.elo_high)],
        "black_wins": row.black_wins,
        "duplicates": row.duplicates,
        "reasons": dict(sorted(row.reasons.items())),
    }
    return result if row.sprt is None else {**result, "sprt": row.sprt}


def match_text(row: Row, labels: Mapping[str, str]) -> str:
    """A match for people. Players without a label go by their specifications."""
    a, b = _label(row.a, labels), _label(row.b, labels)
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
        hint = ": these players leave nothing to chance; try --random-opening 4" if _is_repetitive(row) else ""
        lines.append(f"{_duplicates_text(row)}{hint}")
    if row.sprt is not None:
        lines.append(f"sprt: {row.sprt}")
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
    return [f"{_label(loser, labels)}: {detail}" for loser, detail in row.details]


def _duplicates_text(row: Row) -> str:
    return f"{row.duplicates} of {row.games} games {'repeats' if row.duplicates == 1 else 'repeat'} another"


def _is_repetitive(row: Row) -> bool:
    """Whether games repeat more often than by chance: on small boards that happens too."""
    return row.duplicates > 0 and row.duplicates >= row.games / 10


# -- a tournament ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class Report:
    """How a tournament stands."""

    terms: str
    """what the games were played under, in one line"""
    names: tuple[str, ...]
    """the players by specification, strongest first"""
    labels: Mapping[str, str]
    """specification -> what people call the player"""
    rows: tuple[Row, ...]
    """one for each pairing"""
    ratings: Ratings
    """everything in it is in the order of `names`"""
    wins: Matrix
    """of the row's player against the column's, a draw being half a win, in the order of `names`"""
    games: Matrix
    """between the two, in the same order; none of a player against itself, which say nothing of its strength"""


def make_report(competition: Competition, labels: Mapping[str, str], anchor: str | None) -> Report:
    """The report of a competition as it stands. Players without a label go by their specifications.

    Ratings are relative to the player with the specification `anchor`, or to their mean. Raises ValueError when the
    anchor does not take part.
    """
    rows = tuple(row_of(competition, pairing) for pairing in competition.pairings)
    names = list(dict.fromkeys(spec for row in rows for spec in (row.a, row.b)))
    index = {name: i for i, name in enumerate(names)}
    wins = np.zeros((len(names), len(names)))
    for (one, other), (won, drawn, _) in _meetings(rows).items():
        wins[index[one], index[other]] = won + drawn / 2
    ratings = rate(names, wins, anchor)
    order = [index[rating.name] for rating in ratings.rows]
    wins = wins[np.ix_(order, order)]
    return Report(
        terms=competition.terms.describe(),
        names=tuple(rating.name for rating in ratings.rows),
        labels={name: _label(name, labels) for name in names},
        rows=rows,
        ratings=replace(ratings, superiority=ratings.superiority[np.ix_(order, order)]),
        wins=wins,
        games=wins + wins.T,
    )


def _meetings(rows: Iterable[Row]) -> dict[tuple[str, str], tuple[int, int, int]]:
    """Wins, draws and losses of each player against each other one it has met."""
    counts: dict[tuple[str, str], tuple[int, int, int]] = {}
    for row in rows:
        if row.games and row.a != row.b:
            for pair, won, lost in (((row.a, row.b), row.a_wins, row.b_wins), ((row.b, row.a), row.b_wins, row.a_wins)):
                before = counts.get(pair, (0, 0, 0))
                counts[pair] = before[0] + won, before[1] + row.draws, before[2] + lost
    return counts


def report_text(report: Report) -> str:
    """A tournament for people; ends with a newline, as a file does."""
    repeated, failed = [], []
    for row in report.rows:
        pair = f"{report.labels[row.a]} - {report.labels[row.b]}"
        if row.duplicates:
            repeated.append(f"  {pair}: {_duplicates_text(row)}")
        if row.failures:
            failed.append(f"  {pair}: {_failures_text(row)}")
            failed += [f"    {line}" for line in _details_text(row, report.labels)]
    if any(_is_repetitive(row) for row in report.rows):
        repeated.append("Players that leave nothing to chance play one game again and again; try random_opening = 4.")
    parts = [textwrap.fill(report.terms, WIDTH), _ratings_text(report), *_crosstables_text(report)]
    for heading, lines in (("Repeated games", repeated), ("Failures", failed)):
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
    return "\n".join([*_align(table, left={1, 7}), legend])


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
    return "\n".join([heading, *_align(table, left={1})])


def format_percent(won: float, n: float) -> str:
    """A share of `n` games in percent, "" for none. All and nothing are said only of all and nothing."""
    if not n:
        return ""
    return str(round(100 * won / n) if won in (0, n) else min(max(round(100 * won / n), 1), 99))


def _align(table: Sequence[Sequence[str]], left: set[int]) -> list[str]:
    """The lines of a table: the columns of `left` flush left, the others flush right."""
    widths = [max(map(len, column)) for column in zip(*table, strict=True)]
    return [
        "  ".join(
            cell.ljust(width) if i in left else cell.rjust(width)
            for i, (cell, width) in enumerate(zip(line, widths, strict=True))
        ).rstrip()
        for line in table
    ]


def report_json(report: Report) -> dict[str, Any]:
    """A tournament for programs, in plain types; None where there is no number."""
    return {
        "terms": report.terms,
        "players": [_player_json(report, i) for i in range(len(report.names))],
        "superiority": [[_plain(chance) for chance in line] for line in report.ratings.superiority.tolist()],
        "pairings": [match_json(row) for row in report.rows],
    }


def _player_json(report: Report, i: int) -> dict[str, Any]:
    rating = report.ratings.rows[i]
    return {
        "rank": i + 1,
        "player": report.labels[rating.name],
        "spec": rating.name,
        "elo": _plain(rating.elo),
        "low": _plain(rating.low),
        "high": _plain(rating.high),
        "games": rating.games,
        "score": _plain(rating.score),
        "label": rating.label,
    }


def report_csv(report: Report) -> str:
    """The ratings as a table for programs; a number that is not there is empty."""
    digits = {"elo": 1, "low": 1, "high": 1, "score": 4}
    lines: list[list[object]] = [["rank", "player", "spec", "elo", "low", "high", "games", "score", "label"]]
    for i in range(len(report.names)):
        player = _player_json(report, i)
        # plus 0: no rating is -0.0
        lines.append(
            [round(x, digits[key]) + 0.0 if key in digits and x is not None else x for key, x in player.items()]
        )
    return _csv(lines)


def crosstable_csv(report: Report) -> str:
    """Who did what against whom, by specification: a line for either side of each pair that has met."""
    meetings = _meetings(report.rows)
    lines: list[list[object]] = [["row", "column", "games", "wins", "draws", "losses"]]
    for row in report.names:
        for column in report.names:
            if (row, column) in meetings:
                lines.append([row, column, sum(meetings[row, column]), *meetings[row, column]])
    return _csv(lines)


def _csv(lines: Iterable[Sequence[object]]) -> str:
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows(lines)
    return text.getvalue()


# -- numbers and names -------------------------------------------------------------------------------------------------


def _label(spec: str, labels: Mapping[str, str]) -> str:
    """What people call a player, on one line."""
    return " ".join(clean(labels.get(spec, spec)).split())


def _plain(x: float) -> float | None:
    return x if math.isfinite(x) else None


def _signed(elo: float) -> str:
    return "" if math.isnan(elo) else f"{round(elo):+d}"

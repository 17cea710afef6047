"""The results of a match or a tournament, as JSON and CSV for programs. `report_text` formats them for people.

Everything is a function of the played games, so a report can be generated again at any time.
"""

import csv
import io
import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from semeai.arena.match import Competition
from semeai.arena.pairs import evidence, n_independent, name_of_moves, pentanomial
from semeai.arena.ratings import Matrix, Ratings, elo_difference, rate, share_interval
from semeai.arena.schedule import Pairing
from semeai.go.points import BLACK
from semeai.gtp.protocol import clean
from semeai.text import facts

MAX_DETAILS = 3

# -- one pairing -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Row:
    """The results of two players against each other. Without games, score and Elo are nan."""

    a: str
    b: str
    """the specification of the second player"""
    games: int
    a_wins: int
    b_wins: int
    draws: int
    score: float
    """a's share of the points"""
    low: float
    high: float
    """upper end of the 95% interval of the score"""
    elo: float
    """Elo difference, positive if a is stronger"""
    elo_low: float
    elo_high: float
    games_as_black: int
    a_wins_as_black: int
    games_as_white: int
    a_wins_as_white: int
    black_wins: int
    """games won by black, by either player"""
    failures: int
    """games lost by an illegal move, a crash or a hang"""
    reasons: Counter[str]
    """number of games by the way they ended: score, resign, time, forfeit, limit"""
    details: tuple[tuple[str, str], ...]
    """the loser and the text of some failures, the earliest different ones"""
    duplicates: int
    """games that repeat another one of this pairing move by move, with the same colors; failures are not considered"""
    sprt: str | None
    """the verdict of the test, if there is one"""
    independent: int
    """games that do not repeat others; for paired games, those of different pairs"""
    evidence: float
    """equivalent number of independent games, which intervals are based on"""
    pentanomial: tuple[int, int, int, int, int] | None
    """pairs of games that gave a 0, 0.5, 1, 1.5 and 2 points; None if openings are not played with both colors"""
    openings: str
    """the openings of the games, on one line"""

    def __str__(self) -> str:
        if not self.games:
            return f"{self.a} and {self.b} have not met"
        return (
            f"{self.a} against {self.b}: {self.a_wins} won, {self.b_wins} lost, {self.draws} drawn of {self.games}\n"
            f"{self.score:.1%} of the points (95%: {self.low:.1%} to {self.high:.1%}); openings: {self.openings}"
        )

    def _repr_html_(self) -> str:
        values = {
            "games": f"{self.games}: {self.a_wins} won, {self.b_wins} lost, {self.draws} drawn",
            "score": f"{self.score:.1%} of the points (95%: {self.low:.1%} to {self.high:.1%})",
            "Elo": f"{self.elo:+.0f} (95%: {self.elo_low:+.0f} to {self.elo_high:+.0f})",
            "as black": f"{self.a_wins_as_black} of {self.games_as_black} won",
            "as white": f"{self.a_wins_as_white} of {self.games_as_white} won",
            "openings": self.openings,
        }
        return facts(f"{self.a} against {self.b}", values)


def row_of(competition: Competition, pairing: Pairing) -> Row:
    """The row of one of the competition's pairings."""
    games, points = competition.games(pairing), competition.points(pairing)
    is_black = [pairing.is_a_black(game.number, competition.terms.colors) for game in games]
    won_as_black = [p == 1 for p, black in zip(points, is_black, strict=True) if black]
    failed = [game for game in games if game.is_failure]
    whole = [game for game in games if not game.is_failure]
    details = [(game.white if game.points(BLACK) else game.black, game.result.detail) for game in failed]
    is_paired = competition.is_paired
    moves = [name_of_moves(game) for game in games]
    told = evidence(points, moves, is_paired)
    scale = told / len(games) if games else 1.0
    low, high = share_interval(sum(points) * scale, len(games) * scale)
    elo = elo_difference(sum(points), len(games), told) if games else (math.nan,) * 3
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
        duplicates=len(whole) - len({(game.black, game.white, game.moves) for game in whole}),
        sprt=None if competition.sprt is None or verdict is None else competition.sprt.describe(verdict),
        independent=n_independent(moves, is_paired),
        evidence=told,
        pentanomial=pentanomial(points) if is_paired else None,
        openings=str(competition.terms.openings).replace("no opening", "none"),
    )


def match_json(row: Row) -> dict[str, Any]:
    """A match for programs, in plain types; None for missing numbers."""
    result: dict[str, Any] = {name: getattr(row, name) for name in ("a", "b", "games", "a_wins", "b_wins", "draws")}
    result |= {
        "score": _plain(row.score),
        "interval": [row.low, row.high],
        "failures": row.failures,
        "elo": [_plain(elo) for elo in (row.elo, row.elo_low, row.elo_high)],
        "black_wins": row.black_wins,
        "duplicates": row.duplicates,
        "independent": row.independent,
        "pentanomial": None if row.pentanomial is None else list(row.pentanomial),
        "reasons": dict(sorted(row.reasons.items())),
    }
    return result if row.sprt is None else {**result, "sprt": row.sprt}


# -- a tournament ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class Report:
    """The results of a tournament so far."""

    terms: str
    """the terms of the games, on one line"""
    names: tuple[str, ...]
    """the players by specification, strongest first"""
    labels: Mapping[str, str]
    """specification -> display name"""
    rows: tuple[Row, ...]
    """one row for each pairing"""
    ratings: Ratings
    """ratings in the order of `names`"""
    wins: Matrix
    """wins of the row's player against the column's, counting a draw as half a win, in the order of `names`"""
    games: Matrix
    """games between the two, in the same order, without games of a player against itself"""

    def _repr_html_(self) -> str:
        ratings = {
            self.labels[rating.name]: f"{rating.elo:+.0f} [{rating.low:+.0f}, {rating.high:+.0f}], {rating.games} games"
            for rating in self.ratings.rows
        }
        return facts("Elo with 95% intervals", ratings)


def make_report(competition: Competition, labels: Mapping[str, str], anchor: str | None) -> Report:
    """The report of a competition so far. Players without a label are named by their specifications.

    Ratings are relative to the player with the specification `anchor`, or to their mean. Raises ValueError if the
    anchor does not take part.
    """
    rows = tuple(row_of(competition, pairing) for pairing in competition.pairings)
    names = list(dict.fromkeys(spec for row in rows for spec in (row.a, row.b)))
    index = {name: i for i, name in enumerate(names)}
    wins = np.zeros((len(names), len(names)))
    for (one, other), (won, drawn, _) in _meetings(rows).items():
        wins[index[one], index[other]] = won + drawn / 2
    ratings = rate(names, wins, anchor, dispersion=_dispersion(rows, index))
    order = [index[rating.name] for rating in ratings.rows]
    wins = wins[np.ix_(order, order)]
    return Report(
        terms=competition.terms.describe(),
        names=tuple(rating.name for rating in ratings.rows),
        labels={name: label_of(name, labels) for name in names},
        rows=rows,
        ratings=replace(ratings, superiority=ratings.superiority[np.ix_(order, order)]),
        wins=wins,
        games=wins + wins.T,
    )


def _dispersion(rows: Iterable[Row], index: Mapping[str, int]) -> Matrix:
    """The games of each pairing over the equivalent number of independent games."""
    ratios = np.ones((len(index), len(index)))
    for row in rows:
        if row.games and row.evidence:
            ratio = row.games / row.evidence
            ratios[index[row.a], index[row.b]] = ratios[index[row.b], index[row.a]] = ratio
    return ratios


def _meetings(rows: Iterable[Row]) -> dict[tuple[str, str], tuple[int, int, int]]:
    """The wins, draws and losses of each player against each opponent that it has met."""
    counts: dict[tuple[str, str], tuple[int, int, int]] = {}
    for row in rows:
        if row.games and row.a != row.b:
            for pair, won, lost in (((row.a, row.b), row.a_wins, row.b_wins), ((row.b, row.a), row.b_wins, row.a_wins)):
                before = counts.get(pair, (0, 0, 0))
                counts[pair] = before[0] + won, before[1] + row.draws, before[2] + lost
    return counts


def format_percent(won: float, n: float) -> str:
    """A share of `n` games in percent, "" for no games. 0 and 100 are shown only if they are exact."""
    if not n:
        return ""
    percent = round(100 * won / n)
    return str(percent if won in (0, n) else min(max(percent, 1), 99))


def report_json(report: Report) -> dict[str, Any]:
    """A tournament for programs, in plain types; None for missing numbers."""
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
    """The ratings as a table for programs; missing numbers are empty."""
    digits = {"elo": 1, "low": 1, "high": 1, "score": 4}
    lines: list[list[object]] = [["rank", "player", "spec", "elo", "low", "high", "games", "score", "label"]]
    for i in range(len(report.names)):
        player = _player_json(report, i)
        # plus 0 turns -0.0 into 0.0
        lines.append(
            [round(x, digits[key]) + 0.0 if key in digits and x is not None else x for key, x in player.items()]
        )
    return _csv(lines)


def crosstable_csv(report: Report) -> str:
    """The results of all pairs by specification: a line for either side of each pair that has met."""
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


def label_of(spec: str, labels: Mapping[str, str]) -> str:
    """The display name of a player, on one line."""
    return " ".join(clean(labels.get(spec, spec)).split())


def _plain(x: float) -> float | None:
    return x if math.isfinite(x) else None

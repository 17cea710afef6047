"""Reports: numbers by hand, texts letter by letter, JSON and CSV that others can read, and the picture."""

import csv
import io
import json
import math
import os
import xml.etree.ElementTree as ElementTree
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import matplotlib
import numpy as np
import pytest

from semeai.arena.match import Competition
from semeai.arena.pictures import draw_report
from semeai.arena.report import (
    Report,
    crosstable_csv,
    format_percent,
    make_report,
    match_json,
    report_csv,
    report_json,
    row_of,
)
from semeai.arena.report_text import match_text, report_text
from semeai.arena.schedule import Colors, Fixture, Pairing, Terms
from semeai.arena.sprt import Sprt
from semeai.arena.store import Finished, Store
from semeai.go.game import Result
from semeai.go.points import BLACK, WHITE, opponent, point
from semeai.go.rules import Rules

Compete = Callable[..., Competition]

# How a game ended for the first of the two.
ENDS = {
    "+": (1, "score", ""),
    "-": (0, "score", ""),
    "=": (0.5, "score", ""),
    "r": (0, "resign", ""),
    "t": (0, "time", "used 2 s of 1 s"),
    "x": (0, "forfeit", "illegal move: E5 is occupied"),
    "y": (1, "forfeit", "the engine died"),
}


def played(pairing: Pairing, fixture: Fixture, end: str, colors: Colors, moves: list[int]) -> Finished:
    points, reason, detail = ENDS[end]
    a = BLACK if pairing.is_a_black(fixture.number, colors) else WHITE
    winner = {1: a, 0: opponent(a)}.get(points)
    result = Result(winner, reason, 3.5 if winner and reason == "score" else 0.0, detail)
    return Finished(fixture, (1, 2), np.array(moves, dtype=np.uint16), result)


def no_two_alike(number: int) -> list[int]:
    return [point(1 + number // 9, 1 + number % 9)]


@pytest.fixture
def compete(tmp_path: Path) -> Compete:
    """Makes competitions of games that nobody played: {"a b": "+-=x"} are four games between a and b."""

    def make(
        results: Mapping[str, str],
        moves: Callable[[int], list[int]] = no_two_alike,
        colors: Colors = Colors.SWAP,
        sprt: Sprt | None = None,
    ) -> Competition:
        terms = Terms(Rules(), colors=colors)
        pairings = [Pairing(*names.split(), max(len(ends), 1)) for names, ends in results.items()]
        with Store(tmp_path / "games") as store:
            for pairing, ends in zip(pairings, results.values(), strict=True):
                fixtures = zip(pairing.fixtures(colors), ends, strict=False)
                games = [played(pairing, fixture, end, colors, moves(fixture.number)) for fixture, end in fixtures]
                store.add(games, terms)
            return Competition(pairings, terms, store, sprt)

    return make


TERMS = """\
9x9, komi 7.5, area scoring, positional superko, no suicide, 2 passes end, after 810 moves: score;
no opening; colors swap; seed 0
"""


# -- one pairing -----------------------------------------------------------------------------------------------------


def test_a_row_by_hand(compete: Compete) -> None:
    """Seven points of ten; a is black in the even games."""
    competition = compete({"a b": "++++=r+-=+"})
    row = row_of(competition, competition.pairings[0])
    assert (row.a, row.b, row.games, row.a_wins, row.b_wins, row.draws) == ("a", "b", 10, 6, 2, 2)
    assert (row.score, row.low, row.high) == pytest.approx((0.7, 0.3962, 0.8924), abs=5e-5)
    assert row.pentanomial == (0, 1, 1, 1, 2)
    assert row.elo == pytest.approx(400 * math.log10(7.5 / 3.5))
    assert row.elo_low < 0 < row.elo < row.elo_high
    assert (row.games_as_black, row.a_wins_as_black, row.games_as_white, row.a_wins_as_white) == (5, 3, 5, 3)
    assert row.black_wins == 5  # 0, 2, 6 of a, and 5, 7 of b
    assert row.reasons == {"score": 9, "resign": 1}
    assert (row.failures, row.details, row.duplicates, row.sprt) == (0, (), 0, None)


def test_failures_name_the_loser_and_each_text_once(compete: Compete) -> None:
    competition = compete({"a b": "xx+ytx"})
    row = row_of(competition, competition.pairings[0])
    assert row.failures == 4
    assert row.details == (("a", "illegal move: E5 is occupied"), ("b", "the engine died"))
    assert row.reasons == {"forfeit": 4, "score": 1, "time": 1}


def test_few_of_many_texts_are_kept(compete: Compete, monkeypatch: pytest.MonkeyPatch) -> None:
    for i, end in enumerate("12345"):
        monkeypatch.setitem(ENDS, end, (0, "forfeit", f"problem {i}"))
    competition = compete({"a b": "12345"})
    details = row_of(competition, competition.pairings[0]).details
    assert details == (("a", "problem 0"), ("a", "problem 1"), ("a", "problem 2"))


@pytest.mark.parametrize(
    ("moves", "colors", "duplicates"),
    [
        (lambda number: [], Colors.SWAP, 4),  # one game of each color is no repetition
        (lambda number: [], Colors.A_WHITE, 5),
        (lambda number: [21 + number // 4], Colors.SWAP, 2),  # 0 1 2 3 | 4 5: 2 repeats 0, 3 repeats 1
        (no_two_alike, Colors.SWAP, 0),
    ],
)
def test_duplicates(compete: Compete, moves: Callable[[int], list[int]], colors: Colors, duplicates: int) -> None:
    competition = compete({"a b": "++++++"}, moves, colors)
    assert row_of(competition, competition.pairings[0]).duplicates == duplicates


def test_who_plays_itself_has_two_sides(compete: Compete) -> None:
    competition = compete({"a a": "++-"})
    row = row_of(competition, competition.pairings[0])
    assert (row.a_wins, row.b_wins, row.black_wins, row.a_wins_as_black, row.a_wins_as_white) == (2, 1, 1, 1, 1)
    report = make_report(competition, {}, None)
    assert report.games.tolist() == [[0]]
    assert crosstable_csv(report).splitlines() == ["row,column,games,wins,draws,losses"]


def test_json_of_a_match(compete: Compete) -> None:
    competition = compete({"a b": "+x=y"}, moves=lambda number: [])
    result = match_json(row_of(competition, competition.pairings[0]))
    assert json.loads(json.dumps(result, allow_nan=False)) == result
    assert list(result) == [
        *("a", "b", "games", "a_wins", "b_wins", "draws", "score", "interval", "failures"),
        *("elo", "black_wins", "duplicates", "independent", "pentanomial", "reasons"),
    ]
    interval, elo = result.pop("interval"), result.pop("elo")
    assert interval[0] < 0.625 < interval[1]
    assert elo[0] == pytest.approx(400 * math.log10(3 / 2))
    assert elo[1] < elo[0] < elo[2]
    assert (result.pop("independent"), result.pop("pentanomial")) == (4, [0, 0, 1, 1, 0])
    assert list(result.values()) == ["a", "b", 4, 2, 1, 1, 0.625, 2, 2, 1, {"forfeit": 2, "score": 2}]


def test_a_match_without_games(compete: Compete) -> None:
    competition = compete({"a b": ""})
    row = row_of(competition, competition.pairings[0])
    result = match_json(row)
    assert (result["games"], result["score"], result["interval"], result["elo"]) == (0, None, [0, 1], [None] * 3)
    json.dumps(result, allow_nan=False)
    assert match_text(row, {"a": "Anna"}) == "Anna and b have not met"


def test_a_test_is_told_where_there_is_one(compete: Compete) -> None:
    competition = compete({"a b": 30 * "+", "b c": "+-"}, colors=Colors.A_BLACK, sprt=Sprt(0, 400))
    first, second = (row_of(competition, pairing) for pairing in competition.pairings)
    # a win adds log(20/11) to the ratio, and five of them pass log(19)
    assert (first.games, match_json(first)["sprt"]) == (5, "accepted: +400 Elo rather than +0")
    assert match_text(first, {}).endswith("\nsprt after 5 games: accepted: +400 Elo rather than +0")
    assert (second.games, match_json(second)["sprt"]) == (2, "undecided between +0 and +400 Elo")
    assert report_text(make_report(competition, {"a": "A"}, None)).endswith(
        """
Tests
  A - b, after 5 games: accepted: +400 Elo rather than +0
  b - c, after 2 games: undecided between +0 and +400 Elo
"""
    )


MATCHES = {
    "+++=-+r++x": """\
Anna beat wally: 6 won, 3 lost, 1 drawn of 10
score: 65.0% of the points (95%: 37.9% to 85.0%)
Elo: +97 (95%: -86 to +301)
by color: 3 of 5 won as black, 3 of 5 won as white; black won 4 of 10
ended by: score 8, resign 1, forfeit 1
1 of 10 games was forfeited
  Anna: illegal move: E5 is occupied
""",
    20 * "-": """\
Anna lost to wally: 0 won, 20 lost, 0 drawn of 20
score: 0.0% of the points (95%: 0.0% to 16.1%)
Elo: at most -287 (95%)
by color: 0 of 10 won as black, 0 of 10 won as white; black won 10 of 20
""",
    20 * "+": """\
Anna beat wally: 20 won, 0 lost, 0 drawn of 20
score: 100.0% of the points (95%: 83.9% to 100.0%)
Elo: at least +287 (95%)
by color: 10 of 10 won as black, 10 of 10 won as white; black won 10 of 20
""",
    "+-": """\
Anna drew with wally: 1 won, 1 lost, 0 drawn of 2
score: 50.0% of the points (95%: 9.5% to 90.5%)
Elo: +0 (95%: -393 to +393)
by color: 1 of 1 won as black, 0 of 1 won as white; black won 2 of 2
""",
}


@pytest.mark.parametrize("ends", MATCHES)
def test_text_of_a_match(compete: Compete, ends: str) -> None:
    competition = compete({"a wally": ends})
    assert match_text(row_of(competition, competition.pairings[0]), {"a": "Anna"}) + "\n" == MATCHES[ends]


@pytest.mark.parametrize(
    ("n_games", "n_alike", "line"),
    [
        (4, 4, "2 of 4 games repeat another: these players are deterministic; try --random-opening 4"),
        (30, 4, "2 of 30 games repeat another"),  # that can be chance
        (30, 3, "1 of 30 games repeats another"),
    ],
)
def test_repeated_games_are_told(compete: Compete, n_games: int, n_alike: int, line: str) -> None:
    competition = compete({"a b": n_games * "+"}, lambda number: [] if number < n_alike else no_two_alike(number))
    said = match_text(row_of(competition, competition.pairings[0]), {}).splitlines()
    assert line in said
    is_pair_repeated = n_alike == 4
    assert (said[-1] == f"the intervals rest on {n_games - 2} different games") == is_pair_repeated


def test_one_color_only(compete: Compete) -> None:
    competition = compete({"a b": "+-+"}, colors=Colors.A_WHITE)
    text = match_text(row_of(competition, competition.pairings[0]), {})
    assert "by color: 2 of 3 won as white; black won 1 of 3" in text


# -- a tournament ----------------------------------------------------------------------------------------------------

LABELS = {"a": "Anna", "b": "Bert, the $2 engine", "c": "<Cleo> & co", "d": "Dora"}
TRIANGLE = {"b a": 2 * "-" + 8 * "+", "c a": 9 * "+" + "x", "c b": 6 * "+" + 3 * "-" + "="}
ODD = {"a b": 8 * "+", "b c": "+-+=", "d e": "++-+", "f a": ""}


def test_strongest_first(compete: Compete) -> None:
    report = make_report(compete(TRIANGLE), LABELS, "a")
    assert report.names == ("c", "b", "a") == tuple(rating.name for rating in report.ratings.rows)
    assert report.labels == {name: LABELS[name] for name in "abc"}
    assert report.wins.tolist() == [[0, 6.5, 9], [3.5, 0, 8], [1, 2, 0]]
    assert report.games.tolist() == [[0, 10, 10], [10, 0, 10], [10, 10, 0]]
    assert report.ratings.rows[2].elo == 0
    assert (report.ratings.superiority[np.triu_indices(3, 1)] > 0.5).all()  # in the order of the names too


def test_pairings_of_the_same_two_are_added_up(compete: Compete) -> None:
    report = make_report(compete({"a b": "++=", "b a": "+++++"}), {}, None)
    assert report.names == ("b", "a")
    assert report.wins.tolist() == [[0, 5.5], [2.5, 0]]
    assert crosstable_csv(report).splitlines()[1:] == ["b,a,8,5,1,2", "a,b,8,2,1,5"]


def test_an_anchor_that_does_not_play(compete: Compete) -> None:
    with pytest.raises(ValueError, match="anchor 'z' is not among the players"):
        make_report(compete(TRIANGLE), LABELS, "z")


def test_text_of_a_tournament(compete: Compete) -> None:
    report = make_report(compete(TRIANGLE), LABELS, "a")
    assert (
        report_text(report)
        == f"""{TERMS}
rank  player                Elo  ±95%  score  games  over next
   1  <Cleo> & co          +333  ±261  77.5%     20      81.6%
   2  Bert, the $2 engine  +228  ±258  57.5%     20      95.9%
   3  Anna                   +0    ±0  15.0%     20
Elo with its 95% interval; over next: the chance to be stronger than the next player.

Percent of the points, row against column (10 games each)
                         1   2   3
1  <Cleo> & co           -  65  90
2  Bert, the $2 engine  35   -  80
3  Anna                 10  20   -

Failures
  <Cleo> & co - Anna: 1 of 10 games was forfeited
    <Cleo> & co: illegal move: E5 is occupied
"""
    )


def test_text_of_an_odd_tournament(compete: Compete) -> None:
    """All games won, players that never met, numbers of games that differ, games that repeat each other."""
    report = make_report(compete(ODD, moves=lambda number: [21 + number // 4]), LABELS, None)
    assert (
        report_text(report)
        == f"""{TERMS}
rank  player                Elo  ±95%   score  games  over next
   1  Anna                 +352  ±520  100.0%      8      90.3%  won every game: at least
   2  Bert, the $2 engine  -141  ±293   20.8%     12      61.5%  its side never beat the rest: at most
   3  <Cleo> & co          -211  ±400   37.5%      4             its side never beat the rest: at most
   4  Dora                  +74  ±268   75.0%      4      70.5%  not linked to the largest group
   5  e                     -74  ±268   25.0%      4             not linked to the largest group
   6  f                                            0             no games
Elo with its 95% interval; over next: the chance to be stronger than the next player.

Percent of the points, row against column
                        1    2   3   4   5  6
1  Anna                 -  100   .   .   .  .
2  Bert, the $2 engine  0    -  62   .   .  .
3  <Cleo> & co          .   38   -   .   .  .
4  Dora                 .    .   .   -  75  .
5  e                    .    .   .  25   -  .
6  f                    .    .   .   .   .  -

Games
                        1  2  3  4  5  6
1  Anna                 -  8  .  .  .  .
2  Bert, the $2 engine  8  -  4  .  .  .
3  <Cleo> & co          .  4  -  .  .  .
4  Dora                 .  .  .  -  4  .
5  e                    .  .  .  4  -  .
6  f                    .  .  .  .  .  -

Repeated games
  Anna - Bert, the $2 engine: 4 of 8 games repeat another
  Bert, the $2 engine - <Cleo> & co: 2 of 4 games repeat another
  Dora - e: 2 of 4 games repeat another
Deterministic players repeat the same game; try random_opening = 4.
"""
    )


@pytest.mark.parametrize(
    ("won", "n", "text"),
    [(0, 0, ""), (0, 9, "0"), (9, 9, "100"), (999, 1000, "99"), (0.5, 1000, "1"), (1, 3, "33"), (2.5, 5, "50")],
)
def test_percent(won: float, n: float, text: str) -> None:
    assert format_percent(won, n) == text


def test_json_of_a_tournament(compete: Compete) -> None:
    competition = compete(ODD)
    report = make_report(competition, LABELS, None)
    result = json.loads(json.dumps(report_json(report), allow_nan=False))
    assert result["terms"] == competition.terms.describe()
    assert [player["rank"] for player in result["players"]] == [1, 2, 3, 4, 5, 6]
    assert [player["spec"] for player in result["players"]] == list(report.names)
    by_spec = {player["spec"]: player for player in result["players"]}
    assert by_spec["a"]["label"] == "won every game: at least"
    assert (by_spec["a"]["player"], by_spec["a"]["games"], by_spec["a"]["score"]) == ("Anna", 8, 1)
    assert list(by_spec["f"]) == ["rank", "player", "spec", "elo", "low", "high", "games", "score", "label"]
    assert list(by_spec["f"].values()) == [6, "f", "f", None, None, None, 0, None, "no games"]
    superiority = result["superiority"]
    assert [superiority[i][i] for i in range(6)] == 6 * [0.5]
    assert superiority[0][3] is None  # a and d have nobody in common
    assert superiority[0][1] == pytest.approx(1 - superiority[1][0])
    assert result["pairings"] == [match_json(row) for row in report.rows]


def read_csv(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text, newline="")))


def test_csv_of_ratings(compete: Compete) -> None:
    report = make_report(compete(ODD), LABELS, "b")
    lines = read_csv(report_csv(report))
    assert list(lines[0]) == ["rank", "player", "spec", "elo", "low", "high", "games", "score", "label"]
    assert [line["spec"] for line in lines] == list(report.names)
    by_spec = {line["spec"]: line for line in lines}
    bert = ["2", "Bert, the $2 engine", "b", "0.0", "0.0", "0.0", "12", "0.2083", ""]
    assert list(by_spec["b"].values()) == bert
    assert [by_spec["f"][key] for key in ("elo", "low", "high", "score")] == ["", "", "", ""]
    for line, rating in zip(lines, report.ratings.rows, strict=True):
        assert (line["games"], line["label"]) == (str(rating.games), rating.label)
        for key in ("elo", "low", "high"):
            if line[key]:
                assert float(line[key]) == pytest.approx(getattr(rating, key), abs=0.0501)
                assert len(line[key].partition(".")[2]) == 1


def test_csv_of_the_crosstable(compete: Compete) -> None:
    report = make_report(compete(TRIANGLE), LABELS, None)
    lines = read_csv(crosstable_csv(report))
    assert [(line["row"], line["column"]) for line in lines] == [tuple(x) for x in "cb ca bc ba ac ab".split()]
    assert lines[0] == {"row": "c", "column": "b", "games": "10", "wins": "6", "draws": "1", "losses": "3"}
    assert lines[2] == {"row": "b", "column": "c", "games": "10", "wins": "3", "draws": "1", "losses": "6"}


def test_labels_stay_on_their_line(compete: Compete) -> None:
    report = make_report(compete({"a b": "+-"}), {"a": "two\nlines\x1b[1m"}, None)
    assert report.labels == {"a": "two lines[1m", "b": "b"}


# -- the picture -----------------------------------------------------------------------------------------------------


def texts_of(path: Path) -> list[str]:
    """All that is written in an SVG."""
    return [element.text or "" for element in ElementTree.parse(path).iter("{http://www.w3.org/2000/svg}text")]


def draw(report: Report, path: Path) -> bytes:
    draw_report(report, path)
    return path.read_bytes()


def test_the_svg_says_everything(compete: Compete, tmp_path: Path) -> None:
    report = make_report(compete(ODD), LABELS | {"e": "no formula: $e^2$"}, None)
    draw_report(report, tmp_path / "report.svg")
    texts = texts_of(tmp_path / "report.svg")
    assert set(report.labels.values()) <= set(texts)
    assert {rating.label for rating in report.ratings.rows if rating.label} <= set(texts)
    assert " ".join(texts).count(report.terms) == 1


def test_the_svg_has_the_crosstable(compete: Compete, tmp_path: Path) -> None:
    draw_report(make_report(compete(TRIANGLE), LABELS, None), tmp_path / "report.svg")
    texts = texts_of(tmp_path / "report.svg")
    assert [text for text in texts if text in ("65", "90", "35", "80", "10", "20")] == [
        "65",
        "90",
        "35",
        "80",
        "10",
        "20",
    ]


def test_the_same_report_gives_the_same_svg(compete: Compete, tmp_path: Path) -> None:
    """Also where the user likes other pictures; and the user's settings stay."""
    report = make_report(compete(ODD), LABELS, None)
    first = draw(report, tmp_path / "first.svg")
    with matplotlib.rc_context({"axes.facecolor": "black", "font.size": 30, "svg.hashsalt": "mine"}):
        assert draw(report, tmp_path / "second.svg") == first
        assert matplotlib.rcParams["svg.hashsalt"] == "mine"
    assert sorted(path.name for path in tmp_path.iterdir() if path.is_file()) == ["first.svg", "second.svg"]


def test_labels_too_long_keep_both_ends(compete: Compete, tmp_path: Path) -> None:
    labels = {name: f"gtp:{'engine ' * 20}--level {name}" for name in "ab"}
    draw_report(make_report(compete({"a b": "++-"}), labels, None), tmp_path / "report.svg")
    shown = [text for text in texts_of(tmp_path / "report.svg") if text.startswith("gtp:engine")]
    assert [text[-9:] for text in shown] == ["--level a", "--level b"]
    assert max(map(len, shown)) < 40


@pytest.mark.parametrize("results", [{"a b": ""}, {"a b": "+"}, {"a a": "+"}, TRIANGLE])
def test_png(compete: Compete, tmp_path: Path, results: Mapping[str, str]) -> None:
    picture = draw(make_report(compete(results), LABELS, None), tmp_path / "report.PNG")
    assert picture.startswith(b"\x89PNG")


def test_a_picture_of_another_kind(compete: Compete, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"expected a picture as \.svg or \.png, found report\.gif"):
        draw_report(make_report(compete(TRIANGLE), LABELS, None), tmp_path / "report.gif")


def test_a_picture_is_whole_or_the_old_one(compete: Compete, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    report = make_report(compete(TRIANGLE), LABELS, None)
    path = tmp_path / "report.svg"
    path.write_text("old")

    def full(_: Any) -> None:
        raise OSError("no space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="no space"):
        draw_report(report, path)
    assert path.read_text() == "old"
    assert [file.name for file in tmp_path.iterdir() if file.is_file()] == ["report.svg"]

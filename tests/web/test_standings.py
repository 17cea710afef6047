"""Matches on disk: they are found, counted as reports count them, and each game can be replayed."""

import json
import re
from pathlib import Path

import pytest

from semeai.arena.match import Competition, Means
from semeai.arena.report import make_report
from semeai.arena.schedule import Pairing, Terms
from semeai.arena.store import FILE, Store
from semeai.files import DamagedFile, Lock
from semeai.go.rules import Rules
from semeai.lab.folder import RunState
from semeai.web import jobs
from semeai.web.forms import Match
from semeai.web.standings import find_stores, standings, stored_game
from semeai.web.store_page import crosstable_html, ratings_html, state_of

PAIRINGS = [Pairing("random", "wally", 6), Pairing("local", "random", 4), Pairing("local", "wally", 2)]
TERMS = Terms(Rules(size=5))


def play(folder: Path, pairings: list[Pairing], terms: Terms = TERMS) -> Competition:
    with Store(folder) as store:
        competition = Competition(pairings, terms, store)
        competition.run(Means(), lambda pairing, game: None)
    return competition


def test_standings_are_those_of_the_report(tmp_path: Path) -> None:
    report = make_report(play(tmp_path, PAIRINGS), {}, None)
    (standing,) = standings(tmp_path)
    assert standing.terms == report.terms
    assert standing.players == report.names
    assert standing.ratings.rows == report.ratings.rows
    assert (standing.wins == report.wins).all()
    assert len(standing.games) == 12
    assert standing.cell(0, 0) == ""
    assert {standing.cell(i, j).isdigit() for i in range(3) for j in range(3) if i != j} == {True}


def test_games_under_other_terms_stand_by_themselves(tmp_path: Path) -> None:
    play(tmp_path, PAIRINGS[1:2])
    play(tmp_path, PAIRINGS[:1], Terms(Rules(size=5), seed=7))
    first, second = standings(tmp_path)
    assert (len(first.games), len(second.games)) == (6, 4)
    assert "seed 7" in first.terms
    assert [number for number, _ in first.games] == [4, 5, 6, 7, 8, 9]


def test_games_of_a_player_against_itself_are_there_and_rate_nobody(tmp_path: Path) -> None:
    play(tmp_path, [Pairing("wally", "wally", 2)])
    (standing,) = standings(tmp_path)
    assert len(standing.games) == 2
    assert standing.cell(0, 0) == ""
    assert standing.ratings.rows[0].label == "no games"


def test_a_game_is_read_from_its_line(tmp_path: Path) -> None:
    play(tmp_path, PAIRINGS[:1])
    (standing,) = standings(tmp_path)
    for number, played in standing.games:
        game = stored_game(tmp_path, number)
        assert (game.root.properties["PB"], game.root.properties["PW"]) == ([played.black], [played.white])
        game.to_end()
        assert game.n_moves > 0
    with pytest.raises(DamagedFile, match="has no line 7"):
        stored_game(tmp_path, 6)


def test_stores_are_found_but_not_trials_hidden_or_deep_ones(tmp_path: Path) -> None:
    found = ["matches/a", "runs/b", "elsewhere"]
    left = ["runs/paper/trials/1", ".hidden/x", "a/b/c/d/e", "runs/run/games"]
    for name in (*found, *left):
        (tmp_path / name).mkdir(parents=True)
        (tmp_path / name / FILE).touch()
    (tmp_path / "runs" / "run" / "run.json").touch()
    assert {path.relative_to(tmp_path).as_posix() for path in find_stores(tmp_path)} == set(found)


@pytest.mark.parametrize(
    ("job", "state"),
    [
        (None, RunState.DONE),
        (Match("a", "b", 3), RunState.STOPPED),
        (Match("a", "b", 2), RunState.DONE),
        ("{}", RunState.DAMAGED),
        ('{"arguments": ["match", "a", "b", "--games", "3"]}', RunState.DAMAGED),
    ],
)
def test_how_a_match_stands(tmp_path: Path, job: Match | str | None, state: RunState) -> None:
    (tmp_path / FILE).write_text("(;)\n(;)\n(;")
    if isinstance(job, Match):
        job = json.dumps({"arguments": job.arguments(Path("x"), lambda _: None)})
    if job:
        (tmp_path / jobs.FILE).write_text(job)
    started = jobs.Jobs(tmp_path, 1)
    assert state_of(tmp_path, started) is state
    lock = Lock(tmp_path / "lock")
    assert state_of(tmp_path, started) is RunState.RUNNING
    lock.release()


def test_tables_escape_what_stands_in_files(tmp_path: Path) -> None:
    play(tmp_path, PAIRINGS[:1])
    path = tmp_path / FILE
    unsealed = re.sub(r"DIGEST\[\w+\]", "", path.read_text())
    path.write_text(unsealed.replace("[wally]", "[<script>]"))
    (standing,) = standings(tmp_path)
    for html in (ratings_html(standing), crosstable_html(standing)):
        assert "&lt;script&gt;" in html
        assert "<script>" not in html


def test_nothing_has_been_played_yet(tmp_path: Path) -> None:
    (tmp_path / FILE).touch()
    assert standings(tmp_path) == []

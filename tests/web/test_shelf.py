"""The shelf: what is listed, and what becomes of deleted games."""

import os
from pathlib import Path

import pytest

from semeai.go.points import BLACK, parse_vertex
from semeai.go.rules import Rules
from semeai.web.shelf import KEPT_SECONDS, Shelf
from semeai.web.table import Setup, Table

ONE, OTHER = "0123456789ab", "ba9876543210"
FOREIGN = "(;FF[4]GM[1]SZ[9]PB[Ann]BR[3d]PW[Ben]RE[B+R]GN[Final]EV[Open];B[dd];W[ff])"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    games = tmp_path / "games"
    games.mkdir()
    table = Table.new(Setup(Rules(size=9), white="rave"))
    table.play(parse_vertex("D4", 9))
    (games / f"{ONE}.sgf").write_text(table.write())
    (games / f"{OTHER}.sgf").write_text(FOREIGN)
    os.utime(games / f"{OTHER}.sgf", (1, 1))
    (games / "notes.sgf").write_text(FOREIGN)
    return tmp_path


def test_games_are_listed_with_what_their_records_say(folder: Path) -> None:
    shelf = Shelf(folder)
    assert shelf.names() == [ONE, OTHER]
    mine, theirs = shelf.entry(ONE), shelf.entry(OTHER)
    assert mine is not None
    assert (mine.black, mine.white, mine.result, mine.n_moves) == ("You", "RAVE, 1,000 playouts", "", 1)
    assert dict(mine.stones) == {parse_vertex("D4", 9): BLACK}
    assert theirs is not None
    assert (theirs.title, theirs.black, theirs.white, theirs.result) == ("Final", "Ann 3d", "Ben", "B+R")


@pytest.mark.parametrize("text", ["", "(;SZ[99])", "\x00"])
def test_a_file_that_is_no_game_is_left_out(folder: Path, text: str) -> None:
    (folder / "games" / f"{ONE}.sgf").write_text(text)
    assert Shelf(folder).entry(ONE) is None


def test_a_link_out_of_the_folder_is_not_followed(folder: Path) -> None:
    (folder / "secret.sgf").write_text(FOREIGN)
    (folder / "games" / "aaaaaaaaaaaa.sgf").symlink_to(folder / "secret.sgf")
    assert Shelf(folder).names() == [ONE, OTHER]


def test_a_deleted_game_can_be_restored(folder: Path) -> None:
    shelf = Shelf(folder)
    shelf.delete(ONE)
    assert shelf.names() == [OTHER]
    shelf.restore(ONE)
    assert shelf.names() == [ONE, OTHER]


def test_a_game_that_was_played_on_is_not_overwritten(folder: Path) -> None:
    shelf = Shelf(folder)
    shelf.delete(ONE)
    (folder / "games" / f"{ONE}.sgf").write_text(FOREIGN)
    shelf.restore(ONE)
    assert (folder / "games" / f"{ONE}.sgf").read_text() == FOREIGN


def test_games_that_were_deleted_long_ago_go(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shelf = Shelf(folder)
    shelf.delete(ONE)
    monkeypatch.setattr("semeai.web.shelf.KEPT_SECONDS", -KEPT_SECONDS)
    shelf.delete(OTHER)
    assert list((folder / "games" / "deleted").iterdir()) == []

"""Influence maps while playing in a terminal."""

from collections.abc import Iterator

import pytest

from semeai import terminal
from semeai.go.game import Game
from semeai.go.points import BLACK
from semeai.go.rules import Rules
from semeai.players import make_player


def said_to(words: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> str:
    """What a person who says `words` is told, on 5x5 as black."""
    lines: Iterator[str] = iter([*words, "quit"])
    monkeypatch.setattr("builtins.input", lambda prompt: next(lines))
    terminal.play(Game(Rules(size=5)), make_player("random"), BLACK, seed=3)
    return capsys.readouterr().out


def test_a_map_of_the_position(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    said = said_to(["C3", "Influence 1/0"], monkeypatch, capsys)
    shown = said[: said.index("influence 1/0: ")].splitlines()[-7:]
    letters = "".join("".join(line[3:13:2]) for line in shown[1:-1])
    n_black, n_white = (sum(letters.count(letter) for letter in pair) for pair in ("#b", "ow"))
    assert letters[12] == "#"
    assert n_black >= 2
    assert n_white >= 2
    assert f"influence 1/0: black has {n_black} points (# and b), white {n_white} (o and w)\n" in said


def test_territory_unless_told(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    assert "\ninfluence 5/21: black has 0 points" in said_to(["influence"], monkeypatch, capsys)


@pytest.mark.parametrize("kind", ["5", "5/x"])
def test_no_map(kind: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    said = said_to([f"influence {kind}"], monkeypatch, capsys)
    assert f"expected a map as dilations/erosions, such as 5/21, found '{kind}'\n" in said


def test_help_tells_of_maps(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    at_start, _, after = said_to(["help"], monkeypatch, capsys).partition("A B C D E")
    for said in (at_start, after):
        assert "influence marks" in said
        assert "influence 5/10" in said

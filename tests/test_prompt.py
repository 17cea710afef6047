"""At the prompt: names that are nearly right, missing files, listings for programs, completion, saving, star points."""

import json
from pathlib import Path

import pytest
from typer.main import get_command

from semeai.cli import app
from semeai.cli.completion import (
    complete_champions,
    complete_methods,
    complete_papers,
    complete_players,
    complete_runs,
)
from semeai.go.diagram import draw_board, is_star
from semeai.go.game import Game
from semeai.go.points import BLACK
from semeai.go.rules import Rules
from semeai.positions import read_board
from semeai.sgf import read_game
from semeai.specs import SpecError
from semeai.terminal import _obey
from semeai.text import fold, for_screen
from tests.commands import call


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("gtp", "waly"), "no player called 'waly'; did you mean wally? there are"),
        (("match", "wally:nois=0.1", "random"), "wally has no setting 'nois'; did you mean noise? it has"),
        (("evolve", "sne"), "did you mean sane?"),
        (("reproduce", "drak"), "no paper called 'drak'; did you mean drake? there are"),
        (("show", "nowhere.npz"), "nowhere.npz: no such file or directory"),
        (("play", "random", "--position", "nowhere.txt"), "nowhere.txt"),
        (("list", "spam"), "cannot list 'spam'; choose one of players, champions"),
        (("match", "random", "random", "--colors", "pink"), "--colors must be one of both, black, white, not 'pink'"),
    ],
)
def test_wrong_calls_are_answered_in_one_plain_line(words: tuple[str, ...], message: str) -> None:
    answer = call(*words)
    assert answer.returncode == 2
    assert message in answer.stderr
    assert "Errno" not in answer.stderr
    assert "Traceback" not in answer.stderr


@pytest.mark.parametrize("what", ["players", "champions", "agents", "methods", "papers", "rules"])
def test_listings_for_programs(what: str) -> None:
    answer = call("list", what, "--json")
    found = json.loads(answer.stdout)
    assert len(found) >= 5
    assert all(entry["name"] and entry["summary"] for entry in found)


def test_champions_and_runs_are_shown(tmp_path: Path) -> None:
    assert "sane" in call("show", "champion:sane-5x5").stdout
    assert call("evolve", "ga", "--size", "5", "--generations", "1", "--run", "x", cwd=tmp_path).returncode == 0
    said = call("show", "runs/x", cwd=tmp_path).stdout
    assert said.startswith("run        runs/x\nstate")
    assert "champions/000000.npz" in said


@pytest.mark.parametrize("what", ["players", "champions", "agents", "methods", "papers", "rules"])
def test_listings_on_a_narrow_screen(what: str) -> None:
    whole = call("list", what).stdout
    narrow = fold(whole, 60)
    assert all(len(line) <= 60 or len(line.split()) == 1 for line in narrow.splitlines())  # long words stay whole
    assert narrow.split() == whole.split()


def test_what_is_folded_stays_in_its_column(monkeypatch: pytest.MonkeyPatch) -> None:
    assert (
        fold("name  some words\n    two  words of it", 12) == "name  some\n      words\n    two\n    words of\n    it"
    )
    monkeypatch.setenv("COLUMNS", "10")
    assert for_screen("a line that goes on") == "a line that goes on"  # to a file or a pipe
    monkeypatch.setattr("sys.stdout.isatty", lambda: True, raising=False)
    assert for_screen("a line that goes on") == "a line\n    that\n    goes\n    on"


def test_verbs_have_the_same_rules_and_colors() -> None:
    verbs = get_command(app).commands  # type: ignore[attr-defined]
    defaults = {name: {p.name: p.default for p in verb.params} for name, verb in verbs.items()}
    assert {found["rules"] for found in defaults.values() if "rules" in found} == {"chinese"}
    for words in (("match", "wally", "random"), ("evolve", "ga")):
        answer = call(*words, "--colors", "pink")
        assert answer.returncode == 2
        assert all(
            f"{color!r}" in answer.stderr or f" {color}" in answer.stderr for color in ("both", "black", "white")
        )
        assert "Value error" not in answer.stderr


def test_completion(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "runs" / "mine").mkdir(parents=True)
    assert complete_runs("runs/m") == ["runs/mine"]
    assert complete_players("wa") == ["wally"]
    assert "champion:sane-9x9" in complete_players("champion:sane")
    assert {"sane", "sanei"} <= set(complete_methods("sane"))
    assert "champion:field-7x7" in complete_champions("champion:f")
    assert complete_papers("dr") == ["drake"]


def test_a_game_is_saved_and_explained(tmp_path: Path) -> None:
    from semeai.players import make_player

    game, player = Game(Rules(size=5)), make_player("random")
    game.play(85)
    path = tmp_path / "game.sgf"
    assert _obey(game, player, "save", str(path)) == f"saved as {path}\n"
    assert read_game(path.read_bytes()).rules.size == 5
    assert _obey(game, player, "save") == "save needs a file, such as: save game.sgf\n"
    assert "cannot write" in _obey(game, player, "save", str(tmp_path / "no" / "game.sgf"))
    assert _obey(game, player, "why")


def test_star_points() -> None:
    counts = {n: sum(is_star(n, r, c) for r in range(1, n + 1) for c in range(1, n + 1)) for n in range(2, 20)}
    assert counts == dict.fromkeys(range(2, 20), 0) | {9: 5, 11: 5, 13: 5, 15: 9, 17: 9, 19: 9}
    assert draw_board(9, {}).count("+") == 5


def test_a_file_named_sgf_is_read_as_sgf(tmp_path: Path) -> None:
    path = tmp_path / "bad.sgf"
    path.write_text("XOX\n")
    with pytest.raises(ValueError, match="game") as error:
        read_board(path)
    assert "diagram" not in str(error.value)


@pytest.mark.parametrize("charset", ["utf-16", "utf-16-le", "utf-16-be"])
def test_records_of_two_bytes_a_character(charset: str) -> None:
    game = read_game("(;SZ[9]PB[Çelik];B[ee])".encode(charset))
    assert game.root.properties["PB"] == ["Çelik"]


@pytest.mark.parametrize("head", [b"(;CA[UTF-8]", b"\xef\xbb\xbf(;", b"(;CA[ascii]"])
def test_one_bad_byte_does_not_cost_the_game(head: bytes) -> None:
    game = read_game(head + b"SZ[9]C[caf\xe9];B[ee];W[cc])")
    game.to_end()
    assert len(game.moves) == 2
    assert game.moves[0][0] == BLACK
    assert game.root.properties["C"][0].startswith("caf")


def test_settings_name_their_kind() -> None:
    from semeai.players import check_spec

    with pytest.raises(SpecError, match="wally:noise must be of type float, not 'much'"):
        check_spec("wally:noise=much")

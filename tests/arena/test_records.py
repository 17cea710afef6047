"""Records that players make: the moves are theirs, the file follows from the seed, and a broken run goes on."""

import json
from pathlib import Path

import pytest

from semeai.arena.match import Means
from semeai.arena.openings import Openings
from semeai.arena.record_stats import describe_collection, reason_kind, stats_text
from semeai.arena.records import make_records, record_terms
from semeai.arena.store import FILE, Store
from semeai.go.points import WHITE
from semeai.go.rules import Rules
from semeai.sgf import read_collection
from tests.commands import call

PLAYERS = ["wally:noise=0.2", "uct:playouts=5"]  # one inside kernels, one at tables


def make(folder: Path, n_games: int = 4, n_workers: int = 1, seed: int = 1) -> int:
    terms = record_terms(Rules(size=5), 3, seed)
    with Store(folder) as store:
        return make_records(PLAYERS, n_games, terms, store, Means(n_workers), quiet=True)


def run(*arguments: object) -> tuple[int, str]:
    ended = call(*map(str, arguments))
    return ended.returncode, ended.stdout + ended.stderr


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("whole")
    assert make(folder) == 0
    return folder


# -- making ------------------------------------------------------------------------------------------------------------


def test_random_stones_are_set_up() -> None:
    played, set_up = (Openings(5, is_set_up=flag).start(3, Rules(), 1) for flag in (False, True))
    assert set_up.board.stones == played.board.stones
    assert set_up.to_play == played.to_play == WHITE
    assert (len(played.moves), set_up.moves) == (5, [])
    assert str(Openings(5)) != str(Openings(5, is_set_up=True))


def test_every_move_is_a_players(whole: Path) -> None:
    found = read_collection(whole)
    assert not found.skipped
    assert [(game.black, game.white) for game in found.games] == [
        (spec, spec) for spec in sorted(PLAYERS) for _ in range(4)
    ]
    assert len({tuple(game.stones.items()) for game in found.games}) == 4  # the same for both players
    for game in found.games:
        assert len(game.stones) == 3
        assert game.to_play == WHITE
        assert not game.cut
        assert game.result[:2] in ("B+", "W+")


def test_the_file_follows_from_the_seed(whole: Path, tmp_path: Path) -> None:
    make(tmp_path / "same", n_workers=3)
    make(tmp_path / "other", seed=2)
    assert (tmp_path / "same" / FILE).read_bytes() == (whole / FILE).read_bytes()
    assert (tmp_path / "other" / FILE).read_bytes() != (whole / FILE).read_bytes()


@pytest.mark.parametrize("share", [0.0, 0.3, 0.77, 1.0])
def test_a_run_that_was_killed_goes_on(whole: Path, tmp_path: Path, share: float) -> None:
    data = (whole / FILE).read_bytes()
    left = data[: int(share * len(data))]
    (tmp_path / FILE).write_bytes(left)
    assert make(tmp_path) == left.count(b"\n")
    assert (tmp_path / FILE).read_bytes() == data


def test_more_games_keep_those_that_are_there(whole: Path, tmp_path: Path) -> None:
    (tmp_path / FILE).write_bytes((whole / FILE).read_bytes())
    assert make(tmp_path, n_games=5) == 8
    lines = (tmp_path / FILE).read_text().splitlines()
    assert len(lines) == 10
    assert set(lines) > set((whole / FILE).read_text().splitlines())


def test_the_command(tmp_path: Path) -> None:
    options = ["--by", "random", "--by", "wally", "--games", 2, "--size", 5, "--json"]
    code, output = run("records", "make", tmp_path / "a", *options)
    assert (code, json.loads(output)) == (0, {"file": str(tmp_path / "a" / FILE), "games": 4, "played": 4})
    code, output = run("records", "make", tmp_path / "a", *options)
    assert json.loads(output)["played"] == 0


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--by", "nobody"], "no player called 'nobody'"),
        (["--size", "99"], "size must be 2 to 19, not 99"),
        (["--by", "gtp:no-such-program"], "no-such-program"),
    ],
)
def test_wrong_calls(tmp_path: Path, options: list[str], message: str) -> None:
    code, output = run("records", "make", tmp_path / "a", *options)
    assert code == 2
    assert message in output
    assert not (tmp_path / "a").exists()


# -- describing --------------------------------------------------------------------------------------------------------


GAMES = {
    "a.sgf": "(;SZ[9]PB[Ada]PW[Bea]RE[B+R]RU[Chinese];B[cg];W[ee];B[ge])(;SZ[9]PB[Bea]PW[Ada]RE[W+0.5];B[gc];W[ee])",
    "b.sgf": "(;SZ[9]RE[0];B[ee];W[cc];B[])",
    "c.sgf": "(;SZ[9]RE[Void];B[ee];W[cc];B[])",
    "d.sgf": "(;SZ[19]AB[dd]RE[W+Resign];W[pp];B[pp])",
    "e.sgf": "(;SZ[9];B[ee",
    "f.sgf": "(;SZ[9];B[ee];W[e",
    "g.sgf": "(;SZ[40];B[ee])",
}


def test_counts(tmp_path: Path) -> None:
    for name, text in GAMES.items():
        (tmp_path / name).write_text(text)
    stats = describe_collection(read_collection(tmp_path))
    assert stats["games"] == 5
    assert stats["positions"] == 3 + 2 + 2 + 2 + 1
    assert stats["duplicates"] == 1
    assert stats["sizes"] == {"9x9": 4, "19x19": 1}
    assert stats["rules"] == {"japanese": 4, "chinese": 1}
    assert stats["results"] == {"white": 2, "black": 1, "draw": 1, "unknown": 1}
    assert stats["players"] == {"unknown": 3, "Ada": 2, "Bea": 2}
    assert stats["length"] == {"median": 3, "min": 1, "max": 3}
    assert stats["set_up"] == 1
    assert stats["first_moves"] == {"9x9": {"G7": 2, "E5": 2}}  # C3 and G7 are the same
    assert (stats["cut"], stats["cut_reasons"]) == (1, {"the point is occupied": 1})
    assert stats["skipped_reasons"] == {"missing closing ]": 2, "size must be N to N, not N": 1}
    assert stats["skipped_first"][0] == {"source": "e.sgf", "reason": "line 1, column 10: missing closing ]"}

    code, output = run("records", "stats", tmp_path, "--json")
    assert (code, json.loads(output)) == (0, stats)
    code, output = run("records", "stats", tmp_path)
    assert output.startswith("5 games, 10 positions\nsizes: 9x9 4, 19x19 1\n")
    assert "  G7       2   50.0%\n" in output
    assert "3 skipped:\n       2  missing closing ]\n" in output


def test_nothing_but_broken_files(tmp_path: Path) -> None:
    (tmp_path / "\x1b[2Jevil.sgf").write_text("no game")
    stats = describe_collection(read_collection(tmp_path))
    assert (stats["games"], stats["length"], stats["skipped"]) == (0, None, 1)
    assert stats_text(stats).splitlines()[0] == "0 games, 0 positions"
    assert "\x1b" not in stats_text(stats)


def test_nowhere(tmp_path: Path) -> None:
    assert run("records", "stats", tmp_path / "nowhere") == (2, f"semeai: no file or folder {tmp_path / 'nowhere'}\n")


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("line 1, column 2: unexpected '+'", "line 34, column 5: unexpected 'x'"),
        ("no moves: move 1: white E5 is occupied", "no moves: move 1: black A19 is occupied"),
        (
            "move 3: B: expected a point of a 9x9 board, found 'zz'",
            "move 30: W: expected a point of a 19x19 board, found 'é'",
        ),
        ("property B has no value", "property SZ has no value"),
    ],
)
def test_reasons_of_a_kind_are_counted_together(one: str, other: str) -> None:
    assert reason_kind(one) == reason_kind(other)
    assert reason_kind(one) != reason_kind("no game found")

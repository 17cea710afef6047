"""Collections: what is kept of recorded games, what is skipped and why; and that nothing in a file stops anything."""

import os
import random
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sgfmill import sgf as mill
from sgfmill.boards import Board as MillBoard

from semeai.go.board import Board
from semeai.go.points import BLACK, PASS, WHITE, parse_vertex, row_column, vertex
from semeai.go.rules import Rules
from semeai.sgf import collection as module
from semeai.sgf import read_collection
from tests.conftest import scaled

DATA = Path(__file__).parent / "data"
GAME = "(;GM[1]FF[4]SZ[9]KM[6.5]RU[Chinese]PB[Ada]PW[Bea]RE[W+2.5];B[ee];W[ec];B[gd](;W[cf];B[];W[gg])(;W[aa]))"


def read(tmp_path: Path, data: str | bytes) -> module.Collection:
    path = tmp_path / "game.sgf"
    path.write_bytes(data if isinstance(data, bytes) else data.encode())
    return read_collection(path)


def moves_of(record: module.Record) -> str:
    return " ".join(vertex(p) for _, p in record.moves)


# -- what is kept ------------------------------------------------------------------------------------------------------


def test_a_record_is_the_main_line(tmp_path: Path) -> None:
    (record,) = read(tmp_path, GAME).games
    assert (record.source, record.black, record.white, record.result) == ("game.sgf", "Ada", "Bea", "W+2.5")
    assert record.rules == Rules(size=9, komi=6.5)
    assert (record.stones, record.to_play, record.cut) == ({}, BLACK, "")
    assert moves_of(record) == "E5 E7 G6 C4 pass G3"
    positions = [(board.hash, board.to_play, vertex(move)) for board, move in record.positions()]
    assert [(to_play, move) for _, to_play, move in positions] == [
        (BLACK, "E5"), (WHITE, "E7"), (BLACK, "G6"), (WHITE, "C4"), (WHITE, "G3")
    ]  # fmt: skip
    board = Board(Rules(size=9))
    for move in "E5 E7 G6 C4 pass".split():
        board.play(parse_vertex(move, 9))
    assert positions[-1][0] == board.hash


@pytest.mark.parametrize(
    ("text", "to_play", "stones", "moves", "cut"),
    [
        ("(;SZ[9];W[ee];B[cc])", WHITE, "", "E5 C7", ""),
        ("(;SZ[9]AB[cc][gg]HA[2];W[ee])", WHITE, "C7 G3", "E5", ""),
        ("(;SZ[9];AB[cc][gg];W[ee])", WHITE, "C7 G3", "E5", ""),
        ("(;SZ[9];AB[cc]B[ee])", BLACK, "C7", "E5", ""),
        ("(;SZ[9]AB[cc][dd];AE[cc];B[ee])", BLACK, "D6", "E5", ""),
        ("(;SZ[9]B[ee];W[cc])", BLACK, "", "E5 C7", ""),
        ("(;SZ[9];B[ee];B[cc];W[gg])", BLACK, "", "E5 C7 G3", ""),
        ("(;SZ[9];B[ee];W[ee];B[cc])", BLACK, "", "E5", "move 2: white E5 is occupied"),
        ("(;SZ[9];B[ee];AW[cc];B[gg])", BLACK, "", "E5", "move 2: stones are set up after the first move"),
        ("(;SZ[9];B[ee];PL[B]B[gg])", BLACK, "", "E5", "move 2: stones are set up after the first move"),
        ("(;SZ[9];B[ee];PL[W]W[gg])", BLACK, "", "E5 G3", ""),
        ("(;SZ[9];B[ee];W[zz];B[cc])", BLACK, "", "E5", "move 2: W: expected a point of a 9x9 board, found 'zz'"),
        ("(;SZ[9];B[ee];W[zz](;B[cc])(;B[cc])", BLACK, "", None, ""),
    ],
)
def test_starts_and_ends(tmp_path: Path, text: str, to_play: int, stones: str, moves: str | None, cut: str) -> None:
    found = read(tmp_path, text)
    if moves is None:
        assert found.games == []
        assert len(found.skipped) == 1
        return
    (record,) = found.games
    assert (record.to_play, record.cut, moves_of(record)) == (to_play, cut, moves)
    assert sorted(map(vertex, record.stones)) == stones.split()


def test_only_the_side_to_play_is_asked(tmp_path: Path) -> None:
    (record,) = read(tmp_path, "(;SZ[9];B[ee];B[cc];W[gg])").games
    assert [vertex(move) for _, move in record.positions()] == ["E5", "G3"]


@pytest.mark.parametrize("file", sorted(DATA.glob("*.sgf")), ids=lambda file: file.stem)
def test_positions_are_those_of_sgfmill(file: Path) -> None:
    for record in read_collection(file).games[:1]:
        theirs = mill.Sgf_game.from_bytes(file.read_bytes())
        board = MillBoard(theirs.get_size())
        steps = []  # stones before each move, and the move
        for node in theirs.get_main_sequence():
            if node.has_setup_stones():
                assert not steps
                black, white, empty = node.get_setup_stones()
                board.apply_setup(black, white, empty)
            color, move = node.get_move()
            if color and move:
                stones = {(c, p) for c, p in board.list_occupied_points()}
                steps.append((color, stones, move))
                board.play(*move, color)
        ours = []
        for position, move in record.positions():
            row, column = row_column(move)
            stones = {
                ("bw"[c - BLACK], (row_column(p)[0] - 1, row_column(p)[1] - 1)) for p, c in position.stones.items()
            }
            ours.append(("bw"[position.to_play - BLACK], stones, (row - 1, column - 1)))
        assert ours == steps


def test_folders_are_read_by_name(tmp_path: Path) -> None:
    (tmp_path / "b").mkdir()
    for name in ("c.sgf", "b/a.SGF", "b/notes.txt", "a.sgf"):
        (tmp_path / name).write_text(GAME)
    (tmp_path / "a.sgf").write_text(GAME + GAME)
    seen: list[tuple[int, int]] = []
    found = read_collection(tmp_path, lambda n, of: seen.append((n, of)))
    assert [record.source for record in found.games] == ["a.sgf#1", "a.sgf#2", "b/a.SGF", "c.sgf"]
    assert seen == [(0, 3), (1, 3), (2, 3), (3, 3)]


@pytest.mark.parametrize(("name", "message"), [("nothing", "no file or folder"), (".", r"no \*\.sgf files")])
def test_nothing_to_read(tmp_path: Path, name: str, message: str) -> None:
    with pytest.raises(FileNotFoundError, match=message):
        read_collection(tmp_path / name)


# -- what is skipped ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        ("", "no game found"),
        ("hello", "no game found"),
        ("(;SZ[9];B[ee]", "the text ends inside a game tree"),
        ("(;SZ[9];B[ee)", "missing closing ]"),
        ("(;SZ[1];B[aa])", "size must be 2 to 19, not 1"),
        ("(;SZ[25];B[aa])", "size must be 2 to 19, not 25"),
        ("(;SZ[9:13];B[aa])", "expected the size of a square board"),
        ("(;GM[2];B[aa])", "expected a game of Go, GM[1], found GM[2]"),
        ("(;SZ[9])", "no moves"),
        ("(;SZ[9];B[];W[])", "no moves"),
        ("(;SZ[9]AB[ee];W[ee];B[cc])", "no moves: move 1: white E5 is occupied"),
        ("(;SZ[9];B[zz];W[ee])", "no moves: move 1: B: expected a point"),
        ("(;SZ[2]AB[aa][ab][ba][bb];W[aa])", "no liberty"),
        ("(;CA[klingon]SZ[9];B[ee])", "unknown charset"),
    ],
)
def test_reasons(tmp_path: Path, data: str, reason: str) -> None:
    found = read(tmp_path, data)
    assert found.games == []
    assert [skipped.source for skipped in found.skipped] == ["game.sgf"]
    assert reason in found.skipped[0].reason


def test_what_is_no_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MAX_LENGTH", 200)
    os.mkfifo(tmp_path / "pipe.sgf")
    (tmp_path / "gone.sgf").symlink_to(tmp_path / "nowhere")
    (tmp_path / "large.sgf").write_text(GAME + " " * 200)
    (tmp_path / "whole.sgf").write_text(GAME)
    (tmp_path / "folder.sgf").mkdir()
    found = read_collection(tmp_path)
    assert [record.source for record in found.games] == ["whole.sgf"]
    assert {skipped.source: skipped.reason for skipped in found.skipped} == {
        "gone.sgf": "No such file or directory",
        "large.sgf": f"expected at most 200 bytes, found {len(GAME) + 200}",
        "pipe.sgf": "expected a file, found something else, such as a folder, a pipe or a device",
    }


def test_a_file_that_may_not_be_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise PermissionError(13, "Permission denied", "somewhere")

    (tmp_path / "game.sgf").write_text(GAME)
    monkeypatch.setattr(module, "read_bounded", refuse)
    assert [skipped.reason for skipped in read_collection(tmp_path).skipped] == ["Permission denied"]


@pytest.mark.parametrize(
    "broken",
    [GAME[:-1], GAME.replace("B[gd]", "B gd]"), GAME.replace(";B[ee]", "B"), GAME.replace("SZ[9]", "SZ[99]")],
    ids=["no parenthesis", "no bracket", "no value", "no size"],
)
def test_good_games_beside_broken_ones(tmp_path: Path, broken: str) -> None:
    found = read(tmp_path, "\n".join([GAME, broken, GAME, GAME]))
    assert [record.source for record in found.games] == ["game.sgf#1", "game.sgf#3", "game.sgf#4"]
    assert [skipped.source for skipped in found.skipped] == ["game.sgf#2"]


def test_endless_games_are_cut(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MAX_MOVES_A_GAME", 3)
    (record,) = read(tmp_path, GAME).games
    assert len(record.moves) == 3
    assert "a game may have at most" in record.cut


def test_names_are_harmless(tmp_path: Path) -> None:
    (record,) = read(tmp_path, f"(;SZ[9]PB[\x1b[31mred\\]]PW[{'x' * 1000}];B[ee])").games
    assert (record.black, len(record.white)) == ("[31mred]", module.MAX_TEXT)


# -- mutants -----------------------------------------------------------------------------------------------------------


def check(path: Path, n_files: int) -> None:
    """All files are counted, and what is kept can be replayed."""
    found = read_collection(path)
    sources = {item.source.split("#")[0] for item in [*found.games, *found.skipped]}
    assert len(sources) == n_files
    for record in found.games:
        assert any(p != PASS for _, p in record.moves)
        n = 0
        for board, move in record.positions():
            assert board.is_legal(move)
            n += 1
        assert record.n_positions == n


def mutated(data: bytes, rng: random.Random) -> bytes:
    """A few of: a bit flipped, bytes cut out, inserted, doubled."""
    mutant = bytearray(data)
    for _ in range(rng.randint(1, 5)):
        at = rng.randrange(len(mutant) + 1)
        kind = rng.randrange(4)
        if kind == 0 and at < len(mutant):
            mutant[at] ^= 1 << rng.randrange(8)
        elif kind == 1:
            del mutant[at : at + rng.randint(1, 30)]
        elif kind == 2:
            mutant[at:at] = rng.randbytes(rng.randint(1, 5))
        else:
            mutant[at:at] = mutant[at : at + rng.randint(1, 50)]
    return bytes(mutant)


def test_a_folder_of_mutants(tmp_path: Path) -> None:
    rng = random.Random(1)
    seeds = [GAME.encode(), (GAME * 3).encode(), *(file.read_bytes()[:5_000] for file in sorted(DATA.glob("*.sgf")))]
    n_files = scaled(1000, 100)
    for i in range(n_files):
        (tmp_path / f"{i:04}.sgf").write_bytes(mutated(rng.choice(seeds), rng))
    check(tmp_path, n_files)


@given(st.binary(max_size=40), st.integers(0, len(GAME)), st.integers(0, 30))
def test_bytes_in_a_game(tmp_path_factory: pytest.TempPathFactory, data: bytes, at: int, n_cut: int) -> None:
    text = GAME.encode()
    path = tmp_path_factory.getbasetemp() / "mutant.sgf"
    path.write_bytes(text[:at] + data + text[at + n_cut :])
    check(path, 1)


@given(st.lists(st.sampled_from(["(", ")", ";", "[", "]", "\\", "SZ[9]", "B[aa]", "W[bb]", "AB[cc:ee]", "\n"])))
def test_tokens_in_any_order(tmp_path_factory: pytest.TempPathFactory, tokens: list[str]) -> None:
    path = tmp_path_factory.getbasetemp() / "tokens.sgf"
    path.write_text("".join(tokens))
    check(path, 1)

"""Readers against hostile inputs: work follows from the size of the input, and sizes are checked before they are used.

`semeai bench readers` measures time and memory at 1, 4 and 16 MB. Here the same inputs are small, and counted.
"""

import sys
import tracemalloc
from pathlib import Path
from types import FrameType
from typing import Any

import numpy as np
import pytest

from semeai.archive import MAX_JSON, pack, read_sealed
from semeai.arena import suites, tournament
from semeai.arena.store import StoredGames
from semeai.arena.suites import SuiteError, read_suite
from semeai.arena.tournament import read_tournament
from semeai.bench import hostile
from semeai.bench.readers import READERS, Reader
from semeai.files import DamagedFile
from semeai.go.diagram import DiagramError, parse_diagram
from semeai.go.game import MAX_MOVES_A_GAME
from semeai.gtp.protocol import LineSplitter
from semeai.gtp.server import MAX_LINE
from semeai.lab.folder import RunFolder
from semeai.nets.genes import is_within
from semeai.nets.network import Network, read_network
from semeai.nets.summation import Shape, read_weights
from semeai.players import _read_bred
from semeai.players.champion import read_champion
from semeai.players.field import FieldParams, _n_seen, spread_out
from semeai.positions import read_board
from semeai.sgf import collection, parse, read_collection, read_game, read_games
from semeai.sgf.tree import Places, text_value

UNCOUNTED = {"champions", "checkpoints", "GTP lines"}  # they work in numpy, in kernels and in another thread
TOO_LONG = {"dotted keys"}  # such as do not fit into a small file
PRODUCTS = {"players"}  # of which each meets each: see test_a_round_robin_of_too_many
CASES = [
    (name, kind)
    for name, reader in READERS.items()
    for kind in reader.inputs
    if name not in UNCOUNTED and kind not in TOO_LONG | PRODUCTS
]


def n_lines(reader: Reader, path: Path) -> int:
    """How many lines of our own code a read runs through: as good as time, and always the same."""
    n = 0

    def trace(frame: FrameType, event: str, argument: Any) -> Any:
        nonlocal n
        if "semeai" not in frame.f_code.co_filename:
            return None
        n += event == "line"
        return trace

    sys.settrace(trace)
    try:
        reader.read(path)
    except (ValueError, OSError):
        pass
    finally:
        sys.settrace(None)
    return n


MORE = {
    "wrong sizes on lines": ("collections", hostile.filled("(;SZ[99])\n")),
    "variations": ("collections", hostile.TREES["variations"]),
    "a wrong move at the end": ("records", hostile.filled(";B[aa]\n", "(;SZ[9]", ";B[zz])")),
    "questions in nodes of a tree": ("suites (SGF)", hostile.filled("(;B[aa]C[expect: D4])", "(;SZ[9]", ")")),
    "line breaks": ("records", hostile.filled("\r", "(;C[", "])")),
    "parentheses": ("records", hostile.filled(" (")),
}


def check_growth(reader: Reader, make: hostile.Make, folder: Path) -> None:
    counts = []
    for size in (1_500, 6_000):
        path = folder / str(size) / reader.file
        path.parent.mkdir()
        path.write_bytes(make(size))
        counts.append(n_lines(reader, path))
    assert counts[1] < 5 * counts[0] + 1_000


@pytest.mark.parametrize(("name", "kind"), CASES)
def test_steps_grow_as_the_input_does(name: str, kind: str, tmp_path: Path) -> None:
    check_growth(READERS[name], READERS[name].inputs[kind], tmp_path)


@pytest.mark.parametrize("kind", MORE)
def test_steps_grow_as_more_inputs_do(kind: str, tmp_path: Path) -> None:
    name, make = MORE[kind]
    check_growth(READERS[name], make, tmp_path)


# -- SGF ---------------------------------------------------------------------------------------------------------------


def test_places_are_found_without_starting_again(monkeypatch: pytest.MonkeyPatch) -> None:
    text = "(;)\n" * 50
    places = Places(text)
    for number in range(50):
        error = places.error(4 * number, "")
        assert (error.line, error.column) == (number + 1, 1)
    assert (places.error(5, "").line, places.error(5, "").column) == (2, 2)  # and back


def test_bad_games_are_told_once_and_then_counted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(collection, "MAX_SKIPPED_A_FILE", 3)
    path = tmp_path / "games.sgf"
    path.write_text("(;SZ[99])\n" * 10)
    found = read_collection(path)
    assert [skipped.source for skipped in found.skipped] == ["games.sgf#1", "games.sgf#2", "games.sgf#3", "games.sgf"]
    assert found.skipped[2].reason == "line 3, column 2: size must be 2 to 19, not 99"
    assert found.skipped[3].reason == "7 more games that cannot be read"


def test_a_file_of_broken_games_is_given_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Unless most of its games can be read."""
    monkeypatch.setattr(collection, "MAX_UNREADABLE", 3)
    path = tmp_path / "x.sgf"
    path.write_text("(;SZ[99])" * 5 + "(;SZ[5];B[aa])")
    found = read_collection(path)
    assert not found.games
    assert found.skipped[-1].reason == "the rest of the file is skipped: 3 of its games cannot be read"
    path.write_text("(;SZ[5];B[aa])" * 4 + "(;SZ[99])" * 5)
    found = read_collection(path)
    assert (len(found.games), len(found.skipped)) == (4, 5)


def test_a_file_has_as_many_games_as_fit_its_size(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(collection, "SPARE_GAMES", 2)
    path = tmp_path / "games.sgf"
    path.write_text("(;SZ[9];B[aa])" * 9)
    found = read_collection(path)
    assert len(found.games) == 3
    assert "more than 3 games" in found.skipped[0].reason


def test_a_tree_is_read_when_somebody_goes_there() -> None:
    text = "(;SZ[9]" + "(;B[aa];W[bb])" * 500 + ")"
    tracemalloc.start()
    game = read_game(text)
    n_unread = tracemalloc.get_traced_memory()[0]
    assert len(game.root.children) == 500
    assert game.root.children[499].children[0].parent is game.root.children[499]
    assert tracemalloc.get_traced_memory()[0] > n_unread + 500 * 200
    tracemalloc.stop()


def test_many_games_have_no_boards_until_they_are_asked_for() -> None:
    games = read_games("(;SZ[9])" * 50)
    assert [game._board for game in games] == [None] * 50
    assert games[7].board.size == 9


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "(;" + "".join(f"A{i}[]" for i in range(10_001)) + ")",
            "expected at most 10000 properties in a node, found more",
        ),
        ("(;SZ[9]" + "(;)" * 22_000 + ")", "expected at most 21320 variations, found more"),
        ("(;SZ[19]" + ";AB[aa:ss]" * 60 + ")", "AB: expected at most 20152 stones in setups, found more"),
    ],
)
def test_limits_follow_the_length(text: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        read_game(text)


def test_a_record_is_not_replayed_without_end(tmp_path: Path) -> None:
    path = tmp_path / "long.sgf"
    path.write_text("(;SZ[9]" + ";B[];W[]" * (MAX_MOVES_A_GAME // 2) + ")")
    assert read_board(path).to_play
    path.write_text("(;SZ[9]" + ";B[];W[]" * (MAX_MOVES_A_GAME // 2) + ";B[])")
    with pytest.raises(ValueError, match="expected a game of up to 1000 moves"):
        read_board(path)


@pytest.mark.parametrize(
    "raw", ["\\\\\\]" * 9_000, "a\\\r\nb" * 9_000, "\r\n" * 9_999 + "\\\n\r", "x" * 30_000, "\\漢" * 9_000]
)
def test_long_texts_are_read_in_pieces(raw: str) -> None:
    """No escape and no line break is cut: many short ones say the same as a long one."""
    n = next(n for n in (9_000, 9_999, 30_000) if raw[: len(raw) // n] * n == raw[: len(raw) // n * n])
    unit, rest = raw[: len(raw) // n], raw[len(raw) // n * n :]
    assert text_value(raw) == text_value(unit) * n + text_value(rest)


def test_roots_are_a_sequence() -> None:
    trees = parse("(;A[1](;B[2])(;B[3]))(;A[4])")
    assert [root.properties["A"] for root in trees[:]] == [["1"], ["4"]]
    assert [len(list(root.all_nodes())) for root in trees] == [3, 1]
    assert [child.properties for child in trees[0].children] == [{"B": ["2"]}, {"B": ["3"]}]
    assert trees[-1] == trees[1] != trees[0]


# -- numbers -----------------------------------------------------------------------------------------------------------

LEAST = np.iinfo(np.int64).min


def test_the_least_int64_passes_no_bound(tmp_path: Path) -> None:
    assert not is_within(np.array([LEAST]), -1e6, 1e6)
    assert not is_within(np.array([np.nan]), -1e6, 1e6)
    with pytest.raises(ValueError, match="a weight must be at most"):
        read_network(np.array([1, 0, 1, 0, 1, LEAST]))
    with pytest.raises(ValueError, match="expected units with the numbers"):
        read_network(np.array([1, LEAST, 1, 0, 1, 1]))
    with pytest.raises(ValueError, match="a weight must be at most"):
        read_weights(Shape((1,), 1), np.array([1, LEAST]))


def test_the_hostile_checkpoint_is_one_that_can_be_restored(tmp_path: Path) -> None:
    path = tmp_path / "checkpoint.npz"
    path.write_bytes(hostile.CHECKPOINTS["neat"](300_000))
    READERS["checkpoints"].read(path)


@pytest.mark.parametrize("seed", range(5))
def test_connections_of_a_field_are_counted_before_they_are_made(seed: int) -> None:
    rng = np.random.default_rng(seed)
    n_inputs, n_hidden, n = 147, 5, 200
    sources = rng.integers(n_inputs, size=n)
    targets = rng.integers(n_inputs, n_inputs + n_hidden + 1, size=n)
    sources[:5], targets[:5] = np.arange(n_inputs, n_inputs + 5), n_inputs + n_hidden
    small = Network(n_inputs, n_hidden, 1, sources, targets, np.ones(n, dtype=np.float32))
    for size in (2, 5, 9):
        assert _n_seen(FieldParams(3), small, size) == len(spread_out(FieldParams(3), small, size).weights)


@pytest.mark.parametrize("n", [3_000, 1 << 18])
def test_a_field_is_measured_before_it_is_spread_out(n: int) -> None:
    ends = np.repeat([24, 147], n)
    small = Network(147, 0, 1, ends[:n], ends[n:], np.ones(n, dtype=np.float32))
    tracemalloc.start()
    with pytest.raises(ValueError, match="is too large"):
        spread_out(FieldParams(3), small, 19)
    assert tracemalloc.get_traced_memory()[1] < 40_000_000
    tracemalloc.stop()


def test_specifications_are_not_remembered_without_end() -> None:
    assert _read_bred.cache_info().maxsize == 64


# -- archives ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", hostile.CHAMPIONS)
def test_hostile_champions(kind: str, tmp_path: Path) -> None:
    path = tmp_path / "champion.npz"
    path.write_bytes(hostile.CHAMPIONS[kind](300_000))
    if kind in ("network", "small field"):  # hostile, but champions
        assert read_champion(path).player
        return
    with pytest.raises(DamagedFile, match=r"^[^\n]+$"):
        read_champion(path)


def test_members_are_counted_before_they_are_listed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("zipfile.ZipFile._RealGetContents", lambda *_: pytest.fail("the list was read"))
    path = tmp_path / "champion.npz"
    path.write_bytes(hostile.CHAMPIONS["many members"](400_000))
    with pytest.raises(DamagedFile, match="cannot be read"):
        read_champion(path)


def test_a_large_header_is_not_parsed(tmp_path: Path) -> None:
    path = tmp_path / "champion.npz"
    path.write_bytes(pack("champion", 1, {"player": "x" * 200_000}, {}))
    with pytest.raises(DamagedFile, match="cannot be read"):
        read_champion(path)


# -- texts -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "data", [b"[" * 100_000, b"9" * 5_000, b"[" + b"[]," * (MAX_JSON // 3) + b"0]"], ids=["deep", "long", "large"]
)
def test_json_that_nobody_wrote(data: bytes, tmp_path: Path) -> None:
    path = tmp_path / "run.json"
    path.write_bytes(data)
    with pytest.raises(ValueError, match=r"^[^\n]+$"):
        read_sealed(path, "record of a run")


@pytest.mark.parametrize("kind", [kind for kind in hostile.ROWS if kind != "rows"])
def test_rows_that_nobody_wrote(kind: str, tmp_path: Path) -> None:
    path = tmp_path / "rows.jsonl"
    path.write_bytes(hostile.ROWS[kind](200_000))
    with pytest.raises(DamagedFile, match=r"rows.jsonl: (line 1 is not a row|expected at most \d+ rows)"):
        RunFolder(path.parent).look()


@pytest.mark.parametrize("kind", hostile.STORES)
def test_hostile_stores(kind: str, tmp_path: Path) -> None:
    (tmp_path / "games.sgf").write_bytes(hostile.STORES[kind](50_000))
    if kind in ("games", "players", "moves"):
        assert StoredGames(tmp_path).all_games()
    elif kind == "a name":  # a line that never came to its end
        assert not StoredGames(tmp_path).all_games()
    else:
        with pytest.raises(DamagedFile, match="line 1 is not a game"):
            StoredGames(tmp_path)


@pytest.mark.parametrize(
    ("kind", "message"),
    [
        ("players", "players: expected at most 1000 entries"),
        ("wrong players", "players: expected at most 1000 entries"),
        ("settings", "expected at most 1000 settings"),
        ("dotted key", "expected lines of at most 10000 characters"),
        ("dotted keys", "expected keys of at most 20 parts"),
    ],
)
def test_hostile_tournaments(kind: str, message: str, tmp_path: Path) -> None:
    path = tmp_path / "t.toml"
    path.write_bytes(hostile.TOURNAMENTS[kind](50_000))
    with pytest.raises(ValueError, match=message):
        read_tournament(path)


def test_a_round_robin_of_too_many(tmp_path: Path) -> None:
    path = tmp_path / "t.toml"
    specs = [f'"wally:noise=0.{i:03}"' for i in range(1, tournament.MAX_PLAYERS + 2)]
    path.write_text("players = [\n" + ",\n".join(specs) + "\n]")
    with pytest.raises(ValueError, match="players: expected at most 256 players, found 257"):
        read_tournament(path)


def test_a_suite_loads_only_so_much(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "game.sgf").write_text("(;SZ[9])")
    monkeypatch.setattr(suites, "MAX_LOADED", 20)
    (tmp_path / "s.tst").write_text("loadsgf game.sgf\n" * 3)
    with pytest.raises(SuiteError, match=r"s.tst:3: expected at most 20 bytes in all files of loadsgf"):
        list(read_suite(tmp_path / "s.tst"))


def test_long_lines_of_suites_and_diagrams(tmp_path: Path) -> None:
    (tmp_path / "s.tst").write_text("1 genmove b\n#? [D4]" + " " * 9_000 + "x")
    with pytest.raises(SuiteError, match="expected an answer such as"):
        list(read_suite(tmp_path / "s.tst"))
    with pytest.raises(DiagramError, match="line 1: expected a row of a diagram, found 1499 characters"):
        parse_diagram("ab " * 500 + "\n..")


def test_lines_of_gtp_are_cut() -> None:
    splitter = LineSplitter(MAX_LINE)
    lines = [line for _ in range(4) for line in splitter.feed(b"x" * MAX_LINE)]
    assert not lines
    assert len(splitter.rest) == MAX_LINE + 1
    assert splitter.feed(b"\nname\n") == ["x" * (MAX_LINE + 1), "name"]

"""Champion files: what goes in comes out, they play, and whatever is wrong with one is said in a line."""

import os
from collections.abc import Callable
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.random import default_rng

from semeai.archive import pack
from semeai.arena.match import Competition, Means, is_compiled
from semeai.arena.schedule import Pairing, Terms
from semeai.files import DamagedFile
from semeai.go.board import Board
from semeai.go.rules import PRESETS, Rules
from semeai.players import make_player, own_size
from semeai.players.champion import (
    KIND,
    MAX_BYTES,
    SHIPPED,
    VERSION,
    Champion,
    describe_champion,
    find_champion,
    list_champions,
    pack_champion,
    read_champion,
)
from semeai.players.local import FEATURES, LocalParams, LocalPlayer

WEIGHTS = {"line_1": -0.5, "capture": 0.9, "atari": 0.4, "self_atari": -0.8, "enemy": 0.25}
CHAMPION = Champion(
    player="local",
    genome=np.array([WEIGHTS.get(name, 0.0) for name in FEATURES]),
    rules=Rules(size=5, komi=0.5),
    method="ga:population=20",
    problem={"name": "local", "player": "local", "rules": "5x5", "opponent": "wally:noise=0.1", "n_games": 20},
    seed=7,
    generation=10,
    row={"generation": 10, "best": 3.5, "mean": 0.25, "share": 0.8125},
    provenance={"commit": "abc123", "python": "3.11"},
)
TOY = replace(
    CHAMPION,
    player="",
    genome=np.array([1, 0, 1]),
    rules=None,
    problem={"name": "ones", "n": 3},
    row={"generation": 10, "best": 2 / 3},
)


def facts(champion: Champion) -> dict[str, Any]:
    said = {field.name: getattr(champion, field.name) for field in fields(champion)}
    return said | {"genome": champion.genome.tolist(), "dtype": champion.genome.dtype}


# -- what goes in comes out --------------------------------------------------------------------------------------------


CHAMPIONS = {
    "local": CHAMPION,
    "toy": TOY,
    "whole numbers": replace(CHAMPION, genome=np.arange(len(FEATURES), dtype=np.int8)),
    **{name: replace(CHAMPION, rules=replace(rules, handicap=2)) for name, rules in PRESETS.items()},
}


@pytest.mark.parametrize("name", CHAMPIONS)
def test_round_trip(name: str, tmp_path: Path) -> None:
    champion = CHAMPIONS[name]
    path = tmp_path / "champion.npz"
    path.write_bytes(pack_champion(champion))
    read = read_champion(path)
    assert facts(read) == facts(champion)
    assert pack_champion(read) == path.read_bytes()


def test_numpy_reads_the_genome(tmp_path: Path) -> None:
    (tmp_path / "champion.npz").write_bytes(pack_champion(CHAMPION))
    with np.load(tmp_path / "champion.npz", allow_pickle=False) as file:
        assert file["genome"].tolist() == CHAMPION.genome.tolist()


# -- it plays ----------------------------------------------------------------------------------------------------------


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "a champion.npz"
    path.write_bytes(pack_champion(CHAMPION))
    return path


def test_a_champion_is_the_player_that_was_bred(path: Path) -> None:
    player = make_player(f"champion:{path}")
    assert player.lineup is not None
    assert player.lineup.digest() == LocalPlayer(LocalParams(**WEIGHTS)).lineup.digest()
    board = Board.from_diagram(". . . . .\n. X . . .\n. O X . .\n. X . . .\n. . . . .")
    player.choose(board)
    assert "local plays A3 (value 0.65): capture 1 x 0.90, line_1 1 x -0.50" in player.explain().text


def test_a_champion_plays_matches(path: Path) -> None:
    pairing = Pairing(f"champion:{path}", "random", 20)
    assert is_compiled(pairing)
    competition = Competition([pairing], Terms(Rules(size=5)))
    competition.run(Means(), lambda *_: None)
    assert sum(competition.points(pairing)) >= 15
    assert not any(game.is_failure for game in competition.games(pairing))


def test_a_champion_that_plays_no_go(tmp_path: Path) -> None:
    path = tmp_path / "toy.npz"
    path.write_bytes(pack_champion(TOY))
    with pytest.raises(ValueError, match=r"^[^\n]*toy.npz: this champion does not play Go[^\n]*$"):
        make_player(f"champion:{path}")


@pytest.mark.parametrize(("champion", "size"), [(CHAMPION, 5), (TOY, None)])
def test_the_board_that_it_was_bred_on(champion: Champion, size: int | None, tmp_path: Path) -> None:
    path = tmp_path / "champion.npz"
    path.write_bytes(pack_champion(champion))
    assert own_size(f"champion:{path}") == size
    assert own_size("wally:noise=0.1") is None


# -- those that come with semeai ---------------------------------------------------------------------------------------


@pytest.fixture
def shipped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of those, which has none yet; the current one is another."""
    folder, here = tmp_path / "champions", tmp_path / "here"
    folder.mkdir()
    here.mkdir()
    monkeypatch.chdir(here)
    monkeypatch.setattr("semeai.players.champion.SHIPPED", folder)
    return folder


def test_they_are_named_without_a_path(shipped: Path) -> None:
    (shipped / "ga-5x5.npz").write_bytes(pack_champion(CHAMPION))
    assert find_champion("ga-5x5") == shipped / "ga-5x5.npz"
    player = make_player("champion:ga-5x5")
    assert player.lineup is not None
    assert player.lineup.digest() == LocalPlayer(LocalParams(**WEIGHTS)).lineup.digest()
    assert own_size("champion:ga-5x5") == 5


PATHS = ["ga-5x5.npz", "./ga-5x5", "champions/ga-5x5", "/ga-5x5", "../champions/ga-5x5.npz"]


@pytest.mark.parametrize("name", PATHS)
def test_whatever_else_is_a_path(name: str, shipped: Path) -> None:
    (shipped / "ga-5x5.npz").write_bytes(pack_champion(CHAMPION))
    assert find_champion(name) == Path(name)


def test_a_file_in_the_current_folder_goes_first(shipped: Path) -> None:
    (shipped / "ga-5x5.npz").write_bytes(pack_champion(CHAMPION))
    Path("ga-5x5").write_bytes(pack_champion(replace(CHAMPION, rules=Rules(size=7))))
    assert own_size("champion:ga-5x5") == 7


@pytest.mark.parametrize("name", ["nobody", "nobody\n\x1b[2J", "ga.npz ", "a" * 100, "a\0b", "folder"])
def test_a_name_of_nobody(name: str, shipped: Path) -> None:
    Path("folder").mkdir()
    said = r"^no champion or file is called '[^\n]+'; see: semeai list champions$"
    with pytest.raises(ValueError, match=said) as e:
        make_player(f"champion:{name}")
    assert str(e.value).isprintable()
    assert len(str(e.value)) < 200


def test_a_list_of_them(shipped: Path) -> None:
    assert (
        list_champions()
        == "this semeai has no champions; breed one with semeai evolve, and list yours with semeai runs"
    )
    command = "semeai evolve ga:population=20 --size 5 --seed 7 --generations 11"
    made = replace(CHAMPION, provenance=CHAMPION.provenance | {"command": command})
    for name, champion in {"old": CHAMPION, "ga-5x5": made, "ones": TOY}.items():
        (shipped / f"{name}.npz").write_bytes(pack_champion(champion))
    (shipped / "README.md").write_text("no champion")
    facts = "ga:population=20, generation 10"
    exam = "81.2% of the points in a small exam against wally:noise=0.1, not confirmed"
    assert list_champions().splitlines() == [
        "champion:ga-5x5",
        f"    5x5, local, {facts}",
        f"    {exam}",
        f"    {command}",
        "champion:old",
        f"    5x5, local, {facts}",
        f"    {exam}",
        "champion:ones",
        f"    {facts}",
    ]
    (shipped / "broken.npz").write_bytes(b"")
    with pytest.raises(DamagedFile, match=r"broken\.npz"):
        list_champions()


def test_there_need_be_no_folder(shipped: Path) -> None:
    shipped.rmdir()
    assert "this semeai has no champions" in list_champions()


# -- files that are none -----------------------------------------------------------------------------------------------

DATA = pack_champion(CHAMPION)
ONE_LINE = r"^[^\n]*champion.npz: [^\n]+$"


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("damaged") / "champion.npz"


@given(st.integers(0, len(DATA) - 1), st.integers(1, 255))
def test_any_change_is_noticed(place: Path, at: int, change: int) -> None:
    place.write_bytes(DATA[:at] + bytes([DATA[at] ^ change]) + DATA[at + 1 :])
    with pytest.raises(DamagedFile, match=ONE_LINE):
        read_champion(place)


@given(st.integers(0, len(DATA) - 1))
def test_any_truncation_is_noticed(place: Path, length: int) -> None:
    place.write_bytes(DATA[:length])
    with pytest.raises(DamagedFile, match=ONE_LINE):
        read_champion(place)


def header(champion: Champion = CHAMPION, **changes: Any) -> dict[str, Any]:
    """The header of a file, changed; None takes a field away."""
    names = [field.name for field in fields(champion) if field.name not in ("genome", "exams")]
    rules = {field.name: getattr(champion.rules, field.name) for field in fields(Rules)} if champion.rules else None
    said = {name: getattr(champion, name) for name in names} | {"rules": rules} | changes
    return {name: value for name, value in said.items() if name not in changes or value is not None}


def rules(**changes: Any) -> dict[str, Any]:
    said: dict[str, Any] = header()["rules"] | changes
    return header(rules={name: value for name, value in said.items() if value is not MISSING})


MISSING = object()
GENOME = {"genome": CHAMPION.genome}
DEEP: Any = 0
for _ in range(300):
    DEEP = [DEEP]
HOSTILE: dict[str, tuple[Callable[[], bytes], str]] = {
    "another kind": (lambda: pack("checkpoint", VERSION, header(), GENOME), "expected a champion, found a checkpoint"),
    "another version": (lambda: pack(KIND, 2, header(), GENOME), "version 2"),
    "no bytes": (lambda: b"", "not a semeai champion"),
    "no archive": (lambda: b"(;GM[1])", "not a semeai champion"),
    "no method": (lambda: packed(header(method=None)), "method is missing in its header"),
    "more than is known": (lambda: packed(header(extra=1)), "extra in its header is unknown"),
    "a name that clears the screen": (lambda: packed(header(**{"\n\x1b[31m" * 50: 1})), "is unknown"),
    "a method that is a number": (lambda: packed(header(method=1)), "method in its header is of the wrong kind"),
    "a seed that is a fraction": (lambda: packed(header(seed=0.5)), "seed in its header"),
    "a generation that is true": (lambda: packed(header(generation=True)), "generation in its header"),
    "a row that is a list": (lambda: packed(header(row=[])), "row in its header"),
    "a problem that is a text": (lambda: packed(header(problem="go")), "problem in its header"),
    "a deep header": (lambda: packed(header(provenance={"a": DEEP})), "nested too deeply"),
    "an unknown player": (lambda: packed(header(player="wally\n")), "player type 'wally' is unknown"),
    "no player but rules": (lambda: packed(header(player="")), "player type '' is unknown"),
    "a player without rules": (lambda: packed(header(TOY, player="local")), "it plays Go, but has no rules"),
    "rules that are a text": (lambda: packed(header(rules="chinese")), "rules in its header"),
    "rules without komi": (lambda: packed(rules(komi=MISSING)), "komi is missing in its rules"),
    "rules with more": (lambda: packed(rules(byoyomi=1)), "byoyomi in its rules is unknown"),
    "a size that is a text": (lambda: packed(rules(size="5")), "size in its rules is of the wrong kind"),
    "a size that is true": (lambda: packed(rules(size=True)), "size in its rules is of the wrong kind"),
    "a size beyond boards": (lambda: packed(rules(size=10**6)), "size must be 2 to 19"),
    "suicide that is a number": (lambda: packed(rules(suicide=1)), "suicide in its rules is of the wrong kind"),
    "unknown scoring": (lambda: packed(rules(scoring="\x1bstones")), "scoring must be one of area, territory"),
    "endless komi": (lambda: packed(rules(komi=10**400)), "its rules are invalid"),
    "a komi of a third": (lambda: packed(rules(komi=1 / 3)), "komi must be a multiple"),
    "endless games": (lambda: packed(rules(move_limit=10**12)), "move_limit must be at most"),
    "no genome": (lambda: packed(header(), {}), "expected one genome"),
    "two genomes": (lambda: packed(header(), {"genome": CHAMPION.genome, "b": CHAMPION.genome}), "one genome"),
    "a short genome": (lambda: genome(CHAMPION.genome[:-1]), "of 11 numbers for local, found 10"),
    "a long genome": (lambda: genome(np.zeros(100_000)), "found 100000"),
    "a square genome": (lambda: genome(np.zeros((11, 11))), "not a row of numbers"),
    "a single number": (lambda: genome(np.float64(1)), "not a row of numbers"),
    "words": (lambda: genome(np.array(["1"] * 11)), "not a row of numbers"),
    "complex numbers": (lambda: genome(np.zeros(11, dtype=complex)), "not a row of numbers"),
    "records": (lambda: genome(np.zeros(11, dtype=[("a", "f8")])), "not a row of numbers"),
    "moments": (lambda: genome(np.zeros(11, dtype="m8[s]")), "not a row of numbers"),
    "not a number": (lambda: genome(np.full(11, np.nan)), "not a row of numbers"),
    "infinite": (lambda: genome(np.full(11, -np.inf)), "not a row of numbers"),
    "out of range": (lambda: genome(np.full(11, 1e300)), "local:line_1"),
    "exams that are none": (lambda: packed(header(exams=[1])), "expected exams called"),
    "an unknown exam": (lambda: packed(header(exams={"luck": EXAM})), "expected exams called"),
    "an exam without games": (
        lambda: packed(header(exams={"exam": EXAM | {"n_games": 0}})),
        "expected exams of one game",
    ),
    "an exam above its interval": (
        lambda: packed(header(exams={"exam": EXAM | {"share": 0.9}})),
        "expected exams of one game",
    ),
    "an exam with words": (lambda: packed(header(exams={"exam": EXAM | {"low": "0"}})), "low in its exams"),
}
EXAM = {"n_games": 10, "share": 0.5, "low": 0.25, "high": 0.75}


def packed(words: dict[str, Any], arrays: Any = GENOME) -> bytes:
    return pack(KIND, VERSION, words, arrays)


def genome(array: Any) -> bytes:
    return packed(header(), {"genome": np.asarray(array)})


def test_the_hostile_ones_are_wrong_in_one_way() -> None:
    assert packed(header()) == DATA


@pytest.mark.parametrize("name", HOSTILE)
def test_whole_files_that_are_no_champions(name: str, tmp_path: Path) -> None:
    make, message = HOSTILE[name]
    path = tmp_path / "champion.npz"
    path.write_bytes(make())
    with pytest.raises(DamagedFile, match=ONE_LINE) as caught:
        read_champion(path)
    assert message in str(caught.value)
    assert str(caught.value).isprintable()
    assert len(str(caught.value)) < len(str(path)) + 400


def test_what_is_not_read_at_all(tmp_path: Path) -> None:
    path = tmp_path / "champion.npz"
    with pytest.raises(FileNotFoundError):
        read_champion(path)
    with path.open("wb") as file:
        file.truncate(MAX_BYTES + 1)
    with pytest.raises(DamagedFile, match="at most 8,388,608 bytes"):
        read_champion(path)
    path.unlink()
    os.mkfifo(path)
    with pytest.raises(DamagedFile, match="expected a file"):
        read_champion(path)
    with pytest.raises(DamagedFile, match="expected a file"):
        read_champion(tmp_path)


# -- for people --------------------------------------------------------------------------------------------------------


def test_a_description() -> None:
    assert describe_champion(CHAMPION, Path("runs/a b.npz")).splitlines() == [
        "champion runs/a b.npz",
        "  method   ga:population=20",
        "  problem  name local, opponent wally:noise=0.1, n_games 20",
        "  rules    5x5, komi 0.5, area scoring, positional superko, no suicide, 2 passes end",
        "  found    seed 7, generation 10, fitness 3.5, small exam 0.8125",
        "  made by  commit abc123, python 3.11",
        "  genome   local",
        "    capture          0.90",
        "    self_atari      -0.80",
        "    line_1          -0.50",
        "    atari            0.40",
        "    enemy            0.25",
        *(f"    {name:14}   0.00" for name in FEATURES if name not in WEIGHTS),
        "play it: semeai play 'champion:runs/a b.npz'",
    ]


def test_a_description_has_the_whole_command() -> None:
    command = "semeai evolve ga:" + ",".join(["population=20"] * 40)
    made = replace(CHAMPION, provenance=CHAMPION.provenance | {"command": command})
    lines = describe_champion(made, Path("a.npz")).splitlines()
    at = lines.index("  made by  commit abc123, python 3.11")
    assert lines[at + 1] == f"  command  {command}"
    assert len(lines) == len(describe_champion(CHAMPION, Path("a.npz")).splitlines()) + 1


def test_a_description_of_a_toy() -> None:
    assert describe_champion(TOY, Path("toy.npz")).splitlines() == [
        "champion toy.npz",
        "  method   ga:population=20",
        "  problem  name ones, n 3",
        "  found    seed 7, generation 10, fitness 0.6667",
        "  made by  commit abc123, python 3.11",
        "  genome   3 numbers: 1 0 1",
    ]


def test_a_description_keeps_a_terminal_safe() -> None:
    evil = "\x1b[2J\nrm -rf\n" + "x" * 10_000
    text = describe_champion(replace(CHAMPION, method=evil, provenance={evil: evil}, row={"best": [evil]}), Path("a"))
    assert len(text.splitlines()) == len(describe_champion(CHAMPION, Path("a")).splitlines())
    assert all(line.isprintable() and len(line) < 400 for line in text.splitlines())


OURS = sorted(SHIPPED.glob("*.npz"))


@pytest.mark.parametrize("path", OURS, ids=lambda path: path.stem)
def test_ours_play_and_tell_how_they_were_made(path: Path) -> None:
    champion = read_champion(path)
    assert champion.rules is not None
    assert champion.provenance["command"].startswith("semeai evolve")
    method, player_name = champion.method.partition(":")[0], champion.player.partition(":")[0]
    name = method if player_name == "network" else player_name
    start = "-from-nothing" if "origin=nothing" in champion.player else ""
    assert path.stem == f"{name}{start}-{champion.rules.size}x{champion.rules.size}"
    player, board = make_player(f"champion:{path.stem}"), Board(Rules(size=champion.rules.size))
    player.new_game(board.rules, default_rng(1))
    for _ in range(10):
        board.play(player.choose(board))


def test_ours_are_small() -> None:
    assert OURS
    assert sum(path.stat().st_size for path in OURS) < 5_000_000

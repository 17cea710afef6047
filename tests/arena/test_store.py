"""Stored games: every game comes back as it was, whatever its texts; torn ends, damage, locks, and other terms."""

import errno
import io
import os
import re
import resource
import subprocess
import sys
from dataclasses import replace
from functools import partial
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sgfmill.sgf import Sgf_game

from semeai.arena.clock import parse_time
from semeai.arena.match import Competition, Means
from semeai.arena.openings import Openings, read_openings
from semeai.arena.running import say_unchecked
from semeai.arena.schedule import Colors, Fixture, Pairing, Terms
from semeai.arena.store import FILE, Finished, Store, StoredGames, describe_result, format_line, parse_line
from semeai.files import DamagedFile
from semeai.go.game import Game, Node, Result
from semeai.go.points import BLACK, PASS, WHITE, opponent, points, row_column
from semeai.go.rules import PRESETS, Rules
from semeai.sgf import read_games
from tests.commands import call, program
from tests.commands import lines as said_lines

TERMS = Terms(Rules(size=5))
DIAGRAM = "..X..\n.OX..\n.O...\n.....\n.....\n"


def squeeze(text: str) -> str:
    """What may be lost of a text: which kind of space, how many of them, and half characters."""
    return re.sub(r"\s+", " ", text).strip().replace("\ud800", "?")


# -- any game ----------------------------------------------------------------------------------------------------------

TEXTS = st.text() | st.lists(st.sampled_from(r"] [ \ \] : ;B[aa] ) ( \n é 囲碁 " + "a\x00\n\r\t\u2028\x85\ud800")).map(
    "".join
)
MARGINS = st.integers(1, 1500).map(lambda n: n / 2)


@st.composite
def results(draw: st.DrawFn) -> Result:
    winner = draw(st.sampled_from([BLACK, WHITE, None]))
    reason = draw(
        st.sampled_from(["score", "limit"] if winner is None else ["score", "resign", "time", "forfeit", "limit"])
    )
    margin = draw(MARGINS) if winner and reason == "score" else 0.0
    return Result(winner, reason, margin, draw(TEXTS))


@pytest.fixture(scope="module")
def position_files(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, ...]:
    """A diagram, where black is to play, and a record, where white is."""
    folder = tmp_path_factory.mktemp("positions")
    (folder / "a.txt").write_text(DIAGRAM)
    (folder / "b.sgf").write_text("(;SZ[5]AB[aa][bb]AW[cc];B[ee])")
    return folder / "a.txt", folder / "b.sgf"


@st.composite
def terms(draw: st.DrawFn, files: tuple[Path, ...]) -> Terms:
    rules = Rules.preset(draw(st.sampled_from(sorted(PRESETS))), komi=draw(st.integers(-20, 20)) / 2)
    start = draw(st.sampled_from(["empty", "handicap", "files"]))
    if start == "files":
        rules = replace(rules, size=5)
    elif start == "handicap":
        rules = replace(rules, size=9, handicap=draw(st.integers(2, 9)))
    else:
        rules = replace(rules, size=draw(st.sampled_from([2, 5, 9, 19])))
    openings = Openings(draw(st.integers(0, 5)), read_openings(files) if start == "files" else ())
    return Terms(rules, openings, draw(st.integers(-1, 3)), draw(st.sampled_from(Colors)))


@st.composite
def finished(draw: st.DrawFn, size: int) -> Finished:
    number = draw(st.integers(0, 10**6))
    seeds = st.integers(0, 2**64 - 1)
    moves = draw(st.lists(st.sampled_from([PASS, *points(size)]), max_size=30))
    fixture = Fixture(draw(TEXTS), draw(TEXTS), number, number // 2)
    rates = tuple(draw(st.sampled_from(["", "0.0", "48.5", "100.0"])) for _ in moves) if draw(st.booleans()) else ()
    return Finished(fixture, (draw(seeds), draw(seeds)), np.array(moves, dtype=np.uint16), draw(results()), rates)


@given(st.data())
def test_a_game_comes_back(position_files: tuple[Path, ...], data: st.DataObject) -> None:
    its = data.draw(terms(position_files))
    games = data.draw(st.lists(finished(its.rules.size), min_size=1, max_size=3))
    lines = [format_line(game, its) for game in games]
    for game, line in zip(games, lines, strict=True):
        text, played = parse_line(line)
        assert text == its.describe()
        assert (played.black, played.white) == (squeeze(game.fixture.black), squeeze(game.fixture.white))
        assert played.number == game.fixture.number
        assert played.result == replace(game.result, detail=squeeze(game.result.detail))
        assert line.splitlines() == [line[:-1]]
        check_with_sgfmill(line.encode(), game, its)
    records = read_games("".join(lines).encode())
    for game, record in zip(games, records, strict=True):
        check_record(record, game, its)


def expected_moves(game: Finished, its: Terms) -> list[tuple[int, int]]:
    """The opening and what was played after it."""
    start = its.openings.start(game.fixture.opening, its.rules, its.seed)
    colors = [start.to_play, opponent(start.to_play)]
    return start.moves + [(colors[i % 2], int(p)) for i, p in enumerate(game.moves)]


def expected_texts(game: Finished, its: Terms) -> dict[str, str]:
    texts = {
        "PB": game.fixture.black,
        "PW": game.fixture.white,
        "RE": str(game.result),
        "RO": str(game.fixture.number),
        "GC": its.describe(),
        "C": describe_result(game.result),
        "SEEDS": f"{game.seeds[0]} {game.seeds[1]}",
    }
    return {name: squeeze(text) for name, text in texts.items()}


def check_record(record: Game, game: Finished, its: Terms) -> None:
    """What our own reader makes of a line. It does not play the moves, for they may be illegal."""
    start = its.openings.start(game.fixture.opening, its.rules, its.seed)
    assert (record.rules.size, record.rules.komi, record.rules.name) == (its.rules.size, its.rules.komi, its.rules.name)
    assert record.rules.handicap == its.rules.handicap
    assert record.root.setup == start.root.setup
    for name, text in expected_texts(game, its).items():
        assert record.root.properties[name] == [text]
    moves = []
    node: Node = record.root
    while node.children:
        (node,) = node.children
        moves.append((node.color, node.point))
    assert moves == expected_moves(game, its)


def check_with_sgfmill(line: bytes, game: Finished, its: Terms) -> None:
    """What another program makes of it."""
    read = Sgf_game.from_bytes(line)
    root = read.get_root()
    assert (read.get_size(), read.get_komi(), root.get("RU")) == (its.rules.size, its.rules.komi, its.rules.name)
    assert read.get_handicap() == (its.rules.handicap or None)
    for name, text in expected_texts(game, its).items():
        assert root.get(name) == text
    start = its.openings.start(game.fixture.opening, its.rules, its.seed)
    for color, stones in zip((BLACK, WHITE), root.get_setup_stones()[:2], strict=True):
        assert stones == {cell(p) for p, c in start.root.setup.items() if c == color}
    moves = [node.get_move() for node in read.get_main_sequence()[1:]]
    assert moves == [({BLACK: "b", WHITE: "w"}[color], cell(p)) for color, p in expected_moves(game, its)]


def cell(p: int) -> tuple[int, int] | None:
    """A move as sgfmill has it: row and column from 0, None for a pass."""
    row, column = row_column(p)
    return None if p == PASS else (row - 1, column - 1)


@pytest.mark.parametrize(
    ("result", "re", "words"),
    [
        (Result(BLACK, "score", 3.5), "B+3.5", "black wins by 3.5"),
        (Result(WHITE, "score", 722.5), "W+722.5", "white wins by 722.5"),
        (Result(None, "score"), "0", "a draw"),
        (Result(None, "limit", detail="no end"), "0", "a draw at the limit of moves: no end"),
        (Result(WHITE, "limit"), "W+F", "black loses at the limit of moves"),
        (Result(BLACK, "resign"), "B+R", "white resigns"),
        (Result(WHITE, "time", detail="used 2 s of 1 s"), "W+T", "black loses on time: used 2 s of 1 s"),
        (Result(BLACK, "forfeit", detail="illegal: a\nb ]"), "B+F", r"white forfeits: illegal: a b \]"),
        (Result(WHITE, "forfeit", detail="at the limit of moves"), "W+F", "black forfeits: at the limit of moves"),
    ],
)
def test_results(result: Result, re: str, words: str) -> None:
    line = format_line(Finished(Fixture("a", "b", 0, 0), (1, 2), np.zeros(0, np.uint16), result), TERMS)
    assert f"RE[{re}]" in line
    assert f"C[{words}]" in line
    assert parse_line(line)[1].result == replace(result, detail=result.detail.replace("\n", " "))


def test_win_rates_do_not_make_it_another_game() -> None:
    game = finished_game()
    lines = [
        format_line(replace(game, winrates=rates), TERMS) for rates in ((), ("61.0", "", "55.5"), ("61.0", "", ""))
    ]
    assert lines[1].endswith("]SBKV[61.0];W[];B[]SBKV[55.5])\n")
    assert len(set(lines)) == 3
    assert len({parse_line(line)[1].moves for line in lines}) == 1


def test_start_positions(position_files: tuple[Path, ...]) -> None:
    """The k-th game starts from the k-th file, and whoever is to play there plays first."""
    its = Terms(Rules(size=5), Openings(positions=read_openings(position_files)))
    lines = [format_line(finished_game(number=number), its) for number in range(4)]
    for line in lines[:2]:
        assert "AB[ca][cb]AW[bb][bc]" in line
        assert line.endswith(";B[aa];W[];B[])\n")
    for line in lines[2:]:
        assert "AB[aa][bb][ee]AW[cc]PL[W]" in line
        assert line.endswith(";W[aa];B[];W[])\n")
    handicap = format_line(finished_game(), Terms(Rules(size=9, handicap=2)))
    assert "HA[2]" in handicap
    assert "AB[cg][gc]PL[W]" in handicap
    assert handicap.endswith(";W[ae];B[];W[])\n")


# -- the file ----------------------------------------------------------------------------------------------------------


def finished_game(black: str = "random", white: str = "wally", number: int = 0) -> Finished:
    """A game of three moves: the upper left corner of a board of 5x5, and two passes."""
    moves = np.array([5 * 20 + 1, PASS, PASS], dtype=np.uint16)
    return Finished(Fixture(black, white, number, number // 2), (3, 4), moves, Result(BLACK, "score", 17.5))


@pytest.fixture
def no_sync(monkeypatch: pytest.MonkeyPatch) -> None:
    """Disks are slow."""
    monkeypatch.setattr(os, "fsync", lambda _: None)


def test_games_are_kept_and_found_again(tmp_path: Path) -> None:
    games = [finished_game(number=number) for number in range(3)]
    with Store(tmp_path / "a" / "b") as store:
        assert store.games(TERMS) == []
        kept = store.add(games[:2], TERMS) + store.add(games[2:], TERMS)
        assert store.games(TERMS) == kept
    assert [(game.black, game.number, game.result) for game in kept] == [
        ("random", number, Result(BLACK, "score", 17.5)) for number in range(3)
    ]
    with Store(tmp_path / "a" / "b") as store:
        assert store.games(TERMS) == kept


def test_games_are_on_the_disk_before_they_count(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    synced: list[bytes] = []
    with Store(tmp_path) as store:
        monkeypatch.setattr(os, "fsync", lambda _: synced.append((tmp_path / FILE).read_bytes()))
        store.add([finished_game(number=0), finished_game(number=1)], TERMS)
        assert synced == [(tmp_path / FILE).read_bytes()]
        assert synced[0].count(b"\n") == 2

        def fail(_: int) -> None:
            raise OSError("no space left on device")

        monkeypatch.setattr(os, "fsync", fail)
        with pytest.raises(OSError, match="no space"):
            store.add([finished_game(number=2)], TERMS)
        assert len(store.games(TERMS)) == 2


@pytest.mark.parametrize("n_before", [0, 2])
def test_a_torn_last_line_is_cut_off(n_before: int, tmp_path: Path, no_sync: None) -> None:
    """Wherever a crash has torn it: the whole lines stay, and the next game is written as if nothing had happened."""
    games = [finished_game("gtp:囲碁 [x]", number=number) for number in range(n_before + 1)]
    with Store(tmp_path) as store:
        store.add(games, TERMS)
        kept = store.games(TERMS)
    whole = (tmp_path / FILE).read_bytes()
    last = whole.rfind(b"\n", 0, -1) + 1
    for end in range(last, len(whole)):
        (tmp_path / FILE).write_bytes(whole[:end])
        with Store(tmp_path) as store:
            assert store.games(TERMS) == kept[:-1]
            assert (tmp_path / FILE).read_bytes() == whole[:last]
            store.add(games[-1:], TERMS)
            assert store.games(TERMS) == kept
        assert (tmp_path / FILE).read_bytes() == whole


def lose(line: bytes, pattern: bytes) -> bytes:
    """The line without what matches."""
    left, n = re.subn(pattern, b"", line)
    assert n == 1
    return left


DAMAGE = {
    "an empty line": lambda _: b"\n",
    "somebody's words": lambda _: b"hello\n",
    "only the end": lambda line: line[40:],
    "only the beginning": lambda line: line[:-40] + b"\n",
    "two in one": lambda line: line[:-40] + line,
    "zeros in the moves": lambda line: line.replace(b"];W[", b"\0\0\0\0"),
    "zeros in the root": lambda line: line.replace(b"]RE[", b"\0\0\0\0"),
    "a carriage return": lambda line: line.replace(b"];W[", b"]\r;W["),
    "line ends of Windows": lambda line: line.replace(b"\n", b"\r\n"),
    "no parenthesis": lambda line: line.replace(b")\n", b"\n"),
    "no terms": lambda line: lose(line, rb"GC\[.*?\]"),
    "no reason": lambda line: lose(line, rb"C\[black.*?\]"),
    "no number": lambda line: line.replace(b"RO[1]", b"RO[one]"),
    "an empty result": lambda line: line.replace(b"RE[B+17.5]", b"RE[]"),
    "no winner": lambda line: line.replace(b"RE[B+17.5]", b"RE[?]"),
    "no margin": lambda line: line.replace(b"RE[B+17.5]", b"RE[B+17.5.1]"),
    "no UTF-8": lambda line: line.replace(b"PB[random]", b"PB[\xff]"),
}


@pytest.mark.parametrize("damage", DAMAGE)
def test_damage_is_reported_and_not_repaired(damage: str, tmp_path: Path) -> None:
    with Store(tmp_path) as store:
        store.add([finished_game(number=number) for number in range(3)], TERMS)
    lines = (tmp_path / FILE).read_bytes().splitlines(keepends=True)
    assert DAMAGE[damage](lines[1]) != lines[1]
    broken = lines[0] + DAMAGE[damage](lines[1]) + lines[2] + b"(;a torn"
    (tmp_path / FILE).write_bytes(broken)
    for _ in range(2):  # the second time as well: nothing is locked any more
        with pytest.raises(DamagedFile) as told:
            Store(tmp_path)
        assert str(told.value).startswith(f"{tmp_path / FILE}: line 2 is not a game that semeai wrote (")
        assert len(str(told.value).splitlines()) == 1
    assert (tmp_path / FILE).read_bytes() == broken


def flipped(data: bytes, bit: int) -> bytes:
    return data[: bit // 8] + bytes([data[bit // 8] ^ 1 << bit % 8]) + data[bit // 8 + 1 :]


def test_every_flipped_bit_is_noticed(tmp_path: Path) -> None:
    with Store(tmp_path) as store:
        store.add([finished_game(number=number) for number in range(2)], TERMS)
    path = tmp_path / FILE
    data = path.read_bytes()
    for bit in range(8 * len(data)):
        path.write_bytes(flipped(data, bit))
        with pytest.raises(DamagedFile, match=f"^{path}"):
            StoredGames(tmp_path)
        assert path.read_bytes() == flipped(data, bit)


def unsealed(data: bytes) -> bytes:
    """The file as older versions wrote it."""
    return re.sub(rb"DIGEST\[[0-9a-f]{64}\]", b"", data)


def test_games_of_older_versions_are_read_as_unchecked(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    games = [finished_game(number=number) for number in range(3)]
    with Store(tmp_path) as store:
        kept = store.add(games[:2], TERMS)
        assert store.n_unchecked == 0
        say_unchecked(store)
    assert capsys.readouterr().err == ""
    path = tmp_path / FILE
    path.write_bytes(unsealed(path.read_bytes()))
    with Store(tmp_path) as store:
        assert store.games(TERMS) == kept
        assert store.n_unchecked == 2
        say_unchecked(store)
        store.add(games[2:], TERMS)
    said = f"semeai: 2 games in {path} have no digest (an older version wrote them), so damage to them is not noticed\n"
    assert capsys.readouterr().err == said
    found = StoredGames(tmp_path)
    assert (len(found.all_games()), found.n_unchecked) == (3, 2)


def test_a_disk_that_is_full(tmp_path: Path) -> None:
    """A line, and no more; what was played before is there."""
    arguments = ("match", "wally", "random", "--size", "5", "--sgf", "games", "--seed", "3")
    assert call(*arguments, "--games", "4", cwd=tmp_path).returncode == 0
    before = (tmp_path / "games" / FILE).read_bytes()
    limit = partial(resource.setrlimit, resource.RLIMIT_FSIZE, (len(before) + 300, len(before) + 300))
    full = program(*arguments, "--games", "8", cwd=tmp_path, preexec_fn=limit)
    assert (full.returncode, full.stdout) == (1, "")
    assert said_lines(full.stderr)[-1] == (
        f"semeai: cannot write games/{FILE}: {os.strerror(errno.EFBIG)}; saved work is safe. Run the same "
        "command to continue"
    )
    assert "Traceback" not in full.stderr
    again = call(*arguments, "--games", "8", cwd=tmp_path)
    assert again.returncode == 0
    data = (tmp_path / "games" / FILE).read_bytes()
    assert data.startswith(before)
    assert data.count(b"\n") == 8


def test_a_disk_that_is_full_when_reports_are_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "replace", full)
    ended = call("match", "wally", "random", "--size", "5", "--games", "2", "--sgf", "games", "--json", cwd=tmp_path)
    assert (ended.returncode, ended.stdout) == (1, "")
    assert said_lines(ended.stderr) == ["semeai: games/report.txt: no space left on device"]


# -- one process at a time ---------------------------------------------------------------------------------------------


def test_one_store_at_a_time(tmp_path: Path) -> None:
    with Store(tmp_path), pytest.raises(OSError, match=f"^{tmp_path} is in use by process {os.getpid()}$"):
        Store(tmp_path)
    with Store(tmp_path):
        pass


HOLDER = """
import sys
from pathlib import Path
from semeai.arena.store import Store
with Store(Path(sys.argv[1])):
    print("open", flush=True)
    sys.stdin.read()
"""


def test_a_store_is_free_once_its_holder_is_killed(tmp_path: Path) -> None:
    command = [sys.executable, "-c", HOLDER, str(tmp_path)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as holder:
        assert isinstance(holder.stdout, io.BufferedReader)
        assert holder.stdout.readline() == b"open\n"
        for _ in range(2):
            with pytest.raises(OSError, match=f"^{tmp_path} is in use by process {holder.pid}$"):
                Store(tmp_path)
        holder.kill()
    with Store(tmp_path) as store:
        store.add([finished_game()], TERMS)
        assert len(store.games(TERMS)) == 1


# -- other terms -------------------------------------------------------------------------------------------------------

OTHER_TERMS = {
    "size": replace(TERMS, rules=Rules(size=6)),
    "komi": replace(TERMS, rules=Rules(size=5, komi=6.5)),
    "rules": replace(TERMS, rules=Rules.preset("japanese", size=5, komi=7.5)),
    "suicide": replace(TERMS, rules=Rules(size=5, suicide=True)),
    "move limit": replace(TERMS, rules=Rules(size=5, move_limit=50)),
    "at the limit": replace(TERMS, rules=Rules(size=5, move_limit=250, at_move_limit="black-loses")),
    "random opening": replace(TERMS, openings=Openings(2)),
    "seed": replace(TERMS, seed=1),
    "colors": replace(TERMS, colors=Colors.A_BLACK),
    "time": replace(TERMS, clock=parse_time("10m")),
    "other time": replace(TERMS, clock=parse_time("10m+5x30s")),
    "pondering": replace(TERMS, ponder=True),
}


def test_games_under_other_terms_are_not_mixed_in(tmp_path: Path) -> None:
    with Store(tmp_path) as store:
        first = store.add([finished_game(number=0), finished_game(number=1)], TERMS)
        kept = {name: store.add([finished_game(number=7)], its) for name, its in OTHER_TERMS.items()}
    with Store(tmp_path) as store:
        for name, its in OTHER_TERMS.items():
            assert store.games(its) == kept[name], name
            assert store.n_other(its) == len(OTHER_TERMS) + 1
        assert store.games(TERMS) == first
        assert store.n_other(TERMS) == len(OTHER_TERMS)


def test_position_files_are_known_by_what_they_hold(tmp_path: Path) -> None:
    one, same, other = tmp_path / "one.txt", tmp_path / "same.txt", tmp_path / "other.txt"
    one.write_text(DIAGRAM)
    same.write_text(DIAGRAM)
    other.write_text(DIAGRAM[::-1])
    described = [
        Terms(Rules(size=5), Openings(positions=read_openings(files))).describe()
        for files in ((one,), (same,), (other,))
    ]
    assert described[0] == described[1]
    assert described[0] != described[2]
    two, swapped = (
        Terms(Rules(size=5), Openings(positions=read_openings(files))).describe()
        for files in ((one, other), (other, one))
    )
    assert two != swapped
    one.write_text(DIAGRAM[::-1])
    assert Terms(Rules(size=5), Openings(positions=read_openings([one]))).describe() == described[2]


def test_a_limit_of_moves_that_no_board_can_hold() -> None:
    with pytest.raises(ValueError, match="expected a move limit of at most 20000, found 20001"):
        Terms(Rules(move_limit=20_001))


# -- together with a competition ---------------------------------------------------------------------------------------


def test_players_whose_names_the_store_changes(tmp_path: Path) -> None:
    """A line break or a second space in a specification is not kept, and yet its games are its own."""
    script = tmp_path / "pass.py"
    script.write_text(
        "import sys\n"
        "for line in sys.stdin:\n"
        "    number, command, *_ = line.split()\n"
        "    text = {'list_commands': 'genmove', 'genmove': 'pass'}.get(command, '')\n"
        "    print(f'={number} {text}', end='\\n\\n', flush=True)\n"
    )
    pairing = Pairing("wally", f"gtp:{sys.executable}  -S\n{script}", 2)
    found = []
    for _ in range(2):
        with Store(tmp_path) as store:
            competition = Competition([pairing], TERMS, store)
            found.append(competition.n_found)
            competition.run(Means(), lambda *_: None)
            assert competition.n_left == 0
            assert competition.points(pairing) == [1, 1]
    assert found == [0, 2]
    without_store = Competition([pairing], TERMS)
    without_store.run(Means(), lambda *_: None)
    assert without_store.points(pairing) == [1, 1]


def test_repeated_games_are_told_with_and_without_a_store(tmp_path: Path) -> None:
    pairing, its = Pairing("wally", "random", 40), Terms(Rules(size=2))
    groups = []
    with Store(tmp_path) as store:
        for competition in (Competition([pairing], its, store), Competition([pairing], its)):
            competition.run(Means(), lambda *_: None)
            same: dict[tuple[str, str], list[int]] = {}
            for game in competition.games(pairing):
                same.setdefault((game.black, game.moves), []).append(game.number)
            groups.append(sorted(same.values()))
    assert groups[0] == groups[1]
    assert 1 < len(groups[0]) < 40

"""Tournament files: who meets whom, what is wrong with a file, what counts when it changes."""

import json
from itertools import permutations
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from semeai.arena.match import Competition, Means
from semeai.arena.report import Report, make_report
from semeai.arena.schedule import Colors
from semeai.arena.sprt import Sprt, SprtVerdict
from semeai.arena.store import FILE, Store
from semeai.arena.tournament import MAX_BYTES, Tournament, read_tournament
from semeai.go.rules import Rules

SMALL = 'size = 5\ngames = 4\nplayers = ["random", "wally", "wally:noise=0.2"]\n'
ENTRANT = SMALL.replace('"]', '", "wally:noise=0.5"]')
DIAGRAM = ".....\n..X..\n.....\n..O..\n.....\n"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Where a tournament file may be."""
    return tmp_path / "small.toml"


def read(file: Path, text: str) -> Tournament:
    file.write_text(text)
    return read_tournament(file)


def hold(file: Path, text: str) -> tuple[list[tuple[str, str, int]], Report]:
    """Hold the tournament in `text` with the games that are there; returns the games that were played, and the report.

    All that is due has then been played.
    """
    its = read(file, text)
    played = []
    with Store(file.parent / "store") as store:
        competition = its.competition(store)
        competition.run(Means(), lambda pairing, game: played.append((pairing.a, pairing.b, game.number)))
        assert competition.n_left == 0
        return played, make_report(competition, its.labels, its.anchor)


def lines(file: Path) -> list[str]:
    """The stored games."""
    return (file.parent / "store" / FILE).read_text().splitlines()


def standing(report: Report) -> list[tuple[str, str, int, int, int]]:
    """All that a report says of the pairings."""
    return sorted((row.a, row.b, row.games, row.a_wins, row.draws) for row in report.rows)


# -- what a file says --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "pairs"),
    [
        ("round-robin", {"random wally", "random wally:noise=0.2", "wally wally:noise=0.2"}),
        ("gauntlet", {"random wally", "wally wally:noise=0.2"}),
        ("ladder", {"random wally", "random wally:noise=0.2"}),
    ],
)
@pytest.mark.parametrize(
    "players",
    ['players = ["wally", "random", "wally:noise=0.2"]', '[players]\nw = "wally"\nr = "random"\nn = "wally:noise=0.2"'],
)
def test_who_meets_whom(kind: str, pairs: set[str], players: str, file: Path) -> None:
    its = read(file, f'kind = "{kind}"\ngames = 7\n{players}\n')
    assert {f"{pairing.a} {pairing.b}" for pairing in its.pairings} == pairs
    assert [pairing.n_games for pairing in its.pairings] == [7] * len(pairs)


def test_everything_that_can_be_said(file: Path) -> None:
    (file.parent / "a.txt").write_text(DIAGRAM)
    (file.parent / "more").mkdir()
    (file.parent / "more" / "b.txt").write_text(DIAGRAM)
    its = read(
        file,
        """
        kind = "gauntlet"
        games = 1000000
        rules = "japanese"
        size = 5
        komi = -3.5
        handicap = 0
        move_limit = 77
        seed = -4
        colors = "a-white"
        openings = ["a.txt", "more"]
        random_opening = 3
        time = "10m+5x30s"
        ponder = true
        sprt = "0,50"
        anchor = "The random one"
        [players]
        "The random one" = "random"
        "GNU Go" = "gtp:gnugo --mode gtp"
        """,
    )
    assert its.labels == {"random": "The random one", "gtp:gnugo --mode gtp": "GNU Go"}
    assert its.anchor == "random"
    assert its.sprt == Sprt(0, 50)
    assert its.terms.rules == Rules.preset("japanese", size=5, komi=-3.5, move_limit=77)
    assert its.terms.colors is Colors.A_WHITE
    assert [position.path.name for position in its.terms.openings.positions] == ["a.txt", "b.txt"]
    for said in ("komi -3.5", "after 77 moves", "2 positions (", "3 random moves", "colors a-white", "seed -4"):
        assert said in its.terms.describe()
    assert its.terms.describe().endswith("time 10m+5x30s; pondering")


def test_what_need_not_be_said(file: Path) -> None:
    its = read(file, 'players = ["random", "wally"]')
    assert [(pairing.a, pairing.b, pairing.n_games) for pairing in its.pairings] == [("random", "wally", 100)]
    assert its.labels == {"random": "random", "wally": "wally"}
    assert its.terms.rules == Rules(move_limit=810)
    assert (its.anchor, its.sprt, its.terms.clock) == (None, None, None)


def test_a_label_of_nothing_is_no_anchor(file: Path) -> None:
    assert read(file, 'players = {"" = "random", w = "wally"}').anchor is None


@pytest.mark.parametrize("anchor", ["w", "wally"])
def test_an_anchor_goes_by_its_label_or_its_specification(anchor: str, file: Path) -> None:
    assert read(file, f'anchor = "{anchor}"\nplayers = {{r = "random", w = "wally"}}').anchor == "wally"


def test_positions_decide_the_size(file: Path) -> None:
    (file.parent / "a.txt").write_text(DIAGRAM)
    assert read(file, 'players = ["random", "wally"]\nopenings = ["a.txt"]').terms.rules.size == 5


# -- what is wrong with a file -----------------------------------------------------------------------------------------

OK = 'players = ["random", "wally"]\n'

MISTAKES = {
    "nothing": ("", ["players: Field required"]),
    "not TOML": ("kind = ", ["Invalid value (at end of document)"]),
    "not text": (b"\xff\xfe", ["can't decode byte 0xff"]),
    "too large": (b"#" * (MAX_BYTES + 1), ["larger than 1000000 bytes"]),
    "too deep": ("players = " + "[" * 5_000, ["nested too deeply"]),
    "a key that is none": (OK + "sise = 5", ["sise: Extra inputs are not permitted"]),
    "a key of two lines": (OK + '"a\\nb" = 5', ["a b: Extra inputs are not permitted"]),
    "a table too many": (OK + "[table]\nx = 1", ["table: Extra inputs"]),
    "one player": ('players = ["random"]', ["players: expected two or more different players"]),
    "nobody": ("players = {}", ["players: expected two or more different players"]),
    "twice in a list": (
        'players = ["random", "wally", "random"]',
        ["players: expected two or more different players"],
    ),
    "twice by other names": (
        'players = {a = "wally", b = "wally"}',
        ["players: expected two or more different players"],
    ),
    "twice but for spaces": (
        'players = ["gtp:a b", "gtp:a  b"]',
        ["players: expected two or more different players"],
    ),
    "players of no kind": (
        "players = 3",
        ["players: Input should be a valid dictionary", "players: Input should be a valid list"],
    ),
    "a number for a player": ('players = {a = "random", b = 3}', ["players.b: Input should be a valid string"]),
    "specifications": (
        'players = ["nobody", "random:x=1", "wally:noise=2", "wally:noise=x", "gtp:"]',
        [
            "no player called 'nobody'",
            "random has no setting 'x'",
            "wally:noise must be a share, 0 to 1, not 2",
            "wally:noise must be of type float, not 'x'",
            "gtp needs the command of a program",
        ],
    ),
    "kind": (OK + 'kind = "knockout"', ["kind: Input should be 'round-robin', 'gauntlet' or 'ladder'"]),
    "no games": (OK + "games = 0", ["games: Input should be greater than or equal to 1"]),
    "too many games": (OK + "games = 1000001", ["games: Input should be less than or equal to 1000000"]),
    "half a game": (OK + "games = 1.5", ["games: Input should be a valid integer"]),
    "rules": (OK + 'rules = "chess"', ["rules: unknown rules 'chess'; choose one of tromp-taylor"]),
    "size": (OK + "size = 20", ["size: size must be 2 to 19, not 20"]),
    "komi": (OK + "komi = 0.3", ["komi: komi must be a multiple of 0.5"]),
    "no komi": (OK + "komi = nan", ["komi: komi must be at most 361 points, not nan"]),
    "move limit": (OK + "move_limit = 0", ["move_limit: move_limit must be positive, not 0"]),
    "long move limit": (OK + "move_limit = 1000000", ["expected a move limit of at most 20000, found 1000000"]),
    "one handicap stone": (OK + "handicap = 1", ["handicap must be 0 or 2 to 80, not 1"]),
    "no place for a handicap": (OK + "handicap = 2\nsize = 5", ["a 5x5 board allows no fixed handicap"]),
    "colors": (OK + 'colors = "red"', ["colors: Input should be 'swap', 'a-black' or 'a-white'"]),
    "random opening": (OK + "random_opening = -1", ["random_opening: Input should be greater than or equal to 0"]),
    "time": (OK + 'time = "soon"', ["time: expected a time limit such as 10m (absolute)"]),
    "empty time": (OK + 'time = ""', ["found ''"]),
    "sprt": (OK + 'sprt = "1"', ["sprt: expected a test as elo0,elo1 or elo0,elo1,alpha,beta"]),
    "sprt the wrong way": (OK + 'sprt = "50,0"', ["sprt: expected finite elo0 below elo1"]),
    "anchor": (OK + 'anchor = "nobody"', ["anchor: 'nobody' is not one of the players"]),
    "no openings": (OK + 'openings = ["nowhere"]', ["no position file ", "nowhere"]),
    "one opening of two": (OK + 'openings = ["five.txt", "nowhere"]', ["no position file ", "nowhere"]),
    "an empty folder": (OK + 'openings = ["empty"]', ["no position files in ", "empty"]),
    "a position that is none": (
        OK + 'openings = ["small.toml"]',
        ["small.toml: line 1: expected ", " points, one for each row, found 26"],
    ),
    "a position of another size": (
        OK + 'size = 7\nopenings = ["five.txt"]',
        ["five.txt: expected a position of 7x7, found 5x5"],
    ),
    "positions of two sizes": (
        OK + 'openings = ["five.txt", "three.txt"]',
        ["three.txt: expected a position of 5x5, found 3x3"],
    ),
    "handicap and position": (OK + 'handicap = 2\nopenings = ["five.txt"]', ["handicap stones need an empty board"]),
    "all at once": (
        'players = ["nobody", "wally:x=1"]\n'
        'games = 0\nrules = "x"\nsize = 1\nkomi = 0.1\ntime = "x"\nsprt = "x"\ny = 1',
        ["'nobody'", "setting 'x'", "games: ", "rules: ", "size: ", "komi: ", "time: ", "sprt: ", "y: Extra"],
    ),
    "all but the players": (
        OK + 'move_limit = -1\nanchor = "x"\ntime = "x"\nsprt = "x"\nkind = "x"\ncolors = "x"',
        ["move_limit: ", "anchor: ", "time: ", "sprt: ", "kind: ", "colors: "],
    ),
}


@pytest.mark.parametrize("mistake", MISTAKES)
def test_mistakes_are_told_in_one_line(mistake: str, file: Path) -> None:
    (file.parent / "five.txt").write_text(DIAGRAM)
    (file.parent / "three.txt").write_text("...\n.X.\n...\n")
    (file.parent / "empty").mkdir()
    text, problems = MISTAKES[mistake]
    file.write_bytes(text if isinstance(text, bytes) else text.encode())
    message = problem_of(file)
    assert message.startswith(f"{file}: ")
    assert len(message.splitlines()) == 1
    for problem in problems:
        assert problem in message


def problem_of(file: Path) -> str:
    """What is wrong with a file, "" when nothing is."""
    try:
        read_tournament(file)
    except ValueError as error:
        return str(error)
    return ""


def test_a_file_that_is_not_there(file: Path) -> None:
    with pytest.raises(FileNotFoundError):
        read_tournament(file)
    with pytest.raises(IsADirectoryError):
        read_tournament(file.parent)


SCALARS = (
    st.integers().map(str)
    | st.floats().map(str)
    | st.sampled_from(["true", "[]", "{}", "[[1]]", "1979-05-27", "10_0", "1e400", "9" * 5000, '"""\n"""'])
    | st.text(max_size=8).map(json.dumps)
    | st.sampled_from(["swap", "ladder", "0,50", "5s/move", "random", "zela", ".", "tiny.txt"]).map(json.dumps)
)
SPECS = st.sampled_from(["random", "wally", "wally:noise=0.5", "wally:noise=nan", "gtp:x", "gtp:x\ty", "nobody:"])
SETTINGS = [
    *("kind", "games", "rules", "size", "komi", "handicap", "move_limit", "seed", "colors", "openings"),
    *("random_opening", "time", "ponder", "sprt", "anchor", "wishes"),
]


@st.composite
def nearly_right(draw: st.DrawFn) -> bytes:
    """Texts in TOML that might make a tournament."""
    players = draw(st.lists(SPECS, min_size=2, max_size=4, unique=True))
    said = draw(st.dictionaries(st.sampled_from(SETTINGS), SCALARS | SCALARS.map("[{}]".format), max_size=4))
    text = "".join(f"{key} = {value}\n" for key, value in said.items())
    return f"players = {json.dumps(players)}\n{text}".encode()


@pytest.fixture(scope="module")
def fuzzed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("fuzz")
    (folder / "tiny.txt").write_text("..\n..\n")
    return folder / "fuzz.toml"


@settings(max_examples=500)
@given(st.binary() | st.text().map(str.encode) | nearly_right())
def test_no_file_is_too_strange(fuzzed: Path, data: bytes) -> None:
    """It is a tournament that can begin, or is told to be none."""
    fuzzed.write_bytes(data)
    if message := problem_of(fuzzed):
        assert message.startswith(f"{fuzzed}: ")
        assert len(message.splitlines()) == 1
    else:
        its = read_tournament(fuzzed)
        assert its.pairings
        assert len(its.terms.describe().splitlines()) == 1
        its.terms.openings.start(0, its.terms.rules, its.terms.seed)


# -- files that change -------------------------------------------------------------------------------------------------


def test_the_order_of_the_players_does_not_matter(tmp_path: Path) -> None:
    kept, stood = [], []
    for i, order in enumerate(permutations(["random", "wally", "wally:noise=0.2"])):
        (tmp_path / str(i)).mkdir()
        file = tmp_path / str(i) / "t.toml"
        stood.append(standing(hold(file, f"size = 5\ngames = 2\nplayers = {json.dumps(order)}")[1]))
        kept.append(sorted(lines(file)))
    assert len(kept[0]) == 6
    assert all(other == kept[0] for other in kept)
    assert all(other == stood[0] for other in stood)


def test_nothing_is_played_twice(file: Path) -> None:
    played, report = hold(file, SMALL)
    assert len(set(played)) == len(played) == 12
    again, same = hold(file, SMALL)
    assert again == []
    assert standing(same) == standing(report)
    assert len(lines(file)) == 12


def test_an_entrant_plays_and_the_others_need_not(file: Path) -> None:
    before = standing(hold(file, SMALL)[1])
    kept = lines(file)
    played, report = hold(file, ENTRANT)
    assert len(played) == 12
    assert all("wally:noise=0.5" in game for game in played)
    assert lines(file)[:12] == kept
    assert [row for row in standing(report) if "wally:noise=0.5" not in row] == before


def test_more_games_are_the_next_ones(file: Path) -> None:
    hold(file, SMALL)
    kept = lines(file)
    played, _ = hold(file, SMALL.replace("games = 4", "games = 7"))
    assert sorted({number for _, _, number in played}) == [4, 5, 6]
    assert len(played) == 9
    assert lines(file)[:12] == kept
    assert len(lines(file)) == 21
    fresh = file.parent / "fresh"
    fresh.mkdir()
    hold(fresh / "t.toml", SMALL.replace("games = 4", "games = 7"))
    assert sorted(lines(file)) == sorted(lines(fresh / "t.toml"))


def test_fewer_games_count_but_none_is_lost(file: Path) -> None:
    _, whole = hold(file, SMALL)
    played, fewer = hold(file, SMALL.replace("games = 4", "games = 2"))
    assert played == []
    assert [row.games for row in fewer.rows] == [2, 2, 2]
    assert standing(hold(file, SMALL)[1]) == standing(whole)


def test_who_is_taken_out_leaves_the_report_and_not_the_store(file: Path) -> None:
    _, small = hold(file, SMALL)
    _, whole = hold(file, ENTRANT)
    played, without = hold(file, SMALL)
    assert played == []
    assert len(lines(file)) == 24
    assert "wally:noise=0.5" not in without.names
    assert standing(without) == standing(small)
    played, back = hold(file, ENTRANT)
    assert played == []
    assert standing(back) == standing(whole)


@pytest.mark.parametrize(
    "changed",
    ["komi = 0.5", "seed = 1", "random_opening = 2", 'rules = "japanese"', 'colors = "a-black"', "move_limit = 60"],
)
def test_games_under_other_terms_are_not_mixed_and_not_lost(changed: str, file: Path) -> None:
    before = hold(file, SMALL)[1]
    kept = lines(file)
    played, report = hold(file, f"{changed}\n{SMALL}")
    assert len(played) == 12
    assert [row.games for row in report.rows] == [4, 4, 4]
    with Store(file.parent / "store") as store:
        assert store.n_other(read_tournament(file).terms) == 12
    played, back = hold(file, SMALL)
    assert played == []
    assert standing(back) == standing(before)
    assert lines(file)[:12] == kept
    assert len(lines(file)) == 24


def test_a_label_is_only_a_label(file: Path) -> None:
    labelled = 'size = 5\ngames = 4\nplayers = {"random" = "random", "wally" = "wally", "%s" = "wally:noise=0.2"}'
    first = hold(file, labelled % "one")[1]
    played, second = hold(file, labelled % "two")
    assert played == []
    assert second.names == first.names
    assert standing(second) == standing(first)
    assert (first.labels["wally:noise=0.2"], second.labels["wally:noise=0.2"]) == ("one", "two")


def test_changed_positions_are_other_terms(file: Path) -> None:
    (file.parent / "a.txt").write_text(DIAGRAM)
    text = f'openings = ["a.txt"]\n{SMALL}'
    assert len(hold(file, text)[0]) == 12
    (file.parent / "a.txt").write_text(DIAGRAM.replace("O", "."))
    assert len(hold(file, text)[0]) == 12
    (file.parent / "a.txt").write_text(DIAGRAM)
    assert hold(file, text)[0] == []


def test_a_test_ends_pairings_early_and_the_anchor_is_at_zero(file: Path) -> None:
    players = 'players = {r = "random", w = "wally", x = "wally:noise=0.5"}'
    text = f'size = 5\ngames = 1000\nsprt = "-100,0"\nanchor = "r"\n{players}'
    played, report = hold(file, text)
    assert len(played) < 3 * 1000
    assert {row.sprt is not None for row in report.rows} == {True}
    assert {row.name: row.elo for row in report.ratings.rows}["random"] == 0
    its = read_tournament(file)
    with Store(file.parent / "store") as store:
        again = Competition(its.pairings, its.terms, store, its.sprt)
        assert {again.verdict(pairing) for pairing in again.pairings} <= {SprtVerdict.H0, SprtVerdict.H1}

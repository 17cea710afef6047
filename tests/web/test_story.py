"""The story of a run without a browser: its ancestors, progress, sentences and population."""

import json
import zlib
from pathlib import Path

import numpy as np
import pytest

from semeai.archive import pack
from semeai.evolve import METHODS
from semeai.files import DamagedFile
from semeai.go.points import BLACK, WHITE
from semeai.go.rules import Rules
from semeai.lab.checkpoints import CURRENT, KIND, VERSION
from semeai.players.champion import Champion, pack_champion
from semeai.players.local import FEATURES
from semeai.web.ancestors import (
    Ancestor,
    beat_parent,
    beaten_players,
    champion_at,
    duel,
    find_ancestors,
    first_node,
    side_of,
    thinned,
)
from semeai.web.chronicle import HOW, events, introduction
from semeai.web.genome_svg import MAX_CELLS, genes_svg
from semeai.web.pace import format_span, progress_words, recent_pace
from semeai.web.population import MAX_CANDIDATES, MAX_GENES, population_png, read_populations


def write_champion(path: Path, genome: list[float], size: int = 5) -> Path:
    champion = Champion(
        player="local",
        genome=np.array(genome),
        rules=Rules(size=size, move_limit=100),
        method="ga",
        problem={"name": "local"},
        seed=1,
        generation=0,
        row={},
        provenance={},
    )
    path.write_bytes(pack_champion(champion))
    return path


# -- ancestors ---------------------------------------------------------------------------------------------------------


def test_ancestors_come_in_order_and_other_files_are_left_out() -> None:
    names = ["000012.npz", "000003.npz", "x onerror=hit(1) .npz", "000003-black.npz", "000001-white.npz"]
    found = find_ancestors([Path(name) for name in names])
    assert [(one.generation, one.side) for one in found] == [(1, "white"), (3, ""), (3, "black"), (12, "")]
    assert [one.side for one in side_of(found, BLACK)] == ["", "black", ""]
    assert [one.side for one in side_of(found, WHITE)] == ["white", "", ""]


def test_the_champion_of_a_generation_is_the_last_one_before_it() -> None:
    found = [Ancestor(g, "", Path(str(g))) for g in (2, 5, 9)]
    assert [champion_at(found, g) for g in (0, 2, 4, 5, 100)] == [None, found[0], found[0], found[1], found[2]]


@pytest.mark.parametrize("n", [0, 1, 7, 8, 100])
def test_thinned_keeps_the_ends(n: int) -> None:
    found = [Ancestor(g, "", Path(str(g))) for g in range(n)]
    few = thinned(found, 7)
    assert len(few) == min(n, 7)
    assert few[:1] == found[:1]
    assert few[-1:] == found[-1:]
    assert len(set(few)) == len(few)


@pytest.fixture(scope="module")
def pair(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """A champion that plays, and a parent that fills its own eyes and avoids captures."""
    folder = tmp_path_factory.mktemp("champions")
    good = {"capture": 1.0, "rescue": 1.0, "atari": 0.5, "self_atari": -1.0}
    genomes = [[sign * good.get(name, 0.0) for name in FEATURES] for sign in (1, -1)]
    return write_champion(folder / "000001.npz", genomes[0]), write_champion(folder / "000000.npz", genomes[1])


def test_a_duel_is_the_same_for_the_same_seed(pair: tuple[Path, Path]) -> None:
    one, same, other = (duel(*pair, seed) for seed in (1, 1, 2))
    assert one.result is not None
    assert one.board.moves == same.board.moves != other.board.moves


def test_a_champion_beats_its_parent_or_says_that_it_does_not(pair: tuple[Path, Path]) -> None:
    good, bad = pair
    proof = beat_parent(good, bad)
    assert proof is not None
    assert proof.game.result is not None
    assert proof.game.result.winner == proof.color
    assert beat_parent(bad, good) is None


def test_champions_of_other_boards_do_not_meet(pair: tuple[Path, Path], tmp_path: Path) -> None:
    other = write_champion(tmp_path / "000000.npz", [0.0] * len(FEATURES), size=7)
    with pytest.raises(ValueError, match="different sizes"):
        duel(pair[0], other, 0)


def test_the_players_that_a_person_has_beaten(tmp_path: Path) -> None:
    def write(name: str, black: str, white: str, result: str) -> None:
        text = f"(;FF[4]GM[1]PB[a\\]b]SEATS[{black}][{white}]RE[{result}];B[aa];W[bb])"
        (tmp_path / f"{name}.sgf").write_text(text)

    write("one", "you", "champion:runs/a/000001.npz", "B+3.5")
    write("two", "champion:black", "you", "W+R")
    write("three", "you", "rave", "W+1")
    write("four", "you", "you", "B+1")
    write("five", "you", "uct", "")
    (tmp_path / "six.sgf").write_bytes(b"\xff(;SEATS[you")
    (tmp_path / "seven.sgf").mkdir()
    assert beaten_players(tmp_path) == {"champion:runs/a/000001.npz", "champion:black"}
    assert beaten_players(tmp_path / "nothing") == set()


def test_the_first_node_ends_where_the_game_begins() -> None:
    assert first_node("x(;A[1][2]B[a\\];C[3]] ;B[aa]RE[B+1])") == {"A": ["1", "2"], "B": ["a\\];C[3"]}
    assert first_node("nothing") == {}


# -- progress ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ((11, 400, 12.0, True), "11 of 400 generations, 12 s each, 1 h 18 left"),
        ((0, 400, None, True), "0 of 400 generations"),
        ((1, None, None, False), "1 generation"),
        ((1_000, 2_000, 0.25, False), "1,000 of 2,000 generations"),
        ((50, 50, 3.0, False), "50 generations"),
        ((50, 50, 3.0, True), "50 of 50 generations, 3.0 s each"),
    ],
)
def test_progress_is_told_in_words(given: tuple[int, int | None, float | None, bool], words: str) -> None:
    assert progress_words(*given) == words


@pytest.mark.parametrize(
    ("seconds", "text"),
    [
        (0.01, "0.1 s"),
        (9.94, "9.9 s"),
        (9.96, "10 s"),
        (99, "99 s"),
        (240, "4 min"),
        (3570, "1 h 00"),
        (4200, "1 h 10"),
    ],
)
def test_spans_have_one_unit_that_fits(seconds: float, text: str) -> None:
    assert format_span(seconds) == text


def test_the_pace_leaves_out_the_first_generation_and_lines_that_say_nothing(tmp_path: Path) -> None:
    assert recent_pace(tmp_path) is None
    lines = [{"seconds": 60.0}, {"seconds": 2}, {"seconds": "x"}, {"seconds": -1}, ["a"], {"seconds": 4.0}]
    (tmp_path / "times.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines) + '{"seco')
    assert recent_pace(tmp_path) == 3.0


def test_the_pace_reads_the_end_of_a_long_file(tmp_path: Path) -> None:
    line = '{"generation": 1, "seconds": %s, "at": "2026"}\n'
    (tmp_path / "times.jsonl").write_text(line % "9.0" * 10_000 + line % "1.0" * 500)
    assert recent_pace(tmp_path) == 1.0


# -- sentences ---------------------------------------------------------------------------------------------------------


def test_every_method_is_introduced() -> None:
    assert set(METHODS) == set(HOW)
    assert introduction("ga", "ga on 5x5\n<b>")[0] == "This run: ga on 5x5 <b>."
    assert introduction("unknown", "")[0] == "This run is about to begin."


def test_events_are_told_once_and_the_latest_first() -> None:
    shares = [0.1, 0.2, 0.3, 0.6, 0.55, 0.6]
    rows = [{"generation": i, "share": s, "diversity": 1 - 0.15 * i} for i, s in enumerate(shares)]
    assert events(rows) == [
        "Generation 4: the population has lost half of its diversity.",
        "Generation 3: the best reaches 50% of the points for the first time.",
        "Generation 3: the best small exam so far, 60%.",
        "Generation 2: the best reaches 25% of the points for the first time.",
        "Generation 0: the best of a random population wins 10% of the points.",
    ]
    assert events([]) == []


def test_openings_are_told_when_they_change() -> None:
    rows = [{"plurality": move, "support": 0.5} for move in ("A1", "A1", "B2")]
    assert [text.partition(":")[0] for text in events(rows)] == ["Row 2", "Row 0"]


# -- the population ----------------------------------------------------------------------------------------------------


def write_state(folder: Path, **arrays: np.ndarray) -> None:
    (folder / CURRENT).write_bytes(pack(KIND, VERSION, {"n_generations": 1, "rows": ""}, arrays))


def test_populations_are_read_by_side_and_thinned(tmp_path: Path) -> None:
    assert read_populations(tmp_path) == {}
    write_state(tmp_path, genomes=np.ones((500, 3)), champion=np.ones(3))
    assert {name: one.shape for name, one in read_populations(tmp_path).items()} == {"": (MAX_CANDIDATES, 3)}
    sides = {f"{side}.evolver.weights": np.ones((4, 1000), dtype=np.float32) for side in ("black", "white")}
    write_state(tmp_path, **sides)
    assert {name: one.shape for name, one in read_populations(tmp_path).items()} == {
        "black": (4, MAX_GENES),
        "white": (4, MAX_GENES),
    }


def test_a_population_of_no_numbers_is_damage(tmp_path: Path) -> None:
    write_state(tmp_path, genomes=np.full((2, 2), np.nan))
    with pytest.raises(DamagedFile, match="not finite"):
        read_populations(tmp_path)


def test_the_picture_of_a_population_has_a_pixel_for_each_gene() -> None:
    data = population_png(np.array([[1.0, -1.0, 0.0]]))
    assert data.startswith(b"\x89PNG")
    start = data.index(b"IDAT") + 4
    length = int.from_bytes(data[start - 8 : start - 4], "big")
    pixels = zlib.decompress(data[start : start + length])
    assert pixels == b"\0" + bytes([59, 125, 216, 255, 217, 130, 43, 255, 59, 125, 216, 0])


@pytest.mark.parametrize("n", [1, 11, 992, 100_000])
def test_a_long_genome_is_a_picture_of_bounded_size(n: int) -> None:
    drawing = genes_svg(np.linspace(-1, 1, n))
    assert drawing.count("<rect") == min(n, MAX_CELLS)
    assert f"{n:,} numbers" in drawing


def test_an_empty_genome_has_no_picture() -> None:
    assert genes_svg(np.zeros(0)) == ""

"""A table without a page: moves, travel, ends, time, and what its file keeps."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from semeai.arena.clock import parse_time
from semeai.go.board import IllegalMove
from semeai.go.clock import TimeLeft
from semeai.go.player import CandidateMove, Explanation
from semeai.go.points import BLACK, PASS, RESIGN, WHITE, parse_vertex
from semeai.go.rules import Rules
from semeai.sgf import read_game
from semeai.web.notes import describe_result, nodes, number
from semeai.web.table import YOU, Setup, Table


class Watch:
    """A clock that goes when it is told to."""

    def __init__(self) -> None:
        self.time = 100.0

    def __call__(self) -> float:
        return self.time


def table_of(*moves: str, black: str = YOU, white: str = YOU, time: str = "", watch: Watch | None = None) -> Table:
    table = Table.new(Setup(Rules(size=9), black, white, time), watch or Watch())
    for move in moves:
        play(table, move)
    return table


def play(table: Table, move: str) -> None:
    point = parse_vertex(move, table.game.rules.size)
    if table.awaited:
        table.play_for(point, 0.0)
    else:
        table.play(point)


def played(table: Table) -> int:
    return table.game.n_moves


def test_a_person_waits_for_a_player() -> None:
    table = table_of("D4", white="rave")
    assert table.awaited == "rave"
    with pytest.raises(IllegalMove, match="it is rave's turn"):
        table.play(parse_vertex("E5", 9))
    table.play_for(parse_vertex("E5", 9), 0.1)
    assert table.awaited is None


def test_illegal_moves_say_why_and_change_nothing() -> None:
    table = table_of("D4")
    with pytest.raises(IllegalMove, match=r"^D4 is occupied$"):
        play(table, "D4")
    assert played(table) == 1


@pytest.mark.parametrize(("white", "after"), [(YOU, 3), ("rave", 2)])
def test_undo_goes_to_where_a_person_was_to_play(white: str, after: int) -> None:
    table = table_of("D4", "E5", "C3", "G7", white=white)
    assert table.undo()
    assert played(table) == after
    assert table.redo()
    assert played(table) == 4


def test_undo_at_the_start_does_nothing() -> None:
    assert not table_of().undo()


def test_a_move_after_an_undo_is_a_variation() -> None:
    table = table_of("D4", "E5", "C3")
    table.undo()
    play(table, "G7")
    assert [child.point for child in table.game.node.parent.children] == [parse_vertex(v, 9) for v in ("C3", "G7")]
    table.step(-1)
    table.step(1)  # follows the way that was last taken, not the first one
    assert table.game.node.point == parse_vertex("G7", 9)
    table.turn(1)
    assert table.game.node.point == parse_vertex("C3", 9)


@pytest.mark.parametrize(("n", "there"), [(-1, 2), (-100, 0), (100, 3), (0, 3)])
def test_steps_stay_in_the_line(n: int, there: int) -> None:
    table = table_of("D4", "E5", "C3")
    table.step(n)
    assert played(table) == there


def test_players_wait_while_somebody_looks_back() -> None:
    table = table_of("D4", "E5", "C3", "G7", white="rave")
    table.step(-1)
    assert table.awaited is None
    assert table.is_paused
    table.resume()
    assert table.awaited == "rave"


def test_two_players_are_watched() -> None:
    table = table_of(black="wally", white="rave")
    assert table.is_watched
    assert table.awaited == "wally"
    table.pause()
    assert table.awaited is None


@pytest.mark.parametrize("with_file", [False, True])
def test_a_resigned_game_stays_so_through_travel(with_file: bool) -> None:
    table = table_of("D4", "E5", white="rave")
    table.resign()
    if with_file:
        table = Table.read(table.write(), is_ours=True)
    assert str(table.result) == "W+R"
    table.step(-1)
    assert table.result is None
    table.step(1)
    assert str(table.result) == "W+R"
    table.undo()
    assert table.result is None
    assert played(table) == 2


def test_a_player_may_resign() -> None:
    table = table_of("D4", white="rave")
    table.play_for(RESIGN, 0.1)
    assert describe_result(table.result) == "Black wins: White resigned"


WALLS = [f"{column}{row}" for row in range(1, 10) for column in "DF"]


def test_dead_stones_change_the_count() -> None:
    table = table_of(*WALLS, "C5", "A1", "pass", "pass")  # a white stone in black's corner
    assert table.is_counted
    assert not table.is_judged
    as_it_stands = table.result.margin
    table.toggle_dead(parse_vertex("A1", 9))
    assert table.is_judged
    assert table.game.dead == {parse_vertex("A1", 9)}
    assert table.result.margin != as_it_stands
    assert table.owners()[parse_vertex("A1", 9)] == BLACK
    twin = Table.read(table.write(), is_ours=True)
    assert (twin.game.dead, str(twin.result)) == (table.game.dead, str(table.result))
    table.toggle_dead(parse_vertex("A1", 9))
    assert table.game.dead == frozenset()
    assert table.result.margin == as_it_stands
    table.step(-1)
    assert table.game.dead == frozenset()


def test_time_runs_for_the_side_to_play_and_ends_the_game() -> None:
    watch = Watch()
    table = table_of(time="60s", watch=watch)
    watch.time += 20
    assert table.time_of(BLACK) == TimeLeft(40, 0)
    assert table.time_of(WHITE) == TimeLeft(60, 0)
    play(table, "D4")
    watch.time += 10
    play(table, "E5")
    assert (table.time_of(BLACK), table.time_of(WHITE)) == (TimeLeft(40, 0), TimeLeft(50, 0))
    watch.time += 30
    assert not table.call_time()
    watch.time += 11
    assert table.call_time()
    assert str(table.result) == "W+T"
    table.undo()
    assert table.result is None


def test_time_that_is_left_is_kept_and_taken_back() -> None:
    watch = Watch()
    table = table_of(time="60s+2x10s", watch=watch)
    for move, used in (("D4", 65), ("E5", 5)):
        watch.time += used
        play(table, move)
    assert table.time_of(BLACK) == TimeLeft(10, 2)
    twin = Table.read(table.write(), is_ours=True, now=watch)
    assert twin.clock.restarted() == parse_time("60s+2x10s")
    assert (twin.time_of(BLACK), twin.time_of(WHITE)) == (TimeLeft(10, 2), TimeLeft(55, 0))
    table.step(-2)
    assert table.time_of(BLACK) == TimeLeft(60, 0)


def test_thoughts_are_written_down_as_others_write_them() -> None:
    table = table_of("D4", white="rave")
    found = Explanation("why", candidates=(CandidateMove(PASS, 30, 0.6), CandidateMove(21, 10, 0.2)), score=-3.25)
    table.play_for(parse_vertex("E5", 9), 0.1, found)
    node = read_game(table.export()).root.children[0].children[0]
    assert node.properties["SBKV"] == ["40.0"]
    assert (number(node, "V"), node.properties["C"]) == (-3.2, ["why"])


def test_no_file_but_ours_seats_a_player() -> None:
    text = table_of("D4", black="gtp:touch /tmp/x", white="rave").write()
    assert set(Table.read(text, is_ours=False).seats.values()) == {YOU}
    assert Table.read(text, is_ours=True).seats == {BLACK: "gtp:touch /tmp/x", WHITE: "rave"}


@pytest.mark.parametrize("size", [2, 4])
def test_small_boards_are_refused(size: int) -> None:
    with pytest.raises(ValueError, match="5 to 19"):
        Setup(Rules(size=size))


@given(
    st.lists(st.tuples(st.sampled_from("pust<>r"), st.integers(0, 24)), max_size=30),
    st.sampled_from([YOU, "rave"]),
)
def test_whatever_people_do_the_file_tells_all_of_it(deeds: list[tuple[str, int]], white: str) -> None:
    table = Table.new(Setup(Rules(size=5), YOU, white), Watch())
    for deed, n in deeds:
        try:
            if deed == "p":
                point = PASS if n == 0 else 20 * (n // 5 + 1) + n % 5 + 1
                table.play_for(point, 0.0) if table.awaited else table.play(point)
            elif deed == "u":
                table.undo()
            elif deed == "t":
                table.turn(1)
            elif deed == "r":
                table.redo()
            elif deed == "s" and n < 3:
                table.resign()
            elif deed in "<>":
                table.step(n if deed == ">" else -n)
        except IllegalMove:
            pass
    twin = Table.read(table.write(), is_ours=True, now=Watch())
    assert twin.write() == table.write()
    assert twin.game.board.stones == table.game.board.stones
    assert str(twin.result) == str(table.result)
    assert len(nodes(twin.game.root)) == len(nodes(table.game.root))

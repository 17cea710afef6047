"""Search players: when they pass, when they resign, what they say, and that they stop when told to."""

from itertools import islice

import pytest
from numpy.random import default_rng

from semeai.go.board import Board
from semeai.go.points import BLACK, PASS, RESIGN, WHITE, points, vertex
from semeai.go.rules import Rules
from semeai.players import make_player
from semeai.players.search.search import SearchPlayer
from semeai.sgf import read_game
from tests.conftest import needs_jit

pytestmark = needs_jit


def ready(spec: str, rules: Rules, seed: int = 1) -> SearchPlayer:
    """The player at the start of a game."""
    player = make_player(spec)
    assert isinstance(player, SearchPlayer)
    player.new_game(rules, default_rng(seed))
    return player


def board_of(rows: str, komi: float, scoring: str = "area", to_play: int = BLACK) -> Board:
    rules = Rules(size=len(rows.split()), komi=komi, scoring=scoring)
    return Board.from_diagram("\n".join(rows.split()), rules, to_play)


# Black has four columns, white three: 28 points to 21, or 8 to 7.
OVER = "..XXO.. XXXXOOO .X.XO.O XXXXOOO ..XXO.. XXXXOOO ..XXO.."
DAME = "..XXO.. XXXXOOO .X.XO.O XXXXOOO ..XXO.. XXXXOOO ..X.O.."
DEAD = "O.XXO.. XXXXOOO .X.XO.O XXXXOOO ..XXO.. XXXXOOO ..XXO.."
BORDER = "..XXO.. XXXXOOO .X.XO.O XXXXOOO ..XXO.. XXX..OO ..X..O."


@pytest.mark.parametrize(
    ("rows", "komi", "scoring", "passes"),
    [
        (OVER, 4.5, "area", True),
        (OVER, 0.5, "territory", True),
        (DAME, 4.5, "area", False),
        (DAME, 0.5, "territory", True),
        (DEAD, 4.5, "area", False),
        (DEAD, 0.5, "territory", True),
        (BORDER, 4.5, "area", False),
        (BORDER, -1.5, "territory", False),
    ],
)
@pytest.mark.parametrize("has_passed", [False, True])
def test_black_is_ahead(rows: str, komi: float, scoring: str, passes: bool, has_passed: bool) -> None:
    board = board_of(rows, komi, scoring, WHITE if has_passed else BLACK)
    if has_passed:
        board.play(PASS)
    for seed in range(3):
        chosen = ready("rave:playouts=200", board.rules, seed).choose(board)
        assert (chosen == PASS) == passes, f"{board}\n{vertex(chosen)}"


# Black is half a point ahead but must defend at F8, where white cuts, or at G8. Playouts in which black moves first
# hardly see it. After either, 50,000 playouts give white at most 5%.
DEFENCE = """
    (;GM[1]FF[4]SZ[9]KM[7.5]RU[chinese];B[ge];W[de];B[eg];W[cg];B[fc];W[dc];B[eb];W[db];B[da];W[ca];B[dh];W[ch];B[ea]
    ;W[bb];B[ed];W[di];B[dd];W[cd];B[fh];W[ei];B[ee];W[fi];B[gh];W[gi];B[df];W[ce];B[hh];W[hi];B[cf];W[bf];B[eh];W[dg]
    ;B[ef];W[ih];B[ig];W[cb];B[ii];W[ci];B[ih];W[ec])
"""


@pytest.mark.parametrize("playouts", [400, 1000])
def test_a_pass_that_loses_the_game_is_not_made(playouts: int) -> None:
    game = read_game(DEFENCE)
    game.to_end()
    board = game.board
    for seed in range(5):
        player = ready(f"rave:playouts={playouts}", board.rules, seed)
        chosen = player.choose(board)
        assert vertex(chosen) in ("F8", "G8")
        told = player.explain()
        assert told.candidates[0].point == chosen
        assert abs(sum(told.ownership.values())) > 1  # what the search found, not what came of judging a pass


@pytest.mark.parametrize("spec", ["mcts:playouts=200", "uct:playouts=200", "rave:playouts=200"])
@pytest.mark.parametrize("komi", [-50.0, 50.0])
def test_the_last_eyes_are_not_filled(spec: str, komi: float) -> None:
    """Whether that wins or loses, and whoever plays."""
    for to_play in (BLACK, WHITE):
        board = board_of(".X.XO XXXXO XXXXO OOOOO .O.O.", komi, to_play=to_play)
        assert ready(f"{spec},resign=0", board.rules).choose(board) == PASS


def test_resignation() -> None:
    board = board_of("..... OOOOO .O.O. OOOOO .....", 7.5)
    assert ready("rave:playouts=200", board.rules).choose(board) == RESIGN
    assert ready("rave:playouts=200,resign=0", board.rules).choose(board) != RESIGN
    assert ready("rave:playouts=50", board.rules).choose(board) != RESIGN  # too few to be sure


@pytest.mark.parametrize(
    ("spec", "threads"),
    [
        *[(spec, 1) for spec in ("mcts", "uct", "rave:policy=light", "rave")],
        *[
            (spec, 2) for spec in ("mcts", "uct", "rave:counts=tree")
        ],  # threads of `rave` share a tree, and chance decides
    ],
)
def test_same_seed_same_game(spec: str, threads: int) -> None:
    def game(seed: int) -> list[int]:
        board = Board(Rules(size=5, komi=0.5))
        player = ready(f"{spec}{',' if ':' in spec else ':'}playouts=101,threads={threads},resign=0", board.rules, seed)
        for _ in range(12):
            board.play(player.choose(board))
        return [*board.moves, *(c.visits for c in player.explain().candidates)]

    assert game(1) == game(1)
    assert game(1) != game(2)


def test_explanation() -> None:
    board = Board(Rules(size=5))
    player = ready("rave:playouts=300", board.rules)
    assert player.explain().candidates == ()
    chosen = player.choose(board)
    explanation = player.explain()
    best = explanation.candidates[0]
    assert best.point == chosen
    assert best.variation[0] == chosen
    assert len(best.variation) > 1
    assert sum(c.visits for c in explanation.candidates) == 300
    visits = [c.visits for c in explanation.candidates]
    assert visits == sorted(visits, reverse=True)
    assert all(0 <= c.winrate <= 1 and 0 <= c.prior <= 1 for c in explanation.candidates)
    assert explanation.ownership.keys() == set(points(5))
    assert all(-1 <= value <= 1 for value in explanation.ownership.values())
    text = f"rave plays {vertex(chosen)}: {100 * best.winrate:.1f}% won, {best.visits} visits"
    assert explanation.text.startswith(text)
    for candidate in explanation.candidates:  # what is expected can be played
        after = board.copy()
        for p in candidate.variation:
            after.play(p)


def test_what_was_thought_is_of_use_for_the_next_move() -> None:
    board = Board(Rules(size=5))
    player = ready("rave:playouts=300", board.rules)
    board.play(player.choose(board))
    board.play(player.explain().candidates[0].variation[1])
    player.choose(board)
    assert sum(c.visits for c in player.explain().candidates) > 300


def test_abilities() -> None:
    player = ready("uct:playouts=10", Rules())
    assert player.can_analyze
    assert player.can_judge
    assert player.can_ponder


def test_analysis_goes_on_until_told_to_stop() -> None:
    board = Board(Rules(size=5))
    player = ready("rave:playouts=10", board.rules)
    orders: list[str] = []
    player.stop = lambda: bool(orders)
    thoughts = player.analyze(board, 0.02)
    visits = [sum(c.visits for c in thought.candidates) for thought in islice(thoughts, 3)]
    assert 0 < visits[0] < visits[1] < visits[2]
    orders.append("stop")
    assert len(list(islice(thoughts, 2))) <= 1
    assert len(list(islice(player.analyze(board, 1000.0), 2))) == 1  # a last word, however soon


def test_pondering() -> None:
    board = Board(Rules(size=5))
    player = ready("rave:playouts=50", board.rules)
    asked = iter([False] * 10)
    player.ponder(board, lambda: next(asked, True))
    player.choose(board)
    assert sum(c.visits for c in player.explain().candidates) > 200


def test_a_choice_that_is_stopped_is_made_at_once() -> None:
    board = Board(Rules(size=9))
    player = ready("rave:playouts=100000000", board.rules)
    asked = iter([False] * 3)
    player.stop = lambda: next(asked, True)
    assert board.is_legal(player.choose(board))


@pytest.mark.parametrize(
    "settings",
    ["playouts=-1", "seconds=-1", "seconds=inf", "seconds=nan", "threads=0", "memory=0", "early_stop=2", "resign=1"],
)
@pytest.mark.parametrize("name", ["mcts", "uct", "rave"])
def test_settings_that_are_none(name: str, settings: str) -> None:
    with pytest.raises(ValueError, match=settings.partition("=")[0]):
        make_player(f"{name}:{settings}")

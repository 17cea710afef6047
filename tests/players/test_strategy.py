"""The player `strategy`: what it finds, how it ends games, what it keeps and says, and that it stops when told to."""

import time
from itertools import pairwise

import pytest
from numpy.random import default_rng

from semeai.arena.game import play_game
from semeai.go.board import Board
from semeai.go.game import Game
from semeai.go.points import BLACK, PASS, WHITE, opponent, parse_vertex, points, vertex
from semeai.go.rules import Rules
from semeai.papers.drake.runs import load_board
from semeai.players import make_player
from semeai.players.strategy import StrategyPlayer
from tests.conftest import needs_jit
from tests.players.test_judgement import OVER as JUDGED
from tests.players.test_search import BORDER, DAME, DEAD, OVER, board_of

QUICK = "strategy:steps=400,population=64,threads=8"
FAST = "strategy:steps=48,population=32,threads=8"


def ready(spec: str, rules: Rules, seed: int = 1) -> StrategyPlayer:
    """The player at the start of a game."""
    player = make_player(spec)
    assert isinstance(player, StrategyPlayer)
    player.new_game(rules, default_rng(seed))
    return player


def n_steps(player: StrategyPlayer) -> int:
    """How many steps it has made in this game, from the words it says."""
    return int(player.explain().text.partition(" steps")[0].rpartition(" ")[2].replace(",", ""))


# -- moves -------------------------------------------------------------------------------------------------------------


@needs_jit
@pytest.mark.parametrize("spec", ["strategy", "strategy:policy=knowing,steps=2000"])
def test_it_kills_the_flower_six(spec: str) -> None:
    board = load_board("flower_six", 7.5)
    for seed in range(2):
        player = ready(spec, board.rules, seed)
        assert vertex(player.choose(board)) == "E2", seed
        best = player.explain().candidates[0]
        assert vertex(best.point) == "E2"
        assert best.prior > 0.5


@needs_jit
@pytest.mark.parametrize("settings", ["", ",keep=false", ",policy=knowing", ",bias=0,edits=0.5,sharing=0.5"])
def test_same_seed_same_game(settings: str) -> None:
    def game(seed: int) -> tuple[list[int], str]:
        """The player against itself, each side with a memory of its own."""
        board = Board(Rules(size=5, komi=0.5))
        players = [ready(FAST + settings, board.rules, seed + side) for side in range(2)]
        for n in range(5):
            board.play(players[n % 2].choose(board))
        return board.moves, players[0].explain().text

    assert game(1) == game(1)
    assert game(1) != game(3)


@needs_jit
@pytest.mark.parametrize("color", [BLACK, WHITE])
def test_games_come_to_an_end_that_is_counted(color: int) -> None:
    """And are won, as a rule."""
    player, other = make_player(FAST), make_player("random")
    n_won = 0
    for seed in range(3):
        game = Game(Rules(size=5, komi=0.5))
        result = play_game(game, {color: player, opponent(color): other}, {color: seed, opponent(color): seed + 100})
        assert result.reason == "score", result
        assert len(game.board.moves) < 150
        n_won += result.winner == color
    assert n_won >= 2


@needs_jit
@pytest.mark.parametrize(("rows", "passes"), [(OVER, True), (DAME, False), (DEAD, False), (BORDER, False)])
@pytest.mark.parametrize("has_passed", [False, True])
def test_it_passes_when_nothing_is_left_to_do(rows: str, passes: bool, has_passed: bool) -> None:
    """Black is ahead."""
    board = board_of(rows, 4.5, to_play=WHITE if has_passed else BLACK)
    if has_passed:
        board.play(PASS)
    for seed in range(3):
        chosen = ready(QUICK, board.rules, seed).choose(board)
        assert (chosen == PASS) == passes, f"{board}\n{vertex(chosen)}"


@needs_jit
@pytest.mark.parametrize("komi", [-50.0, 50.0])
@pytest.mark.parametrize("to_play", [BLACK, WHITE])
def test_the_last_eyes_are_not_filled(komi: float, to_play: int) -> None:
    """Whether that wins or loses."""
    board = board_of(".X.XO XXXXO XXXXO OOOOO .O.O.", komi, to_play=to_play)
    assert ready(QUICK, board.rules).choose(board) == PASS


@needs_jit
@pytest.mark.parametrize("size", [2, 5, 9, 19])
def test_boards_of_all_sizes(size: int) -> None:
    board = Board(Rules(size=size))
    player = ready("strategy:steps=16,population=16,threads=8", board.rules)
    for _ in range(4):
        before = board.diagram()
        chosen = player.choose(board)
        assert board.diagram() == before
        board.play(chosen)
    assert player.explain().ownership.keys() == set(points(size))


# -- memory ------------------------------------------------------------------------------------------------------------


def kept(player: StrategyPlayer) -> bool:
    return "were kept from the last move" in player.explain().text


@needs_jit
def test_what_still_fits_is_kept() -> None:
    board = Board(Rules(size=5))
    player = ready(QUICK, board.rules)
    board.play(player.choose(board))
    assert not kept(player)
    expected = player.explain().candidates[0].variation
    board.play(expected[1])
    board.play(player.choose(board))
    assert kept(player)
    assert n_steps(player) == 800  # those of both moves
    shares = player.explain().text.partition(" of both sides were kept")[0].split()
    assert all(0 < int(shares[i].rstrip("%")) < 100 for i in (-3, -1))


@needs_jit
def test_the_same_position_is_thought_about_further() -> None:
    board = Board(Rules(size=5))
    player = ready(QUICK, board.rules)
    for n in (1, 2, 3):
        player.choose(board)
        assert n_steps(player) == 400 * n


@needs_jit
@pytest.mark.parametrize(
    ("settings", "line"),
    [
        (",keep=false", "C3 D4"),
        ("", "C3"),  # it is the opponent's turn
        ("", "C3 D4 C4"),
        ("", "C3 D4 C4 D3"),  # two moves of each side
    ],
)
def test_nothing_is_kept_that_does_not_fit(settings: str, line: str) -> None:
    board = Board(Rules(size=5))
    player = ready(QUICK + settings, board.rules)
    player.choose(board)
    for word in line.split():
        board.play(parse_vertex(word, 5))
    player.choose(board)
    assert not kept(player)
    assert n_steps(player) == 400


@needs_jit
def test_another_past_is_another_game() -> None:
    board = Board(Rules(size=5))
    player = ready(QUICK, board.rules)
    lines = [("C3 D4", False), ("C3 D4 B2 B3", True), ("C3 D3 B2 B3 A1 A2", False), ("C3 D3 B2 B3", False)]
    for line, is_kept in lines:
        while board.moves:
            board.undo()
        for word in line.split():
            board.play(parse_vertex(word, 5))
        player.choose(board)
        assert n_steps(player) == (800 if is_kept else 400), line


@needs_jit
def test_a_new_game_begins_with_nothing() -> None:
    board = Board(Rules(size=5))
    player = ready(QUICK, board.rules)
    first, text = player.choose(board), player.explain().text
    player.new_game(board.rules, default_rng(1))
    assert player.explain().candidates == ()
    assert (player.choose(board), player.explain().text) == (first, text)


# -- words -------------------------------------------------------------------------------------------------------------


@needs_jit
@pytest.mark.parametrize("to_play", [BLACK, WHITE])
def test_explanation(to_play: int) -> None:
    board = board_of("..... ..X.. .XOO. ..... .....", 0.5, to_play=to_play)
    player = ready("strategy:steps=1000", board.rules)
    assert player.explain().candidates == ()
    chosen = player.choose(board)
    explanation = player.explain()
    best = explanation.candidates[0]
    assert best.point == chosen
    assert explanation.text.startswith(
        f"strategy plays {vertex(chosen)}: {best.prior:.1%} of 128 individuals begin with it, after 1,008 steps, "
        f"{100 * best.winrate:.0f}% of their games won; expects {' '.join(map(vertex, best.variation[1:]))}; champion: "
    )
    visits = [c.visits for c in explanation.candidates]
    assert all(more >= fewer for more, fewer in pairwise(visits))
    assert sum(visits) <= 128
    assert all(c.prior == c.visits / 128 and 0 <= c.winrate <= 1 for c in explanation.candidates)
    assert {p: share for p, share in explanation.values.items() if share >= best.prior}.keys() >= {chosen}
    assert explanation.ownership.keys() == set(points(5))
    assert all(-1 <= value <= 1 for value in explanation.ownership.values())
    assert any(len(c.variation) == 3 for c in explanation.candidates)
    for candidate in explanation.candidates:  # what is expected can be played
        after = board.copy()
        assert candidate.variation[0] == candidate.point
        for p in candidate.variation:
            after.play(p)


@needs_jit
@pytest.mark.parametrize("name", ["nothing", "stones inside"])
@pytest.mark.parametrize("to_play", [BLACK, WHITE])
def test_what_is_dead(name: str, to_play: int) -> None:
    rows, dead = JUDGED[name]
    board = board_of(rows, 0.5, to_play=to_play)
    player = ready(QUICK, board.rules)
    before = board.diagram()
    assert {vertex(p) for p in player.judge(board)} == set(dead.split())
    assert board.diagram() == before


@needs_jit
def test_protocols() -> None:
    player = ready(FAST, Rules())
    assert player.can_judge


# -- limits ------------------------------------------------------------------------------------------------------------


@needs_jit
@pytest.mark.parametrize(("steps", "done"), [(1, 8), (8, 8), (9, 16), (100, 104)])
def test_steps_are_whole_rounds(steps: int, done: int) -> None:
    board = Board(Rules(size=5))
    player = ready(f"strategy:steps={steps},population=16,threads=8", board.rules)
    player.choose(board)
    assert n_steps(player) == done


@needs_jit
@pytest.mark.parametrize("spec", ["strategy:steps=0,seconds=0.1", "strategy:steps=100000000,seconds=0.1"])
def test_seconds(spec: str) -> None:
    board = Board(Rules(size=9))
    player = ready(spec, board.rules)
    start = time.monotonic()
    player.choose(board)
    assert time.monotonic() - start < 5
    assert n_steps(player) >= 16


@needs_jit
def test_a_choice_that_is_stopped_is_made_at_once() -> None:
    board = Board(Rules(size=9))
    player = ready("strategy:steps=100000000", board.rules)
    asked = iter([False] * 3)
    player.stop = lambda: next(asked, True)
    assert board.is_legal(player.choose(board))
    assert n_steps(player) < 1000


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ("steps=-1", "strategy:steps must be 0 or more, not -1"),
        ("seconds=-1", "strategy:seconds must be a finite number, 0 or more, not -1"),
        ("seconds=inf", "strategy:seconds must be a finite number, 0 or more, not inf"),
        ("seconds=nan", "strategy:seconds must be a finite number, 0 or more, not nan"),
        ("population=31", "strategies:population must be two or more per thread, here 32, up to 4194304, not 31"),
        ("threads=0", "strategies:threads must be 1 to 65536, not 0"),
        ("bias=2", "strategies:bias must be a share, 0 to 1, not 2"),
        ("edits=-1", "strategies:edits must be a share, 0 to 1, not -1"),
        ("sharing=nan", "strategies:sharing must be a share, 0 to 1, not nan"),
        ("policy=heavy", "policy"),
        ("keep=2", "strategy:keep must be true or false, not '2'"),
        ("balance=yes", "strategy:balance must be true or false, not 'yes'"),
        ("height=7", "strategies:height must be 1 to 6, not 7"),
    ],
)
def test_settings_that_are_none(settings: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        make_player(f"strategy:{settings}")

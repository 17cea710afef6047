"""The referee: whatever a player does, the game has a result, and the right side has lost."""

import threading
from collections.abc import Callable

import numpy as np
import pytest
from numpy.random import Generator, SeedSequence, default_rng

from semeai.arena.clock import parse_time
from semeai.arena.game import GRACE, play_game
from semeai.go.board import Board
from semeai.go.clock import Clock, TimeLeft
from semeai.go.game import Game, Node, Result
from semeai.go.player import Explanation, Player
from semeai.go.points import BLACK, EMPTY, PASS, RESIGN, WHITE, opponent, parse_vertex, vertex
from semeai.go.rules import Rules
from semeai.gtp.errors import EngineDied, EngineTimeout
from semeai.players import make_player

SEEDS = {BLACK: 1, WHITE: 2}
PATIENCE = 60.0


def V(text: str) -> int:
    return RESIGN if text == "resign" else parse_vertex(text, 5)


class Actor(Player):
    """Answers with what its script says: a value, or what a function of the board returns. Then it passes."""

    def __init__(self, *script: object) -> None:
        self.script = list(script)
        self.games: list[tuple[Rules, Generator]] = []
        self.boards: list[Board] = []

    def new_game(self, rules: Rules, rng: Generator) -> None:
        self.games.append((rules, rng))

    def choose(self, board: Board) -> int:
        self.boards.append(board.copy())
        step = self.script.pop(0) if self.script else PASS
        return step(board) if callable(step) else step

    def explain(self) -> Explanation:
        return Explanation("as the script says")


class TimedActor(Actor):
    """Writes down what it is told of its time before each question."""

    def __init__(self, *script: object) -> None:
        super().__init__(*script)
        self.clocks: list[Clock] = []
        self.timeouts: list[float] = []

    def new_game(self, rules: Rules, rng: Generator) -> None:
        super().new_game(rules, rng)
        self._note()

    def choose(self, board: Board) -> int:
        self._note()
        return super().choose(board)

    def _note(self) -> None:
        self.clocks.append(self.clock)
        self.timeouts.append(self.timeout)


class Watch:
    """A clock that stands still but for what is done to it."""

    def __init__(self) -> None:
        self.seconds = 1000.0

    def __call__(self) -> float:
        return self.seconds

    def after(self, seconds: float, step: object = PASS) -> Callable[[Board], object]:
        """A step of a script that takes that long."""

        def act(board: Board) -> object:
            self.seconds += seconds
            return step(board) if callable(step) else step

        return act


def raising(error: BaseException) -> Callable[..., int]:
    def act(*_: object) -> int:
        raise error

    return act


def referee(black: Player, white: Player, rules: Rules | None = None, **options: object) -> tuple[Game, Result]:
    game = Game(rules or Rules(size=5, komi=0.5))
    result = play_game(game, {BLACK: black, WHITE: white}, SEEDS, **options)
    assert game.result == result
    return game, result


# -- games that go well ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rules", "black", "white", "moves", "result"),
    [
        (Rules(size=5, komi=0.5), "c3", "", "C3 pass pass", Result(BLACK, "score", 24.5)),
        (Rules(size=5, komi=25), "c3", "", "C3 pass pass", Result(None, "score")),
        (Rules(size=5, passes_to_end=3), "pass", "c3", "pass C3 pass pass pass", Result(WHITE, "score", 32.5)),
        (Rules(size=5), "c3 resign", "c4", "C3 C4", Result(WHITE, "resign")),
        (Rules(size=5), "c3", "resign", "C3", Result(BLACK, "resign")),
        (Rules(size=5, komi=0.5, move_limit=2), "c3", "c4", "C3 C4", Result(WHITE, "score", 0.5)),
        (Rules(size=5, move_limit=2, at_move_limit="white-loses"), "c3", "c4", "C3 C4", Result(BLACK, "limit")),
    ],
)
def test_ends(rules: Rules, black: str, white: str, moves: str, result: Result) -> None:
    players = [Actor(*map(V, script.split())) for script in (black, white)]
    game, ended = referee(*players, rules)
    assert ended == result
    assert [vertex(point) for _, point in game.moves] == moves.split()
    for color, player in zip((BLACK, WHITE), players, strict=True):
        assert {board.to_play for board in player.boards} == {color}


def test_players_are_told_of_the_game() -> None:
    black, white = Actor(), Actor()
    game, _ = referee(black, white)
    for player, seed in ((black, 1), (white, 2)):
        ((rules, rng),) = player.games
        assert rules == game.rules
        assert rng.integers(1 << 60) == default_rng(SeedSequence(seed)).integers(1 << 60)


@pytest.mark.parametrize(
    ("color", "rate", "written"),
    [
        (BLACK, 0.25, ["25.0"]),
        (WHITE, 0.25, ["75.0"]),
        (BLACK, None, None),
        (BLACK, float("nan"), None),
        (BLACK, 1.5, None),
        (BLACK, "a lot", None),
    ],
)
def test_win_rates_are_written_to_the_moves_of_the_player(color: int, rate: object, written: list[str] | None) -> None:
    class Estimating(Player):
        winrate = rate

        def choose(self, board: Board) -> int:
            return PASS

    game = Game(Rules(size=5))
    play_game(game, {color: Estimating(), opponent(color): make_player("random")}, {BLACK: 1, WHITE: 2})
    rates = {node.color: node.properties.get("SBKV") for node in game.node.path()[1:]}
    assert rates == {color: written, opponent(color): None}


def test_a_handicap_game() -> None:
    black, white = Actor(), Actor(V("b2"))
    game, result = referee(black, white, Rules(size=9, komi=0.5, handicap=4))
    assert [color for color, _ in game.moves] == [WHITE, BLACK, WHITE]
    assert len(white.boards[0].stones) == 4
    assert len(black.boards[0].stones) == 5
    assert result.winner == BLACK


def test_a_game_goes_on_from_where_it_stands() -> None:
    game = Game(Rules(size=5, komi=0.5))
    game.play(V("c3"))
    black, white = Actor(), Actor(V("c4"))
    play_game(game, {BLACK: black, WHITE: white}, SEEDS)
    assert [vertex(point) for _, point in game.moves] == ["C3", "C4", "pass", "pass"]
    n_boards = len(white.boards)
    assert play_game(game, {BLACK: black, WHITE: white}, SEEDS) == game.result  # it is over
    assert len(white.boards) == n_boards


def test_random_games_are_a_function_of_the_seeds() -> None:
    def moves(seeds: dict[int, int]) -> list[tuple[int, int]]:
        game = Game(Rules(size=5))
        play_game(game, {BLACK: make_player("random"), WHITE: make_player("random")}, seeds)
        return game.moves

    assert moves({BLACK: 1, WHITE: 2}) == moves({BLACK: 1, WHITE: 2})
    assert moves({BLACK: 1, WHITE: 2}) != moves({BLACK: 1, WHITE: 3})
    assert moves({BLACK: 1, WHITE: 2}) != moves({BLACK: 2, WHITE: 2})


@pytest.mark.parametrize("choice", [np.int64(V("c3")), np.uint16(V("c3"))])
def test_numbers_of_numpy_are_moves(choice: int) -> None:
    game, _ = referee(Actor(choice), Actor())
    assert game.moves[0] == (BLACK, V("c3"))
    assert type(game.moves[0][1]) is int


def test_a_game_without_end_is_a_draw(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("semeai.arena.game.MAX_MOVES", 4)
    game, result = referee(Actor(V("a1"), V("a3")), Actor(V("e1"), V("e3")))
    assert result == Result(None, "limit", detail="no end after 4 moves")
    assert game.n_moves == 4
    _, result = referee(Actor(V("a1")), Actor(V("e1")))  # it ends by itself just then
    assert result.reason == "score"


# -- moves that are none -----------------------------------------------------------------------------------------------


def unfriendly_position(color: int) -> Game:
    """`color` is to play. C3 is occupied, A1 is suicide, E5 would retake a ko."""
    other = opponent(color)
    stones = {"c3": other, "a2": other, "b1": other}
    # The ko: `other` captures with D5, and its stone there has no liberty but E5.
    stones |= {"e4": other, "d4": color, "c5": color, "e5": color}
    game = Game(Rules(size=5, repetition="ko"), Node(setup={V(v): c for v, c in stones.items()}, to_play=other))
    game.play(V("d5"))
    return game


@pytest.mark.parametrize("color", [BLACK, WHITE])
@pytest.mark.parametrize(
    ("choice", "detail"),
    [
        (V("c3"), "illegal move: {color} C3 is occupied"),
        (V("a1"), "illegal move: {color} A1 is suicide"),
        (V("e5"), "illegal move: {color} E5 retakes a ko at once"),
        (parse_vertex("f6", 9), "illegal move: {color} point 126 is not on the board"),
        (-1, "illegal move: {color} point -1 is not on the board"),
        (10**30, f"illegal move: {{color}} point {10**30} is not on the board"),
        (2, "illegal move: {color} point 2 is not on the board"),  # next to PASS and RESIGN, off any board
        ("D4", "{color} chose no move: expected an integer, found str"),
        (None, "{color} chose no move: expected an integer, found NoneType"),
        (63.0, "{color} chose no move: expected an integer, found float"),
        (True, "{color} chose no move: expected an integer, found bool"),  # a resignation, were it a number
        (np.array([63]), "{color} chose no move: expected an integer, found ndarray"),
    ],
)
def test_moves_that_are_none(color: int, choice: object, detail: str) -> None:
    game = unfriendly_position(color)
    n_moves, stones = game.n_moves, game.board.stones
    result = play_game(game, {color: Actor(choice), opponent(color): Actor()}, SEEDS)
    name = {BLACK: "black", WHITE: "white"}[color]
    assert result == game.declared == Result(opponent(color), "forfeit", detail=detail.format(color=name))
    assert (game.n_moves, game.board.stones) == (n_moves, stones)


def test_a_number_too_long_to_be_told() -> None:
    _, result = referee(Actor(10**9999), Actor())
    assert (result.winner, result.reason) == (WHITE, "forfeit")
    assert result.detail.startswith("illegal move: ")
    assert len(result.detail) <= 500


def test_superko() -> None:
    game = unfriendly_position(BLACK)
    game = Game(Rules(size=5), game.root)
    game.play(V("d5"))
    result = play_game(game, {BLACK: Actor(PASS, V("e5")), WHITE: Actor(V("a5"))}, SEEDS)
    assert result.reason == "score"  # black retook, for the position was another one by then
    game = Game(Rules(size=5, passes_to_end=3), game.root)
    game.play(V("d5"))
    result = play_game(game, {BLACK: Actor(PASS, V("e5")), WHITE: Actor()}, SEEDS)
    assert result == Result(WHITE, "forfeit", detail="illegal move: black E5 repeats an earlier position")


# -- players that break ------------------------------------------------------------------------------------------------


ERRORS = [
    (RuntimeError("out of\n\nideas"), "RuntimeError: out of"),
    (ValueError(), "ValueError"),
    (KeyError("x" * 9999), "KeyError: '" + "x" * 489),
    (EngineDied("gnugo ended with exit status 1"), "gnugo ended with exit status 1"),
    (EngineTimeout("gnugo did not answer 'genmove b' within 60 s"), "gnugo did not answer 'genmove b' within 60 s"),
    (EngineDied(""), "EngineDied"),
]


@pytest.mark.parametrize(("error", "detail"), ERRORS)
def test_exceptions_of_players(error: Exception, detail: str) -> None:
    game, result = referee(Actor(V("c3"), raising(error)), Actor(V("c4")))
    assert result == Result(WHITE, "forfeit", detail=detail)
    assert game.n_moves == 2
    _, result = referee(Actor(V("c3")), Actor(raising(error)))
    assert result == Result(BLACK, "forfeit", detail=detail)


@pytest.mark.parametrize(("broken", "winner"), [({BLACK}, WHITE), ({WHITE}, BLACK), ({BLACK, WHITE}, WHITE)])
def test_players_that_break_before_the_first_move(broken: set[int], winner: int) -> None:
    players = {BLACK: Actor(), WHITE: Actor()}
    for color in broken:
        players[color].new_game = raising(OSError("no weights"))  # type: ignore[method-assign]
    game = Game(Rules(size=5))
    result = play_game(game, players, SEEDS)
    assert result == game.result == Result(winner, "forfeit", detail="OSError: no weights")
    assert not players[BLACK].boards
    assert not players[WHITE].boards


@pytest.mark.parametrize("method", ["new_game", "choose"])
def test_ctrl_c_is_not_the_players_fault(method: str) -> None:
    player = Actor()
    setattr(player, method, raising(KeyboardInterrupt()))
    with pytest.raises(KeyboardInterrupt):
        referee(player, Actor())


def test_a_player_cannot_disturb_the_board() -> None:
    def vandal(board: Board) -> int:
        board.play(V("e1"))
        board.set_up(dict.fromkeys(map(V, ["b2", "b3", "b4"]), BLACK) | {V("c3"): EMPTY}, BLACK)
        for _ in range(100):
            board.play(PASS)
        board.record.color[:] = WHITE
        board.moves.clear()
        return V("c4")

    white = Actor(vandal)
    game, result = referee(Actor(V("c3")), white)
    assert [vertex(point) for _, point in game.moves] == ["C3", "C4", "pass", "pass"]
    assert game.board.stones == {V("c3"): BLACK, V("c4"): WHITE}
    assert result == Result(WHITE, "score", 0.5)


# -- time --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("limit", "black", "white", "result"),
    [
        ("10s", [4, 6], [1, 1], None),
        ("10s", [4, 6.25], [1], Result(WHITE, "time", detail="used 6.250 s of 6.000 s")),
        ("10s", [4], [10.5], Result(BLACK, "time", detail="used 10.500 s of 10.000 s")),
        ("3s/move", [3, 3, 3], [2, 2, 2], None),
        ("3s/move", [3, 3, 3], [2, 2, 3.25], Result(BLACK, "time", detail="used 3.250 s of 3.000 s")),
        ("0+3x3s", [4, 4, 3, 3], [0, 0, 0], None),
        ("0+3x3s", [4, 4, 4], [0, 0], Result(WHITE, "time", detail="used 4.000 s of 3.000 s")),
        ("1s+2/4s", [5, 4], [0], Result(WHITE, "time", detail="used 4.000 s of 0.000 s")),
        ("1s+2/4s", [3, 2, 2, 2, 4], [0, 0, 0, 0], None),
    ],
)
def test_clocks(limit: str, black: list[float], white: list[float], result: Result | None) -> None:
    watch = Watch()
    points = iter(map(V, "a1 a5 b1 b5 c1 c5 d1 d5 e1 e5".split()))

    def step(board: Board) -> int:
        return next(points)

    players = [Actor(*(watch.after(seconds, step) for seconds in side)) for side in (black, white)]
    game, ended = referee(*players, clock=parse_time(limit), now=watch)
    if result is None:
        assert ended.reason == "score"
        assert game.n_moves == len(black) + len(white) + 2
    else:
        assert ended == result
        assert game.n_moves == len(black) + len(white) - 1


@pytest.mark.parametrize("step", ["D4", -1, RESIGN, raising(RuntimeError("late")), raising(EngineTimeout("hung"))])
def test_time_is_judged_first(step: object) -> None:
    watch = Watch()
    _, result = referee(Actor(watch.after(3.5, step)), Actor(), clock=parse_time("3s"), now=watch)
    assert (result.winner, result.reason) == (WHITE, "time")
    assert result.detail.startswith("used 3.500 s of 3.000 s")
    why = {"RuntimeError: late", "hung"}
    assert ("; " in result.detail) == callable(step)
    assert not callable(step) or result.detail.partition("; ")[2] in why


def test_players_see_the_clock() -> None:
    watch = Watch()
    clock = parse_time("10s+3x5s")
    black = TimedActor(watch.after(4, V("a1")), watch.after(8, V("a3")))
    white = TimedActor(watch.after(1, V("e1")), watch.after(2, V("e3")))
    referee(black, white, clock=clock, now=watch, patience=25.0)
    full = TimeLeft(10, 0)
    assert [seen.left for seen in black.clocks] == [
        {BLACK: full, WHITE: full},
        {BLACK: full, WHITE: full},
        {BLACK: TimeLeft(6, 0), WHITE: TimeLeft(9, 0)},
        {BLACK: TimeLeft(5, 3), WHITE: TimeLeft(7, 0)},
    ]
    assert [seen.left[WHITE] for seen in white.clocks] == [full, full, TimeLeft(9, 0), TimeLeft(7, 0)]
    assert all(seen.restarted() == clock for seen in black.clocks)
    assert black.timeouts == [25.0, 25.0, 21 + GRACE, 15 + GRACE]


def test_no_clock_no_limit_but_patience() -> None:
    watch = Watch()
    black = TimedActor(watch.after(1e6, V("c3")), lambda board: RESIGN if black.stop() else PASS)
    _, result = referee(black, Actor(), now=watch, patience=7.0)
    assert result.reason == "score"
    assert black.timeouts == [7.0, 7.0, 7.0]
    assert black.clocks[-1] == Clock()


@pytest.mark.parametrize(("patience", "reason"), [(2.0, "forfeit"), (60.0, "time")])
def test_who_hangs_loses_by_what_ran_out_first(patience: float, reason: str) -> None:
    watch = Watch()

    def hang(board: Board) -> int:
        watch.seconds += player.timeout
        raise EngineTimeout(f"no answer within {player.timeout:g} s")

    player = TimedActor(hang)
    _, result = referee(player, Actor(), clock=parse_time("3s"), now=watch, patience=patience)
    assert (result.winner, result.reason) == (WHITE, reason)
    assert (
        result.detail
        == {
            "forfeit": "no answer within 2 s",
            "time": "used 3.500 s of 3.000 s; no answer within 3.5 s",
        }[reason]
    )


@pytest.mark.parametrize("limit", ["10s", "0.1s/move", "10s+25/5m"])
def test_who_thinks_until_it_is_stopped_does_not_lose_on_time(limit: str) -> None:
    watch = Watch()
    steps: list[int] = []

    def think(board: Board) -> int:
        n = 0
        while not black.stop():
            watch.seconds += 0.001
            n += 1
        steps.append(n)
        return PASS

    black = TimedActor(think)
    _, result = referee(black, Actor(V("c3")), clock=parse_time(limit), now=watch)
    assert result.reason == "score"
    assert steps[0] > 80


# -- pondering ---------------------------------------------------------------------------------------------------------


class Ponderer(Actor):
    """Ponders until it is stopped, and says so."""

    def __init__(self, *script: object) -> None:
        super().__init__(*script)
        self.is_pondering = threading.Event()
        self.pondered: list[Board] = []
        self.threads: list[threading.Thread] = []

    def choose(self, board: Board) -> int:
        assert not self.is_pondering.is_set()
        return super().choose(board)

    def ponder(self, board: Board, stop: Callable[[], bool]) -> None:
        self.threads.append(threading.current_thread())
        self.pondered.append(board.copy())
        board.play(PASS)
        self.is_pondering.set()
        while not stop():
            threading.Event().wait(0.001)
        self.is_pondering.clear()


def waiting_for(ponderer: Ponderer, move: object) -> Callable[[Board], object]:
    """A step that is made once the opponent ponders."""

    def act(board: Board) -> object:
        assert ponderer.is_pondering.wait(PATIENCE)
        return move(board) if callable(move) else move

    return act


def test_a_player_ponders_in_the_opponents_time() -> None:
    white = Ponderer(V("c4"))
    assert white.can_ponder
    black = Actor(waiting_for(white, V("c3")), waiting_for(white, V("b3")))
    game, result = referee(black, white, ponder=True)
    assert [vertex(point) for _, point in game.moves] == ["C3", "C4", "B3", "pass", "pass"]
    assert result.reason == "score"
    assert [board.to_play for board in white.pondered] == [BLACK] * 3
    assert [len(board.stones) for board in white.pondered] == [0, 2, 3]
    assert not any(thread.is_alive() for thread in white.threads)
    assert threading.current_thread() not in white.threads


def test_both_may_ponder() -> None:
    black, white = Ponderer(), Ponderer()
    black.script = [waiting_for(white, V("c3")), waiting_for(white, V("b3"))]
    white.script = [waiting_for(black, V("c4"))]
    game, _ = referee(black, white, ponder=True)
    assert game.n_moves == 5
    assert [len(board.stones) for board in black.pondered] == [1, 3]


def test_nobody_ponders_unasked() -> None:
    white = Ponderer(V("c4"))
    referee(Actor(V("c3")), white)
    assert not white.threads


@pytest.mark.parametrize("end", [RESIGN, -1, raising(RuntimeError()), raising(KeyboardInterrupt())])
def test_pondering_ends_with_the_game(end: object) -> None:
    white = Ponderer()
    black = Actor(waiting_for(white, end))
    try:
        referee(black, white, ponder=True)
    except KeyboardInterrupt:
        assert callable(end)
    (thread,) = white.threads
    assert not thread.is_alive()


def test_who_breaks_while_it_ponders_loses_at_its_turn() -> None:
    white = Ponderer(V("c4"))
    white.ponder = raising(RuntimeError("lost\nthe thread"))  # type: ignore[method-assign]
    game, result = referee(Actor(V("c3")), white, ponder=True)
    assert result == Result(BLACK, "forfeit", detail="RuntimeError: lost")
    assert game.n_moves == 1
    assert not white.boards


def test_the_end_of_pondering_is_in_the_players_own_time() -> None:
    watch = Watch()

    class Slow(Ponderer):
        def ponder(self, board: Board, stop: Callable[[], bool]) -> None:
            super().ponder(board, stop)
            watch.seconds += 4

    white = Slow(V("c4"), V("c5"))
    black = Actor(waiting_for(white, V("c3")), waiting_for(white, V("b3")))
    game, result = referee(black, white, ponder=True, clock=parse_time("6s"), now=watch)
    assert result == Result(BLACK, "time", detail="used 4.000 s of 2.000 s")
    assert game.n_moves == 3


@pytest.mark.parametrize(("limit", "detail"), [(None, "within 0.1 s"), ("1h", "within 0.1 s")])
def test_who_does_not_stop_pondering_loses(limit: str | None, detail: str) -> None:
    release = threading.Event()

    class Deaf(Ponderer):
        def ponder(self, board: Board, stop: Callable[[], bool]) -> None:
            release.wait(PATIENCE)

    clock = parse_time(limit) if limit else None
    try:
        _, result = referee(Actor(V("c3")), Deaf(), ponder=True, patience=0.1, clock=clock)
    finally:
        release.set()
    assert result == Result(BLACK, "forfeit", detail=f"TimeoutError: did not stop pondering {detail}")

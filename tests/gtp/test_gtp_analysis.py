"""Analysis: what is asked, and what Sabaki, Lizzie and others read."""

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import count

import pytest
from numpy.random import Generator

from semeai.go.board import Board
from semeai.go.clock import Clock
from semeai.go.player import CandidateMove, Explanation, Player
from semeai.go.points import BLACK, PASS, RESIGN, WHITE, point, vertex
from semeai.go.rules import Rules
from semeai.gtp.analysis import LONGEST_INTERVAL, Request, kata_line, lz_line, parse_request, shown, with_choice
from semeai.gtp.engine import Engine
from semeai.gtp.errors import EngineDied
from semeai.gtp.protocol import GtpError
from semeai.gtp.server import Signals
from tests.gtp.support import ScriptedPlayer, answers
from tests.gtp.test_gtp_server import PATIENCE, Conversation

C3, D4, E5 = point(3, 3), point(4, 4), point(5, 5)
CANDIDATES = (
    CandidateMove(C3, visits=10, winrate=0.625, prior=0.5, variation=(C3, D4, PASS)),
    CandidateMove(D4, visits=5, winrate=1.0, prior=0.0123),
)
EXPLANATION = Explanation("", candidates=CANDIDATES)


@pytest.mark.parametrize(
    ("arguments", "request_"),
    [
        ("", Request(BLACK)),
        ("w", Request(WHITE)),
        ("50", Request(BLACK, 50)),
        ("White 50", Request(WHITE, 50)),
        ("b interval 50", Request(BLACK, 50)),
        ("interval 0", Request(BLACK, 1)),
        ("999999999", Request(BLACK, LONGEST_INTERVAL)),
        ("B 10 maxmoves 3", Request(BLACK, 10, max_moves=3)),
        ("maxmoves 0", Request(BLACK, max_moves=1)),
        ("rootInfo true", Request(BLACK, root_info=True)),
        ("rootInfo false", Request(BLACK)),
        ("b 50 ownership false minmoves 5 pvVisits true movesOwnership true", Request(BLACK, 50)),
        ("w avoid w C3,D4 20 avoid w E5 20", Request(WHITE, avoid={C3, D4, E5})),
        ("w avoid b C3,D4 20", Request(WHITE)),
        ("allow b D4,pass 1 interval 7", Request(BLACK, 7, allow={D4, PASS})),
        ("somethingNew yes", Request(BLACK)),
    ],
)
def test_requests(arguments: str, request_: Request) -> None:
    assert parse_request(arguments.split(), BLACK, 9) == request_


def test_ownership_is_told_from_the_upper_left() -> None:
    names = [vertex(p) for p in parse_request(["ownership", "true"], BLACK, 3).ownership]
    assert " ".join(names) == "A3 B3 C3 A2 B2 C2 A1 B1 C1"


@pytest.mark.parametrize(
    "arguments", ["interval", "interval x", "-5", "b x", "avoid b", "avoid b Z9 1", "avoid x C3 1", "maxmoves many"]
)
def test_bad_requests(arguments: str) -> None:
    with pytest.raises(GtpError, match=r"^syntax error"):
        parse_request(arguments.split(), BLACK, 9)


def test_leela_zero_line() -> None:
    assert lz_line(EXPLANATION, Request(BLACK)) == (
        "info move C3 visits 10 winrate 6250 prior 5000 lcb 3329 order 0 pv C3 D4 pass "
        "info move D4 visits 5 winrate 10000 prior 123 lcb 5655 order 1 pv D4"
    )
    assert lz_line(Explanation(""), Request(BLACK)) == ""


def test_katago_line() -> None:
    scores = "scoreMean 0.000000 scoreLead 0.000000 scoreSelfplay 0.000000"
    expected = (
        f"info move C3 visits 10 utility 0.250000 winrate 0.625000 {scores} prior 0.500000 lcb 0.332913 "
        "utilityLcb -0.334175 order 0 pv C3 D4 pass "
        f"info move D4 visits 5 utility 1.000000 winrate 1.000000 {scores} prior 0.012300 lcb 0.565509 "
        "utilityLcb 0.131017 order 1 pv D4"
    )
    assert kata_line(EXPLANATION, Request(BLACK)) == expected
    root = f" rootInfo visits 15 utility 0.250000 winrate 0.625000 {scores}"
    assert kata_line(EXPLANATION, Request(BLACK, root_info=True)) == expected + root
    assert kata_line(EXPLANATION, Request(BLACK, ownership=[C3])) == expected  # nobody knows of any
    assert kata_line(Explanation("", ownership={C3: 1.0}), Request(BLACK, root_info=True, ownership=[C3])) == ""


@pytest.mark.parametrize(
    ("color", "score", "owners"),
    [(BLACK, "-7.500000", "0.250000 0.000000 -1.000000"), (WHITE, "7.500000", "-0.250000 0.000000 1.000000")],
)
def test_score_and_ownership_are_those_of_the_side_to_play(color: int, score: str, owners: str) -> None:
    explanation = Explanation("", candidates=CANDIDATES[1:], ownership={E5: -1.0, C3: 0.25}, score=-7.5)
    line = kata_line(explanation, Request(color, root_info=True, ownership=[C3, D4, E5]))
    assert line.endswith(f" scoreSelfplay {score} ownership {owners}")
    for name in ("scoreMean", "scoreLead", "scoreSelfplay"):
        assert line.count(f" {name} {score} ") == 2  # the candidate's, and the root's
    assert "ownership" not in kata_line(explanation, Request(color))


def test_what_is_shown() -> None:
    assert shown(EXPLANATION, Request(BLACK)) == list(CANDIDATES)
    assert shown(EXPLANATION, Request(BLACK, max_moves=1)) == [CANDIDATES[0]]
    assert shown(EXPLANATION, Request(BLACK, avoid={C3})) == [CANDIDATES[1]]
    assert shown(EXPLANATION, Request(BLACK, allow={C3, E5})) == [CANDIDATES[0]]


def test_a_choice_is_a_candidate() -> None:
    assert with_choice(EXPLANATION, E5) == EXPLANATION
    assert with_choice(Explanation("so"), E5) == Explanation("so", candidates=(CandidateMove(E5),))
    assert with_choice(Explanation("so"), RESIGN) == Explanation("so", candidates=(CandidateMove(PASS),))


def test_analysis_from_python_is_one_line_and_changes_nothing() -> None:
    engine = Engine(ScriptedPlayer([C3], CANDIDATES), Rules(size=9))
    assert list(engine.lz_analyze("w", "50")) == [lz_line(EXPLANATION, Request(WHITE))]
    assert engine.keeper.is_untouched
    assert engine.keeper.board.to_play == BLACK


def test_genmove_analyze_plays() -> None:
    engine = Engine(ScriptedPlayer([C3, RESIGN], CANDIDATES), Rules(size=9))
    assert list(engine.kata_genmove_analyze("b", "50")) == [kata_line(EXPLANATION, Request(BLACK)), "play C3"]
    assert engine.list_stones("b") == "C3"
    assert list(engine.lz_genmove_analyze())[1] == "play resign"
    assert engine.keeper.game.moves == [(BLACK, C3)]


def test_the_form_of_the_response() -> None:
    player = ScriptedPlayer([C3, D4, E5], CANDIDATES[:1])
    said = answers("7 lz-analyze b 1\n8 lz-genmove_analyze b\nlz-analyze b x\nname\n", player)
    info = lz_line(Explanation("", candidates=CANDIDATES[:1]), Request(BLACK))
    assert said[0] == f"=7 \n{info}"
    assert said[1] == f"=8 \n{info}\nplay D4"
    assert said[2] == "? syntax error: 'x' needs 1 values"
    assert said[3] == "= semeai test"


# -- while a search runs -----------------------------------------------------------------------------------------------


class SearchingPlayer(ScriptedPlayer):
    """Says what it knows every now and then; each time, one more visit is behind its candidate."""

    def __init__(self) -> None:
        super().__init__()
        self.clock = Clock()
        self.stop: Callable[[], bool] = lambda: True
        self.searches = threading.Semaphore(0)
        """released at the start of each search, and after each line"""
        self.asked: list[tuple[int, float]] = []
        """the side to play and the seconds of each analysis"""
        self.fails_after: int | None = None

    def analyze(self, board: Board, seconds: float) -> Iterator[Explanation]:
        self.asked.append((board.to_play, seconds))
        board.play(E5)  # its own copy
        for n_visits in count(1):
            self.searches.release()
            end = time.monotonic() + seconds
            while time.monotonic() < end and not self.stop():
                time.sleep(0.001)
            yield Explanation("", candidates=(CandidateMove(D4, n_visits),), ownership={D4: 0.5}, score=3.0)
            if self.stop():
                return
            if n_visits == self.fails_after:
                raise EngineDied("the search has died")


class Patience(Signals):
    """A controller that goes on after a number of lines."""

    def __init__(self, n_lines: int) -> None:
        self.n_lines = n_lines

    def wait_for_input(self, seconds: float) -> bool:
        self.n_lines -= 1
        return self.n_lines <= 0


@contextmanager
def talk(player: Player) -> Iterator[Conversation]:
    """A server with this player, which ends with the test whatever happens."""
    controller = Conversation(player)
    try:
        yield controller
    finally:
        if controller.thread.is_alive():
            controller.end()


def visits(line: str) -> int:
    return int(line.split()[4])


def test_a_search_is_followed_while_it_runs() -> None:
    player = SearchingPlayer()
    engine = Engine(player, Rules(size=9))
    engine.signals = Patience(3)
    assert [visits(line) for line in engine.kata_analyze("w", "1")] == [1, 2, 3]
    assert player.asked == [(WHITE, 0.01)]
    assert [rules.size for rules, _ in player.games] == [9]
    assert engine.keeper.is_untouched
    engine.genmove("b")
    assert len(player.games) == 1  # the player knew the game already


def test_a_search_without_a_controller_gives_one_line() -> None:
    engine = Engine(SearchingPlayer(), Rules(size=9))
    assert [visits(line) for line in engine.lz_analyze("1")] == [1]


def test_candidates_not_asked_for_give_no_line() -> None:
    engine = Engine(SearchingPlayer(), Rules(size=9))
    assert list(engine.lz_analyze("1", "avoid", "b", "D4", "1")) == [""]
    said = answers("1 lz-analyze 1 avoid b D4 1\n2 name\n", SearchingPlayer())
    assert said == ["=1 ", "=2 semeai test"]


@pytest.mark.parametrize("line", ["2 name\n", "\n", "# interrupt\n"])
def test_a_search_ends_when_a_line_arrives(line: str) -> None:
    player = SearchingPlayer()
    with talk(player) as controller:
        controller.say("boardsize 5\n")
        assert controller.response() == "= \n"
        controller.say("1 kata-analyze b 1 ownership true\n")
        assert controller.line() == "=1 \n"
        first, second = controller.line(), controller.line()
        assert (visits(first), visits(second)) == (1, 2)
        owners = first.partition(" ownership ")[2].split()
        assert [float(owner) for owner in owners] == [0.0] * 8 + [0.5] + [0.0] * 16  # D4 is in the second row of five
        assert " scoreLead 3.000000 " in first
        controller.say(line)
        while (said := controller.line()) != "\n":
            assert said.startswith("info move D4 visits ")
        controller.say("3 genmove b\n")
        assert controller.end() == ("=2 semeai test\n\n" if "name" in line else "") + "=3 pass\n\n"


@pytest.mark.parametrize("how", ["a command", "the end"])
def test_a_search_is_not_awaited(how: str) -> None:
    player = SearchingPlayer()
    with talk(player) as controller:
        controller.say("lz-analyze b 360000\n")  # an hour between lines
        assert controller.line() == "= \n"  # before anything is found
        assert player.searches.acquire(timeout=PATIENCE)
        controller.say("name\n") if how == "a command" else controller.hang_up()
        last = "info move D4 visits 1 winrate 5000 prior 0 order 0 pv D4\n\n"
        assert controller.end() == last + ("= semeai test\n\n" if how == "a command" else "")


def test_a_search_that_fails_ends_its_analysis_alone(capsys: pytest.CaptureFixture[str]) -> None:
    player = SearchingPlayer()
    player.fails_after = 2
    with talk(player) as controller:
        controller.say("1 lz-analyze b 1\n")
        assert [controller.line()[:4] for _ in range(4)] == ["=1 \n", "info", "info", "\n"]
        controller.say("2 name\n")
        assert controller.response() == "=2 semeai test\n"
        player.fails_after = None
        controller.say("3 lz-analyze b 1\n")
        assert controller.line() + controller.line()[:6] == "=3 \ninfo m"
        controller.end()
    assert len(player.games) == 2  # it was started anew
    assert "EngineDied: the search has died" in capsys.readouterr().err


def test_a_search_that_cannot_begin_fails() -> None:
    class Absent(SearchingPlayer):
        def new_game(self, rules: Rules, rng: Generator) -> None:
            raise EngineDied("nobody is here")

    assert answers("1 lz-analyze b 1\n2 name\n", Absent()) == ["?1 nobody is here", "=2 semeai test"]

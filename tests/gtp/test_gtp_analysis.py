"""Analysis: what is asked, and what Sabaki, Lizzie and others read."""

import pytest

from semeai.go.player import Candidate, Explanation
from semeai.go.points import BLACK, PASS, RESIGN, WHITE, point
from semeai.go.rules import Rules
from semeai.gtp.analysis import LONGEST_INTERVAL, Request, kata_line, lz_line, parse_request, shown
from semeai.gtp.engine import Engine
from semeai.gtp.protocol import GtpError
from tests.gtp.support import ScriptedPlayer, answers

C3, D4, E5 = point(3, 3), point(4, 4), point(5, 5)
CANDIDATES = (
    Candidate(C3, visits=10, winrate=0.625, prior=0.5, variation=(C3, D4, PASS)),
    Candidate(D4, visits=5, winrate=1.0, prior=0.0123),
)


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
        ("b 50 ownership true minmoves 5 pvVisits true movesOwnership true", Request(BLACK, 50)),
        ("w avoid w C3,D4 20 avoid w E5 20", Request(WHITE, avoid={C3, D4, E5})),
        ("w avoid b C3,D4 20", Request(WHITE)),
        ("allow b D4,pass 1 interval 7", Request(BLACK, 7, allow={D4, PASS})),
        ("somethingNew yes", Request(BLACK)),
    ],
)
def test_requests(arguments: str, request_: Request) -> None:
    assert parse_request(arguments.split(), BLACK, 9) == request_


@pytest.mark.parametrize(
    "arguments", ["interval", "interval x", "-5", "b x", "avoid b", "avoid b Z9 1", "avoid x C3 1", "maxmoves many"]
)
def test_bad_requests(arguments: str) -> None:
    with pytest.raises(GtpError, match=r"^syntax error"):
        parse_request(arguments.split(), BLACK, 9)


def test_leela_zero_line() -> None:
    assert lz_line(CANDIDATES, Request(BLACK)) == (
        "info move C3 visits 10 winrate 6250 prior 5000 lcb 6250 order 0 pv C3 D4 pass "
        "info move D4 visits 5 winrate 10000 prior 123 lcb 10000 order 1 pv D4"
    )
    assert lz_line([], Request(BLACK)) == ""


def test_katago_line() -> None:
    scores = "scoreMean 0.000000 scoreStdev 0.000000 scoreLead 0.000000 scoreSelfplay 0.000000"
    expected = (
        f"info move C3 visits 10 utility 0.250000 winrate 0.625000 {scores} prior 0.500000 lcb 0.625000 "
        "utilityLcb 0.250000 order 0 pv C3 D4 pass "
        f"info move D4 visits 5 utility 1.000000 winrate 1.000000 {scores} prior 0.012300 lcb 1.000000 "
        "utilityLcb 1.000000 order 1 pv D4"
    )
    assert kata_line(CANDIDATES, Request(BLACK)) == expected
    root = f" rootInfo visits 15 utility 1.000000 winrate 1.000000 {scores}"
    assert kata_line(CANDIDATES, Request(BLACK, root_info=True)) == expected + root
    assert kata_line([], Request(BLACK, root_info=True)) == ""


def test_what_is_shown() -> None:
    explanation = Explanation("", candidates=CANDIDATES)
    assert shown(explanation, C3, Request(BLACK)) == list(CANDIDATES)
    assert shown(explanation, C3, Request(BLACK, max_moves=1)) == [CANDIDATES[0]]
    assert shown(explanation, C3, Request(BLACK, avoid={C3})) == [CANDIDATES[1]]
    assert shown(explanation, C3, Request(BLACK, allow={C3, E5})) == [CANDIDATES[0]]
    assert shown(Explanation(""), E5, Request(BLACK)) == [Candidate(E5)]
    assert shown(Explanation(""), RESIGN, Request(BLACK)) == [Candidate(PASS)]


def test_analysis_from_python_is_one_line_and_changes_nothing() -> None:
    engine = Engine(ScriptedPlayer([C3], CANDIDATES), Rules(size=9))
    assert list(engine.lz_analyze("w", "50")) == [lz_line(CANDIDATES, Request(WHITE))]
    assert engine.keeper.is_untouched
    assert engine.keeper.board.to_play == BLACK


def test_genmove_analyze_plays() -> None:
    engine = Engine(ScriptedPlayer([C3, RESIGN], CANDIDATES), Rules(size=9))
    assert list(engine.kata_genmove_analyze("b", "50")) == [kata_line(CANDIDATES, Request(BLACK)), "play C3"]
    assert engine.list_stones("b") == "C3"
    assert list(engine.lz_genmove_analyze())[1] == "play resign"
    assert engine.keeper.game.moves == [(BLACK, C3)]


def test_the_form_of_the_response() -> None:
    player = ScriptedPlayer([C3, D4, E5], CANDIDATES[:1])
    said = answers("7 lz-analyze b 1\n8 lz-genmove_analyze b\nlz-analyze b x\nname\n", player)
    info = lz_line(CANDIDATES[:1], Request(BLACK))
    assert said[0] == f"=7 \n{info}"
    assert said[1] == f"=8 \n{info}\nplay D4"
    assert said[2] == "? syntax error: 'x' wants 1 values"
    assert said[3] == "= semeai test"

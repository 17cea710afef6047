"""The analysis commands of Leela Zero and KataGo: their arguments and the lines of their answers.

Sabaki, Lizzie and others draw the candidates of a player from lines such as

    info move D4 visits 20 winrate 5000 prior 123 lcb 2993 order 0 pv D4 info move ...

in Leela Zero's dialect, where win rates are ten-thousandths, or in KataGo's, where they are fractions. All values are
from the view of the side to play, including ownership and scores.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from math import sqrt

from semeai.go.player import CandidateMove, Explanation
from semeai.go.points import BLACK, PASS, RESIGN, parse_color, parse_vertex, point, vertex
from semeai.gtp.arguments import read_color, read_integer
from semeai.gtp.protocol import GtpError

DEFAULT_INTERVAL = 100
_Z = 1.96  # standard deviations that hold 95% of a normal distribution
LONGEST_INTERVAL = 360_000


@dataclass
class Request:
    """The arguments of an analysis."""

    color: int
    interval: int = DEFAULT_INTERVAL
    """hundredths of a second between two lines"""
    max_moves: int | None = None
    """maximum number of candidates in a line"""
    root_info: bool = False
    """include the values of the whole position in a KataGo line"""
    ownership: list[int] = field(default_factory=list)
    """the points for the ownership list at the end of a KataGo line, in order"""
    allow: set[int] = field(default_factory=set)
    """the only moves to show, if any"""
    avoid: set[int] = field(default_factory=set)
    """moves not to show"""


def parse_request(arguments: Sequence[str], to_play: int, size: int) -> Request:
    """Parse the request `[color] [interval] [key value]...`. The default color is `to_play`.

    Keys without meaning for these players (pvVisits, movesOwnership, ...) are accepted and ignored.
    Raises GtpError.
    """
    words = list(arguments)
    request = Request(to_play)
    if words and words[0].lower() in ("b", "black", "w", "white"):
        request.color = parse_color(words.pop(0))
    if words and words[0].isascii() and words[0].isdigit():
        request.interval = _interval(words.pop(0))
    while words:
        key = words.pop(0)
        n_values = 3 if key in ("allow", "avoid") else 1
        values, words = words[:n_values], words[n_values:]
        if len(values) < n_values:
            raise GtpError(f"syntax error: {key[:30]!a} needs {n_values} values")
        _set(request, key, values, size)
    return request


def _set(request: Request, key: str, values: list[str], size: int) -> None:
    """Apply one key of the arguments to the request. Raises GtpError."""
    if key == "interval":
        request.interval = _interval(values[0])
    elif key == "maxmoves":
        request.max_moves = max(1, read_integer(values[0]))
    elif key == "rootInfo":
        request.root_info = values[0].lower() == "true"
    elif key == "ownership":
        request.ownership = _from_the_top(size) if values[0].lower() == "true" else []
    elif key in ("allow", "avoid"):
        color = read_color(values[0])
        try:
            moves = {parse_vertex(name, size) for name in values[1].split(",")}
        except ValueError as error:
            raise GtpError(f"syntax error: {error}") from None
        if color == request.color:  # the opponent's moves are not shown anyway
            (request.allow if key == "allow" else request.avoid).update(moves)


def _interval(text: str) -> int:
    return min(max(1, read_integer(text)), LONGEST_INTERVAL)


def _from_the_top(size: int) -> list[int]:
    """All points of a board, row by row from the upper left corner."""
    return [point(row, column) for row in range(size, 0, -1) for column in range(1, size + 1)]


def with_choice(explanation: Explanation, chosen: int) -> Explanation:
    """The explanation of a choice. If it names no candidates, the chosen move becomes the only one."""
    move = PASS if chosen == RESIGN else chosen
    return replace(explanation, candidates=explanation.candidates or (CandidateMove(move),))


def shown(explanation: Explanation, request: Request) -> list[CandidateMove]:
    """The candidates that the request asks for."""
    wanted = [
        c
        for c in explanation.candidates
        if c.point not in request.avoid and (not request.allow or c.point in request.allow)
    ]
    return wanted[: request.max_moves]


def lz_line(explanation: Explanation, request: Request) -> str:
    """The explanation in Leela Zero's format; "" if there are no candidates to show."""
    return " ".join(
        f"info move {vertex(c.point)} visits {c.visits} winrate {_parts(c.winrate)} prior {_parts(c.prior)} "
        f"{_bound(c, is_leela=True)}order {order} pv {_variation(c)}"
        for order, c in enumerate(shown(explanation, request))
    )


def kata_line(explanation: Explanation, request: Request) -> str:
    """The explanation in KataGo's format; "" if there are no candidates to show.

    A player has at most one score for the whole position, so all candidates share it. An unknown score is 0, just as an
    unknown win rate is 0.5. Sabaki tells the dialects apart by the decimal point in a win rate, and accepts nothing
    after the ownership.
    """
    candidates = shown(explanation, request)
    if not candidates:
        return ""
    sign = 1 if request.color == BLACK else -1
    score = sign * (explanation.score or 0.0)
    parts = [
        f"info move {vertex(c.point)} visits {c.visits} {_values(c.winrate, score)} prior {c.prior:.6f} "
        f"{_bound(c, is_leela=False)}order {order} pv {_variation(c)}"
        for order, c in enumerate(candidates)
    ]
    if request.root_info:
        visits = sum(c.visits for c in candidates)
        parts.append(f"rootInfo visits {visits} {_values(candidates[0].winrate, score)}")
    if request.ownership and explanation.ownership:
        parts.append("ownership")
        parts += [f"{sign * explanation.ownership.get(p, 0.0):z.6f}" for p in request.ownership]
    return " ".join(parts)


def _values(winrate: float, score: float) -> str:
    return (
        f"utility {2 * winrate - 1:.6f} winrate {winrate:.6f} "
        f"scoreMean {score:z.6f} scoreLead {score:z.6f} scoreSelfplay {score:z.6f}"
    )


def _bound(candidate: CandidateMove, is_leela: bool) -> str:
    """The lower bound of a win rate in the protocol's format; "" for a single visit, which has none."""
    if candidate.visits < 2:
        return ""
    low = lower_bound(candidate)
    return f"lcb {_parts(low)} " if is_leela else f"lcb {low:.6f} utilityLcb {2 * low - 1:.6f} "


def lower_bound(candidate: CandidateMove) -> float:
    """The lower end of the 95% confidence interval of a win rate (Wilson's, which also holds for few visits)."""
    n, rate = candidate.visits, candidate.winrate
    center = rate + _Z**2 / (2 * n)
    spread = _Z * sqrt(rate * (1 - rate) / n + (_Z / (2 * n)) ** 2)
    return max(0.0, (center - spread) / (1 + _Z**2 / n))


def _parts(chance: float) -> int:
    """A probability in ten-thousandths."""
    return round(10_000 * chance)


def _variation(candidate: CandidateMove) -> str:
    """The expected moves. Never empty, since Sabaki skips candidates without them."""
    return " ".join(vertex(p) for p in candidate.variation or (candidate.point,))

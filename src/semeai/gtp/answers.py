"""Answers that take some work: the status of stones at the end of a game, and the map of influence."""

from collections.abc import Iterator

from semeai.go.board import Board
from semeai.go.influence import Influence, InfluenceError, influence_map
from semeai.go.points import EMPTY, point, vertex
from semeai.gtp.arguments import read_integer
from semeai.gtp.protocol import GtpError


def read_status(text: str) -> str:
    """A status by its name. Raises GtpError."""
    if text not in ("alive", "dead", "seki"):
        raise GtpError("syntax error: a status is one of alive, dead, seki")
    return text


def status_list(board: Board, status: str, dead: frozenset[int], is_judged: bool) -> str:
    """The chains of a status, one a line. Each has one status; without a judge none is in seki."""
    seki = _seki(board, dead) if is_judged else set()
    stones = board.stones.keys()
    return "\n".join(_chains(board, {"dead": stones & dead, "seki": seki, "alive": stones - dead - seki}[status]))


def _chains(board: Board, stones: set[int]) -> Iterator[str]:
    """The vertices of the chains with one of `stones`, a line each."""
    while stones:
        chain = board.chain(min(stones))
        stones -= chain
        yield " ".join(map(vertex, sorted(chain)))


def _seki(board: Board, dead: frozenset[int]) -> set[int]:
    """The stones that live without an eye: all liberties of their chains are nobody's once the dead are taken off."""
    living = Board(board.rules, {p: color for p, color in board.stones.items() if p not in dead})
    owner = living.score().owner
    return {p for p in living.stones if all(owner[q] == EMPTY for q in living.liberties(p))}


def influence_board(board: Board, dilations: str, erosions: str) -> str:
    """The map of the board, scaled to -1 .. 1, as GoGui's `dboard`: a number for every point, the top row first. GoGui
    draws a black square where it is positive, a white one where it is negative. Raises GtpError."""
    try:
        which = Influence(read_integer(dilations), read_integer(erosions))
    except InfluenceError as error:
        raise GtpError(str(error)) from None
    # An empty point gains at most 4 in a dilation. Against a stone's 128, which is cut, its square could not be seen.
    scaled = (influence_map(board, which) / max(1, 4 * which.dilations)).clip(-1, 1)
    lines = range(1, board.size + 1)
    return "".join("\n" + " ".join(f"{scaled[point(row, column)]:5.2f}" for column in lines) for row in reversed(lines))

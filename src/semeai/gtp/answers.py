"""Longer answers: the status of stones at the end of a game, and the influence map."""

from collections.abc import Iterator

from semeai.go.board import Board
from semeai.go.influence import Influence, InfluenceError, influence_map
from semeai.go.points import EMPTY, point, vertex
from semeai.gtp.arguments import read_integer
from semeai.gtp.protocol import GtpError


def read_status(text: str) -> str:
    """A status by its name. Raises GtpError."""
    if text not in ("alive", "dead", "seki"):
        raise GtpError("syntax error: expected a status: alive, dead or seki")
    return text


def status_list(board: Board, status: str, dead: frozenset[int], is_judged: bool) -> str:
    """The chains with a status, one per line. Each chain has one status. Without a judge, no chain is in seki."""
    seki = _seki(board, dead) if is_judged else set()
    stones = board.stones.keys()
    return "\n".join(_chains(board, {"dead": stones & dead, "seki": seki, "alive": stones - dead - seki}[status]))


def _chains(board: Board, stones: set[int]) -> Iterator[str]:
    """The vertices of each chain that contains one of `stones`, one line per chain."""
    while stones:
        chain = board.chain(min(stones))
        stones -= chain
        yield " ".join(map(vertex, sorted(chain)))


def _seki(board: Board, dead: frozenset[int]) -> set[int]:
    """The stones that live without an eye: all liberties of their chains are neutral after dead stones are removed."""
    living = Board(board.rules, {p: color for p, color in board.stones.items() if p not in dead})
    owner = living.score().owner
    return {p for p in living.stones if all(owner[q] == EMPTY for q in living.liberties(p))}


def influence_board(board: Board, dilations: str, erosions: str) -> str:
    """The influence map as GoGui's `dboard`: a number from -1 to 1 for every point, the top row first. GoGui draws
    positive numbers as black squares and negative ones as white squares. Raises GtpError."""
    try:
        which = Influence(read_integer(dilations), read_integer(erosions))
    except InfluenceError as error:
        raise GtpError(str(error)) from None
    # An empty point gains at most 4 per dilation. Beside a stone's 128 its square would be invisible, so 128 is cut.
    scaled = (influence_map(board, which) / max(1, 4 * which.dilations)).clip(-1, 1)
    lines = range(1, board.size + 1)
    return "".join("\n" + " ".join(f"{scaled[point(row, column)]:5.2f}" for column in lines) for row in reversed(lines))

"""The status of stones at the end of a game: what a player has judged dead, what is in seki, and the lists of both."""

from collections.abc import Callable, Iterator

from semeai.go.board import Board
from semeai.go.game import Game, Node
from semeai.go.points import EMPTY, vertex
from semeai.gtp.protocol import GtpError


class Judgement:
    """What a player has judged dead, and where it did: controllers ask for each status, and for the score."""

    def __init__(self) -> None:
        self._place: tuple[Board, Node] | None = None
        self._dead: frozenset[int] = frozenset()

    def dead(self, game: Game, judge: Callable[[Board], frozenset[int]]) -> frozenset[int]:
        """The dead stones: those that the game knows of, or else those that `judge` finds on a copy of the board, which
        is asked once a position. Raises what `judge` raises; then it is asked again the next time."""
        if game.dead:
            return game.dead
        place = (game.board, game.node)  # one or the other is new after every change of the game
        if self._place != place:
            self._dead = judge(game.board.copy())
            self._place = place
        return self._dead


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

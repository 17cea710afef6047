"""What the GTP tests share: sessions with the server in this process, and players made to measure."""

import io
import sys
import threading
from collections.abc import Iterable

from numpy.random import Generator

from semeai.go.board import Board
from semeai.go.player import CandidateMove, Explanation, Player
from semeai.go.points import PASS
from semeai.go.rules import Rules
from semeai.gtp.engine import Engine
from semeai.gtp.server import serve
from semeai.players import make_player

OWN_ENGINE = [
    sys.executable,
    "-c",
    "from semeai.gtp.server import serve\n"
    "def make_engine():\n"
    "    from semeai.gtp.engine import Engine\n"
    "    from semeai.players import make_player\n"
    "    return Engine(make_player('random'), seed=1)\n"
    "serve('semeai random', make_engine)\n",
]


class ScriptedPlayer(Player):
    """Plays given moves, then passes, and says so."""

    def __init__(self, moves: Iterable[int] = (), candidates: tuple[CandidateMove, ...] = ()) -> None:
        self.moves = list(moves)
        self.candidates = candidates
        self.games: list[tuple[Rules, Generator]] = []
        self.boards: list[Board] = []

    def new_game(self, rules: Rules, rng: Generator) -> None:
        self.games.append((rules, rng))

    def choose(self, board: Board) -> int:
        self.boards.append(board)
        return self.moves.pop(0) if self.moves else PASS

    def explain(self) -> Explanation:
        return Explanation("as I was told", candidates=self.candidates)


class ThinkingPlayer(ScriptedPlayer):
    """Thinks until it is stopped, as a search does."""

    def __init__(self) -> None:
        super().__init__()
        self.searches = threading.Semaphore(0)
        """released at the start of each search"""

    def choose(self, board: Board) -> int:
        self.searches.release()
        while not self.stop():
            threading.Event().wait(0.001)
        return super().choose(board)


class BrokenPlayer(ScriptedPlayer):
    """Fails whenever it is asked."""

    def choose(self, board: Board) -> int:
        print("garbage on stdout")
        raise RuntimeError("out of\n\nideas")


def session(text: str | bytes, player: Player | None = None, rules: Rules | None = None) -> str:
    """All that the server answers to `text`."""
    data = text.encode() if isinstance(text, str) else text
    out = io.BytesIO()
    serve("semeai test", lambda: Engine(player or make_player("random"), rules), io.BytesIO(data), out)
    return out.getvalue().decode()


def answers(text: str | bytes, player: Player | None = None, rules: Rules | None = None) -> list[str]:
    """What the server answers to `text`, response by response, without the empty lines."""
    said = session(text, player, rules)
    assert not said or said.endswith("\n\n")
    return said.split("\n\n")[:-1]

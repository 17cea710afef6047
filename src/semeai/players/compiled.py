"""Players whose moves are computed in kernels: the Python side.

Their `lineup` holds all data for a kernel, which can then play a batch of games without returning to Python
(`arena/batch.py`). `compiled_kernel.choose` knows a fixed set of kinds. A player of another kind, for example from a
plugin, has no line-up and plays one game at a time.
"""

import numpy as np
import numpy.typing as npt
from numpy.random import Generator, default_rng

from semeai.go.board import Board
from semeai.go.board_kernel import BOARD, PASS
from semeai.go.lineup import Lineup
from semeai.go.player import Player
from semeai.go.rules import Rules
from semeai.nets.network import Nets
from semeai.players.agents.agents import make_room
from semeai.players.compiled_kernel import COMPILED, LOCAL, choose_on
from semeai.players.desk_kernel import DESK
from semeai.players.network_kernel import MEMORY
from semeai.players.wally_kernel import NOTES
from semeai.rng import streams

_warm: set[tuple[bool, ...]] = set()
"""the combinations of kinds whose kernels are loaded"""


class CompiledPlayer(Player):
    """A player that asks the kernel for its moves."""

    def __init__(self, lineup: Lineup) -> None:
        self._lineup = lineup
        self.notes = np.zeros(1, dtype=NOTES)
        self.tactics = (*lineup.genomes, make_desk()) if lineup.has_tactics else None
        self.begin(default_rng(0))

    @property
    def lineup(self) -> Lineup:
        return self._lineup

    @property
    def _kinds(self) -> tuple[bool, ...]:
        """The kinds that take part. For each combination a kernel is compiled or loaded."""
        return tuple(kind is not None for kind in kinds_of(self._lineup, self.tactics))

    def warm_up(self) -> None:
        """Compile or load the kernels, before any clock runs."""
        self.choose(Board(Rules(size=min(self.board_sizes))))
        _warm.add(self._kinds)

    def new_game(self, rules: Rules, rng: Generator) -> None:
        self.check_rules(rules)
        if self._kinds not in _warm:
            self.warm_up()
        self.begin(rng)

    def begin(self, rng: Generator) -> None:
        """Forget everything."""
        self._stream = streams(1, int(rng.integers(1 << 63)))
        self.memory = np.zeros(1, dtype=MEMORY)
        self.memory["is_new"] = 1
        if self.tactics:
            self.tactics[-1]["sights"]["is_new"] = 1
        self.chosen = PASS

    def choose(self, board: Board) -> int:
        boards = np.array([board.record], dtype=BOARD)
        kinds = kinds_of(self._lineup, self.tactics)
        game = (boards, board.keys, board.trail, self._stream)
        self.chosen = int(choose_on(self._lineup.records, *kinds, *game, self.notes, self.memory))
        return self.chosen


Tactics = tuple[npt.NDArray[np.void], npt.NDArray[np.int32], npt.NDArray[np.float32], npt.NDArray[np.void]]


def kinds_of(lineup: Lineup, tactics: Tactics | None) -> tuple[Nets | None, Tactics | None, bool | None]:
    """The arguments `nets`, `tactics` and `local` of `compiled_kernel.choose`: None for kinds that do not take part."""
    nets = lineup.nets if len(lineup.nets[0]) else None
    return nets, tactics, True if (lineup.records["kind"] == LOCAL).any() else None


def make_desk() -> npt.NDArray[np.void]:
    """The working memory of a thread for players that know tactics."""
    desks = np.zeros(1, dtype=DESK)
    desks["room"] = make_room()
    return desks


def lineup_of(kind: int, **settings: npt.ArrayLike) -> Lineup:
    """A player without a network. `settings` are fields of its record; other fields are zero."""
    record = np.zeros(1, dtype=COMPILED)
    record["kind"] = kind
    for name, value in settings.items():
        record[name] = value
    return Lineup(record)

"""`wally`: a small pattern player like the opponent in the papers; about 30 kyu, and fast.

Wally was Bill Newman's program. Its table of patterns is not available. This player follows the published outline of
the program that Wally is based on: J. K. Millen, "Programming the game of Go", BYTE, April 1981, with seven patterns.
So it resembles Wally but is not the original. To choose a move:

1. Each own chain with one or two liberties: consider a liberty off the edge line; the urgency is the number of its
   liberties.
2. Each enemy chain: with one liberty, take it at once; otherwise consider one of its liberties, with their number for
   the urgency.
3. The first pattern that matches around an enemy stone: consider its point, with urgency 2.
4. If nothing was considered: throw in to reduce an eye space; else any move that fills no own eye and keeps two
   liberties; else pass.

A considered move is kept if its number is at most the best so far and its chain would have two liberties or more. The
outline leaves some points open. Our choices: everything is checked in the order of points, and a chain's liberties
until one is kept; a throw-in goes to the dead end of an eye space; "any" move is drawn by a hash of the position. So
without noise a position always gets the same answer. `noise` is the share of moves that are drawn from all legal moves
instead (richards, section 7.2: "10% of the time ... a random legal move").

Other interpretations are settings. `edge_last`: the outline keeps rescues off the edge line and does not say where to
attack, so attacks avoid the edge line too if they can. `throw_first`: Wally was known for its throw-ins, but the order
above makes them rare, so they come before patterns, with the same urgency. `scan`: from the center outwards.
"""

from dataclasses import dataclass
from enum import StrEnum

from semeai.go.player import CandidateMove, Explanation
from semeai.go.points import PASS, vertex
from semeai.players import wally_kernel as kernel
from semeai.players.compiled import CompiledPlayer, lineup_of
from semeai.players.compiled_kernel import WALLY

_REASONS = {
    kernel.NOTHING: "no useful move is left",
    kernel.CAPTURE: "it captures",
    kernel.RESCUE: "a friendly chain is short of liberties",
    kernel.ATTACK: "an enemy chain loses a liberty",
    kernel.PATTERN: "a pattern matches",
    kernel.THROW_IN: "it reduces an eye space",
    kernel.ANY: "nothing is urgent, so it chose any move",
    kernel.NOISE: "a random move (noise)",
}


class Scan(StrEnum):
    """The order of points. The position in this enum is the number in `wally_kernel.SCANS`."""

    ROWS = "rows"
    """row by row from the bottom"""
    CENTER = "center"
    """ring by ring from the center outwards"""


@dataclass(frozen=True)
class WallyParams:
    noise: float = 0.0
    """share of random legal moves, 0 to 1"""
    edge_last: bool = False
    """attack on the edge line only if there is no other attack"""
    throw_first: bool = False
    """throw in before trying patterns"""
    scan: Scan = Scan.ROWS
    """the order in which points are checked"""

    def __post_init__(self) -> None:
        if not 0 <= self.noise <= 1:
            raise ValueError(f"wally:noise must be a share, 0 to 1, not {self.noise:g}")


class WallyPlayer(CompiledPlayer):
    """Chooses moves by the outline above."""

    def __init__(self, params: WallyParams) -> None:
        readings = {"edge_last": params.edge_last, "throws_first": params.throw_first}
        super().__init__(lineup_of(WALLY, noise=params.noise, scan=list(Scan).index(params.scan), **readings))

    def explain(self) -> Explanation:
        why = _REASONS[int(self.notes["reason"][0])]
        candidates = () if self.chosen == PASS else (CandidateMove(self.chosen, variation=(self.chosen,)),)
        return Explanation(f"wally plays {vertex(self.chosen)}: {why}", candidates=candidates)

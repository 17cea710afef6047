"""`strategy`: coevolves partial strategies from the current position and plays their most frequent first move.

This is the real-time player that P. Drake and Y.-P. Chen announce ("Coevolving Partial Strategies for the Game of Go",
sections 1 and 6). It evolves strategies for itself and for its opponent (`evolve/strategies.py`) until its budget is
used up. After a move of each side, strategies that contain these moves continue with the branch that was played, and
new strategies replace the others.
"""

import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

import numpy as np
from numpy.random import Generator, default_rng

from semeai.evolve.strategies import FIRST, SECOND, PopulationsParams, Strategies
from semeai.evolve.strategies_kernel import work_on
from semeai.evolve.strategy_text import plan_text, read_plan
from semeai.go.board import Board
from semeai.go.knowing import Policy
from semeai.go.player import CandidateMove, Explanation, Player
from semeai.go.points import BLACK, PASS, opponent, points, vertex
from semeai.go.rules import Rules, Scoring
from semeai.parallel.ahead import compiled_ahead
from semeai.parallel.team import Team
from semeai.players.search.budget import plan
from semeai.players.search.judgement import Ownership, cleaning_points, dead_stones, is_finished
from semeai.players.search.priors import chances

POINTS_A_CALL = 8000  # steps times points between two calls of `stop`: less than a tenth of a second
LOOKS = 4  # the same if a clock runs
DEPTH = 2  # levels of the strategy in an explanation
SURVEY, MOST = 32_000, 400  # points in the games that estimate ownership, and the maximum number of games
SETTLED = 0.95  # share of agreeing individuals that ends the search early
LOST = 0.05  # share of won games below which passing is no loss


@dataclass(frozen=True)
class StrategyParams(PopulationsParams):
    """The parameters of evolution with other defaults: a move gets some thousand steps, not millions."""

    population: int = 128
    threads: int = 16
    renewal: int = 64
    policy: Policy = Policy.KNOWING
    bias: float = 1.0
    balance: bool = True
    priors: bool = True
    """also draw new nodes by the move priors of `rave`; used together with `bias`"""
    keep: bool = True
    """keep strategies from move to move"""
    steps: int = 2048
    """steps per move, each of 8 games; 0 for as many as the time allows"""
    seconds: float = 0.0
    """seconds per move; 0 for no limit except the game's clock"""

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.library:
            raise ValueError(
                "strategy:library must be false: strategies that descend into a branch would lose their library"
            )
        if self.steps < 0:
            raise ValueError(f"strategy:steps must be 0 or more, not {self.steps}")
        if not 0 <= self.seconds < float("inf"):
            raise ValueError(f"strategy:seconds must be a finite number, 0 or more, not {self.seconds:g}")


class StrategyPlayer(Player):
    """Chooses moves by evolving two populations of strategies."""

    def __init__(self, params: StrategyParams) -> None:
        self._params = params
        self._team = Team(1)
        board = Board(Rules(size=3))  # compile or load the kernels before any clock runs
        with compiled_ahead(work_on, f"{__name__}:compile_games"):
            if params.priors and params.bias > 0:
                chances(board, board.to_play)
        self.new_game(board.rules, default_rng(0))
        evolved = self._evolve(board, params.threads, None)
        evolved.go_on(board, PASS, PASS)
        found = evolved.survey(1)
        self._explain(board, evolved, self._decide(board, evolved, *found), *found)
        self.new_game(board.rules, default_rng(0))

    def new_game(self, rules: Rules, rng: Generator) -> None:
        self._rng = rng
        self._evolved: Strategies | None = None
        self._moves: list[int] = []
        """the moves before the start of `_evolved`"""
        self._kept = (0.0, 0.0)
        self._tail = 0.0
        """seconds for the work after evolution in the last move"""
        self._explain_last: Callable[[], Explanation] = partial(Explanation, "strategy has not moved yet")

    # -- moves ---------------------------------------------------------------------------------------------------------

    def choose(self, board: Board) -> int:
        params = self._params
        budget = plan(params.steps, params.seconds, self.clock, board.to_play, len(board.moves), board.size**2)
        seconds = None if budget.seconds is None else budget.seconds - self._tail
        evolved = self._evolve(board, budget.playouts, seconds)
        evolved_at = time.monotonic()
        rate, ownership = evolved.survey(min(MOST, SURVEY // board.size**2))
        chosen = self._decide(board, evolved, rate, ownership)
        self._tail = time.monotonic() - evolved_at
        self._explain_last = partial(self._explain, board.copy(), evolved, chosen, rate, ownership)
        return chosen

    def _evolve(self, board: Board, n_steps: int | None, seconds: float | None) -> Strategies:
        """Evolve from `board` within the limits. Uses the strategies of the last move if the game has continued from
        there."""
        end = None if seconds is None else time.monotonic() + seconds
        evolved = self._begin(board)
        at_once = max(1, POINTS_A_CALL // board.size**2 // (1 if seconds is None else LOOKS))
        first = evolved.n_steps
        while n_steps is None or evolved.n_steps - first < n_steps:
            left = at_once if n_steps is None else min(at_once, n_steps - (evolved.n_steps - first))
            evolved.run(left, self._team)
            if self.stop() or (end is not None and (time.monotonic() >= end or _is_settled(evolved))):
                break
        return evolved

    def _begin(self, board: Board) -> Strategies:
        moves = list(board.moves)
        evolved, before, self._moves = self._evolved, self._moves, moves
        self._kept = (0.0, 0.0)
        hints = None
        if self._params.priors and self._params.bias > 0:
            hints = np.array([chances(board, color) for color in (board.to_play, opponent(board.to_play))])
        if evolved is not None and self._params.keep and len(moves) == len(before) + 2 and moves[:-2] == before:
            self._kept = evolved.go_on(board, moves[-2], moves[-1], hints)
        elif evolved is None or moves != before or not self._params.keep:
            evolved = Strategies(self._params, board, int(self._rng.integers(1 << 63)), hints)
        self._evolved = evolved
        return evolved

    def _decide(self, board: Board, evolved: Strategies, rate: float, ownership: Ownership) -> int:
        """The most frequent move. It does not pass before the game is finished, and does not play on afterwards unless
        it is losing and may still win."""
        if is_finished(board, ownership) and (rate < LOST or self._wins(board, ownership)):
            return PASS
        own = board.to_play
        moves = [p for p in evolved.shares() if p == PASS or (board.is_legal(p) and not board.is_eye(p, own))]
        if moves and moves[0] != PASS:
            return moves[0]
        sensible = [p for p in board.legal_points() if not board.is_eye(p, own)]
        cleaning = [p for p in cleaning_points(board, ownership) if p in sensible]
        return next(iter([*cleaning, *(p for p in moves if p != PASS), *sensible]), PASS)

    def _wins(self, board: Board, ownership: Ownership) -> bool:
        """True if the side to play wins the current position."""
        is_area = board.rules.scoring is Scoring.AREA
        margin = board.score(frozenset() if is_area else dead_stones(board, ownership)).margin
        return margin > 0 if board.to_play == BLACK else margin < 0

    # -- words ---------------------------------------------------------------------------------------------------------

    def explain(self) -> Explanation:
        return self._explain_last()  # computed on demand: it takes a while and is seldom needed

    def _explain(
        self, board: Board, evolved: Strategies, chosen: int, rate: float, ownership: Ownership
    ) -> Explanation:
        n = self._params.population
        shares = {p: share for p, share in evolved.shares().items() if board.is_legal(p)}
        expected = self._expected(board, evolved, chosen)
        plans = (read_plan(tree, FIRST, self._params.default) for tree in evolved.champions(FIRST))
        champion = Counter(plan_text(plan, vertex, DEPTH) for plan in plans)
        text = (
            f"strategy plays {vertex(chosen)}: {shares.get(chosen, 0.0):.1%} of {n:,} individuals "
            f"begin with it, after {evolved.n_steps:,} steps, {100 * rate:.0f}% of their games won"
        )
        if len(expected) > 1:
            text += f"; expects {' '.join(map(vertex, expected[1:]))}"
        if any(self._kept):
            text += f"; {self._kept[0]:.0%} and {self._kept[1]:.0%} of both sides were kept from the last move"
        text += f"; champion: {champion.most_common(1)[0][0]}"
        return Explanation(
            text,
            values={p: share for p, share in shares.items() if p != PASS},
            candidates=tuple(
                CandidateMove(p, round(share * n), rate, share, self._expected(board, evolved, p))
                for p, share in list(shares.items())[:20]
            ),
            ownership={p: float(ownership[p]) for p in points(board.size)},
        )

    def _expected(self, board: Board, evolved: Strategies, move: int) -> tuple[int, ...]:
        """The moves that most individuals expect after `move`, including it, in turn for both sides. All are legal."""
        after, line = board.copy(), [move]
        for side in (SECOND, FIRST):
            after.play(line[-1])
            suggested = Counter(evolved.suggestions(side, line).tolist())
            answers = {p: n for p, n in suggested.items() if after.is_legal(p)}
            if not answers:
                break
            line.append(min(answers, key=lambda p: (-answers[p], p)))
        return tuple(line)

    def judge(self, board: Board) -> frozenset[int]:
        """Judge by games between random strategies, in which either side moves first."""
        ownership = np.zeros(1)
        for color in (board.to_play, opponent(board.to_play)):
            position = Board(board.rules, board.stones, color)
            fresh = Strategies(self._params, position, int(self._rng.integers(1 << 63)))
            ownership = ownership + fresh.survey(min(MOST, SURVEY // board.size**2))[1] / 2
        return dead_stones(board, ownership)


def compile_games() -> None:
    """Compile the kernel that plays the games of strategies."""
    Strategies(StrategyParams(), Board(Rules(size=3)), 0)


def _is_settled(evolved: Strategies) -> bool:
    """True if nearly all individuals agree, so that more time would hardly change the move."""
    return next(iter(evolved.shares().values()), 0.0) >= SETTLED

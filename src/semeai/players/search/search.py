"""The base of `mcts`, `uct` and `rave`: a search within a budget, and the choice of a move.

The threads of `rave` share one tree (`tree_kernel`), so with two or more threads its games are not reproducible. The
threads of `mcts`, `uct` and `rave:counts=tree` have separate trees, whose counts are added at the root (G. Chaslot, M.
Winands, J. van den Herik, "Parallel Monte-Carlo tree search", 2008, call it root parallelization). Their searches by
number of playouts depend only on the seed and the number of threads.
"""

import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from enum import StrEnum
from functools import partial
from itertools import count

import numpy as np
import numpy.typing as npt
from numpy.random import Generator, default_rng

from semeai.go.board import Board
from semeai.go.influence import TERRITORY
from semeai.go.knowing import Policy
from semeai.go.player import CandidateMove, Explanation, Player
from semeai.go.points import BLACK, PASS, RESIGN, opponent, points, vertex
from semeai.go.rules import Rules, Scoring
from semeai.go.score import format_margin
from semeai.players.search.budget import Budget, plan
from semeai.players.search.judgement import cleaning_points, dead_stones, is_finished
from semeai.players.search.knowledge import add_knowledge
from semeai.players.search.tree import Findings, Tree
from semeai.players.search.tree_kernel import KNOWS, LIGHT, RAVE, SEARCH, SPREAD

PLAYOUTS_A_CALL = 32  # playouts between two checks of the clock: a hundredth of a second or less
JUDGING_PLAYOUTS = 1000  # playouts for each side to move first
FEWEST_TO_RESIGN = 100  # least number of playouts before a resignation
LOOK_UP = 0.1  # seconds between checks whether a timed search is decided
NO_WORSE = 0.05  # win rate that a move may cost if it ends the game or captures dead stones
PASSING_PLAYOUTS = 1000  # least number of playouts, with the opponent to move, before a pass

Ranked = list[tuple[int, float, float]]
"""moves with their visits and win rates"""


class Final(StrEnum):
    """The final choice of the move."""

    VISITS = "visits"
    """the move with most visits"""
    RATE = "rate"
    """the move with the best share of playouts won"""


@dataclass(frozen=True)
class SearchParams:
    """Settings that all search players have."""

    playouts: int = 1000
    """playouts per move; 0 for as many as the time allows"""
    seconds: float = 0.0
    """seconds per move; 0 for no limit except the game's clock"""
    threads: int = 1
    """number of threads; those of rave share one tree, those of mcts and uct have a tree each"""
    memory: int = 256
    """megabytes for all trees; full trees stop growing"""
    early_stop: float = 0.0
    """end a playout if one side dominates this share of the board (Bouzy's 5/21 map); 0 for never"""
    resign: float = 0.05
    """win rate below which it resigns; 0 for never"""

    def __post_init__(self) -> None:
        require(self.playouts >= 0, f"playouts must be 0 or more, not {self.playouts}")
        require(0 <= self.seconds < float("inf"), f"seconds must be a finite number, 0 or more, not {self.seconds:g}")
        require(1 <= self.threads <= 256, f"threads must be 1 to 256, not {self.threads}")
        require(1 <= self.memory <= 65536, f"memory must be 1 to 65536 megabytes, not {self.memory}")
        require(0 <= self.early_stop <= 1, f"early_stop must be a share, 0 to 1, not {self.early_stop:g}")
        require(0 <= self.resign < 1, f"resign must be a win rate, 0 to 1, not {self.resign:g}")


def require(condition: bool, message: str) -> None:
    """Check a condition. Raises ValueError with the message unless it holds."""
    if not condition:
        raise ValueError(message)


class SearchPlayer(Player):
    """The base class of players that search a tree."""

    def __init__(
        self,
        name: str,
        params: SearchParams,
        settings: npt.NDArray[np.void],
        final: Final = Final.VISITS,
        make_tree: Callable[[npt.NDArray[np.void], int], Tree] = Tree,
        is_ready: bool = True,
    ) -> None:
        """`settings` is one record of `tree_kernel.SEARCH`: the kind of search and its policy.

        With `is_ready` the kernels are loaded at once, otherwise before the first game.
        """
        self._name = name
        self._params = params
        n_bytes = params.memory * 1_000_000
        if int(settings["kind"][0]) == RAVE:
            self._trees = [Tree(settings, n_bytes, params.threads)]
        else:
            self._trees = [make_tree(settings, n_bytes // params.threads) for _ in range(params.threads)]
        self._final = final
        self._can_be_decided = final is Final.VISITS and int(settings["kind"][0]) != SPREAD
        self._text = f"{name} has not moved yet"
        self._board: Board | None = None
        self._chosen_by: Findings | None = None
        self._winrate: float | None = None
        self._pool = ThreadPoolExecutor(params.threads) if params.threads > 1 else None
        self._is_loaded = False
        if is_ready:
            self._load()

    def _load(self) -> None:
        """Compile or load the kernels before any clock runs."""
        self._is_loaded = True
        board = Board(Rules(size=3))
        self.new_game(board.rules, default_rng(0))
        for _ in range(4):
            findings = self._search(board, Budget(2 * self._params.threads, LOOK_UP))
            ranked = self._ranked(board, findings)
            chosen = self._decide(board, findings, ranked, Budget(1, None))
            self._describe(board, findings, ranked, chosen)
            cleaning_points(board, findings.ownership)
            board.play(chosen if chosen != RESIGN else PASS)

    def new_game(self, rules: Rules, rng: Generator) -> None:
        if not self._is_loaded:
            self._load()
        for tree in self._trees:
            tree.new_game(rules, int(rng.integers(1 << 63)))
        self._board = None

    # -- moves ---------------------------------------------------------------------------------------------------------

    def choose(self, board: Board) -> int:
        params = self._params
        n_moves, area = len(board.moves), board.size**2
        budget = plan(params.playouts, params.seconds, self.clock, board.to_play, n_moves, area)
        findings = self._search(board, budget)
        ranked = self._ranked(board, findings)
        chosen = self._decide(board, findings, ranked, budget)
        self._text = self._describe(board, findings, ranked, chosen)
        self._chosen_by, self._winrate = findings, ranked[0][2]
        return chosen

    @property
    def winrate(self) -> float | None:
        return self._winrate

    def _search(self, board: Board, budget: Budget) -> Findings:
        start = time.monotonic()
        interval = None if budget.seconds is None else LOOK_UP
        for _ in self._think(board, budget, self.stop, interval):
            if budget.seconds is not None and self._is_decided(time.monotonic() - start, budget.seconds):
                break
        return self._findings()

    def _is_decided(self, used: float, seconds: float) -> bool:
        """True if the remaining time cannot change which move has most visits."""
        findings = self._findings()
        best, second = np.sort(np.append(findings.visits, (0, 0)))[:-3:-1]
        return self._can_be_decided and best - second > findings.n_playouts * (seconds - used) / used

    def _think(self, board: Board, budget: Budget, stop: Callable[[], bool], interval: float | None) -> Iterator[None]:
        """Search `board` until the budget is used up or `stop` returns True. Yields every `interval` seconds."""
        start = time.monotonic()
        end = None if budget.seconds is None else start + budget.seconds
        self._board, self._chosen_by = board.copy(), None
        seats = [(tree, thread) for tree in self._trees for thread in range(tree.n_threads)]
        shares = _shares(budget.playouts, len(seats))
        jobs = [(tree, thread, share) for (tree, thread), share in zip(seats, shares, strict=True)]
        for tree in self._trees:
            tree.go_to(board)
        for tick in count(1):
            ticks = [start + tick * interval] if interval else []
            until = min([*ticks, *([] if end is None else [end])], default=None)
            work = partial(_search_until, until=until, stop=stop)
            done = list(self._pool.map(work, jobs)) if self._pool else [work(jobs[0])]
            yield
            if all(done) or stop() or (end is not None and time.monotonic() >= end):
                return

    def _findings(self) -> Findings:
        """The findings of all trees together."""
        found = [tree.findings() for tree in self._trees]
        if len(found) == 1:
            return found[0]
        n_playouts = sum(part.n_playouts for part in found)
        weights = [part.n_playouts / max(1, n_playouts) for part in found]
        place = {int(p): i for i, p in enumerate(found[0].points)}
        visits, wins = np.zeros(len(place)), np.zeros(len(place))
        for part in found:
            places = [place[int(p)] for p in part.points]
            visits[places] += part.visits
            wins[places] += part.wins
        ownership = sum((w * part.ownership for w, part in zip(weights, found, strict=True)), np.zeros(1))
        margin = sum(w * part.margin for w, part in zip(weights, found, strict=True))
        return Findings(found[0].points, visits, wins, found[0].prior, n_playouts, ownership, margin)

    def _decide(self, board: Board, findings: Findings, ranked: Ranked, budget: Budget) -> int:
        """The move to play after a search with this budget."""
        rates = {p: rate for p, _, rate in ranked}
        best, _, rate = ranked[0]
        if rate < self._params.resign and findings.n_playouts >= FEWEST_TO_RESIGN:
            return RESIGN
        moves = [p for p, visits, _ in ranked if p != PASS and visits > 0]
        if not moves:
            return PASS
        if is_finished(board, findings.ownership) and self._may_pass(board, findings, rate, budget):
            return PASS
        if best != PASS and not board.n_passes:
            return best
        # The opponent has passed, or a pass is our best move, but points are still open: play on if that does no harm.
        harmless = [p for p in moves if rates[p] >= rate - NO_WORSE]
        cleaning = cleaning_points(board, findings.ownership)
        tidy = [p for p in harmless if p in cleaning]
        return next(iter([*([] if best != PASS else tidy), *harmless]), PASS)

    def _may_pass(self, board: Board, findings: Findings, rate: float, budget: Budget) -> bool:
        """True if a pass keeps the win rate in a position where neither side seems able to gain a point.

        A pass that ends the game is judged by the score. Before any other pass the opponent's moves are searched: in
        playouts that start with our own move, a group that needs an immediate defence looks safe.
        """
        after, color = board.copy(), board.to_play
        after.play(PASS)
        is_area = board.rules.scoring is Scoring.AREA
        if after.n_passes >= board.rules.passes_to_end:
            margin = after.score(frozenset() if is_area else dead_stones(board, findings.ownership)).margin
            return rate < 0.5 or (margin if color == BLACK else -margin) > 0
        playouts = max(budget.playouts or 0, PASSING_PLAYOUTS)
        answers = self._search(after, Budget(playouts, None if budget.seconds is None else LOOK_UP))
        theirs = self._ranked(after, answers)[0][2]
        for tree in self._trees:
            tree.go_to(board)
        self._board = board.copy()
        # Under territory scoring, neutral points change the win rate of playouts, and nothing else.
        return is_finished(after, answers.ownership) and (not is_area or 1 - theirs >= rate - NO_WORSE)

    def _ranked(self, board: Board, findings: Findings) -> Ranked:
        """The legal moves with their visits and win rates, the best first, by visits or by win rate."""
        rates = findings.wins / np.maximum(findings.visits, 1)
        order = np.lexsort((findings.visits, rates) if self._final is Final.RATE else (rates, findings.visits))[::-1]
        legal = {PASS, *board.legal_points()}
        columns = (column[order].tolist() for column in (findings.points, findings.visits, rates))
        return [entry for entry in zip(*columns, strict=True) if entry[0] in legal]

    # -- words ---------------------------------------------------------------------------------------------------------

    def _describe(self, board: Board, findings: Findings, ranked: Ranked, chosen: int) -> str:
        n, seen = findings.n_playouts, next(((v, r) for p, v, r in ranked if p == chosen), ranked[0][1:])
        text = f"{self._name} {'resigns' if chosen == RESIGN else f'plays {vertex(chosen)}'}: "
        text += f"{100 * seen[1]:.1f}% won, {seen[0]:,.0f} visits, {n:,} playouts"
        expected = findings.margin - board.rules.komi
        text += f", {format_margin(round(2 * expected) / 2)} expected"
        if chosen not in (PASS, RESIGN):
            text += f", {' '.join(map(vertex, self._trees[0].variation(chosen)))}"
        return text

    def explain(self) -> Explanation:
        if self._board is None:
            return Explanation(self._text)
        return self._explanation(self._board, self._text)

    def _explanation(self, board: Board, text: str) -> Explanation:
        findings = self._chosen_by or self._findings()
        ranked = [entry for entry in self._ranked(board, findings) if entry[1] > 0]
        prior = dict(zip(findings.points.tolist(), findings.prior.tolist(), strict=True))
        return Explanation(
            text,
            values={p: rate for p, _, rate in ranked if p != PASS},
            candidates=tuple(
                CandidateMove(p, int(visits), rate, prior[p], self._trees[0].variation(p)) for p, visits, rate in ranked
            ),
            ownership={p: float(findings.ownership[p]) for p in points(board.size)},
            score=findings.margin - board.rules.komi,
        )

    # -- beyond moves --------------------------------------------------------------------------------------------------

    def analyze(self, board: Board, seconds: float) -> Iterator[Explanation]:
        for _ in self._think(board, Budget(None, None), self.stop, seconds):
            yield self._explanation(board, "")

    def ponder(self, board: Board, stop: Callable[[], bool]) -> None:
        for _ in self._think(board, Budget(None, None), stop, None):
            pass

    def judge(self, board: Board) -> frozenset[int]:
        """Return the dead stones, judged by playouts in which either side moves first."""
        ownership = np.zeros(1)
        for color in (board.to_play, opponent(board.to_play)):
            position = Board(board.rules, board.stones, color)
            ownership = ownership + self._search(position, Budget(JUDGING_PLAYOUTS, None)).ownership / 2
        self._board = None
        return dead_stones(board, ownership)


def _shares(n: int | None, n_threads: int) -> list[int | None]:
    """The playouts of each thread."""
    if n is None:
        return [None] * n_threads
    return [n // n_threads + (i < n % n_threads) for i in range(n_threads)]


def _search_until(job: tuple[Tree, int, int | None], until: float | None, stop: Callable[[], bool]) -> bool:
    """Search a tree until its thread has `n` playouts or the time is up. Returns True if it has them."""
    tree, thread, playouts = job
    while playouts is None or tree.n_searched(thread) < playouts:
        left = PLAYOUTS_A_CALL if playouts is None else min(PLAYOUTS_A_CALL, playouts - tree.n_searched(thread))
        tree.search(left, thread)  # before the first check of the clock, so that a late player still searches
        if stop() or (until is not None and time.monotonic() >= until):
            return False
    return True


def settings_of(kind: int, policy: Policy, params: SearchParams) -> npt.NDArray[np.void]:
    """A record of `tree_kernel.SEARCH` for this kind of search."""
    settings = np.zeros(1, dtype=SEARCH)
    settings["early_stop"] = params.early_stop
    settings["map"]["dilations"] = TERRITORY.dilations
    settings["map"]["erosions"] = TERRITORY.erosions
    settings["kind"] = kind
    settings["policy"] = KNOWS if policy is Policy.KNOWING else LIGHT
    settings["expand_at"] = 1
    add_knowledge(settings)
    return settings

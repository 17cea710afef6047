"""`strategies`: two populations of partial strategies coevolve from one position until the right move has taken over.

P. Drake, Y.-P. Chen, "Coevolving Partial Strategies for the Game of Go".

A partial strategy is a small tree: a move, answers to some replies, and a default answer (`trees_kernel`). One
population holds strategies of the side to move in the position, the other those of the opponent. Without any knowledge
of Go, the most common first move becomes the right one: a search of the game tree, spread over a population. Each
thread repeats (section 3):

1. Randomly choose two individuals from each population.
2. Play the four games between members of opposing populations; and one game of each with the thread's champion of the
   other population. If a strategy suggests no move or an illegal one, its side moves at random.
3. Within each population, the individual with more wins is the winner (ties are broken randomly), the other one the
   loser.
4. The loser is replaced by a new individual: a cross between two, or a clone of one, and then perhaps mutated.
5. A winner of all three games becomes the champion of its thread, with a small probability.

Threads are logical, and the work may be shared by any number of cores: see `strategies_kernel`. An individual takes 256
bytes, so two populations of 2^17 take 67 MB.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Annotated, Any, ClassVar

import numpy as np
import numpy.typing as npt

from semeai.bounds import ADDED, SHARE, Bounded, Range
from semeai.evolve.evolver import State
from semeai.evolve.states import MOST, check_layout, demand, demand_within
from semeai.evolve.strategies_kernel import (
    N_TICKETS,
    ROUNDS,
    SAMPLE,
    SURVEY,
    TABLE,
    THREAD,
    descend,
    grow_where,
    run_steps,
    suggestions,
    work_on,
)
from semeai.evolve.trees_kernel import N_WORKING, NULL, TREE
from semeai.go.board import Board
from semeai.go.knowing import Policy, enter_policy
from semeai.go.points import PASS, points
from semeai.go.rules import MAX_SIZE
from semeai.parallel.team import Team
from semeai.parallel.tickets_kernel import tickets
from semeai.rng import generator, streams

FIRST, SECOND = 0, 1
"""the populations: of the side that moves first, and of the other side"""
MAX_KOMI = MAX_SIZE**2
EVEN = 0.3  # komi stays if either side wins at least this share of the playouts
STEPS_A_CALL = 2048  # per core, a tenth of a second: a Ctrl-C may have to wait this long
NO_TICKETS = tickets(N_TICKETS)

Hints = npt.NDArray[np.float64]
Trees = npt.NDArray[np.void]
"""records of `trees_kernel.TREE`"""


@dataclass(frozen=True)
class PopulationsParams(Bounded):
    _name: ClassVar[str] = "strategies"

    """Two populations, as reports and pictures see them."""

    population: int = 8192
    """strategies of each side, at least two per thread"""
    threads: Annotated[int, Range(1, 1 << 16)] = 64
    """champions of each side; not the number of cores"""
    height: Annotated[int, Range(1, 6)] = 4
    """height of a new tree, 1 to 6"""
    crossover: Annotated[float, SHARE] = 0.9
    """chance that a new strategy has two parents; else it is a clone of one"""
    mutation: Annotated[float, SHARE] = 0.1
    """chance that it is then mutated"""
    inner: Annotated[float, SHARE] = 0.9
    """chance that crossover and mutation choose an inner node instead of a leaf"""
    renewal: Annotated[int, Range(1)] = 8192
    """mean number of times that a strategy wins all its games before one becomes a champion"""
    policy: Policy = Policy.LIGHT
    """playout policy for moves that no strategy suggests"""
    bias: Annotated[float, SHARE] = 0.0
    """beyond the paper: share of new nodes whose moves come from those that win most playouts"""
    balance: bool = False
    """beyond the paper: adjust komi if one side wins nearly all playouts, so that games are more informative"""
    edits: Annotated[float, SHARE] = 0.0
    """beyond the paper: share of the mutations that add, remove or reorder an exception"""
    sharing: Annotated[float, SHARE] = 0.0
    """beyond the paper: share of the crossovers that copy an exception with its whole response"""
    library: bool = field(default=False, metadata=ADDED)
    """beyond the paper: apply the exceptions of the root throughout the game, in all branches"""
    sequential: bool = field(default=False, metadata=ADDED)
    """add each new strategy to its population at once, not together with those of all threads; uses one core"""
    champions: bool = field(default=True, metadata=ADDED)
    """let each strategy also play a champion; without this, a step has 4 games"""
    default: bool = field(default=True, metadata=ADDED)
    """give moves a default besides their exceptions; without this, every answer is listed (figure 3 of the paper)"""
    forfeit: bool = field(default=False, metadata=ADDED)
    """an illegal suggestion loses the game; otherwise a random move replaces it"""

    def __post_init__(self) -> None:
        super().__post_init__()
        least = 2 if self.sequential else 2 * self.threads
        if not least <= self.population <= 1 << 22:
            raise ValueError(
                f"strategies:population must be two or more per thread, here {least}, up to {1 << 22}, "
                f"not {self.population}"
            )


@dataclass(frozen=True)
class StrategiesParams(PopulationsParams):
    islands: Annotated[int, Range(1)] = 1
    """beyond the paper: number of islands, which share the populations and threads and evolve separately"""
    exchange: Annotated[int, Range(1)] = 4096
    """steps of each island between two exchanges of champions, if there are several islands"""

    @classmethod
    def from_settings(cls, **settings: Any) -> "StrategiesParams":
        """The parameters with these settings; a small population has fewer champions unless their number is given."""
        if "population" in settings and "threads" not in settings:
            settings["threads"] = min(cls().threads, max(1, settings["population"] // 2))
        return cls(**settings)

    def __post_init__(self) -> None:
        super().__post_init__()
        for name in ("threads", "population"):
            if getattr(self, name) % self.islands:
                raise ValueError(
                    f"strategies:{name} must be a multiple of the number of islands, here {self.islands}, "
                    f"not {getattr(self, name)}"
                )


class Strategies:
    """Two populations that coevolve. The result depends only on the parameters, the position and the seed."""

    def __init__(self, params: PopulationsParams, board: Board, seed: int, hints: Hints | None = None) -> None:
        """`hints` are prior probabilities of moves by side and point. They have an effect only with `bias`."""
        self._make_room(params, seed)
        self._set_up(board, hints)
        for side in (FIRST, SECOND):
            grow_where(self._populations, side, np.ones(params.population, dtype=np.bool_), self._tables, self._rng)
        self._crown(np.ones((2, params.threads), dtype=np.bool_))

    @classmethod
    def resumed(cls, params: PopulationsParams, board: Board, state: State) -> "Strategies":
        """Return the populations of `state`, without growing or sampling any first. The state is not checked."""
        strategies = cls.__new__(cls)
        strategies._make_room(params, 0)
        strategies._lay_table(board)
        strategies.take(state)
        return strategies

    def _make_room(self, params: PopulationsParams, seed: int) -> None:
        """Allocate the arrays of populations and threads, with their random streams."""
        self.params = params
        self.n_steps = 0
        self._order = np.tile(np.arange(params.population), (2, 1))
        self._drawn = np.zeros((2, 2 * params.threads), dtype=np.int64)
        self._rng = streams(1, seed, 0)
        self._populations = np.zeros((2, params.population), dtype=TREE)
        self._threads = np.zeros(params.threads, dtype=THREAD)
        self._threads["rng"]["state"] = streams(params.threads, seed, 1)["state"]

    def _lay_table(self, board: Board) -> None:
        """Set `board` as the start position of games."""
        params = self.params
        self._tables = table = np.zeros(1, dtype=TABLE)
        law, moves = table["law"], [*points(board.size), PASS]
        for name in ("height", "crossover", "mutation", "inner", "bias", "edits", "sharing"):
            law[name] = getattr(params, name)
        law["n_moves"] = len(moves)
        law["moves"][0, : len(moves)] = moves
        law["default"], law["library"] = params.default, params.library
        table["start"][0] = board.record
        table["komi"] = table["true_komi"] = board.rules.komi
        table["renewal"] = 1 / params.renewal
        table["champions"], table["forfeits"] = params.champions, params.forfeit
        table["knows"] = params.policy == Policy.KNOWING  # parameters from a file have a plain string
        enter_policy(table["knowing"])

    def _set_up(self, board: Board, hints: Hints | None) -> None:
        """Set `board` as the start position of games, and run the playouts that `bias` and `balance` need."""
        self._lay_table(board)
        if self.params.balance:
            self._work(SAMPLE)
            self._balance()
        if self.params.bias > 0:
            self._work(SAMPLE)
            self._tables["law"]["working"][0] = self._working(hints)

    def _working(self, hints: Hints | None) -> npt.NDArray[np.uint16]:
        """Good moves in playouts, by side. Moves that win more often with greater certainty are repeated more often.

        Certainty is measured in standard errors: each doubles the frequency of a move. Hints count like playouts.
        """
        table, n_moves = self._tables[0], int(self._tables["law"]["n_moves"][0])
        moves = table["law"]["moves"][:n_moves]
        lists = []
        for side in (FIRST, SECOND):
            n, won = table["made"][side, moves], table["made_and_won"][side, moves]
            rate = won.sum() / max(1, n.sum())
            error = np.sqrt(np.maximum(rate * (1 - rate), 1e-3) / np.maximum(n, 1))
            weights = np.where(n > 0, 2.0 ** np.clip((won / np.maximum(n, 1) - rate) / error, -8, 8), 0.0)
            if hints is not None:
                weights = weights * hints[side, moves]
            weights = weights if weights.sum() > 0 else np.ones(n_moves)
            places = np.searchsorted(np.cumsum(weights) / weights.sum(), (np.arange(N_WORKING) + 0.5) / N_WORKING)
            lists.append(moves[np.minimum(places, n_moves - 1)])
        return np.array(lists, dtype=np.uint16)

    def _balance(self) -> None:
        """Adjust komi so that both sides win about the same number of playouts, if they are far from that."""
        table = self._tables
        margins = table["margins"][0]
        if not EVEN < float((margins > table["komi"][0]).mean()) < 1 - EVEN:
            table["komi"] = np.floor(np.median(margins)) + 0.5

    def _crown(self, vacant: npt.NDArray[np.bool_]) -> None:
        """Make random individuals the champions of the threads that have none, by side and thread."""
        rng = generator(int(self._rng["state"][0]))
        chosen = rng.integers(self.params.population, size=vacant.shape)
        for side in (FIRST, SECOND):
            new = self._populations[side][chosen[side]]
            self._threads["champions"][vacant[side], side] = new[vacant[side]]

    # -- evolution -----------------------------------------------------------------------------------------------------

    def run(self, n_steps: int, team: Team) -> None:
        """Make `n_steps` steps or a few more: a round is a step of each thread."""
        if self.params.sequential:
            for done in range(0, n_steps, STEPS_A_CALL):
                n = min(STEPS_A_CALL, n_steps - done)
                run_steps(self._populations, self._drawn, self._threads, self._rng, self._tables[0], self.n_steps, n)
                self.n_steps += n
            return
        n_rounds = -(-n_steps // self.params.threads)
        at_once = max(1, team.n * STEPS_A_CALL // self.params.threads)
        tables = np.repeat(self._tables, team.n)

        def work(core: int, shared: tuple[int, npt.NDArray[np.int64]]) -> None:
            self._work(ROUNDS, *shared, tables=tables, core=core)

        for done in range(0, n_rounds, at_once):
            n = min(at_once, n_rounds - done)
            team.share(work, [(n, tickets(N_TICKETS))] * team.n)
            self.n_steps += n * self.params.threads

    def _work(
        self,
        job: int,
        n: int = 0,
        shared: npt.NDArray[np.int64] = NO_TICKETS,
        tables: npt.NDArray[np.void] | None = None,
        core: int = 0,
    ) -> int:
        """Call the kernel that plays games."""
        tables = self._tables if tables is None else tables
        evolution = (self._populations, self._order, self._drawn, self._threads, self._rng)
        return int(work_on(job, *evolution, tables, core, n, shared))

    def state(self) -> State:
        """Everything that is needed to continue, except the position."""
        return {
            "populations": np.frombuffer(self._populations.tobytes(), dtype=np.uint16),
            "threads": np.frombuffer(self._threads.tobytes(), dtype=np.uint8),
            "order": self._order.copy(),
            "rng": self._rng["state"].copy(),
            "working": self._tables["law"]["working"].copy(),
            "komi": self._tables["komi"].copy(),
            "n_steps": np.array([self.n_steps]),
        }

    def restore(self, state: State) -> None:
        """Restore a state. Raises ValueError if it has another kind or size."""
        self.check(state)
        self.take(state)

    def check(self, state: State) -> None:
        """Check that `state` fits, in about 5 ms per thousand individuals. Raises ValueError if it does not."""
        check_layout(state, self.state(), "another number of strategies or threads")
        demand_within(state, "n_steps", 0, MOST)
        demand(self.params.sequential or state["n_steps"][0] % self.params.threads == 0, "n_steps")
        demand_within(state, "komi", -MAX_KOMI, MAX_KOMI)
        populations, threads = state["populations"].view(TREE), state["threads"].view(THREAD)
        working, moves = state["working"], self._tables["law"]["moves"][0, : self._tables["law"]["n_moves"][0]]
        all_trees = np.concatenate([populations, threads["champions"].ravel()])
        if not (_are_whole(all_trees, moves) and (np.isin(working, moves) | (self.params.bias == 0)).all()):
            raise ValueError("the state has an invalid strategy")
        if not (np.sort(state["order"]) == np.arange(self.params.population)).all():
            raise ValueError("expected the individuals of the state in order")

    def take(self, state: State) -> None:
        """Restore a state that has been checked, or that comes directly from `state`."""
        self._populations = state["populations"].view(TREE).reshape(self._populations.shape).copy()
        self._threads = state["threads"].view(THREAD).copy()
        self._order = state["order"].copy()
        self._rng["state"] = state["rng"]
        self._tables["law"]["working"] = state["working"]
        self._tables["komi"] = state["komi"]
        self.n_steps = int(state["n_steps"][0])

    def go_on(self, board: Board, mine: int, theirs: int, hints: Hints | None = None) -> tuple[float, float]:
        """Continue from `board`, after the first side has played `mine` and the other side `theirs`.

        Strategies that agree with these moves descend into their branch; the others are replaced by new ones. Returns
        the share of each population that was kept.
        """
        self._set_up(board, hints)
        kept = []
        lasting = np.zeros((2, self.params.threads), dtype=np.bool_)
        for side in (FIRST, SECOND):
            fits = np.zeros(self.params.population, dtype=np.bool_)
            descend(self._populations[side], side, mine, theirs, self._tables, fits)
            grow_where(self._populations, side, ~fits, self._tables, self._rng)
            kept.append(float(fits.mean()))
            champions = np.ascontiguousarray(self._threads["champions"][:, side])
            descend(champions, side, mine, theirs, self._tables, lasting[side])
            self._threads["champions"][:, side] = champions
        self._crown(~lasting)
        return kept[0], kept[1]

    # -- results -------------------------------------------------------------------------------------------------------

    def trees(self, side: int) -> Trees:
        """The current strategies of a side."""
        trees: Trees = self._populations[side]
        return trees

    def champions(self, side: int) -> Trees:
        """The champion of each thread."""
        return np.ascontiguousarray(self._threads["champions"][:, side])

    def replace_champions(self, side: int, champions: Trees) -> None:
        """Make these the champions of a side, one for each thread."""
        self._threads["champions"][:, side] = champions

    def suggestions(self, side: int, line: Sequence[int] = ()) -> npt.NDArray[np.uint16]:
        """The suggestion of each strategy of a side after the moves of `line`, which begin with the side to move first.
        NULL if a strategy has no suggestion, or would have played another move before."""
        trees = self._populations[side]
        out = np.zeros(len(trees), dtype=np.uint16)
        suggestions(trees, side, np.array(line, dtype=np.uint16), self._tables, out)
        return out

    def shares(self) -> dict[int, float]:
        """The opening moves of the side that moves first, with the share of individuals behind each, largest first."""
        return share_out(self.suggestions(FIRST))

    def survey(self, n_games: int) -> tuple[float, npt.NDArray[np.float64]]:
        """Let random individuals play each other. Returns the share of the games that the first to move has won, and
        the mean owner of each point at the end, from -1 (white) to 1 (black)."""
        n_won = self._work(SURVEY, n_games)
        return n_won / n_games, self._tables["owned"][0] / n_games


def share_out(moves: npt.NDArray[np.uint16]) -> dict[int, float]:
    """The moves with the share of each, the largest first. NULL counts in the total, but is not listed."""
    counts = Counter(moves.tolist())
    counts.pop(NULL, None)
    return {move: n / len(moves) for move, n in sorted(counts.items(), key=lambda x: (-x[1], x[0]))}


def _are_whole(trees: Trees, moves: npt.NDArray[np.uint16]) -> bool:
    """True for each valid prefix listing of a binary tree: no proper prefix of it may be complete."""
    nodes, n = trees["nodes"], trees["n"].astype(np.int64)
    if not ((n >= 1) & (n <= nodes.shape[1])).all():
        return False
    missing = 1 + np.cumsum(np.where(nodes == NULL, -1, 1), axis=1)
    ends = np.argmax(missing == 0, axis=1) + 1
    is_known = np.isin(nodes, np.append(moves, np.uint16(NULL))) | (np.arange(nodes.shape[1]) >= n[:, None])
    return bool(((missing == 0).any(axis=1) & (ends == n)).all() and is_known.all())

"""Matches and tournaments: compiled players play in batches on all cores, other players game by game.

A `Competition` is a match (one pairing) or a tournament (many). It plays the games that its store does not have yet,
stores each game as it ends, and notifies a watcher.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from itertools import chain

import numpy as np

from semeai.arena.batch import compiled_player, fixtures_of, play_batch
from semeai.arena.pairs import repeated_pairs
from semeai.arena.schedule import Colors, Fixture, Pairing, Played, Terms, one_line
from semeai.arena.sprt import Sprt, SprtVerdict
from semeai.arena.store import Finished, GameKeeper, StoredGames
from semeai.arena.tables import PATIENCE, Tables
from semeai.arena.warming import warm
from semeai.go.board import Board
from semeai.go.lineup import line_up
from semeai.go.points import BLACK, WHITE
from semeai.parallel.executors import Executor, Workers
from semeai.players import check_reach

GAMES_A_CHUNK = 200  # enough to outweigh the overhead of a task, few enough that a crash loses little


@dataclass(frozen=True)
class Means:
    """The resources for playing games. They do not change results, except for the patience with hanging engines."""

    n_workers: int = 1
    """number of games at the same time"""
    executor: str = Executor.THREADS
    """executor of compiled players, as in `executors`"""
    patience: float = PATIENCE
    """seconds that an engine may take to answer, unless its clock allows less"""


class Competition:
    """Pairings with their games, and the loop that plays the missing ones."""

    def __init__(
        self,
        pairings: Sequence[Pairing],
        terms: Terms,
        store: StoredGames | GameKeeper | None = None,
        sprt: Sprt | None = None,
    ) -> None:
        """Games in `store` count. New ones are stored there if it is a `GameKeeper`.

        With `sprt`, a pairing is over as soon as the test is.
        """
        self.pairings = tuple(pairings)
        self.terms = terms
        self.sprt = sprt
        self._store = store
        # The store normalises spaces, so we do the same.
        self._names = {spec: one_line(spec) for pairing in pairings for spec in (pairing.a, pairing.b)}
        self._schedule = {
            (self._names[fixture.black], self._names[fixture.white], fixture.number): pairing
            for pairing in pairings
            for fixture in pairing.fixtures(terms.colors)
        }
        self._played: dict[Pairing, dict[int, Played]] = {pairing: {} for pairing in pairings}
        self._decisions: dict[Pairing, tuple[SprtVerdict, int]] = {}
        for game in store.games(terms) if store else ():
            self._count(game)
        for pairing in pairings:
            self._decide(pairing)
        self.n_found = sum(map(len, self._played.values()))
        """number of games that were played before"""

    # -- played games ------------------------------------------------------------------------------------------------

    def games(self, pairing: Pairing) -> list[Played]:
        """The games that count, by number: all of them, or those before the decision of the test."""
        played = self._played[pairing]
        n_counted = self._decisions[pairing][1] if pairing in self._decisions else pairing.n_games
        return [played[number] for number in sorted(played) if number < n_counted]

    def points(self, pairing: Pairing) -> list[float]:
        """The points of the first player in each game that counts."""
        return [
            game.points(BLACK if pairing.is_a_black(game.number, self.terms.colors) else WHITE)
            for game in self.games(pairing)
        ]

    @property
    def is_paired(self) -> bool:
        """True if each opening is played twice, with colors swapped."""
        return self.terms.colors is Colors.SWAP

    def verdict(self, pairing: Pairing) -> SprtVerdict | None:
        """The result of the test, if there is one."""
        if self.sprt is None:
            return None
        return self._decisions[pairing][0] if pairing in self._decisions else SprtVerdict.UNDECIDED

    @property
    def n_left(self) -> int:
        """The number of games still to play, unless a test ends early."""
        return sum(len(self._missing(pairing)) for pairing in self.pairings)

    def _missing(self, pairing: Pairing) -> list[Fixture]:
        if pairing in self._decisions:
            return []
        return [f for f in pairing.fixtures(self.terms.colors) if f.number not in self._played[pairing]]

    def _count(self, game: Played) -> Pairing | None:
        """Add a game. Returns its pairing, or None if it is not in the schedule."""
        black, white = (self._names.get(spec, spec) for spec in (game.black, game.white))
        pairing = self._schedule.get((black, white, game.number))
        if pairing is not None:
            self._played[pairing][game.number] = game
        return pairing

    def _decide(self, pairing: Pairing) -> None:
        """Check the test with the games up to the first gap, so that the order in which games end does not matter."""
        if self.sprt is None or pairing in self._decisions:
            return
        played = self._played[pairing]
        n = next(number for number in range(pairing.n_games + 1) if number not in played)
        points = self.points(pairing)[:n]
        if self.is_paired:
            repeats = repeated_pairs([game.moves for game in self.games(pairing)][:n])
            verdict, n_used = self.sprt.decide_pairs(points, repeats)
        else:
            verdict, n_used = self.sprt.decide(points)
        if verdict is not SprtVerdict.UNDECIDED:
            self._decisions[pairing] = verdict, n_used

    # -- playing -----------------------------------------------------------------------------------------------------

    def run(self, means: Means, watch: Callable[[Pairing, Played], None]) -> None:
        """Play all missing games. `watch` is called for each game that counts after it is stored."""
        compiled = [pairing for pairing in self.pairings if is_compiled(pairing)]
        others = [pairing for pairing in self.pairings if not is_compiled(pairing)]
        for games in chain(self._play_batches(compiled, means), self._play_singly(others, means)):
            met = set()
            for game in self._keep(games):
                if (pairing := self._count(game)) is not None:
                    met.add(pairing)
                    watch(pairing, game)
            for pairing in met:
                self._decide(pairing)

    def _keep(self, games: list[Finished]) -> list[Played]:
        if isinstance(self._store, GameKeeper):
            return self._store.add(games, self.terms)
        return [game.played(self.terms) for game in games]

    def _play_batches(self, pairings: Sequence[Pairing], means: Means) -> Iterator[list[Finished]]:
        missing = [pairing for pairing in pairings if self._missing(pairing)]
        if not missing:
            return
        check_reach({spec for pairing in missing for spec in (pairing.a, pairing.b)}, means.executor)
        with Workers(means.n_workers, means.executor, warm=warm) as workers:
            for pairing in missing:
                with closing(workers.in_order(play_chunk, self._chunks(pairing, workers))) as chunks:
                    for games in chunks:
                        workers.measure(len(games))
                        yield games
                        if pairing in self._decisions:
                            break

    def _chunks(self, pairing: Pairing, workers: Workers) -> Iterator["Chunk"]:
        missing = self._missing(pairing)
        while missing:
            n = max(GAMES_A_CHUNK, workers.least_games)
            yield Chunk(pairing, self.terms, tuple(missing[:n]))
            del missing[:n]

    def _play_singly(self, pairings: Sequence[Pairing], means: Means) -> Iterator[list[Finished]]:
        """Play pairs of games in turn through all pairings, so that ratings are meaningful early."""
        turns = [
            (fixture.number // 2, i, fixture.number, pairing, fixture)
            for i, pairing in enumerate(pairings)
            for fixture in self._missing(pairing)
        ]
        if not turns:
            return
        turns.sort(key=lambda turn: turn[:3])
        fixtures = ((pairing, fixture) for *_, pairing, fixture in turns if pairing not in self._decisions)
        with Tables(self.terms, means.n_workers, means.patience) as tables:
            for finished in tables.play(fixtures):
                yield [finished]


def is_compiled(pairing: Pairing) -> bool:
    """True if both players are compiled."""
    return all(compiled_player(spec) is not None for spec in (pairing.a, pairing.b))


@dataclass(frozen=True)
class Chunk:
    """Some games of a pairing, as a task for a worker."""

    pairing: Pairing
    terms: Terms
    fixtures: tuple[Fixture, ...]


def play_chunk(chunk: Chunk) -> list[Finished]:
    """Play games between compiled players in the kernel."""
    pairing, terms = chunk.pairing, chunk.terms
    players = [compiled_player(spec) for spec in (pairing.a, pairing.b)]
    lineup = line_up([player for player in players if player is not None])
    kinds = [terms.openings.kind(fixture.opening) for fixture in chunk.fixtures]
    starts: dict[int, Board] = {
        kind: terms.openings.start(kind, terms.rules, terms.seed).board for kind in dict.fromkeys(kinds)
    }
    index = {kind: i for i, kind in enumerate(starts)}
    black = np.array([not pairing.is_a_black(f.number, terms.colors) for f in chunk.fixtures], dtype=np.int64)
    fixtures = fixtures_of([index[kind] for kind in kinds], black, 1 - black)
    numbers = np.array([f.number for f in chunk.fixtures])
    rngs = pairing.streams(terms.seed, numbers[0], numbers[-1] - numbers[0] + 1)[numbers - numbers[0]]
    seeds = rngs["state"].tolist()
    batch = play_batch(terms.rules, list(starts.values()), lineup, fixtures, rngs, keep_moves=True)
    played = zip(chunk.fixtures, seeds, batch.games(), batch.results(), strict=True)
    return [Finished(fixture, tuple(pair), moves, result) for fixture, pair, moves, result in played]

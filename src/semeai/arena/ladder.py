"""The ladder: all players of a board size on one scale, by games that the joint ratings need most.

A ladder is played in rounds. The plan of a round follows from the results of all rounds before it (`design`), is
written down, and then played. A ladder that was stopped in any way completes its round first, so it continues with
the same games and ends with the same files. New entries join at any time without games being repeated. Games start
from random openings, each played twice with colors swapped.

The scale is fixed by GNU Go 3.8 at level 10, which is set to 1800, the convention of the 9x9 servers.
"""

import json
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from semeai.arena.charts import intervals_svg
from semeai.arena.design import Knowledge, plan_round
from semeai.arena.ladder_store import GameLine, LadderGames, LadderState, write_state
from semeai.arena.match import Competition, Means
from semeai.arena.pairs import dispersion, residuals
from semeai.arena.ratings import Matrix, Ratings, rate
from semeai.arena.roster import ANCHOR, ANCHOR_ELO, LadderEntry
from semeai.arena.schedule import Pairing, Played
from semeai.files import make_folder, write_whole
from semeai.players.cards import STANDINGS, card

PICTURE = "ladder.svg"
TARGET = 40.0
"""half of the widest 95% interval that is accepted, in Elo"""
STRONG, STRONG_TARGET = 1700.0, 60.0
"""the same for the strongest entries, whose games take longest"""
NEWCOMER_TARGET = 35.0
"""the same for a newcomer, relative to the entries that are there already; meant to place it within 50 Elo of the
rating that many more games would give it"""


@dataclass(frozen=True)
class Standing:
    """The place of an entry."""

    entry: LadderEntry
    name: str
    elo: float
    low: float
    high: float
    games: int
    label: str
    """a caveat about the rating; "" if there is none"""

    @property
    def is_linked(self) -> bool:
        """True if games link it to the anchor; otherwise its rating is relative to the mean of its group."""
        return not self.label.startswith("not linked")

    @property
    def is_certain(self) -> bool:
        """True if its interval is as narrow as required."""
        return (self.high - self.low) / 2 <= (STRONG_TARGET if self.elo >= STRONG else TARGET) and not self.label


class Ladder:
    """A ladder in a folder, or in memory for reading only."""

    def __init__(self, state: LadderState, folder: Path | None = None) -> None:
        self.state = state
        self._folder = folder

    # -- results -------------------------------------------------------------------------------------------------------

    @property
    def current(self) -> list[int]:
        """Indices of the entries that still play: the last one of each specification."""
        return list(self.state.current.values())

    def anchor(self) -> int:
        """Return the index of the entry that fixes the scale: GNU Go at level 10, or else the first entry."""
        specs = [entry.spec for entry in self.state.entries]
        return specs.index(ANCHOR) if ANCHOR in specs else 0

    @property
    def anchor_elo(self) -> float:
        """The rating of the anchor."""
        return ANCHOR_ELO if self.state.entries[self.anchor()].spec == ANCHOR else 0.0

    def wins(self) -> Matrix:
        """Return the points of the row's entry against the column's. Forfeited games do not count."""
        n = len(self.state.entries)
        wins = np.zeros((n, n))
        for line in self._counted():
            wins[line.a, line.b] += line.points
            wins[line.b, line.a] += 1 - line.points
        return wins

    def _counted(self) -> Iterable[GameLine]:
        return (line for line in self.state.lines if not line.is_failure)

    def rate(self) -> Ratings:
        """Return the joint ratings, by the keys of `keys`, with intervals from pairs of games."""
        keys = self.keys()
        return rate(keys, self.wins(), keys[self.anchor()], self.anchor_elo, self._dispersion())

    def keys(self) -> list[str]:
        """Return a different name for each entry, also for earlier versions of a champion."""
        return [f"{entry.spec} {entry.digest}".strip() for entry in self.state.entries]

    def _dispersion(self) -> Matrix:
        """The dispersion of each pairing, shrunk towards that of all pairings together."""
        points: dict[tuple[int, int], list[float]] = defaultdict(list)
        for line in sorted(self._counted(), key=lambda line: line.place):
            points[line.a, line.b].append(line.points)
        found = [residuals(one) for one in points.values()]
        n = sum(freedom for _, expected, freedom in found if expected)
        pooled = sum(squares / expected for squares, expected, _ in found if expected) / n if n else 1.0
        matrix = np.full_like(self.wins(), pooled)
        for (a, b), one in points.items():
            matrix[a, b] = matrix[b, a] = dispersion(one, pooled)
        return matrix

    def standings(self) -> list[Standing]:
        """Return the current entries with games, the strongest first."""
        index = {key: i for i, key in enumerate(self.keys())}
        current = set(self.current)
        found = []
        for rating in self.rate().rows if self.state.entries else ():
            i = index[rating.name]
            if i in current and rating.games:
                entry = self.state.entries[i]
                said = (rating.elo, rating.low, rating.high, rating.games, rating.label)
                found.append(Standing(entry, card(entry.spec).name, *said))
        return found

    def scale(self) -> str:
        """Return the reference of the ratings, in a sentence."""
        if not all(place.is_linked for place in self.standings()):
            return "Not all entries are linked to the anchor by games yet: their Elo is relative to their own mean."
        spec = self.state.entries[self.anchor()].spec
        return f"Scale: {'GNU Go 3.8 at level 10' if spec == ANCHOR else spec} = {self.anchor_elo:.0f}."

    # -- playing -------------------------------------------------------------------------------------------------------

    def enter(self, entries: Iterable[LadderEntry]) -> list[int]:
        """Add the new entries among these, and return the indices of all of them."""
        for entry in entries:
            if entry not in self.state.entries:
                self.state.entries.append(entry)
        return [self.state.entries.index(entry) for entry in entries]

    def play(
        self,
        games: LadderGames,
        means: Means,
        watch: Callable[[Pairing, Played], None],
        newcomers: Sequence[int] = (),
        absent: Iterable[str] = (),
        goal: float | None = None,
        tell: Callable[[str], None] = lambda text: None,
    ) -> None:
        """Complete the current round, then play rounds until all ratings, or those of `newcomers`, are certain enough.

        `goal` replaces the accepted half-width of intervals. Entries with the specifications `absent` cannot play here.
        """
        assert self._folder is not None
        missing = {i for i, entry in enumerate(self.state.entries) if entry.spec in set(absent)}
        while True:
            if not self.state.plan or self._is_complete() or self._is_outdated():
                games.sort()
                plan = self._plan(missing, newcomers, goal)
                self.state.plan, self.state.newcomers = plan, list(newcomers)
                write_state(self._folder, self.state)
                self.write_standings()
                if not plan:
                    return
            specs = [entry.spec for entry in self.state.entries]
            pairings = [Pairing(specs[a], specs[b], n) for (a, b), n in sorted(self.state.plan.items())]
            n_games, n_new = len(self.state.lines), self._n_missing()
            tell(f"round with {n_new} games in {len(pairings)} pairings after {n_games:,} games")
            Competition(pairings, self.state.terms, games).run(means, watch)

    def write_standings(self) -> None:
        """Write the standings as JSON, for cards and pages, and as a picture. Raises OSError."""
        assert self._folder is not None
        bars = [(place.name, place.low, place.elo, place.high) for place in self.standings()]
        write_whole(self._folder / PICTURE, intervals_svg(self.scale(), bars) + "\n")
        write_whole(self._folder / STANDINGS, json.dumps(ladder_json(self), indent=1, ensure_ascii=False) + "\n")

    def _n_missing(self) -> int:
        n_played: dict[tuple[int, int], int] = defaultdict(int)
        for line in self.state.lines:
            n_played[line.a, line.b] += 1
        return sum(max(0, n - n_played[pairing]) for pairing, n in self.state.plan.items())

    def _is_complete(self) -> bool:
        return self._n_missing() == 0

    def _is_outdated(self) -> bool:
        """True if the plan has games of an entry that was bred again or replaced, which nobody can play any more."""
        return not {i for pairing in self.state.plan for i in pairing} <= set(self.current)

    def _plan(self, missing: set[int], newcomers: Sequence[int], goal: float | None) -> dict[tuple[int, int], int]:
        """The total number of games of each pairing after the next round."""
        entries, current = self.state.entries, set(self.current)
        elo = {rating.name: rating.elo for rating in self.rate().rows} if self.state.lines else {}
        strong = np.array([elo.get(key, 0.0) >= STRONG for key in self.keys()])
        usual = np.full(len(entries), NEWCOMER_TARGET) if newcomers else np.where(strong, STRONG_TARGET, TARGET)
        targets = usual if goal is None else np.full(len(entries), goal)
        known = Knowledge(
            wins=self.wins(),
            seconds=[entry.seconds for entry in entries],
            anchor=self.anchor(),
            targets=targets,
            closed=frozenset(missing | (set(range(len(entries))) - current)),
        )
        n_played: dict[tuple[int, int], int] = defaultdict(int)
        for line in self.state.lines:
            n_played[line.a, line.b] += 1
        plan = plan_round(known, newcomers or None)
        return {pairing: n_played[pairing] + 2 * n_pairs for pairing, n_pairs in plan.items()}


def new_ladder(folder: Path, size: int, seed: int, entries: Iterable[LadderEntry]) -> Ladder:
    """Start a ladder in a folder. Raises OSError."""
    state = LadderState(size, seed, list(entries))
    make_folder(folder)
    write_state(folder, state)
    return Ladder(state, folder)


def ladder_json(ladder: Ladder) -> dict[str, Any]:
    """Return the standings for programs, without entries that no games link to the anchor."""
    entries = [
        {
            "player": place.entry.spec,
            "name": place.name,
            "elo": round(place.elo, 1),
            "low": round(place.low, 1),
            "high": round(place.high, 1),
            "games": place.games,
        }
        for place in ladder.standings()
        if place.is_linked
    ]
    return {"size": ladder.state.size, "entries": entries}

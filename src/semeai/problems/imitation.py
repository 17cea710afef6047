"""Imitation as a problem for evolution: how often the player that a genome makes would play as recorded games went on.

The games are split: fitness is about those to train on, and those to test by have no part in it. Both colors are
learned from, for agents see own stones and enemy ones.
"""

from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Any, ClassVar

from semeai.evolve.evolver import Candidate, Candidates, Fitness, Row, Seeds
from semeai.go.player import Imitator
from semeai.go.rules import Rules
from semeai.nets.genes import Genes, Units
from semeai.nets.summation import rate
from semeai.nets.summation_kernel import LANES
from semeai.players import read_bred
from semeai.problems.lessons import Lessons, games_of, known_games, lessons_of, read_games
from semeai.problems.pictures import MATCHED
from semeai.problems.problem import Named, Problem

TEST_SHARE = 0.2
SIZE = 9
MAX_SHOWN = 3  # of what was skipped


class Measure(StrEnum):
    """The measure of fitness."""

    MATCHED = "matched"
    """the share of moves that are the player's first choice"""
    LOG = "log"
    """the mean log of the chance that a choice in proportion would give to the move"""


@dataclass(frozen=True)
class Imitated:
    """How well a genome foresees the moves of some games."""

    n_moves: int
    matched: float
    """the share of moves that are its first choice"""
    within_3: float
    """that are among its first 3"""
    within_5: float
    within_10: float
    log: float
    """the mean log of the chance that a choice in proportion gives to the move"""

    def __str__(self) -> str:
        return (
            f"{self.matched:.1%} of {self.n_moves:,} moves matched, {self.within_3:.1%} within the first 3, "
            f"{self.within_5:.1%} within 5, {self.within_10:.1%} within 10, mean log-probability {self.log:.3f}"
        )


@dataclass(frozen=True)
class Imitation(Problem):
    """Recorded games, to be foreseen."""

    records: Path
    """a file or a folder of games in SGF"""
    player: str = "summation"
    """what genomes play as, for `players.read_bred`"""
    size: int = SIZE
    """of the boards: games on others are left out"""
    test: float = TEST_SHARE
    """the share of the games that are there to test by, from 0 to less than 1"""
    measure: Measure = Measure.MATCHED
    shuffle: int = 1
    """a seed: from it follows which games are there to test by"""
    games: str = ""
    """the digest of the games, which is found out here; a copy of a problem has it, and need not read them again"""

    n_together: ClassVar[int] = LANES

    def __post_init__(self) -> None:
        """Raises ValueError, OSError where the records cannot be read."""
        if read_bred(self.player).imitator is None:
            raise ValueError(f"{self.player.partition(':')[0]} does not learn from recorded games, summation does")
        if not 0 <= self.test < 1:
            raise ValueError(f"the share of games to test by is 0 to less than 1, not {self.test:g}")
        Rules(size=self.size)  # which fails where there is no such board
        games = known_games(self.records, self.size, self.games) or read_games(self.records, self.size)
        train, test = games.split(self.test, self.shuffle)
        if not train or (self.test and not test):
            raise ValueError(f"too few games to split: {len(train)} to train on, {len(test)} to test by")
        object.__setattr__(self, "games", games.digest)

    @property
    def name(self) -> str:
        return self.player

    @property
    def network(self) -> Imitator:
        """The network whose weights are bred, and the agents it asks."""
        imitator = read_bred(self.player).imitator
        assert imitator is not None
        return imitator

    @property
    def rules(self) -> Rules:
        """The rules of champions: the board size of the records, and otherwise the usual rules."""
        return Rules(size=self.size)

    @property
    def genes(self) -> Genes | Units:
        return read_bred(self.player).genes(self.rules)

    @property
    def unit(self) -> str:
        return MATCHED if self.measure is Measure.MATCHED else "mean log-probability"

    def settings(self) -> dict[str, Any]:
        """All that the fitness depends on."""
        return {
            "player": self.player,
            "records": str(self.records),
            "games": self.games,
            "size": self.size,
            "test": self.test,
            "shuffle": self.shuffle,
            "measure": str(self.measure),
        }

    def name_parts(self, order: Named) -> list[str]:
        return [order.spec, self.name, str(self.records)]

    def options(self) -> dict[str, Any]:
        found = {"records": self.records, "test": self.test, "measure": str(self.measure)}
        return {"problem": self.player} | found | {"size": self.size}

    def notices(self) -> tuple[str, str]:
        games = games_of(self.records, self.games)
        train, test = games.split(self.test, self.shuffle)
        size = f"{self.size}x{self.size}"
        left_out = f", {games.n_others} more on other boards or there twice" if games.n_others else ""
        found = f"{len(train):,} games on {size} to train on, {len(test):,} to test by{left_out}"
        some = "; ".join(games.skipped[:MAX_SHOWN]) + (" ..." if len(games.skipped) > MAX_SHOWN else "")
        return found, f"{len(games.skipped):,} skipped in {self.records}: {some}" if games.skipped else ""

    def rate(self, candidates: Candidates, seeds: Seeds) -> Fitness:
        """How well each candidate foresees the games to train on; nothing is random. Raises OSError and DamagedFile."""
        lessons = self._lessons()
        rated = rate(self.network.shape, candidates, lessons.looks, *lessons.span(is_test=False))
        total = rated.within[:, 0] if self.measure is Measure.MATCHED else rated.logs
        fitness: Fitness = total / lessons.n_train
        return fitness

    def imitated(self, candidate: Candidate, is_test: bool) -> Imitated | None:
        """How well a candidate foresees the games to test by, or those to train on; None where there are none."""
        lessons = self._lessons()
        first, last = lessons.span(is_test)
        if first == last:
            return None
        rated = rate(self.network.shape, [candidate], lessons.looks, first, last)
        n = last - first
        matched, within_3, within_5, within_10 = (rated.within[0] / n).tolist()
        return Imitated(n, matched, within_3, within_5, within_10, float(rated.logs[0]) / n)

    def remarks(self, candidate: Candidate) -> Row:
        test = self.imitated(candidate, is_test=True)
        return {"test": test.matched} if test else {}

    def compare(self, candidate: Candidate) -> dict[str, Imitated]:
        """How a candidate does on the games to train on, and on those to test by where there are some."""
        found = {name: self.imitated(candidate, is_test) for name, is_test in (("train", False), ("test", True))}
        return {name: imitated for name, imitated in found.items() if imitated}

    def _lessons(self) -> Lessons:
        return lessons_of(self.records, self.size, self.games, self.test, self.shuffle, self.network.names)

"""Imitation as a problem for evolution: the fitness is how often a genome's player predicts the moves of recorded
games.

The games are split into training games, which decide the fitness, and test games, which do not. Moves of both colors
count, because agents distinguish own and enemy stones.
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
MAX_SHOWN = 3  # of the skipped files


class ImitationMeasure(StrEnum):
    """The measure of fitness."""

    MATCHED = "matched"
    """the share of moves that are the player's first choice"""
    LOG = "log"
    """the mean log of the probability of the recorded move, if moves are chosen in proportion to their values"""


@dataclass(frozen=True)
class Imitated:
    """The accuracy of a genome's predictions of the moves of some games."""

    n_moves: int
    matched: float
    """the share of moves that are its first choice"""
    within_3: float
    """the share of moves that are among its first 3"""
    within_5: float
    within_10: float
    log: float
    """the mean log of the probability of the recorded move, if moves are chosen in proportion to their values"""

    def __str__(self) -> str:
        return (
            f"{self.matched:.1%} of {self.n_moves:,} moves matched, {self.within_3:.1%} within the first 3, "
            f"{self.within_5:.1%} within 5, {self.within_10:.1%} within 10, mean log-probability {self.log:.3f}"
        )


@dataclass(frozen=True)
class Imitation(Problem):
    """Recorded games whose moves are to be predicted."""

    records: Path
    """a file or a folder of games in SGF"""
    player: str = "summation"
    """the player that genomes make, for `players.read_bred`"""
    size: int = SIZE
    """board size; games on other sizes are left out"""
    test: float = TEST_SHARE
    """the share of test games, from 0 to less than 1"""
    measure: ImitationMeasure = ImitationMeasure.MATCHED
    shuffle: int = 1
    """the seed of the split into training and test games"""
    games: str = ""
    """the digest of the games, computed here; a copy of the problem keeps it and need not read them again"""

    n_together: ClassVar[int] = LANES

    def __post_init__(self) -> None:
        """Check the settings and read the records. Raises ValueError, and OSError if they cannot be read."""
        if read_bred(self.player).imitator is None:
            raise ValueError(f"{self.player.partition(':')[0]} cannot learn from recorded games; use summation")
        if not 0 <= self.test < 1:
            raise ValueError(f"expected a share of test games from 0 to less than 1, found {self.test:g}")
        Rules(size=self.size)  # which fails if there is no such board
        games = known_games(self.records, self.size, self.games) or read_games(self.records, self.size)
        train, test = games.split(self.test, self.shuffle)
        if not train or (self.test and not test):
            raise ValueError(f"too few games to split: {len(train)} for training, {len(test)} for testing")
        object.__setattr__(self, "games", games.digest)

    @property
    def name(self) -> str:
        return self.player

    @property
    def network(self) -> Imitator:
        """The network whose weights are bred, and its agents."""
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
        return MATCHED if self.measure is ImitationMeasure.MATCHED else "mean log-probability"

    def settings(self) -> dict[str, Any]:
        """Everything that the fitness depends on."""
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
        left_out = f", {games.n_others} more on other boards or duplicates" if games.n_others else ""
        found = f"{len(train):,} games on {size} for training, {len(test):,} for testing{left_out}"
        some = "; ".join(games.skipped[:MAX_SHOWN]) + (" ..." if len(games.skipped) > MAX_SHOWN else "")
        return found, f"{len(games.skipped):,} skipped in {self.records}: {some}" if games.skipped else ""

    def rate(self, candidates: Candidates, seeds: Seeds) -> Fitness:
        """The accuracy of each candidate on the training games. Nothing is random. Raises OSError and DamagedFile."""
        lessons = self._lessons()
        rated = rate(self.network.shape, candidates, lessons.looks, *lessons.span(is_test=False))
        total = rated.within[:, 0] if self.measure is ImitationMeasure.MATCHED else rated.logs
        fitness: Fitness = total / lessons.n_train
        return fitness

    def imitated(self, candidate: Candidate, is_test: bool) -> Imitated | None:
        """The accuracy of a candidate on the test games, or on the training games; None if there are none."""
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
        """The accuracy of a candidate on the training games, and on the test games if there are any."""
        found = {name: self.imitated(candidate, is_test) for name, is_test in (("train", False), ("test", True))}
        return {name: imitated for name, imitated in found.items() if imitated}

    def _lessons(self) -> Lessons:
        return lessons_of(self.records, self.size, self.games, self.test, self.shuffle, self.network.names)

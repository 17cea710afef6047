"""Recorded games for training and testing: the agents' values of all their positions, computed once and cached.

Games are identified by their moves, not by their files. Duplicates count once, so no test game is also a training game.
"""

import hashlib
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from threading import Lock

from semeai.files import DamagedFile
from semeai.nets.summation import Looks, join_looks
from semeai.players.agents.looking import Looking
from semeai.sgf.collection import Record, read_collection


@dataclass(frozen=True, eq=False)
class Games:
    """The games of some records on boards of one size, without duplicates."""

    size: int
    by_digest: dict[str, Record]
    digest: str
    """digest of all games; any changed move changes it"""
    n_others: int
    """number of games left out: on other boards, or duplicates"""
    skipped: tuple[str, ...]
    """the files that could not be read, and why"""

    def split(self, share: float, seed: int) -> tuple[list[Record], list[Record]]:
        """The training games, and a share of all games for testing, chosen by the seed."""
        mixed = sorted(self.by_digest, key=lambda digest: hashlib.sha256(f"{seed} {digest}".encode()).digest())
        n_test = round(share * len(mixed))
        games = [self.by_digest[digest] for digest in mixed]
        return games[n_test:], games[:n_test]


@dataclass(frozen=True, eq=False)
class Lessons:
    """The positions of the games."""

    looks: Looks
    """the training positions, then the test positions"""
    n_train: int

    def span(self, is_test: bool) -> tuple[int, int]:
        """The first and last index of the test or training positions."""
        return (self.n_train, len(self.looks)) if is_test else (0, self.n_train)


def read_games(path: Path, size: int) -> Games:
    """The games of a file or a folder. Raises OSError, and ValueError if there are none on this board size."""
    found = read_collection(path)
    games = {_digest(game): game for game in found.games if game.rules.size == size}
    skipped = tuple(f"{skip.source}: {skip.reason}" for skip in found.skipped)
    if not games:
        others = f"{len(found.games)} on other boards, " if found.games else ""
        raise ValueError(f"{path} has no games on {size}x{size}: {others}{len(skipped)} skipped")
    # The rule on suicide decides which points could have been chosen.
    parts = sorted(f"{digest} {game.rules.suicide}" for digest, game in games.items())
    digest = hashlib.sha256("".join(parts).encode()).hexdigest()[:16]
    read = Games(size, games, digest, len(found.games) - len(games), skipped)
    _READ[path, digest] = read
    return read


def games_of(path: Path, digest: str) -> Games:
    """Games that this process has read."""
    return _READ[path, digest]


def known_games(path: Path, size: int, digest: str) -> Games | None:
    """Games on this board size, if this process has read them."""
    games = _READ.get((path, digest))
    return games if games and games.size == size else None


def lessons_of(path: Path, size: int, digest: str, share: float, seed: int, agents: tuple[str, ...]) -> Lessons:
    """The ratings of these agents for the games with this digest, which this process may have read before.

    Raises OSError, and DamagedFile if the games at `path` have changed.
    """
    with _LOCK:  # so that one thread reads the games while the others wait
        if (path, digest) not in _READ and (found := read_games(path, size).digest) != digest:
            raise DamagedFile(f"the games in {path} have changed: expected the digest {digest}, found {found}")
        return _look(path, digest, share, seed, agents)


_READ: dict[tuple[Path, str], Games] = {}
_LOCK = Lock()


@lru_cache(maxsize=8)
def _look(path: Path, digest: str, share: float, seed: int, agents: tuple[str, ...]) -> Lessons:
    train, test = _READ[path, digest].split(share, seed)
    looking = Looking(agents)
    parts = [looking.at_game(game) for game in (*train, *test)]
    return Lessons(join_looks(parts), sum(map(len, parts[: len(train)])))


def _digest(game: Record) -> str:
    """A digest of the moves of games and their boards."""
    played = (game.rules.size, sorted(game.stones.items()), game.to_play, game.moves)
    return hashlib.sha256(repr(played).encode()).hexdigest()[:32]

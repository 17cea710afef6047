"""Openings: games start from the empty board, random moves, or positions from files. Both games of a pair have the same
start."""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from numpy.random import SeedSequence, default_rng

from semeai.go.game import Game, Node
from semeai.go.rules import Rules
from semeai.players import make_player
from semeai.positions import Position, read_position

MAX_READ = 64 << 20
"""bytes of the position files of a match or tournament"""


@dataclass(frozen=True)
class Openings:
    """Positions to start from. `str` describes them on one line; equal lines mean the same openings."""

    n_random: int = 0
    """random moves at the start, different for each opening"""
    positions: tuple[Position, ...] = ()
    """opening k is the k-th of them, cyclically"""
    is_set_up: bool = False
    """True if the random moves are set up before the game, so that all moves of a record are the players'"""

    def __post_init__(self) -> None:
        if self.n_random < 0:
            raise ValueError(f"expected 0 or more random moves, found {self.n_random}")

    def __str__(self) -> str:
        parts = []
        if n := len(self.positions):
            said = [(position.size, position.stones, position.to_play) for position in self.positions]
            parts.append(f"{n} position{'s' * (n > 1)} ({hashlib.sha256(repr(said).encode()).hexdigest()[:8]})")
        if self.n_random:
            parts.append(f"{self.n_random} random moves{' set up' * self.is_set_up}")
        return " and ".join(parts) or "no opening"

    def fit(self, rules: Rules, is_size_given: bool) -> Rules:
        """`rules` with the board size of the positions. Raises ValueError if they do not fit: another size was given,
        or there is no place for the handicap stones."""
        if not self.positions:
            Game(rules)  # which fails if the board has no place for the handicap stones
        for position in self.positions:
            size = position.size
            if size != rules.size and is_size_given:
                raise ValueError(
                    f"{position.path}: expected a position of {rules.size}x{rules.size}, found {size}x{size}"
                )
            if rules.handicap:
                raise ValueError(
                    f"{position.path}: handicap stones need an empty board; use either a start position or a handicap"
                )
            position.game(rules)
            rules, is_size_given = replace(rules, size=size), True
        return rules

    def kind(self, k: int) -> int:
        """The index of the first opening that equals opening k."""
        if self.n_random:
            return k
        return k % len(self.positions) if self.positions else 0

    def start(self, k: int, rules: Rules, seed: int) -> Game:
        """A new game under `rules`, which fit the openings, at the end of opening k."""
        game = self.positions[k % len(self.positions)].game(rules) if self.positions else Game(rules)
        if self.n_random:
            player = make_player("random")
            player.new_game(rules, default_rng(SeedSequence([seed & 0xFFFFFFFFFFFFFFFF, k])))  # as `rng.stream` does
            for _ in range(self.n_random):
                if game.result is not None:
                    break
                game.play(player.choose(game.board))
            if self.is_set_up:
                game = Game(game.rules, Node(setup=game.board.stones, to_play=game.to_play))
        return game


NO_OPENING = Openings()


def read_openings(paths: Sequence[Path]) -> tuple[Position, ...]:
    """The positions in files; a folder means the files in it, by name. Raises OSError, or ValueError that names the
    file."""
    positions: list[Position] = []
    n_bytes = 0  # of all files, since a name may occur many times
    for path in paths:
        found = [file for file in (sorted(path.iterdir()) if path.is_dir() else [path]) if file.is_file()]
        if not found:
            raise ValueError(f"no position files in {path}" if path.is_dir() else f"no position file {path}")
        n_bytes += sum(file.stat().st_size for file in found)
        if n_bytes > MAX_READ:
            raise ValueError(f"{path}: expected at most {MAX_READ >> 20} MB of position files, found more")
        positions += map(read_position, found)
    return tuple(positions)

"""Where games start: the empty board, random moves, or positions from files. Both games of a pair start alike."""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from numpy.random import SeedSequence, default_rng

from semeai.go.game import Game
from semeai.go.rules import Rules
from semeai.players import make_player
from semeai.positions import read_position


@dataclass(frozen=True)
class Openings:
    """Positions to start from. `str` describes them in a line; equal lines mean the same openings."""

    n_random: int = 0
    """random moves to begin with, other ones for each opening"""
    files: tuple[Path, ...] = ()
    """position files; opening k is the k-th, and after the last the first again"""

    def __post_init__(self) -> None:
        if self.n_random < 0:
            raise ValueError(f"a number of random moves is not negative, as {self.n_random} is")

    def __str__(self) -> str:
        parts = []
        if self.files:
            digest = hashlib.sha256(b"".join(hashlib.sha256(path.read_bytes()).digest() for path in self.files))
            n = len(self.files)
            parts.append(f"{n} position{'s' * (n > 1)} ({digest.hexdigest()[:8]})")
        if self.n_random:
            parts.append(f"{self.n_random} random moves")
        return " and ".join(parts) or "no opening"

    def fit(self, rules: Rules, is_size_given: bool) -> Rules:
        """`rules` on the board of the position files; another size is an error if somebody wants it. Raises as `start`,
        for all files."""
        if not self.files:
            Game(rules)  # which fails where the board has no place for the handicap stones
        for path in self.files:
            size = read_position(path, rules).rules.size
            if size != rules.size and is_size_given:
                raise ValueError(f"{path}: a position of {size}x{size} for games on {rules.size}x{rules.size}")
            if rules.handicap:
                raise ValueError(f"{path}: a position to start from leaves no place for handicap stones")
            rules, is_size_given = replace(rules, size=size), True
        return rules

    def kind(self, k: int) -> int:
        """The first opening that is the same as opening k."""
        if self.n_random:
            return k
        return k % len(self.files) if self.files else 0

    def start(self, k: int, rules: Rules, seed: int) -> Game:
        """A new game at the end of opening k. Raises OSError, or ValueError that names the file."""
        game = read_position(self.files[k % len(self.files)], rules) if self.files else Game(rules)
        if self.n_random:
            player = make_player("random")
            player.new_game(rules, default_rng(SeedSequence([seed & 0xFFFFFFFFFFFFFFFF, k])))  # as `rng.stream` does
            for _ in range(self.n_random):
                if game.result is not None:
                    break
                game.play(player.choose(game.board))
        return game


NO_OPENING = Openings()


def read_openings(paths: Sequence[Path]) -> tuple[Path, ...]:
    """The position files that `paths` mean: a folder means the files in it, by name. Raises ValueError, OSError."""
    files: list[Path] = []
    for path in paths:
        found = [file for file in (sorted(path.iterdir()) if path.is_dir() else [path]) if file.is_file()]
        if not found:
            raise ValueError(f"no position files in {path}" if path.is_dir() else f"no position file {path}")
        files += found
    return tuple(files)

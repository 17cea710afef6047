"""Matches and tournaments on disk: their folders, ratings and games."""

import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from semeai.arena.pairs import evidence, name_of_moves
from semeai.arena.ratings import Matrix, Ratings, rate
from semeai.arena.report import format_percent
from semeai.arena.schedule import Played
from semeai.arena.store import FILE, StoredGames, check_line
from semeai.files import DamagedFile
from semeai.go.game import Game
from semeai.go.points import BLACK, WHITE
from semeai.lab import record
from semeai.sgf import read_game

MAX_DEPTH = 4
"""depth of folders below the work folder that are searched for games"""
MAX_STORES = 200
MAX_PLAYERS = 500


@dataclass(frozen=True, eq=False)
class Standings:
    """The results of players under the same terms."""

    terms: str
    players: tuple[str, ...]
    """strongest first"""
    ratings: Ratings
    wins: Matrix
    """wins of the row's player against the column's, in the order of `players`; a draw is half a win"""
    games: tuple[tuple[int, Played], ...]
    """the number of each game's line in its file, from 0, and its result"""

    def cell(self, row: int, column: int) -> str:
        """The share of points of one player against another in percent; "" if they have not met."""
        won = float(self.wins[row, column])
        return format_percent(won, won + float(self.wins[column, row]))


def find_stores(folder: Path) -> list[Path]:
    """The folders below `folder` that have games of matches or tournaments, the latest first.

    Trials of papers are left out: there are hundreds.
    """
    found = [(path.stat().st_mtime, path.parent) for path in _walk(folder)]
    return [path for _, path in sorted(found, reverse=True)[:MAX_STORES]]


def _walk(folder: Path) -> Iterator[Path]:
    for name, folders, files in os.walk(folder):
        here = Path(name)
        if FILE in files:
            yield here / FILE
        is_deep = len(here.relative_to(folder).parts) >= MAX_DEPTH or record.FILE in files  # a run has no matches
        folders[:] = [] if is_deep else sorted(f for f in folders if f != "trials" and not f.startswith((".", "_")))


def standings(store: Path) -> list[Standings]:
    """The standings in a folder of games, one for each set of terms, the one with most games first.

    Raises OSError and DamagedFile."""
    by_terms: dict[str, list[tuple[int, Played]]] = {}
    for i, (terms, played) in enumerate(StoredGames(store).all_games()):
        by_terms.setdefault(terms, []).append((i, played))
    found = [standing(terms, games) for terms, games in by_terms.items()]
    return sorted(found, key=lambda one: -len(one.games))


def standing(terms: str, games: list[tuple[int, Played]]) -> Standings:
    """The standing of the players of these games. Games of a player against itself do not count."""
    names = list(dict.fromkeys(name for _, game in games for name in (game.black, game.white)))
    if len(names) > MAX_PLAYERS:  # before a table with a row and a column for each is created
        raise DamagedFile(f"expected at most {MAX_PLAYERS} players under the same terms, found {len(names)}")
    index = {name: i for i, name in enumerate(names)}
    wins = np.zeros((len(names), len(names)))
    for _, game in games:
        if game.black != game.white:
            black, white = index[game.black], index[game.white]
            wins[black, white] += game.points(BLACK)
            wins[white, black] += game.points(WHITE)
    ratings = rate(names, wins, dispersion=_dispersion(games, index))
    order = [index[rating.name] for rating in ratings.rows]
    return Standings(terms, tuple(names[i] for i in order), ratings, wins[np.ix_(order, order)], tuple(games))


def _dispersion(games: list[tuple[int, Played]], index: Mapping[str, int]) -> Matrix:
    """The number of games of each pairing over the equivalent number of independent games, as in reports."""
    met: dict[frozenset[str], list[Played]] = {}
    for _, game in games:
        met.setdefault(frozenset((game.black, game.white)), []).append(game)
    ratios = np.ones((len(index), len(index)))
    for pair, played in met.items():
        if len(pair) == 2:
            played.sort(key=lambda game: game.number)
            is_paired = all(one.black == other.white for one, other in zip(played[::2], played[1::2], strict=False))
            a, b = (index[name] for name in pair)
            points = [game.points(BLACK if index[game.black] == a else WHITE) for game in played]
            ratios[a, b] = ratios[b, a] = len(played) / evidence(points, [name_of_moves(g) for g in played], is_paired)
    return ratios


def stored_game(store: Path, number: int) -> Game:
    """The game in a line of the file, at its start position. Raises OSError, DamagedFile and SgfError."""
    with (store / FILE).open("rb") as file:
        for i, line in enumerate(file):
            if i == number:
                check_line(store / FILE, i, line)
                return read_game(line)
    raise DamagedFile(f"{store / FILE} has no line {number + 1}")

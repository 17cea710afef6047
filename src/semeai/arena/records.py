"""Game records made by letting players play against themselves: `make_records`.

The games are a match of each player with itself, kept in the same store, so an interrupted call can be continued and
loses only the current game. Some random stones are on the board at the start, so that games differ. They are set up, so
that every move of a record is the move of a player.
"""

from collections.abc import Sequence

from semeai.arena.match import Competition, Means
from semeai.arena.openings import Openings
from semeai.arena.roster import ENGINES
from semeai.arena.running import Watcher
from semeai.arena.schedule import Colors, Pairing, Terms
from semeai.arena.store import Store, parse_line
from semeai.files import write_whole
from semeai.go.rules import Rules

SHORT = {"gnugo": ENGINES["GNU Go 3.8, level 10"]}
"""short names of players"""


def record_terms(rules: Rules, n_opening_moves: int, seed: int) -> Terms:
    """The terms of recorded games: each starts from an opening of its own. Raises ValueError."""
    openings = Openings(n_opening_moves, is_set_up=True)
    return Terms(openings.fit(rules, is_size_given=True), openings, seed, Colors.A_BLACK)


class SelfWatcher(Watcher):
    """The progress line of recorded games: it counts the games of each player and shows no score."""

    def _describe(self) -> str:
        competition = self._competition
        return ", ".join(f"{pairing.a} {len(competition.games(pairing))}" for pairing in competition.pairings)


def make_records(specs: Sequence[str], n_games: int, terms: Terms, store: Store, means: Means, quiet: bool) -> int:
    """Play `n_games` of each player against itself, except those in the store, with progress on stderr.

    At the end the file is sorted by player and number, so that the same games make the same file in any order. Returns
    the number of games in the store before.
    """
    games = Competition([Pairing(spec, spec, n_games) for spec in dict.fromkeys(specs)], terms, store)
    with SelfWatcher(games, {}, quiet) as watcher:
        games.run(means, watcher)
    lines = store.path.read_text().splitlines(keepends=True)
    write_whole(store.path, "".join(sorted(lines, key=_place)))
    return games.n_found


def _place(line: str) -> tuple[str, str, int]:
    terms, played = parse_line(line)
    return terms, played.black, played.number

"""Games between players that are not compiled: several games at the same time, each with a referee.

Every table has its own instances of the players, and so its own engines. An engine that fails loses its game and is
restarted for the next.
"""

import queue
import threading
from collections.abc import Iterable, Iterator

import numpy as np

from semeai.arena.game import play_game
from semeai.arena.schedule import Fixture, Pairing, Terms
from semeai.arena.store import Finished
from semeai.go.game import Game
from semeai.go.player import Player
from semeai.go.points import BLACK, WHITE
from semeai.players import make_player
from semeai.sgf.values import WINRATE

PATIENCE = 60.0


class Tables:
    """A number of tables for games under given terms. Use it in a `with`."""

    def __init__(self, terms: Terms, n_tables: int, patience: float) -> None:
        self._terms = terms
        self._n_tables = n_tables
        self._patience = patience
        self._results: queue.Queue[Finished | BaseException | None] = queue.Queue()
        self._lock = threading.Lock()  # for the fixtures and the players
        self._players: list[Player] = []
        self._is_closed = False
        self._threads: list[threading.Thread] = []

    def __enter__(self) -> "Tables":
        return self

    def __exit__(self, *exception: object) -> None:
        """Stop the current games; they do not count."""
        with self._lock:
            self._is_closed = True
        while True:  # repeatedly, since a table may be about to start an engine
            for player in list(self._players):
                player.close()
            for thread in self._threads:
                thread.join(0.1)
            if not any(thread.is_alive() for thread in self._threads):
                return

    def play(self, fixtures: Iterable[tuple[Pairing, Fixture]]) -> Iterator[Finished]:
        """Play `fixtures` one by one on free tables, and yield the games as they end."""
        waiting = iter(fixtures)
        self._threads = [
            threading.Thread(target=self._sit, args=(waiting,), name=f"table {i + 1}", daemon=True)
            for i in range(self._n_tables)
        ]
        for thread in self._threads:
            thread.start()
        n_open = self._n_tables
        while n_open:
            result = self._results.get()
            if result is None:
                n_open -= 1
            elif isinstance(result, BaseException):
                raise result
            else:
                yield result

    def _sit(self, waiting: Iterator[tuple[Pairing, Fixture]]) -> None:
        """Play at one table until no games are left. Runs in its own thread."""
        seats: dict[tuple[str, int], Player] = {}
        try:
            while True:
                with self._lock:
                    turn = None if self._is_closed else next(waiting, None)
                if turn is None:
                    break
                finished = self._play(*turn, seats)
                if not self._is_closed:  # otherwise it was stopped from outside
                    self._results.put(finished)
        except BaseException as error:
            self._results.put(error)
        self._results.put(None)

    def _play(self, pairing: Pairing, fixture: Fixture, seats: dict[tuple[str, int], Player]) -> Finished:
        terms = self._terms
        game = terms.openings.start(fixture.opening, terms.rules, terms.seed)
        n_opening = len(game.moves)
        black, white = (int(state) for state in pairing.streams(terms.seed, fixture.number, 1)["state"][0])
        twin = int(fixture.black == fixture.white)  # a player against itself needs two instances
        players = {BLACK: self._seat(fixture.black, 0, seats), WHITE: self._seat(fixture.white, twin, seats)}
        result = play_game(
            game, players, {BLACK: black, WHITE: white}, terms.clock, patience=self._patience, ponder=terms.ponder
        )
        moves = np.array([p for _, p in game.moves[n_opening:]], dtype=np.uint16)
        return Finished(fixture, (black, white), moves, result, _winrates(game)[n_opening:])

    def _seat(self, spec: str, twin: int, seats: dict[tuple[str, int], Player]) -> Player:
        if (spec, twin) not in seats:
            seats[spec, twin] = make_player(spec)
            with self._lock:
                self._players.append(seats[spec, twin])
        return seats[spec, twin]


def _winrates(game: Game) -> tuple[str, ...]:
    """Black's win rate after each move of a game that is over, as the players estimated it; "" if they did not."""
    return tuple(node.properties.get(WINRATE, [""])[0] for node in game.node.path() if node.color is not None)

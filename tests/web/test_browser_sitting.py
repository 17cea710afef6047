"""One sitting without a command line: play, breed a player, watch it, and beat three of its ancestors.

A search player chooses the moves of the person in front of the browser.
"""

import re
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from numpy.random import default_rng

from semeai.go.game import Game
from semeai.go.points import PASS, vertex
from semeai.go.rules import Rules
from semeai.players import make_player
from semeai.sgf import read_game
from semeai.web import jobs
from tests.processes import wait_until
from tests.web.conftest import serving
from tests.web.looks import looking
from tests.web.support import Player

ADVISER = "rave:playouts=400,resign=0"
RULES = Rules.preset("chinese", size=5)
MAX_MOVES = 100


class Person:
    """Plays black on a page, as a search player advises."""

    def __init__(self, page: Any, work: Path) -> None:
        self._page = page
        self._work = work
        self._adviser = make_player(ADVISER)

    def _game(self) -> Game:
        """The game as the server has saved it, at its end."""
        name = parse_qs(urlsplit(self._page.url).query)["game"][0]
        path = self._work / "games" / f"{name}.sgf"
        game = read_game(path.read_text()) if path.exists() else Game(RULES)
        game.to_end()
        return game

    def _is_my_turn(self, n_moves: int) -> bool:
        """True if so many moves have been played, or the game is over."""
        game = self._game()
        return game.n_moves >= n_moves or _is_over(game)

    def play(self) -> None:
        """Play the game on the page to its end."""
        self._page.wait_for_url("**/?game=*")
        self._page.locator(".board-svg").wait_for()
        self._adviser.new_game(RULES, default_rng(1))
        hand = Player(self._page, 5)
        for n in range(0, MAX_MOVES, 2):
            game = self._game()
            if _is_over(game):
                return
            move = self._adviser.choose(game.board)
            if move == PASS:
                hand.press("Pass")
            else:
                hand.click(vertex(move))
            wait_until(lambda n=n: self._is_my_turn(n + 2))
        raise AssertionError("the game has no end")


def _is_over(game: Game) -> bool:
    """True if the record has a result; a resignation shows there alone."""
    return bool(game.root.properties.get("RE")) or game.result is not None


@pytest.mark.slow
def test_a_person_plays_breeds_watches_and_beats_three_ancestors(chromium: Any, tmp_path: Path) -> None:
    run = tmp_path / "runs" / "quick-5x5"
    with serving(tmp_path) as address, looking(chromium, address.rstrip("/")) as page:
        person = Person(page, tmp_path)
        page.goto(f"{address}start")
        page.get_by_role("link", name="Play on 5x5").click()
        person.play()

        page.goto(f"{address}start")
        page.get_by_role("button", name="Breed a player").click()
        page.wait_for_url("**/evolve/quick-5x5")
        page.get_by_text(re.compile("[0-9]+ of 100 generations")).wait_for()
        page.get_by_role("region", name="Champions on one board").get_by_text("(black)").wait_for()
        page.locator(".state-done").wait_for()
        assert not jobs.is_running(run)

        for n in range(3):
            way = page.get_by_role("region", name="Play your way up")
            way.get_by_text(f"You have beaten {n} of").wait_for()
            way.locator("a.next").click()
            person.play()
            page.goto(f"{address}evolve/quick-5x5")
        page.get_by_role("region", name="Play your way up").get_by_text("You have beaten 3 of").wait_for()

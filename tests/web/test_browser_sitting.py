"""One sitting without a command line: play, review the game, solve a problem, watch evolution solve the same, breed a
player, watch it, and beat three of its ancestors.

A search player chooses the person's moves in games, the exact solver those in the problem.
"""

import re
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from numpy.random import default_rng
from playwright.sync_api import expect

from semeai.go.board import Board
from semeai.go.game import Game
from semeai.go.points import PASS, parse_vertex, vertex
from semeai.go.rules import Rules
from semeai.go.solver import Solver
from semeai.players import make_player
from semeai.sgf import read_game
from semeai.web import jobs
from semeai.web.beliefs import Beliefs
from semeai.web.trainer import Puzzle, PuzzleLine, reply, shipped
from tests.processes import wait_until
from tests.web.conftest import serving
from tests.web.looks import looking
from tests.web.support import Player

ADVISER = "rave:playouts=400,resign=0"
RULES = Rules.preset("chinese", size=5)
MAX_MOVES = 100
MAX_TRIES = 10
PUZZLE = shipped()[0]
BLUNDER = "A1"
"""the worst first move on 5x5"""


@pytest.fixture(scope="module", autouse=True)
def warm() -> None:
    """The kernels of the champions, of evolution and of the solver are compiled here, not while a page waits."""
    player = make_player("local")
    player.new_game(RULES, default_rng(0))
    player.choose(Board(RULES))
    Beliefs(PUZZLE.board()).advance()
    reply(PuzzleLine(PUZZLE, (min(PUZZLE.winners),)))


class Person:
    """Uses the pages as a person does: reads them and clicks."""

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

    def play(self, first: str = "") -> None:
        """Play the game on the page as black to its end. `first` is the first move; later ones are the adviser's."""
        self._page.wait_for_url("**/?game=*")
        self._page.locator(".board-svg").wait_for()
        self._adviser.new_game(RULES, default_rng(1))
        hand = Player(self._page, 5)
        for n in range(0, MAX_MOVES, 2):
            game = self._game()
            if _is_over(game):
                return
            move = parse_vertex(first, 5) if first and n == 0 else self._adviser.choose(game.board)
            if move == PASS:
                hand.press("Pass")
            else:
                hand.click(vertex(move))
            wait_until(lambda n=n: self._is_my_turn(n + 2))
        raise AssertionError("the game has no end")

    def review(self) -> None:
        """Review the finished game: its graph is complete, and its first move is a blunder that a click shows."""
        page = self._page
        page.get_by_role("button", name="Review the game").click()
        blunder = page.get_by_role("button", name=f"Move 1, Black {BLUNDER}: blunder")
        expect(blunder).to_be_visible()
        expect(page.get_by_role("button", name="Review the game")).to_be_visible()  # it said "Stop the review"
        n_moves = self._game().n_moves
        for n in range(n_moves + 1):
            expect(page.locator(f".graph-svg rect[data-node='{n}']")).to_have_count(1)
        page.locator(f".graph-svg rect[data-node='{n_moves}']").click()
        expect(page.locator(".review")).to_contain_text(re.compile("Black wins [0-9]+%"))
        blunder.click()
        Player(page, 5).expect_stones(1)

    def solve(self, puzzle: Puzzle) -> None:
        """Solve the problem on the page by clicks."""
        hand, status, moves = Player(self._page, puzzle.rules.size), self._page.locator(".status"), ()
        for _ in range(MAX_TRIES):
            line = PuzzleLine(puzzle, moves)
            move = min(p for p in Solver(region=puzzle.region).winning_moves(line.board()) if p != PASS)
            hand.click(vertex(move))
            expect(status).to_contain_text(re.compile("Solved|Right so far"))
            expect(self._page.locator(f"[data-stone='{move}']")).to_have_count(1)
            answer = re.search(r"plays (\w+)\.", status.inner_text())
            if answer is None:
                break
            moves = (*moves, move, parse_vertex(answer[1], puzzle.rules.size))
        hand.expect_status("Solved")
        expect(self._page.get_by_text(re.compile(r"^1 of [0-9]+ solved\."))).to_be_visible()

    def watch_evolution(self, puzzle: Puzzle) -> None:
        """Watch evolution until almost the whole population begins with a winning move."""
        hand = Player(self._page, puzzle.rules.size)
        hand.press("Try again")
        hand.press("Watch it evolve")
        expect(self._page.get_by_text("steps:")).to_contain_text(re.compile("9[0-9]% begin with .*, the right move"))
        expect(self._page.get_by_role("button", name="Watch it evolve")).to_be_visible()  # it has come to its end
        expect(self._page.locator(".label").first).to_contain_text("%")


def _is_over(game: Game) -> bool:
    """True if the record has a result; a resignation shows there alone."""
    return bool(game.root.properties.get("RE")) or game.result is not None


@pytest.mark.slow
def test_a_person_plays_reviews_solves_breeds_watches_and_beats_three_ancestors(chromium: Any, tmp_path: Path) -> None:
    run = tmp_path / "runs" / "quick-5x5"
    with serving(tmp_path) as address, looking(chromium, address.rstrip("/")) as page:
        person = Person(page, tmp_path)
        page.goto(f"{address}start")
        page.get_by_role("link", name="Play on 5x5").click()
        person.play(first=BLUNDER)
        person.review()

        page.get_by_role("link", name="Problems", exact=True).click()
        Player(page, PUZZLE.rules.size).expect_status("to play and win")
        person.solve(PUZZLE)
        person.watch_evolution(PUZZLE)

        page.get_by_role("link", name="semeai", exact=True).click()
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

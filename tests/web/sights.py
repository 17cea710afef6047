"""All pages with something to see on each, for tests and measurements that visit every page."""

from pathlib import Path

from semeai.api import breed
from semeai.arena.match import Competition, Means
from semeai.arena.schedule import Pairing, Terms
from semeai.arena.store import Store
from semeai.go.game import Game, Node
from semeai.go.points import points
from semeai.go.rules import Rules
from semeai.sgf import write_game

GAME = "0123456789ab"
SIGHTS = {
    "/start": ".steps",
    f"/?game={GAME}": ".board-svg",
    "/games": ".game-card",
    "/problems": ".board-svg",
    "/evolve": ".card.run",
    "/evolve/small-1": ".genome-place svg",
    "/compare": "h1",
    "/compare?runs=small-1&runs=large-1": ".settings",
    "/papers": ".paper-card .verdict",
    "/papers/richards": ".claim",
    "/papers/richards/generations": ".figure-large",
    "/arena": ".card.run",
    "/arena/matches/friends": ".cross",
    "/nowhere": "[role=alert]",
}
"""address -> what must be there before the page is complete"""


def breed_some(folder: Path) -> None:
    """Breed three small runs: two that differ in their seed alone, and one of another population."""
    for name, population, seed in (("small-1", 6, 1), ("small-2", 6, 2), ("large-1", 10, 1)):
        method, runs = f"ga:population={population}", folder / "runs"
        breed(method, run=name, folder=runs, quiet=True, size=5, games=4, generations=12, exam=10, seed=seed)


def play_some(folder: Path) -> None:
    """Play a small tournament, and keep a game."""
    with Store(folder / "matches" / "friends") as store:
        pairings = [Pairing("random", "wally", 4), Pairing("wally:noise=0.5", "random", 2)]
        Competition(pairings, Terms(Rules(size=5)), store).run(Means(), lambda pairing, game: None)
    (folder / "games").mkdir()
    game = Game(Rules(size=9), Node())
    for point in points(9)[:40:7]:
        game.play(point)
    (folder / "games" / f"{GAME}.sgf").write_text(write_game(game))

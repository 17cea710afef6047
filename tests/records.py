"""Small collections of games for tests: random ones, so that nobody needs to have played them."""

from pathlib import Path

from numpy.random import default_rng

from semeai.go.game import Game
from semeai.go.rules import Rules
from semeai.players.random import RandomParams, RandomPlayer
from semeai.sgf import write_game


def random_game(seed: int, size: int = 5, n_moves: int = 20) -> Game:
    """The first moves of a game between players that move at random."""
    game, player = Game(Rules(size=size)), RandomPlayer(RandomParams())
    player.new_game(game.rules, default_rng(seed))
    while game.result is None and len(game.board.moves) < n_moves:
        game.play(player.choose(game.board))
    return game


def write_records(folder: Path, n: int, size: int = 5, first: int = 0) -> Path:
    """A folder of so many games, one a file; its name."""
    folder.mkdir(exist_ok=True)
    for seed in range(first, first + n):
        (folder / f"{seed:03}.sgf").write_text(write_game(random_game(seed, size)))
    return folder

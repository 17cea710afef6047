"""Games of `rave` with itself, to learn priors from: `python -m semeai.players.search.own_games N FILE.sgf`.

A search with priors plays better than the priors alone, so priors learned from its games improve, and with them the
next search: expert iteration (`problems/expert.py` breeds all knowledge in this way).

The random moves at the start of a game are in the record as stones of the position, so that nobody learns from them.
Games are appended to the file one by one, and each follows from its number: the same command continues.
"""

import argparse
from functools import partial
from pathlib import Path

from semeai.go.board import Board
from semeai.go.game import Game, Node, Result
from semeai.go.points import RESIGN, opponent
from semeai.go.rules import Rules
from semeai.parallel.executors import Workers
from semeai.players import make_player
from semeai.rng import generator
from semeai.sgf import write_game

FEWEST_RANDOM, MOST_RANDOM = 2, 10
"""random moves at the start of a game"""
SEED = 1


def own_game(spec: str, rules: Rules, number: int) -> Game:
    """A game of a player with itself. It follows from the player, the rules and its number."""
    rng = generator(SEED, number)
    start = Board(rules)
    for _ in range(int(rng.integers(FEWEST_RANDOM, MOST_RANDOM + 1))):
        start.play(int(rng.choice([p for p in start.legal_points() if not start.is_eye(p, start.to_play)])))
    game = Game(rules, Node(setup=dict(start.stones), to_play=start.to_play))
    player = make_player(spec)
    player.new_game(rules, rng)
    while game.result is None:
        move = player.choose(game.board.copy())
        if move == RESIGN:
            game.declare(Result(opponent(game.board.to_play), "resign"))
        else:
            game.play(move)
    return game


def add_games(path: Path, n: int, spec: str, rules: Rules, jobs: int) -> None:
    """Play the games that are missing in a file of `n` games."""
    n_known = len(path.read_text().splitlines()) if path.exists() else 0
    play = partial(own_game, spec, rules)
    with path.open("a") as file, Workers(jobs) as workers:
        for i, game in enumerate(workers.in_order(play, range(n_known, n)), n_known + 1):
            file.write(write_game(game).replace("\n", "") + "\n")
            file.flush()
            print(f"\r{i} of {n} games", end="", flush=True)
    print()


def main() -> None:
    """Read the command line and play."""
    parser = argparse.ArgumentParser(prog="python -m semeai.players.search.own_games", description=own_game.__doc__)
    parser.add_argument("games", type=int, help="number of games in the file at the end")
    parser.add_argument("file", type=Path, help="SGF file; one game a line")
    parser.add_argument("--player", default="rave:playouts=1000", help="default: %(default)s")
    parser.add_argument("--size", type=int, default=9, help="default: %(default)s")
    parser.add_argument("--jobs", type=int, default=2, help="number of parallel games; default: %(default)s")
    given = parser.parse_args()
    rules = Rules.preset("chinese", size=given.size, komi=7.5).limited()
    add_games(given.file, given.games, given.player, rules, given.jobs)


if __name__ == "__main__":
    main()

"""Games of candidates against players that are not compiled, such as other programs, one by one.

In a match, a player whose program dies or hangs loses the game (`game.py`). Here that would give the candidate an
undeserved point. So the error is raised and ends the run, which can be continued later.
"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from numpy.random import SeedSequence, default_rng

from semeai.go.board import IllegalMove
from semeai.go.game import Game, Result
from semeai.go.player import Player
from semeai.go.points import BLACK, opponent


@contextmanager
def seated(players: Mapping[int, Player]) -> Iterator[Mapping[int, Player]]:
    """Players for some games. Programs among them start with their first game and end with this context."""
    try:
        yield players
    finally:
        for player in players.values():
            player.close()


def play_singly(game: Game, players: Mapping[int, Player], seeds: Mapping[int, int]) -> None:
    """Play a game to its end; players and the seeds of their random numbers are given by color. An illegal move loses.

    The rules must have a move limit. Raises the exceptions of players: EngineError if a program fails.
    """
    for color, player in players.items():
        player.new_game(game.rules, default_rng(SeedSequence(seeds[color])))
    while game.result is None:
        mover = game.to_play
        move = players[mover].choose(game.board.copy())
        try:
            game.play(move)
        except IllegalMove as error:  # our rules apply: a program may use another ko rule
            game.declare(Result(opponent(mover), "forfeit", detail=f"illegal move: {error}"))


def black_margin(game: Game) -> float:
    """Black's points minus white's, including komi, at the end of a game; the whole board if it was not counted."""
    result = game.result
    assert result is not None
    if result.winner is None:
        return 0.0
    points = result.margin if result.reason == "score" else game.rules.size**2
    return points if result.winner == BLACK else -points

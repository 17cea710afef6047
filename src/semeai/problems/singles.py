"""Games of candidates against players that are not compiled, such as other programs, one by one.

In a match a player loses the game if its program dies or hangs (`game.py`). Here that would give the candidate a point
that it has not earned. So the error is raised and ends the run, which can be continued later.
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
    """Players for some games. The programs among them start with their first game, and are ended here."""
    try:
        yield players
    finally:
        for player in players.values():
            player.close()


def play_singly(game: Game, players: Mapping[int, Player], seeds: Mapping[int, int]) -> None:
    """Play a game to its end; players, and the seeds of their random numbers, go by color. An illegal move loses.

    The rules have a limit of moves. Raises what players raise: EngineError where a program lets us down.
    """
    for color, player in players.items():
        player.new_game(game.rules, default_rng(SeedSequence(seeds[color])))
    while game.result is None:
        mover = game.to_play
        move = players[mover].choose(game.board.copy())
        try:
            game.play(move)
        except IllegalMove as error:  # the rules are ours: a program may know another ko rule
            game.declare(Result(opponent(mover), "forfeit", detail=f"illegal move: {error}"))


def black_margin(game: Game) -> float:
    """Black's points minus white's with komi, of a game that is over; the whole board where it was not counted."""
    result = game.result
    assert result is not None
    if result.winner is None:
        return 0.0
    points = result.margin if result.reason == "score" else game.rules.size**2
    return points if result.winner == BLACK else -points

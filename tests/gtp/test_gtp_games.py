"""Complete games against GNU Go, with our referee between the two."""

from collections.abc import Iterator

import pytest
from numpy.random import SeedSequence, default_rng

from semeai.go.game import Game
from semeai.go.points import BLACK, COLOR_NAMES, WHITE, opponent, parse_vertex, vertex
from semeai.go.rules import Rules
from semeai.gtp.client import GtpClient
from semeai.gtp.engine import Engine
from semeai.players import make_player
from tests.conftest import SLOW

N_GAMES, N_SLOW = 6, 20
KOMI = 7.5


@pytest.fixture(scope="module")
def gnugo_client(gnugo: str) -> Iterator[GtpClient]:
    options = "--mode gtp --level 1 --chinese-rules --positional-superko --capture-all-dead --seed 1"
    with GtpClient(f"{gnugo} {options}") as client:
        yield client


@pytest.mark.parametrize(
    "number", [*range(N_GAMES), *(pytest.param(number, marks=SLOW) for number in range(N_GAMES, N_SLOW))]
)
def test_random_plays_gnugo(gnugo_client: GtpClient, number: int) -> None:
    game = Game(Rules(size=9, komi=KOMI))
    player = make_player("random")
    player.new_game(game.rules, default_rng(SeedSequence([2024, number])))
    engine = Engine(make_player("random"), game.rules)  # follows the game, as a controller would have it
    ours = (BLACK, WHITE)[number % 2]
    for command in ("boardsize 9", "clear_board", f"komi {KOMI}"):
        gnugo_client.send(command)
    while not game.is_over:
        color = game.to_play
        name = COLOR_NAMES[color]
        if color == ours:
            move = player.choose(game.board)
            gnugo_client.send(f"play {name} {vertex(move)}")
        else:
            move = parse_vertex(gnugo_client.send(f"genmove {name}"), 9)
        game.play(move)  # raises where it is illegal
        engine.play(name, vertex(move))
        assert len(game.moves) < 1000

    # All three agree on what is on the board.
    for color in (BLACK, WHITE):
        name = COLOR_NAMES[color]
        stones = {vertex(p) for p, c in game.board.stones.items() if c == color}
        assert set(gnugo_client.send(f"list_stones {name}").split()) == stones
        assert set(engine.list_stones(name).split()) == stones
        assert int(gnugo_client.send(f"captures {name}")) == game.board.prisoners(opponent(color))
    assert gnugo_client.send("move_history").count("\n") == len(game.moves) - 1

    # And on the score, for GNU Go was told to capture whatever is dead, so that all stones left are alive.
    assert game.result is not None
    assert engine.final_score() == str(game.result)
    score = gnugo_client.send("final_score")  # B+12.5
    assert (score[:2], float(score[2:])) == (str(game.result)[:2], game.result.margin)

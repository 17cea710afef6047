"""Games in kernels: the referee agrees with every move and every result, whatever the rules."""

import numpy as np
import pytest

from semeai.arena.batch import Batch, fixtures_of, play_batch
from semeai.arena.openings import Openings
from semeai.go.board import Board
from semeai.go.game import Game, Result
from semeai.go.lineup import line_up
from semeai.go.points import BLACK, PASS, WHITE
from semeai.go.rules import PRESETS, AtLimit, Rules
from semeai.players import make_player
from semeai.players.compiled import CompiledPlayer
from semeai.rng import streams
from tests.conftest import JIT, scaled

N = scaled(60, 2)
KINDS = ["wally:noise=0.2", "random", "wally", "local:capture=1,enemy=0.1,self_atari=-0.5"]
RULES = {
    **{f"{name} 5x5": Rules.preset(name, size=5) for name in PRESETS},
    "positional 2x2": Rules(size=2),
    "situational 3x3": Rules(size=3, repetition="situational", suicide=True),
    "9x9": Rules(size=9),
    "13x13 territory": Rules(size=13, scoring="territory", komi=0),
    "19x19": Rules(size=19),
    "20 moves, white loses": Rules(size=5, move_limit=20, at_move_limit="white-loses"),
    "7 moves, counted": Rules(size=7, move_limit=7),
    "handicap": Rules(size=9, handicap=4, komi=0.5),
}


def settings(*specs: str) -> np.ndarray:
    players = [make_player(spec) for spec in specs]
    return line_up([player.lineup for player in players if isinstance(player, CompiledPlayer)])


def play(rules: Rules, starts: list[Board], seed: int = 1) -> tuple[np.ndarray, Batch]:
    """Games of all kinds of compiled players among each other."""
    rng = np.random.default_rng(seed)
    fixtures = fixtures_of(*(rng.integers(k, size=N) for k in (len(starts), len(KINDS), len(KINDS))))
    players = settings(*KINDS)
    return fixtures, play_batch(rules, starts, players, fixtures, streams(2 * N, seed).reshape(N, 2), keep_moves=True)


def replay(start: Game, batch: Batch, i: int) -> Result | None:
    """What the referee says of game i; raises IllegalMove where it does not agree."""
    for p in batch.games()[i].tolist():
        start.play(p)
    return start.result


@pytest.mark.parametrize("name", RULES if JIT else ["richards 5x5", "zela 5x5", "positional 2x2"])
def test_the_referee_agrees(name: str) -> None:
    rules = RULES[name].limited()
    openings = [Openings(n_random=n) for n in (0, 3)]
    fixtures, batch = play(rules, [opening.start(0, rules, 1).board for opening in openings])
    for i in range(N):
        game = openings[int(fixtures["start"][i])].start(0, rules, 1)
        result = replay(game, batch, i)
        assert batch.results()[i] == result
        assert batch.margins[i] == game.board.score().margin
    if name == "9x9":
        assert not (batch.ends["n_moves"] >= rules.move_limit).any()
    if rules.at_move_limit is AtLimit.WHITE_LOSES:
        assert Result(BLACK, "limit") in batch.results()


def test_games_without_moves_are_the_same_games() -> None:
    rules = Rules(size=7)
    fixtures, batch = play(rules, [Board(rules)])
    again = play_batch(rules, [Board(rules)], settings(*KINDS), fixtures, streams(2 * N, 1).reshape(N, 2))
    assert (batch.ends == again.ends).all()
    assert again.moves.shape[0] == 1


def test_a_game_does_not_depend_on_its_neighbours() -> None:
    rules = Rules(size=scaled(7, 5))
    players, rngs = settings("wally:noise=0.5", "random"), streams(20, 5).reshape(10, 2)
    together = play_batch(rules, [Board(rules)], players, fixtures_of(0, [0, 1] * 5, [1, 0] * 5), rngs.copy(), True)
    for i in (9, 4, 0):
        alone = play_batch(rules, [Board(rules)], players, fixtures_of(0, [i % 2], [1 - i % 2]), rngs[i : i + 1], True)
        assert alone.games()[0].tolist() == together.games()[i].tolist()


@pytest.mark.parametrize("other", ["random", "local:capture=1,self_atari=-1"])
def test_the_kernel_plays_as_the_players_do(other: str) -> None:
    """The same streams give the same game, move by move in Python."""
    rules = Rules(size=scaled(9, 5))
    specs = ["wally:noise=0.3", other]
    rngs = streams(2, 7).reshape(1, 2)
    board = Board(rules)
    players = {BLACK: make_player(specs[0]), WHITE: make_player(specs[1])}
    for color, player in players.items():
        player._stream = rngs[0, color - 1 : color].copy()
    while board.n_passes < 2:
        board.play(players[board.to_play].choose(board))
    batch = play_batch(rules, [Board(rules)], settings(*specs), fixtures_of(0, [0], [1]), rngs, True)
    assert batch.games()[0].tolist() == board.moves


def test_an_opening_counts_towards_the_limit() -> None:
    rules = Rules(size=5, move_limit=10)
    game = Openings(n_random=4).start(0, rules, 1)
    _, batch = play(rules, [game.board])
    assert set(batch.ends["n_moves"]) == {6}


def test_an_opening_that_has_ended() -> None:
    rules = Rules(size=5)
    board = Board(rules)
    board.play(PASS)
    board.play(PASS)
    _, batch = play(rules, [board])
    assert set(batch.ends["n_moves"]) == {0}
    assert batch.results()[0] == Result(WHITE, "score", 7.5)

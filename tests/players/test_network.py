"""`network`: move for move what plain arithmetic and the referee say, wherever it plays; and on its own board alone."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from numpy.random import default_rng

from semeai.arena.batch import Batch, fixtures_of, play_batch
from semeai.arena.openings import Openings
from semeai.go.board import Board
from semeai.go.lineup import line_up
from semeai.go.points import BLACK, EMPTY, PASS, WHITE, opponent, parse_vertex, point, points, vertex
from semeai.go.rules import Rules
from semeai.nets.network import Network, pack_networks
from semeai.players import make_player
from semeai.players.network import NetworkParams, NetworkPlayer, network_lineup
from semeai.rng import streams
from tests.conftest import needs_jit, scaled

# -- the player, plainly -----------------------------------------------------------------------------------------------


def random_network(params: NetworkParams, size: int, seed: int, n_hidden: int = 12) -> Network:
    """Connections from any unit to any later one, from inputs to outputs among them.

    Every output is fed by a hidden unit as well: the sum of inputs alone may be 0, where a rounding error of the kernel
    decides between a move and a pass.
    """
    rng = default_rng(seed)
    units = params.units(size)
    n_known = units.n_inputs + n_hidden
    outputs = n_known + np.arange(units.n_outputs)
    sources = rng.integers(n_known, size=20 * n_hidden)
    targets = rng.integers(np.maximum(units.n_inputs, sources + 1), n_known + units.n_outputs)
    sources = np.concatenate([sources, rng.integers(units.n_inputs, n_known, size=units.n_outputs)])
    targets = np.concatenate([targets, outputs])
    weights = (2 * rng.standard_normal(len(sources))).astype(np.float32)
    return Network(units.n_inputs, n_hidden, units.n_outputs, sources, targets, weights)


@dataclass(frozen=True)
class Turn:
    """A position with a network to play, what that sees and says, and its move."""

    board: Board
    """as long as the next turn is not asked for"""
    inputs: npt.NDArray[np.float64]
    outputs: npt.NDArray[np.float64]
    move: int


def turns(board: Board, moves: list[int], color: int, params: NetworkParams, network: Network) -> Iterator[Turn]:
    """The turns of a network of that color in a game, which starts from `board`."""
    every = points(board.size)
    own_last, before = 0.0, np.zeros(len(every), dtype=bool)
    for move in moves:
        if board.to_play == color:
            colors = board.colors[every]
            own, enemy = colors == color, colors == opponent(color)
            # A move of the enemy is known by the stone that has come since the own last turn.
            come = 1 + np.flatnonzero(enemy & ~before)
            extra = [own_last, come.max(initial=0) / len(every)] if params.last else []
            inputs = np.array([*own, *enemy, *extra], dtype=np.float64)
            yield Turn(board, inputs, network.evaluate(inputs[None])[0], move)
            own_last, before = 0.0 if move == PASS else (every.index(move) + 1) / len(every), enemy
        board.play(move)


def plain_move(params: NetworkParams, board: Board, outputs: npt.NDArray[np.float64], met: Counter[str]) -> int:
    """The highest positive output in the order of points, where the rules and the rules of thumb allow the move."""
    chosen, most = PASS, 0.0
    for p, output in zip(points(board.size), outputs.tolist(), strict=True):
        if output <= most:
            continue
        if (why := board.why_illegal(p)) is not None:
            met[why] += 1
            continue
        if params.avoid_eyes and board.is_eye(p, opponent(board.to_play)):
            met["an eye"] += 1
            continue
        if params.avoid_airless:
            after = board.copy()
            after.play(p)
            is_gone = after.colors[p] == EMPTY  # by suicide
            if is_gone or not any(after.colors[p + step] == EMPTY for step in (1, -1, 20, -20)):
                met["airless"] += 1
                continue
            if not any(board.colors[p + step] == EMPTY for step in (1, -1, 20, -20)):
                met["air by capture"] += 1
        chosen, most = p, output
    met["pass" if chosen == PASS else "move"] += 1
    return chosen


# -- games -------------------------------------------------------------------------------------------------------------

SETTINGS = {
    "plain": NetworkParams(),
    "last": NetworkParams(last=True),
    "eyes": NetworkParams(avoid_eyes=True),
    "all": NetworkParams(last=True, avoid_eyes=True, avoid_airless=True),
}
RULES = {
    "2x2": Rules(size=2, move_limit=40),
    "positional": Rules(size=5, move_limit=150),
    "situational, suicide": Rules(size=4, repetition="situational", suicide=True, move_limit=120),
    "ko": Rules(size=6, repetition="ko", passes_to_end=3, move_limit=100),
    "ko, suicide": Rules(size=3, repetition="ko", suicide=True, passes_to_end=3, move_limit=80),
    "handicap": Rules(size=7, handicap=2, move_limit=60),
}
OTHERS = ("wally", "wally:noise=0.3", "random")
N_NETWORKS = 3


def play(params: NetworkParams, rules: Rules, n: int) -> tuple[list[Network], npt.NDArray[np.void], list[Board], Batch]:
    """Games of networks among each other, against other players and themselves, from several positions."""
    networks = [random_network(params, rules.size, seed) for seed in range(N_NETWORKS)]
    lineups = [make_player(spec).lineup for spec in OTHERS]
    # In the midst, so that networks do not stand at the beginning of all arrays.
    players = line_up([lineups[0], network_lineup(params, rules.size, pack_networks(networks)), *lineups[1:]])
    starts = [Openings(n_random=n).start(0, rules, 1).board for n in ((0, 5) if rules.size > 2 else (0,))]
    rng = default_rng(4)
    one, other = rng.integers(1, 1 + N_NETWORKS, size=n), rng.integers(len(players), size=n)
    swap = rng.random(n) < 0.5
    fixtures = fixtures_of(rng.integers(len(starts), size=n), np.where(swap, other, one), np.where(swap, one, other))
    rngs = streams(2 * n, 5).reshape(n, 2)
    return networks, fixtures, starts, play_batch(rules, starts, players, fixtures, rngs, keep_moves=True)


def games_of_networks(params: NetworkParams, rules: Rules, n: int) -> Iterator[tuple[Network, int, Iterator[Turn]]]:
    """Of each network in each game: it, its color, and its turns."""
    networks, fixtures, starts, batch = play(params, rules, n)
    for game, moves in zip(fixtures, batch.games(), strict=True):
        for color in (BLACK, WHITE):
            number = int(game["players"][color]) - 1
            if 0 <= number < N_NETWORKS:
                start = starts[game["start"]].copy()
                yield networks[number], color, turns(start, moves.tolist(), color, params, networks[number])


GAMES = [(setting, rules) for setting in SETTINGS for rules in RULES]


@pytest.mark.parametrize(("setting", "rules"), GAMES)
def test_kernels_play_as_the_plain_player_does(setting: str, rules: str) -> None:
    params, met = SETTINGS[setting], Counter[str]()
    for _, color, its in games_of_networks(params, RULES[rules], scaled(12, 2)):
        for turn in its:
            expected = plain_move(params, turn.board, turn.outputs, met)
            assert vertex(turn.move) == vertex(expected), f"{turn.board}\n{color} after {turn.board.moves}"
    assert met["move"] + met["pass"] > scaled(30, 2)


@needs_jit
def test_the_games_have_everything_in_them() -> None:
    """Else the test above says little."""
    met = Counter[str]()
    for setting, rules in product(("last", "all"), ("positional", "situational, suicide", "ko")):
        for _, color, its in games_of_networks(SETTINGS[setting], RULES[rules], 12):
            for turn in its:
                plain_move(SETTINGS[setting], turn.board, turn.outputs, met)
                met[f"color {color}"] += 1
                met["captures"] += turn.board.prisoners(color) > 0
                met["both have moved"] += bool(turn.inputs[-2:].all())
    wanted = [
        *("color 1", "color 2", "captures", "both have moved", "move", "pass", "an eye", "airless", "air by capture"),
        *("is occupied", "is suicide", "retakes a ko at once", "repeats an earlier position"),
    ]
    assert min(met[name] for name in wanted) > 0, met


@pytest.mark.parametrize("setting", SETTINGS)
def test_the_player_plays_as_in_kernels_and_says_why(setting: str) -> None:
    """Asked for moves of both colors in turn, as a GTP controller may do."""
    params, rules, n_moves = SETTINGS[setting], RULES["ko"], 0
    for network, color, its in games_of_networks(params, rules, scaled(8, 1)):
        player = NetworkPlayer(params, rules.size, network)
        player.new_game(rules, default_rng(0))
        for turn in its:
            other = turn.board.copy()
            other.set_up({}, opponent(color))
            player.choose(other)
            assert player.choose(turn.board) == turn.move
            values = player.explain().values
            assert list(values) == points(rules.size)
            np.testing.assert_allclose(list(values.values()), turn.outputs, rtol=0, atol=1e-11)
            n_moves += turn.move != PASS
    assert n_moves > scaled(100, 0)


def test_a_new_game_is_a_new_game() -> None:
    rules = Rules(size=5)
    params = NetworkParams(last=True)
    player = NetworkPlayer(params, 5, random_network(params, 5, 1))
    seen = []
    for _ in range(2):
        board = Board(rules)
        player.new_game(rules, default_rng(0))
        while board.n_passes < 2 and len(board.moves) < 60:
            board.play(player.choose(board))
        seen.append(board.moves)
    assert len(seen[0]) > 5
    assert seen[0] == seen[1]


# -- what it says ------------------------------------------------------------------------------------------------------


def says_always(outputs: dict[str, float], size: int = 3, **settings: bool) -> NetworkPlayer:
    """A network whose outputs are always these, and 0 elsewhere: hidden units that nobody feeds say a half."""
    n_inputs, row = 2 * size**2, points(size)
    targets = [n_inputs + 1 + row.index(parse_vertex(name, size)) for name in outputs]
    weights = 2 * np.array(list(outputs.values()), dtype=np.float32)
    network = Network(n_inputs, 1, size**2, np.full(len(targets), n_inputs), np.array(targets, dtype=np.int64), weights)
    return NetworkPlayer(NetworkParams(**settings), size, network)


CASES = {
    "the most": ({"A1": 1, "B2": 3, "C3": 2}, ["B2", "C3", "A1"], "network plays B2 (output 3.00)"),
    "the first of equals": ({"C3": 2, "B1": 2, "A2": 2}, ["B1", "A2", "C3"], "network plays B1 (output 2.00)"),
    "nothing positive": ({"A1": -1}, [], "network passed: no legal move has a positive output"),
    "nothing at all": ({}, [], "network passed: no legal move has a positive output"),
    "a stone stands there": (
        {"A3": 4, "B2": 1},
        ["A3", "B2"],
        "network plays B2 (output 1.00); A3 has more, but cannot be played",
    ),
    "two stones": (
        {"A3": 4, "C2": 5, "B2": 1},
        ["C2", "A3", "B2"],
        "network plays B2 (output 1.00); C2, A3 have more, but cannot be played",
    ),
    "only stones": ({"A3": 4}, [], "network passed: no legal move has a positive output"),
}


@pytest.mark.parametrize("name", CASES)
def test_an_explanation(name: str) -> None:
    outputs, candidates, text = CASES[name]
    player = says_always(outputs)
    board = Board.from_diagram("X . .\n. . O\n. . .")
    chosen = player.choose(board)
    explanation = player.explain()
    assert explanation.text == text
    assert vertex(chosen) == ("pass" if "passed" in text else text.split()[2])
    if chosen != PASS:
        assert [vertex(c.point) for c in explanation.candidates] == candidates
    expected = {p: outputs.get(vertex(p), 0.0) for p in points(3)}
    assert explanation.values == pytest.approx(expected)


KO = ". X O .\nX . X O\n. X O .\n. . . ."  # white takes at B3
EYE = ". . . .\n. . . .\nX X . .\n. X . ."
CAUGHT = "O O . .\nO . . .\nX O . .\n. X O ."  # white takes at A1
FORBIDDEN: dict[str, tuple[str, str, dict[str, Any], dict[str, bool], str]] = {
    "at once": (KO, "B3", {"repetition": "ko"}, {}, "D1"),
    "later": (KO, "B3 pass pass", {"repetition": "ko"}, {}, "C3"),
    "an earlier position": (KO, "B3 pass pass", {"repetition": "positional"}, {}, "D1"),
    "the same with the same side to play": (KO, "B3 pass pass", {"repetition": "situational"}, {}, "D1"),
    "suicide": (EYE, "", {"repetition": "ko"}, {}, "D1"),
    "suicide allowed": (EYE, "", {"repetition": "ko", "suicide": True}, {}, "A1"),
    "suicide that changes nothing": (EYE, "", {"repetition": "positional", "suicide": True}, {}, "D1"),
    "an eye of the enemy": (EYE, "", {"repetition": "ko", "suicide": True}, {"avoid_eyes": True}, "D1"),
    "an own eye": (EYE, "pass", {}, {"avoid_eyes": True}, "A1"),
    "no empty neighbor": (EYE, "pass", {}, {"avoid_airless": True}, "D1"),
    "room by a capture": (CAUGHT, "", {"repetition": "ko"}, {"avoid_airless": True}, "A1"),
    "one empty neighbor": (EYE.replace("X X", ". X"), "pass", {}, {"avoid_airless": True}, "A1"),
}


@pytest.mark.parametrize("name", FORBIDDEN)
def test_where_it_would_play_but_may_not(name: str) -> None:
    """White is to play at first. The network says most for C3 or A1, and a little for D1."""
    diagram, moves, rules, settings, expected = FORBIDDEN[name]
    player = says_always({"C3" if diagram is KO else "A1": 5, "D1": 1}, 4, **settings)
    board = Board.from_diagram(diagram, Rules(size=4, **rules), WHITE)
    for move in moves.split():
        board.play(parse_vertex(move, 4))
    assert vertex(player.choose(board)) == expected


# -- other boards ------------------------------------------------------------------------------------------------------

ANOTHER = r"^this player plays only on 3x3, not on 5x5$"


def test_a_board_of_another_size() -> None:
    player, rules = says_always({"A1": 1}), Rules(size=5)
    with pytest.raises(ValueError, match=ANOTHER):
        player.new_game(rules, default_rng(0))
    everybody = line_up([make_player("wally").lineup, player.lineup])
    with pytest.raises(ValueError, match=ANOTHER):
        play_batch(rules, [Board(rules)], everybody, fixtures_of(0, [0], [1]), streams(2, 1).reshape(1, 2))
    player.new_game(Rules(size=3), default_rng(0))
    assert player.choose(Board(Rules(size=3))) == point(1, 1)


@pytest.mark.parametrize("params", [NetworkParams(), NetworkParams(last=True)])
def test_a_network_for_another_board(params: NetworkParams) -> None:
    network = random_network(params, 3, 1)
    with pytest.raises(
        ValueError, match=r"^expected a network with 5[02] inputs and 25 outputs on 5x5, found \d+ and 9$"
    ):
        NetworkPlayer(params, 5, network)
    with pytest.raises(ValueError, match="outputs on 3x3, found"):
        NetworkPlayer(NetworkParams(last=not params.last), 3, network)


# -- rows of weights ---------------------------------------------------------------------------------------------------


def test_a_row_of_weights_is_a_network_in_which_all_is_connected() -> None:
    params, rng = NetworkParams(dense=2), default_rng(1)
    genes = params.genes(Rules(size=3))
    assert (genes.n, genes.low, genes.high) == (2 * (18 + 9), -3, 3)
    genome = rng.uniform(-3, 3, genes.n)
    inputs = rng.integers(0, 2, (4, 18)).astype(float)
    hidden = 1 / (1 + np.exp(-inputs @ genome[:36].reshape(2, 18).T))
    assert params.network(genome, 3).evaluate(inputs) == pytest.approx(hidden @ genome[36:].reshape(9, 2).T, abs=1e-5)
    assert params.describe(genome) == "2 fully connected hidden units: 54 weights"


@pytest.mark.parametrize("genome", [np.zeros(53), np.full(54, 3.1), np.full(54, np.nan), np.zeros((2, 27))])
def test_rows_that_are_no_weights(genome: npt.NDArray[np.float64]) -> None:
    with pytest.raises(ValueError, match=r"^expected 54 weights from -3 to 3$"):
        NetworkParams(dense=2).network(genome, 3)
    with pytest.raises(ValueError, match=r"^network:dense must be 0 to 200, not 201$"):
        NetworkParams(dense=201)

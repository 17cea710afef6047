"""`shape`: its inputs are what sets of points say, turned boards are the same to it, and it passes with sense."""

import random
from collections import Counter

import numpy as np
import pytest
from numpy.random import default_rng

from semeai.arena.batch import fixtures_of, play_batch
from semeai.go.board import Board
from semeai.go.board_kernel import N_POINTS
from semeai.go.lineup import line_up
from semeai.go.player import Breedable
from semeai.go.points import PASS, opponent, points, transform, vertex
from semeai.go.rules import Rules
from semeai.players.shape.inputs import INPUTS, InputGroup
from semeai.players.shape.inputs_kernel import N_INPUTS
from semeai.players.shape.shape import PASSING, Inputs, ShapeParams, ShapePlayer
from semeai.players.wally import WallyParams, WallyPlayer
from semeai.rng import streams
from tests.conftest import JIT, scaled
from tests.players.naive_shape import choices, inputs
from tests.players.test_agents import positions

NAMES = [one.name for one in INPUTS]
# A reader of ladders tries one of two liberties that look alike, and which one it is depends on how the board lies.
READS = {"capture", "later", "frees", "save", "hopeless", "defend", "exposed", "catch", "atari", "risky", "stretch"}


def genome_of(params: ShapeParams, seed: int = 1) -> np.ndarray:
    return default_rng(seed).uniform(-1, 1, params.genes(Rules()).n)


def player_of(params: ShapeParams, seed: int = 1, **given: float) -> ShapePlayer:
    """A random player, or one with the given linear weights alone."""
    genome = genome_of(params, seed)
    if given:
        genome[:] = 0
        names = [NAMES[i] for i in params.numbers] + (params.hidden * (len(params.numbers) + 1)) * [""] + list(PASSING)
        for name, weight in given.items():
            genome[names.index(name)] = weight
    player = ShapePlayer(params, genome)
    player.new_game(Rules(), default_rng(1))
    return player


def test_the_table_is_that_of_the_kernels() -> None:
    assert len(INPUTS) == N_INPUTS == len(set(NAMES))
    assert all(one.says for one in INPUTS)


@pytest.mark.parametrize("reach", [2, 3])
def test_every_input_against_the_referee(reach: int) -> None:
    player = player_of(ShapeParams(reach, hidden=0))
    seen: Counter[str] = Counter()
    for board in positions(scaled(150, 6), random.Random(reach)):
        before = board.record.tobytes()
        player.choose(board)
        scores, counts, _ = player.look()
        assert board.record.tobytes() == before
        assert np.flatnonzero(~np.isnan(scores)).tolist() == choices(board), board
        for p in choices(board):
            found = {NAMES[i]: int(counts[p, i]) for i in np.flatnonzero(counts[p]).tolist()}
            expected = inputs(board, p, reach)
            wrong = sorted(name for name in {*found, *expected} if found.get(name, 0) != expected[name])
            assert not wrong, f"{board!r}\n{board}\n{vertex(p)}: {wrong} {found} {expected}"
            seen.update(found)
    wanted = [NAMES[i] for i in ShapeParams(reach).numbers]
    assert not JIT or all(seen[name] for name in wanted), [name for name in wanted if not seen[name]]


@pytest.mark.parametrize("hidden", [0, 8, 15])
@pytest.mark.parametrize("kind", list(Inputs))
def test_scores_are_what_the_weights_say(hidden: int, kind: Inputs) -> None:
    params = ShapeParams(2, hidden, kind)
    genome = genome_of(params, hidden)
    n = len(params.numbers)
    linear, inner = genome[:n], genome[n : n * (1 + hidden)].reshape(n, hidden)
    outputs = genome[n * (1 + hidden) :][:hidden]
    player = ShapePlayer(params, genome)
    for board in positions(scaled(20, 3), random.Random(2)):
        player.new_game(board.rules, default_rng(1))
        chosen = player.choose(board)
        scores, counts, _ = player.look()
        own = counts[:, params.numbers]
        assert counts.sum() == own.sum()  # nothing is looked at that it has no weights for
        x = np.clip(own @ inner / 4, -3, 3)
        expected = own @ linear + (x * (27 + x**2) / (27 + 9 * x**2)) @ outputs
        moves = ~np.isnan(scores)
        assert scores[moves] == pytest.approx(expected[moves], abs=2e-3)
        assert chosen == PASS or scores[chosen] == np.nanmax(scores)


def test_symmetry_and_colors() -> None:
    rng = random.Random(3)
    params = ShapeParams(3)
    genome = genome_of(params)
    weights = genome[: len(params.numbers) * 9]
    for at, i in enumerate(params.numbers):
        if NAMES[i].rstrip("_1234") in READS or NAMES[i] == "stretch":
            weights[at] = 0
            weights[len(params.numbers) + 8 * at :][:8] = 0
    player = ShapePlayer(params, genome)
    for board in positions(scaled(40, 3), rng):
        player.new_game(board.rules, default_rng(1))
        start = Board(board.rules, board.stones, board.to_play)
        start.record.ko = board.ko
        player.choose(start)
        scores = player.look()[0]
        swapped = Board(board.rules, {p: opponent(c) for p, c in board.stones.items()}, opponent(board.to_play))
        swapped.record.ko = board.ko
        player.choose(swapped)
        assert np.array_equal(player.look()[0], scores, equal_nan=True)
        for symmetry in range(1, 8):
            player.choose(start.transformed(symmetry))
            turned = player.look()[0]
            there = [transform(p, board.size, symmetry) for p in points(board.size)]
            assert np.array_equal(turned[there], scores[points(board.size)], equal_nan=True)


def test_the_past_of_a_player_does_not_matter() -> None:
    """What is kept from move to move is what a fresh look finds, after captures, undone moves and other boards too."""
    params = ShapeParams(3)
    old = player_of(params)
    for board in positions(scaled(60, 4), random.Random(4)):
        fresh = player_of(params)
        old.choose(board)
        fresh.choose(board)
        assert np.array_equal(old.look()[0], fresh.look()[0], equal_nan=True)


def test_games_in_batches_are_those_one_by_one() -> None:
    """The same moves as black and as white, on several sizes, against a player with other inputs."""
    one, two = ShapeParams(hidden=4), ShapeParams(3, 0, Inputs.STONES)
    players = [player_of(one, 1), player_of(two, 2)]
    for size in [2, 5, 9, 13] if JIT else [2, 3]:
        rules = Rules(size=size, komi=0.5)
        lineup = line_up([WallyPlayer(WallyParams()).lineup, *(player.lineup for player in players)])
        fixtures = fixtures_of(0, [1, 2], [2, 1])
        batch = play_batch(rules, [Board(rules)], lineup, fixtures, streams(4, 1).reshape(2, 2), keep_moves=True)
        again = play_batch(rules, [Board(rules)], lineup, fixtures, streams(4, 1).reshape(2, 2), keep_moves=True)
        for game, same, order in zip(batch.games(), again.games(), ((0, 1), (1, 0)), strict=True):
            assert game.tolist() == same.tolist()
            board = Board(rules)
            for number, move in enumerate(game.tolist()):
                player = players[order[number % 2]]
                player.choose(board)
                scores = player.look()[0]
                assert scores[move] == np.nanmax(scores) if move != PASS else True
                board.play(move)


def board_of(text: str, **rules: object) -> Board:
    """A position, X to play, the top row first."""
    rows = text.split()
    stones = {
        p: 1 if sign == "X" else 2 for p in points(len(rows)) if (sign := rows[len(rows) - p // 20][p % 20 - 1]) in "XO"
    }
    return Board(Rules(size=len(rows), **rules), stones)


@pytest.mark.parametrize(
    ("text", "weights", "expected"),
    [
        ("..... .XO.. ..X.. ..... .....", {"atari": 1.0, "catch_1": 1.0}, "C5 D4"),
        (".OX.. .OX.. .OX.. .OX.. .OX..", {"liberties_4": 1.0}, "D1 D2 D3 D4 D5"),
        ("..... ..... ..... ..... .....", {"line_3": 1.0}, "C3"),
        ("..... .O... OXO.. ..... .....", {"save_1": 1.0}, "B2"),
    ],
)
def test_weights_by_hand(text: str, weights: dict[str, float], expected: str) -> None:
    board = board_of(text)
    player = player_of(ShapeParams(hidden=0), **weights)
    player.choose(board)
    scores = player.look()[0]
    best = [p for p in range(N_POINTS) if scores[p] == np.nanmax(scores)]
    assert {vertex(p) for p in best} == set(expected.split())


def test_it_passes_when_a_pass_is_worth_most() -> None:
    board = board_of(".X.X. XXXXX OOOOO O.OOO .OO.O")
    player = player_of(ShapeParams(hidden=0), bias=1.0)
    assert player.choose(board) == PASS  # nothing but own eyes is left, whatever a pass is worth
    assert "own eyes" in player.explain().text
    open_board = board_of("..... ..... ..... ..... .....")
    assert player.choose(open_board) != PASS
    passive = player_of(ShapeParams(hidden=0), **{"pass": 1.0})
    assert passive.choose(open_board) == PASS
    assert "no move is worth as much" in passive.explain().text


def test_it_does_not_pass_while_something_can_be_taken() -> None:
    passive = player_of(ShapeParams(hidden=0), **{"pass": 1.0, "later_1": 0.5, "capture_1": 0.5})
    assert vertex(passive.choose(board_of(".O... OX... ..... ..... ....."))) != "pass"


def test_describe_and_explain() -> None:
    params = ShapeParams(hidden=2)
    genome = genome_of(params)
    text = params.describe(genome)
    assert len(text.splitlines()) == 3 + len(params.numbers)
    assert "pass_late" in text
    player = player_of(ShapeParams(hidden=0), line_3=1.0)
    board = Board(Rules(size=5))
    assert vertex(player.choose(board)) == "C3"
    said = player.explain()
    assert said.text == "shape plays C3 (score 1.00): line_3 +1.00"
    assert said.candidates[0].point == player.chosen


@pytest.mark.parametrize(
    ("settings", "message"),
    [({"reach": 4}, "reach must be 1 to 3, not 4"), ({"hidden": 16}, "hidden must be 0 to 15, not 16")],
)
def test_wrong_settings(settings: dict[str, int], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        ShapeParams(**settings)  # type: ignore[arg-type]


def test_wrong_genomes() -> None:
    params = ShapeParams(hidden=0)
    with pytest.raises(ValueError, match="expected a genome of 112 numbers, found 3"):
        params.from_genome(np.zeros(3), Rules())
    with pytest.raises(ValueError, match="a weight must be at most 100"):
        params.from_genome(np.full(112, 101.0), Rules())


def test_inputs_can_be_left_out() -> None:
    stones, tactics = (ShapeParams(inputs=kind).numbers for kind in (Inputs.STONES, Inputs.TACTICS))
    assert not any(INPUTS[i].group is InputGroup.TACTICS for i in stones)
    assert not any(INPUTS[i].group is InputGroup.STONES for i in tactics)
    assert sorted({*stones, *tactics}) == ShapeParams().numbers


def test_a_genome_is_adopted_by_names() -> None:
    old, new = ShapeParams(hidden=2, inputs=Inputs.TACTICS), ShapeParams(hidden=0)
    genome = genome_of(old)
    adopted = new.adopt(old, genome)
    assert adopted.shape == (new.genes(Rules()).n,)
    weights = dict(zip(old.numbers, genome.tolist(), strict=False))  # the linear ones come first
    assert adopted[:-3].tolist() == [weights.get(number, 0.0) for number in new.numbers]
    assert adopted[-3:].tolist() == genome[-3:].tolist()
    assert old.adopt(old, genome).tolist() == genome.tolist()
    with pytest.raises(ValueError, match="bred as"):
        new.adopt(Breedable(), genome)

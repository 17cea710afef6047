"""`field`: a small network at every point, equal to looking at each point by hand; and on boards of every size."""

import numpy as np
import numpy.typing as npt
import pytest
from numpy.random import default_rng

from semeai.go.board import Board
from semeai.go.game import Game
from semeai.go.points import BLACK, WHITE, points
from semeai.go.rules import Rules
from semeai.nets.network import Network, outputs_of, pack_networks
from semeai.players import read_bred
from semeai.players.field import FieldParams, FieldPlayer, spread_out
from semeai.players.random import RandomParams, RandomPlayer


def random_network(params: FieldParams, seed: int, n_hidden: int = 5) -> Network:
    """Connections from any unit to any later one."""
    rng, n_inputs = default_rng(seed), params.units().n_inputs
    n_known = n_inputs + n_hidden
    sources = rng.integers(n_known, size=60)
    targets = rng.integers(np.maximum(n_inputs, sources + 1), n_known + 1)
    return Network(n_inputs, n_hidden, 1, sources, targets, rng.standard_normal(60).astype(np.float32))


def look(board: Board, color: int, p: int, reach: int) -> list[bool]:
    """What the small network sees from a point: own stones, enemy ones, points beyond the edge."""
    stones = board.stones
    size, every = board.size, points(board.size)
    row, column = divmod(every.index(p), size)
    around = [(row + y, column + x) for y in range(-reach, reach + 1) for x in range(-reach, reach + 1)]
    on_board = [every[y * size + x] if 0 <= y < size and 0 <= x < size else None for y, x in around]
    own = [q is not None and stones.get(q) == color for q in on_board]
    enemy = [q is not None and stones.get(q) == 3 - color for q in on_board]
    return [*own, *enemy, *(q is None for q in on_board)]


def some_board(size: int, seed: int, n_moves: int) -> Board:
    game, player = Game(Rules(size=size)), RandomPlayer(RandomParams())
    player.new_game(game.rules, default_rng(seed))
    for _ in range(n_moves):
        game.play(player.choose(game.board))
    return game.board


@pytest.mark.parametrize(("size", "reach"), [(3, 2), (5, 1), (6, 2), (9, 2), (7, 3)])
def test_it_stands_at_every_point(size: int, reach: int) -> None:
    params = FieldParams(reach)
    for seed in range(3):
        small = random_network(params, seed)
        large = spread_out(params, small, size)
        board = some_board(size, seed, size**2 // 2)
        for color in (BLACK, WHITE):
            expected = small.evaluate(np.array([look(board, color, p, reach) for p in points(size)], dtype=np.float64))
            np.testing.assert_allclose(outputs(large, board, color), expected[:, 0], atol=1e-9)


def by_levels(params: FieldParams, small: Network, board: Board, color: int) -> list[float]:
    """The worth of every point, level by level: the features of all points first, then what the upper level says."""
    size, every = board.size, points(board.size)
    stones = np.array([look(board, color, p, params.reach) for p in every], dtype=np.float64)
    n_seen, n_inputs, n_known = stones.shape[1], small.n_inputs, small.n_inputs + small.n_hidden
    upper: set[int] = set(range(n_seen, n_inputs))
    for unit in range(n_inputs, n_known):
        if upper & set(small.sources[small.targets == unit].tolist()):
            upper.add(unit)
    is_feature = (small.targets >= n_known) & (small.targets < n_known + params.features)
    kept = ~(is_feature & np.isin(small.sources, list(upper)))
    cut = Network(
        n_inputs, small.n_hidden, small.n_outputs, small.sources[kept], small.targets[kept], small.weights[kept]
    )
    nothing = np.zeros((len(every), n_inputs - n_seen))
    features = 1 / (1 + np.exp(-cut.evaluate(np.hstack([stones, nothing]))[:, : params.features]))
    steps, worth = range(-params.reach, params.reach + 1), []
    for i, seen in enumerate(stones):
        around = [(i // size + y, i % size + x) for y in steps for x in steps]
        maps = [
            features[y * size + x, k] if 0 <= y < size and 0 <= x < size else 0.0
            for k in range(params.features)
            for y, x in around
        ]
        worth.append(float(cut.evaluate(np.array([[*seen, *maps]]))[0, -1]))
    return worth


@pytest.mark.parametrize(("size", "reach", "features"), [(4, 1, 1), (5, 1, 3), (5, 2, 2)])
def test_a_hierarchy_of_two_levels(size: int, reach: int, features: int) -> None:
    params, rng = FieldParams(reach, features), default_rng(size)
    units = params.units()
    n_known = units.n_inputs + 6
    sources = rng.integers(n_known, size=150)
    targets = rng.integers(np.maximum(units.n_inputs, sources + 1), n_known + units.n_outputs)
    is_lower = targets < units.n_inputs + 3  # so these hidden units see no features
    sources = np.where(is_lower, sources % (3 * (2 * reach + 1) ** 2), sources)
    weights = rng.standard_normal(150).astype(np.float32)
    small = Network(units.n_inputs, 6, units.n_outputs, sources, targets, weights)
    board = some_board(size, 1, size**2 // 2)
    expected = by_levels(params, small, board, BLACK)
    np.testing.assert_allclose(outputs(spread_out(params, small, size), board, BLACK), expected, atol=1e-9)


def outputs(network: Network, board: Board, color: int) -> npt.NDArray[np.float64]:
    """What the large network says, by what changes from the empty board to this one."""
    colors = board.colors[points(board.size)]
    inputs = np.concatenate([colors == color, colors == 3 - color]).astype(np.float64)
    return outputs_of(pack_networks([network]), 0, np.stack([np.zeros_like(inputs), inputs]))[1]


def test_one_player_for_all_boards() -> None:
    """It plays the point with the highest positive output, wherever it is asked to."""
    params = FieldParams()
    small = random_network(params, 1)
    player = FieldPlayer(params, small, 5)
    for size in (5, 9, 13, 5):
        board = Board(Rules(size=size))
        player.new_game(board.rules, default_rng(0))
        said = outputs(spread_out(params, small, size), board, BLACK)
        assert player.choose(board) == points(size)[int(said.argmax())]
        assert said.max() > 0
        assert list(player.explain().values) == points(size)


def test_a_genome_serves_every_board() -> None:
    bred = read_bred("field:reach=1")
    genome = random_network(FieldParams(1), 2).genome()
    assert bred.genes(Rules(size=5)) == bred.genes(Rules(size=19)) == FieldParams(1).units()
    assert len(bred.lineup([genome] * 3, Rules(size=9))) == 3
    bred.from_genome(genome, Rules(size=9))


@pytest.mark.parametrize(
    ("n_inputs", "n_hidden", "size", "message"),
    [
        (74, 5, 9, "expected a network with 75 inputs and 1 outputs for a field, found 74 inputs and 1 outputs"),
        (75, 60, 9, "a network of 162 inputs, 4,860 hidden units and 81 outputs is too large"),
    ],
)
def test_what_does_not_fit(n_inputs: int, n_hidden: int, size: int, message: str) -> None:
    nothing = np.zeros(0, dtype=np.int64)
    small = Network(n_inputs, n_hidden, 1, nothing, nothing, np.zeros(0, dtype=np.float32))
    with pytest.raises(ValueError, match=f"^{message}$"):
        spread_out(FieldParams(), small, size)


def test_wrong_settings() -> None:
    with pytest.raises(ValueError, match=r"^field:reach must be 1 to 3, not 4$"):
        read_bred("field:reach=4")
    with pytest.raises(ValueError, match=r"^field:features must be 0 to 8, not 9$"):
        read_bred("field:features=9")

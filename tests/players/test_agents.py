"""Agents: as sets of points say it on random positions, and the printed ones by hand."""

import random
from collections import Counter
from collections.abc import Iterator

import numpy as np
import pytest

from semeai.go.board import Board
from semeai.go.board_kernel import BOARD, N_POINTS, PASS
from semeai.go.playout_kernel import light_move
from semeai.go.points import WHITE, opponent, points, transform, vertex
from semeai.go.rules import Rules
from semeai.players.agents.agents import AGENTS, N_CHANNELS, PRINTED, make_room, rate_board
from semeai.players.agents.agents_kernel import rate_all
from semeai.rng import stream
from tests.conftest import JIT, scaled
from tests.players.naive_agents import opinions

CHANNELS = [(agent.name, channel) for agent in AGENTS.values() for channel in agent.channels]


def positions(n: int, rng: random.Random) -> Iterator[Board]:
    """`n` positions out of light games on boards of many sizes, each with its past."""
    while True:
        size = rng.choice([3, 4, 5, 7, 9, 9, 9, 13, 19] if JIT else [3, 4, 5])
        board = Board(Rules(size=size, repetition="ko", suicide=rng.random() < 0.3))
        moves = stream(rng.randrange(1 << 30))
        for _ in range(2 * size**2):
            board.play(PASS if rng.random() < 0.02 else int(light_move(board.record, moves)))
            if rng.random() < 5 / size**2:
                yield board
                n -= 1
                if n == 0:
                    return


def test_the_table_is_that_of_the_kernels() -> None:
    first = 0
    for name, agent in AGENTS.items():
        assert (agent.name, agent.first) == (name, first)
        assert len(agent.says) > 40
        first = agent.last
    assert first == N_CHANNELS
    assert set(PRINTED) < set(AGENTS)


def test_every_agent_against_the_referee() -> None:
    seen: Counter[tuple[str, str]] = Counter()
    for board in positions(scaled(250, 12), random.Random(1)):
        before = board.record.tobytes()
        values, _ = rate_board(board)
        assert board.record.tobytes() == before
        said = opinions(board)
        for p in points(board.size):
            expected = [int(said[p][channel]) if p in said else 0 for channel in CHANNELS]
            found = values[:, p].tolist()
            if found != expected:
                wrong = [channel for channel, x, y in zip(CHANNELS, found, expected, strict=True) if x != y]
                pytest.fail(f"{board!r}\n{board}\n{vertex(p)}: {wrong} {found} {expected}")
            seen.update(channel for channel, x in zip(CHANNELS, found, strict=True) if x)
    if JIT:
        assert min(seen[channel] for channel in CHANNELS) > 10, seen


def test_nothing_is_said_of_illegal_moves() -> None:
    for board in positions(scaled(300, 10), random.Random(2)):
        values, _ = rate_board(board)
        silent = np.ones(N_POINTS, dtype=bool)
        silent[board.legal_points()] = False
        assert not values[:, silent].any()


# A reader of ladders tries one of two liberties that look alike, and which one it is depends on how the board lies.
READS = {"captures", "escape", "hopeless", "ladder", "atari"}


def test_symmetry_and_colors() -> None:
    steady = [i for i, (agent, _) in enumerate(CHANNELS) if agent not in READS]
    for board in positions(scaled(60, 4), random.Random(3)):
        size = board.size
        values, strengths = rate_past(board, *[PASS, PASS, *board.moves][:-3:-1])
        swapped = Board(board.rules, {p: opponent(c) for p, c in board.stones.items()}, opponent(board.to_play))
        swapped.record.ko = board.ko
        other, its_strengths = rate_past(swapped, *[PASS, PASS, *board.moves][:-3:-1])
        assert (other == values).all()
        assert (its_strengths == strengths).all()
        for symmetry in range(1, 8):
            last, before = (transform(p, size, symmetry) for p in [PASS, PASS, *board.moves][:-3:-1])
            turned, _ = rate_past(board.transformed(symmetry), last, before)
            for p in points(size):
                assert (turned[steady, transform(p, size, symmetry)] == values[steady, p]).all()


def rate_past(board: Board, last: int, before: int, wanted: list[int] | None = None) -> tuple[np.ndarray, np.ndarray]:
    """What the agents say of a position after these two moves, and 10 altogether; 99 where they say nothing."""
    values = np.full((1, N_CHANNELS, N_POINTS), 99, dtype=np.uint8)
    strengths = np.full((1, N_CHANNELS), 99, dtype=np.float32)
    chosen = np.ones(N_CHANNELS, dtype=np.uint8)
    if wanted is not None:
        chosen[:] = np.isin(np.arange(N_CHANNELS), wanted)
    past = np.array([[last], [before], [10]], dtype=np.uint16)
    rate_all(np.array([board.record], BOARD), past[0], past[1], past[2], chosen, values, strengths, make_room())
    return values[0], strengths[0]


def test_only_what_is_wanted_is_said() -> None:
    """Channels that are not wanted stay as they are, and no other is different for that."""
    rng = random.Random(4)
    for board in positions(scaled(200, 8), rng):
        last, before = [PASS, PASS, *board.moves][:-3:-1]
        wanted = rng.sample(range(N_CHANNELS), rng.randrange(1, 6))
        values, strengths = rate_past(board, last, before, wanted)
        everything, every_strength = rate_past(board, last, before)
        assert (values[wanted] == everything[wanted]).all()
        assert (strengths[wanted] == every_strength[wanted]).all()
        rest = np.isin(np.arange(N_CHANNELS), wanted, invert=True)
        assert (values[rest] == 99).all()
        assert (strengths[rest] == 99).all()


@pytest.mark.parametrize(("n_stones", "strength"), [(0, 1), (9, 2 / 3), (26, 1 / 27), (27, 0), (60, 0)])
def test_the_opener_falls_silent(n_stones: int, strength: float) -> None:
    board = Board(Rules(size=9), dict.fromkeys(points(9)[:n_stones], WHITE))
    _, strengths = rate_board(board)
    assert strengths[AGENTS["opener"].first] == pytest.approx(strength)
    assert (np.delete(strengths, AGENTS["opener"].first) == 1).all()


# The position, X to play, and what is said: a digit a point; where the board is shown as it is, nothing.
BY_HAND = {
    ("follower", "follower"): (
        """
        .....
        ..O..
        .OX..
        .....
        .....
        """,
        """
        ..1..
        .2O1.
        1OX..
        .1...
        .....
        """,
    ),
    ("opener", "opener"): (
        ".......\n" * 7,
        """
        .......
        .......
        ..111..
        ..111..
        ..111..
        .......
        .......
        """,
    ),
    ("capturer", "capturer"): (
        """
        O....
        X..X.
        ..XOX
        ...O.
        ..XOX
        """,
        """
        O2...
        X..X.
        ..XOX
        ..1O1
        ..XOX
        """,
    ),
    ("tiger", "tiger"): (
        """
        .....
        ..X..
        .X...
        .....
        X.X..
        """,
        """
        .1...
        1.X..
        .X.1.
        .11..
        X.X..
        """,
    ),
    ("extension", "two_jump"): (
        """
        ......
        ......
        ......
        XO....
        ......
        X.....
        """,
        """
        1.....
        ......
        ......
        XO....
        ......
        X..1..
        """,
    ),
    ("extension", "large_knight"): (
        """
        .....
        .....
        .....
        .....
        X....
        """,
        """
        .....
        .1...
        .....
        ...1.
        X....
        """,
    ),
}


@pytest.mark.parametrize(("agent", "channel"), BY_HAND)
def test_printed_agents_by_hand(agent: str, channel: str) -> None:
    position, expected = BY_HAND[agent, channel]
    board = Board.from_diagram(position)
    values, _ = rate_board(board)
    said = values[CHANNELS.index((agent, channel))]
    rows = expected.split()
    for p in points(board.size):
        row, column = divmod(p, 20)
        letter = rows[board.size - row][column - 1]
        assert said[p] == (int(letter) if letter.isdigit() else 0), f"{vertex(p)}\n{board}"


def test_a_large_board_leaves_nothing_behind() -> None:
    """The same room and the same rows serve boards of all sizes."""
    room, wanted = make_room(), np.ones(N_CHANNELS, dtype=np.uint8)
    values, strengths = np.zeros((1, N_CHANNELS, N_POINTS), np.uint8), np.zeros((1, N_CHANNELS), np.float32)
    none = np.zeros(1, dtype=np.uint16)
    for size in (19, 5):
        boards = np.array([Board(Rules(size=size)).record], BOARD)
        rate_all(boards, none, none, none, wanted, values, strengths, room)
    assert values[0, 0].sum() == 25
    assert (values[0] == rate_board(Board(Rules(size=5)))[0]).all()

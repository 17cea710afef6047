"""The effect of random moves on wally: its strength, and the diversity of its games (section 7.2).

The paper let wally play a random legal move 10% of the time. By the paper, fewer random moves do not make the games
more diverse, and more make wally too easy to beat. This can be tested without networks: wally with each share of random
moves plays wally without any, which is deterministic like a network, and the random player.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from math import comb
from statistics import fmean
from typing import Any

import numpy as np

from semeai.arena.batch import fixtures_of, play_batch
from semeai.drawing import INK
from semeai.go.board import Board
from semeai.go.lineup import line_up
from semeai.go.points import BLACK, WHITE
from semeai.go.rules import AtLimit, Rules
from semeai.papers.drawing import draw_means, name_axes, panels
from semeai.papers.paper import Bench, Experiment, Figure, Row, Scale, chosen, printed, sweep
from semeai.players.random import RandomParams, RandomPlayer
from semeai.players.wally import WallyParams, WallyPlayer
from semeai.rng import streams

WALLY, RANDOM = 0, 1  # its opponents

# DEVIATION(richards): wally is not Bill Newman's program, whose table of patterns is not available, but is built from
# the published outline of the program it descends from.
OPPONENTS = {WALLY: WallyPlayer(WallyParams()).lineup, RANDOM: RandomPlayer(RandomParams()).lineup}


@dataclass(frozen=True)
class Half:
    """Half of the games against an opponent: those of one color."""

    opponent: int
    points: int
    games: list[tuple[int, ...]]
    """the moves of each game"""
    n_cut: int
    """number of games that ended at the move limit"""


def try_opponent(params: Mapping[str, Any], seed: int, bench: Bench) -> list[Row]:
    """One row: the results of wally with `noise` against each opponent, and the diversity of its games against
    wally."""
    halves = list(
        bench.workers.in_order(
            partial(play_half, params, seed), [(opponent, color) for opponent in OPPONENTS for color in (BLACK, WHITE)]
        )
    )
    points = Counter[int]()
    for half in halves:
        points[half.opponent] += half.points
    seen = [half.games for half in halves if half.opponent == WALLY]
    return [
        {
            "games": params["games"],
            "points_wally": points[WALLY] / params["games"],
            "points_random": points[RANDOM] / params["games"],
            "distinct": sum(len(set(games)) for games in seen),
            "shared_moves": fmean(map(mean_shared, seen)),
            "moves": fmean(len(game) for games in seen for game in games),
            "cut": sum(half.n_cut for half in halves),
        }
    ]


def play_half(params: Mapping[str, Any], seed: int, half: tuple[int, int]) -> Half:
    """The games of wally with `noise` against one of OPPONENTS, with one color."""
    opponent, color = half
    size, noise, n = params["size"], params["noise"], params["games"] // 2
    # DEVIATION(richards): neither player is a network here, so a game that reaches the move limit is counted as it
    # stands, not lost by the network.
    rules = Rules.preset(
        params["rules"],
        size=size,
        komi=params["komi"],
        move_limit=params["moves_a_point"] * size**2,
        at_move_limit=AtLimit.SCORE,
    )
    players = line_up([WallyPlayer(WallyParams(noise)).lineup, OPPONENTS[opponent]])
    black = np.full(n, 0 if color == BLACK else 1)
    rngs = streams(2 * n, seed, size, round(1e6 * noise), opponent, color).reshape(n, 2)
    batch = play_batch(rules, [Board(rules)], players, fixtures_of(0, black, 1 - black), rngs, keep_moves=True)
    return Half(
        opponent,
        points=sum(result.winner == color for result in batch.results()),
        games=[tuple(moves.tolist()) for moves in batch.games()],
        n_cut=int((batch.ends["n_moves"] == rules.move_limit).sum()),
    )


def mean_shared(games: Sequence[tuple[int, ...]]) -> float:
    """The mean number of common first moves over all pairs of games; equal games share all moves."""
    n_pairs, n_shared, depth = comb(len(games), 2), 0, 0
    while games:
        depth += 1
        beginnings = Counter(game[:depth] for game in games if len(game) >= depth)
        n_shared += sum(comb(n, 2) for n in beginnings.values())
        games = [game for game in games if beginnings[game[:depth]] > 1]
    return n_shared / n_pairs


# -- the experiment as data --------------------------------------------------------------------------------------------

THOUSAND = chosen(1000, "against each of the two; the number of games is not printed")

OPPONENT = Experiment(
    name="opponent",
    title="Wally with 0 to 100% random moves: its strength and the diversity of its games",
    numbers={
        "rules": printed("richards", "section 6.3: all stones count as alive, area, simple ko, 3 passes end the game"),
        "komi": chosen(
            5.5, "that of an even game in section 2; no draws, and with both colors played it favors nobody"
        ),
        "moves_a_point": chosen(10, 'the move limit; the paper has "an upper bound"; few games reach this one'),
    },
    scales={
        Scale.SMOKE: {
            "seeds": chosen(2, "minimum for a confidence interval"),
            "games": chosen(20, "a second or two in all"),
        },
        Scale.NIGHT: {"seeds": chosen(10, "intervals of 1%, in a minute or two"), "games": THOUSAND},
        Scale.PAPER: {"seeds": chosen(100, "the minimum number of simulations in section 7.1"), "games": THOUSAND},
    },
    variants=sweep(
        size=[
            printed(5, "section 7.1"),
            printed(7, 'section 7.2: "on a 7 x 7 board"'),
            printed(9, "section 7.1"),
        ],
        noise=[
            printed(0.0, 'section 7.2: "the original wally"'),
            *(chosen(noise, 'for the "smaller values", which are not printed') for noise in (0.01, 0.02, 0.05)),
            printed(0.1, 'section 7.2: "10% non-determinism"'),
            *(chosen(noise, 'for the "larger values", which are not printed') for noise in (0.2, 0.5, 1.0)),
        ],
    ),
    columns=("games", "points_wally", "points_random", "distinct", "shared_moves", "moves", "cut"),
    trial=try_opponent,
)


# -- the figure --------------------------------------------------------------------------------------------------------

TITLE = "Random moves make the opponent weaker, and its games different"
CLAIM = (
    '"An otherwise deterministic player playing occasional random moves should be weaker in absolute terms." '
    '10% random moves: "Smaller values did not significantly increase the diversity of the games played nor the '
    'solutions learned, and larger values made the opponent behave too randomly and easy to beat." (section 7.2)'
)
NOISE = 0.1  # the paper's
BAND = "#f3ead9"


def draw_opponent(rows: Mapping[str, list[Row]]) -> Any:
    """Strength, distinct games and moves in common, over the share of random moves; a line for each board."""
    table = rows["opponent"]
    sizes, noises = (sorted({row[name] for row in table}) for name in ("size", "noise"))
    n_games = table[0]["games"]
    figure, (strength, distinct, shared) = panels(3, TITLE, [("the paper", CLAIM), ("here", _found(table))])
    for series, size in enumerate(sizes):
        samples = [_sample(table, size, noise) for noise in noises]
        for axes, column, unit, is_open in (
            (strength, "points_random", 100, True),
            (strength, "points_wally", 100, False),
            (distinct, "distinct", 100 / n_games, False),
            (shared, "shared_moves", 1, False),
        ):
            values = [[unit * row[column] for row in sample] for sample in samples]
            draw_means(axes, values, series, f"{size}x{size}", is_open)

    strength.text(0, 91, "against random", size=8, color=INK)
    strength.text(0, 23, "against wally\nwithout random moves", size=8, color=INK, va="top")
    shared.set_yscale("log")
    ticks = [1, 2, 5, 10, 20, 50, 100]
    shared.set_yticks(ticks, list(map(str, ticks)), minor=False)
    shared.set_yticks([], minor=True)
    shared.legend(frameon=False, fontsize=8, handlelength=3)
    place = noises.index(NOISE)
    distinct.text(place + 0.3, 3, "the paper's 10%", size=8, color=INK)
    for axes, label in (
        (strength, "share of the points, %"),
        (distinct, f"distinct games among {n_games:,}, %"),
        (shared, "moves before two games part"),
    ):
        name_axes(axes, "random moves, % (not to scale)", label)
        axes.set_xticks(range(len(noises)), [f"{100 * noise:g}" for noise in noises])
        axes.axvspan(place - 0.2, place + 0.2, color=BAND, zorder=0)
    return figure


def _sample(table: Sequence[Row], size: int, noise: float) -> list[Row]:
    return [row for row in table if row["size"] == size and row["noise"] == noise]


def _found(table: Sequence[Row]) -> str:
    """Describe the findings of the table."""
    n_games = table[0]["games"]
    samples = [_sample(table, 7, noise) for noise in (NOISE / 2, NOISE, 2 * NOISE)]
    points, distinct, shared = (
        "{:.0f}, {:.0f} and {:.0f}".format(*(unit * fmean(row[column] for row in sample) for sample in samples))
        for column, unit in (("points_wally", 100), ("distinct", 100 / n_games), ("shared_moves", 1))
    )
    return (
        f"On 7x7 with 5, 10 and 20% random moves: {points}% of the points against wally without any; {distinct}% of "
        f"{n_games:,} games distinct; two games part after {shared} moves. Means of {len(samples[0])} series of "
        f"{n_games:,} games against each, half of them as black, and 95% intervals (mostly hidden by the marks)."
    )


FIGURE = Figure("opponent", TITLE, ("opponent",), CLAIM, draw_opponent)

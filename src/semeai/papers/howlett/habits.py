"""The habits that Howlett observed: corners at the start of a game, captures, and unfinished strings.

Each search plays the beginning of games against itself, under his rules. Chance is the share of legal moves that would
count, so a habit is a share above it.

- **Corners.** "It would often start a game by trying to capture the 4 intersections in the corners of the board (as to
  capture this positions require only 2 stones)": moves onto a corner point or beside it.
- **Captures.** UCT "seemed to recognize opportunities to capture stones more frequently": the share of captures in
  positions after random moves in which stones can be captured.
- **Strings.** RAVE "would often begin to construct a string of stones to gain territory and stop halfway to play at
  another section on the board": moves at least four lines away from the player's previous move.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.random import SeedSequence, default_rng

from semeai.drawing import INK
from semeai.go.board import Board
from semeai.go.player import Player
from semeai.go.points import BLACK, PASS, RESIGN, WHITE, opponent, point, row_column
from semeai.go.rules import Rules
from semeai.papers.bootstrap import Difference, bootstrap
from semeai.papers.drawing import SERIES, name_axes, panels
from semeai.papers.howlett.literal import HIS_MCTS, HIS_RAVE, HIS_UCT
from semeai.papers.howlett.matches import spec
from semeai.papers.paper import Bench, Experiment, Figure, Row, Scale, chosen, printed, sweep
from semeai.papers.shares import rows_where
from semeai.players import make_player

FAR = 4
"""minimum distance in lines, in either direction"""
COLUMNS = ("moves", "corner", "corner_chance", "far", "far_chance", "positions", "captures", "capture_chance")


def try_habits(params: Mapping[str, Any], seed: int, bench: Bench) -> list[Row]:
    """One row: the moves at the start of a game against itself, those in corners and those far from the player's
    previous move, and the positions with a possible capture and the captures; each with its expectation by chance."""
    rules = Rules.preset(params["rules"], size=params["size"])
    name = spec(params["player"], playouts=params["playouts"] // params["fewer"], resign=0)
    players = {color: make_player(name) for color in (BLACK, WHITE)}
    return [_open(players, rules, params["moves"], seed) | _capture(players[BLACK], rules, params["positions"], seed)]


def _open(players: Mapping[int, Player], rules: Rules, n: int, seed: int) -> Row:
    """The first moves of a game."""
    for color, player in players.items():
        player.new_game(rules, default_rng(SeedSequence([seed, color])))
    corners = corner_points(rules.size)
    board = Board(rules)
    found = dict.fromkeys(COLUMNS[:5], 0.0)
    while found["moves"] < n:
        legal = list(board.legal_points())
        p = players[board.to_play].choose(board)
        before = board.moves[-2] if len(board.moves) > 1 else PASS
        found["moves"] += 1
        found["corner"] += p in corners
        found["corner_chance"] += sum(q in corners for q in legal) / len(legal)
        if before != PASS:
            found["far"] += is_far(p, before)
            found["far_chance"] += sum(is_far(q, before) for q in legal) / len(legal)
        board.play(p)
    return found


def corner_points(size: int) -> frozenset[int]:
    """The corner points and their neighbors."""
    ends = ((1, 2), (size, size - 1))
    return frozenset(
        point(row, column)
        for rows in ends
        for columns in ends
        for row, column in ((rows[0], columns[0]), (rows[1], columns[0]), (rows[0], columns[1]))
    )


def is_far(p: int, q: int) -> bool:
    """True if two points are far apart; a pass is never far."""
    if p in (PASS, RESIGN):
        return False
    (row, column), (other_row, other_column) = row_column(p), row_column(q)
    return max(abs(row - other_row), abs(column - other_column)) >= FAR


def _capture(player: Player, rules: Rules, n: int, seed: int) -> Row:
    """The number of positions after random moves with a possible capture, and of captures."""
    rng = default_rng(SeedSequence([seed, 0]))
    found = {"positions": 0.0, "captures": 0.0, "capture_chance": 0.0}
    while found["positions"] < n:
        board = random_position(rules, rng)
        captures = [p for p in board.legal_points() if n_captured(board, p)]
        if not captures:
            continue
        player.new_game(rules, default_rng(SeedSequence([seed, 3, int(found["positions"])])))
        found["positions"] += 1
        found["captures"] += player.choose(board) in captures
        found["capture_chance"] += len(captures) / len(list(board.legal_points()))
    return found


def random_position(rules: Rules, rng: np.random.Generator) -> Board:
    """A board with a third of its points played at random."""
    board = Board(rules)
    for _ in range(rules.size**2 // 3):
        board.play(int(rng.choice(list(board.legal_points()))))
    return board


def n_captured(board: Board, p: int) -> int:
    """The stones that a move captures."""
    after = board.copy()
    color = opponent(board.to_play)
    before = after.prisoners(color)
    after.play(p)
    return after.prisoners(color) - before


# -- the experiment as data --------------------------------------------------------------------------------------------

HABITS = Experiment(
    name="habits",
    title="The habits of his programs: corners, captures, strings left half built",
    numbers={"rules": printed("howlett", 'section "Introduction to Go": territory minus prisoners, no komi')},
    scales={
        Scale.SMOKE: {
            "seeds": chosen(2, "minimum for a confidence interval"),
            "moves": chosen(4, "a few seconds in all"),
            "positions": chosen(1, "a few seconds in all"),
            "fewer": chosen(10, "times fewer playouts than the variants say"),
        },
        Scale.NIGHT: {
            "seeds": chosen(20, "a game each; a few minutes in all"),
            "moves": chosen(12, '"start a game": six stones of each side'),
            "positions": chosen(4, "80 in all"),
            "fewer": chosen(1, "as many playouts as the variants say"),
        },
        Scale.PAPER: {
            "seeds": chosen(200, "intervals of about 2%"),
            "moves": chosen(12, '"start a game": six stones of each side'),
            "positions": chosen(4, "800 in all"),
            "fewer": chosen(1, "as many playouts as the variants say"),
        },
    },
    variants=sweep(
        size=[
            printed(9, 'section "Implementation and analysis": "9 by 9 or a 19 by 19 board"'),
            printed(19, 'section "Implementation and analysis": "9 by 9 or a 19 by 19 board"'),
        ],
        playouts=[chosen(n, "he prints no number") for n in (50, 200, 1000)],
        player=[printed(player, 'section "AI techniques used in Go"') for player in (HIS_MCTS, HIS_UCT, HIS_RAVE)],
    ),
    columns=COLUMNS,
    trial=try_habits,
)

# -- the figures -------------------------------------------------------------------------------------------------------

NAMES = {HIS_MCTS: "MCTS", HIS_UCT: "his UCT", HIS_RAVE: "his RAVE"}
SIZES = (9, 19)


def share(sample: Sequence[Row], counted: str, of: str) -> Difference:
    """The mean over seeds of a share in percent, with its interval."""
    return bootstrap([100 * row[counted] / row[of] for row in sample])


def beyond_chance(sample: Sequence[Row], counted: str, chance: str, of: str) -> Difference:
    """The mean over seeds of a share minus its expectation by chance, in percent."""
    return bootstrap([100 * (row[counted] - row[chance]) / row[of] for row in sample])


@dataclass(frozen=True)
class Habit:
    """A habit on one board: the columns of its count, its total, and its expectation by chance."""

    size: int
    counted: str
    chance: str
    of: str

    def found(self, table: Sequence[Row]) -> dict[str, list[Difference]]:
        """The shares over the playouts, by player."""
        rows = rows_where(table, size=self.size)
        playouts = playouts_of(rows)
        return {
            name: [share(rows_where(rows, player=player, playouts=n), self.counted, self.of) for n in playouts]
            for player, name in NAMES.items()
        }

    def by_chance(self, table: Sequence[Row]) -> float:
        """The share expected by chance."""
        return share(rows_where(table, size=self.size), self.chance, self.of).mean

    def in_words(self, table: Sequence[Row]) -> str:
        """The shares of all players, and the share expected by chance, in words."""
        said = [
            f"{name} {', '.join(f'{one.mean:.0f} [{one.low:.0f}, {one.high:.0f}]' for one in found)}%"
            for name, found in self.found(table).items()
        ]
        return "; ".join([*said, f"chance {self.by_chance(table):.0f}%"])

    def draw(self, axes: Any, table: Sequence[Row], label: str) -> None:
        """Draw a line for each player over the playouts, and the share expected by chance."""
        playouts = playouts_of(table)
        for series, (name, found) in enumerate(self.found(table).items()):
            at = [x + 0.06 * (series - 1) for x in range(len(playouts))]
            errors = [[one.mean - one.low for one in found], [one.high - one.mean for one in found]]
            style = SERIES[series] | {"linewidth": 1.2, "markersize": 4.5, "capsize": 2}
            axes.errorbar(at, [one.mean for one in found], errors, label=name, **style)
        level = self.by_chance(table)
        axes.axhline(level, color=INK, linewidth=0.7, linestyle=(0, (1, 2)), label="chance")
        axes.set_xticks(range(len(playouts)), [f"{n:,}" for n in playouts])
        highest = max(one.high for found in self.found(table).values() for one in found)
        axes.set_ylim(0, min(103, 1.35 * max(highest, level) + 5))
        axes.legend(frameon=False, fontsize=7, handlelength=3)
        name_axes(axes, f"playouts per move, {self.size}x{self.size}", label)


def playouts_of(table: Sequence[Row]) -> list[int]:
    return sorted({row["playouts"] for row in table})


CORNER = {size: Habit(size, "corner", "corner_chance", "moves") for size in SIZES}
CAPTURE = {size: Habit(size, "captures", "capture_chance", "positions") for size in SIZES}
STRING = {size: Habit(size, "far", "far_chance", "moves") for size in SIZES}

CORNERS_TITLE = "Corners at the start of a game, and captures"
CORNERS_CLAIM = (
    '"The program seemed to recognize opportunities to capture stones more frequently it would often start a game by '
    "trying to capture the 4 intersections in the corners of the board (as to capture this positions require only 2 "
    'stones)." (Implementation and analysis, UCT)'
)


def draw_corners(rows: Mapping[str, list[Row]]) -> Any:
    """Draw the share of first moves in corners on both boards, and the share of possible captures that are made on
    9x9."""
    table = rows["habits"]
    drawn = [
        (CORNER[9], "first moves in corners, %"),
        (CORNER[19], "first moves in corners, %"),
        (CAPTURE[9], "captures taken, %"),
    ]
    playouts = ", ".join(f"{n:,}" for n in playouts_of(table))
    words = [
        ("the paper", CORNERS_CLAIM),
        ("here", f"Corners on 9x9, with {playouts} playouts: {CORNER[9].in_words(table)}."),
        ("", f"Corners on 19x19: {CORNER[19].in_words(table)}."),
        ("", f"Captures on 9x9: {CAPTURE[9].in_words(table)}. Means over games, 95% intervals."),
    ]
    figure, axes = panels(len(drawn), CORNERS_TITLE, words)
    for panel, (habit, label) in zip(axes, drawn, strict=True):
        habit.draw(panel, table, label)
    return figure


CORNERS = Figure("corners", CORNERS_TITLE, ("habits",), CORNERS_CLAIM, draw_corners)

STRINGS_TITLE = "Strings left half built: moves far from the own move before"
STRINGS_CLAIM = (
    '"My program would often begin to construct a string of stones to gain territory and stop halfway to play at '
    'another section on the board." (Implementation and analysis, RAVE)'
)


def draw_strings(rows: Mapping[str, list[Row]]) -> Any:
    """The share of moves far from the player's previous move, on both boards."""
    table = rows["habits"]
    playouts = ", ".join(f"{n:,}" for n in playouts_of(table))
    words = [
        ("the paper", STRINGS_CLAIM),
        ("here", f"On 9x9, with {playouts} playouts: {STRING[9].in_words(table)}."),
        ("", f"On 19x19: {STRING[19].in_words(table)}. Means over games, 95% intervals."),
    ]
    figure, axes = panels(2, STRINGS_TITLE, words)
    for panel, habit in zip(axes, STRING.values(), strict=True):
        habit.draw(panel, table, f"moves {FAR} lines or more away, %")
    return figure


STRINGS = Figure("strings", STRINGS_TITLE, ("habits",), STRINGS_CLAIM, draw_strings)

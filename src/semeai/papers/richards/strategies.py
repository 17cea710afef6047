"""The strategies that evolve (section 8): games of the best network at the start, in the middle and at the end of a
run.

The paper looks at game transcripts. Here the records are stored, and one property is measured: the share of the board
that belongs to unconditionally alive groups of the network at the end of a game (Benson).
"""

from collections.abc import Mapping, Sequence
from statistics import fmean
from typing import Any

import numpy as np

from semeai.drawing import INK
from semeai.evolve.evolver import Candidate
from semeai.go.benson_kernel import WORK, safe_area
from semeai.go.game import Game
from semeai.go.points import BLACK, COLUMNS, row_column
from semeai.lab.breed import breed
from semeai.lab.order import Order
from semeai.papers.drawing import name_axes, panels
from semeai.papers.paper import Bench, Experiment, Figure, Row, Scale, chosen, printed
from semeai.papers.richards.networks import NETWORKS, against, board, method
from semeai.papers.shares import rows_where
from semeai.players.champion import read_champion
from semeai.problems.games import GoProblem
from semeai.rng import seeds
from semeai.sgf import read_game

SIZES = (5, 7, 9)
WHEN = ("first", "middle", "last")
"""champions of a run: of the first generation, halfway to the last one, and of the last one"""
_TEST = 1  # the place of the test games in the seed tree of a trial, beside those of its run


def try_strategies(params: Mapping[str, Any], seed: int, bench: Bench) -> list[Row]:
    """Run a trial: a row for each champion, with the record of one of its games, and measures over many."""
    problem = against(f"wally:noise={params['noise']:g}", params)
    limits = params["generations"], params["target"], params["exam_games"]
    breed(Order(method(params), problem, seed, *limits), bench.folder, bench.workers, has_long_exams=False)
    files = {int(path.stem): path for path in (bench.folder / "champions").glob("*.npz")}
    generations = [min(files), max(n for n in files if 2 * n <= max(files)), max(files)]
    return [
        {"when": when, "generation": n + 1} | _show(problem, read_champion(files[n]).genome, params["test_games"], seed)
        for when, n in zip(WHEN, generations, strict=True)
    ]


def _show(problem: GoProblem, genome: Candidate, n_games: int, seed: int) -> Row:
    """Measure some games of a network, with the same random numbers for all champions; and record the first game."""
    records = problem.records(genome, seeds(n_games, seed, _TEST))
    games = [_played(record) for record in records]
    area = problem.rules.size**2
    return {
        "points": float(problem.points(genome, seeds(n_games, seed, _TEST)).mean()),
        "moves": fmean(len(game.moves) for game in games),
        "alive": fmean(safe_points(game) for game in games) / area,
        "record": records[0].replace("\n", ""),
    }


def _played(record: str) -> Game:
    """The game at its end."""
    game = read_game(record)
    game.to_end()
    return game


def safe_points(game: Game) -> int:
    """The number of points that are unconditionally black's, the network's."""
    return int(safe_area(game.board.record, BLACK, np.zeros(1, dtype=WORK)[0]))


# -- the experiment as data --------------------------------------------------------------------------------------------

STRATEGIES = Experiment(
    name="strategies",
    title="Games of networks at the beginning, in the midst and at the end of their evolution",
    numbers=NETWORKS,
    scales={
        Scale.SMOKE: {
            "seeds": chosen(1, "one is shown"),
            "generations": chosen(3, "a few seconds in all"),
            "test_games": chosen(10, "a second or two in all"),
        },
        Scale.NIGHT: {
            "seeds": chosen(5, "the first is shown; all are counted"),
            "generations": chosen(600, "limit of a run"),
            "test_games": chosen(200, "the living share is then known within a few percent"),
        },
        Scale.PAPER: {
            "seeds": chosen(100, "the minimum number of simulations in section 7.1"),
            "generations": chosen(2000, "limit of a run"),
            "test_games": chosen(200, "as at night"),
        },
    },
    variants=tuple(board(size) | {"noise": printed(0.1, 'section 7.2: "10% non-determinism"')} for size in SIZES),
    columns=("when", "generation", "points", "moves", "alive", "record"),
    trial=try_strategies,
)

# -- the figures -------------------------------------------------------------------------------------------------------

CLAIM = (
    "\"At the beginning of evolution, the networks' outputs are essentially random. After a few generations, they "
    "start to make simple living groups. Typically, they evolve the capability to make one or two such groups along "
    'the edges or in the corners, and to extend them from there." (section 8)'
)


def _figure(size: int) -> Figure:
    title = f"A game of the best network (black) against wally on {size}x{size}: the end, with the numbers of moves"

    def draw(rows: Mapping[str, list[Row]]) -> Any:
        table = rows_where(rows["strategies"], size=size)
        figure, axes = panels(len(WHEN), title, [("the paper", CLAIM), ("here", _found(table))])
        for panel, when in zip(axes, WHEN, strict=True):
            row = rows_where(table, when=when, seed=1)[0]
            game = _played(row["record"])
            draw_board(panel, game)
            result = game.root.properties["RE"][0]
            name_axes(panel, f"generation {row['generation']}: {result}", f"{row['points']:.0%} of the points")
        return figure

    def games(rows: Mapping[str, list[Row]]) -> str:
        return "".join(f"{row['record']}\n" for row in rows_where(rows["strategies"], size=size))

    return Figure(f"strategies{size}", title, ("strategies",), CLAIM, draw, games)


def draw_board(axes: Any, game: Game, numbered: bool = True) -> None:
    """Draw the board with the remaining stones and the numbers of their moves."""
    from matplotlib.patches import Circle

    size = game.rules.size
    axes.set(xlim=(0.4, size + 0.6), ylim=(0.4, size + 0.6), aspect="equal")
    axes.set_xticks(range(1, size + 1), COLUMNS[:size])
    axes.set_yticks(range(1, size + 1))
    axes.grid(visible=False)
    for i in range(1, size + 1):
        axes.plot([1, size], [i, i], color=INK, linewidth=0.4, zorder=1)
        axes.plot([i, i], [1, size], color=INK, linewidth=0.4, zorder=1)
    numbers = {p: number for number, (_, p) in enumerate(game.moves, 1)}  # the last of each point
    for p, color in game.board.stones.items():
        row, column = row_column(p)
        face, ink = ("black", "white") if color == BLACK else ("white", "black")
        axes.add_patch(Circle((column, row), 0.46, facecolor=face, edgecolor="black", linewidth=0.6, zorder=2))
        if numbered:
            axes.text(column, row, numbers[p], size=40 / size, color=ink, ha="center", va="center_baseline", zorder=3)


def _found(table: Sequence[Row]) -> str:
    """Describe the findings of the table."""
    said = []
    for when in WHEN:
        rows = rows_where(table, when=when)
        generation, points, alive = (fmean(row[name] for row in rows) for name in ("generation", "points", "alive"))
        said.append(f"{when}: generation {generation:.0f}, {points:.0%} of the points, {alive:.0%} of the board alive")
    return f"Means of {len(table) // len(WHEN)} runs: {'; '.join(said)} for good when a game is over."


FIGURES = tuple(map(_figure, SIZES))

"""Random games to their end, with and without filling own eyes ("Implementation and analysis", MCTS).

Howlett has "the computer simulate until there are no legal moves remaining". Read literally, a side must fill its own
eyes as soon as nothing else is left; its stones are captured, and the game continues. So this experiment plays random
games both ways and counts the moves until neither side has a legal one.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from semeai.arena.game import play_game
from semeai.drawing import INK
from semeai.go.game import Game
from semeai.go.points import BLACK, WHITE
from semeai.go.rules import Rules
from semeai.papers.drawing import SERIES, name_axes, panels
from semeai.papers.paper import Bench, Experiment, Figure, Row, Scale, chosen, printed, sweep
from semeai.papers.shares import rows_where
from semeai.players import make_player
from semeai.rng import seeds

LITERAL, SPARING = "wally:noise=1.0", "random"
NAMES = {LITERAL: "any legal move", SPARING: "any but own eyes"}


def try_endless(params: Mapping[str, Any], seed: int, bench: Bench) -> list[Row]:
    """One row: the number of moves of a random game, and 1 if it has ended before the limit."""
    limit = params["limit"] * params["size"] ** 2
    game = Game(Rules.preset(params["rules"], size=params["size"], move_limit=limit))
    players = {color: make_player(params["player"]) for color in (BLACK, WHITE)}
    result = play_game(game, players, dict(zip((BLACK, WHITE), seeds(2, seed).tolist(), strict=True)))
    return [{"moves": game.n_moves, "ended": int(result.reason != "limit" and game.n_moves < limit)}]


ENDLESS = Experiment(
    name="endless",
    title="Random games in which own eyes are filled, and such in which they are not",
    numbers={
        "rules": printed("howlett", 'section "Introduction to Go"'),
        "size": printed(9, 'section "Implementation and analysis": "9 by 9 or a 19 by 19 board"'),
    },
    scales={
        Scale.SMOKE: {
            "seeds": chosen(2, "minimum for runs that differ"),
            "limit": chosen(4, "moves per point: a second or two in all"),
        },
        Scale.NIGHT: {
            "seeds": chosen(20, "a game each"),
            "limit": chosen(20, "moves per point, 1,620 in all: ten times the length of games that end"),
        },
        Scale.PAPER: {
            "seeds": chosen(300, "a game each"),
            "limit": chosen(20, "moves per point: as at night"),
        },
    },
    variants=sweep(
        player=[
            printed(LITERAL, 'section "Implementation and analysis": "until there are no legal moves remaining"'),
            chosen(SPARING, "as in our playouts: a point that looks like one's own eye is never filled"),
        ]
    ),
    columns=("moves", "ended"),
    trial=try_endless,
)

TITLE = "Random games until no legal move is left"
CLAIM = (
    '"In the end I resigned to having the computer simulate until there are no legal moves remaining." And: "if the '
    "time of that simulation exceeded 0.25 seconds then it is most likely that this simulation has encountered a state "
    'of Ko and thus the simulation is terminated". (Implementation and analysis)'
)


def n_ended(table: Sequence[Row], player: str) -> tuple[int, int]:
    """The number of finished games of a player, and of all its games."""
    sample = rows_where(table, player=player)
    return sum(row["ended"] for row in sample), len(sample)


def draw_endless(rows: Mapping[str, list[Row]]) -> Any:
    """The share of games that have ended, over the moves."""
    table = rows["endless"]
    last = max(row["moves"] for row in table)
    said = []
    for player, name in NAMES.items():
        ended, n = n_ended(table, player)
        said.append(f"{name}: {ended} of {n} games end within {last:,} moves")
    lengths = sorted(row["moves"] for row in rows_where(table, player=SPARING))
    here = f"{'; '.join(said)}, after {lengths[len(lengths) // 2]} moves in the median where own eyes are spared."
    figure, (axes,) = panels(1, TITLE, [("the paper", CLAIM), ("here", here)])
    for series, (player, name) in enumerate(NAMES.items()):
        sample = rows_where(table, player=player)
        ends = sorted(row["moves"] for row in sample if row["ended"])
        share = [100 * k / len(sample) for k in range(len(ends) + 1)]
        style = {"color": SERIES[series]["color"], "linestyle": SERIES[series]["linestyle"]}
        axes.step([0, *ends, last], [*share, share[-1]], where="post", label=name, **style)
    axes.axvline(3 * 81, color=INK, linewidth=0.7, linestyle=(0, (1, 2)))
    axes.text(3 * 81, 25, " where our playouts are cut", size=7, color=INK)
    axes.set_ylim(-3, 103)
    axes.legend(frameon=False, fontsize=8, handlelength=3, loc="center right")
    name_axes(axes, "moves, 9x9", "games that have ended, %")
    return figure


FIGURE = Figure("endless", TITLE, ("endless",), CLAIM, draw_endless)

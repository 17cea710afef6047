"""Each search against random moves, with as few playouts as a slow program has ("Conclusion")."""

from collections.abc import Mapping
from typing import Any

from semeai.papers.drawing import name_axes, panels
from semeai.papers.howlett.matches import COLUMNS, NINE, TERMS, match_scales, play_match, spec
from semeai.papers.paper import Bench, Experiment, Figure, Row, chosen, printed, sweep
from semeai.papers.shares import draw_level, draw_shares, rows_where, share_of

SEARCHES = {"mcts": "mcts", "uct": "uct", "rave:policy=light": "rave"}


def try_random(params: Mapping[str, Any], seed: int, bench: Bench) -> list[Row]:
    """One row: the search against random."""
    return [play_match(spec(params["player"], playouts=params["playouts"]), "random", params, seed, bench)]


RANDOM = Experiment(
    name="random",
    title="mcts, uct and rave against random moves",
    numbers=TERMS | {"size": NINE},
    scales=match_scales(
        night=chosen(20, "200 games in all: one more or less is half a percent"),
        paper=chosen(200, "2,000 games in all; he prints no number"),
        playouts=chosen(200, "few: his program was slow, and time was its limit"),
    ),
    variants=sweep(
        player=[printed(player, 'section "AI techniques used in Go", with light playouts') for player in SEARCHES]
    ),
    columns=COLUMNS,
    trial=try_random,
)

TITLE = "Each search against random moves"
CLAIM = (
    '"It is clear that my program shows some skill as it is capable of beating another computer player which makes '
    'purely random decisions." (Conclusion)'
)
TARGET = 99


def draw_random(rows: Mapping[str, list[Row]]) -> Any:
    """The share of the points of each search."""
    shares = {name: share_of(rows_where(rows["random"], player=player)) for player, name in SEARCHES.items()}
    found = ", ".join(f"{name} {share}" for name, share in shares.items())
    n_games = next(iter(shares.values())).n_games
    here = f"Of the points against random, in {n_games:,} games on 9x9 each: {found}. 95% intervals."
    figure, (axes,) = panels(1, TITLE, [("the paper", CLAIM), ("here", here)])
    draw_shares(axes, list(shares.values()), is_line=False)
    axes.set_xticks(range(len(shares)), list(shares))
    axes.set_xlim(-0.5, len(shares) - 0.5)
    draw_level(axes, TARGET, f"{TARGET}%")
    name_axes(axes, "search, light playouts", "share of the points, %")
    return figure


FIGURE = Figure("random", TITLE, ("random",), CLAIM, draw_random)

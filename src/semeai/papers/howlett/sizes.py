"""The same search with the same playouts on a small, a medium and a large board ("Implementation and analysis").

The opponent is wally, whose local rules of thumb are the same on every board. A search must spread its playouts over
the board. So its losses against wally on larger boards are due to the board. Random moves are too weak as an opponent,
and the search itself with fewer playouts would suffer as well.
"""

from collections.abc import Mapping
from typing import Any

from semeai.papers.drawing import name_axes, panels
from semeai.papers.howlett.matches import COLUMNS, TERMS, match_scales, play_match, spec
from semeai.papers.paper import Bench, Experiment, Figure, Row, chosen, printed, sweep
from semeai.papers.shares import draw_level, draw_shares, rows_where, share_of


def try_sizes(params: Mapping[str, Any], seed: int, bench: Bench) -> list[Row]:
    """One row: uct against wally on a board of `size`."""
    return [play_match(spec("uct", playouts=params["playouts"]), params["opponent"], params, seed, bench)]


SIZES = Experiment(
    name="sizes",
    title="uct against wally on 9x9, 13x13 and 19x19",
    numbers=TERMS | {"opponent": chosen("wally", "plays by local rules, the same on every board")},
    scales=match_scales(
        night=chosen(10, "20 games in all: a game on 19x19 takes six seconds"),
        paper=chosen(200, "400 games in all: intervals of 5%"),
        playouts=chosen(1000, "about as strong as wally on 9x9, where a share is most informative"),
        n_games=2,
        n_smoke_playouts=10,
    ),
    variants=sweep(
        size=[
            printed(9, 'section "Implementation and analysis": "9 by 9 or a 19 by 19 board"'),
            chosen(13, "between the two"),
            printed(19, 'section "Implementation and analysis": "9 by 9 or a 19 by 19 board"'),
        ]
    ),
    columns=COLUMNS,
    trial=try_sizes,
)

TITLE = "The same playouts on larger boards, against an opponent that looks no farther there"
CLAIM = (
    '"The user interface also includes the ability for the player to select 9 by 9 or a 19 by 19 board to witness how '
    'much better the computer plays on smaller boards (due to the reduced state space)." (Implementation and analysis)'
)


def draw_sizes(rows: Mapping[str, list[Row]]) -> Any:
    """The share of the points on each board."""
    table = rows["sizes"]
    sizes = sorted({row["size"] for row in table})
    shares = [share_of(rows_where(table, size=size)) for size in sizes]
    found = ", ".join(f"{share} on {size}x{size}" for size, share in zip(sizes, shares, strict=True))
    here = f"uct has {found} of the points against wally, in {shares[0].n_games:,} games each. 95% intervals."
    figure, (axes,) = panels(1, TITLE, [("the paper", CLAIM), ("here", here)])
    draw_shares(axes, shares)
    axes.set_xticks(range(len(sizes)), [f"{size}x{size}" for size in sizes])
    axes.set_xlim(-0.5, len(sizes) - 0.5)
    axes.set_ylim(-3, 103)
    draw_level(axes, 50, "as strong as wally")
    name_axes(axes, "board", "share of the points of uct, %")
    return figure


FIGURE = Figure("sizes", TITLE, ("sizes",), CLAIM, draw_sizes)

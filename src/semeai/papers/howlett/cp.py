"""The parameter sweep that Howlett was advised to make: the best exploration constant of uct ("Implementation and
analysis", UCT).

uct with each constant plays uct with Howlett's constant, the square root of 2. That one also plays itself, which shows
the effect of luck.
"""

from collections.abc import Mapping
from math import sqrt
from typing import Any

from semeai.papers.drawing import name_axes, panels
from semeai.papers.howlett.matches import COLUMNS, NINE, TERMS, match_scales, play_match, spec
from semeai.papers.paper import Bench, Experiment, Figure, Row, chosen, few, printed, sweep
from semeai.papers.shares import draw_level, draw_shares, rows_where, share_of

HIS = sqrt(2)


def try_cp(params: Mapping[str, Any], seed: int, bench: Bench) -> list[Row]:
    """One row: uct with `cp` against uct with Howlett's constant."""
    a, b = (spec("uct", playouts=params["playouts"], cp=params[name]) for name in ("cp", "his_cp"))
    return [play_match(a, b, params, seed, bench)]


WITHIN = 'inside the range of his section "UCT", 0 < Cp < 1, which his own constant is not in'

CP = Experiment(
    name="cp",
    title="uct with more and less exploration, against uct with the square root of 2",
    numbers=TERMS
    | {"size": NINE, "his_cp": printed(HIS, 'section "UCT": "in my program I used" the square root of 2')},
    scales=match_scales(
        night=chosen(10, "100 games in all: intervals of 10%, in a few minutes"),
        paper=chosen(100, "1,000 games in all: intervals of 3%"),
        playouts=chosen(1000, "as in the ladder"),
    ),
    laptop={"seeds": few(5)},
    variants=sweep(
        cp=[
            chosen(0.0, "no exploration, except of untried moves"),
            *(chosen(cp, WITHIN) for cp in (0.1, 0.2, 0.5)),
            chosen(HIS / 2, "his, if a playout lost counts -1 and not 0, as in his section on MCTS"),
            chosen(1.0, "the end of his range"),
            printed(HIS, 'section "UCT": "in my program I used" the square root of 2'),
            chosen(2.0, "beyond his"),
        ]
    ),
    columns=COLUMNS,
    trial=try_cp,
)

TITLE = "How much uct should explore: the parameter sweep"
CLAIM = (
    'Cp is "a constant in the range 0 < Cp < 1", and it is the square root of 2: "many papers on the topic of UCT '
    'recommend" it. And "the parameter sweep was far beyond my understanding and so I settled for the constant". '
    "(UCT; Implementation and analysis)"
)


def draw_cp(rows: Mapping[str, list[Row]]) -> Any:
    """The share of the points over the constant."""
    table = rows["cp"]
    cps = sorted({row["cp"] for row in table})
    shares = {cp: share_of(rows_where(table, cp=cp)) for cp in cps}
    best = max(cps, key=lambda cp: shares[cp].mean)
    here = (
        f"Against uct with the square root of 2, Cp {best:.2g} does best of these, with {shares[best]} of the points. "
        f"Without exploration it has {shares[0.0]}, with 1 {shares[1.0]}; the square root of 2 against itself has "
        f"{shares[HIS]}. {shares[HIS].n_games:,} games on 9x9 each, 95% intervals."
    )
    figure, (axes,) = panels(1, TITLE, [("the paper", CLAIM), ("here", here)])
    draw_shares(axes, list(shares.values()))
    axes.set_xticks(range(len(cps)), [f"{cp:.2g}" for cp in cps])
    axes.set_ylim(-3, 103)
    draw_level(axes, 50, "as strong as with the square root of 2")
    name_axes(axes, "Cp (not to scale)", "share of the points, %")
    return figure


FIGURE = Figure("cp", TITLE, ("cp",), CLAIM, draw_cp)

"""Every search against its predecessor, at equal playouts ("Implementation and analysis").

Howlett only wished for the last step: a policy in the playouts.
"""

from collections.abc import Mapping
from typing import Any

from semeai.papers.drawing import name_axes, panels
from semeai.papers.howlett.matches import COLUMNS, NINE, TERMS, match_scales, play_match, spec
from semeai.papers.paper import Bench, Experiment, Figure, Row, chosen, printed
from semeai.papers.shares import draw_level, draw_shares, rows_where, share_of

STEPS = {
    ("uct", "mcts"): "uct against mcts",
    ("rave:policy=light", "uct"): "rave against uct",
    ("rave:policy=knowing", "rave:policy=light"): "knowing rave against light",
}


def try_ladder(params: Mapping[str, Any], seed: int, bench: Bench) -> list[Row]:
    """One row: `player` against the step below."""
    a, b = (spec(params[name], playouts=params["playouts"]) for name in ("player", "below"))
    return [play_match(a, b, params, seed, bench)]


MCTS = printed("mcts", 'section "AI techniques used in Go"')
UCT = printed("uct", 'section "Implementation and analysis": "a slight improvement"')
RAVE = printed("rave:policy=light", 'section "Implementation and analysis": "further improvement"')
KNOWING = chosen("rave:policy=knowing", 'his wish for "a policy" in the simulation; the policy itself is ours')

LADDER = Experiment(
    name="ladder",
    title="mcts, uct, rave and knowing rave, each against the one before",
    numbers=TERMS | {"size": NINE},
    scales=match_scales(
        night=chosen(20, "200 games in all: intervals of 7%"),
        paper=chosen(200, "2,000 games in all: intervals of 2%"),
        playouts=chosen(1000, "a hundredth of a second a move; he prints no number"),
    ),
    variants=({"player": UCT, "below": MCTS}, {"player": RAVE, "below": UCT}, {"player": KNOWING, "below": RAVE}),
    columns=COLUMNS,
    trial=try_ladder,
)

TITLE = "Each step against the one before, at equal playouts"
CLAIM = (
    'MCTS: "performance was very poor". UCT: "I noticed a slight improvement in my program\'s ability though not by '
    'much." RAVE: "I noticed further improvement in my program\'s ability." Playouts: "I believe that performance '
    "could have been improved if, during the simulation phase of MCTS, a policy could be implemented which would "
    'enable the computer to simulate moves that were not purely random". (Implementation and analysis)'
)
TARGET = 60


def draw_ladder(rows: Mapping[str, list[Row]]) -> Any:
    """The share of the points of each step."""
    table = rows["ladder"]
    shares = {name: share_of(rows_where(table, player=player, below=below)) for (player, below), name in STEPS.items()}
    found = ", ".join(f"{name} {share}" for name, share in shares.items())
    n_games = next(iter(shares.values())).n_games
    here = f"Of the points, in {n_games:,} games on 9x9 each: {found}. 95% intervals."
    figure, (axes,) = panels(1, TITLE, [("the paper", CLAIM), ("here", here)])
    draw_shares(axes, list(shares.values()), is_line=False)
    axes.set_xticks(range(len(shares)), list(shares))
    axes.set_xlim(-0.5, len(shares) - 0.5)
    axes.set_ylim(0, 103)
    draw_level(axes, 50, "equal strength")
    draw_level(axes, TARGET, f"{TARGET}%")
    name_axes(axes, "match", "share of the points, %")
    return figure


FIGURE = Figure("ladder", TITLE, ("ladder",), CLAIM, draw_ladder)

"""Playouts that end as soon as one side dominates the board, by Bouzy's influence maps ("Implementation and analysis").

There are two questions: the loss of strength at equal playouts, which are shorter, and the gain at equal work. Work is
the time of a move on one core, including the maps. It was measured once, and the playouts of each variant follow from
it, so that rows do not depend on the machine.
"""

from collections.abc import Mapping, Sequence
from statistics import fmean
from typing import Any

from semeai.go.board import Board
from semeai.go.knowing import Policy
from semeai.go.rules import Rules
from semeai.papers.drawing import draw_means, name_axes, panels
from semeai.papers.howlett.matches import COLUMNS, NINE, TERMS, match_scales, play_match, spec
from semeai.papers.paper import Bench, Experiment, Figure, Row, Settings, chosen, few, printed
from semeai.papers.shares import draw_level, draw_shares, rows_where, share_of
from semeai.players.search.search import settings_of
from semeai.players.search.tree import Tree
from semeai.players.search.tree_kernel import UCB
from semeai.players.search.uct import UctParams
from semeai.rng import seeds

_LENGTH = 1  # the place of the measured playouts in the seed tree of a trial


def try_early_stop(params: Mapping[str, Any], seed: int, bench: Bench) -> list[Row]:
    """One row: uct with `early_stop` and its `share` of the playouts against uct without; the length of a playout."""
    n_playouts = round(params["share"] * params["playouts"])
    a = spec("uct", playouts=n_playouts, early_stop=params["early_stop"])
    row = play_match(a, spec("uct", playouts=params["playouts"]), params, seed, bench)
    return [row | {"playout_moves": mean_length(params["early_stop"], params["size"], params["playouts"], seed)}]


def mean_length(early_stop: float, size: int, n: int, seed: int) -> float:
    """The mean number of moves of `n` light playouts from the empty board."""
    tree = Tree(settings_of(UCB, Policy.LIGHT, UctParams(early_stop=early_stop)), n_bytes=1)
    rules = Rules(size=size)
    tree.new_game(rules, int(seeds(1, seed, _LENGTH)[0]))
    tree.go_to(Board(rules))
    tree.search(n)
    return tree.mean_length


# -- the experiment as data --------------------------------------------------------------------------------------------

ALL = chosen(1.0, "equal playouts")
WORK = "equal work: playouts a second with maps over those without, in nine positions of a game, by processor time"
EQUAL_WORK = {0.6: chosen(0.82, WORK), 0.7: chosen(0.75, WORK), 0.8: chosen(0.73, WORK)}

NEVER = printed(0.0, 'section "Implementation and analysis", Bouzy: "until no more moves were available"')
STOPS = {stop: chosen(stop, '"a large proportion of the board", without a number') for stop in EQUAL_WORK}


def _variants() -> tuple[Settings, ...]:
    """All variants at equal playouts, and those that stop early at equal work."""
    equal: list[Settings] = [{"early_stop": stop, "share": ALL} for stop in (NEVER, *STOPS.values())]
    return (*equal, *({"early_stop": STOPS[stop], "share": share} for stop, share in EQUAL_WORK.items()))


EARLY_STOP = Experiment(
    name="early_stop",
    title="uct with playouts that end early by influence maps, against uct without",
    numbers=TERMS | {"size": NINE},
    scales=match_scales(
        night=chosen(10, "100 games in all: intervals of 10%, in a few minutes"),
        paper=chosen(100, "1,000 games in all: intervals of 3%"),
        playouts=chosen(1000, "as in the ladder"),
    ),
    laptop={"seeds": few(5)},
    variants=_variants(),
    columns=(*COLUMNS, "playout_moves"),
    trial=try_early_stop,
)


# -- the figure --------------------------------------------------------------------------------------------------------

TITLE = "Playouts that end early by influence maps: strength and length"
CLAIM = (
    '"I hoped to end simulations sooner (once a large proportion of the board is strongly dominated by one team as '
    "opposed to when no possible moves are left) but I was not able to generate maps efficiently enough so this "
    "technique had to be abandoned as it resulted in longer simulation times than when simulating until no more moves "
    'were available." (Implementation and analysis)'
)


def draw_early_stop(rows: Mapping[str, list[Row]]) -> Any:
    """Strength at equal playouts and at equal work, and the length of playouts, over the share that stops them."""
    table = rows["early_stop"]
    stops = sorted({row["early_stop"] for row in table})
    equal = [rows_where(table, early_stop=stop, share=1.0) for stop in stops]
    work = [[row for row in rows_where(table, early_stop=stop) if row["share"] != 1] for stop in stops[1:]]
    figure, (strength, length) = panels(2, TITLE, [("the paper", CLAIM), ("here", _found(stops, equal, work))])
    draw_shares(strength, [share_of(sample) for sample in equal], 0, "equal playouts")
    draw_shares(strength, [share_of(sample) for sample in work], 1, "equal work", first=1)
    draw_means(length, [[row["playout_moves"] for row in sample] for sample in equal], 0, "moves")
    strength.set_ylim(-3, 103)
    draw_level(strength, 50, "as strong as without")
    length.set_ylim(0, 1.15 * max(row["playout_moves"] for row in table))
    strength.legend(frameon=False, fontsize=8, handlelength=3)
    for axes, label in ((strength, "share of the points, %"), (length, "moves of a playout")):
        axes.set_xticks(range(len(stops)), ["never", *(f"{100 * stop:.0f}" for stop in stops[1:])])
        name_axes(axes, "share of the board that ends a playout, %", label)
    return figure


def _found(stops: Sequence[float], equal: Sequence[list[Row]], work: Sequence[list[Row]]) -> str:
    """Describe the findings of the table."""
    said = []
    for stop, shorter, costly in zip(stops[1:], equal[1:], work, strict=True):
        said.append(
            f"at {100 * stop:.0f}% of the board {_moves(shorter):.0f} moves, {share_of(shorter)} of the points, and "
            f"{share_of(costly)} with {costly[0]['share']:g} of the playouts"
        )
    return (
        f"A playout from the empty board has {_moves(equal[0]):.0f} moves. Stopped {'; '.join(said)}, which is equal "
        f"work. {share_of(equal[0]).n_games:,} games on 9x9 each, 95% intervals."
    )


def _moves(sample: Sequence[Row]) -> float:
    return fmean(row["playout_moves"] for row in sample)


FIGURE = Figure("early_stop", TITLE, ("early_stop",), CLAIM, draw_early_stop)

"""Howlett's programs as he describes them: they play the move with the best share of wins, and RAVE counts everywhere
in the tree.

`ladder.py` has the same steps as they are built today. His three programs play each other and an opponent of a
beginner's strength, and the second also plays itself with a quarter of the playouts.
"""

from collections.abc import Mapping
from typing import Any

from semeai.papers.drawing import name_axes, panels
from semeai.papers.howlett.matches import COLUMNS, NINE, TERMS, match_scales, play_match, spec
from semeai.papers.paper import Bench, Experiment, Figure, Row, Settings, chosen, printed
from semeai.papers.shares import Share, draw_level, draw_shares, rows_where, share_of

HIS_MCTS = "mcts"
HIS_UCT = "uct:final=rate"
HIS_RAVE = "rave:policy=light,counts=tree,final=rate"
RAVE = "rave:policy=light"
WALLY = "wally"
TIMES = 4

MATCHES = {
    (HIS_UCT, HIS_MCTS, 1): "his UCT\nMCTS",
    (HIS_RAVE, HIS_UCT, 1): "his RAVE\nhis UCT",
    (RAVE, HIS_RAVE, 1): "usual RAVE\nhis RAVE",
    (HIS_UCT, HIS_UCT, TIMES): f"his UCT, {TIMES} x playouts\nhis UCT",
    (HIS_MCTS, WALLY, 1): "MCTS\nwally",
    (HIS_UCT, WALLY, 1): "his UCT\nwally",
    (HIS_RAVE, WALLY, 1): "his RAVE\nwally",
}
"""labels by player, opponent, and the factor of the player's playouts"""


def try_literal(params: Mapping[str, Any], seed: int, bench: Bench) -> list[Row]:
    """One row: `player`, with `times` the playouts, against `opponent`."""
    n = params["playouts"]
    opponent = params["opponent"]
    b = opponent if opponent == WALLY else spec(opponent, playouts=n)
    return [play_match(spec(params["player"], playouts=params["times"] * n), b, params, seed, bench)]


# -- the experiment as data --------------------------------------------------------------------------------------------

BEST = 'section "MCTS": "the move with the best percentage of wins to simulations is selected"'
PLAYERS = {
    HIS_MCTS: printed(HIS_MCTS, BEST),
    HIS_UCT: printed(HIS_UCT, BEST),
    HIS_RAVE: printed(
        HIS_RAVE,
        'section "RAVE": "whenever a move is evaluated by simulation the program checks for similar moves elsewhere in '
        'the game tree and updates the values of these nodes too"',
    ),
    RAVE: chosen(RAVE, "as in Gelly and Silver: separate counts, at the nodes on the path"),
    WALLY: chosen(WALLY, "about 30 kyu: plays like a person who has just learnt the rules"),
}


def _variants() -> tuple[Settings, ...]:
    equal = chosen(1, "equal playouts")
    more = chosen(TIMES, 'his wish: "saving time and allowing for more simulation"')
    return tuple(
        {"player": PLAYERS[player], "opponent": PLAYERS[opponent], "times": equal if times == 1 else more}
        for player, opponent, times in MATCHES
    )


LITERAL = Experiment(
    name="literal",
    title="his programs as he describes them, against each other and against wally",
    numbers=TERMS | {"size": NINE},
    scales=match_scales(
        night=chosen(20, "120 games in all: intervals of 9%"),
        paper=chosen(200, "1,200 games in all: intervals of 3%"),
        playouts=chosen(1000, "as in the ladder"),
        n_games=6,
        n_smoke_playouts=10,
    ),
    variants=_variants(),
    columns=COLUMNS,
    trial=try_literal,
)

# -- the figure --------------------------------------------------------------------------------------------------------

TITLE = "His programs as he describes them"
CLAIM = (
    'MCTS: "both I, and a friend who had just learnt the rules of Go, easily beat my program". UCT: "a slight '
    'improvement in my program\'s ability though not by much". RAVE: "further improvement". "It is nowhere near as '
    "good as any professional computer Go program. [...] my program can be easily beaten by even an unexperienced "
    'human player." (Implementation and analysis; Conclusion)'
)


def share_in(rows: Mapping[str, list[Row]], player: str, opponent: str, times: int = 1) -> Share:
    """The share of the points of a player in one of the matches."""
    return share_of(rows_where(rows["literal"], player=player, opponent=opponent, times=times))


def draw_literal(rows: Mapping[str, list[Row]]) -> Any:
    """Draw the share of the points of the first player of each pair."""
    shares = {name: share_in(rows, *match) for match, name in MATCHES.items()}
    found = ", ".join(f"{name.replace(chr(10), ' against ')} {share}" for name, share in shares.items())
    n_games = next(iter(shares.values())).n_games
    here = f"Of the points, in {n_games:,} games on 9x9 each: {found}. 95% intervals."
    figure, (axes,) = panels(1, TITLE, [("the paper", CLAIM), ("here", here)])
    draw_shares(axes, list(shares.values()), is_line=False)
    axes.set_xticks(range(len(shares)), [name.replace("\n", "\nagainst ") for name in shares], size=7)
    axes.set_xlim(-0.9, len(shares) - 0.5)
    axes.set_ylim(-3, 103)
    draw_level(axes, 50, "equal strength")
    name_axes(axes, "match", "share of the points of the first, %")
    return figure


FIGURE = Figure("literal", TITLE, ("literal",), CLAIM, draw_literal)

"""A trick (figure 6): a move of a network that works only because wally does not know the answer.

The champion of a run plays wally, which has no random moves here, so there is one game. At each of wally's turns a
search player chooses another move, and then the same two continue from there. If wally's own move loses the game and
the other one wins it, the network's last move was a trick: it is good only against wally.
"""

from collections.abc import Mapping, Sequence
from statistics import fmean
from typing import Any

import numpy as np

from semeai.drawing import INK, RUST
from semeai.go.game import Game
from semeai.go.player import Player
from semeai.go.points import BLACK, PASS, RESIGN, WHITE, parse_vertex, row_column, vertex
from semeai.go.rules import Rules
from semeai.papers.drawing import name_axes, panels
from semeai.papers.paper import Bench, Experiment, Figure, Row, Scale, chosen, printed
from semeai.papers.richards.networks import AUTHORS, NETWORKS, against, board, without
from semeai.papers.richards.strategies import draw_board
from semeai.papers.richards.training import train
from semeai.players import make_player, read_bred
from semeai.problems.singles import black_margin
from semeai.sgf import read_game, write_game


def try_trick(params: Mapping[str, Any], seed: int, bench: Bench) -> list[Row]:
    """One row: the game, the number of wally's turns that decide it, and the turn that costs it most."""
    champion = train(params, against(f"wally:noise={params['noise']:g}", params), seed, bench).champion
    rules = against("wally", params).rules
    players = {BLACK: read_bred("network").from_genome(champion, rules), WHITE: make_player("wally")}
    search = make_player(params["search"])
    game = play_on(players, rules, [])
    margin, moves = black_margin(game), [p for _, p in game.moves]
    found = []
    for n in range(1, len(moves), 2):  # wally's turns
        bench.watch(f"move {n + 1} of {len(moves)}")
        reply = ask(search, rules, moves[:n], seed)
        if reply != moves[n]:
            found.append((margin - black_margin(play_on(players, rules, [*moves[:n], reply])), n, reply))
    cost, at, reply = max(found, default=(0.0, 1, moves[1]))
    n_tricks = sum(margin > 0 >= margin - lost for lost, _, _ in found)
    return [
        {
            "margin": margin,
            "turns": len(moves) // 2,
            "tricks": n_tricks,
            "move": at,
            "cost": cost,
            "wally": vertex(moves[at]),
            "better": vertex(reply),
            "record": write_game(game).replace("\n", ""),
        }
    ]


def replay(rules: Rules, moves: Sequence[int]) -> Game:
    """The game after these moves."""
    game = Game(rules)
    for p in moves:
        game.play(p)
    return game


def ask(player: Player, rules: Rules, moves: Sequence[int], seed: int) -> int:
    """The move of a player after these moves; it is deterministic for a given seed."""
    player.new_game(rules, np.random.default_rng([seed, len(moves)]))
    chosen = int(player.choose(replay(rules, moves).board))
    return PASS if chosen == RESIGN else chosen


def play_on(players: Mapping[int, Player], rules: Rules, moves: Sequence[int]) -> Game:
    """Play the game to its end. Both players depend only on the position."""
    game = replay(rules, moves)
    for player in players.values():
        player.new_game(rules, np.random.default_rng(0))
    while game.result is None:
        game.play(int(players[game.to_play].choose(game.board)))
    return game


# -- the experiment as data --------------------------------------------------------------------------------------------

TRICK = Experiment(
    name="trick",
    title="Games of champions against wally, and wally's mistakes in them",
    numbers=without(NETWORKS, "mutation", "spared") | AUTHORS,
    scales={
        Scale.SMOKE: board(5)
        | {
            "seeds": chosen(2, "minimum for runs that differ"),
            "generations": chosen(2, "a few seconds in all"),
            "search": chosen("uct:playouts=10", "a second or two in all"),
        },
        Scale.NIGHT: board(5)
        | {
            "seeds": chosen(3, "a few minutes in all on one core"),
            "generations": chosen(300, "limit of a run"),
            "search": chosen("uct:playouts=200", "far stronger than wally"),
        },
        Scale.PAPER: board(7)
        | {
            "seeds": chosen(100, "the minimum number of simulations in section 7.1"),
            "generations": chosen(2000, "limit of a run"),
            "search": chosen("uct:playouts=10000", "stronger still"),
        },
    },
    variants=({"noise": printed(0.1, 'section 7.2: "10% non-determinism", in breeding')},),
    columns=("margin", "turns", "tricks", "move", "cost", "wally", "better", "record"),
    trial=try_trick,
)

# -- the figure --------------------------------------------------------------------------------------------------------

TITLE = "A trick: the network (black) has just played the marked stone, and wally answers at a instead of b"
CLAIM = (
    '"This particular computer opponent does not realize this and picks the tiny defensive move at "a" over the large '
    'offensive move at "b". The network has learned to take advantage of this weakness and moves to "b" as its next '
    'move." (section 8, figure 6)'
)
N_SHOWN = 3


def draw_trick(rows: Mapping[str, list[Row]]) -> Any:
    """The three positions in which wally's answer costs it most."""
    table = rows["trick"]
    figure, axes = panels(N_SHOWN, TITLE, [("the paper", CLAIM), ("here", _found(table))])
    shown = sorted(table, key=lambda row: (-(row["tricks"] > 0), -row["cost"], row["seed"]))[:N_SHOWN]
    for panel, row in zip(axes, shown, strict=False):
        game = read_game(row["record"])
        moves = _moves(game)
        before = replay(game.rules, moves[: row["move"]])
        draw_board(panel, before, numbered=False)
        size = game.rules.size
        for word, letter in ((row["wally"], "a"), (row["better"], "b")):
            if word != "pass":
                at = row_column(parse_vertex(word, size))
                panel.text(at[1], at[0], letter, size=10, color=RUST, ha="center", va="center", weight="bold", zorder=4)
        last = moves[row["move"] - 1]
        if last != PASS:
            at = row_column(last)
            panel.plot([at[1]], [at[0]], "s", markersize=5, markerfacecolor="none", markeredgecolor="white", zorder=4)
        wins, after = row["margin"], row["margin"] - row["cost"]
        name_axes(panel, f"run {row['seed']}, move {row['move']}", f"black {wins:+g} after a, {after:+g} after b")
    for panel in axes[len(shown) :]:
        name_axes(panel, "no such game", "none")
        panel.set_facecolor(INK)
    return figure


def _moves(game: Game) -> list[int]:
    game.to_end()
    return [p for _, p in game.moves]


def _found(table: Sequence[Row]) -> str:
    won = [row for row in table if row["margin"] > 0]
    with_trick = sum(row["tricks"] > 0 for row in won)
    per_game = fmean(row["tricks"] for row in won) if won else 0.0
    turns = fmean(row["turns"] for row in table)
    return (
        f"{len(won)} of {len(table)} champions beat wally without random moves. In {with_trick} of these games one "
        f"move of a search in the place of one of wally's wins the game for it; {per_game:.1f} of {turns:.0f} turns of "
        "wally are such mistakes. Shown are the positions in which its answer costs most."
    )


FIGURE = Figure("trick", TITLE, ("trick",), CLAIM, draw_trick)

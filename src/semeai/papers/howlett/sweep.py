"""The parameter sweep that was "far beyond my understanding": a constant of uct that is tuned during a game.

`players/search/sweep.py` has the method. It starts with Howlett's constant, the square root of 2, and plays against uct
with that constant, and against uct with the best constant of `cp.py`. It should win against his constant; its losses
against the best one are the price of exploration.
"""

from collections.abc import Mapping
from functools import partial
from math import exp, log, sqrt
from statistics import fmean
from typing import Any

from semeai.arena.schedule import Fixture, Pairing, Terms
from semeai.go.points import BLACK, WHITE
from semeai.go.rules import Rules
from semeai.papers.drawing import name_axes, panels
from semeai.papers.howlett.matches import COLUMNS, NINE, TERMS, Outcome, match_scales, play_with, row_of, spec
from semeai.papers.paper import Bench, Experiment, Figure, Row, chosen, printed, sweep
from semeai.papers.shares import draw_level, draw_shares, rows_where, share_of
from semeai.players import make_player
from semeai.players.search.uct import UctPlayer

HIS = sqrt(2)
BEST = 0.1


def try_sweep(params: Mapping[str, Any], seed: int, bench: Bench) -> list[Row]:
    """One row: uct with tuning, starting from `his_cp`, against uct with `cp`; `tuned` is the geometric mean over the
    games of the constant that it used most."""
    rules = Rules.preset(params["rules"], size=params["size"], komi=params["komi"])
    a = spec("uct:sweep=true", playouts=params["playouts"], cp=params["his_cp"])
    b = spec("uct", playouts=params["playouts"], cp=params["cp"])
    pairing, terms = Pairing(a, b, params["games"]), Terms(rules, seed=seed)
    found = list(bench.workers.in_order(partial(_play, pairing, terms), pairing.fixtures(terms.colors)))
    return [row_of([outcome for outcome, _ in found]) | {"tuned": exp(fmean(log(cp) for _, cp in found))}]


def _play(pairing: Pairing, terms: Terms, fixture: Fixture) -> tuple[Outcome, float]:
    """One game, and the constant that the first player of the pairing used most."""
    players = {BLACK: make_player(fixture.black), WHITE: make_player(fixture.white)}
    outcome = play_with(players, pairing, terms, fixture)
    tuned = players[BLACK if pairing.is_a_black(fixture.number, terms.colors) else WHITE]
    assert isinstance(tuned, UctPlayer)
    return outcome, tuned.cp


SWEEP = Experiment(
    name="sweep",
    title="uct that tunes its constant during the game, against uct that does not",
    numbers=TERMS
    | {"size": NINE, "his_cp": printed(HIS, 'section "Implementation and analysis": "initially use the constant"')},
    scales=match_scales(
        night=chosen(20, "120 games in all: intervals of 9%"),
        paper=chosen(200, "1,200 games in all: intervals of 3%"),
        playouts=chosen(1000, "as in the ladder"),
        n_games=6,
    ),
    variants=sweep(
        cp=[
            printed(HIS, 'section "UCT": "in my program I used" the square root of 2'),
            chosen(BEST, "the best of those in `cp`"),
        ]
    ),
    columns=(*COLUMNS, "tuned"),
    trial=try_sweep,
)

TITLE = "A constant that tunes itself during the game"
CLAIM = (
    '"He recommended that I initially use the constant [the square root of 2] and then use a technique known as a '
    '"parameter sweep" which would gradually optimize the constant as the game progressed. However, the parameter '
    'sweep was far beyond my understanding and so I settled for the constant". (Implementation and analysis)'
)


def draw_sweep(rows: Mapping[str, list[Row]]) -> Any:
    """The share of the points against both constants, and the constant that it settled on in each batch of games."""
    table = rows["sweep"]
    cps = sorted({row["cp"] for row in table}, reverse=True)
    samples = [rows_where(table, cp=cp) for cp in cps]
    shares = [share_of(sample) for sample in samples]
    tuned = [row["tuned"] for row in table]
    said = ", ".join(f"{share} against Cp {cp:.2g}" for cp, share in zip(cps, shares, strict=True))
    here = (
        f"uct that tunes itself has {said} of the points, in {shares[0].n_games:,} games on 9x9 each (95% intervals). "
        f"The constant that it uses most in a game is {exp(fmean(map(log, tuned))):.2g} in the geometric mean, "
        f"{min(tuned):.2g} to {max(tuned):.2g} in single seeds; it may go from {HIS / 16:.2g} to {2 * HIS:.2g}."
    )
    figure, (strength, where) = panels(2, TITLE, [("the paper", CLAIM), ("here", here)])
    draw_shares(strength, shares, is_line=False)
    strength.set_xticks(range(len(cps)), [f"{cp:.2g}" for cp in cps])
    strength.set_xlim(-0.5, len(cps) - 0.5)
    strength.set_ylim(-3, 103)
    draw_level(strength, 50, "equal strength")
    name_axes(strength, "constant Cp of the opponent", "share of the points, %")
    where.hist(tuned, bins=[HIS * 2 ** (step / 2) for step in range(-9, 4)], color="0.75", edgecolor="0.4")
    where.set_xscale("log", base=2)
    where.set_xlim(HIS / 2**4.5, HIS * 2**1.5)
    marks = [HIS * 2**step for step in range(-4, 2)]
    where.set_xticks(marks, [f"{mark:.2g}" for mark in marks])
    where.yaxis.get_major_locator().set_params(integer=True)
    name_axes(where, "constant used most in the games of a seed (logarithmic)", "seeds")
    return figure


FIGURE = Figure("sweep", TITLE, ("sweep",), CLAIM, draw_sweep)

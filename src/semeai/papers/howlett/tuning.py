"""The tuning of the knowing player: rave with one changed setting, against rave with its defaults.

Howlett had neither a policy in the playouts nor a parameter sweep, and wished for both. Our policy and its priors have
settings that were found by hand. Each of them is changed twice here, by enough to matter. rave with its
defaults also plays itself, which shows the effect of luck.
"""

from collections.abc import Mapping
from typing import Any

from semeai.papers.drawing import name_axes, panels
from semeai.papers.howlett.matches import COLUMNS, NINE, TERMS, match_scales, play_match, spec
from semeai.papers.paper import Bench, Experiment, Figure, Row, Settings, chosen, few, values
from semeai.papers.shares import draw_level, draw_shares, rows_where, share_of
from semeai.players.search.rave import RaveParams

CHANGES: dict[str, tuple[float, float, str]] = {
    "equivalence": (1000.0, 9000.0, "how soon visits count more than rave's: a third, and three times"),
    "expand_at": (2, 4, "visits before a move has a node: by default it gets one at its second visit"),
    "explore": (0.0, 0.3, "how much priors lead the search on: not at all, and three times"),
    "even": (3.0, 30.0, "visits half won that moves begin with: a third, and three times"),
    "sure": (20.0, 180.0, "visits won that good moves begin with: a third, and three times"),
    "mercy": (0.1, 1.0, "the loss that ends a playout: half, and the whole board, which is hardly ever"),
}
"""the settings of `rave`, each with two other values, usually a smaller and a larger one, and a description"""

DEFAULTS: dict[str, float] = {name: getattr(RaveParams(), name) for name in CHANGES}
LUCK = "equivalence"  # the setting that is also "changed" to its default


def try_tuning(params: Mapping[str, Any], seed: int, bench: Bench) -> list[Row]:
    """One row: rave with one `setting` changed to `value` against rave with its defaults."""
    as_it_is = {name: params[name] for name in CHANGES}
    changed = as_it_is | {params["setting"]: params["value"]}
    a, b = (spec("rave", playouts=params["playouts"], **settings) for settings in (changed, as_it_is))
    return [play_match(a, b, params, seed, bench)]


# -- the experiment as data --------------------------------------------------------------------------------------------


def _variants() -> tuple[Settings, ...]:
    """The defaults of rave, then one change at a time."""
    settings = {name: chosen(name, "found by hand, in matches of a hundred games or so") for name in CHANGES}
    luck: Settings = {
        "setting": settings[LUCK],
        "value": chosen(DEFAULTS[LUCK], "unchanged: the result shows the effect of luck"),
    }
    return (
        luck,
        *(
            {"setting": settings[name], "value": chosen(value, f"{name}, {why}")}
            for name, (less, more, why) in CHANGES.items()
            for value in (less, more)
        ),
    )


TUNING = Experiment(
    name="tuning",
    title="knowing rave with one setting changed, against knowing rave as it is",
    numbers=TERMS | {"size": NINE} | {name: chosen(value, "the default of rave") for name, value in DEFAULTS.items()},
    scales=match_scales(
        night=chosen(10, "100 games in all: intervals of 10%, in ten minutes"),
        paper=chosen(100, "1,000 games in all: intervals of 3%"),
        playouts=chosen(400, "a game takes two seconds; the settings were found with as many"),
        n_smoke_playouts=10,
    ),
    laptop={"seeds": few(2)},
    variants=_variants(),
    columns=COLUMNS,
    trial=try_tuning,
)


# -- the figure --------------------------------------------------------------------------------------------------------

TITLE = "Tuning the knowing player: one setting changed"
CLAIM = (
    'A student recommended "a technique known as a "parameter sweep" which would gradually optimize the constant", but '
    'it "was far beyond my understanding"; and policies for the simulation "tend to be designed by professional '
    'players that have much more knowledge of the game than me". (Implementation and analysis)'
)


def draw_tuning(rows: Mapping[str, list[Row]]) -> Any:
    """The share of the points with each change, the two values of a setting side by side."""
    table = rows["tuning"]
    as_it_is, *changes = map(values, TUNING.variants)
    luck = share_of(rows_where(table, **as_it_is))
    shares = {f"{change['setting']} {change['value']:g}": share_of(rows_where(table, **change)) for change in changes}
    worst, *_, best = sorted(shares, key=lambda name: shares[name].mean)
    n_outside = sum(not share.low <= 50 <= share.high for share in shares.values())
    here = (
        f"Against rave as it is, {best} does best of these, with {shares[best]} of the points, and {worst} worst, with "
        f"{shares[worst]}. 50% is outside of {n_outside} of the {len(shares)} intervals; by luck alone one in twenty "
        f"would be so. rave as it is has {luck} against itself. {luck.n_games:,} games on 9x9 each, 95% intervals."
    )
    figure, (axes,) = panels(1, TITLE, [("the paper", CLAIM), ("here", here)])
    draw_shares(axes, [luck, *shares.values()], is_line=False)
    axes.set_xticks(range(1 + len(shares)), ["as it is", *(name.replace(" ", "\n") for name in shares)], size=7)
    axes.set_ylim(-3, 103)
    draw_level(axes, 50, "as strong as it is")
    name_axes(axes, "setting that is changed, and its value", "share of the points, %")
    return figure


FIGURE = Figure("tuning", TITLE, ("tuning",), CLAIM, draw_tuning)

"""Features as inputs (section 9.2): generations until 75% with bare stones, with features, and with both.

The player is `shape`, whose network rates every legal point in turn. Its features describe captures, rescues, eyes,
liberties and ladders. All variants have the same hidden units, the same method and the same number of games per
generation, so they differ only in their inputs.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from semeai.papers.bootstrap import bootstrap, paired
from semeai.papers.drawing import draw_samples, name_axes, panels
from semeai.papers.paper import Bench, Experiment, Figure, Row, Scale, chosen, printed
from semeai.papers.richards.generations import NOISE
from semeai.papers.richards.networks import NETWORKS, against
from semeai.papers.richards.training import train
from semeai.papers.shares import rows_where

INPUTS = {
    "stones": "the stones around a point, and where it lies",
    "tactics": "features and where a point lies, no stones",
    "all": "both",
}


def try_features(params: Mapping[str, Any], seed: int, bench: Bench) -> list[Row]:
    """One row: the generations until 75%, and the champion's share of 1,000 fresh games."""
    games = against(f"wally:noise={params['noise']:g}", params)
    player = f"shape:hidden={params['hidden']},inputs={params['inputs']}"
    found = train(params, replace(games, player=player), seed, bench)
    return [{"generations": found.n_generations, "reached": int(found.is_reached), "verified": found.verified}]


# -- the experiment as data --------------------------------------------------------------------------------------------

_SHARED = ("rules", "komi", "moves_a_point", "games", "target", "exam_games")
FEATURES = Experiment(
    name="features",
    title="Generations until 75% against wally, with bare stones and with features as inputs",
    numbers={name: NETWORKS[name] for name in _SHARED}
    | {
        "noise": NOISE,
        "breeder": chosen("nes:population=50", "`sane` breeds networks of any shape, and `shape` has a fixed one"),
        "hidden": chosen(8, "hidden units, as `shape` has by default"),
    },
    scales={
        Scale.SMOKE: {
            "size": printed(5, "table 1"),
            "seeds": chosen(2, "minimum for a confidence interval"),
            "generations": chosen(2, "a few seconds in all"),
        },
        Scale.NIGHT: {
            "size": printed(7, "table 1"),
            "seeds": chosen(20, "a few minutes in all"),
            "generations": chosen(200, "limit of a run: four times the printed mean of networks without features"),
        },
        Scale.PAPER: {
            "size": printed(9, "table 1"),
            "seeds": printed(100, 'section 7.1: "averages over 100 - 1,000 simulations"'),
            "generations": chosen(1000, "limit of a run"),
        },
    },
    variants=tuple({"inputs": chosen(name, why)} for name, why in INPUTS.items()),
    columns=("generations", "reached", "verified"),
    trial=try_features,
)

# -- the figure --------------------------------------------------------------------------------------------------------

TITLE = "Features as inputs: generations until 75% against wally"
CLAIM = (
    '"Allowing the network to access a pre-defined feature space instead of looking at the raw board might make the '
    "task easier. ... It would still probably be useful to let the network develop its own features as well, but the "
    'pre-programmed features might allow it to learn faster and deal with more complex patterns." (section 9.2)'
)


def column_of(table: Sequence[Row], inputs: str, column: str) -> list[float]:
    """The values of a column, in the order of seeds."""
    return [float(row[column]) for row in rows_where(table, inputs=inputs)]


def draw_features(rows: Mapping[str, list[Row]]) -> Any:
    """Generations and the champions' shares, by inputs."""
    table = rows["features"]
    names = [name for name in INPUTS if rows_where(table, inputs=name)]
    figure, (effort, strength) = panels(2, TITLE, [("the paper", CLAIM), ("here", _found(table))])
    at = [float(i) for i in range(len(names))]
    draw_samples(effort, at, [column_of(table, name, "generations") for name in names], 0, "", is_line=False)
    shares = [[100 * share for share in column_of(table, name, "verified")] for name in names]
    draw_samples(strength, at, shares, 0, "", is_line=False)
    for panel, label in ((effort, "generations until 75%"), (strength, "champion in fresh games, %")):
        panel.set_xticks(at, names)
        panel.set_xlim(-0.5, len(names) - 0.5)
        panel.set_ylim(bottom=0)
        name_axes(panel, "inputs", label)
    strength.set_ylim(0, 103)
    return figure


def _found(table: Sequence[Row]) -> str:
    said = []
    for name in INPUTS:
        its = rows_where(table, inputs=name)
        mean = bootstrap(column_of(table, name, "generations"))
        n = sum(row["reached"] for row in its)
        said.append(f"{name} {mean.mean:.0f} [{mean.low:.0f}, {mean.high:.0f}], {n} of {len(its)} runs reach 75%")
    gap = paired(column_of(table, "stones", "generations"), column_of(table, "all", "generations"))
    return f"Generations by inputs: {'; '.join(said)}. Bare stones minus both: {gap}."


FIGURE = Figure("features", TITLE, ("features",), CLAIM, draw_features)

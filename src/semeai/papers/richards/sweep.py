"""Settings that the text leaves open: generations to 75% on 5x5 with other readings of SANE and of its task.

Each variant changes one setting of the first: the rate of mutation (the text has two), the text of section 5 instead of
the program, bits instead of numbers, the number of games, the limit of moves.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from semeai.papers.bootstrap import Difference, bootstrap, paired
from semeai.papers.drawing import SERIES, name_axes, panels
from semeai.papers.paper import Bench, Experiment, Figure, Number, Row, Scale, chosen, printed
from semeai.papers.richards.generations import NOISE
from semeai.papers.richards.networks import NETWORKS, against, board, without
from semeai.papers.richards.training import train
from semeai.papers.shares import rows_where


def try_sweep(params: Mapping[str, Any], seed: int, bench: Bench) -> list[Row]:
    """One row: the length of a run."""
    found = train(params, against(f"wally:noise={params['noise']:g}", params), seed, bench)
    best = max(row["share"] for row in found.rows)
    return [{"generations": found.n_generations, "reached": int(found.is_reached), "best": best}]


# -- the experiment as data --------------------------------------------------------------------------------------------

_SECTION_5 = printed(0.01, 'section 5: "1% per chromosome position"')
_FIRST: dict[str, Number] = {
    "reading": chosen("first", "the baseline of the others"),
    "method": printed("sane2", "section 5, footnote 1: the program of its authors"),
    "mutation": printed(0.001, 'section 6.2: "a rate of 0.1%"'),
    "spared": printed(0, "section 5 mentions no networks that are kept"),
    "bits": chosen(0, "labels and real weights, as in the program"),
    "games": NETWORKS["games"],
    "moves_a_point": NETWORKS["moves_a_point"],
}
_OTHERS: dict[str, dict[str, Number]] = {
    "mutation 1%": {"mutation": _SECTION_5},
    "text": {"method": chosen("sane", "section 5 to the letter, without the program")},
    "text, 1%": {"method": chosen("sane", "section 5 to the letter, without the program"), "mutation": _SECTION_5},
    "text, best kept, 1%": {
        "method": chosen("sane", "section 5 to the letter, without the program"),
        "mutation": _SECTION_5,
        "spared": chosen(0.05, "share of the networks that are kept unchanged"),
    },
    "bits": {"bits": printed(1, 'section 6.2: "The neurons evolved are 312 bits long"')},
    "1 game": {"games": chosen(1, "minimum; N is not printed")},
    "3 games": {"games": chosen(3, "N is not printed")},
    "30 games": {"games": chosen(30, "N is not printed")},
    "limit 10": {"moves_a_point": chosen(10, "moves per point: hardly any game reaches it")},
}
VARIANTS = ("first", *_OTHERS)
_STILL = chosen(50, "limit of a run: more than twice the printed mean")
SWEEP = Experiment(
    name="sweep",
    title="Generations to 75% on 5x5 with other readings of SANE and of its task",
    numbers=without(NETWORKS, *_FIRST) | board(5) | {"noise": NOISE},
    scales={
        Scale.SMOKE: {
            "seeds": chosen(2, "minimum for a confidence interval"),
            "generations": chosen(1, "a few seconds in all"),
        },
        Scale.NIGHT: {"seeds": chosen(3, "ten minutes in all on one core"), "generations": _STILL},
        Scale.PAPER: {
            "seeds": printed(100, 'section 7.1: "averages over 100 - 1,000 simulations"'),
            "generations": chosen(600, "limit of a run"),
        },
    },
    variants=(
        _FIRST,
        *(_FIRST | {"reading": chosen(name, "one setting is changed")} | its for name, its in _OTHERS.items()),
    ),
    columns=("generations", "reached", "best"),
    trial=try_sweep,
)

# -- the figure --------------------------------------------------------------------------------------------------------

TITLE = "Generations to 75% on 5x5 against wally, with one thing changed at a time"
CLAIM = (
    '"Some experimentation was done to find good values, however, it was not necessary to find optimum values as SANE '
    'operates well as long as the values are within reasonable ranges." (section 6.2)'
)


def generations_of(table: Sequence[Row], reading: str) -> list[float]:
    """The generations of all runs of a variant. A run without success counts with its whole length."""
    return [row["generations"] for row in rows_where(table, reading=reading)]


def slower(table: Sequence[Row], reading: str) -> Difference:
    """The additional generations of a variant compared with the first, seed by seed."""
    return paired(generations_of(table, reading), generations_of(table, "first"))


def draw_sweep(rows: Mapping[str, list[Row]]) -> Any:
    """The mean of each variant with its interval, and all runs."""
    table = rows["sweep"]
    figure, (panel,) = panels(1, TITLE, [("the paper", CLAIM), ("here", _found(table))])
    names = [name for name in VARIANTS if rows_where(table, reading=name)]
    for x, name in enumerate(names):
        values = generations_of(table, name)
        panel.plot([x + 0.02 * (i - len(values) / 2) for i in range(len(values))], values, ".", ms=2, color="grey")
        mean = bootstrap(values)
        style = SERIES[0] | {"capsize": 2, "markersize": 4.5, "linestyle": ""}
        panel.errorbar([x], [mean.mean], ([mean.mean - mean.low], [mean.high - mean.mean]), **style)
    panel.axhline(20, color="black", linewidth=0.7, linestyle=(0, (1, 2)))
    panel.set_xticks(range(len(names)), [name.replace(", ", "\n") for name in names], fontsize=7)
    panel.set_ylim(bottom=0)
    name_axes(panel, "what is changed (dotted: the printed mean)", "generations")
    return figure


def _found(table: Sequence[Row]) -> str:
    said = []
    for name in VARIANTS:
        if its := rows_where(table, reading=name):
            mean, n_lost = bootstrap(generations_of(table, name)), sum(not row["reached"] for row in its)
            lost = f", {n_lost} of {len(its)} given up" if n_lost else ""
            said.append(f"{name} {mean.mean:.0f} [{mean.low:.0f}, {mean.high:.0f}]{lost}")
    return f"Mean generations with 95% intervals: {'; '.join(said)}."


FIGURE = Figure("sweep", TITLE, ("sweep",), CLAIM, draw_sweep)

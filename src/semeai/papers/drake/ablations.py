"""Ablations of the parts of the algorithm that the text argues for, and the addition of shared building blocks.

The paper gives reasons for champions (section 3: without them populations focus on one kind of opponent), defaults
beside exceptions (section 2: the tree of figure 3 "can be very fragile"), and random moves instead of illegal ones
(section 4: a loss would reward tricks). It shows none of this, so it is measured here, on both positions. `library` is
our reading of Koza's automatically defined functions (section 9): responses at the root of a tree apply throughout the
game, so that a local answer is stored only once.
"""

from collections.abc import Mapping, Sequence
from statistics import fmean
from typing import Any

from semeai.evolve.steady import Populations, stretches
from semeai.evolve.strategies import SECOND
from semeai.go.points import parse_vertex
from semeai.papers.bootstrap import Difference, paired
from semeai.papers.drake import cut, single
from semeai.papers.drake.islands import RIGHT
from semeai.papers.drake.runs import LITERAL, LOOK, POPULATION, STEPS, THREADS, begin, discovery, plurality
from semeai.papers.drawing import draw_samples, name_axes, panels
from semeai.papers.paper import Bench, Experiment, Figure, Row, Scale, chosen, few, printed
from semeai.papers.shares import rows_where

WHOLE = {"champions": True, "default": True, "forfeit": False, "library": False}
PARTS: dict[str, dict[str, bool]] = {
    "as printed": {},
    "no champions": {"champions": False},
    "no defaults": {"default": False},
    "illegal loses": {"forfeit": True},
    "library": {"library": True},
}
PARTNERS = {"c1": "c2", "c2": "c1", "e1": "e2", "e2": "e1", "g1": "g2", "g2": "g1"}
"""white's answers in the multiple cut position (section 8)"""


def look(populations: Populations, position: str) -> Row:
    """Three shares of the individuals: with a right opening, with the whole strategy, and with a part of it.

    In the flower six position, the whole is a strategy of figure 7 for black, and a part is one right answer. In the
    multiple cut position, the whole is white's answers to all six moves, and the part is the share of the six that
    white answers.
    """
    n = populations.params.population
    if position == "flower_six":
        counts = single.measure(populations)
        return {"right": counts["e2"] / n, "whole": counts["figure7"] / n, "knows": counts["one"] / n}
    counts = cut.measure(populations)
    known = sum(
        (populations.suggestions(SECOND, [parse_vertex(move, 9)]) == parse_vertex(answer, 9)).astype(int)
        for move, answer in PARTNERS.items()
    )
    right = sum(counts[move] for move in cut.RIGHT)
    return {
        "right": right / n,
        "whole": float((known == len(PARTNERS)).mean()),
        "knows": float(known.mean()) / len(PARTNERS),
    }


def try_part(params: Mapping[str, Any], seed: int, bench: Bench) -> list[Row]:
    """One row: the step of the permanent discovery of a right move, and means over the second half of the run. `low` is
    the lowest share of right openings in that time."""
    populations = begin(params, seed)
    seen, looks = [], []
    for n_steps in stretches(populations, params["every"], params["steps"], bench.workers):
        seen.append(plurality(populations))
        if n_steps > params["steps"] // 2:
            looks.append(look(populations, params["position"]))
    found = discovery(params, seed, seen, RIGHT[params["position"]])
    row = {"steps": params["steps"], "is_found": found["is_found"], "discovery": found["discovery"]}
    row["low"] = min(one["right"] for one in looks)
    return [row | {name: fmean(one[name] for one in looks) for name in ("right", "whole", "knows")}]


ABLATIONS = Experiment(
    name="ablations",
    title="parts of the algorithm taken away, and shared building blocks put in",
    numbers={name: number for name, number in LITERAL.items() if name != "renewal"},
    scales={
        Scale.SMOKE: {
            "seeds": chosen(2, "minimum for runs that differ"),
            "population": chosen(64, "a few seconds in all"),
            "threads": chosen(8, "fewer than half of the population"),
            "steps": chosen(1024, "a few seconds in all"),
            "every": chosen(256, "four looks"),
            "renewal": chosen(64, "so that champions change in such a short run"),
        },
        Scale.NIGHT: {
            "seeds": chosen(20, "as many as the paper's means have; paired"),
            "population": chosen(1024, "an eighth of the paper's, as in figure8"),
            "threads": THREADS,
            "steps": chosen(1 << 17, "a sixteenth of the paper's: some minutes"),
            "every": chosen(1024, "128 looks"),
            "renewal": chosen(1024, "an eighth of the paper's, as in figure8"),
        },
        Scale.PAPER: {
            "seeds": chosen(20, "as many as the paper's means have; paired"),
            "population": POPULATION,
            "threads": THREADS,
            "steps": STEPS,
            "every": LOOK,
            "renewal": LITERAL["renewal"],
        },
    },
    laptop={"seeds": few(8)},
    variants=tuple(
        {"position": printed(position, where), "part": chosen(name, "argued in the text, see ablations.py")}
        | {key: chosen(value, "depends on the part") for key, value in (WHOLE | part).items()}
        for position, where in (("flower_six", "section 2, figure 2"), ("multiple_cut", "section 8, figure 12"))
        for name, part in PARTS.items()
    ),
    columns=("steps", "is_found", "discovery", "low", "right", "whole", "knows"),
    trial=try_part,
    is_serial=True,
)

TITLE = "Parts of the algorithm taken away, and a library of shared responses put in"
CLAIM = (
    '"Preliminary experiments suggested that this simple algorithm suffered from focusing" (section 3, without '
    'champions). "such trees can be very fragile" (section 2, without defaults). "We had considered declaring a loss '
    'for any individual that selected an illegal move" (section 4). "Koza\'s Automatically Defined Functions may be '
    'beneficial here." (Section 9, the library)'
)
MEASURES = {"right": "open right", "whole": "know the whole"}


def values_of(table: Sequence[Row], position: str, part: str, measure: str) -> list[float]:
    """The percentages of all runs, by seed."""
    rows = sorted(rows_where(table, position=position, part=part), key=lambda row: row["seed"])
    return [100 * row[measure] for row in rows]


def n_paired(table: Sequence[Row], position: str, part: str) -> int:
    """The number of seeds that were tried both with this part and with the algorithm as printed."""
    ours, theirs = (
        {row["seed"] for row in rows_where(table, position=position, part=name)} for name in (part, "as printed")
    )
    return len(ours & theirs)


def compare(table: Sequence[Row], position: str, part: str, measure: str) -> Difference:
    """The change from the algorithm as printed, in percentage points, over their common seeds."""
    ours, theirs = (
        {row["seed"]: 100 * row[measure] for row in rows_where(table, position=position, part=name)}
        for name in (part, "as printed")
    )
    shared = sorted(ours.keys() & theirs.keys())
    return paired([ours[seed] for seed in shared], [theirs[seed] for seed in shared])


def draw_ablations(rows: Mapping[str, list[Row]]) -> Any:
    """Draw a panel per position: for each part, the share with a right opening and the share with the whole
    strategy."""
    table = rows["ablations"]
    positions = list(dict.fromkeys(row["position"] for row in table))
    parts = list(dict.fromkeys(row["part"] for row in table))
    words = [
        f"{position.replace('_', ' ')}: "
        + "; ".join(
            f"{part} {compare(table, position, part, 'right')} open right, "
            f"{compare(table, position, part, 'whole')} know the whole"
            for part in parts[1:]
            if n_paired(table, position, part) > 1
        )
        for position in positions
        if any(n_paired(table, position, part) > 1 for part in parts[1:])
    ]
    n_runs = len(values_of(table, positions[0], parts[0], "right"))
    here = f"Means over the second half of each run, {n_runs} of the algorithm as printed. " + (
        f"Differences from it, in percentage points with 95% bootstrap intervals over paired seeds: {'. '.join(words)}."
        if words
        else "No part was tried with two seeds, so no difference can be told."
    )
    figure, axes = panels(len(positions), TITLE, [("the paper", CLAIM), ("here", here)])
    for panel, position in zip(axes, positions, strict=True):
        for series, measure in enumerate(("right", "whole")):
            here_too = [part for part in parts if values_of(table, position, part, measure)]
            samples = [values_of(table, position, part, measure) for part in here_too]
            at = [parts.index(part) + 0.24 * series - 0.12 for part in here_too]
            draw_samples(panel, at, samples, series, MEASURES[measure], is_line=False)
        panel.set_xticks(range(len(parts)), [part.replace(" ", "\n") for part in parts], size=7)
        panel.set_ylim(-3, 103)
        panel.legend(fontsize=7, frameon=False)
        name_axes(panel, position.replace("_", " "), "individuals, %")
    return figure


FIGURE = Figure("ablations", TITLE, ("ablations",), CLAIM, draw_ablations)

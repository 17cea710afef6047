"""The wishes of section 9: playouts with knowledge, biased points, other operators, shared building blocks.

Each is a setting of evolution. The measures are the step from which e2 keeps the plurality in the flower six position,
and the number of individuals with a whole strategy of figure 7 at the end.
"""

from collections.abc import Mapping
from statistics import fmean
from typing import Any

from semeai.papers.bootstrap import bootstrap
from semeai.papers.drake.runs import PRINTED, find_e2, repeat
from semeai.papers.drake.runs import THREADS as PRINTED_THREADS
from semeai.papers.drake.single import measure
from semeai.papers.drawing import draw_samples, name_axes, panels
from semeai.papers.paper import Bench, Experiment, Figure, Row, Scale, chosen, few, printed
from semeai.papers.shares import rows_where


def discover_with_wish(params: Mapping[str, Any], seed: int) -> Row:
    """A run with the settings of a wish: the step of the permanent discovery of e2, and the strategies at the end."""
    strategies, row = find_e2(params, seed)
    counts = measure(strategies)
    return row | {name: counts[name] / params["population"] for name in ("figure7", "one")}


def try_wish(params: Mapping[str, Any], seed: int, bench: Bench) -> list[Row]:
    """Run a trial: one row per run."""
    return repeat(discover_with_wish, params, seed, bench)


NONE = {"policy": "light", "bias": 0.0, "edits": 0.0, "sharing": 0.0}
WISHES: dict[str, dict[str, Any]] = {
    "as printed": {},
    "knowing": {"policy": "knowing"},
    "bias": {"bias": 0.5},
    "edits": {"edits": 0.5},
    "sharing": {"sharing": 0.5},
    "all but knowing": {"bias": 0.5, "edits": 0.5, "sharing": 0.5},
}

WISH = Experiment(
    name="wishes",
    title="what the authors wished for, one at a time",
    numbers=PRINTED | {"position": printed("flower_six", "section 2, figure 2")},
    scales={
        Scale.SMOKE: {
            "seeds": chosen(1, "two runs are in a trial"),
            "runs": chosen(2, "minimum for runs that differ"),
            "population": chosen(128, "a few seconds in all"),
            "threads": chosen(8, "fewer than half of the population"),
            "steps": chosen(2048, "a few seconds in all"),
            "every": chosen(512, "four looks"),
        },
        Scale.NIGHT: {
            "seeds": chosen(2, "20 runs in all; a stop loses little work"),
            "runs": chosen(10, "20 runs in all; a stop loses little work"),
            "population": chosen(1024, "an eighth of the paper's"),
            "threads": PRINTED_THREADS,
            "steps": chosen(1 << 16, "a 32nd of the paper's: some minutes"),
            "every": chosen(1024, "64 looks"),
        },
        Scale.PAPER: {
            "seeds": chosen(2, "20 runs in all; a stop loses little work"),
            "runs": chosen(10, "20 runs in all; a stop loses little work"),
            "population": printed(8192, "section 5"),
            "threads": PRINTED_THREADS,
            "steps": printed(1 << 21, "section 6"),
            "every": chosen(8192, "256 looks"),
        },
    },
    laptop={"seeds": few(1)},
    variants=tuple(
        {"wish": chosen(name, "section 9, under future work" if wish else "the algorithm of the paper")}
        | {key: chosen(value, "a half, where it is a share") for key, value in (NONE | wish).items()}
        for name, wish in WISHES.items()
    ),
    columns=("run", "is_found", "discovery", "figure7", "one"),
    trial=try_wish,
)

TITLE = "What the authors wished for: how soon e2 is found for good, and how many know the whole strategy"
CLAIM = (
    '"we might heuristically bias the random moves [...] We might also bias the distribution of points chosen in the '
    "initial trees and in mutations. [...] new mutation operators could add or remove exceptions at a move. [...] A "
    'genetic approach offers the possibility of combining useful building blocks." (Section 9)'
)


def draw_wishes(rows: Mapping[str, list[Row]]) -> Any:
    """Two panels: the discovery of e2, and strategies of figure 7 at the end."""
    table = rows["wishes"]
    names = list(dict.fromkeys(row["wish"] for row in table))
    groups = [rows_where(table, wish=name) for name in names]
    words = []
    for name, group in zip(names, groups, strict=True):
        found = bootstrap([row["discovery"] / 1000 for row in group])
        words.append(
            f"{name} {found.mean:.1f} [{found.low:.1f}, {found.high:.1f}] thousand steps, figure 7 "
            f"{fmean(100 * row['figure7'] for row in group):.1f}%"
        )
    here = f"{len(groups[0])} runs each, 95% intervals: {'; '.join(words)}."
    figure, axes = panels(2, TITLE, [("the paper", CLAIM), ("here", here)])
    for panel, key, factor in ((axes[0], "discovery", 0.001), (axes[1], "figure7", 100)):
        samples = [[factor * row[key] for row in group] for group in groups]
        draw_samples(panel, range(len(names)), samples, 0, "", is_line=False)
        panel.set_xticks(range(len(names)), ["\n".join(name.rsplit(" ", 1)) for name in names], size=7)
        panel.set_ylim(bottom=-0.03 * max(1, *map(max, samples)))
    name_axes(axes[0], "wish", "thousand steps until e2 is found")
    name_axes(axes[1], "wish", "figure 7 at the end, %")
    return figure


FIGURE = Figure("wishes", TITLE, ("wishes",), CLAIM, draw_wishes)

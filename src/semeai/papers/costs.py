"""The minutes that experiments take: `costs.json` beside their tables.

    {"wally": {"scale": "paper", "trials": 120, "minutes": {"night": 4.1, "paper": 141.0}}}

`scale` is the scale of the stored table. Minutes are summed over trials, so an interrupted experiment counts
only the trials that ended.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from semeai.files import DamagedFile, parse_json, write_whole
from semeai.papers.paper import Experiment, Figure, Paper, Scale, experiments_of
from semeai.shipped import shipped_results

FILE = "costs.json"
Costs = Mapping[str, Mapping[str, Any]]


def read_costs(results: Path) -> Costs:
    """The costs by experiment, empty without a file. Raises DamagedFile and OSError."""
    try:
        found = parse_json((results / FILE).read_bytes())
    except FileNotFoundError:
        return {}
    except ValueError:
        raise DamagedFile(f"{results / FILE}: expected a JSON object") from None
    if not isinstance(found, dict) or not all(isinstance(cost, dict) and _is_cost(cost) for cost in found.values()):
        raise DamagedFile(f"{results / FILE}: expected scale, trials and minutes of each experiment")
    return found


def _is_cost(cost: Mapping[str, Any]) -> bool:
    minutes = cost.get("minutes")
    return (
        cost.keys() == {"scale", "trials", "minutes"}
        and cost["scale"] in list(Scale)
        and isinstance(cost["trials"], int)
        and isinstance(minutes, dict)
        and all(isinstance(value, int | float) for value in minutes.values())
    )


def write_cost(results: Path, experiment: str, scale: Scale, n_trials: int, seconds: float | None) -> None:
    """Record the scale of a table, and the seconds of its trials if all are known. Raises OSError."""
    costs = {name: dict(cost) for name, cost in read_costs(results).items()}
    before = costs.get(experiment, {}).get("minutes", {})
    measured = {} if seconds is None else {str(scale): round(seconds / 60, 1)}
    costs[experiment] = {"scale": str(scale), "trials": n_trials, "minutes": before | measured}
    write_whole(results / FILE, json.dumps(dict(sorted(costs.items())), indent=1) + "\n")


def minutes_of(costs: Costs, experiments: Iterable[str]) -> float | None:
    """The minutes that the tables of some experiments took together; None if one is unknown."""
    total = 0.0
    for name in experiments:
        cost = costs.get(name, {"minutes": {}, "scale": None})
        minutes = cost["minutes"].get(cost["scale"])
        if minutes is None:
            return None
        total += minutes
    return total


def expected_minutes(experiment: Experiment, costs: Costs, scale: Scale) -> float | None:
    """The minutes that all trials of an experiment take at a scale; None if they cannot be known.

    If only a part of the trials has been measured, all are expected to take as long as those. The trials of another
    scale count if they differ in nothing but the number of seeds.
    """
    cost = costs.get(experiment.name)
    if cost is None:
        return None
    measured = Scale(cost["scale"])
    trials = experiment.trials(scale)
    if scale in cost["minutes"] and scale != measured:
        return float(cost["minutes"][scale])  # all trials: only the last scale may have been interrupted
    if {trial.digest for trial in trials} != {trial.digest for trial in experiment.trials(measured)}:
        return None
    minutes = cost["minutes"].get(measured)
    return None if minutes is None or not cost["trials"] else float(minutes) * len(trials) / cost["trials"]


def foretell(targets: Sequence[tuple[Paper, Sequence[Figure]]], scale: Scale, only: str | None = None) -> str:
    """A line with the expected time of figures, or of one experiment, on a machine like the one that made `results/`.

    Raises PaperError if the figures have no experiment `only`.
    """
    minutes, n_unknown = 0.0, 0
    for paper, figures in targets:
        own = Path("results", paper.key)
        costs = read_costs(own if own.exists() else shipped_results(paper.key))
        for name in experiments_of(figures, only):
            known = expected_minutes(paper.experiment(name), costs, scale)
            minutes, n_unknown = minutes + (known or 0), n_unknown + (known is None)
    n_figures = sum(len(figures) for _, figures in targets)
    words = (
        f"{n_figures} figure{'s' * (n_figures != 1)} at {scale} scale" if only is None else f"{only} at {scale} scale"
    )
    if scale is Scale.SMOKE:
        time = "a few seconds to a minute each"
    elif n_unknown and not minutes:
        time = "the time has not been measured"
    else:
        unknown = f", plus {n_unknown} experiment{'s' * (n_unknown != 1)} of unknown time" if n_unknown else ""
        time = f"about {format_minutes(minutes)} on two cores{unknown}"
    return f"{words}: {time}. Finished trials are not run again."


def format_minutes(minutes: float) -> str:
    """A readable time: "4 minutes", "2 h 05 min"."""
    if minutes < 1:
        return "a minute"
    return f"{minutes:.0f} minutes" if minutes < 100 else f"{int(minutes // 60)} h {int(minutes % 60):02} min"

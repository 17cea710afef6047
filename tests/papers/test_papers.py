"""Papers are data: every number has a source, every experiment gives the rows it promises, the same ones every time."""

import pickle
from collections.abc import Callable, Generator, Iterable
from pathlib import Path
from typing import Any

import pytest

from semeai.papers import PAPERS, describe_papers, load_paper, parse_target
from semeai.papers.paper import Experiment, Number, Paper, PaperError, Scale, chosen, printed, sweep
from semeai.papers.reproduce import run_trials
from semeai.papers.tables import format_table
from semeai.papers.trials import Trials
from semeai.parallel.executors import Workers
from tests.conftest import SLOW, needs_jit
from tests.golden.snapshot import digest, recorded
from tests.papers.support import ALL_PAPERS, EXPERIMENTS, FIGURES, make_paper

experiments = pytest.mark.parametrize("name", EXPERIMENTS)
QUICK = {"drake/islands", "zela/wally", "howlett/random", "blackman/agents", "richards/opponent"}
"""one of each paper that is made twice by `make test`; tests/golden compares the rows of all with recorded ones"""

# -- by name -----------------------------------------------------------------------------------------------------------


def test_the_five_papers_and_our_own_questions() -> None:
    assert list(PAPERS) == ["drake", "zela", "howlett", "blackman", "richards", "semeai"]
    assert [paper.key for paper in ALL_PAPERS] == list(PAPERS)


@pytest.mark.parametrize(
    ("target", "message"),
    [
        (
            "drak",
            "no paper called 'drak'; did you mean drake\\? there are drake, zela, howlett, blackman, richards, semeai",
        ),
        ("", "no paper called ''; there are"),
        ("blackman/fig8", "blackman has no figure 'fig8'; did you mean figure8\\? it has figure7, figure8"),
        ("richards/oponent", "richards has no figure 'oponent'; did you mean opponent\\? it has generations"),
        ("richards/", "richards has no figure ''; it has generations"),
    ],
)
def test_what_there_is_not(target: str, message: str) -> None:
    with pytest.raises(PaperError, match=message):
        parse_target(target)


def test_what_there_is() -> None:
    richards = load_paper("richards")
    assert parse_target("richards") == (richards, richards.figures)
    for name, (paper, figure) in FIGURES.items():
        assert parse_target(name) == (paper, (figure,))
        assert f"semeai reproduce {name}\n" in describe_papers() + "\n"


# -- numbers -----------------------------------------------------------------------------------------------------------


def all_settings(experiment: Experiment) -> list[Any]:
    return [experiment.numbers, *experiment.scales.values(), experiment.laptop, *experiment.variants]


@experiments
def test_every_number_has_a_source(name: str) -> None:
    numbers = [number for settings in all_settings(EXPERIMENTS[name]) for number in settings.values()]
    assert all(isinstance(number, Number) and number.source.strip() for number in numbers)
    # a printed number says where: nothing else can be checked by somebody with the paper at hand
    assert all("section" in number.source or "table" in number.source for number in numbers if number.is_printed)


@experiments
def test_an_experiment_is_whole(name: str) -> None:
    experiment = EXPERIMENTS[name]
    assert list(experiment.scales) == [scale for scale in Scale if scale is not Scale.LAPTOP]
    assert experiment.laptop.keys() <= experiment.scales[Scale.NIGHT].keys()
    assert len(experiment.trials(Scale.LAPTOP)) <= len(experiment.trials(Scale.NIGHT))
    assert len({tuple(settings) for settings in experiment.scales.values()}) == 1
    assert len({tuple(variant) for variant in experiment.variants}) == 1
    assert len(set(experiment.header)) == len(experiment.header)
    for scale in Scale:
        trials = experiment.trials(scale)
        assert len({(trial.digest, trial.seed) for trial in trials}) == len(trials)
    assert any(name == f"{paper.key}/{read}" for paper, figure in FIGURES.values() for read in figure.experiments)


def test_printed_and_chosen() -> None:
    assert printed(0.1, "section 7.2") == Number(0.1, True, "section 7.2")
    assert chosen(5, "a guess") == Number(5, False, "a guess")


def test_a_sweep_is_every_combination() -> None:
    a, b, c, d = (chosen(x, "why not") for x in "abcd")
    assert sweep(x=[a, b], y=[c, d]) == ({"x": a, "y": c}, {"x": a, "y": d}, {"x": b, "y": c}, {"x": b, "y": d})


def trials_of(paper: Paper) -> list[Any]:
    return paper.experiments[0].trials(Scale.SMOKE)


def test_trials_variant_by_variant() -> None:
    trials = trials_of(make_paper([], k=chosen(7, "why not")))
    assert [(trial.params, trial.seed) for trial in trials] == [
        ({"k": 7, "x": x}, seed) for x in (1, 2) for seed in (1, 2, 3)
    ]
    assert trials[0].variant == {"x": 1}
    assert str(trials[5]) == "x 2, seed 3"


def test_the_digest_names_the_parameters_and_no_source() -> None:
    def digests(number: Number) -> list[str]:
        return [trial.digest for trial in trials_of(make_paper([], k=number))]

    assert digests(chosen(7, "a guess")) == digests(printed(7, "section 2"))
    assert not set(digests(chosen(7, "a guess"))) & set(digests(chosen(8, "a guess")))
    assert len(set(digests(chosen(7, "a guess")))) == 2  # one a variant


# -- rows --------------------------------------------------------------------------------------------------------------


class PicklingWorkers(Workers):
    """Does everything here, but sends it through pickle, as if to another process."""

    def in_order(self, task: Callable[[Any], Any], arguments: Iterable[Any]) -> Generator[Any, None, None]:
        for argument in arguments:
            there, sent = pickle.loads(pickle.dumps((task, argument)))
            yield pickle.loads(pickle.dumps(there(sent)))


def recorded_table(name: str) -> str:
    """The digest of the smoke table that was recorded. `tests/golden` makes it with threads."""
    key, _, experiment = name.partition("/")
    tables = (figure["files"].get(f"{experiment}.csv") for figure in recorded(key).values())
    return next(str(table[0]) for table in tables if table)


@needs_jit
@pytest.mark.parametrize("name", [name if name in QUICK else pytest.param(name, marks=SLOW) for name in EXPERIMENTS])
def test_trials_repeat_themselves_wherever_they_are_made(name: str, tmp_path: Path) -> None:
    experiment = EXPERIMENTS[name]
    with PicklingWorkers() as workers, Trials(tmp_path) as done:
        made = run_trials(experiment, experiment.trials(Scale.SMOKE), done, workers, lambda text: None)
    assert digest(format_table(experiment, made).encode()) == recorded_table(name)
    rows = [rows for _, rows in made]
    assert all(tuple(row) == experiment.columns for found in rows for row in found)
    assert all(type(value) in (int, float, str) for found in rows for row in found for value in row.values())
    n_seeds = experiment.scales[Scale.SMOKE]["seeds"].value
    assert rows[::n_seeds] != rows[1::n_seeds]  # another seed, other luck

"""The figures in results/ are what their tables give. `tests/golden` draws all figures from smoke runs."""

import json
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path

import pytest
import scipy.stats

from semeai.drawing import save_picture
from semeai.papers.costs import FILE as COSTS
from semeai.papers.costs import read_costs
from semeai.papers.drawing import mean_interval, panels
from semeai.papers.paper import Scale, Trial
from semeai.papers.reproduce import draw_figures, made_figures
from semeai.papers.tables import read_table
from tests.papers.support import ALL_PAPERS, FIGURES, ROOT, words

figures = pytest.mark.parametrize("name", FIGURES)


@figures
def test_results_are_up_to_date(name: str, tmp_path: Path) -> None:
    """Every trial of its scale is in the table, and the picture is what the table gives. Where there is no table yet,
    there is no picture. A table of an experiment that takes several sessions has the trials that are kept so far."""
    paper, figure = FIGURES[name]
    results = ROOT / "results" / paper.key
    if not made_figures([figure], results):
        assert not (results / f"{figure.name}.svg").exists()
        return
    for read in figure.experiments:
        experiment = paper.experiment(read)
        found = read_table(experiment, results / f"{read}.csv")
        keys = (*experiment.variants[0], "seed")
        made = list(dict.fromkeys(tuple(row[key] for key in keys) for row in found))
        trials = experiment.trials(Scale(read_costs(results)[read]["scale"]))
        kept = results / "trials" / f"{read}-{read_costs(results)[read]['scale']}.jsonl"
        wanted = trials_so_far(trials, kept) if kept.exists() else trials
        assert made == [(*trial.variant.values(), trial.seed) for trial in wanted]
        (tmp_path / f"{read}.csv").write_bytes((results / f"{read}.csv").read_bytes())
    (path,) = draw_figures(paper, [figure], tmp_path)
    assert path.read_bytes() == (results / path.name).read_bytes()
    if figure.games:
        assert path.with_suffix(".sgf").read_bytes() == (results / f"{figure.name}.sgf").read_bytes()


def trials_so_far(trials: Sequence[Trial], kept: Path) -> list[Trial]:
    """The trials that a file of kept trials has, in order."""
    lines = [json.loads(line) for line in kept.read_text().splitlines()]
    done = {(line["params"], line["seed"]) for line in lines}
    return [trial for trial in trials if (trial.digest, trial.seed) in done]


def test_nothing_else_is_in_results() -> None:
    for paper in ALL_PAPERS:
        folder = ROOT / "results" / paper.key
        known = {f"{e.name}.csv" for e in paper.experiments} | {f"{f.name}.svg" for f in paper.figures}
        known |= {f"{f.name}.sgf" for f in paper.figures if f.games} | {COSTS, "trials"}
        assert {path.name for path in folder.glob("*")} <= known


# -- what they share ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("values", [[1.0, 2.0], [0.3, 0.1, 0.2, 0.9], [5.0] * 3 + [7.0] * 7])
def test_intervals_are_students(values: list[float]) -> None:
    expected = scipy.stats.ttest_1samp(values, 0).confidence_interval(0.95)
    mean, low, high = mean_interval(values)
    assert (mean, low, high) == pytest.approx((sum(values) / len(values), *expected))


def test_equal_values_have_no_width_and_one_has_no_interval() -> None:
    assert mean_interval([0.5, 0.5, 0.5]) == (0.5, 0.5, 0.5)
    assert str(mean_interval([0.5])) == "(0.5, nan, nan)"


@pytest.mark.parametrize(("n", "n_words"), [(1, 0), (2, 1), (3, 4)])
def test_panels_do_not_overlap(n: int, n_words: int, tmp_path: Path) -> None:
    saying = [("somebody", "said a word " * 40)] * n_words
    figure, axes = panels(n, "title", saying)
    boxes = [a.get_position() for a in axes]
    assert len(axes) == n
    assert all(a.x1 < b.x0 for a, b in pairwise(boxes))
    assert boxes[0].x0 > 0
    assert boxes[-1].x1 < 1
    save_picture(lambda: figure, tmp_path / "panels.svg")
    assert words(tmp_path / "panels.svg").count("said a word") >= 36 * n_words
    heights = [text.get_position()[1] for text in figure.texts]
    assert all(0 < y < boxes[0].y0 or y > boxes[0].y1 for y in heights)

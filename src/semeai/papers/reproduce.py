"""Making a paper's figures again: run the trials that are missing, write their rows down, draw.

runs/<key>/<scale>/<experiment>/      the trials, as they end (`trials.py`)
<results>/<experiment>.csv            all rows of an experiment, once all its trials have ended
<results>/costs.json                  the scale of each table, and the minutes that it took (`costs.py`)
<results>/<figure>.svg                drawn from these files alone
<results>/<figure>.sgf                the games that it shows, where it shows some
"""

import time
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from pathlib import Path

from semeai.drawing import save_picture
from semeai.files import write_whole
from semeai.papers.costs import write_cost
from semeai.papers.paper import Bench, Experiment, Figure, Paper, PaperError, Row, Scale, Trial
from semeai.papers.tables import format_table, read_table, table_path
from semeai.papers.trials import Trials
from semeai.parallel.executors import Workers

Say = Callable[[str], None]


def results_folder(key: str, scale: Scale) -> Path:
    """Where results go when nobody says otherwise: those of the laptop are worth keeping under version control."""
    return Path("results", key) if scale is Scale.LAPTOP else Path("runs", key, scale)


def reproduce(
    paper: Paper,
    figures: Iterable[Figure],
    scale: Scale,
    runs: Path,
    results: Path,
    workers: Workers,
    watch: Say = lambda text: None,
) -> list[Path]:
    """Make `figures` of `paper`, with as much work as is missing; `watch` hears how far it is. Returns the pictures.

    Raises OSError, also when another process is at it, DamagedFile, and whatever a trial raises. What has been finished
    until then is not done again.
    """
    figures = tuple(figures)
    results.mkdir(parents=True, exist_ok=True)
    for name in dict.fromkeys(name for figure in figures for name in figure.experiments):
        experiment = paper.experiment(name)
        folder = runs / paper.key / scale / name
        table = format_table(experiment, run_trials(experiment, scale, folder, workers, watch))
        write_whole(table_path(results, name), table)
        write_cost(results, name, scale, len(experiment.trials(scale)), total_seconds(experiment, scale, folder))
    return draw_figures(paper, figures, results, scale)


def run_trials(
    experiment: Experiment, scale: Scale, folder: Path, workers: Workers, watch: Say
) -> Iterator[tuple[Trial, list[Row]]]:
    """All trials of an experiment and their rows, in order. Those that `folder` does not have are made and kept."""
    trials = experiment.trials(scale)
    with Trials(folder) as done:
        for i, trial in enumerate(trials):
            rows = done.rows(trial)
            if rows is None or not experiment.fits(rows):
                progress = f"{experiment.name} {i + 1}/{len(trials)}: {trial}"
                watch(progress)
                bench = Bench(done.folder_of(trial), workers, partial(_say_more, watch, progress))
                start = time.monotonic()
                rows = experiment.trial(trial.params, trial.seed, bench)
                if not experiment.fits(rows):
                    raise ValueError(f"{progress}: the rows have other columns than {', '.join(experiment.columns)}")
                done.keep(trial, rows, round(time.monotonic() - start, 3))
            yield trial, rows


def total_seconds(experiment: Experiment, scale: Scale, folder: Path) -> float | None:
    """The seconds that all trials took together; None where one of them is not known."""
    with Trials(folder) as done:
        seconds = [done.seconds(trial) for trial in experiment.trials(scale)]
    return None if None in seconds else sum(one for one in seconds if one is not None)


def _say_more(watch: Say, progress: str, text: str) -> None:
    watch(f"{progress}: {text}")


def draw_figures(paper: Paper, figures: Iterable[Figure], results: Path, scale: Scale = Scale.LAPTOP) -> list[Path]:
    """Draw `figures` from the tables in `results`. Returns the pictures.

    Raises PaperError with the command that makes it when a table is missing, DamagedFile, and OSError.
    """
    pictures = []
    for figure in figures:
        rows = {name: _read(paper, figure, name, results, scale) for name in figure.experiments}
        pictures.append(results / f"{figure.name}.svg")
        save_picture(partial(figure.draw, rows), pictures[-1])
        if figure.games is not None:
            write_whole(results / f"{figure.name}.sgf", figure.games(rows))
    return pictures


def _read(paper: Paper, figure: Figure, experiment: str, results: Path, scale: Scale) -> list[Row]:
    path = table_path(results, experiment)
    try:
        return read_table(paper.experiment(experiment), path)
    except FileNotFoundError:
        option = "" if scale is Scale.LAPTOP else f" --scale {scale}"
        command = f"semeai reproduce {paper.key}/{figure.name}{option}"
        raise PaperError(f"{path} is not there; `{command}` makes it") from None

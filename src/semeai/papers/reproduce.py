"""Reproduce a paper's figures: run the missing trials, write their rows, draw.

runs/<key>/<scale>/<experiment>/      the trials, as they end (`trials.py`)
runs/<key>/<scale>/shared/            results that several experiments use
results/<key>/trials/<experiment>-<scale>.jsonl   finished trials of an experiment that takes several sessions
<results>/<experiment>.csv            all rows of an experiment, after its trials have ended
<results>/costs.json                  the scale of each table, and the minutes that it took (`costs.py`)
<results>/<figure>.svg                drawn from these files alone
<results>/<figure>.sgf                the games that it shows, if any
"""

import time
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from pathlib import Path

from semeai.drawing import save_picture
from semeai.files import write_whole
from semeai.papers.costs import write_cost
from semeai.papers.paper import Bench, Experiment, Figure, Paper, PaperError, Row, Scale, Trial, experiments_of
from semeai.papers.tables import format_table, read_table, table_path
from semeai.papers.trials import Trials
from semeai.parallel.executors import Workers

Say = Callable[[str], None]

CORES = 2  # of the machine that costs are stated for


def results_folder(key: str, scale: Scale) -> Path:
    """The default folder for results. Those of night scale are kept under version control."""
    return Path("results", key) if scale is Scale.NIGHT else Path("runs", key, scale)


def reproduce(
    paper: Paper,
    figures: Iterable[Figure],
    scale: Scale,
    runs: Path,
    results: Path,
    workers: Workers,
    watch: Say = lambda text: None,
    minutes: float | None = None,
    kept: Path | None = None,
    only: str | None = None,
) -> list[Path]:
    """Generate `figures` of `paper`, running only missing trials. `watch` receives progress. Returns the pictures.

    With `only`, no other experiment runs, and the figures whose tables are all in `results` are drawn.

    With `minutes`, no trial starts after that time, except the first of each experiment. The tables then contain the
    finished trials, which are also written to the folder `kept`, so that a later call can continue. Trials in `kept`
    always count. If `kept` is a subfolder of `results`, a file in it is removed once its experiment is complete.

    Raises OSError (also if another process has the trials open), DamagedFile, PaperError if the figures have no
    experiment `only`, and any exception of a trial. Finished trials are not run again.
    """
    figures = tuple(figures)
    names = experiments_of(figures, only)
    results.mkdir(parents=True, exist_ok=True)
    until = None if minutes is None else time.monotonic() + 60 * minutes
    for name in names:
        experiment = paper.experiment(name)
        trials = experiment.trials(scale)
        file = None if kept is None else kept / f"{name}-{scale}.jsonl"
        with Trials(runs / paper.key / scale / name, file) as done:
            finished = run_trials(experiment, trials, done, workers, watch, until)
            if file is not None and len(finished) < len(trials):
                done.export((trial for trial, _ in finished), file)
            seconds = total_seconds(experiment, [trial for trial, _ in finished], done)
        write_whole(table_path(results, name), format_table(experiment, finished))
        write_cost(results, name, scale, len(finished), seconds)
        if file is not None and len(finished) == len(trials) and file.parent.parent.resolve() == results.resolve():
            file.unlink(missing_ok=True)
    return draw_figures(paper, figures if only is None else made_figures(figures, results), results, scale)


def run_trials(
    experiment: Experiment,
    trials: Sequence[Trial],
    done: Trials,
    workers: Workers,
    watch: Say,
    until: float | None = None,
) -> list[tuple[Trial, list[Row]]]:
    """Run the trials that `done` lacks, and keep them there. Returns all finished trials, in order.

    All variants are tried with the first seed, then with the second, so that an unfinished experiment can be drawn. No
    trial except the first starts after the time `until` (`time.monotonic`).
    """
    missing = sorted(
        (trial for trial in trials if _rows(experiment, done, trial) is None), key=lambda trial: trial.seed
    )
    at_once = workers.n_here if experiment.is_serial else 1
    for first in range(0, len(missing), at_once):
        if first > 0 and until is not None and time.monotonic() >= until:
            break
        batch = missing[first : first + at_once]
        progress = f"{experiment.name} {len(trials) - len(missing) + first + 1}/{len(trials)}: {batch[0]}"
        watch(progress)
        if experiment.is_serial:
            places = [(trial, done.folder_of(trial), done.shared) for trial in batch]
            made = list(workers.in_order(partial(_make_alone, experiment), places))
        else:
            bench = Bench(done.folder_of(batch[0]), workers, partial(_say_more, watch, progress), done.shared)
            made = [_make(experiment, batch[0], bench)]
        for trial, (found, seconds) in zip(batch, made, strict=True):
            done.keep(trial, found, seconds)
    return [(trial, rows) for trial in trials if (rows := _rows(experiment, done, trial)) is not None]


def _make(experiment: Experiment, trial: Trial, bench: Bench) -> tuple[list[Row], float]:
    """The rows of a trial, and the seconds that it took."""
    start = time.monotonic()
    rows = experiment.trial(trial.params, trial.seed, bench)
    if not experiment.fits(rows):
        columns = ", ".join(experiment.columns)
        raise ValueError(f"{experiment.name}: {trial}: expected rows with the columns {columns}")
    return rows, round(time.monotonic() - start, 3)


def _make_alone(experiment: Experiment, place: tuple[Trial, Path, Path]) -> tuple[list[Row], float]:
    """The same on one core, in parallel with other trials. `place` is the trial, its folder and the shared one."""
    trial, folder, shared = place
    with Workers(1) as alone:
        return _make(experiment, trial, Bench(folder, alone, _be_silent, shared))


def _be_silent(text: str) -> None:
    pass


def _rows(experiment: Experiment, done: Trials, trial: Trial) -> list[Row] | None:
    """The rows of a finished trial, or None if it must be run."""
    rows = done.rows(trial)
    return rows if rows is not None and experiment.fits(rows) else None


def total_seconds(experiment: Experiment, trials: Iterable[Trial], done: Trials) -> float | None:
    """The seconds that all trials take on two cores, or None if one of them is unknown."""
    seconds = [done.seconds(trial) for trial in trials]
    at_once = CORES if experiment.is_serial else 1
    return None if None in seconds else sum(one for one in seconds if one is not None) / at_once


def _say_more(watch: Say, progress: str, text: str) -> None:
    watch(f"{progress}: {text}")


def draw_figures(paper: Paper, figures: Iterable[Figure], results: Path, scale: Scale = Scale.NIGHT) -> list[Path]:
    """Draw `figures` from the tables in `results`. Returns the pictures.

    Raises DamagedFile, OSError, and, if a table is missing, PaperError with the command that generates it.
    """
    pictures = []
    for figure in figures:
        rows = {name: _read(paper, figure, name, results, scale) for name in figure.experiments}
        pictures.append(results / f"{figure.name}.svg")
        save_picture(partial(figure.draw, rows), pictures[-1])
        if figure.games is not None:
            write_whole(results / f"{figure.name}.sgf", figure.games(rows))
    return pictures


def made_figures(figures: Iterable[Figure], results: Path) -> list[Figure]:
    """The figures whose tables are all in `results`."""
    return [figure for figure in figures if all(table_path(results, name).exists() for name in figure.experiments)]


def _read(paper: Paper, figure: Figure, experiment: str, results: Path, scale: Scale) -> list[Row]:
    path = table_path(results, experiment)
    try:
        return read_table(paper.experiment(experiment), path)
    except FileNotFoundError:
        option = "" if scale is Scale.LAPTOP else f" --scale {scale}"
        command = f"semeai reproduce {paper.key}/{figure.name}{option}"
        raise PaperError(f"{path} does not exist; to create it, run: {command}") from None

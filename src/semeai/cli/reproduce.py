"""`semeai reproduce` and `semeai figures`: experiments and figures of papers."""

import json
import sys
from pathlib import Path
from shutil import copytree, ignore_patterns
from typing import Annotated, Literal

import typer

from semeai.cli.app import RUNS, ExecutorName, Jobs, Quiet, WorkerPatience, app, kept, read_workers, wrong_call
from semeai.cli.completion import complete_papers

Out = Annotated[
    Path | None,
    typer.Option(
        metavar="DIR", help="folder for tables and pictures (default: runs/PAPER/SCALE; results/PAPER for night)"
    ),
]
Paper = Annotated[
    str,
    typer.Argument(
        metavar="PAPER[/FIGURE]",
        help="e.g. richards, or all; see: semeai list papers",
        autocompletion=complete_papers,
    ),
]
JsonPaths = Annotated[bool, typer.Option("--json", help="print one JSON object with the pictures' paths")]


@app.command()
def reproduce(
    target: Paper,
    scale: Annotated[
        Literal["smoke", "laptop", "night", "paper"],
        typer.Option(help="size of the experiments: seconds, minutes, up to two hours, or as in the paper"),
    ] = "laptop",
    only: Annotated[
        str | None,
        typer.Option(metavar="EXPERIMENT", help="run one experiment of the figures, which may consist of several"),
    ] = None,
    out: Out = None,
    minutes: Annotated[
        float | None,
        typer.Option(
            help="start no trial after this many minutes; draw the finished ones, and keep them in results/PAPER/trials"
        ),
    ] = None,
    jobs: Jobs = None,
    executor: ExecutorName = "threads",
    patience: WorkerPatience = 600.0,
    quiet: Quiet = False,
    as_json: JsonPaths = False,
) -> None:
    """Reproduce the figures of a paper: run the missing trials, then draw.

    Stop it at any time. The same command continues.

    \b
    Examples:
      semeai reproduce richards
      semeai reproduce richards/opponent --scale smoke
      semeai reproduce zela --scale night
      semeai reproduce richards/authors --only authors9 --scale night
      semeai reproduce drake/figure8 --scale paper --out results/drake --minutes 60
      semeai reproduce all
    """
    from semeai.papers import parse_targets
    from semeai.papers.costs import foretell
    from semeai.papers.paper import Scale
    from semeai.papers.reproduce import reproduce as run
    from semeai.papers.reproduce import results_folder
    from semeai.papers.tables import table_path
    from semeai.status import StatusLine

    with wrong_call():
        targets = parse_targets(target)
        if out and len(targets) > 1:
            raise ValueError("--out takes the results of one paper; run it paper by paper")
        if only and len(targets) > 1:
            raise ValueError("--only takes an experiment of one paper")
        forecast = foretell(targets, Scale(scale), only)
    pictures = []
    with read_workers(jobs, executor, patience) as workers, StatusLine(quiet or as_json) as status:
        if not (quiet or as_json):
            print(forecast, file=sys.stderr)
        for paper, figures in targets:
            results = out or results_folder(paper.key, Scale(scale))
            with kept(RUNS / paper.key / scale):
                kept_trials = results_folder(paper.key, Scale.NIGHT) / "trials"
                pictures += run(
                    paper, figures, Scale(scale), RUNS, results, workers, status.show_text, minutes, kept_trials, only
                )
    say_pictures(pictures, as_json)
    if only and not (pictures or as_json):
        print(f"wrote {table_path(results, only)}; a figure is drawn once all of its experiments have run")


@app.command()
def figures(
    target: Annotated[
        str | None, typer.Argument(metavar="PAPER[/FIGURE]", help="e.g. richards  (default: all)")
    ] = None,
    out: Annotated[
        Path | None, typer.Option(metavar="DIR", help="folder of the tables (default: results/PAPER)")
    ] = None,
    as_json: JsonPaths = False,
) -> None:
    """Draw the figures of a paper again from the tables of `semeai reproduce`. Figures without tables are skipped.

    \b
    Examples:
      semeai figures
      semeai figures richards/opponent
    """
    from semeai.papers import PAPERS, load_paper, parse_target
    from semeai.papers.paper import Scale
    from semeai.papers.reproduce import draw_figures, made_figures, results_folder
    from semeai.shipped import shipped_results

    pictures = []
    with wrong_call():
        targets = [parse_target(target)] if target else [(p, p.figures) for p in map(load_paper, PAPERS)]
        for paper, its_figures in targets:
            results = out or results_folder(paper.key, Scale.NIGHT)
            if not out and not results.exists():  # draw from the tables that come with semeai
                copytree(shipped_results(paper.key), results, ignore=ignore_patterns("*.svg", "trials"))
            pictures += draw_figures(paper, made_figures(its_figures, results) or its_figures, results)
    say_pictures(pictures, as_json)


def say_pictures(pictures: list[Path], as_json: bool) -> None:
    if as_json:
        print(json.dumps({"pictures": [str(path) for path in pictures]}))
    else:
        for path in pictures:
            print(f"drew {path}")

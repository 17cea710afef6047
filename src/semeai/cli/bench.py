"""`semeai bench`: measure speed."""

import json
from typing import Annotated, Any

import typer

from semeai.cli.app import Json, app, fail, wrong_call


@app.command()
def bench(
    name: Annotated[
        str,
        typer.Argument(
            metavar="NAME",
            help="playouts, arena, lab, influence, search, strategies, sane, agents, cluster, shape, readers or start",
        ),
    ] = "playouts",
    as_json: Json = False,
) -> None:
    """Measure speed on this machine, as ratios within one run.

    \b
    Examples:
      semeai bench playouts
      semeai bench arena --json
    """
    from semeai.bench import BENCHMARKS, run_benchmark
    from semeai.lab.record import machine
    from semeai.parallel.workers import WorkerLost

    if name not in BENCHMARKS:
        fail(f"no benchmark called {name!r}; there are {', '.join(BENCHMARKS)}", 2)
    with wrong_call():  # such as one that needs a missing package
        try:
            figures = run_benchmark(name, quiet=as_json)
        except WorkerLost as error:
            fail(str(error), 1)
    report: dict[str, Any] = {"bench": name, "figures": figures, "machine": machine()}
    if as_json:
        print(json.dumps(report))

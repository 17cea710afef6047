"""How fast it is: bench."""

import json
from typing import Annotated, Any

import typer

from semeai.cli.app import Json, app, fail


@app.command()
def bench(
    name: Annotated[
        str, typer.Argument(metavar="NAME", help="playouts, arena, lab, influence, search, strategies, sane or agents")
    ] = "playouts",
    as_json: Json = False,
) -> None:
    """Measure speed here and now, as ratios inside one run.

    \b
    Examples:
      semeai bench playouts
      semeai bench arena --json
    """
    from semeai.bench import BENCHMARKS
    from semeai.lab.record import machine

    if name not in BENCHMARKS:
        fail(f"no benchmark called {name!r}; there are {', '.join(BENCHMARKS)}", 2)
    report: dict[str, Any] = {"bench": name, "figures": BENCHMARKS[name](quiet=as_json), "machine": machine()}
    if as_json:
        print(json.dumps(report))

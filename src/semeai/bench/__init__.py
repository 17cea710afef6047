"""Benchmarks: every figure is measured here and now, comparisons as ratios inside one run.

Each is a module with a function `bench`, which prints a report as it goes and returns its figures by name.
"""

from importlib import import_module

from rich.console import Console

BENCHMARKS = (
    "playouts",
    "arena",
    "lab",
    "influence",
    "search",
    "strategies",
    "sane",
    "agents",
    "cluster",
    "shape",
    "readers",
    "start",
)


def run_benchmark(name: str, quiet: bool = False) -> dict[str, float]:
    """Measure. Returns the figures by name. Raises ValueError where something is missing that it needs."""
    figures: dict[str, float] = import_module(f"semeai.bench.{name}").bench(
        Console(quiet=quiet, highlight=False, soft_wrap=True)
    )
    return figures

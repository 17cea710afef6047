"""Benchmarks: every figure is measured on this machine, and comparisons are ratios within one run.

Each is a module with a function `bench`, which prints a report and returns its figures by name.
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
    """Run a benchmark. Returns the figures by name. Raises ValueError if a requirement is missing."""
    figures: dict[str, float] = import_module(f"semeai.bench.{name}").bench(
        Console(quiet=quiet, highlight=False, soft_wrap=True)
    )
    return figures

"""Benchmarks: every figure is measured here and now, comparisons as ratios inside one run."""

import os
import platform
from collections.abc import Callable
from pathlib import Path

from semeai.bench.arena import bench_arena
from semeai.bench.playouts import bench_playouts

BENCHMARKS: dict[str, Callable[..., dict[str, float]]] = {
    "playouts": bench_playouts,
    "arena": bench_arena,
}


def machine() -> dict[str, str | int]:
    """What the figures were measured on."""
    import numba
    import numpy as np

    cpu = platform.processor()
    info = Path("/proc/cpuinfo")
    if info.exists():
        models = [line.partition(":")[2].strip() for line in info.read_text().splitlines() if "model name" in line]
        cpu = models[0] if models else cpu
    return {
        "cpu": cpu,
        "cores": os.cpu_count() or 1,
        "system": platform.platform(),
        "python": platform.python_version(),
        "numpy": np.__version__,
        "numba": numba.__version__,
    }

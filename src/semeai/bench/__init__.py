"""Benchmarks: every figure is measured here and now, comparisons as ratios inside one run."""

from collections.abc import Callable

from semeai.bench.agents import bench_agents
from semeai.bench.arena import bench_arena
from semeai.bench.cluster import bench_cluster
from semeai.bench.influence import bench_influence
from semeai.bench.lab import bench_lab
from semeai.bench.playouts import bench_playouts
from semeai.bench.readers import bench_readers
from semeai.bench.sane import bench_sane
from semeai.bench.search import bench_search
from semeai.bench.shape import bench_shape
from semeai.bench.strategies import bench_strategies

BENCHMARKS: dict[str, Callable[..., dict[str, float]]] = {
    "playouts": bench_playouts,
    "arena": bench_arena,
    "lab": bench_lab,
    "influence": bench_influence,
    "search": bench_search,
    "strategies": bench_strategies,
    "sane": bench_sane,
    "agents": bench_agents,
    "shape": bench_shape,
    "cluster": bench_cluster,
    "readers": bench_readers,
}

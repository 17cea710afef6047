"""`semeai bench cluster`: generations with Dask compared with threads, the traffic, and a model of larger clusters."""

import statistics
import time
from collections.abc import Mapping

import numpy as np
from rich.console import Console

from semeai.arena.warming import warm
from semeai.bench.cluster_model import Costs, Generation, Measurement, bill, fit, seconds, simulate
from semeai.bench.cluster_work import Epoch, Pair, Sane, Traffic, Work, crowd, describe, enlarge, time_there
from semeai.parallel.executors import Executor, Workers
from semeai.rng import generator

WORKERS = 2
ROUNDS, GENERATIONS = 7, 3  # rounds of threads and Dask in turn; generations per round, about a second
CALLS = 5  # repetitions for the median
ALONE = {"sane": 4, "coevolution": 2, "islands": 4}  # generations for the median
LOADS = ((1, 100), (8, 100), (64, 100), (200, 100), (8, 100_000), (64, 100_000), (2, 500_000), (32, 500_000))
"""calls from which the costs are fitted: tasks, and the bytes of each"""
SIZES = (1, 2, 4, 8, 16, 64, 256, 1024, 10_000)
"""numbers of workers in the predictions"""
SIMULATED = 10_000
"""simulated tasks for each of them; small numbers of tasks are simulated often"""


def bench(console: Console) -> dict[str, float]:
    """Run the benchmark. Raises ValueError if Dask is missing."""
    works: dict[str, Work] = {"sane": Sane(), "coevolution": Pair(), "islands": Epoch(WORKERS)}
    with Workers(1, Executor.DASK, warm=warm) as one:
        known = {name: describe(work, time_there(work, one, ALONE[name])) for name, work in works.items()}
    with Workers(WORKERS, Executor.DASK, warm=warm) as dask:
        with Workers(WORKERS) as threads:
            figures = _over_threads(console, threads, dask)
        costs = _costs(console, dask)
        traffic = {name: time_there(work, dask, ALONE[name]) for name, work in works.items()}
        _say_what_travels(console, known, traffic)
        crowding = traffic["sane"].work / known["sane"].work
        console.print(f"a game takes {crowding:.2f} times as long if {WORKERS} workers share this machine (SANE)")
        others: dict[str, tuple[Work, Generation]] = {
            "sane, 5 games per network": (Sane(5), enlarge(known["sane"], 0.5, parts=False)),
            "sane, 20 games per network": (Sane(20), enlarge(known["sane"], 2, parts=False)),
            "twice the islands": (Epoch(2 * WORKERS), enlarge(known["islands"], 2, parts=True)),
        }
        measured = {name: traffic[name].seconds for name in ("coevolution", "islands")}
        measured |= {name: time_there(work, dask, ALONE["sane"]).seconds for name, (work, _) in others.items()}
    foretold = {name: known[name] for name in ("coevolution", "islands")}
    foretold |= {name: generation for name, (_, generation) in others.items()}
    tried = {name: (measured[name], seconds(crowd(foretold[name], crowding), WORKERS, costs)) for name in measured}
    figures |= {
        "bytes_sent_a_generation": traffic["sane"].sent,
        "bytes_received_a_generation": traffic["sane"].received,
        "seconds_a_call": costs.call,
        "seconds_a_task": costs.task,
        "seconds_a_megabyte": costs.byte * 1e6,
        "crowding": crowding,
        "model_error": _error(console, tried),
        "simulation_difference": _foretell(console, known, costs),
    }
    return figures


# -- beside threads ----------------------------------------------------------------------------------------------------


def _over_threads(console: Console, threads: Workers, dask: Workers) -> dict[str, float]:
    """Run the same generations of SANE on threads and with Dask in turn."""
    work = Sane()
    taken: dict[str, list[float]] = {"threads": [], "dask": []}
    for number in range(ROUNDS + 1):
        fitness = {}
        turn = [("threads", threads), ("dask", dask)]
        for name, workers in turn if number % 2 else reversed(turn):
            work.begin()
            start = time.perf_counter()
            fitness[name] = [work.breed(workers) for _ in range(GENERATIONS)]
            taken[name].append(time.perf_counter() - start)
        assert np.array_equal(fitness["threads"], fitness["dask"])  # it was the same work
    games = GENERATIONS * work.games
    ratios = [a / b for a, b in zip(taken["threads"][1:], taken["dask"][1:], strict=True)]  # the first ones warm up
    speeds = {name: games / statistics.median(values[1:]) for name, values in taken.items()}
    ratio = statistics.median(ratios)
    console.print(
        f"{speeds['dask']:,.0f} games per second with Dask on {WORKERS} workers of this machine, "
        f"{speeds['threads']:,.0f} on as many threads: {ratio:.2f} times, {min(ratios):.2f} to {max(ratios):.2f} in "
        f"{ROUNDS} rounds of {games:,} games (SANE on 9x9)"
    )
    return {
        "dask_over_threads": ratio,
        "games_per_s_dask": speeds["dask"],
        "games_per_s_threads": speeds["threads"],
    }


# -- the model ---------------------------------------------------------------------------------------------------------


def _echo(load: bytes) -> bytes:
    return load


def _costs(console: Console, dask: Workers) -> Costs:
    """The costs of calls whose tasks only return their argument."""
    cluster = dask.cluster
    assert cluster is not None
    measurements = []
    for n_tasks, size in LOADS:
        loads = [generator(1, task).bytes(size) for task in range(n_tasks)]
        taken = []
        for _ in range(CALLS):
            before = cluster.bytes_sent + cluster.bytes_received
            start = time.perf_counter()
            list(dask.in_order(_echo, loads))
            taken.append(time.perf_counter() - start)
        n_bytes = cluster.bytes_sent + cluster.bytes_received - before
        measurements.append(Measurement(n_tasks, n_bytes, statistics.median(taken)))
    costs = fit(measurements)
    console.print(
        f"fit to {len(LOADS)} loads: {1e3 * costs.call:.1f} ms per call, {1e3 * costs.task:.2f} ms per task, "
        f"{1e9 * costs.byte:.1f} ms per megabyte, home and scheduler in one process"
    )
    return costs


def _say_what_travels(console: Console, known: Mapping[str, Generation], traffic: Mapping[str, Traffic]) -> None:
    for name, each in known.items():
        console.print(
            f"  {name:12}{each.games:8,} games of {1e3 * each.seconds_a_game:.3f} ms in {each.n_tasks(WORKERS)} tasks, "
            f"{1e3 * each.home:.0f} ms at home; {traffic[name].sent / 1e3:,.0f} kB sent, "
            f"{traffic[name].received / 1e3:,.0f} kB received"
        )


def _error(console: Console, tried: Mapping[str, tuple[float, float]]) -> float:
    """The mean relative error of the model on measurements that it was not fitted to."""
    errors = {name: abs(foretold / measured - 1) for name, (measured, foretold) in tried.items()}
    for name, (measured, foretold) in tried.items():
        console.print(f"  {name:28}{measured:.3f} s, predicted {foretold:.3f} s: {errors[name]:.0%} off")
    error = statistics.fmean(errors.values())
    console.print(
        f"mean error of the model with {WORKERS} workers, on measurements that it was not fitted to: {error:.0%}"
    )
    return error


def _foretell(console: Console, known: Mapping[str, Generation], costs: Costs) -> float:
    """Print the predictions for larger clusters. Returns the largest relative difference between formula and
    simulation."""
    largest = 0.0
    for name, each in known.items():
        console.print(f"{name}: a generation" if each.is_cut else f"{name}: an epoch with one island per worker")
        console.print("  workers   tasks  seconds  simulated  speedup  efficiency        MB  mostly")
        for workers in SIZES:
            generation = _sized(each, workers)
            n = generation.n_tasks(workers)
            found = bill(generation, workers, costs)
            simulated = statistics.fmean(
                simulate(generation, workers, costs, generator(1, seed)).seconds
                for seed in range(min(200, max(3, SIMULATED // n)))
            )
            largest = max(largest, abs(found.seconds / simulated - 1))
            efficiency = _efficiency(each, workers, costs)
            megabytes = (generation.bytes_sent(n) + generation.received) / 1e6
            mostly = max(("home", "way", "work"), key=lambda part: float(getattr(found, part)))
            if mostly == "work" and generation.is_cut and n < workers:
                mostly = "work, in too few tasks"
            console.print(
                f"  {workers:7,} {n:7,} {found.seconds:8.3f} {simulated:10.3f} "
                f"{efficiency * workers:8.1f} {efficiency:11.0%} {megabytes:9,.1f}  {mostly}"
            )
        enough = max(n for n in range(1, max(SIZES) + 1) if _efficiency(each, n, costs) >= 0.5)
        console.print(f"  the efficiency is at least 50% with up to {enough:,} workers")
    console.print(f"formula and simulation differ by {largest:.0%} at most")
    return largest


def _efficiency(generation: Generation, workers: int, costs: Costs) -> float:
    """The speedup over one worker, as a share of the number of workers."""
    one, all_ = _sized(generation, 1), _sized(generation, workers)
    return all_.games / one.games * seconds(one, 1, costs) / seconds(all_, workers, costs) / workers


def _sized(generation: Generation, workers: int) -> Generation:
    """The generation for `workers` workers; islands grow with the number of workers."""
    return generation if generation.is_cut else enlarge(generation, workers / generation.parts, parts=True)

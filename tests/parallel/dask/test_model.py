"""The cost model of a generation on a cluster: the formula, its simulation, and how costs are fitted."""

import math
import re
import sys
from dataclasses import replace
from itertools import product
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.console import Console

from semeai.bench.cluster import SIZES, _foretell
from semeai.bench.cluster_model import Costs, Generation, Measurement, bill, fit, makespan, seconds, simulate
from semeai.bench.cluster_work import INDIVIDUALS, Epoch, Pair, Sane, enlarge, pack
from semeai.evolve.trees_kernel import TREE
from semeai.parallel.executors import Workers
from tests.commands import call

FREE = Costs(call=0.0, task=0.0, byte=0.0)
DEAR = Costs(call=0.01, task=0.002, byte=1e-8)
SANE = Generation(
    games=2000,
    seconds_a_game=4e-4,
    parts=200,
    sent=((4, 3e6), (32, 9e6)),
    received=2e4,
    home=0.02,
    variation=0.3,
)


def islands(n: int, work: float = 0.2, **changes: Any) -> Generation:
    """Whose epochs take a worker so many seconds each."""
    given: dict[str, Any] = {"sent": ((1, 0.0),), "received": 0.0, "home": 0.0} | changes
    return Generation(games=n * 4096, seconds_a_game=work / 4096, parts=n, is_cut=False, **given)


generations = st.builds(
    Generation,
    games=st.integers(1, 100_000),
    seconds_a_game=st.floats(1e-6, 0.1),
    parts=st.integers(1, 10_000),
    sent=st.floats(0, 1e9).map(lambda size: ((1, size),)),
    received=st.floats(0, 1e9),
    home=st.floats(0, 1),
    variation=st.just(0.0),
    is_cut=st.booleans(),
)
costs = st.builds(Costs, call=st.floats(0, 0.1), task=st.floats(0, 0.01), byte=st.floats(0, 1e-6))


@pytest.mark.parametrize("n_games", [1, 19, 20, 500, 2000, 90_000])
@pytest.mark.parametrize("n_workers", [1, 2, 7, 10_000])
@pytest.mark.parametrize("pace", [1e-5, 4e-4, 0.003, 1.0])
def test_tasks_are_cut_as_they_are(n_games: int, n_workers: int, pace: float) -> None:
    """The model and `Workers` say the same."""
    with Workers() as workers:
        cluster: Any = SimpleNamespace(n=n_workers, seconds=0.0, close=lambda: None)
        workers._cluster, workers._is_inline = cluster, False
        cluster.seconds = pace * 1000
        workers.measure(1000)
        generation = Generation(n_games, workers._pace, 10**6, ((1, 0.0),), 0, 0)
        assert generation.n_tasks(n_workers) == workers.n_tasks(n_games)


def test_what_is_sent_grows_with_the_tasks() -> None:
    assert [SANE.bytes_sent(n) for n in (1, 4, 18, 32, 100)] == [3e6, 3e6, 6e6, 9e6, 9e6]


# -- the formula -------------------------------------------------------------------------------------------------------


@given(generations)
def test_one_worker_does_it_all(generation: Generation) -> None:
    assert seconds(generation, 1, FREE) == pytest.approx(generation.home + generation.work)


@given(generations, costs)
def test_with_workers_without_end_all_tasks_are_done_at_once(generation: Generation, costs: Costs) -> None:
    n = generation.n_tasks(10**9)
    found = bill(generation, 10**9, costs)
    assert found.work == pytest.approx(generation.work / n)
    handling = n * costs.task + costs.byte * (generation.bytes_sent(n) + generation.received)
    assert found.way >= costs.call + 0.999 * (handling - found.work)
    assert found.way <= costs.call + 2.001 * handling


@given(generations, st.floats(0, 1), costs, st.integers(1, 10_000))
def test_nobody_is_faster_than_the_work_and_the_way(
    generation: Generation, variation: float, costs: Costs, workers: int
) -> None:
    generation = replace(generation, variation=variation)
    found = seconds(generation, workers, costs)
    n = generation.n_tasks(workers)
    handling = n * costs.task + costs.byte * (generation.bytes_sent(n) + generation.received)
    slack = 1 - 1e-9
    assert found >= slack * (generation.home + costs.call + generation.work / workers)
    assert found >= slack * (generation.home + costs.call + handling)


@given(generations, st.integers(1, 1000), st.integers(1, 1000))
def test_more_workers_are_never_slower_but_for_the_way(generation: Generation, workers: int, more: int) -> None:
    before, after = bill(generation, workers, FREE), bill(generation, workers + more, FREE)
    assert after.work <= before.work * (1 + 1e-9)
    assert before.way == pytest.approx(0.0, abs=1e-9)


def test_tasks_of_nothing_cost_what_the_fit_takes_them_to_cost() -> None:
    """The formula is linear there, whatever the workers."""
    for n, workers in product((1, 8, 500), (1, 2, 64)):
        found = seconds(islands(n, 0.0, sent=((1, n * 1e5),), received=n * 1e4), workers, DEAR)
        assert found == pytest.approx(DEAR.call + n * DEAR.task + 1.1e5 * n * DEAR.byte)


@pytest.mark.parametrize(("variation", "error"), [(0.0, 1e-9), (0.1, 0.03), (0.3, 0.15)])
@pytest.mark.parametrize(("n", "workers"), [(1, 4), (4, 4), (8, 2), (14, 5), (14, 13), (100, 25), (1000, 10)])
def test_makespan_beside_many_trials(n: int, workers: int, variation: float, error: float) -> None:
    """The slow, obvious way: whoever is free first takes the next task."""
    rng = np.random.default_rng(1)
    found = []
    for _ in range(200):
        ends = np.zeros(workers)
        for length in rng.gamma(variation**-2, variation**2, n) if variation else np.ones(n):
            ends[ends.argmin()] += length
        found.append(ends.max())
    assert makespan(n, workers, 1.0, variation) == pytest.approx(np.mean(found), rel=error)


# -- the simulation ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("workers", [1, 3, 14, 300, 10_000])
@pytest.mark.parametrize("generation", [SANE, islands(300, variation=0.2, sent=((1, 3e7),), received=3e7)])
def test_every_task_is_done_once_and_by_one(generation: Generation, workers: int) -> None:
    course = simulate(generation, workers, DEAR, np.random.default_rng(1))
    n = generation.n_tasks(workers)
    assert len(course.worker) == n
    assert (course.worker >= 0).all()
    assert (course.worker < workers).all()
    assert (course.begin > 0).all()
    assert (course.received > course.end).all()
    for worker in set(course.worker.tolist()):
        its = np.flatnonzero(course.worker == worker)
        its = its[course.begin[its].argsort()]
        assert (course.begin[its][1:] >= course.end[its][:-1]).all()
    assert course.seconds == pytest.approx(generation.home + DEAR.call + course.received.max())
    assert course.end.max() < course.seconds
    gaps = np.diff(np.sort(course.received))  # answers are received one after the other
    assert (gaps >= DEAR.task / 2).all()


@given(generations, st.integers(1, 300))
def test_equal_tasks_that_travel_for_nothing_take_what_the_formula_says(generation: Generation, workers: int) -> None:
    course = simulate(generation, workers, FREE, np.random.default_rng(1))
    assert course.seconds == pytest.approx(seconds(generation, workers, FREE))


def test_nobody_waits_while_there_is_work() -> None:
    """Where 2 workers share 3 tasks that are sent in no time, one of them does two."""
    course = simulate(islands(3), 2, FREE, np.random.default_rng(1))
    assert sorted(course.worker.tolist()) in ([0, 0, 1], [0, 1, 1])
    assert course.seconds == pytest.approx(0.4)


@pytest.mark.parametrize("workers", [1, 2, 4, 8, 16, 64, 256, 1024, 10_000])
@pytest.mark.parametrize("kind", ["sane", "islands"])
def test_the_formula_is_near_the_simulation(kind: str, workers: int) -> None:
    load = workers * 5e5
    generation = SANE if kind == "sane" else islands(workers, variation=0.1, sent=((1, load),), received=load)
    found = [simulate(generation, workers, DEAR, np.random.default_rng(seed)).seconds for seed in range(10)]
    assert seconds(generation, workers, DEAR) == pytest.approx(np.mean(found), rel=0.1)


def test_the_table_of_larger_clusters(capsys: pytest.CaptureFixture[str]) -> None:
    """Of islands there are as many as workers; a generation stays the same."""
    isles = islands(2, variation=0.1, sent=((2, 1e6),), received=1e6)
    largest = _foretell(Console(width=120), {"sane": SANE, "islands": isles}, DEAR)
    assert 0 < largest < 0.1
    rows = [line.split() for line in capsys.readouterr().out.splitlines() if re.match(r" +[\d,]+ +[\d,]+ ", line)]
    tasks = [(row[0], row[1]) for row in rows if row[0] in ("1", "64", "10,000")]
    assert tasks == [("1", "2"), ("64", "16"), ("10,000", "16"), ("1", "1"), ("64", "64"), ("10,000", "10,000")]
    speedups = [float(row[4]) for row in rows]
    assert speedups[0] == speedups[len(SIZES)] == 1.0
    assert all(speedup <= int(row[0].replace(",", "")) for speedup, row in zip(speedups, rows, strict=True))


# -- what is measured --------------------------------------------------------------------------------------------------


def test_bytes_of_tasks() -> None:
    """Networks share neurons, which each task has to bring along; a side of coevolution meets the same opponents, who
    are sent once; an island has a state of its own."""
    numbers, sizes = zip(*pack(Sane()), strict=True)
    assert numbers == (1, 4, 8, 16, 32, 64, 128, 200)
    assert 2 * sizes[0] < sizes[3] < sizes[-1] < 200 * sizes[0]
    numbers, sizes = zip(*pack(Pair()), strict=True)
    assert numbers == (1, 4, 8, 16, 32, 40)
    assert sizes[0] < sizes[-1] < 2 * sizes[0]  # the guests are whole networks, each in one task
    ((number, size),) = pack(Epoch(2))
    assert number == 2
    assert 2 * 2 * INDIVIDUALS * TREE.itemsize < size < 1.2 * 2 * 2 * INDIVIDUALS * TREE.itemsize


def test_a_generation_and_one_of_more_islands() -> None:
    one = islands(2, sent=((2, 1e6),), received=5e5, home=0.01)
    assert enlarge(one, 0.5, parts=False) == replace(one, games=one.games // 2)
    assert enlarge(one, 3, parts=True) == replace(
        islands(6, sent=((6, 3e6),), received=1.5e6, home=0.03), seconds_a_game=one.seconds_a_game
    )


def test_bench_without_dask(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "semeai.parallel.dask.tasks", None)
    run = call("bench", "cluster")
    assert run.returncode == 2
    assert run.stderr.startswith("semeai: clusters need Dask, but")
    assert run.stderr.count("\n") == 1


# -- the costs ---------------------------------------------------------------------------------------------------------


def test_fit_recovers_what_measurements_were_made_of() -> None:
    rng = np.random.default_rng(1)
    true = Costs(call=0.004, task=0.0015, byte=3e-9)
    measurements = [
        Measurement(n, n * load, (true.call + n * true.task + n * load * true.byte) * rng.normal(1.0, 0.02))
        for n, load in product((1, 8, 32, 128), (1e3, 1e5, 1e6))
    ]
    found = fit(measurements)
    for name in ("call", "task", "byte"):
        assert getattr(found, name) == pytest.approx(getattr(true, name), rel=0.1)


def test_fit_finds_nothing_below_zero() -> None:
    """Bytes that seem to save time are free."""
    found = fit([Measurement(n, load, 0.01 * n - 1e-9 * load) for n, load in product((1, 10), (0.0, 1e5))])
    assert found.byte == 0.0
    assert found.task == pytest.approx(0.01, rel=0.05)
    assert math.isfinite(found.call)

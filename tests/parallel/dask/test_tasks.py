"""Answers come in order and from nobody else, whatever happens to the workers of a cluster."""

import os
import signal
import subprocess
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

from semeai.parallel.dask import tasks
from semeai.parallel.dask.link import ClusterError
from semeai.parallel.executors import Workers
from semeai.parallel.workers import WorkerLost
from tests.parallel.dask.support import Hosts, die_once, hosts
from tests.processes import wait_until


@pytest.fixture(scope="module")
def cluster() -> Iterator[Hosts]:
    with hosts(2) as found:
        yield found


def square(x: int) -> int:
    return x * x


def later(argument: tuple[int, float]) -> int:
    number, seconds = argument
    time.sleep(seconds)
    return number


def process(_: int) -> int:
    time.sleep(0.05)  # so that no worker can do it all
    return os.getpid()


def reciprocal(x: int) -> float:
    return 1 / x


def with_load(load: bytes, x: int) -> int:
    return len(load) + x


def die_at_two(folder: Path, number: int) -> int:
    if number == 2:
        die_once(folder / "marker")
    return number


def die_always(folder: Path, number: int) -> int:
    if number == 2:
        os.kill(os.getpid(), signal.SIGKILL)
    return number


def stop_at_two(folder: Path, number: int) -> int:
    """Stay where it is, once: the process is there, and says nothing."""
    if number == 2 and not (folder / "pid").exists():
        (folder / "pid").write_text(str(os.getpid()))
        os.kill(os.getpid(), signal.SIGSTOP)
    time.sleep(0.05)
    return number


LONG = [(i, 0.3) for i in range(12)]
"""so much that Dask has idle workers take some of it"""


def test_answers_in_order(cluster: Hosts) -> None:
    arguments = [(i, 0.02 * ((i * 7) % 3)) for i in range(15)]
    with Workers(1, cluster.executor) as workers:
        assert workers.n == 2
        assert list(workers.in_order(later, arguments)) == list(range(15))
        assert list(workers.in_order(later, [])) == []
        one, two = workers.in_order(square, range(30)), workers.in_order(later, [(i, 0.0) for i in range(30)])
        assert [(a, b) for a, b in zip(one, two, strict=True)] == [(i * i, i) for i in range(30)]
        assert len(set(workers.in_order(process, range(12)))) == 2


def test_an_error_is_an_answer(cluster: Hosts) -> None:
    with Workers(1, cluster.executor) as workers:
        with pytest.raises(ZeroDivisionError):
            list(workers.in_order(reciprocal, [2, 1, 0, 1]))
        assert list(workers.in_order(square, [3])) == [9]


def test_whoever_stops_listening_stops_the_work(cluster: Hosts) -> None:
    given = []

    def arguments() -> Iterator[tuple[int, float]]:
        for i in range(1000):
            given.append(i)
            yield i, 0.05

    with Workers(1, cluster.executor) as workers:
        answers = workers.in_order(later, arguments())
        assert next(answers) == 0
        answers.close()
        assert list(workers.in_order(square, range(5))) == [0, 1, 4, 9, 16]
    assert len(given) <= 1 + tasks.AHEAD * 2


def test_what_tasks_have_in_common_is_sent_once(cluster: Hosts) -> None:
    load = os.urandom(1 << 20)
    with Workers(1, cluster.executor) as workers:
        assert workers.cluster is not None
        sent = []
        for _ in range(2):
            assert list(workers.in_order(partial(with_load, load), range(30))) == [len(load) + i for i in range(30)]
            sent.append(workers.cluster.bytes_sent)
    assert len(load) < sent[0] < 1.01 * len(load)
    assert sent[1] - sent[0] < 0.01 * len(load)


def test_tasks_grow_until_they_are_worth_their_way(cluster: Hosts) -> None:
    with Workers(1, cluster.executor) as workers:
        assert workers.n_tasks(10) == 1
        assert workers.n_tasks(60) == 3  # of at least 20 games
        assert workers.n_tasks(10_000) == 2 * 2  # two a core
        list(workers.in_order(later, [(1, 0.5)]))
        workers.measure(500)  # a millisecond a game
        assert 40 <= workers.least_games <= 50  # in 50 ms
        assert workers.n_tasks(100) == 2


def test_a_worker_that_dies_is_replaced_by_the_others(tmp_path: Path) -> None:
    with hosts(2) as cluster, Workers(1, cluster.executor) as workers:
        assert list(workers.in_order(partial(die_at_two, tmp_path), range(12))) == list(range(12))
        assert workers.n == 1
        cluster.add()
        assert workers.n == 2  # who comes is welcome
        assert len(set(workers.in_order(process, range(12)))) == 2


def test_a_task_that_no_worker_survives(tmp_path: Path) -> None:
    with hosts(5) as cluster, Workers(1, cluster.executor) as workers:
        answers = workers.in_order(partial(die_always, tmp_path), range(8))
        assert [next(answers), next(answers)] == [0, 1]
        with pytest.raises(WorkerLost, match=r"^task 3 has lost several workers and is given up$"):
            next(answers)


def test_a_worker_that_hangs_is_not_waited_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tasks, "LATE", 1.0)
    with hosts(2) as cluster, Workers(1, cluster.executor) as workers:
        assert workers.cluster is not None
        list(workers.in_order(process, range(8)))
        assert list(workers.in_order(partial(stop_at_two, tmp_path), range(12))) == list(range(12))
        n_repeated = workers.cluster.n_repeated
        assert n_repeated > 0
        monkeypatch.setattr(tasks, "LATE", 20.0)
        assert list(workers.in_order(later, LONG)) == list(range(12))  # it is not asked again, though it seems idle,
        assert workers.cluster.n_repeated == n_repeated
        os.kill(int((tmp_path / "pid").read_text()), signal.SIGCONT)  # and when it comes back, its answers are late
        assert list(workers.in_order(square, range(8))) == [i * i for i in range(8)]


def test_the_last_worker_that_was_trusted_dies(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tasks, "LATE", 1.0)
    with hosts(2) as cluster, Workers(1, cluster.executor) as workers:
        list(workers.in_order(partial(stop_at_two, tmp_path), range(12)))
        hung = int((tmp_path / "pid").read_text())
        answers = workers.in_order(later, LONG)
        assert next(answers) == 0
        next(worker for worker in cluster.workers if worker.pid != hung).kill()
        os.kill(hung, signal.SIGCONT)
        assert list(answers) == list(range(1, 12))


def test_without_its_scheduler_a_cluster_is_no_more() -> None:
    with hosts(1) as cluster, Workers(1, cluster.executor) as workers:
        answers = workers.in_order(later, [(i, 0.1) for i in range(1000)])
        assert next(answers) == 0
        cluster.scheduler.kill()
        with pytest.raises(ClusterError, match=r"gone.*Run the same command to continue, on this or another cluster"):
            list(answers)


def test_nothing_is_left_of_a_cluster_that_was_made_here() -> None:
    with Workers(2, "dask") as workers:
        pids = set(workers.in_order(process, range(12)))
        assert len(pids) == 2
        assert os.getpid() not in pids
    wait_until(lambda: not any(_is_running(pid) for pid in pids))


def _is_running(pid: int) -> bool:
    return subprocess.run(["ps", "-p", str(pid)], stdout=subprocess.DEVNULL, check=False).returncode == 0


@pytest.mark.filterwarnings("error::pytest.PytestUnraisableExceptionWarning")
def test_a_ctrl_c_while_something_is_deleted(cluster: Hosts) -> None:
    """Python would print it and forget it."""

    class Fading:
        def __del__(self) -> None:
            signal.raise_signal(signal.SIGINT)

    def numbers() -> Iterator[int]:
        yield from range(20)
        Fading()
        yield from range(20)

    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        with Workers(1, cluster.executor) as workers, pytest.raises(KeyboardInterrupt):
            list(workers.in_order(square, numbers()))
    finally:
        signal.signal(signal.SIGINT, before)

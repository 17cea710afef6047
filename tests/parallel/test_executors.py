"""Answers come in order and from nobody else, whatever happens to the workers, and nothing is left of them."""

import os
import select
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from concurrent import futures
from pathlib import Path
from typing import Any

import pytest

from semeai.parallel.executors import AHEAD, Executor, Workers, in_order
from semeai.parallel.workers import WorkerLost
from tests.processes import PATIENCE, Mark, wait_until

THREADS, PROCESSES = Executor.THREADS, Executor.PROCESSES

ALL_KINDS = pytest.mark.parametrize(
    ("n", "executor"), [(1, THREADS), (3, THREADS), (1, PROCESSES), (2, PROCESSES)], ids=str
)
MANY = pytest.mark.parametrize(("n", "executor"), [(2, THREADS), (2, PROCESSES)], ids=str)


def is_gone(pid: int) -> bool:
    """Whether there is no such process, not even one that has ended and was not asked how."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return True
    return False


# -- tasks -------------------------------------------------------------------------------------------------------------


def later(argument: tuple[int, float]) -> int:
    number, seconds = argument
    time.sleep(seconds)
    return number


def square(x: int) -> int:
    return x * x


def process(_: int) -> int:
    time.sleep(0.05)  # so that no worker can do it all
    return os.getpid()


def turned(data: bytes) -> bytes:
    return data[::-1]


def reciprocal(x: int) -> float:
    return 1 / x


def stay_but_for_the_first(argument: tuple[int, Path]) -> int:
    """Say in the folder who stays."""
    number, folder = argument
    if number > 0:
        (folder / f"{os.getpid()}").touch()
        time.sleep(1000)
    return number


def stayers(folder: Path) -> set[int]:
    return {int(path.name) for path in folder.iterdir() if path.name.isdigit()}


def suffer(trouble: str) -> None:
    """What can become of a process."""
    if trouble == "hangs":
        time.sleep(1000)
    elif trouble.startswith("SIG"):
        os.kill(os.getpid(), signal.Signals[trouble])
    else:
        os._exit(int(trouble))


def suffer_once(argument: tuple[int, Path, str]) -> int:
    number, marker, trouble = argument
    if number == 2 and not marker.exists():
        marker.touch()
        suffer(trouble)
    return number


def suffer_always(argument: tuple[Path, str]) -> str:
    record, trouble = argument
    with record.open("a") as file:
        file.write(".")
    if trouble:
        suffer(trouble)
    return "well"


# -- order, and who is listened to -------------------------------------------------------------------------------------


@ALL_KINDS
def test_answers_in_order(n: int, executor: Executor) -> None:
    arguments = [(i, 0.1 if i % 4 == 0 else 0.0) for i in range(15)]
    assert list(in_order(later, arguments, n, executor)) == list(range(15))
    assert list(in_order(later, [], n, executor)) == []


@ALL_KINDS
def test_call_after_call(n: int, executor: Executor) -> None:
    with Workers(n, executor) as workers:
        for k in range(3):
            assert list(workers.in_order(square, range(k, k + 10))) == [x * x for x in range(k, k + 10)]


def test_processes_live_on() -> None:
    with Workers(2, PROCESSES) as workers:
        calls = [set(workers.in_order(process, range(12))) for _ in range(3)]
    assert calls[0] == calls[1] == calls[2]
    assert len(calls[0]) == 2
    assert os.getpid() not in calls[0]


@MANY
def test_few_tasks_are_begun_ahead(n: int, executor: Executor) -> None:
    taken = []

    def arguments() -> Iterator[int]:
        for x in range(1000):
            taken.append(x)
            yield x

    with Workers(n, executor) as workers:
        answers = workers.in_order(square, arguments())
        assert taken == []
        for k in range(5):
            assert next(answers) == k * k
            assert len(taken) == AHEAD * n + 1 + k


def test_threads_drop_what_nobody_listens_to() -> None:
    begun = []
    ended = []
    gate = threading.Event()

    def task(x: int) -> int:
        begun.append(x)
        if x > 0:
            gate.wait()
        ended.append(x)
        return x

    with Workers(2) as workers:
        answers = workers.in_order(task, range(100))
        assert next(answers) == 0
        wait_until(lambda: len(begun) == 3)
        threading.Timer(0.3, gate.set).start()
        answers.close()
        assert sorted(ended) == [0, 1, 2]
        assert list(workers.in_order(square, range(5))) == [0, 1, 4, 9, 16]
    assert begun == [0, 1, 2]


def test_processes_drop_what_nobody_listens_to(tmp_path: Path) -> None:
    """The tasks that are under way, too: they could take long."""
    with Workers(2, PROCESSES) as workers:
        answers = workers.in_order(stay_but_for_the_first, [(i, tmp_path) for i in range(8)])
        assert next(answers) == 0
        wait_until(lambda: len(stayers(tmp_path)) == 2)
        answers.close()
        assert all(map(is_gone, stayers(tmp_path)))
        assert list(workers.in_order(square, range(9))) == [x * x for x in range(9)]
        assert len(stayers(tmp_path)) == 2


@MANY
def test_two_calls_at_a_time(n: int, executor: Executor) -> None:
    with Workers(n, executor) as workers:
        one, two = workers.in_order(square, range(30)), workers.in_order(later, [(i, 0.01) for i in range(30)])
        pairs = zip(one, two, strict=True)
        assert [next(pairs) for _ in range(10)] == [(i * i, i) for i in range(10)]
        one.close()
        assert list(two) == list(range(10, 30))


@MANY
def test_a_call_that_outlives_the_workers(n: int, executor: Executor) -> None:
    with Workers(n, executor) as workers:
        answers = workers.in_order(later, [(i, 0.1) for i in range(50)])
        assert next(answers) == 0
    answers.close()
    with pytest.raises(RuntimeError, match="after shutdown"):
        next(workers.in_order(square, [1]))


def test_in_a_thread() -> None:
    answers: list[int] = []
    thread = threading.Thread(target=lambda: answers.extend(in_order(square, range(10), 2, PROCESSES)))
    thread.start()
    thread.join(PATIENCE)
    assert answers == [x * x for x in range(10)]


def test_large_arguments_and_answers() -> None:
    data = [os.urandom(5_000_000) for _ in range(6)]
    assert list(in_order(turned, data, 2, PROCESSES)) == [each[::-1] for each in data]


# -- workers that are lost ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("trouble", ["SIGKILL", "SIGSEGV", "0", "SIGSTOP", "hangs"])
def test_a_lost_worker_is_replaced(trouble: str, tmp_path: Path) -> None:
    marker = tmp_path / "marker"
    with Workers(2, PROCESSES, patience=2.0) as workers:
        assert list(workers.in_order(suffer_once, [(i, marker, trouble) for i in range(9)])) == list(range(9))
        assert marker.exists()
        assert list(workers.in_order(square, range(5))) == [0, 1, 4, 9, 16]


@pytest.mark.parametrize(("n", "trouble"), [(3, "SIGKILL"), (2, "SIGSTOP")])
def test_lost_while_idle(n: int, trouble: str) -> None:
    """Even those that will never read all of what they are sent. The task is not to blame."""
    data = os.urandom(5_000_000)
    with Workers(n, PROCESSES, patience=2.0) as workers:
        pids = set(workers.in_order(process, range(12)))
        assert len(pids) == n
        for pid in pids:
            os.kill(pid, signal.Signals[trouble])
        assert list(workers.in_order(turned, [data])) == [data[::-1]]
        assert all(map(is_gone, pids))


def test_lost_while_idle_and_not_yet_known_to_be(monkeypatch: pytest.MonkeyPatch) -> None:
    """As on a busy machine, where a process that was killed takes its time."""
    data = os.urandom(5_000_000)
    with Workers(4, PROCESSES, patience=5.0) as workers:
        pids = set(workers.in_order(process, range(16)))
        assert len(pids) > 3
        for pid in pids:
            os.kill(pid, signal.SIGKILL)
        monkeypatch.setattr("semeai.parallel.workers._Worker.is_alive", lambda worker: True)
        assert list(workers.in_order(turned, [data])) == [data[::-1]]


@pytest.mark.parametrize(
    ("trouble", "fate"),
    [
        ("SIGKILL", "killed by SIGKILL"),
        ("7", "exit code 7"),
        ("hangs", "no answer within 1.5 seconds"),
    ],
)
def test_a_task_that_no_worker_survives(trouble: str, fate: str, tmp_path: Path) -> None:
    arguments = [(tmp_path / "1", ""), (tmp_path / "2", trouble), (tmp_path / "3", "")]
    patience = 1.5 if trouble == "hangs" else 60.0  # a busy machine starts processes slowly
    with Workers(2, PROCESSES, patience=patience) as workers:
        answers = workers.in_order(suffer_always, arguments)
        assert next(answers) == "well"
        with pytest.raises(WorkerLost) as lost:
            next(answers)
        assert str(lost.value) == f"task 2 has lost 3 worker processes and is given up; the last one: {fate}"
        assert (tmp_path / "2").read_text() == "..."
        assert list(workers.in_order(square, range(5))) == [0, 1, 4, 9, 16]


def test_the_start_of_a_process_is_no_part_of_the_task() -> None:
    with Workers(1, PROCESSES, patience=0.1) as workers:
        assert list(workers.in_order(abs, [-1, -2])) == [1, 2]


# -- errors of tasks ---------------------------------------------------------------------------------------------------


class Shy(Exception):
    """Can be pickled, but not back."""

    def __init__(self, one: str, two: str) -> None:
        super().__init__(f"{one} and {two}")


class Parrot(Exception):
    """Says more when it comes back."""

    def __init__(self, words: str) -> None:
        super().__init__(f"polly: {words}")


def fail(how: str) -> object:
    class Local(Exception):
        pass

    errors = {
        "value": ValueError("wrong, twice"),
        "file": FileNotFoundError(2, "no such file", "name"),
        "exit": SystemExit(3),
        "shy": Shy("a", "b"),
        "parrot": Parrot("hello"),
        "local": Local("here"),
    }
    if how == "unpicklable":
        return lambda: None
    raise errors[how]


ERRORS: list[tuple[str, type[BaseException], str]] = [
    ("value", ValueError, "wrong, twice"),
    ("file", FileNotFoundError, "[Errno 2] no such file: 'name'"),
    ("exit", SystemExit, "3"),
    ("shy", RuntimeError, "Shy: a and b"),
    ("parrot", RuntimeError, "Parrot: polly: hello"),
    ("local", RuntimeError, "Local: here"),
]


def test_errors_of_tasks() -> None:
    with Workers(1, PROCESSES) as workers:
        pids = set(workers.in_order(process, [0]))
        for how, kind, words in ERRORS:
            with pytest.raises(kind) as caught:
                list(workers.in_order(fail, [how]))
            assert type(caught.value) is kind
            assert str(caught.value) == words
            assert "in fail\n    raise errors[how]" in caught.value.__notes__[0]
        assert set(workers.in_order(process, [0])) == pids  # an error is an answer, and the worker is well


def test_what_cannot_be_sent() -> None:
    with Workers(1, PROCESSES) as workers:
        with pytest.raises(AttributeError, match="pickle"):
            list(workers.in_order(fail, ["unpicklable"]))
        with pytest.raises(AttributeError, match="pickle"):
            list(workers.in_order(lambda x: x, [1]))
        assert list(workers.in_order(square, [3])) == [9]


# -- nothing is left ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("what", ["idle", "stopped", "busy"])
def test_nothing_is_left_at_the_end(what: str, tmp_path: Path) -> None:
    with Workers(2, PROCESSES) as workers:
        pids = set(workers.in_order(process, range(12)))
        if what == "stopped":
            for pid in pids:
                os.kill(pid, signal.SIGSTOP)
        if what == "busy":
            answers = workers.in_order(stay_but_for_the_first, [(i, tmp_path) for i in range(8)])
            assert next(answers) == 0
            wait_until(lambda: stayers(tmp_path) == pids)
        start = time.monotonic()
    assert time.monotonic() - start < 10  # far from any patience
    assert len(pids) == 2
    assert all(map(is_gone, pids))


def test_nothing_is_left_after_an_error() -> None:
    pids: set[int] = set()

    def divide() -> None:
        with Workers(2, PROCESSES) as workers:
            pids.update(workers.in_order(process, range(12)))
            list(workers.in_order(reciprocal, [2, 1, 0, 1, 2]))

    with pytest.raises(ZeroDivisionError):
        divide()
    assert len(pids) == 2
    assert all(map(is_gone, pids))


def test_workers_hold_no_pipe_of_ours() -> None:
    reader, writer = os.pipe()
    os.set_inheritable(writer, True)
    with Workers(2, PROCESSES) as workers:
        assert list(workers.in_order(square, range(5))) == [0, 1, 4, 9, 16]
        os.close(writer)
        assert select.select([reader], [], [], 1.0)[0] == [reader]  # at its end, since nobody can write
    os.close(reader)


PARENT = """
import sys, time
from pathlib import Path
from typing import Any
from semeai.parallel.executors import Executor, Workers

def task(path):
    path.touch()
    if path.name != "done":
        time.sleep(1000)

if __name__ == "__main__":
    try:
        print("go", flush=True)
        with Workers(2, Executor.PROCESSES) as workers:
            folder = Path(sys.argv[1])
            list(workers.in_order(task, [folder / name for name in sys.argv[2:]]))
            (folder / "idle").touch()
            time.sleep(1000)
    except KeyboardInterrupt:
        sys.exit(130)
"""


class Parent:
    """A process with workers, in a session of its own. Its descendants are told by a mark in their environment."""

    def __init__(self, folder: Path, *names: str) -> None:
        script = folder / "parent.py"
        script.write_text(PARENT)
        self._mark = Mark()
        self.process = subprocess.Popen(
            [sys.executable, str(script), str(folder), *names],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
            env=os.environ | self._mark.environment,
        )
        assert self.process.stdout is not None
        assert self.process.stdout.readline() == "go\n"

    def descendants(self) -> set[int]:
        return self._mark.bearers(but=self.process.pid)


needs_proc = pytest.mark.skipif(not Path("/proc/self/environ").exists(), reason="/proc tells which processes there are")
BUSY_OR_IDLE = pytest.mark.parametrize(
    ("names", "signs"), [(("a", "b", "c"), {"a", "b"}), (("done", "done"), {"done", "idle"})], ids=["busy", "idle"]
)


@needs_proc
@BUSY_OR_IDLE
def test_workers_go_when_their_parent_is_killed(names: tuple[str, ...], signs: set[str], tmp_path: Path) -> None:
    parent = Parent(tmp_path, *names)
    wait_until(lambda: all((tmp_path / sign).exists() for sign in signs))
    assert parent.descendants()
    parent.process.kill()
    _, said = parent.process.communicate(timeout=PATIENCE)  # until nobody holds its stderr
    wait_until(lambda: not parent.descendants())
    assert said == ""


@needs_proc
@BUSY_OR_IDLE
def test_ctrl_c(names: tuple[str, ...], signs: set[str], tmp_path: Path) -> None:
    parent = Parent(tmp_path, *names)
    wait_until(lambda: all((tmp_path / sign).exists() for sign in signs))
    assert parent.descendants()
    os.killpg(parent.process.pid, signal.SIGINT)  # as a terminal does: to the workers, too
    _, said = parent.process.communicate(timeout=10)
    assert (parent.process.returncode, said) == (130, "")
    wait_until(lambda: not parent.descendants())
    assert not (tmp_path / "c").exists()


@needs_proc
@pytest.mark.parametrize("seconds", [0.0, 0.03, 0.06, 0.1, 0.2])
def test_ctrl_c_while_workers_start(seconds: float, tmp_path: Path) -> None:
    parent = Parent(tmp_path, "a", "b")
    time.sleep(seconds)
    os.killpg(parent.process.pid, signal.SIGINT)
    _, said = parent.process.communicate(timeout=10)
    assert (parent.process.returncode, said) == (130, "")
    wait_until(lambda: not parent.descendants())


@pytest.fixture
def usual_ctrl_c() -> Iterator[None]:
    """Python's own handler, whatever earlier tests have left."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.usefixtures("usual_ctrl_c")
def test_a_ctrl_c_while_a_future_is_locked(monkeypatch: pytest.MonkeyPatch) -> None:
    """It must not leave the lock behind: the worker of that future would wait for it for ever, and so would the end."""
    real, locked, found = futures.wait, [], []

    def wait_interrupted(waiting: list[futures.Future[int]], timeout: float | None = None) -> Any:
        if not locked:
            locked.append(waiting[0]._condition)
            locked[0].acquire()
            signal.raise_signal(signal.SIGINT)
            locked[0].release()
        return real(waiting, timeout)

    monkeypatch.setattr(futures, "wait", wait_interrupted)
    with Workers(2) as workers:
        with pytest.raises(KeyboardInterrupt):
            list(workers.in_order(abs, [-1, -2]))
        another = threading.Thread(target=lambda: found.append(locked[0].acquire(blocking=False)))
        another.start()
        another.join()
    assert found == [True]

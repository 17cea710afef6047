"""Tasks on a cluster, with the results in order, even if workers fail.

If a worker leaves or dies, Dask gives its task to another one. Workers that hang or are cut off are handled here:
without a heartbeat for a while, the task is sent again to another worker, and the first answer counts. A task depends
only on its argument, so this changes no result.

Common data of the tasks of a call is sent with each task if it is small, such as a problem. If it is large, such as the
other one of two populations, it is sent once, copied from worker to worker, and stays there for later calls with the
same data. For Dask it is a task as well, so data lost with a worker is created again.
"""

import hashlib
import pickle
import time
from collections import OrderedDict, deque
from collections.abc import Callable, Generator, Iterable
from concurrent import futures
from dataclasses import dataclass
from typing import Any, TypeVar
from uuid import uuid4

from distributed import KilledWorker
from distributed.client import Future as DaskFuture

from semeai.parallel.dask.link import ClusterError, Link
from semeai.parallel.dask.worker import OtherStamp, do, do_packed, stamp
from semeai.parallel.interrupts import Ears
from semeai.parallel.workers import WorkerLost, unpack

A = TypeVar("A")
R = TypeVar("R")

Future = DaskFuture[Any]

AHEAD = 4
"""tasks per core that are sent before their answers are needed"""
HEARING = 0.5
"""maximum delay of a Ctrl-C in seconds"""
LATE = 10.0
"""seconds without an answer and without a heartbeat of the worker after which a task is late"""
TRIES = 4
"""maximum number of times that a task is sent"""
SUSPECT = 60.0
"""seconds for which a worker that was late is avoided"""
SMALL = 1 << 17
"""maximum size of common data that is sent with each task, in bytes"""
IN_COMMON = 4
"""number of common data sets that stay on the workers"""


class Cluster:
    """A cluster that runs tasks. It must be closed."""

    def __init__(self, address: str | None, n: int, warm: Callable[[], None], patience: float, ears: Ears) -> None:
        """The cluster of the scheduler at `address`, or a new one of `n` processes on this machine.

        `warm` is called once in each worker process before its first task, to compile the kernels. Every wait checks
        `ears` for a Ctrl-C. Raises ClusterError.
        """
        self.bytes_sent = self.bytes_received = 0
        """bytes of tasks sent and answers received"""
        self.seconds = 0.0
        """seconds that workers have spent on tasks"""
        self.n_repeated = 0
        """number of late tasks that were sent again"""
        self.patience = patience
        self._heard_at = 0.0  # when the last answer came
        self._suspected_at = 0.0  # when a worker last became suspect
        self._warm = warm
        self._in_common: OrderedDict[str, Future] = OrderedDict()
        self._suspects: dict[str, float] = {}  # workers to avoid, by address, and the time until then
        self._ears = ears
        self._link = Link(address, n, patience, ears)

    def close(self) -> None:
        """Leave the cluster; end it if it was made here."""
        self._in_common.clear()
        self._link.close()

    @property
    def n(self) -> int:
        """The number of cores of all current workers, at least one. Raises ClusterError."""
        return max(1, sum(self._link.cores().values()))

    def in_order(self, task: Callable[[A], R], arguments: Iterable[A]) -> Generator[R, None, None]:
        """Yield the results of `task` for each argument, in order. Closing the iterator stops the work, and so does a
        Ctrl-C.

        Raises the exceptions of the task, WorkerLost if a task kills all workers that try it, and ClusterError.
        """
        packed = pickle.dumps(task, pickle.HIGHEST_PROTOCOL)
        n_ahead = AHEAD * self.n
        waiting: deque[_Sent] = deque()
        try:
            for number, argument in enumerate(arguments, 1):
                waiting.append(_Sent(self, number, packed, pickle.dumps(argument, pickle.HIGHEST_PROTOCOL)))
                if len(waiting) > n_ahead:
                    yield waiting[0].answer()
                    waiting.popleft()
            while waiting:
                yield waiting[0].answer()
                waiting.popleft()
        finally:
            for sent in waiting:
                sent.forget()

    def send(self, task: bytes, argument: bytes) -> "_Try":
        """Send a task to any free worker. Raises ClusterError."""
        self.bytes_sent += len(argument)
        if len(task) > SMALL:
            return self._submit(do, self._common(task), argument)
        self.bytes_sent += len(task)
        return self._submit(do_packed, task, argument)

    def send_elsewhere(self, task: bytes, argument: bytes, tries: Iterable["_Try"]) -> "_Try":
        """Send a task to workers that do not have it yet, together with its common data."""
        self.n_repeated += 1
        self.bytes_sent += len(task) + len(argument)
        self._suspect(self._holders(tries))
        return self._submit(do_packed, task, argument)

    def is_late(self, sent_at: float, tries: Iterable["_Try"]) -> bool:
        """True if a task that was last sent at `sent_at`, and is being waited for, should be sent again."""
        if sent_at < self._suspected_at:
            return True  # since it may wait for data on a suspect worker
        silence = time.monotonic() - max(sent_at, self._heard_at)
        if silence < LATE:
            return False
        return silence > self.patience or bool(self._holders(tries) & self._link.unseen(LATE))

    def are_stranded(self, tries: Iterable["_Try"]) -> bool:
        """True if every eligible worker is gone."""
        allowed = [each.workers for each in tries]
        if None in allowed:
            return False
        present = self._link.cores()
        return not any(address in present for workers in allowed for address in workers or [])

    def listen(self) -> None:
        """Check for a Ctrl-C. Raises KeyboardInterrupt if there was one."""
        self._ears.check()

    def hear(self, seconds: float, reply: bytes) -> None:
        """Record an answer."""
        self.seconds += seconds
        self.bytes_received += len(reply)
        self._heard_at = time.monotonic()

    def _holders(self, tries: Iterable["_Try"]) -> set[str]:
        """The addresses of the workers that run these tasks or hold their answers."""
        keys = {each.future.key for each in tries}
        places = (self._link.ask(place) for place in ("processing", "has_what"))
        return {address for place in places for address, its_keys in place.items() if keys.intersection(its_keys)}

    def _suspect(self, addresses: set[str]) -> None:
        """Avoid these workers, and data that only they may have."""
        if not addresses <= set(self._suspects):
            self._suspected_at = time.monotonic()
            self.forget_common()
        self._suspects |= dict.fromkeys(addresses, time.monotonic() + SUSPECT)

    def _trusted(self) -> list[str] | None:
        """The workers that get tasks: all that are not suspect; None if there are no others."""
        now = time.monotonic()
        self._suspects = {address: end for address, end in self._suspects.items() if end > now}
        if not self._suspects:
            return None
        return [address for address in self._link.cores() if address not in self._suspects] or None

    def check(self) -> None:
        """Check that the scheduler and at least one worker are there. Raises ClusterError."""
        if not self._link.cores():
            self._link.wait_for_workers(self.patience)

    def forget_common(self) -> None:
        """Forget the common data of calls, so that it is sent again."""
        self._in_common.clear()

    def _common(self, task: bytes) -> Future:
        digest = hashlib.sha256(task).hexdigest()
        if digest not in self._in_common:
            self.bytes_sent += len(task)
            key, trusted = f"semeai-task-{uuid4()}", self._trusted()
            self._in_common[digest] = self._link.client.submit(
                pickle.loads, task, key=key, workers=trusted, allow_other_workers=trusted is not None
            )
            # Dask prefers workers that have the data of a task, and so gives nearly all tasks to the first one.
            self._link.hand_on(self._in_common[digest], trusted, LATE)
        self._in_common.move_to_end(digest)
        if len(self._in_common) > IN_COMMON:
            self._in_common.popitem(last=False)
        return self._in_common[digest]

    def _submit(self, work: Callable[..., Any], task: Future | bytes, argument: bytes) -> "_Try":
        key, trusted = f"semeai-{uuid4()}", self._trusted()
        # Only to these: a hanging worker seems idle, and Dask lets idle workers steal tasks from busy ones.
        future = self._link.client.submit(work, task, argument, dict(stamp()), self._warm, key=key, workers=trusted)
        return _Try(future, self._link.begin(_result(future)), trusted)


@dataclass(frozen=True)
class _Try:
    """One attempt at a task."""

    future: Future
    """a reference, without which Dask would forget the task"""
    answer: "futures.Future[tuple[float, bytes]]"
    """seconds, and the packed answer"""
    workers: list[str] | None
    """eligible workers; None for all"""


async def _result(future: Future) -> tuple[float, bytes]:
    found: tuple[float, bytes] = await future
    return found


class _Sent:
    """A task that has been sent at least once and has no answer yet."""

    def __init__(self, cluster: Cluster, number: int, task: bytes, argument: bytes) -> None:
        self._cluster, self._number, self._task, self._argument = cluster, number, task, argument
        self._tries: list[_Try] = []
        self._n_tries = 0
        self._note(cluster.send(task, argument))

    def answer(self) -> Any:
        """Wait for the answer. Raises the exceptions of the task, WorkerLost and ClusterError."""
        while True:
            self._cluster.listen()
            futures.wait([each.answer for each in self._tries], HEARING, futures.FIRST_COMPLETED)
            for each in [each for each in self._tries if each.answer.done()]:
                reply = self._hear(each)
                if reply is not None:
                    self.forget()
                    return unpack(reply)
            if self._cluster.are_stranded(self._tries):
                self._cluster.check()
                self.forget()
            if not self._tries:  # or Dask has dropped it
                self._cluster.forget_common()
                self._note(self._cluster.send(self._task, self._argument))
            elif self._n_tries < TRIES and self._cluster.is_late(self._sent_at, self._tries):
                self._cluster.check()
                self._note(self._cluster.send_elsewhere(self._task, self._argument, self._tries))

    def forget(self) -> None:
        """Cancel the task wherever it runs."""
        for each in self._tries:
            each.answer.cancel()
        self._tries.clear()

    def _note(self, new: _Try) -> None:
        self._n_tries += 1
        self._sent_at = time.monotonic()
        self._tries.append(new)

    def _hear(self, found: _Try) -> bytes | None:
        """The packed answer; None if this attempt has failed."""
        try:
            seconds, reply = found.answer.result()
        except futures.CancelledError:
            self._cluster.check()
            if self._n_tries == TRIES:
                raise ClusterError(f"the cluster has lost task {self._number} {TRIES} times") from None
            self._tries.remove(found)
            return None
        except KilledWorker:
            raise WorkerLost(f"task {self._number} has lost several workers and is given up") from None
        except OtherStamp as error:
            raise ClusterError(f"a worker has other versions: {error}; install the same versions everywhere") from None
        except Exception as error:
            raise ClusterError(f"a worker cannot run tasks of semeai: {type(error).__name__}: {error}") from None
        self._cluster.hear(seconds, reply)
        return reply

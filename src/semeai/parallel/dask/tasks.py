"""Tasks on a cluster, with the answers in order, whatever becomes of the workers.

A worker that goes or dies is Dask's business: it gives the task to another one. One that hangs, or is cut off, is ours:
when it has given no sign of life for a while, the task is sent a second time, elsewhere, and whichever answer comes
first counts. A task depends on nothing but its argument, so that changes no answer.

What the tasks of a call have in common goes with each of them where it is small, as a problem is. Where it is large,
such as the other one of two populations, it is sent once, handed on from worker to worker, and stays there for calls
that have the same in common. For Dask it is a task as well: what is lost with a worker is made again.
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
"""tasks a core that are sent before their answers are wanted"""
HEARING = 0.5
"""seconds that a Ctrl-C may have to wait"""
LATE = 10.0
"""seconds without an answer, and without a sign of life of who is to give it"""
TRIES = 4
"""how often a task is sent"""
SUSPECT = 60.0
"""seconds for which a worker that was late is avoided"""
SMALL = 1 << 17
"""bytes that tasks have in common and that go with each of them"""
IN_COMMON = 4
"""things that calls had in common and that stay on the workers"""


class Cluster:
    """A cluster that does tasks. To be closed."""

    def __init__(self, address: str | None, n: int, warm: Callable[[], None], patience: float, ears: Ears) -> None:
        """The cluster of the scheduler at `address`, or a new one of `n` processes on this machine.

        `warm` is called once in each worker process, before its first task, to have the kernels compiled. `ears` are
        asked for a Ctrl-C wherever something is waited for. Raises ClusterError.
        """
        self.bytes_sent = self.bytes_received = 0
        """of tasks and answers, as they leave here and come"""
        self.seconds = 0.0
        """that workers have spent on tasks"""
        self.n_repeated = 0
        """tasks that were late, and sent again"""
        self.patience = patience
        self._heard_at = 0.0  # when the last answer came
        self._suspected_at = 0.0  # when a worker last became suspect
        self._warm = warm
        self._in_common: OrderedDict[str, Future] = OrderedDict()
        self._suspects: dict[str, float] = {}  # addresses of workers, and until when they are avoided
        self._ears = ears
        self._link = Link(address, n, patience, ears)

    def close(self) -> None:
        """Leave the cluster; end it if it was made here."""
        self._in_common.clear()
        self._link.close()

    @property
    def n(self) -> int:
        """The cores of all workers that are there now, at least one. Raises ClusterError."""
        return max(1, sum(self._link.cores().values()))

    def in_order(self, task: Callable[[A], R], arguments: Iterable[A]) -> Generator[R, None, None]:
        """`task` of each argument, in order. Whoever stops listening stops the work, and so does a Ctrl-C.

        Raises what the task raises, WorkerLost when no worker survives it, and ClusterError.
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
        """Have a task done by whoever has time. Raises ClusterError."""
        self.bytes_sent += len(argument)
        if len(task) > SMALL:
            return self._submit(do, self._common(task), argument)
        self.bytes_sent += len(task)
        return self._submit(do_packed, task, argument)

    def send_elsewhere(self, task: bytes, argument: bytes, tries: Iterable["_Try"]) -> "_Try":
        """The same, but not by those who have it already, and with nothing that others would have to be asked for."""
        self.n_repeated += 1
        self.bytes_sent += len(task) + len(argument)
        self._suspect(self._holders(tries))
        return self._submit(do_packed, task, argument)

    def is_late(self, sent_at: float, tries: Iterable["_Try"]) -> bool:
        """Whether a task that was sent last then, and whose answer is waited for, should be sent again."""
        if sent_at < self._suspected_at:
            return True  # since it may wait for something that a suspect has
        silence = time.monotonic() - max(sent_at, self._heard_at)
        if silence < LATE:
            return False
        return silence > self.patience or bool(self._holders(tries) & self._link.unseen(LATE))

    def are_stranded(self, tries: Iterable["_Try"]) -> bool:
        """Whether none of those who may do these is there any more."""
        allowed = [each.workers for each in tries]
        if None in allowed:
            return False
        present = self._link.cores()
        return not any(address in present for workers in allowed for address in workers or [])

    def listen(self) -> None:
        """Raises KeyboardInterrupt when there was one."""
        self._ears.check()

    def hear(self, seconds: float, reply: bytes) -> None:
        """Take note of an answer."""
        self.seconds += seconds
        self.bytes_received += len(reply)
        self._heard_at = time.monotonic()

    def _holders(self, tries: Iterable["_Try"]) -> set[str]:
        """The addresses of the workers that are at these, or have their answers."""
        keys = {each.future.key for each in tries}
        places = (self._link.ask(place) for place in ("processing", "has_what"))
        return {address for place in places for address, its_keys in place.items() if keys.intersection(its_keys)}

    def _suspect(self, addresses: set[str]) -> None:
        """Avoid these workers, and all that they alone may have."""
        if not addresses <= set(self._suspects):
            self._suspected_at = time.monotonic()
            self.forget_common()
        self._suspects |= dict.fromkeys(addresses, time.monotonic() + SUSPECT)

    def _trusted(self) -> list[str] | None:
        """To whom tasks go: all who are not suspect; None where there are no others."""
        now = time.monotonic()
        self._suspects = {address: end for address, end in self._suspects.items() if end > now}
        if not self._suspects:
            return None
        return [address for address in self._link.cores() if address not in self._suspects] or None

    def check(self) -> None:
        """Raises ClusterError when the scheduler is gone, or all workers are."""
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
            # Dask gives a task to who has what it needs, and so nearly all to the first who has it.
            self._link.hand_on(self._in_common[digest], trusted, LATE)
        self._in_common.move_to_end(digest)
        if len(self._in_common) > IN_COMMON:
            self._in_common.popitem(last=False)
        return self._in_common[digest]

    def _submit(self, work: Callable[..., Any], task: Future | bytes, argument: bytes) -> "_Try":
        key, trusted = f"semeai-{uuid4()}", self._trusted()
        # To these and no others: who hangs seems idle, and Dask lets the idle take from the busy what they may have.
        future = self._link.client.submit(work, task, argument, dict(stamp()), self._warm, key=key, workers=trusted)
        return _Try(future, self._link.begin(_result(future)), trusted)


@dataclass(frozen=True)
class _Try:
    """A task on its way."""

    future: Future
    """without which Dask would forget it"""
    answer: "futures.Future[tuple[float, bytes]]"
    """seconds, and the packed answer"""
    workers: list[str] | None
    """who may do it; None for anybody"""


async def _result(future: Future) -> tuple[float, bytes]:
    found: tuple[float, bytes] = await future
    return found


class _Sent:
    """A task that has been sent, once or more often, and whose answer has not been heard."""

    def __init__(self, cluster: Cluster, number: int, task: bytes, argument: bytes) -> None:
        self._cluster, self._number, self._task, self._argument = cluster, number, task, argument
        self._tries: list[_Try] = []
        self._n_tries = 0
        self._note(cluster.send(task, argument))

    def answer(self) -> Any:
        """Wait for it. Raises what the task raises, WorkerLost and ClusterError."""
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
            if not self._tries:  # or Dask has forgotten it
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
        """The packed answer; None when there will be none of this try."""
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
            raise ClusterError(f"a worker has {error}") from None
        except Exception as error:
            raise ClusterError(f"a worker cannot do tasks of semeai: {type(error).__name__}: {error}") from None
        self._cluster.hear(seconds, reply)
        return reply

"""The link to a Dask cluster, either an existing one or a temporary one on this machine.

Anyone who can reach a scheduler can run any code on its workers. So a temporary cluster accepts connections only from
this machine. A cluster of several machines needs a trusted network or TLS.
"""

import asyncio
import logging
import socket
import sys
import time
import warnings
from collections.abc import Callable, Coroutine, Mapping
from concurrent import futures
from contextlib import suppress
from threading import Thread
from typing import Any, TypeVar

import dask
from distributed import Client, LocalCluster
from distributed.scheduler import heartbeat_interval

from semeai.parallel.dask.worker import Stamp, difference, stamp
from semeai.parallel.interrupts import Ears, deaf
from semeai.parallel.workers import WorkerLost

R = TypeVar("R")

CONNECT = 4.0
"""seconds that a scheduler may take to answer, and its workers to report their versions"""
ANSWER = 60.0
"""seconds that a scheduler may take later, when it may be busy"""
CLOSE = 3.0
BEATS = 3
"""heartbeats that a worker may miss"""
NOTICE = 1.0
"""seconds without workers after which a message is shown"""


class ClusterError(WorkerLost):
    """A cluster that cannot be used, or no longer. The message gives the reason."""


class Link:
    """A connection to a cluster. It must be closed."""

    def __init__(self, address: str | None, n: int, patience: float, ears: Ears) -> None:
        """Connect to the scheduler at `address`, such as tcp://10.0.0.1:8786, or start a cluster of `n` processes here.

        `patience` is the number of seconds to wait for workers if there are none. A Ctrl-C that `ears` hears ends the
        wait. Raises ClusterError.
        """
        _silence_logs()
        dask.config.set({"distributed.admin.large-graph-warning-threshold": "1GiB"})
        self._client: Client | None = None
        self._ears = ears
        self._limit = CONNECT
        self._local = None if address else _make_cluster(n)
        self.address: str = self._local.scheduler_address if self._local else str(address)
        try:
            self._client = _connect(self.address)
            self.wait_for_workers(patience)
            self._check_versions()
            self._ears.check()
        except BaseException:
            self.close()
            raise
        self._limit = ANSWER

    def close(self) -> None:
        """Leave the cluster; stop it if it was started here."""
        for end in (self._client, self._local):
            with suppress(Exception):
                if end is not None:
                    end.close(timeout=CLOSE)

    @property
    def client(self) -> Client:
        """Dask's client. Raises ClusterError if the scheduler is gone."""
        if self._client is None or self._client.status != "running":
            raise self._gone()
        return self._client

    def _gone(self) -> ClusterError:
        return ClusterError(
            f"the scheduler at {self.address} is gone; saved work is safe. Run the same command "
            "to continue, on this or another cluster"
        )

    def begin(self, work: Coroutine[Any, Any, R]) -> "futures.Future[R]":
        """Start a coroutine on Dask's event loop. Raises ClusterError."""
        try:
            loop: Any = self.client.loop
        except ClusterError:
            work.close()
            raise
        return asyncio.run_coroutine_threadsafe(work, loop.asyncio_loop)

    def ask(self, method: str, *arguments: Any, **options: Any) -> Any:
        """The result of a method of Dask's client, with a timeout. Raises ClusterError."""

        async def asked() -> Any:
            return await getattr(self.client, method)(*arguments, **options)

        return self._wait(self.begin(asked()))

    def hand_on(self, future: Any, workers: list[str] | None, seconds: float) -> None:
        """Replicate the result of a future to all workers, or to the given ones, as far as possible within
        `seconds`."""

        async def handed() -> None:
            await self.client.replicate([future], workers=workers)  # type: ignore[no-untyped-call]

        answer = self.begin(handed())
        with suppress(Exception):  # a worker is lost meanwhile; workers without a copy ask the others
            answer.result(seconds)
        answer.cancel()

    def _wait(self, answer: "futures.Future[R]") -> R:
        try:
            return answer.result(self._limit)
        except TimeoutError:
            answer.cancel()
            raise ClusterError(f"the scheduler at {self.address} does not answer") from None
        except (OSError, futures.CancelledError):
            raise self._gone() from None

    def cores(self) -> Mapping[str, int]:
        """The number of cores of each current worker, by address. Raises ClusterError."""
        found: Mapping[str, int] = self.ask("nthreads")
        return found

    def unseen(self, seconds: float) -> set[str]:
        """The addresses of workers without a heartbeat for `seconds`, while others had one. Busy workers send
        heartbeats, too. Raises ClusterError."""

        scheduler: Any = self.client.scheduler

        async def asked() -> Any:
            return await scheduler.identity()

        seen = {who: worker["last_seen"] for who, worker in self._wait(self.begin(asked()))["workers"].items()}
        limit = max(seconds, BEATS * heartbeat_interval(len(seen)))
        return {who for who, at in seen.items() if at < max(seen.values()) - limit}

    def wait_for_workers(self, patience: float) -> None:
        """Wait until there is a worker. Raises ClusterError if there is none within `patience` seconds."""
        started, is_said = time.monotonic(), False
        while not self.cores():
            self._ears.check()
            waited = time.monotonic() - started
            if waited > patience:
                raise ClusterError(f"the scheduler at {self.address} has no workers")
            if waited > NOTICE and not is_said:
                is_said = True
                print(f"semeai: waiting for workers at {self.address} ...", file=sys.stderr, flush=True)
            time.sleep(0.1)

    def _check_versions(self) -> None:
        """Check that all versions are equal, since results could differ otherwise. Workers that do not answer are
        skipped: tasks check again. Raises ClusterError."""
        try:
            versions = self.ask("get_versions")
        except ClusterError:
            return
        ours = versions["client"]["packages"]
        for who, found in {"the scheduler": versions["scheduler"], **versions["workers"]}.items():
            for name in ("python", "distributed"):
                if (theirs := found["packages"][name]) != ours[name]:
                    raise ClusterError(
                        f"{_name(who)} has {name} {theirs}, but this machine has {ours[name]}; install the same version"
                    )
        try:
            stamps = self.ask("run", _make_probe(), on_error="return")
        except ClusterError:
            return
        for who, found in stamps.items():
            if not isinstance(found, dict):
                raise ClusterError(f"{_name(who)} cannot import a package: {found}")
            if other := difference(found, stamp()):
                raise ClusterError(f"{_name(who)} has {other}")


def _silence_logs() -> None:
    """Keep Dask from printing tracebacks. Relevant errors are raised as ClusterError.

    Dask gives several of its loggers, and Tornado's, a level of their own. So the level of the root logger has no
    effect on them.
    """
    for name in list(logging.root.manager.loggerDict):
        if name.partition(".")[0] in ("distributed", "tornado"):
            logging.getLogger(name).setLevel(logging.CRITICAL)


def _name(who: str) -> str:
    return f"the worker {who}" if "://" in who else who


def _make_cluster(n: int) -> LocalCluster:
    with deaf(), dask.config.set({"distributed.scheduler.worker-ttl": "30s"}):
        return LocalCluster(  # type: ignore[no-untyped-call]
            n_workers=n,
            threads_per_worker=1,
            host="127.0.0.1",
            dashboard_address="127.0.0.1:0",
            worker_dashboard_address="127.0.0.1:0",
            silence_logs=logging.CRITICAL,
        )


class _Client(Client):
    """A Dask client that does not wait for the scheduler when it is deleted."""

    def __del__(self) -> None:
        pass


def _connect(address: str) -> Client:
    """Connect to a scheduler. Raises ClusterError."""
    host, port = address.partition("://")[2].rsplit(":", 1)

    def knock() -> None:  # since Dask would retry without an explanation
        socket.create_connection((host.strip("[]"), int(port)), CONNECT).close()

    def connect() -> Client:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # about versions, which are checked in more detail
            return _Client(address, timeout=CONNECT, set_as_default=False)  # type: ignore[no-untyped-call]

    try:
        _within(CONNECT, knock)
    except (OSError, OverflowError) as error:
        reason = getattr(error, "strerror", None) or str(error) or f"no answer within {CONNECT:g} seconds"
        raise ClusterError(f"no scheduler at {address}: {reason}") from None
    try:
        return _within(CONNECT + 1, connect)
    except Exception:  # any error of another program that listens there
        raise ClusterError(f"the program at {address} is not a Dask scheduler of the same version") from None


def _within(seconds: float, work: Callable[[], R]) -> R:
    """The result. Raises TimeoutError if it takes longer, and abandons it, since neither a name lookup nor the wait for
    a silent server can be cancelled."""
    found: futures.Future[R] = futures.Future()

    def do() -> None:
        try:
            found.set_result(work())
        except BaseException as error:
            found.set_exception(error)

    Thread(target=do, daemon=True).start()
    return found.result(seconds)


def _make_probe() -> Callable[[], Stamp | str]:
    """The function for a worker. An inner function is sent as a whole, so it works even if semeai is missing there."""

    def probe() -> Stamp | str:
        try:
            from semeai.parallel.dask.worker import stamp
        except ImportError as error:
            return str(error)
        return dict(stamp())

    return probe

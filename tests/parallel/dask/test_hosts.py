"""Workers on hosts of their own, with addresses of their own: one is cut off for a while, one is stopped."""

import os
import shutil
import signal
import subprocess
import threading
import uuid
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import pytest

from semeai.lab.breed import Watch
from semeai.parallel.dask import tasks
from semeai.parallel.executors import Workers
from tests.conftest import needs_jit
from tests.lab.support import kept
from tests.parallel.dask.support import Hosts
from tests.parallel.dask.test_rows import run_sane

CUT = 10.0  # seconds


def ip(*words: str) -> None:
    subprocess.run(["ip", *words], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)


class Network:
    """A network of hosts: this one, the first, and others, which are network namespaces. To be used in a `with`."""

    def __init__(self, n: int) -> None:
        """Raises OSError and CalledProcessError where that is not allowed."""
        name = uuid.uuid4().hex[:6]
        net = f"10.{64 + os.getpid() % 64}.{os.getpid() // 64 % 256}"
        self.address = f"{net}.1"
        self.addresses = [f"{net}.{i + 2}" for i in range(n)]
        self._bridge = f"sb{name}"
        self._spaces = [f"semeai-{name}-{i}" for i in range(n)]
        self._cables = [f"sc{name}{i}" for i in range(n)]
        with ExitStack() as stack:
            ip("link", "add", self._bridge, "type", "bridge")
            stack.callback(ip, "link", "del", self._bridge)
            ip("addr", "add", f"{self.address}/24", "dev", self._bridge)
            ip("link", "set", self._bridge, "up")
            for space, cable, address in zip(self._spaces, self._cables, self.addresses, strict=True):
                ip("netns", "add", space)
                stack.callback(ip, "netns", "del", space)
                ip("link", "add", cable, "type", "veth", "peer", "name", "eth0", "netns", space)
                ip("link", "set", cable, "master", self._bridge, "up")
                ip("-n", space, "addr", "add", f"{address}/24", "dev", "eth0")
                ip("-n", space, "link", "set", "eth0", "up")
                ip("-n", space, "link", "set", "lo", "up")
            self._stack = stack.pop_all()

    def __enter__(self) -> "Network":
        return self

    def __exit__(self, *exception: object) -> None:
        self._stack.close()

    def prefix(self, i: int) -> list[str]:
        """What a command begins with that is to run on host `i`."""
        return ["ip", "netns", "exec", self._spaces[i]]

    def cut(self, i: int) -> None:
        """Pull the cable of host `i`."""
        ip("link", "set", self._cables[i], "down")

    def mend(self, i: int) -> None:
        ip("link", "set", self._cables[i], "up")


@contextmanager
def network(n: int) -> Iterator[Network]:
    if shutil.which("ip") is None:
        pytest.skip("no program `ip`")
    try:
        made = Network(n)
    except subprocess.CalledProcessError as error:
        pytest.skip(f"no network can be made here: {error.stderr.decode().strip()}")
    with made:
        yield made


@needs_jit
def test_cut_off_and_stopped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with Workers(2) as workers:
        run_sane(tmp_path / "threads" / "run", workers, None, monkeypatch)
    monkeypatch.setattr(tasks, "LATE", 3.0)
    with network(3) as hosts, Hosts(hosts.address) as cluster:
        for i, address in enumerate(hosts.addresses):
            cluster.add(prefix=hosts.prefix(i), host=address)
        is_back = threading.Event()

        class Trouble(Watch):
            def row(self, row: Any) -> None:
                if row["generation"] == 0:
                    hosts.cut(0)
                    threading.Timer(CUT, come_back).start()
                elif row["generation"] == 2:
                    cluster.workers[1].send_signal(signal.SIGSTOP)
                elif row["generation"] == 4:
                    is_back.wait()  # and is there for the last one

        def come_back() -> None:
            hosts.mend(0)
            is_back.set()

        with Workers(1, cluster.executor) as workers:
            assert workers.n == 3
            run_sane(tmp_path / "hosts" / "run", workers, None, monkeypatch, Trouble())
            assert workers.cluster is not None
            assert workers.cluster.n_repeated > 0
            assert workers.n == 3  # the one that was cut off is back, and nobody has given up on the other
        assert is_back.is_set()
    assert kept(tmp_path / "hosts" / "run") == kept(tmp_path / "threads" / "run")

"""SIGKILLs in the start-up and the shutdown of every program that writes: nothing is lost, nothing is left behind.

    python -m tests.kills 200

The programs are so short that they are hardly more than a start and an end. Most kills come at a chosen file operation
(`Tap`), in forks of this process, which has everything loaded already; the others at a random moment of a real process.
After each kill the same command is started again, and must end with the same files as if nothing had happened, and with
no temporary file.
"""

import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

from semeai.files import TEMPORARY
from tests.commands import PLAIN, call
from tests.processes import PATIENCE

SMALL = ("--size", "3", "--games", "2", "--exam", "2", "-n", "2", "--run", "x")
STRATEGIES = ("--size", "3", "--population", "32", "--threads", "4", "--every", "32", "--steps", "64", "--run", "x")
NEURONS = "neurons=20,blueprints=4,hidden=3"
PROGRAMS: dict[str, tuple[str, ...]] = {
    "ga": ("evolve", "ga:population=4", *SMALL),
    "sane": ("evolve", f"sane:{NEURONS}", *SMALL),
    "sane2": ("evolve", f"sane2:{NEURONS}", *SMALL),
    "sanei": ("evolve", f"sanei:{NEURONS}", *SMALL),
    "esp": ("evolve", "esp:hidden=2,neurons=8,trials=1", *SMALL),
    "neat": ("evolve", "neat:population=4", *SMALL),
    "cma": ("evolve", "cma:population=4", *SMALL),
    "nes": ("evolve", "nes:population=4", *SMALL),
    "mapelites": ("evolve", "mapelites:population=4", *SMALL),
    "cooperative": ("evolve", "cooperative:species=cma:population=4", *SMALL),
    "league": ("evolve", "ga:population=4", *SMALL, "--league", "teaching", "--hall", "2", "--promotion", "4"),
    "coevolution": (
        *("evolve", "coevolution", "--black", f"sane:{NEURONS}", "--white", f"sane:{NEURONS}"),
        *("--size", "3", "--exam", "2", "-n", "2", "--run", "x"),
    ),
    "strategies": ("evolve", "strategies", *STRATEGIES),
    "islands": ("evolve", "strategies:islands=4,exchange=8", *STRATEGIES),
    "match": ("match", "wally", "random", "--games", "4", "--size", "3", "--sgf", "games"),
    "tournament": ("tournament", "two.toml", "--out", "games"),
}
TOURNAMENT = 'size = 3\ngames = 2\nplayers = ["random", "wally", "wally:noise=0.2"]\n'
ANOTHER_EVERY_TIME = ("lock", "times.jsonl")
OPERATIONS = ("open", "write", "fsync", "replace", "rename", "truncate", "mkdir", "unlink", "chmod", "close")


class Tap:
    """Counts the file operations of this process, and kills it at one of them, before it is done.

    What is to be written then is written by half.
    """

    def __init__(self, kill_at: int | None = None) -> None:
        self.n = 0
        self._kill_at = kill_at
        for name in OPERATIONS:
            setattr(os, name, self._counted(name, getattr(os, name)))

    def _counted(self, name: str, original: Callable[..., Any]) -> Callable[..., Any]:
        def function(*arguments: Any, **options: Any) -> Any:
            self.n += 1
            if self.n - 1 == self._kill_at:
                if name == "write":
                    original(arguments[0], arguments[1][: len(arguments[1]) // 2])
                os.kill(os.getpid(), signal.SIGKILL)
            return original(*arguments, **options)

        return function


def files_of(folder: Path) -> dict[str, bytes]:
    """All files that follow from the command, by name."""
    paths = (path for path in folder.rglob("*") if path.is_file() and path.name not in ANOTHER_EVERY_TIME)
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in paths}


def leftovers(folder: Path) -> list[Path]:
    return [path for path in folder.rglob("*") if path.name.startswith(".") or path.name.endswith(TEMPORARY)]


def prepare(folder: Path) -> Path:
    folder.mkdir(parents=True)
    (folder / "two.toml").write_text(TOURNAMENT)
    return folder


def in_fork(folder: Path, arguments: Sequence[str], tap: Callable[[], Tap] | None = None) -> tuple[int, int]:
    """Call a command in a fork of this process. Returns its exit status, negative for a signal, and how many operations
    it made, where they were counted and it lived to tell."""
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        code = 70
        with suppress(BaseException):
            counted = tap() if tap else None
            with (folder.parent / f"{folder.name} said").open("a") as said:
                ended = call(*arguments, cwd=folder)
                said.write(ended.stderr)
            os.write(writer, str(counted.n if counted else 0).encode())
            code = ended.returncode
        os._exit(code)
    os.close(writer)
    with os.fdopen(reader, "rb") as pipe:
        told = pipe.read()
    _, status = os.waitpid(child, 0)
    return os.waitstatus_to_exitcode(status), int(told or 0)


def start(folder: Path, *arguments: str) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "semeai", *arguments]
    return subprocess.Popen(
        command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=os.environ | PLAIN
    )


class Attack:
    """The folders of the programs, with what each of them makes when it is left in peace."""

    def __init__(self, folder: Path, names: Sequence[str], rng: Random) -> None:
        self._folder = folder
        self._rng = rng
        self.counts = Counter[str]()
        self.wholes: dict[str, dict[str, bytes]] = {}
        self.n_operations: dict[str, int] = {}
        for name in names:
            whole = prepare(folder / name / "whole")
            ended = call(*PROGRAMS[name], cwd=whole)
            assert ended.returncode == 0, ended.stderr
            self.wholes[name] = files_of(whole)
            code, self.n_operations[name] = in_fork(prepare(folder / name / "count"), PROGRAMS[name], Tap)
            assert code == 0, name
            assert files_of(folder / name / "count") == self.wholes[name]

    def at_operation(self, name: str, number: int) -> None:
        """Kill a program at a file operation."""
        folder = prepare(self._folder / name / f"operation {number}")
        code, _ = in_fork(folder, PROGRAMS[name], lambda: Tap(number))
        assert code == -signal.SIGKILL, f"{name} ended with {code} before operation {number}"
        self._take_up(name, folder)

    def at_random(self, name: str) -> None:
        """Kill a real process within the time that it takes."""
        folder = prepare(self._folder / name / f"random {self._rng.random()}")
        process = start(folder, *PROGRAMS[name])
        try:
            process.wait(self._rng.uniform(0.2, 4))
        except subprocess.TimeoutExpired:
            process.kill()
        process.communicate()
        self._take_up(name, folder)

    def _take_up(self, name: str, folder: Path) -> None:
        """Start a program again that was killed, and look at what it makes of what there is."""
        whole = self.wholes[name]
        for path, data in files_of(folder).items():  # what a file holds that was written as a whole
            if path in whole and not path.endswith((".jsonl", "games.sgf", "checkpoint.npz")):
                assert data in (whole[path], b""), f"{name}: {path} is not what it would have become"
        self.counts["left a temporary file"] += bool(leftovers(folder))
        code, _ = in_fork(folder, PROGRAMS[name])
        assert code == 0, f"{name} did not go on in {folder}"
        assert not leftovers(folder), f"{name} left {leftovers(folder)}"
        found = files_of(folder)
        assert found.keys() == whole.keys(), found.keys() ^ whole.keys()
        other = [path for path in whole if found[path] != whole[path]]
        assert not other, f"{name}: {other} in {folder}"
        self.counts[name] += 1
        shutil.rmtree(folder)


def kill_web(folder: Path, n: int, rng: Random) -> Counter[str]:
    """Kill servers while they start and while they end. None of the files of the work folder may change, and what a
    server left behind that was killed while it wrote is gone once the next one can be asked."""
    (folder / "games").mkdir(parents=True)
    ended = call(*PROGRAMS["ga"], cwd=folder)
    assert ended.returncode == 0
    (folder / "games" / "0123456789ab.sgf").write_text("(;FF[4]GM[1]SZ[9];B[ee])")
    before, counts = files_of(folder), Counter[str]()
    ours = [folder / "runs" / "x" / ".job.json.abcd1234.semeai", folder / "games" / ".0123456789ab.sgf.abcd1234.semeai"]
    others = [folder / "runs" / "x" / ".job.json.swp", folder / "games" / ".notes.txt.abcd1234.semeai"]
    for path in others:
        path.write_text("another program's")
    for number in range(n):
        for path in ours:
            path.write_text("half")
        server = start(folder, "web", "--port", "0", "--folder", str(folder))
        assert server.stdout is not None
        if number % 2:
            assert re.match("semeai is at ", server.stdout.readline())
            assert not [path for path in ours if path.exists()]
            server.send_signal(signal.SIGINT)
            time.sleep(rng.uniform(0, 0.3))
        else:
            time.sleep(rng.uniform(0.1, 3))
        server.kill()
        server.communicate(timeout=PATIENCE)
        found = files_of(folder)
        assert {name: found[name] for name in before} == before
        assert all(path.read_text() == "another program's" for path in others)
        counts["web"] += 1
    return counts


def attack(folder: Path, n: int, seed: int, names: Sequence[str] = tuple(PROGRAMS)) -> Counter[str]:
    """Kill `n` times in all, the programs in turn; every tenth time at random, and the web server as often as others.

    Returns how often by program.
    """
    os.environ["GIT_DIR"] = os.devnull  # records name the commit, which may change while this is at work
    rng = Random(seed)
    its = Attack(folder, names, rng)
    each = -(-n // (len(names) + 1))
    for name in names:
        total = its.n_operations[name]
        # Evenly over all operations, from another one on for each program.
        numbers = [int((i + rng.random()) * total / each) for i in range(each)]
        for i, number in enumerate(numbers):
            if i % 10 == 9:
                its.at_random(name)
            else:
                its.at_operation(name, number)
        print(f"{name}: {its.counts[name]} kills, {total} file operations", flush=True)
    return its.counts + kill_web(folder / "web", max(2, n - each * len(names)), rng)


def main() -> None:
    n = int(sys.argv[1]) if len(sys.argv) > 1 else 200
    names = sys.argv[2:] or tuple(PROGRAMS)
    with tempfile.TemporaryDirectory() as folder:
        for name, count in attack(Path(folder), n, n, names).items():
            print(f"{count:6} {name}")


if __name__ == "__main__":
    main()

"""Jobs: evolutions and matches that a page starts, each a process of its own that outlives the server.

A job is a call of the command line that works in a folder. The folder has all that is known of it:

job.json     the arguments, so that the same call can go on with it later
job.lock     is held by the process as long as it lives, whatever becomes of the server; has its number
job.log      what it said

So a server that is started anew finds its jobs again, and no other process is ever taken for one of them.
"""

import fcntl
import json
import os
import signal
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from threading import Thread

import semeai
from semeai.files import DamagedFile, lock_holder, read_json, write_whole

FILE, LOCK, LOG = "job.json", "job.lock", "job.log"
RUNS, MATCHES = PLACES = ("runs", "matches")
"""where the folders of evolutions and of matches are"""
MAX_WORDS = 4000
"""bytes from the end of a log that are looked at"""

# A job runs this semeai, wherever it is started from.
_SOURCES = os.pathsep.join(filter(None, [str(Path(semeai.__file__).parents[1]), os.environ.get("PYTHONPATH")]))


class TooManyJobs(ValueError):
    """As many run as may; the message says so."""


class Jobs:
    """The jobs of a work folder: theirs lie in its PLACES. At most `limit` run at a time."""

    def __init__(self, folder: Path, limit: int) -> None:
        self._folder = folder
        self._limit = limit

    def running(self) -> list[Path]:
        """The folders of those that run."""
        locks = (path for place in PLACES for path in sorted(self._folder.glob(f"{place}/*/{LOCK}")))
        return [path.parent for path in locks if is_running(path.parent)]

    def start(self, job: Path, arguments: Sequence[str]) -> None:
        """Start `semeai ARGUMENTS`, which is to work in the folder `job`, or start it again.

        Raises TooManyJobs, ValueError where it runs already, and OSError.
        """
        if is_running(job):
            raise ValueError(f"{job.name} is running already")
        if (n := len(self.running())) >= self._limit:
            raise TooManyJobs(f"{n} evolutions and matches are running, and no more may at a time; stop one first")
        job.mkdir(parents=True, exist_ok=True)
        write_whole(job / FILE, json.dumps({"arguments": list(arguments)}, indent=1) + "\n")
        lock = os.open(job / LOCK, os.O_RDWR | os.O_CREAT, 0o666)
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            with (job / LOG).open("wb") as log:
                process = subprocess.Popen(
                    # -P: what lies in the work folder must not be taken for a part of the program
                    [sys.executable, "-P", "-m", "semeai", *arguments],
                    cwd=self._folder,
                    stdin=subprocess.DEVNULL,
                    stdout=log,
                    stderr=log,
                    pass_fds=[lock],
                    start_new_session=True,
                    env=os.environ | {"PYTHONPATH": _SOURCES},
                )
            os.truncate(lock, 0)
            os.write(lock, f"{process.pid}\n".encode())
        finally:
            os.close(lock)  # the process has it still
        Thread(target=process.wait, daemon=True).start()  # lest it stays a zombie


def is_running(job: Path) -> bool:
    """Whether the process of a job lives."""
    return lock_holder(job / LOCK) is not None


def stop(job: Path) -> bool:
    """Break a job off, as Ctrl-C does: it ends so that it can go on. Returns whether there was something to stop."""
    number = lock_holder(job / LOCK)
    if not number or not number.isdigit():
        return False
    try:
        os.kill(int(number), signal.SIGINT)
    except ProcessLookupError:
        return False
    return True


def arguments_of(job: Path) -> tuple[str, ...] | None:
    """What a job was called with; None where no page has started it. Raises DamagedFile and OSError."""
    try:
        said = read_json(job / FILE)["arguments"]
    except FileNotFoundError:
        return None
    except (ValueError, KeyError, TypeError):
        said = None
    if not isinstance(said, list) or not said or not all(isinstance(word, str) for word in said):
        raise DamagedFile(f"{job / FILE}: no job that semeai wrote")
    return tuple(said)


def last_words(job: Path) -> str:
    """The last line that a job said, "" where it said nothing."""
    try:
        with (job / LOG).open("rb") as log:
            log.seek(max(0, os.fstat(log.fileno()).st_size - MAX_WORDS))
            lines = log.read().decode(errors="replace").splitlines()
    except FileNotFoundError:
        return ""
    return next((line.strip().removeprefix("semeai: ") for line in reversed(lines) if line.strip()), "")


def with_option(arguments: Sequence[str], name: str, value: str) -> tuple[str, ...]:
    """The arguments with another value for an option that they have, or with one more."""
    words = list(arguments)
    if name in words:
        words[words.index(name) + 1] = value
        return tuple(words)
    return (*words, name, value)

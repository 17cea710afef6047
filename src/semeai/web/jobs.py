"""Jobs: runs, matches and experiments that a page starts, each a process of its own that outlives the server.

A job is a call of the command line that works in a folder. The folder has all that is known of it:

job.json     the arguments, so that the same call can go on with it later, and the signature of who started it
job.lock     is held by the process as long as it lives, whatever becomes of the server; has its number
job.log      what it said

So a server that is started anew finds its jobs again, and no other process is ever taken for one of them.
"""

import os
import signal
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from threading import Thread

import semeai
from semeai.archive import read_sealed, write_sealed
from semeai.files import DamagedFile, has_file, lock_holder, sweep
from semeai.lab.run import JOB_LOCK
from semeai.locks import lock
from semeai.web.ownership import Owner

FILE, LOCK, LOG = "job.json", JOB_LOCK, "job.log"
RUNS, MATCHES, REPRODUCTIONS = PLACES = ("runs", "matches", "reproductions")
"""where the folders of runs, of matches and of papers' experiments are"""
MAX_WORDS = 4000
"""bytes from the end of a log that are looked at"""

# A job runs this semeai, wherever it is started from.
_SOURCES = os.pathsep.join(filter(None, [str(Path(semeai.__file__).parents[1]), os.environ.get("PYTHONPATH")]))


class TooManyJobs(ValueError):
    """As many run as may; the message says so."""


@dataclass(frozen=True)
class Job:
    """A call of the command line, as `job.json` has it."""

    arguments: tuple[str, ...]
    """not checked: see `forms.check_job`"""
    is_foreign: bool
    """True unless this user has started it, here and with these arguments"""


class Jobs:
    """The jobs of a work folder: theirs lie in its PLACES. At most `limit` run at a time."""

    def __init__(self, folder: Path, limit: int, owner: Owner | None = None) -> None:
        """`owner` signs what is started; by default the user who runs this program."""
        self._folder = folder
        self._limit = limit
        self._owner = owner or Owner.here()

    def sweep(self) -> None:
        """Remove what a server left behind that was killed while it started a job. Raises OSError."""
        for place in PLACES:
            for job in self._folder.glob(f"{place}/*/"):
                sweep(job, [FILE])

    def running(self) -> list[Path]:
        """The folders of those that run."""
        locks = (path for place in PLACES for path in sorted(self._folder.glob(f"{place}/*/{LOCK}")))
        return [path.parent for path in locks if is_running(path.parent)]

    def read(self, job: Path) -> "Job | None":
        """The job in a folder; None if no page has started one. Raises DamagedFile and OSError."""
        try:
            found = read_sealed(job / FILE, "job file")[0]
        except FileNotFoundError:
            return None
        arguments, signature = found.get("arguments", []), found.get("signature", "")
        if not _are_words(arguments) or not isinstance(signature, str):
            raise DamagedFile(f"{job / FILE}: not a job file that semeai wrote")
        return Job(tuple(arguments), not self._owner.has_signed(job, arguments, signature))

    def start(self, job: Path, arguments: Sequence[str]) -> None:
        """Start `semeai ARGUMENTS`, which is to work in the folder `job`, or start it again.

        Raises TooManyJobs, ValueError where it runs already, and OSError.
        """
        if is_running(job):
            raise ValueError(f"{job.name} is running already")
        if (n := len(self.running())) >= self._limit:
            raise TooManyJobs(f"{n} jobs are running, and no more may at a time; stop one first")
        if link := next((path for path in job.rglob("*") if path.is_symlink()), None):
            raise ValueError(f"{link} is a symbolic link, and could lead what is written out of the folder; remove it")
        job.mkdir(parents=True, exist_ok=True)
        signed = {"arguments": list(arguments), "signature": self._owner.sign(job, arguments)}
        write_sealed(job / FILE, signed)
        file = os.open(job / LOCK, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW, 0o666)
        try:
            lock(file)
            with (job / LOG).open("wb") as log:
                process = subprocess.Popen(
                    # -P: what lies in the work folder must not be taken for a part of the program
                    [sys.executable, "-P", "-m", "semeai", *arguments],
                    cwd=self._folder,
                    stdin=subprocess.DEVNULL,
                    stdout=log,
                    stderr=log,
                    pass_fds=[file],
                    start_new_session=True,
                    env=os.environ | {"PYTHONPATH": _SOURCES},
                )
            os.truncate(file, 0)
            os.write(file, f"{process.pid}\n".encode())
        finally:
            os.close(file)  # the process has it still
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


def _are_words(found: object) -> bool:
    return isinstance(found, list) and bool(found) and all(isinstance(word, str) for word in found)


def last_words(job: Path) -> str:
    """The last line that a job said, "" where it said nothing."""
    if not has_file(job, LOG):
        return ""
    try:
        with (job / LOG).open("rb") as log:
            log.seek(max(0, os.fstat(log.fileno()).st_size - MAX_WORDS))
            lines = log.read().decode(errors="replace").splitlines()
    except OSError:
        return ""
    return next((line.strip().removeprefix("semeai: ") for line in reversed(lines) if line.strip()), "")

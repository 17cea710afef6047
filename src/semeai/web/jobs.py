"""Jobs: runs, matches and experiments that a page starts. Each is a process of its own that outlives the server.

A job is a call of the command line that works in a folder. The folder holds everything about it:

job.json     the arguments, with which the same call continues it later, and the signature of the user who started it
job.lock     locked by the process while it lives, independent of the server; contains the process id
job.log      its output

So a restarted server finds its jobs again, and never mistakes another process for one of them.
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
"""the folders of runs, matches and papers' experiments"""
MAX_WORDS = 4000
"""bytes that are read from the end of a log"""

# A job runs this semeai, wherever it is started from.
_SOURCES = os.pathsep.join(filter(None, [str(Path(semeai.__file__).parents[1]), os.environ.get("PYTHONPATH")]))


class TooManyJobs(ValueError):
    """The limit of running jobs is reached."""


@dataclass(frozen=True)
class Job:
    """A call of the command line, as stored in `job.json`."""

    arguments: tuple[str, ...]
    """arguments that are not checked here: see `job_check`"""
    is_foreign: bool
    """True unless this user has started it, here and with these arguments"""


class Jobs:
    """The jobs of a work folder, in its PLACES. At most `limit` run at the same time."""

    def __init__(self, folder: Path, limit: int, owner: Owner | None = None) -> None:
        """`owner` signs new jobs; by default it is the user who runs this program."""
        self._folder = folder
        self._limit = limit
        self._owner = owner or Owner.here()

    def sweep(self) -> None:
        """Remove the temporary files of a server that was killed while it started a job. Raises OSError."""
        for place in PLACES:
            for job in self._folder.glob(f"{place}/*/"):
                sweep(job, [FILE])

    def running(self) -> list[Path]:
        """The folders of the running jobs."""
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
        """Start or restart `semeai ARGUMENTS`, which works in the folder `job`.

        Raises TooManyJobs, ValueError if it is already running, and OSError.
        """
        if is_running(job):
            raise ValueError(f"{job.name} is already running")
        if (n := len(self.running())) >= self._limit:
            raise TooManyJobs(f"{n} jobs are running, which is the limit; stop one first")
        if link := next((path for path in job.rglob("*") if path.is_symlink()), None):
            raise ValueError(f"{link} is a symbolic link, which could redirect files out of the folder; remove it")
        job.mkdir(parents=True, exist_ok=True)
        signed = {"arguments": list(arguments), "signature": self._owner.sign(job, arguments)}
        write_sealed(job / FILE, signed)
        file = os.open(job / LOCK, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW, 0o666)
        try:
            lock(file)
            with (job / LOG).open("wb") as log:
                process = subprocess.Popen(
                    # -P: files of the work folder must not be imported as modules
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
            os.close(file)  # the process still holds it
        Thread(target=process.wait, daemon=True).start()  # reaps the process


def is_running(job: Path) -> bool:
    """True if the process of a job is alive."""
    return lock_holder(job / LOCK) is not None


def stop(job: Path) -> bool:
    """Stop a job as Ctrl-C does, so that it can be continued. Returns True if it was running."""
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
    """The last line of a job's output; "" if there is none."""
    if not has_file(job, LOG):
        return ""
    try:
        with (job / LOG).open("rb") as log:
            log.seek(max(0, os.fstat(log.fileno()).st_size - MAX_WORDS))
            lines = log.read().decode(errors="replace").splitlines()
    except OSError:
        return ""
    return next((line.strip().removeprefix("semeai: ") for line in reversed(lines) if line.strip()), "")

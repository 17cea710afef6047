"""Experiments of papers that a page runs: jobs in a folder of their own, so that they never replace other results.

reproductions/<paper>-<figure>-<scale>/      the job, its tables and its picture
runs/<paper>/<scale>/<experiment>/           its finished trials, which are not run again
"""

from dataclasses import dataclass
from pathlib import Path

from semeai.files import DamagedFile, has_file
from semeai.lab.folder import RunState
from semeai.papers import PAPERS, load_paper
from semeai.papers.paper import Scale
from semeai.papers.trials import FILE
from semeai.web import jobs
from semeai.web.jobs import REPRODUCTIONS, Jobs

SCALES = (Scale.SMOKE, Scale.LAPTOP)
"""the scales that a page offers"""
MAX_BYTES = 64 << 20
"""maximum size of a file whose lines are counted"""


@dataclass(frozen=True)
class Reproduction:
    """A figure at a scale, in a work folder."""

    folder: Path
    """the work folder"""
    key: str
    figure: str
    scale: Scale

    def __post_init__(self) -> None:
        """Check that the names belong to a paper and are valid names of a folder. Raises ValueError."""
        if self.key not in PAPERS or not self.figure.replace("_", "").isalnum() or self.scale not in SCALES:
            raise ValueError("There is no such experiment.")

    @property
    def job(self) -> Path:
        """The folder of the job."""
        return self.folder / REPRODUCTIONS / f"{self.key}-{self.figure}-{self.scale}"

    @property
    def picture(self) -> Path | None:
        """The generated picture; None before the job has ended."""
        return self.job / f"{self.figure}.svg" if has_file(self.job, f"{self.figure}.svg") else None

    def arguments(self) -> list[str]:
        """The command that runs it."""
        out = f"{REPRODUCTIONS}/{self.job.name}"
        return ["reproduce", f"{self.key}/{self.figure}", "--scale", str(self.scale), "--out", out]

    def start(self, started: Jobs) -> None:
        """Start it, or continue it. Raises ValueError, TooManyJobs and OSError."""
        started.start(self.job, self.arguments())

    def is_ours(self, started: Jobs) -> bool:
        """True if this user has started it here with this command."""
        try:
            found = started.read(self.job)
        except (OSError, DamagedFile):
            return False
        return found is not None and not found.is_foreign and list(found.arguments) == self.arguments()

    @property
    def state(self) -> RunState | None:
        """Its state; None before the first start."""
        if jobs.is_running(self.job):
            return RunState.RUNNING
        if not has_file(self.job, jobs.FILE):
            return None
        return RunState.DONE if self.picture else RunState.STOPPED

    def count_trials(self) -> tuple[int, int]:
        """The number of finished trials, and of all trials. Raises PaperError."""
        paper = load_paper(self.key)
        figure = next(figure for figure in paper.figures if figure.name == self.figure)
        n_done = n_all = 0
        for name in figure.experiments:
            n = len(paper.experiment(name).trials(self.scale))
            n_all += n
            n_done += min(n, _count_lines(self.folder / "runs" / self.key / self.scale / name))
        return n_done, n_all


def _count_lines(folder: Path) -> int:
    if not has_file(folder, FILE) or (folder / FILE).stat().st_size > MAX_BYTES:
        return 0
    return (folder / FILE).read_bytes().count(b"\n")

"""The state of the server, which all pages share: the settings, the threads that think, and the open games."""

from pathlib import Path

from semeai.files import DamagedFile
from semeai.go.points import PASS
from semeai.players import make_player
from semeai.web.compilation import compilation
from semeai.web.host import Host
from semeai.web.jobs import Jobs
from semeai.web.paths import inside
from semeai.web.reviews import NICE
from semeai.web.seats import ANALYST
from semeai.web.see import Overlays, picture
from semeai.web.settings import Settings
from semeai.web.summaries import Summaries
from semeai.web.table import Setup, Table
from semeai.web.thinking import Thinkers
from semeai.web.trainer import Prover
from semeai.web.uploads import Uploads


class ServerState:
    """The state of one server. Only the event loop uses it, except for the tasks of thinkers."""

    def __init__(self, settings: Settings) -> None:
        compilation()  # from now on pages tell how far it is
        self.settings = settings
        self.thinkers = Thinkers(settings.max_searches)
        self.host = Host(settings, self.thinkers)
        self.uploads = Uploads()
        self.prover = Prover()
        self.beliefs = Thinkers(1, NICE)
        """the thread that evolves the populations on the page Problems"""
        self.jobs = Jobs(settings.folder, settings.max_runs)
        self.jobs.sweep()
        self.summaries = Summaries()
        self._is_warm = False

    def prepare(self) -> None:
        """Load the kernels of the board, so that the first page appears at once."""
        table = Table.new(Setup())
        for move in (PASS, PASS):
            picture(table, Overlays(influence="territory"))
            table.play(move)
        table.set_dead(frozenset())

    def warm_up(self) -> None:
        """Load or compile the kernels of players in advance, so that nobody waits for them."""
        if not self._is_warm:
            self._is_warm = True
            self.thinkers.submit(lambda: make_player(ANALYST))

    def path(self, name: str) -> Path:
        """A file of the work folder by its name from a page. Raises OutsidePath."""
        return inside(self.settings.folder, name)

    def is_foreign(self, folder: Path) -> bool:
        """True if a run or match has a job file that this user did not write here."""
        try:
            job = self.jobs.read(folder)
        except (DamagedFile, OSError):
            return True
        return job is not None and job.is_foreign

    def close(self) -> None:
        """Release everything when the server ends."""
        self.host.close()
        self.uploads.close()
        self.prover.close()
        self.beliefs.close()
        self.thinkers.close()

"""Uploaded game records: they are read in a process of their own with a time limit."""

from concurrent.futures import Future, ThreadPoolExecutor

from semeai.parallel.workers import Crew, WorkerLost
from semeai.sgf import SgfError, parse, read_game, write_game
from semeai.sgf.tree import decode

MAX_BYTES = 1 << 20
MAX_NODES = 5_000
PATIENCE = 5.0


class BadUpload(ValueError):
    """A file that is refused. The message gives the reason on one line."""


def clean_sgf(data: bytes) -> str:
    """The first game of a file, rewritten as clean SGF. Raises BadUpload."""
    if len(data) > MAX_BYTES:
        raise BadUpload(f"expected a game record of up to {MAX_BYTES >> 20} MB, found a larger one")
    try:
        text = decode(data)
        if sum(1 for _ in parse(text)[0].all_nodes()) > MAX_NODES:  # before nodes become objects
            raise BadUpload(f"expected a game record of up to {MAX_NODES} moves, found a longer one")
        game = read_game(text)
    except SgfError as error:
        raise BadUpload(f"not a game record: {str(error)[:200]}") from None
    if not 5 <= game.rules.size <= 19:
        raise BadUpload(f"expected a board of 5 to 19 lines, found {game.rules.size}")
    return write_game(game)


class Uploads:
    """The process, and the thread that waits for it."""

    def __init__(self, patience: float = PATIENCE) -> None:
        self._crew = Crew(patience)
        self._waiting = ThreadPoolExecutor(1, thread_name_prefix="uploads")

    def read(self, data: bytes) -> "Future[str]":
        """The text of `clean_sgf`. Raises BadUpload, also if it takes too long."""
        return self._waiting.submit(self._read, data)

    def _read(self, data: bytes) -> str:
        try:
            with self._crew.call(clean_sgf) as task:
                return task(0, data)
        except WorkerLost:
            raise BadUpload("this file takes too long to read") from None

    def close(self) -> None:
        self._crew.stop()
        self._waiting.shutdown(wait=True, cancel_futures=True)
        self._crew.dismiss()

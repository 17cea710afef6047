"""Players that a page may name: all of ours, champions of the work folder, and GNU Go where it is installed.

Another program would be a command to be run, and a page is no place for commands.
"""

import os
import shutil
from pathlib import Path

from semeai.gtp.process import GAMES_FOLDER
from semeai.players import PLAYERS, check_spec, make_player
from semeai.players.champion import SHIPPED
from semeai.web.paths import inside, shown

GNUGO = "gtp:gnugo --mode gtp --level 1 --chinese-rules"
MAX_CHAMPIONS = 50
"""that are offered; others can be named"""
_USUAL = ("wally:noise=0.1", "uct:playouts=500", "rave:playouts=500")


def check_player(folder: Path, spec: str) -> None:
    """Raises ValueError, with one line, unless a page may name this player and it is there."""
    check_spec(spec)
    name, _, rest = spec.partition(":")
    if name == "gtp" and spec != GNUGO:
        raise ValueError(f"a page starts no other program than {GNUGO!r}; the command line does: semeai match")
    is_shipped = Path(rest).name == rest and (SHIPPED / f"{rest}.npz").is_file()
    if name == "champion" and not is_shipped:
        path = inside(folder, rest)
        if not path.is_file():
            raise ValueError(f"no champion in {shown(rest)}")
        spec = f"champion:{path}"
    try:
        make_player(spec)
    except OSError as error:
        raise ValueError(f"{shown(rest)}: {error.strerror}") from None


def player_choices(folder: Path) -> list[str]:
    """The players that are offered: ours, those that come with semeai, GNU Go, and the last champion of each run."""
    ours = [name for name in PLAYERS if name not in ("champion", "gtp")]
    shipped = [f"champion:{path.stem}" for path in sorted(SHIPPED.glob("*.npz"))]
    engines = [GNUGO] if _has_gnugo() else []
    return [*ours, *_USUAL, *shipped, *engines, *latest_champions(folder)]


def _has_gnugo() -> bool:
    return shutil.which("gnugo", path=os.pathsep.join([os.environ.get("PATH", ""), GAMES_FOLDER])) is not None


def latest_champions(folder: Path) -> list[str]:
    """The last champion of each run in `folder`/runs, the latest run first."""
    found = []
    for run in (folder / "runs").glob("*/champions"):
        champions = sorted(run.glob("*.npz"))
        if champions:
            found.append((champions[-1].stat().st_mtime, champions[-1]))
    newest = sorted(found, reverse=True)[:MAX_CHAMPIONS]
    return [champion_spec(folder, path) for _, path in newest]


def champion_spec(folder: Path, path: Path) -> str:
    """How a champion of the work folder is named, from there."""
    return f"champion:{path.relative_to(folder).as_posix()}"

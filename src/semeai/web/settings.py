"""The settings of the web server: address, token and limits."""

import os
from dataclasses import dataclass
from pathlib import Path

LOOPBACK = ("127.0.0.1", "localhost", "::1")


@dataclass(frozen=True)
class Settings:
    """The settings of `semeai web`."""

    folder: Path = Path()
    """work folder with games and runs; pages do not read or write files outside it"""
    host: str = "127.0.0.1"
    """the address to listen on"""
    port: int = 8080
    """port; 0 for any free one"""
    token: str | None = None
    """secret that a visitor must know; None admits every account of this machine, and requires a loopback address"""
    max_games: int = 100
    """maximum number of open games"""
    max_runs: int = 2
    """maximum number of runs and matches at the same time"""
    max_searches: int = max(2, os.cpu_count() or 1)
    """maximum number of players that think at the same time; others wait"""

    def __post_init__(self) -> None:
        object.__setattr__(self, "folder", Path(self.folder).resolve())
        if not 0 <= self.port <= 65535:
            raise ValueError(f"port must be 0 to 65535, not {self.port}")
        for name in ("max_games", "max_runs", "max_searches"):
            if getattr(self, name) < 1:
                raise ValueError(f"{name} must be 1 or more, not {getattr(self, name)}")
        if not self.folder.is_dir():
            raise ValueError(f"no such folder: {self.folder}")
        if self.token is None and not self.is_loopback:
            raise ValueError(f"--no-token needs a loopback address, such as 127.0.0.1; others can reach {self.host}")

    @property
    def is_loopback(self) -> bool:
        """True if only this machine can reach the pages."""
        return self.host in LOOPBACK

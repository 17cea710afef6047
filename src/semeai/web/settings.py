"""How the pages are served, and how much they may do at a time."""

import os
from dataclasses import dataclass
from pathlib import Path

LOOPBACK = ("127.0.0.1", "localhost", "::1")


@dataclass(frozen=True)
class Settings:
    """The settings of `semeai web`."""

    folder: Path = Path()
    """where games and runs are; no page reads or writes a file outside"""
    host: str = "127.0.0.1"
    """the address to listen at"""
    port: int = 8080
    """0 is any that is free"""
    token: str | None = None
    """what a visitor must know; None lets every account of this machine in, and needs a loopback address"""
    max_games: int = 100
    """games that are open at a time"""
    max_runs: int = 2
    """evolutions and matches that run at a time"""
    max_searches: int = max(2, os.cpu_count() or 1)
    """players that think at a time; others wait for their turn"""

    def __post_init__(self) -> None:
        object.__setattr__(self, "folder", Path(self.folder).resolve())
        if not 0 <= self.port <= 65535:
            raise ValueError(f"port is 0 to 65535, not {self.port}")
        for name in ("max_games", "max_runs", "max_searches"):
            if getattr(self, name) < 1:
                raise ValueError(f"{name} is 1 or more, not {getattr(self, name)}")
        if not self.folder.is_dir():
            raise ValueError(f"no folder {self.folder}")
        if self.token is None and not self.is_loopback:
            raise ValueError(f"--no-token needs a loopback address, such as 127.0.0.1; others can reach {self.host}")

    @property
    def is_loopback(self) -> bool:
        """Whether only this machine can reach the pages."""
        return self.host in LOOPBACK

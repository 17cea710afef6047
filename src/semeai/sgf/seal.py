"""Game records with a digest: `(;DIGEST[7d0f...]FF[4]...`. The reader notices every changed byte.

The property comes first and covers the rest of the game. Other programs skip it like every unknown property. Games
without a digest, from older versions and other programs, are not checked.
"""

import hashlib
import re

NAME = "DIGEST"
_START = f"(;{NAME}["
_SEAL = re.compile(rf"\(;{NAME}\[([0-9a-f]{{64}})\]")
_NEXT = re.compile(rf"^(?=\(;{NAME}\[)", re.MULTILINE)
UNSEALED = "(;FF[4]"
"""the start of a game that semeai wrote without a digest"""


def seal_game(text: str) -> str:
    """Add a digest to the text of `write_game`."""
    body = text.removeprefix("(;")
    return f"{_START}{_digest(body)}]{body}"


def is_sealed(text: str) -> bool:
    """True if the text starts with a sealed game."""
    return text.startswith(_START)


def split_sealed(text: str) -> list[str]:
    """The games of a text that starts with a sealed one. Text after a game belongs to that game."""
    return [game for game in _NEXT.split(text) if game]


def check_seal(text: str) -> None:
    """Check that this is a sealed game with the right digest. Raises ValueError."""
    seal = _SEAL.match(text)
    if not seal or seal[1] != _digest(text[seal.end() :]):
        raise ValueError(f"the file was changed after semeai wrote it: the game does not match its {NAME}")


def _digest(body: str) -> str:
    return hashlib.sha256(body.rstrip("\n").encode()).hexdigest()

"""Game records with a digest: `(;DIGEST[7d0f...]FF[4]...`. Every change of a byte is noticed when they are read.

The property comes first and covers the rest of the game. Other programs skip it, as they do all properties that they do
not know. Games without one, as older versions and other programs write them, are unchecked.
"""

import hashlib
import re

NAME = "DIGEST"
_START = f"(;{NAME}["
_SEAL = re.compile(rf"\(;{NAME}\[([0-9a-f]{{64}})\]")
_NEXT = re.compile(rf"^(?=\(;{NAME}\[)", re.MULTILINE)
UNSEALED = "(;FF[4]"
"""how games begin that semeai wrote without a digest"""


def seal_game(text: str) -> str:
    """A game that `write_game` made, with a digest."""
    body = text.removeprefix("(;")
    return f"{_START}{_digest(body)}]{body}"


def is_sealed(text: str) -> bool:
    """Whether the text begins with a sealed game."""
    return text.startswith(_START)


def split_sealed(text: str) -> list[str]:
    """The games of a text that begins with a sealed one; what follows a game is part of it."""
    return [game for game in _NEXT.split(text) if game]


def check_seal(text: str) -> None:
    """Raises ValueError unless this is a sealed game, and the one that was sealed."""
    seal = _SEAL.match(text)
    if not seal or seal[1] != _digest(text[seal.end() :]):
        raise ValueError(f"changed since semeai wrote it: the game does not match its {NAME}")


def _digest(body: str) -> str:
    return hashlib.sha256(body.rstrip("\n").encode()).hexdigest()

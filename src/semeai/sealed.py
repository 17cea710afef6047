"""JSON files with a digest: every change of a byte is noticed when they are read.

    {
     "sha256": "7d0f...",
     "generations": 12,
     ...

The digest comes first and covers all that follows its line. Files without one, as older versions wrote them, are read
as well and reported as unchecked.
"""

import hashlib
import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from semeai.files import DamagedFile, read_bounded, write_whole

DIGEST = "sha256"
MAX_BYTES = 1 << 18
"""bytes of a file: as Python objects, JSON can take 30 times its size"""
# Any name and any 64 characters: a file whose seal is damaged must not pass for one without a seal.
_SEAL = re.compile(rb'\{\n "(.{6})": "([^"]{64})",\n', re.DOTALL)


def write_sealed(path: Path, content: Mapping[str, Any]) -> None:
    """Make `path` a JSON file with `content`, which is not empty, and its digest. Raises OSError.

    Raises ValueError for numbers that are not finite.
    """
    body = json.dumps(content, indent=1, allow_nan=False).removeprefix("{\n").encode() + b"\n"
    seal = f'{{\n "{DIGEST}": "{hashlib.sha256(body).hexdigest()}",\n'.encode()
    write_whole(path, seal + body)


def read_sealed(path: Path, what: str) -> tuple[dict[str, Any], bool]:
    """The content of a JSON file, and whether a digest vouches for it. `what` is what it should be, for messages.

    Raises OSError and DamagedFile.
    """
    data = read_bounded(path, MAX_BYTES)
    seal = _SEAL.match(data)
    if seal and seal[0] != f'{{\n "{DIGEST}": "{hashlib.sha256(data[seal.end() :]).hexdigest()}",\n'.encode():
        raise DamagedFile(f"{path} is damaged: its content does not match its digest")
    try:
        content = json.loads(data)
    except (ValueError, RecursionError):
        content = None
    if not isinstance(content, dict):
        raise DamagedFile(f"{path}: no {what} that semeai wrote")
    content.pop(DIGEST, None)
    return content, seal is not None

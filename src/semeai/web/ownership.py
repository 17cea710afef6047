"""Ownership of jobs: a signature proves that this user started a job in this folder with these arguments.

A run folder that was copied in or unpacked may hold any command. Its author does not know the user's key, so its
signature, if it has one, is wrong, and the job is foreign. So is a job whose folder was moved or renamed.
"""

import hashlib
import hmac
import json
import secrets
from collections.abc import Sequence
from pathlib import Path

from semeai.web.private import N_BYTES, read_key


class Owner:
    """Signs with a secret key."""

    def __init__(self, key: bytes) -> None:
        self._key = key

    @classmethod
    def here(cls) -> "Owner":
        """The user who runs this program. If the key cannot be stored, jobs are foreign after a restart."""
        try:
            return cls(read_key())
        except OSError:
            return cls(secrets.token_bytes(N_BYTES))

    def sign(self, job: Path, arguments: Sequence[str]) -> str:
        """The signature of a job in its folder."""
        message = json.dumps([str(job.resolve()), list(arguments)]).encode()
        return hmac.new(self._key, message, hashlib.sha256).hexdigest()

    def has_signed(self, job: Path, arguments: Sequence[str], signature: str) -> bool:
        """True if the signature belongs to this job, in this folder, with these arguments."""
        return hmac.compare_digest(self.sign(job, arguments).encode(), signature.encode())

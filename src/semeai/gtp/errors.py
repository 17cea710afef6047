"""The errors of external engines."""

from semeai.gtp.protocol import clean


class EngineError(Exception):
    """An error of an engine, with a one-line message."""

    def __init__(self, message: str) -> None:
        super().__init__(" ".join(clean(message).split())[:500])


class EngineMissing(EngineError):
    """The program cannot be started."""


class EngineDied(EngineError):
    """The program has ended, or has closed its output."""


class EngineTimeout(EngineError):
    """The program did not answer in time. It has been killed."""


class EngineNonsense(EngineError):
    """The program's answer is not valid GTP. It has been killed."""


class GtpFailure(EngineError):
    """The program answered `? message`. It still works."""

"""What can go wrong with another program's engine."""

from semeai.gtp.protocol import clean


class EngineError(Exception):
    """Something is wrong with an engine; the message is one line for people."""

    def __init__(self, message: str) -> None:
        super().__init__(" ".join(clean(message).split())[:500])


class EngineMissing(EngineError):
    """The program cannot be started."""


class EngineDied(EngineError):
    """The program has ended, or has closed its output."""


class EngineTimeout(EngineError):
    """The program did not answer in time. It has been killed."""


class EngineNonsense(EngineError):
    """The program's answer is no GTP. It has been killed."""


class GtpFailure(EngineError):
    """The program understands, and answers `? message`. It is as well as before."""

"""A Ctrl-C is heard, also where Python forgets it, and not before it can be borne."""

import os
import signal
import time
from collections.abc import Iterator

import pytest

from semeai.parallel.interrupts import Ears


@pytest.fixture
def ears() -> Iterator[Ears]:
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    made = Ears()
    yield made
    made.close()
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
    signal.signal(signal.SIGINT, before)


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_a_ctrl_c_that_python_forgets(ears: Ears) -> None:
    class Fading:
        def __del__(self) -> None:
            os.kill(os.getpid(), signal.SIGINT)
            time.sleep(0.01)

    ears.check()
    Fading()
    with pytest.raises(KeyboardInterrupt):
        ears.check()
    ears.check()  # once is enough


def test_a_ctrl_c_at_once(ears: Ears) -> None:
    with pytest.raises(KeyboardInterrupt):
        signal.raise_signal(signal.SIGINT)


def test_a_ctrl_c_at_the_wrong_moment(ears: Ears) -> None:
    done = []

    def work() -> None:
        with ears.covered():
            signal.raise_signal(signal.SIGINT)
            done.append("the rest")
        done.append("more")

    with pytest.raises(KeyboardInterrupt):
        work()
    assert done == ["the rest"]
    with ears.covered():
        pass  # once is enough
    with pytest.raises(KeyboardInterrupt):
        signal.raise_signal(signal.SIGINT)


def test_a_ctrl_c_that_has_to_wait_until_it_is_asked_for() -> None:
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    ears = Ears(are_patient=True)
    try:
        signal.raise_signal(signal.SIGINT)
        with pytest.raises(KeyboardInterrupt):
            ears.check()
        ears.check()  # once is enough
        signal.raise_signal(signal.SIGINT)
        with pytest.raises(KeyboardInterrupt):  # twice is too much
            signal.raise_signal(signal.SIGINT)
    finally:
        ears.close()
        signal.signal(signal.SIGINT, before)

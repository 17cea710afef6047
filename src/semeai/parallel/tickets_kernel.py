# mypy: ignore-errors
"""Counters that several threads share without a lock: the next task to take, and the number of finished tasks.

`tickets(n)` is an array of them. Each counter has its own cache line, so that threads do not wait for one another.
"""

import threading
from typing import Any

import numpy as np
import numpy.typing as npt
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

from semeai.jit import config, kernel

APART = 8  # counters per cache line
PATIENCE = 2_000  # reads of a counter before other threads may use the core


def tickets(n: int) -> npt.NDArray[np.int64]:
    """An array of `n` counters, all 0."""
    return np.zeros(n * APART, dtype=np.int64)


if config.DISABLE_JIT:
    _lock = threading.Lock()

    def take(numbers, i):
        """Increment counter `i`. Returns its value before."""
        with _lock:
            numbers[i * APART] += 1
            return numbers[i * APART] - 1

    def look(numbers, i):
        """The current value of counter `i`."""
        return numbers[i * APART]

    def give_way():
        """Let other threads use the core for a moment."""
        threading.Event().wait(0.001)

else:

    def _address(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        array = context.make_array(signature.args[0])(context, builder, arguments[0])
        index = builder.mul(arguments[1], ir.Constant(arguments[1].type, APART))
        return cgutils.get_item_pointer(context, builder, signature.args[0], array, [index])

    @intrinsic
    def take(typing_context, numbers, i):
        """Increment counter `i`. Returns its value before."""

        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            one = ir.Constant(ir.IntType(64), 1)
            return builder.atomic_rmw("add", _address(context, builder, signature, arguments), one, "seq_cst")

        return types.int64(numbers, types.intp), generate

    @intrinsic
    def look(typing_context, numbers, i):
        """The current value of counter `i`."""

        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            return builder.load_atomic(_address(context, builder, signature, arguments), "seq_cst", 8)

        return types.int64(numbers, types.intp), generate

    give_way = types.ExternalFunction("sched_yield", types.int32())


@kernel
def wait_for(numbers, i, least):
    """Wait until counter `i` is `least` or more."""
    n = 0
    while look(numbers, i) < least:
        n += 1
        if n >= PATIENCE:
            give_way()

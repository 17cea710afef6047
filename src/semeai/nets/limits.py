"""Bounds of numbers that come from files."""

from typing import Any

import numpy as np
import numpy.typing as npt


def is_within(numbers: npt.NDArray[Any], low: float, high: float) -> bool:
    """True if every number is from `low` to `high`, both included. NaN is not.

    Absolute values would not do: that of the least int64 is itself, which is below any bound. The bounds are float64,
    for as numbers of a smaller type they might be infinite.
    """
    return bool(((numbers >= np.float64(low)) & (numbers <= np.float64(high))).all())

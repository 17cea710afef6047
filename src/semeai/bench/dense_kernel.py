# mypy: ignore-errors
"""The baseline for incremental evaluation: every evaluation computes all connections of a network."""

import numpy as np

from semeai.jit import kernel
from semeai.nets.network_kernel import evaluate_all, logistic


@kernel
def evaluate_dense(nets, i, inputs, outputs, says):
    """The outputs of network `i` for each row of inputs, each computed from scratch; `says` has room for all units."""
    heads, starts, targets, weights, _ = nets
    head = heads[i]
    n_known = head.n_inputs + head.n_hidden
    for row in range(len(inputs)):
        for unit in range(head.n_inputs):
            says[unit] = inputs[row, unit]
        for unit in range(head.n_inputs, n_known + head.n_outputs):
            says[unit] = 0.0
        for unit in range(n_known):
            if unit >= head.n_inputs:
                says[unit] = logistic(says[unit])
            at = head.starts + unit
            for k in range(head.targets + starts[at], head.targets + starts[at + 1]):
                says[head.n_inputs + np.int64(targets[k])] += says[unit] * weights[k]
        for k in range(head.n_outputs):
            outputs[row, k] = says[n_known + k]


@kernel
def repeat_dense(nets, inputs, outputs, says, n):
    """Evaluate all networks, each `n` times in a row, as if each played `n` games."""
    for i in range(len(nets[0])):
        for _ in range(n):
            evaluate_dense(nets, i, inputs, outputs, says)


@kernel
def repeat_incremental(nets, states, inputs, outputs, n):
    """The same, incrementally: only the changes from row to row are computed."""
    for i in range(len(nets[0])):
        for _ in range(n):
            evaluate_all(nets, i, states, inputs, outputs)

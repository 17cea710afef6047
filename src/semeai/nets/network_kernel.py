# mypy: ignore-errors
"""Networks without cycles, evaluated incrementally.

Units are numbered: inputs, then hidden units, each after all its sources, then outputs. Hidden units are logistic, 1 /
(1 + exp(-sum)); outputs are plain sums. If few inputs change from one evaluation to the next, few sums do: `feed` notes
the changes, and `settle` adds the differences to the sums of the targets, unit by unit. Many networks are side by side
in a tuple of arrays, `nets`:

    heads     a record for each network
    starts    index of the first connection of each unit (inputs and hidden units), and the end of the last one's
    targets   the hidden units and outputs that they lead to, hidden ones first
    weights   of those connections
    resting   by network: the sums of hidden units and outputs when all inputs are 0, then the values of hidden units

A network is DENSE when it has one layer of hidden units and most of the possible connections. It has no lists: its
weights follow its resting sums as two matrices, by input and hidden unit, and by hidden unit and output. Adding a whole
row of a matrix is faster than following a list with a third of its entries.
"""

import numpy as np

from semeai.jit import kernel

MAX_INPUTS, MAX_HIDDEN, MAX_OUTPUTS = 1024, 4096, 512
ACYCLIC, LAYERED, DENSE = range(3)

_HEAD = [
    ("n_inputs", np.int64),
    ("n_hidden", np.int64),
    ("n_outputs", np.int64),
    ("kind", np.int64),  # ACYCLIC, LAYERED when no hidden unit feeds another, or DENSE
    ("starts", np.int64),  # its start in each array
    ("targets", np.int64),
    ("resting", np.int64),
]
HEAD = np.dtype((np.record, np.dtype(_HEAD, align=True)))

_STATE = [
    ("n_changed", np.int64),  # inputs that have changed since the network settled
    ("changed", np.int64, 2 * MAX_INPUTS),  # room for each of them twice
    ("change", np.float64, 2 * MAX_INPUTS),
    ("inputs", np.float64, MAX_INPUTS),  # current values
    ("sums", np.float64, MAX_HIDDEN + MAX_OUTPUTS),
    ("says", np.float64, MAX_HIDDEN),  # values of hidden units
    ("has_changed", np.uint8, MAX_HIDDEN + MAX_OUTPUTS),  # by sum; always 1 for outputs
    ("steps", np.float64, MAX_HIDDEN),  # last changes of the hidden units of dense networks
    ("touched", np.uint16, MAX_HIDDEN + 1),  # hidden units whose sums have changed, and room for one more
]
STATE = np.dtype((np.record, np.dtype(_STATE, align=True)))


_POWERS = 2.0 ** np.arange(-64, 65)
_PER_LN2, _LN2_HIGH, _LN2_LOW = 1.4426950408889634, 6.93147180369123816490e-01, 1.90821492927058770002e-10
_C2, _C3, _C4, _C5, _C6, _C7 = 1 / 2, 1 / 6, 1 / 24, 1 / 120, 1 / 720, 1 / 5040
_C8, _C9, _C10, _C11, _C12 = 1 / 40320, 1 / 362880, 1 / 3628800, 1 / 39916800, 1 / 479001600


@kernel
def logistic(x):
    """1 / (1 + exp(-x)), within 1e-15; faster than with the exp of the C library, and the same on all machines.

    With -x = n ln 2 + r, exp(-x) is 2^n exp(r), where r is small: a series.
    """
    y = min(max(-x, -40.0), 40.0)
    n = np.floor(y * _PER_LN2 + 0.5)
    r = (y - n * _LN2_HIGH) - n * _LN2_LOW
    r2 = r * r
    r4 = r2 * r2
    low = (1.0 + r) + r2 * (_C2 + r * _C3)
    middle = (_C4 + r * _C5) + r2 * (_C6 + r * _C7)
    high = (_C8 + r * _C9) + r2 * (_C10 + r * _C11) + r4 * _C12
    return 1.0 / (1.0 + (low + r4 * (middle + r4 * high)) * _POWERS[np.int64(n) + 64])


@kernel
def rest(nets, i, state):
    """Reset network `i` to the state where all inputs are 0."""
    heads, _, _, _, resting = nets
    head = heads[i]
    at, n = head.resting, head.n_hidden + head.n_outputs
    for k in range(head.n_inputs):
        state.inputs[k] = 0.0
    for k in range(n):
        state.sums[k] = resting[at + k]
    for k in range(head.n_hidden):
        state.says[k] = resting[at + n + k]
    for k in range(n):
        state.has_changed[k] = k >= head.n_hidden
    state.n_changed = 0


@kernel
def feed(state, unit, value):
    """Set an input. No input may be set more than twice before the network settles."""
    was = state.inputs[unit]
    if value != was:
        state.inputs[unit] = value
        state.changed[state.n_changed] = unit
        state.change[state.n_changed] = value - was
        state.n_changed += 1


@kernel
def settle(nets, i, state):
    """Update the outputs after inputs were set: they are `state.sums` from the number of hidden units on.

    This is all one function, since numba counts the references to arrays at every call.
    """
    heads, starts, targets, weights, resting = nets
    head = heads[i]
    if head.kind == DENSE:
        settle_dense(head, resting, state)
        return
    n_hidden, edges = head.n_hidden, head.targets
    n_touched = 0
    for c in range(state.n_changed):
        at, change = head.starts + state.changed[c], state.change[c]
        for k in range(edges + starts[at], edges + starts[at + 1]):
            target = targets[k]
            state.sums[target] += change * weights[k]
            state.touched[n_touched] = target  # without a branch, which would be unpredictable
            n_touched += 1 - np.int64(state.has_changed[target])
            state.has_changed[target] = 1
    state.n_changed = 0
    hidden_starts = head.starts + head.n_inputs
    if head.kind == LAYERED:
        for look in range(n_touched):
            unit = np.int64(state.touched[look])
            state.has_changed[unit] = 0
            says = logistic(state.sums[unit])
            change = says - state.says[unit]
            state.says[unit] = says
            at = hidden_starts + unit
            for k in range(edges + starts[at], edges + starts[at + 1]):
                state.sums[targets[k]] += change * weights[k]
        return
    for unit in range(n_hidden):  # in order, since the sources of a unit must come first
        if state.has_changed[unit]:
            state.has_changed[unit] = 0
            says = logistic(state.sums[unit])
            change = says - state.says[unit]
            state.says[unit] = says
            at = hidden_starts + unit
            for k in range(edges + starts[at], edges + starts[at + 1]):
                state.sums[targets[k]] += change * weights[k]
                state.has_changed[targets[k]] = 1


@kernel
def settle_dense(head, resting, state):
    """`settle` for a dense network. The loops are simple, so that the compiler can vectorise them."""
    n_hidden, n_outputs = head.n_hidden, head.n_outputs
    first = head.resting + 2 * n_hidden + n_outputs
    second = first + head.n_inputs * n_hidden
    into = resting[first:second].reshape((head.n_inputs, n_hidden))
    out = resting[second : second + n_hidden * n_outputs].reshape((n_hidden, n_outputs))
    sums, says, steps = state.sums[:n_hidden], state.says[:n_hidden], state.steps[:n_hidden]
    for c in range(state.n_changed):
        unit, change = state.changed[c], state.change[c]
        for k in range(n_hidden):
            sums[k] += change * into[unit, k]
    state.n_changed = 0
    for k in range(n_hidden):
        now = logistic(sums[k])
        steps[k] = now - says[k]
        says[k] = now
    add_rows(steps, out, state.sums[n_hidden : n_hidden + n_outputs])


@kernel
def add_rows(factors, rows, sums):
    """Add each row times its factor to `sums`, in order; four rows at a time to save memory accesses."""
    n = len(rows) - len(rows) % 4
    for i in range(0, n, 4):
        a, b, c, d = factors[i], factors[i + 1], factors[i + 2], factors[i + 3]
        for k in range(rows.shape[1]):
            sums[k] = (((sums[k] + a * rows[i, k]) + b * rows[i + 1, k]) + c * rows[i + 2, k]) + d * rows[i + 3, k]
    for i in range(n, len(rows)):
        for k in range(rows.shape[1]):
            sums[k] += factors[i] * rows[i, k]


@kernel
def fill_dense(n_inputs, n_hidden, sources, targets, weights, into, out):
    """Write the connections of a network as matrices. Those between the same two units are added."""
    into[:] = 0.0
    out[:] = 0.0
    for k in range(len(sources)):
        source, target = sources[k], targets[k] - n_inputs
        if source < n_inputs:
            into[source, target] += np.float64(weights[k])
        else:
            out[source - n_inputs, target - n_hidden] += np.float64(weights[k])


@kernel
def rest_dense(out, sums, says):
    """`find_rest` for a dense network."""
    for unit in range(len(says)):
        says[unit] = logistic(sums[unit])
    add_rows(says, out, sums[len(says) :])


@kernel
def compose(blueprints, labels, weights, into_of, out_of, resting):
    """Write dense networks that consist of shared neurons, one after the other, in the layout of `resting`.

    `blueprints[i]` are the neurons of network i. `labels` and `weights` are the connections of each neuron: a label is
    the number of an input, or the number of inputs plus that of an output. `into_of` (by input and neuron) and `out_of`
    (by neuron and output) have room for the weights of all neurons.
    """
    n_inputs, n_outputs = len(into_of), out_of.shape[1]
    into_of[:] = 0.0
    out_of[:] = 0.0
    for neuron in range(len(labels)):
        for k in range(labels.shape[1]):
            label, weight = labels[neuron, k], np.float64(weights[neuron, k])
            if label < n_inputs:
                into_of[label, neuron] += weight
            else:
                out_of[neuron, label - n_inputs] += weight
    n_hidden = blueprints.shape[1]
    n_sums = n_hidden + n_outputs
    first = n_sums + n_hidden
    second = first + n_inputs * n_hidden
    n = second + n_hidden * n_outputs
    for i in range(len(blueprints)):
        net = resting[i * n : (i + 1) * n]
        into = net[first:second].reshape((n_inputs, n_hidden))
        out = net[second:].reshape((n_hidden, n_outputs))
        for label in range(n_inputs):
            for unit in range(n_hidden):
                into[label, unit] = into_of[label, blueprints[i, unit]]
        for unit in range(n_hidden):
            neuron = blueprints[i, unit]
            for k in range(n_outputs):
                out[unit, k] = out_of[neuron, k]
        net[:n_sums] = 0.0
        rest_dense(out, net[:n_sums], net[n_sums:first])


@kernel
def arrange(sources, targets, weights, n_sources, starts, to, by):
    """Sort connections by their sources into `starts`, `to` and `by`, in the layout of `nets`."""
    starts[:] = 0
    for k in range(len(sources)):
        starts[sources[k] + 1] += 1
    for unit in range(n_sources):
        starts[unit + 1] += starts[unit]
    for k in range(len(sources)):
        at = starts[sources[k]]
        to[at] = targets[k]
        by[at] = weights[k]
        starts[sources[k]] += 1
    for unit in range(n_sources, 0, -1):
        starts[unit] = starts[unit - 1]
    starts[0] = 0


@kernel
def find_rest(n_inputs, starts, to, by, sums, says):
    """The sums and the hidden units' values of a network when all inputs are 0."""
    for unit in range(len(says)):
        says[unit] = logistic(sums[unit])
        for k in range(starts[n_inputs + unit], starts[n_inputs + unit + 1]):
            sums[to[k]] += says[unit] * by[k]


@kernel
def evaluate_all(nets, i, states, inputs, outputs):
    """The outputs of network `i` for each row of inputs, one after the other."""
    head, state = nets[0][i], states[0]
    rest(nets, i, state)
    for row in range(len(inputs)):
        for unit in range(head.n_inputs):
            feed(state, unit, inputs[row, unit])
        settle(nets, i, state)
        for k in range(head.n_outputs):
            outputs[row, k] = state.sums[head.n_hidden + k]

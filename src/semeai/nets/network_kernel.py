"""Networks without cycles, evaluated by what has changed since the last time.

Units are numbered: inputs, then hidden units in an order in which each comes after all that feed it, then outputs.
Hidden units are logistic, 1 / (1 + exp(-sum)); outputs are plain sums. Where few inputs change from one look to the
next, few sums do: `feed` notes what has changed, and `settle` adds the differences to the sums of whatever is fed, unit
by unit. Many networks live side by side in a tuple of arrays, `nets`:

    heads     a record for each network
    starts    where the connections of each unit begin, inputs and hidden units, and where those of the last one end
    targets   the hidden units and outputs that are fed, hidden ones first
    weights   of those connections
    resting   by network: the sums of hidden units and outputs when all inputs are 0, then what hidden units say then
"""

import numpy as np

from semeai.jit import kernel

MAX_INPUTS, MAX_HIDDEN, MAX_OUTPUTS = 1024, 4096, 512

_HEAD = [
    ("n_inputs", np.int64),
    ("n_hidden", np.int64),
    ("n_outputs", np.int64),
    ("is_layered", np.int64),  # 1 when no hidden unit feeds another
    ("starts", np.int64),  # where it begins in each array
    ("targets", np.int64),
    ("resting", np.int64),
]
HEAD = np.dtype((np.record, np.dtype(_HEAD, align=True)))

_STATE = [
    ("n_changed", np.int64),  # inputs that have changed since the network settled
    ("changed", np.int64, 2 * MAX_INPUTS),  # room for each of them twice
    ("change", np.float64, 2 * MAX_INPUTS),
    ("inputs", np.float64, MAX_INPUTS),  # as they are
    ("sums", np.float64, MAX_HIDDEN + MAX_OUTPUTS),
    ("says", np.float64, MAX_HIDDEN),  # what hidden units say
    ("has_changed", np.uint8, MAX_HIDDEN),
    ("touched", np.uint16, MAX_HIDDEN),  # hidden units whose sums have changed
]
STATE = np.dtype((np.record, np.dtype(_STATE, align=True)))


@kernel
def logistic(x):
    return 1.0 / (1.0 + np.exp(-x))


@kernel
def rest(nets, i, state):
    """All inputs of network `i` are 0."""
    heads, _, _, _, resting = nets
    head = heads[i]
    at, n = head.resting, head.n_hidden + head.n_outputs
    for k in range(head.n_inputs):
        state.inputs[k] = 0.0
    for k in range(n):
        state.sums[k] = resting[at + k]
    for k in range(head.n_hidden):
        state.says[k] = resting[at + n + k]
        state.has_changed[k] = 0
    state.n_changed = 0


@kernel
def feed(state, unit, value):
    """An input has a value. No input may have more than two values before the network settles."""
    change = value - state.inputs[unit]
    if change != 0:
        state.inputs[unit] = value
        state.changed[state.n_changed] = unit
        state.change[state.n_changed] = change
        state.n_changed += 1


@kernel
def settle(nets, i, state):
    """Let the outputs follow what was fed: they are `state.sums` from the number of hidden units on.

    All in one function, since numba counts the references to arrays at every call.
    """
    heads, starts, targets, weights, _ = nets
    head = heads[i]
    n_hidden, edges = head.n_hidden, head.targets
    n_touched = 0
    for c in range(state.n_changed):
        at, change = head.starts + state.changed[c], state.change[c]
        for k in range(edges + starts[at], edges + starts[at + 1]):
            target = targets[k]
            state.sums[target] += change * weights[k]
            if target < n_hidden and not state.has_changed[target]:
                state.has_changed[target] = 1
                state.touched[n_touched] = target
                n_touched += 1
    state.n_changed = 0
    n_looks = n_touched if head.is_layered else n_hidden  # else in order, for what feeds a unit must come first
    for look in range(n_looks):
        unit = np.int64(state.touched[look]) if head.is_layered else look
        if state.has_changed[unit]:
            state.has_changed[unit] = 0
            says = logistic(state.sums[unit])
            change = says - state.says[unit]
            state.says[unit] = says
            at = head.starts + head.n_inputs + unit
            for k in range(edges + starts[at], edges + starts[at + 1]):
                target = targets[k]
                state.sums[target] += change * weights[k]
                if target < n_hidden:
                    state.has_changed[target] = 1


@kernel
def arrange(sources, targets, weights, n_sources, starts, to, by):
    """Sort connections by their sources: `starts`, `to` and `by` become what `nets` has of a network."""
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
    """The sums of a network when all inputs are 0, and what its hidden units say then."""
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

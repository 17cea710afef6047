# mypy: ignore-errors
"""Trees as partial strategies: reading, growing, crossover and mutation.

P. Drake, Y.-P. Chen, "Coevolving Partial Strategies for the Game of Go", section 2. J. Koza, "Genetic Programming", MIT
Press, 1992.

A tree is a prefix listing: a node, its left subtree, its right subtree; a leaf is NULL. There are two kinds of nodes.

    a *move* of the player      left: the list of exceptions to the opponent's next move; right: the default, the
                                player's next move where no exception applies
    an *exception* in a list    its value is a move of the opponent; left: the player's response; right: the next one

So a step to the left leads to the other kind, a step to the right does not. The root is of the first kind; it precedes
the first move, and its own value has no meaning. The side that moves first starts with the default of the root.

Two settings change how trees are read. Without `default`, the right subtree of a move is a second list of exceptions,
so that every answer is in a list (figure 3 of the paper); the first move of the side that moves first keeps its place.
With `library`, the exceptions of the root apply throughout the game wherever the plan itself has none, and the plan
then continues from the same node: a response is written once and shared by all branches.

`law` is a record of `LAW`: the settings of trees. Moves are numbers, and this module does not know their meaning.
"""

import numpy as np

from semeai.jit import kernel
from semeai.rng import below, uniform

MAX_NODES = 127  # printed: a full tree of height 6
MAX_MOVES = 400
N_WORKING = 512  # entries of a list of moves that have worked
NULL = 0xFFFF
END = -1  # the end of a strategy

TREE = np.dtype((np.record, np.dtype([("n", np.uint16), ("nodes", np.uint16, MAX_NODES)])))

_LAW = [
    ("height", np.int64),  # of a grown tree: steps from its root to its deepest leaf
    ("crossover", np.float64),  # chance that a child has two parents instead of being a clone
    ("mutation", np.float64),  # chance that a child is mutated
    ("inner", np.float64),  # chance that an inner node is chosen, if there is one, not a leaf
    ("bias", np.float64),  # chance that a new node is drawn from `working`
    ("edits", np.float64),  # share of the mutations that edit a list of exceptions
    ("sharing", np.float64),  # share of the crossovers that take over a whole response
    ("default", np.int64),  # 0 if a move has two lists of exceptions instead of a default
    ("library", np.int64),  # 1 if the exceptions of the root apply throughout the game
    ("n_moves", np.int64),
    ("moves", np.uint16, MAX_MOVES),  # all moves
    ("working", np.uint16, (2, N_WORKING)),  # moves that have won games, of the first and the second side
]
LAW = np.dtype((np.record, np.dtype(_LAW, align=True)))


# -- reading -----------------------------------------------------------------------------------------------------------


@kernel
def end_of(tree, i):
    """The end of the subtree at `i`: the index of the first node after it."""
    end, n_wanted = np.uint64(i), 1  # unsigned, as numba compares a signed index with 0 each time
    while n_wanted:
        n_wanted += -1 if tree.nodes[end] == NULL else 1
        end += np.uint64(1)
    return np.int64(end)


@kernel
def opening(tree):
    """The index of the opening move of the side that moves first, or END."""
    if tree.nodes[0] == NULL:
        return END
    i = end_of(tree, 1)
    return END if tree.nodes[i] == NULL else i


@kernel
def listed(tree, e, move):
    """The index of the first exception for `move` in the list that begins at `e`, or of the leaf at its end."""
    while tree.nodes[e] != NULL and tree.nodes[e] != move:
        e = end_of(tree, e + 1)
    return e


@kernel
def answer(tree, i, move, has_default):
    """The index of the player's next move, after its move at `i` and the opponent's `move`; or END.

    The first exception for that move applies, or else the default; without defaults, an exception of the second list.
    """
    if tree.nodes[i] == NULL:
        return END
    e = listed(tree, i + 1, move)  # the response follows an exception, the right subtree the end of a list
    if tree.nodes[e] == NULL and not has_default:
        e = listed(tree, e + 1, move)
        if tree.nodes[e] == NULL:
            return END
    return END if tree.nodes[e + 1] == NULL else e + 1


@kernel
def recall(tree, i, move):
    """The response to the opponent's `move` in the list of the root; NULL if it has none, or if the plan has an
    exception for that move at `i`."""
    if tree.nodes[0] == NULL or (i != END and tree.nodes[listed(tree, i + 1, move)] != NULL):
        return np.uint16(NULL)
    e = listed(tree, 1, move)
    return np.uint16(NULL) if tree.nodes[e] == NULL else tree.nodes[e + 1]


@kernel
def next_path(path, is_leaf):
    """The path to the node after the one at `path` in a prefix listing; `path` may be a leaf.

    A path is a 1, then for each step from the root a 1 to the left or a 0 to the right. After the last node comes 0.
    """
    one = np.uint64(1)
    if not is_leaf:
        return (path << one) | one
    while path > one and path & one == 0:
        path >>= one
    return path ^ one


@kernel
def is_odd(path):
    """True if a path has an odd number of steps to the left, so that it leads to a node of the other kind."""
    one = np.uint64(1)
    odd = False
    while path > one:
        odd ^= path & one == one
        path >>= one
    return odd


@kernel
def is_exception(tree, at):
    """True if the node at `at` is in a list of exceptions."""
    path = np.uint64(1)
    for i in range(at):
        path = next_path(path, tree.nodes[i] == NULL)
    return is_odd(path)


# -- making ------------------------------------------------------------------------------------------------------------


@kernel
def copy_tree(to, tree):
    """Copy `tree` to `to`."""
    to.n = tree.n
    for i in range(tree.n):
        to.nodes[i] = tree.nodes[i]


@kernel
def any_move(side, law, rng):
    """A random move of the side `side`, 0 for the side that moves first: any move, or one that has worked."""
    if law.bias > 0 and uniform(rng) < law.bias:
        return law.working[side, below(rng, np.uint32(N_WORKING))]
    return law.moves[below(rng, np.uint32(law.n_moves))]


@kernel
def grow(tree, side, is_in_list, law, rng):
    """Grow `tree` at random, by Koza's "grow": every node is any move or NULL with equal probability, up to the height.

    The tree is for the side `side`, 0 for the side that moves first. `is_in_list` is the kind of its root.
    """
    path = np.uint64(1)
    deepest = np.uint64(1 << law.height)
    tree.n = 0
    while path != 0:
        value = np.uint16(NULL)
        if path < deepest and below(rng, np.uint32(law.n_moves + 1)) > 0:
            value = any_move(side ^ is_in_list ^ is_odd(path), law, rng)
        tree.nodes[tree.n] = value
        tree.n += 1
        path = next_path(path, value == NULL)


@kernel
def any_node(tree, law, rng):
    """The index of a random node: of an inner node, if there is one, with probability `law.inner`, else of a leaf."""
    n_inner = np.int64(tree.n) // 2
    is_inner = n_inner > 0 and uniform(rng) < law.inner
    k = np.int64(below(rng, np.uint32(n_inner if is_inner else n_inner + 1)))
    i = 0
    while True:
        if (tree.nodes[i] != NULL) == is_inner:
            if k == 0:
                return i
            k -= 1
        i += 1


@kernel
def splice(child, tree, start, end, graft, first, last):
    """Write to `child`, a third tree, the tree with its nodes `start` to `end` replaced by the nodes `first` to `last`
    of `graft`. Returns False, and does nothing, if the result is too large."""
    n = np.int64(tree.n) - (end - start) + (last - first)
    if n > MAX_NODES:
        return False
    for i in range(start):
        child.nodes[i] = tree.nodes[i]
    for i in range(first, last):
        child.nodes[start + i - first] = graft.nodes[i]
    for i in range(end, np.int64(tree.n)):
        child.nodes[n - np.int64(tree.n) + i] = tree.nodes[i]
    child.n = n
    return True


@kernel
def cross(child, mother, father, law, rng):
    """Koza's crossover: replace a subtree of the mother by one of the father; if the result is too large, replace
    nothing.
    """
    i, j = any_node(mother, law, rng), any_node(father, law, rng)
    if not splice(child, mother, i, end_of(mother, i), father, j, end_of(father, j)):
        copy_tree(child, mother)


@kernel
def mutate(tree, side, law, rng, room):
    """Koza's mutation: replace a subtree by a newly grown one; if the result is too large, replace nothing.

    `room` is working memory: two trees.
    """
    i = any_node(tree, law, rng)
    grow(room[0], side, is_exception(tree, i), law, rng)
    if splice(room[1], tree, i, end_of(tree, i), room[0], 0, room[0].n):
        copy_tree(tree, room[1])


# -- beyond the paper --------------------------------------------------------------------------------------------------


@kernel
def any_inner(tree, is_in_list, rng):
    """The index of a random inner node of this kind, or END."""
    path = np.uint64(1)
    found, n = END, 0
    for i in range(np.int64(tree.n)):
        is_leaf = tree.nodes[i] == NULL
        if not is_leaf and is_odd(path) == is_in_list:
            n += 1
            if below(rng, np.uint32(n)) == 0:
                found = i
        path = next_path(path, is_leaf)
    return found


@kernel
def share(child, mother, father, rng):
    """Another crossover: one exception of the father, with its whole response, becomes the first exception at some move
    of the mother, or replaces one there for the same move. Nothing changes if the result is too large."""
    copy_tree(child, mother)
    i, j = any_inner(mother, False, rng), any_inner(father, True, rng)
    if i == END or j == END:
        return
    start = end = i + 1
    same = listed(mother, i + 1, father.nodes[j])
    if mother.nodes[same] != NULL:
        start, end = same, end_of(mother, same + 1)
    if not splice(child, mother, start, end, father, j, end_of(father, j + 1)):
        copy_tree(child, mother)


@kernel
def edit(tree, side, law, rng, room):
    """Another mutation: a list of exceptions gets one more, loses one, or swaps two neighbors.

    `room` is working memory: two trees.
    """
    kind = below(rng, np.uint32(3))
    i = any_inner(tree, kind > 0, rng)
    if i == END:
        return
    new = room[0]
    if kind == 0:
        new.nodes[0] = any_move(1 - side, law, rng)
        new.nodes[1] = any_move(side, law, rng)
        new.nodes[2] = new.nodes[3] = NULL
        is_done = splice(room[1], tree, i + 1, i + 1, new, 0, 4)
    else:
        end = end_of(tree, i + 1)
        if kind == 1:
            is_done = splice(room[1], tree, i, end, new, 0, 0)
        else:
            is_done = tree.nodes[end] != NULL
            if is_done:
                swap(room[1], tree, i, end, end_of(tree, end + 1))
    if is_done:
        copy_tree(tree, room[1])


@kernel
def swap(to, tree, start, middle, end):
    """Write the tree to `to` with the nodes from `middle` to `end` moved before those from `start` to `middle`."""
    copy_tree(to, tree)
    for i in range(middle, end):
        to.nodes[start + i - middle] = tree.nodes[i]
    for i in range(start, middle):
        to.nodes[end - middle + i] = tree.nodes[i]

"""Trees of strategies: the kernels against nested objects, and what they draw against exact chances."""

from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence
from itertools import product
from typing import Any, NamedTuple, TypeVar

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from semeai.evolve.trees_kernel import (
    END,
    LAW,
    MAX_NODES,
    NULL,
    TREE,
    answer,
    any_node,
    cross,
    edit,
    end_of,
    grow,
    is_exception,
    mutate,
    opening,
    share,
    splice,
)
from semeai.rng import stream
from tests.conftest import scaled

T = TypeVar("T")
N = scaled(6000, 250)  # draws where shares are compared with chances


class Node(NamedTuple):
    value: int
    left: "Tree" = None
    right: "Tree" = None


Tree = Node | None
"""None is a leaf"""
Chances = Mapping[Tree, float]


def paths(tree: Tree, path: str = "") -> list[str]:
    """The ways to all nodes and leaves, in the order of a prefix listing: "lr" is a step to the left, then right."""
    if tree is None:
        return [path]
    return [path, *paths(tree.left, path + "l"), *paths(tree.right, path + "r")]


def follow(tree: Tree, path: str) -> Tree:
    """The subtree at `path`."""
    for step in path:
        assert tree is not None
        tree = tree.left if step == "l" else tree.right
    return tree


def put(tree: Tree, path: str, new: Tree) -> Tree:
    """The tree with another subtree at `path`."""
    if not path:
        return new
    assert tree is not None
    if path[0] == "l":
        return tree._replace(left=put(tree.left, path[1:], new))
    return tree._replace(right=put(tree.right, path[1:], new))


def is_in_list(path: str) -> bool:
    return path.count("l") % 2 == 1


def inner(tree: Tree, in_list: bool | None = None) -> list[str]:
    """The ways to all inner nodes, or to those of one kind."""
    return [p for p in paths(tree) if follow(tree, p) is not None and in_list in (None, is_in_list(p))]


def size(tree: Tree) -> int:
    return 1 if tree is None else 1 + size(tree.left) + size(tree.right)


def height(tree: Tree) -> int:
    return 0 if tree is None else 1 + max(height(tree.left), height(tree.right))


def full(levels: int) -> Tree:
    """A tree without a gap, of which all values are different."""
    return _full(1, levels)


def _full(value: int, levels: int) -> Tree:
    return Node(value, _full(2 * value, levels - 1), _full(2 * value + 1, levels - 1)) if levels else None


def listing(tree: Tree) -> tuple[int, ...]:
    """The tree as kernels write it."""
    return (NULL,) if tree is None else (tree.value, *listing(tree.left), *listing(tree.right))


def record(tree: Tree) -> Any:
    """The tree as kernels have it; what stands behind its end is no NULL, so that a kernel cannot stop there."""
    made, values = np.zeros(1, dtype=TREE), listing(tree)
    made["n"] = len(values)
    made["nodes"][0] = 12345
    made["nodes"][0, : len(values)] = values
    return made[0]


def read(tree: Any) -> Tree:
    """What a kernel has made. Fails where that is no tree, or not as long as it says."""
    values = iter(tree["nodes"][: tree["n"]].tolist())

    def node() -> Tree:
        value = next(values)
        return None if value == NULL else Node(value, node(), node())

    made = node()
    assert next(values, None) is None
    return made


@st.composite
def trees(draw: st.DrawFn, most: int = MAX_NODES, moves: int = 3) -> Tree:
    """Trees of all shapes, of at most so many nodes and leaves."""

    def of(n_inner: int) -> Tree:
        if n_inner == 0:
            return None
        n_left = draw(st.integers(0, n_inner - 1))
        return Node(draw(st.integers(0, moves - 1)), of(n_left), of(n_inner - 1 - n_left))

    return of(draw(st.integers(0, (most - 1) // 2)))


def law(moves: Sequence[int] = (0, 1), working: tuple[int, int] = (0, 0), **values: float) -> Any:
    """What trees are made of. `working` is the one move that has worked, for each side."""
    made = np.zeros(1, dtype=LAW)
    made["height"], made["inner"] = 4, 0.9
    for name, value in values.items():
        made[name] = value
    made["n_moves"] = len(moves)
    made["moves"][0, : len(moves)] = moves
    made["working"][0] = np.array(working)[:, None]
    return made[0]


def assert_drawn(draw: Callable[[Any], T], chances: Mapping[T, float]) -> None:
    """What is drawn from a stream is within four standard deviations of the chances, and four for what is rare; and
    nothing else is drawn."""
    assert sum(chances.values()) == pytest.approx(1)
    rng = stream(1)
    found = Counter(draw(rng) for _ in range(N))
    assert set(found) <= set(chances), set(found) - set(chances)
    for outcome, chance in chances.items():
        allowed = 4 * (N * chance * (1 - chance)) ** 0.5 + 4
        assert found[outcome] == pytest.approx(N * chance, abs=allowed), outcome


def assert_made(tree: Tree, make: Callable[[Any, Any], None], chances: Mapping[Tree, float]) -> None:
    """`make` changes a tree, with the numbers of a stream, into one of these, as often as it should."""
    before = record(tree)

    def draw(rng: Any) -> tuple[int, ...]:
        made = before.copy()
        make(made, rng)
        return tuple(made["nodes"][: made["n"]].tolist())

    assert_drawn(draw, {listing(outcome): chance for outcome, chance in chances.items()})


def node_chances(tree: Tree, share_of_inner: float) -> dict[str, float]:
    """How Koza chooses a place: the inner nodes have this share, if there are any, and the leaves the rest."""
    n_inner, n_leaves = len(inner(tree)), len(inner(tree)) + 1
    share_of_inner = share_of_inner if n_inner else 0
    return {
        path: (1 - share_of_inner) / n_leaves if follow(tree, path) is None else share_of_inner / n_inner
        for path in paths(tree)
    }


# -- reading -----------------------------------------------------------------------------------------------------------


def next_move(tree: Tree, path: str, move: int) -> str | None:
    """The way to what a player answers who is at `path`."""
    node = follow(tree, path)
    if node is None:
        return None
    at, found = path + "l", path + "r"
    while (exception := follow(tree, at)) is not None:
        if exception.value == move:
            found = at + "l"
            break
        at += "r"
    return found if follow(tree, found) is not None else None


def spine(steps: str) -> Tree:
    """A tree that is a single path."""
    tree: Tree = None
    for step in reversed(steps):
        tree = Node(2, tree, None) if step == "l" else Node(1, None, tree)
    return tree


def assert_read(tree: Tree) -> None:
    """The kernels find their way in a tree."""
    made, at = record(tree), {path: i for i, path in enumerate(paths(tree))}
    for path, i in at.items():
        assert end_of(made, i) == i + size(follow(tree, path))
        assert is_exception(made, i) == is_in_list(path)
        if not is_in_list(path):
            for move in range(4):
                found = next_move(tree, path, move)
                assert answer(made, i, move, True) == (END if found is None else at[found])
    assert opening(made) == (at["r"] if tree is not None and tree.right is not None else END)


@given(trees())
def test_trees_are_read(tree: Tree) -> None:
    assert_read(tree)


@pytest.mark.parametrize("steps", ["l" * 63, "r" * 63, "lr" * 31 + "l", "rrl" * 21, "lll" + "r" * 60])
def test_the_highest_trees_are_read(steps: str) -> None:
    assert size(spine(steps)) == MAX_NODES
    assert_read(spine(steps))


# -- growing -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("limit", [1, 2, 4, 6])
def test_every_node_is_any_move_or_none(limit: int) -> None:
    """Up to the height, where all are none. A full tree of height 6 just fits."""
    moves, found, highest = [5, 6, 300, 65534], Counter[int](), 0
    terms, rng, tree = law(moves, height=limit), stream(2), record(None)
    for _ in range(scaled(4000, 200)):
        grow(tree, 0, False, terms, rng)
        grown = read(tree)
        highest = max(highest, height(grown))
        for node in (follow(grown, path) for path in paths(grown) if len(path) < limit):
            found[NULL if node is None else node.value] += 1
    assert highest == limit
    assert set(found) == {*moves, NULL}
    n = found.total()
    for value, times in found.items():
        assert times / n == pytest.approx(1 / 5, abs=4 * (4 / 25 / n) ** 0.5), value


@pytest.mark.parametrize("side", [0, 1])
@pytest.mark.parametrize("starts_in_list", [False, True])
def test_moves_that_work_are_those_of_the_side_that_plays_them(side: int, starts_in_list: bool) -> None:
    terms, rng, tree = law(range(100, 200), (10, 20), bias=1, height=6), stream(3), record(None)
    seen = set()
    for _ in range(scaled(100, 20)):
        grow(tree, side, starts_in_list, terms, rng)
        grown = read(tree)
        for path in inner(grown):
            node = follow(grown, path)
            assert node is not None
            seen.add((is_in_list(path) ^ starts_in_list, node.value))
    assert seen == {(False, (10, 20)[side]), (True, (20, 10)[side])}


@pytest.mark.parametrize("bias", [0, 0.25])
def test_a_share_of_the_moves_has_worked(bias: float) -> None:
    terms, tree = law((1, 2), (3, 4), bias=bias, height=1), record(None)

    def draw(rng: Any) -> int:
        grow(tree, 0, False, terms, rng)
        return int(tree["nodes"][0])

    assert_drawn(draw, {NULL: 1 / 3, 1: (1 - bias) / 3, 2: (1 - bias) / 3, 3: bias * 2 / 3})


# -- changing ----------------------------------------------------------------------------------------------------------

BUSH = Node(1, Node(2, Node(3), Node(4, None, Node(1))), Node(5))  # two exceptions at the root, and a default
TWIG = Node(6, None, Node(7, Node(8, Node(9)), None))
FULL = full(6)


@pytest.mark.parametrize("tree", [None, Node(1), BUSH, TWIG])
@pytest.mark.parametrize("share_of_inner", [0.9, 0.25, 0, 1])
def test_inner_nodes_are_chosen_more_often(tree: Tree, share_of_inner: float) -> None:
    made, terms = record(tree), law(inner=share_of_inner)
    chances = dict(enumerate(node_chances(tree, share_of_inner).values()))
    assert_drawn(lambda rng: int(any_node(made, terms, rng)), chances)


@given(trees(), trees(), st.data())
def test_a_subtree_is_replaced(tree: Tree, graft: Tree, data: st.DataObject) -> None:
    i, j = data.draw(st.integers(0, size(tree) - 1)), data.draw(st.integers(0, size(graft) - 1))
    old, new = follow(tree, paths(tree)[i]), follow(graft, paths(graft)[j])
    child, mother, father = record(Node(77)), record(tree), record(graft)
    fits = size(tree) - size(old) + size(new) <= MAX_NODES
    assert splice(child, mother, i, i + size(old), father, j, j + size(new)) == fits
    assert read(child) == (put(tree, paths(tree)[i], new) if fits else Node(77))
    assert (read(mother), read(father)) == (tree, graft)


def within_limit(child: Tree, parent: Tree) -> Tree:
    return child if size(child) <= MAX_NODES else parent


def crossed(mother: Tree, father: Tree, share_of_inner: float) -> Chances:
    """All children that two trees can have."""
    chances: dict[Tree, float] = defaultdict(float)
    places = product(node_chances(mother, share_of_inner).items(), node_chances(father, share_of_inner).items())
    for (path, chance), (other, other_chance) in places:
        chances[within_limit(put(mother, path, follow(father, other)), mother)] += chance * other_chance
    return chances


@pytest.mark.parametrize(
    ("mother", "father"),
    [(BUSH, TWIG), (TWIG, BUSH), (BUSH, BUSH), (None, BUSH), (BUSH, None), (None, None), (FULL, TWIG), (TWIG, FULL)],
)
@pytest.mark.parametrize("share_of_inner", [0.9, 0.3])
def test_children_of_two(mother: Tree, father: Tree, share_of_inner: float) -> None:
    mothers, fathers, terms = record(mother), record(father), law(inner=share_of_inner)
    assert_made(
        Node(77), lambda child, rng: cross(child, mothers, fathers, terms, rng), crossed(mother, father, share_of_inner)
    )
    assert (read(mothers), read(fathers)) == (mother, father)


def mutated(tree: Tree, moves: Sequence[int], share_of_inner: float) -> Chances:
    """What a tree can become where new subtrees are of height 1."""
    chances: dict[Tree, float] = defaultdict(float)
    news: list[Tree] = [None, *map(Node, moves)]
    for (path, chance), new in product(node_chances(tree, share_of_inner).items(), news):
        chances[within_limit(put(tree, path, new), tree)] += chance / len(news)
    return chances


@pytest.mark.parametrize("tree", [None, Node(0), BUSH, TWIG, FULL])
@pytest.mark.parametrize("share_of_inner", [0.9, 0.3])
def test_mutants(tree: Tree, share_of_inner: float) -> None:
    room, terms = np.zeros(2, dtype=TREE), law((0, 70), height=1, inner=share_of_inner)
    assert_made(tree, lambda mutant, rng: mutate(mutant, 1, terms, rng, room), mutated(tree, (0, 70), share_of_inner))


@given(trees(), st.integers(0, 1), st.integers(0, 1000))
def test_new_parts_of_mutants_are_of_the_right_kind(tree: Tree, side: int, seed: int) -> None:
    """Only one subtree is new, no higher than it may be, and moves that have worked are those of their side."""
    mutant, room = record(tree), np.zeros(2, dtype=TREE)
    mutate(mutant, side, law((100,), (10, 20), bias=1, height=5, inner=0.5), stream(seed), room)
    found = read(mutant)
    assert size(found) <= MAX_NODES
    at = [path for path in paths(tree) if path in paths(found) and put(tree, path, follow(found, path)) == found]
    assert min(height(follow(found, path)) for path in at) <= 5 or found == tree
    for path in inner(found):
        node = follow(found, path)
        assert node is not None
        assert node.value < 10 or node.value == (10, 20)[side ^ is_in_list(path)]


# -- beyond the paper --------------------------------------------------------------------------------------------------

Exceptions = list[tuple[int, Tree]]


def exceptions_at(tree: Tree, path: str) -> Exceptions:
    """The list of exceptions of the move at `path`."""
    node, found = follow(tree, path + "l"), []
    while node is not None:
        found.append((node.value, node.left))
        node = node.right
    return found


def with_exceptions(tree: Tree, path: str, exceptions: Exceptions) -> Tree:
    """The tree with other exceptions for the move at `path`."""
    node: Tree = None
    for value, response in reversed(exceptions):
        node = Node(value, response, node)
    return put(tree, path + "l", node)


def lists(tree: Tree) -> list[tuple[str, int]]:
    """All exceptions: at which move, and which number in its list."""
    return [(path, k) for path in inner(tree, False) for k in range(len(exceptions_at(tree, path)))]


def shared(mother: Tree, father: Tree) -> Chances:
    """All children of the crossover that takes over one exception."""
    chances: dict[Tree, float] = defaultdict(float)
    pairs = list(product(inner(mother, False), lists(father)))
    for at, (path, k) in pairs:
        new, exceptions = exceptions_at(father, path)[k], exceptions_at(mother, at)
        moves = [move for move, _ in exceptions]
        if new[0] in moves:
            exceptions[moves.index(new[0])] = new
        else:
            exceptions.insert(0, new)
        chances[within_limit(with_exceptions(mother, at, exceptions), mother)] += 1 / len(pairs)
    return chances or {mother: 1}


LIST = Node(0, Node(2, Node(7), Node(4, None, Node(2, None, Node(5, Node(1))))), Node(3, Node(4), None))


@pytest.mark.parametrize(
    ("mother", "father"),
    [
        (BUSH, TWIG),
        (TWIG, BUSH),
        (LIST, BUSH),  # for moves that are in the mother's list already
        (BUSH, LIST),
        (LIST, LIST),
        (None, BUSH),
        (BUSH, None),
        (BUSH, Node(1, None, Node(2))),  # nothing to take over
        (FULL, BUSH),  # no room, but in the place of another
        (full(5), FULL),
    ],
)
def test_whole_responses_are_shared(mother: Tree, father: Tree) -> None:
    mothers, fathers = record(mother), record(father)
    assert_made(Node(77), lambda child, rng: share(child, mothers, fathers, rng), shared(mother, father))
    assert (read(mothers), read(fathers)) == (mother, father)


def edited(tree: Tree, theirs: Sequence[int], mine: Sequence[int]) -> Chances:
    """What a tree can become when an exception is added, one is removed, or two change places."""
    chances: dict[Tree, float] = defaultdict(float)
    places, all_lists = inner(tree, False), lists(tree)
    for path, move, response in product(places, theirs, mine):
        new = with_exceptions(tree, path, [(move, Node(response)), *exceptions_at(tree, path)])
        chances[within_limit(new, tree)] += 1 / 3 / len(places) / len(theirs) / len(mine)
    for path, k in all_lists:
        exceptions = exceptions_at(tree, path)
        less = with_exceptions(tree, path, exceptions[:k] + exceptions[k + 1 :])
        exceptions[k : k + 2] = exceptions[k : k + 2][::-1]  # the last of a list stays where it is
        for new in (less, with_exceptions(tree, path, exceptions)):
            chances[new] += 1 / 3 / len(all_lists)
    chances[tree] += 1 - sum(chances.values())  # there was nothing to edit
    return chances


@pytest.mark.parametrize("tree", [None, Node(1), Node(1, None, TWIG), BUSH, LIST, full(3), FULL])
def test_lists_are_edited(tree: Tree) -> None:
    room, terms = np.zeros(2, dtype=TREE), law((2, 60))
    assert_made(tree, lambda made, rng: edit(made, 0, terms, rng, room), edited(tree, (2, 60), (2, 60)))


@pytest.mark.parametrize(("side", "theirs", "mine"), [(0, 20, 10), (1, 10, 20)])
def test_new_exceptions_are_of_moves_that_work(side: int, theirs: int, mine: int) -> None:
    room, terms = np.zeros(2, dtype=TREE), law((0, 1), (10, 20), bias=1)
    assert_made(Node(1), lambda made, rng: edit(made, side, terms, rng, room), edited(Node(1), (theirs,), (mine,)))

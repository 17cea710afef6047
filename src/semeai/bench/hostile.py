"""Hostile inputs of a given size for each reader: content with the highest cost per byte."""

import hashlib
import struct
import zipfile
from collections.abc import Callable
from io import BytesIO
from typing import Any

import numpy as np

from semeai.archive import pack
from semeai.evolve import make_evolver
from semeai.go.rules import Rules
from semeai.nets.network import MAX_CONNECTIONS
from semeai.players.champion import Champion, pack_champion
from semeai.problems.toys import Xor
from semeai.rng import generator

Make = Callable[[int], bytes]
"""creates an input of at most the given number of bytes, and nearly as large"""


def filled(unit: str | bytes, before: str = "", after: str = "") -> Make:
    """Inputs that repeat the same content."""
    piece = unit.encode() if isinstance(unit, str) else unit
    head, tail = before.encode(), after.encode()
    return lambda n: head + piece * ((n - len(head) - len(tail)) // len(piece)) + tail


def numbered(pattern: str, before: str = "", after: str = "") -> Make:
    """Inputs that repeat similar content, each time with the next number."""

    def make(n: int) -> bytes:
        n_units = (n - len(before) - len(after)) // len(pattern.format(10**6))
        return (before + "".join(pattern.format(10**6 + i) for i in range(n_units)) + after).encode()

    return make


# -- game records ------------------------------------------------------------------------------------------------------

TREES = {
    "empty nodes": filled(";", "(", ")"),
    "moves": filled(";B[aa]\n;W[bb]\n", "(;SZ[9]", ")"),
    "passes": filled(";B[];W[]", "(;SZ[9]", ")"),
    "nesting": filled("(;"),
    "variations": filled("(;B[aa])", "(;SZ[9]", ")"),
    "points": filled("[ab]", "(;TR", ")"),
    "short values": filled("[abc]", "(;C", ")"),
    "properties": numbered("A{}[]", "(;", ")"),
    "escapes": filled("\\漢", "(;C[", "])"),
    "wide letters": filled("x", "(;C[𝄞", "])"),
    "rectangles": filled("[aa:ss]", "(;AB", ")"),
    "setups": filled(";AB[aa:sr]", "(", ")"),
    "games": filled("(;)"),
}
COLLECTIONS = {
    "wrong sizes": filled("(;SZ[99])"),
    "small games": filled("(;B[aa])"),
    "rules of their own": numbered("(;SZ[9]HA[2]KM[{}];B[aa])"),
    "broken at the end": filled("(;SZ[9];B[aa])", after="(;"),
    "moves": TREES["moves"],
    "setups": TREES["setups"],
}
LOADED = {name: TREES[name] for name in ("passes", "setups")}
POSITIONS = {
    "comments": filled("#\n"),
    "rows": filled("ab\n"),
    "one row": filled("ab "),
    **{name: TREES[name] for name in ("passes", "setups")},
}
SUITES = {
    "spaces": filled(" ", "1 reg_genmove black\n#? [D4]", "x"),
    "questions": filled("1 genmove b\n#? [D4]\n"),
    "short lines": filled("ab\n"),
    "one line": filled("ab "),
    "boards": filled("clear_board\n"),
}
SGF_SUITES = {
    "questions in a line": filled(";C[expect: D4]", "(;SZ[9]", ")"),
    "questions in a node": filled("expect: D4\n", "(;SZ[9]C[", "])"),
    **{name: TREES[name] for name in ("moves", "games")},
}

# -- archives ----------------------------------------------------------------------------------------------------------


def _champion(player: str, genome: np.ndarray[Any, Any], size: int) -> bytes:
    return pack_champion(Champion(player, genome, Rules(size=size), "", {}, 1, 1, {}, {}))


def _field(n: int) -> bytes:
    """A field of 7x7 whose every connection looks at the middle."""
    k = max(1, n // 12 - 200)
    ends = np.repeat([24.0, 147.0], k)
    return _champion("field:reach=3", np.concatenate([[147, 0, 1], ends, np.ones(k)]).astype(np.float32), 19)


def _small_field(n: int) -> bytes:
    """The largest field for 19x19, independent of the size of the file."""
    k = MAX_CONNECTIONS // 361
    return _field(12 * (k + 200))


def _network(n: int) -> bytes:
    k = max(1, min(n // 3 - 1000, 1 << 18))
    ends = np.repeat([0, 162], k)
    return _champion("network", np.concatenate([[162, 0, 81], ends, np.ones(k)]).astype(np.uint8), 9)


def _deep_header(n: int) -> bytes:
    return _with_header("[" * (n // 2) + "]" * (n // 2))


def _wide_header(n: int) -> bytes:
    return _with_header("[" + "[]," * (n // 3 - 10) + "0]")


def _with_header(words: str) -> bytes:
    file = BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr("header.json", words)
        archive.comment = b"0" * 64
    return _signed(file.getvalue())


def _many_members(n: int) -> bytes:
    """A list of empty members."""
    entry = struct.pack("<4s4B4HL2L5H2L", b"PK\1\2", 20, 3, 20, 0, 0, 0, 0, 33, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0) + b"a"
    entries = entry * ((n - 200) // len(entry))
    end = struct.pack("<4s4H2LH", b"PK\5\6", 0, 0, 1, 1, len(entries), 0, 64)
    return _signed(entries + end + b"0" * 64)


def _signed(data: bytes) -> bytes:
    return data[:-64] + hashlib.sha256(data[:-64]).hexdigest().encode()


def _neat(n: int) -> bytes:
    """A checkpoint whose genomes have as many connections as fit in the file."""
    state = dict(make_evolver(NEAT, Xor().genes, generator(1)).state())
    k = max(1, n // (8 * (3 * 8 + 8 + 1)) - 100)
    hidden = 1000
    nodes = np.concatenate([[0], np.arange(1, hidden + 1)])
    sources, targets = (1 + ends[:k] for ends in np.triu_indices(hidden, 1))
    ends = np.stack([sources, targets, np.arange(1, k + 1)], axis=1)
    state["counts"] = np.array([1, 100, hidden + 1, k, 100])
    state["genomes"] = np.stack([np.arange(1, 9), np.full(8, hidden + 1), np.full(8, k)], axis=1)
    state["nodes"], state["connections"] = np.tile(nodes, 8), np.tile(ends, (8, 1))
    state["weights"], state["enabled"] = np.ones(8 * k), np.ones(8 * k, dtype=np.bool_)
    return pack("checkpoint", 1, {"n_generations": 0, "rows": ""}, state)


def _array(n: int) -> bytes:
    return pack("checkpoint", 1, {"n_generations": 0, "rows": ""}, {"genomes": np.zeros(n - 1000, dtype=np.uint8)})


NEAT = "neat:population=8"
CHAMPIONS = {
    "field": _field,
    "small field": _small_field,
    "network": _network,
    "deep header": _deep_header,
    "wide header": _wide_header,
    "many members": _many_members,
}
CHECKPOINTS = {"neat": _neat, "one array": _array, "wide header": _wide_header, "many members": _many_members}

# -- texts -------------------------------------------------------------------------------------------------------------

_GAME = "(;FF[4]GC[x]PB[{}]PW[b]RO[0]RE[0]C[a draw])\n"
ROWS = {
    "empty rows": filled("{}\n"),
    "small rows": filled('{"a":1}\n'),
    "one row": filled("[],", '{"a":[', "0]}\n"),
    "depth": filled("[", after="\n"),
    "rows of lists": filled('{"a":[[],[],[],[],[],[],[],[]]}\n'),
    "numbers": filled("9", '{"a":', "}\n"),
    "rows": numbered('{{"generation": {}, "best": 0.25, "mean": 0.125, "min": 0.0}}\n'),
}
RUNS = {"lists": filled("[],", "[", "0]"), "depth": filled("["), "numbers": filled("9")}
TOURNAMENTS = {
    "players": numbered('"wally:noise=0.{}",\n', "players = [\n", "]\n"),
    "wrong players": filled('"x",\n', "players = [\n", "]\n"),
    "not players": filled("1,\n", "players = [\n", "]\n"),
    "settings": numbered("a{}=1\n"),
    "dotted key": filled("a.", after="a=1\n"),
    "dotted keys": numbered("a." * 4000 + "b{}=1\n"),
    "depth": filled("[", "players = "),
}
STORES = {
    "games": filled(_GAME.format("a")),
    "players": numbered(_GAME),
    "short lines": filled("\n"),
    "a name": filled("\\]", "(;PB[", "]"),
    "moves": filled(";B[aa]", "(;FF[4]GC[x]PB[a]PW[b]RO[0]RE[0]C[a draw]", ")\n"),
}
GTP = {
    "one line": filled("ab "),
    "commands": filled("known_command " + "x" * 100 + "\n"),
}
SPECS = {"settings": filled("population=9,"), "no settings": filled(","), "a number": filled("9", "population=")}

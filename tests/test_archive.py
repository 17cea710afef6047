"""Archives: what goes in comes out, any damage is noticed, and files made to do harm do none."""

import io
import json
import pickle
import struct
import tracemalloc
import warnings
import zipfile
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Any
from zlib import crc32

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from semeai.archive import MAX_MEMBERS, pack, unpack
from semeai.files import DamagedFile

ARRAYS = {
    "genomes": np.arange(12.0).reshape(3, 4),
    "generator": np.arange(6, dtype=np.uint64),
    "scalar": np.array(2.5, dtype=">f4"),
    "nothing": np.zeros((0, 3), dtype=np.int16),
    "fortran": np.asfortranarray(np.arange(6).reshape(2, 3)),
    "strided": np.arange(20)[::-3],
    "fields": np.array([(1, 2.5), (3, -0.0)], dtype=[("a", "<i4"), ("b", "<f8", ())]),
    "words": np.array(["één", "two"]),
    "when": np.array(["2026-11-16"], dtype="M8[D]"),
}
HEADER = {"n": 3, "words": ["één", None, True], "more": {"x": 1e-300}}


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where a file is put that is read at once."""
    return tmp_path_factory.mktemp("archives") / "file.npz"


def read(place: Path, data: bytes) -> tuple[dict[str, Any], dict[str, Any]]:
    place.write_bytes(data)
    return unpack(place, "thing", 1)


def same(a: np.ndarray, b: np.ndarray) -> bool:
    """To the last bit, whatever the order in memory."""
    return (a.dtype, a.shape, a.tobytes()) == (b.dtype, b.shape, b.tobytes())


# -- what goes in comes out --------------------------------------------------------------------------------------------


def test_round_trip(place: Path) -> None:
    header, arrays = read(place, pack("thing", 1, HEADER, ARRAYS))
    assert header == {"semeai": "thing", "version": 1} | HEADER
    assert list(arrays) == list(ARRAYS)
    for name, array in ARRAYS.items():
        assert same(arrays[name], array), name
        assert arrays[name].flags.writeable


DTYPES = st.one_of(
    hnp.scalar_dtypes(),
    hnp.byte_string_dtypes(min_len=1),
    hnp.unicode_string_dtypes(min_len=1),
    st.lists(hnp.scalar_dtypes(), min_size=1, max_size=3).map(
        lambda kinds: np.dtype([(f"f{i}", kind) for i, kind in enumerate(kinds)])
    ),
)
SHAPES = hnp.array_shapes(min_dims=0, max_dims=4, min_side=0, max_side=4)


@given(st.dictionaries(st.text("abc_", min_size=1), hnp.arrays(DTYPES, SHAPES), max_size=3), st.booleans())
def test_any_arrays(place: Path, arrays: dict[str, np.ndarray], is_fortran: bool) -> None:
    if is_fortran:
        arrays = {name: np.asfortranarray(array) for name, array in arrays.items()}
    data = pack("thing", 1, {}, arrays)
    assert data == pack("thing", 1, {}, {name: np.array(array, order="C") for name, array in arrays.items()})
    _, found = read(place, data)
    assert list(found) == list(arrays)
    assert all(same(found[name], arrays[name]) for name in arrays)


def test_numpy_reads_it(place: Path) -> None:
    place.write_bytes(pack("thing", 1, HEADER, ARRAYS))
    with warnings.catch_warnings(action="error"), np.load(place, allow_pickle=False) as file:
        for name, array in ARRAYS.items():
            assert same(file[name], array), name


def test_what_cannot_be_kept() -> None:
    with pytest.raises(ValueError, match="found Python objects"):
        pack("thing", 1, {}, {"x": np.array([None])})
    with pytest.raises(ValueError, match="found Python objects"):
        pack("thing", 1, {}, {"x": np.zeros(2, dtype=[("a", "O")])})
    with pytest.raises(ValueError, match="JSON"):
        pack("thing", 1, {"x": float("nan")}, {})


# -- damage ------------------------------------------------------------------------------------------------------------

DATA = pack("thing", 1, HEADER, ARRAYS)


def refused(place: Path, data: bytes, why: str = "") -> None:
    """It is not read, and that is said in a line with the name of the file."""
    with pytest.raises(DamagedFile) as caught:
        read(place, data)
    message = str(caught.value)
    assert message.startswith(f"{place}: ")
    assert message.isprintable()
    assert len(message) < len(str(place)) + 200
    assert why in message


@given(st.integers(0, len(DATA) - 1), st.integers(1, 255))
def test_any_change_is_noticed(place: Path, at: int, change: int) -> None:
    refused(place, DATA[:at] + bytes([DATA[at] ^ change]) + DATA[at + 1 :])


def test_any_truncation_is_noticed(place: Path) -> None:
    for n in [*range(100), *range(100, len(DATA), 17), len(DATA) - 1]:
        refused(place, DATA[:n])


@pytest.mark.parametrize("data", [b"", b"PK", b"\0" * 100, b"(;GM[1])", DATA + b"\0", b"\0" + DATA], ids=repr)
def test_what_is_no_archive(data: bytes, place: Path) -> None:
    refused(place, data, "not a semeai thing")


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        unpack(tmp_path / "nowhere.npz", "thing", 1)


def test_a_file_that_is_too_large(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    place.write_bytes(DATA)
    unpack(place, "thing", 1, len(DATA))
    with pytest.raises(DamagedFile, match="expected at most"):
        unpack(place, "thing", 1, len(DATA) - 1)


# -- files made to do harm ---------------------------------------------------------------------------------------------

GOOD = json.dumps({"semeai": "thing", "version": 1})


def sealed(data: bytes) -> bytes:
    """With a valid digest in the place of the one it ends with."""
    return data[:-64] + sha256(data[:-64]).hexdigest().encode()


def archived(*members: tuple[str, str | bytes], method: int = zipfile.ZIP_STORED) -> bytes:
    """A file with a valid digest and whatever members."""
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w", method) as file, warnings.catch_warnings(action="ignore"):
        file.comment = b"0" * 64
        for name, member in members:
            file.writestr(zipfile.ZipInfo(name), member, compress_type=method)
    return sealed(content.getvalue())


def npy(head: str, content: bytes = b"", version: bytes = b"\1\0") -> bytes:
    """An array's file with whatever header."""
    text = head.encode()
    return b"\x93NUMPY" + version + len(text).to_bytes(2, "little") + text + content


def described(
    descr: object = "<f8", shape: object = (2,), content: bytes = b"\0" * 16, fortran: object = False
) -> bytes:
    return npy(f"{{'descr': {descr!r}, 'fortran_order': {fortran!r}, 'shape': {shape!r}}}", content)


def with_array(member: bytes) -> bytes:
    return archived(("header.json", GOOD), ("x.npy", member))


def test_the_hostile_files_are_wrong_in_one_way(place: Path) -> None:
    """They are refused for what is said of them, since without it they are read."""
    header, arrays = read(place, with_array(described()))
    assert header == json.loads(GOOD)
    assert arrays["x"].tolist() == [0.0, 0.0]
    read(place, archived(("header.json", GOOD), *((f"{i}.npy", described()) for i in range(MAX_MEMBERS - 1))))
    read(place, archived(("header.json", '{"deep": [[[[1]]]], ' + GOOD[1:])))
    fortran = np.asfortranarray(np.arange(6.0).reshape(2, 3))
    member = io.BytesIO()
    np.save(member, fortran)
    assert same(read(place, with_array(member.getvalue()))[1]["x"], fortran)


HEADERS: dict[str, tuple[str | bytes, str]] = {
    "empty": ("", "cannot be read"),
    "no JSON": ("{", "cannot be read"),
    "no text": (b"\xff\xfe\xfd", "cannot be read"),
    "much too deep": ("[" * 100_000, "cannot be read"),
    "deep inside": ('{"deep": ' + "[" * 100_000 + "]" * 100_000 + ", " + GOOD[1:], "cannot be read"),
    "NaN": ('{"x": NaN, ' + GOOD[1:], "cannot be read"),
    "Infinity": ('{"x": -Infinity, ' + GOOD[1:], "cannot be read"),
    "a number of many digits": ('{"x": ' + "9" * 100_000 + ", " + GOOD[1:], "cannot be read"),
    "a list": ("[1, 2]", "expected a thing"),
    "a text": ('"thing"', "expected a thing"),
    "null": ("null", "expected a thing"),
    "no kind": ('{"version": 1}', "expected a thing"),
    "another kind": ('{"semeai": "checkpoint", "version": 1}', "expected a thing, found a checkpoint"),
    "a kind that is a list": ('{"semeai": ["thing"], "version": 1}', "expected a thing"),
    "a kind with control letters": ('{"semeai": "a\\u001b[2J\\nb", "version": 1}', "expected a thing"),
    "a kind that is long": ('{"semeai": "' + "a" * 10_000 + '", "version": 1}', "expected a thing, found a aaa"),
    "no version": ('{"semeai": "thing"}', "expected a thing of version 1, found version None"),
    "another version": ('{"semeai": "thing", "version": 2}', "expected a thing of version 1, found version 2"),
    "a version with control letters": ('{"semeai": "thing", "version": "\\u001b\\n"}', "a thing of version"),
    "a version that is long": ('{"semeai": "thing", "version": "' + "1" * 10_000 + '"}', "a thing of version"),
}


@pytest.mark.parametrize("name", HEADERS)
def test_headers(name: str, place: Path) -> None:
    header, why = HEADERS[name]
    refused(place, archived(("header.json", header), ("x.npy", described())), why)


TWO = archived(("header.json", GOOD), ("x.npy", described()), ("y.npy", described()))
DIRECTORY = TWO.index(b"PK\1\2")  # where the list of members begins


def nested(n: int, size: int) -> bytes:
    """Each member holds all those after it, so that all together are `n` times as large as the file."""
    content, infos = bytes(size), []
    for i in reversed(range(n)):
        name = "header.json" if i == 0 else f"{i:03}.npy"
        head = struct.pack(
            "<4s5H3L2H", b"PK\3\4", 20, 0, 0, 0, 33, crc32(content), len(content), len(content), len(name), 0
        )
        infos.append((name, head, len(content)))
        content = head + name.encode() + content
    listed = b"".join(
        b"PK\1\2\x14\0"
        + head[4:30]
        + struct.pack("<3H2L", 0, 0, 0, 0, len(content) - length - 30 - len(name))
        + name.encode()
        for name, head, length in infos
    )
    end = struct.pack("<4s4H2LH", b"PK\5\6", 0, 0, n, n, len(listed), len(content), 64)
    return sealed(content + listed + end + b"0" * 64)


ZIPS: dict[str, Callable[[], bytes]] = {
    "a bomb of members in members": lambda: nested(50, 500_000),
    "no header": lambda: archived(("x.npy", described())),
    "no members": lambda: archived(),
    "compressed": lambda: archived(("header.json", GOOD), ("x.npy", described()), method=zipfile.ZIP_DEFLATED),
    "a bomb": lambda: archived(("header.json", GOOD), ("x.npy", bytes(50_000_000)), method=zipfile.ZIP_DEFLATED),
    "a bomb of another kind": lambda: archived(("header.json", GOOD + " " * 50_000_000), method=zipfile.ZIP_LZMA),
    "a member twice": lambda: archived(("header.json", GOOD), ("x.npy", described()), ("x.npy", described())),
    "a header twice": lambda: archived(("header.json", GOOD), ("header.json", GOOD)),
    "two names for one array": lambda: archived(("header.json", GOOD), ("x.npy", described()), ("x", described())),
    "something else": lambda: archived(("header.json", GOOD), ("x.py", "import os")),
    "thousands of members": lambda: archived(
        ("header.json", GOOD), *((f"{i}.npy", described()) for i in range(MAX_MEMBERS))
    ),
    "members that overlap": lambda: sealed(
        TWO[:DIRECTORY] + TWO[DIRECTORY:].replace((TWO.index(b"PK\3\4", 50)).to_bytes(4, "little"), b"\0\0\0\0")
    ),
    "no list of members": lambda: sealed(TWO[:DIRECTORY] + b"0" * 64),
    "a list of members that is cut": lambda: sealed(TWO[: DIRECTORY + 60] + TWO[-86:]),
    "encrypted": lambda: sealed(TWO[: DIRECTORY + 8] + b"\1\0" + TWO[DIRECTORY + 10 :]),
    "of the far future": lambda: sealed(TWO[: DIRECTORY + 6] + b"\xff\0" + TWO[DIRECTORY + 8 :]),
    "a size that is not so": lambda: sealed(TWO[: DIRECTORY + 20] + b"\xff\xff\xff\x7f" * 2 + TWO[DIRECTORY + 28 :]),
    "another checksum": lambda: sealed(TWO[: DIRECTORY + 16] + b"\0\0\0\0" + TWO[DIRECTORY + 20 :]),
}


@pytest.mark.parametrize("name", ZIPS)
def test_zip_files(name: str, place: Path) -> None:
    """Neither are they read, nor does it take more memory than they are large to find out."""
    data = ZIPS[name]()
    tracemalloc.start()
    refused(place, data)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 10 * len(data) + 1_000_000


NPYS: dict[str, bytes] = {
    "empty": b"",
    "no array": b"nothing",
    "cut": described()[:20],
    "version 2": npy("{'descr': '<f8', 'fortran_order': False, 'shape': ()}", b"\0" * 8, b"\2\0"),
    "version 9": npy("{'descr': '<f8', 'fortran_order': False, 'shape': ()}", b"\0" * 8, b"\x09\0"),
    "too little": described(content=b"\0" * 15),
    "too much": described(content=b"\0" * 17),
    "huge": described(shape=(10**12,)),
    "huger": described(shape=(2**62, 2**62)),
    "huge and empty": described(shape=(2**70, 0), content=b""),
    "of many dimensions": described(shape=(1,) * 1000, content=b"\0" * 8),
    "a negative size": described(shape=(-2,)),
    "two negative sizes": described(shape=(-1, -2)),
    "a size that is a text": described(shape=("2",)),
    "a shape that is a number": described(shape=2),
    "an order that is a text": described(fortran="no"),
    "objects": described("|O"),
    "objects among others": described([("a", "|O")], (1,), b"\0" * 8),
    "objects deep inside": described([("a", [("b", "|O", (2,))])], (1,), b"\0" * 16),
    "a pickle of objects": described("|O", (1,), pickle.dumps([1])),
    "a type of no size": described("|V0", (3,), b""),
    "a type of huge size": described("<U999999999999"),
    "an unknown type": described("os.system"),
    "a type that is nothing": described(()),
    "a type that is a number": described(7),
    "a type that is a dictionary": described({"a": 1}),
    "the same field twice": described([("a", "<f8"), ("a", "<f8")], (1,)),
    "a header that never ends": npy("{'descr': ("),
    "a header that is too deep": npy("(" * 5000),
    "a header that is deep to compute": npy("-" * 5000 + "1"),
    "a header that is a call": npy("__import__('os').system('true')"),
    "a header that is long": npy("{'descr': '<f8', 'fortran_order': False, 'shape': (2,)}" + " " * 60_000, b"\0" * 16),
    "a header with a field more": npy("{'descr': '<f8', 'fortran_order': False, 'shape': (), 'x': 1}", b"\0" * 8),
    "a header that is no text": b"\x93NUMPY\1\0\4\0\0\0\0\0",
}


@pytest.mark.parametrize("name", NPYS)
def test_arrays(name: str, place: Path) -> None:
    refused(place, with_array(NPYS[name]))


def test_a_name_with_control_letters(place: Path) -> None:
    for member in (b"nothing", described(shape=(3,))):
        refused(place, archived(("header.json", GOOD), ("\x1b[2J\n.npy", member)), "its array")


@given(
    st.sampled_from(
        [described(), described([("a", "<i4"), ("b", "<f8", (2,))], (1,), b"\0" * 20), described("|b1", (), b"\1")]
    ),
    st.lists(
        st.tuples(st.integers(0, 80), st.sampled_from([*b"(){}[]'\",:-019\\\n fOVUM", None])), min_size=1, max_size=4
    ),
)
def test_any_header_of_an_array(place: Path, member: bytes, changes: list[tuple[int, int | None]]) -> None:
    """It is read or refused, whatever it says."""
    data = bytearray(member)
    for at, letter in changes:
        data[8 + at : 9 + at] = b"" if letter is None else bytes([letter])
    with warnings.catch_warnings(action="ignore"):
        try:
            _, arrays = read(place, with_array(bytes(data)))
        except DamagedFile:
            return
    assert arrays["x"].nbytes <= len(data)
    assert not arrays["x"].dtype.hasobject


@given(st.lists(st.tuples(st.integers(0, len(TWO) - 65), st.integers(1, 255)), min_size=1, max_size=3))
def test_any_change_with_a_valid_digest(place: Path, changes: list[tuple[int, int]]) -> None:
    """It is read or refused, whatever was changed."""
    data = bytearray(TWO)
    for at, change in changes:
        data[at] ^= change
    try:
        _, arrays = read(place, sealed(bytes(data)))
    except DamagedFile:
        return
    assert sum(array.nbytes for array in arrays.values()) <= len(TWO)


class Harm:
    """A pickle of it makes a file when it is loaded."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def __reduce__(self) -> Any:
        return Path.touch, (self._path,)


def test_no_pickle_is_loaded(tmp_path: Path) -> None:
    harm = tmp_path / "harm"
    bad = pickle.dumps(Harm(harm))
    objects = io.BytesIO()
    np.save(objects, np.array([Harm(harm), None]), allow_pickle=True)
    for data in (
        bad,
        with_array(bad),
        with_array(described("|O", (1,), bad)),
        with_array(objects.getvalue()),
        archived(("header.json", bad)),
        archived(("header.json", GOOD), ("x.pkl", bad)),
    ):
        refused(tmp_path / "file.npz", data)
        assert not harm.exists()
    pickle.loads(bad)
    assert harm.exists()  # so it could have

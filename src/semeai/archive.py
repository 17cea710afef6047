"""Archives: JSON data and arrays in one file, an `.npz` that numpy can read. There is no pickle, and files are checked
on load.

The file ends with the SHA-256 of everything before it (as the comment of the zip file, which readers skip), so any
change is detected before the content is read. The content is not trusted either: an intact file may still come from
somebody else. The same content always gives the same bytes.

Data without arrays is a JSON file (`write_sealed`), whose digest comes first and covers everything after its line:

    {
     "sha256": "7d0f...",
     "generations": 12,
     ...

JSON files of older versions, which have no digest, are read as well and reported as unchecked.
"""

import hashlib
import io
import json
import math
import re
import struct
import zipfile
import zlib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from semeai.files import DamagedFile, read_bounded, write_whole

Arrays = Mapping[str, npt.NDArray[Any]]

MAX_BYTES = 1 << 30
MAX_MEMBERS = 1000
MAX_HEADER = 1 << 17
"""maximum size of the header in bytes: as Python objects, JSON can take 30 times its size"""
DIGEST = "sha256"
MAX_JSON = 1 << 18
"""maximum size of a JSON file in bytes"""
# Any name and any 64 characters: a file whose seal is damaged must not pass for one without a seal.
_SEAL = re.compile(rb'\{\n "(.{6})": "([^"]{64})",\n', re.DOTALL)
_MAX_DIRECTORY = 256 * MAX_MEMBERS  # bytes of the list of members at the end of the file
_END = struct.Struct("<4s4H2LH")  # the end of that list; the comment follows
_HEADER = "header.json"
_N_DIGEST = 64
_FIRST = struct.Struct("<4s5H3L2H")  # the header of a member of a zip file, and the part before its name
# The exceptions of broken zip and JSON files, found with files that were made to break readers.
_UNREADABLE = (zipfile.BadZipFile, ValueError, EOFError, KeyError, RuntimeError, OverflowError, OSError, struct.error)


def pack(kind: str, version: int, header: Mapping[str, Any], arrays: Arrays) -> bytes:
    """The bytes of a file of this kind, such as "champion"."""
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w", zipfile.ZIP_STORED) as file:
        file.comment = b"0" * _N_DIGEST
        words = json.dumps({"semeai": kind, "version": version} | dict(header), allow_nan=False)
        file.writestr(zipfile.ZipInfo(_HEADER), words)
        for name, array in arrays.items():
            file.writestr(zipfile.ZipInfo(f"{name}.npy"), _npy(array))
    with content.getbuffer() as data:
        data[-_N_DIGEST:] = _digest(data[:-_N_DIGEST])
    return content.getvalue()


def unpack(
    path: Path, kind: str, version: int, max_bytes: int = MAX_BYTES
) -> tuple[dict[str, Any], dict[str, npt.NDArray[Any]]]:
    """The header and the arrays of a file of `pack`. Raises OSError, and DamagedFile with the path."""
    data = read_bounded(path, max_bytes)
    try:
        return _unpack(data, kind, version)
    except ValueError as error:
        raise DamagedFile(f"{path}: {error}") from None


def read_header(path: Path, kind: str, version: int) -> dict[str, Any]:
    """Only the header of a file of `pack`, which is at its start.

    Damage to the rest of the file is not detected. Raises OSError, and DamagedFile with the path.
    """
    with path.open("rb") as file:
        data = file.read(_FIRST.size + len(_HEADER) + MAX_HEADER)
    try:
        return _header(_first_member(data, kind), kind, version)
    except ValueError as error:
        raise DamagedFile(f"{path}: {error}") from None


def _first_member(data: bytes, kind: str) -> bytes:
    """The header in a zip file, checked against its checksum. Raises ValueError."""
    if len(data) >= _FIRST.size:
        magic, *_, checksum, size, _, n_name, n_extra = _FIRST.unpack_from(data)
        start = _FIRST.size + n_name + n_extra
        words = data[start : start + size]
        if magic == b"PK\3\4" and len(words) == size and zlib.crc32(words) == checksum:
            return words
    raise ValueError(f"not a semeai {kind}, or damaged: its header cannot be read")


def _digest(data: bytes | memoryview) -> bytes:
    return hashlib.sha256(data).hexdigest().encode()


def _unpack(data: bytes, kind: str, version: int) -> tuple[dict[str, Any], dict[str, npt.NDArray[Any]]]:
    if not data.startswith(b"PK"):
        raise ValueError(f"not a semeai {kind}")
    if _digest(memoryview(data)[:-_N_DIGEST]) != data[-_N_DIGEST:]:
        raise ValueError(f"not a semeai {kind}, or damaged: it does not end with the digest of its content")
    try:
        members = _members(data)
    except _UNREADABLE:
        raise ValueError("it cannot be read") from None
    header = _header(members.pop(_HEADER, b""), kind, version)
    return header, {name.removesuffix(".npy"): _array(name, member) for name, member in members.items()}


def _header(words: bytes, kind: str, version: int) -> dict[str, Any]:
    try:
        header = json.loads(words, parse_constant=_refuse)
    except _UNREADABLE:
        raise ValueError("it cannot be read") from None
    if not isinstance(header, dict) or header.get("semeai") != kind:
        found = header.get("semeai") if isinstance(header, dict) else None
        other = f", found a {found[:40]}" if isinstance(found, str) and found.isprintable() else ""
        raise ValueError(f"expected a {kind}{other}")
    if header.get("version") != version:
        raise ValueError(f"expected a {kind} of version {version}, found version {repr(header.get('version'))[:40]}")
    return header


def _members(data: bytes) -> dict[str, bytes]:
    """The files in a zip file. They are not compressed, so none can be larger than the zip file."""
    # Before `zipfile` creates an object for each: 16 MB can list 350,000 members.
    at = len(data) - _N_DIGEST - _END.size
    mark, *_, n_bytes, _, n_comment = _END.unpack_from(data, max(0, at))
    if mark != b"PK\5\6" or n_bytes > _MAX_DIRECTORY or n_comment != _N_DIGEST:
        raise ValueError
    with zipfile.ZipFile(io.BytesIO(data)) as file:
        infos = file.infolist()
        if len(infos) > MAX_MEMBERS or any(info.compress_type != zipfile.ZIP_STORED for info in infos):
            raise ValueError
        if sum(info.file_size for info in infos) > len(data):
            raise ValueError
        if any(info.filename == _HEADER and info.file_size > MAX_HEADER for info in infos):
            raise ValueError
        names = {info.filename for info in infos}
        if len(names) < len(infos) or not all(name == _HEADER or name.endswith(".npy") for name in names):
            raise ValueError
        return {info.filename: file.read(info) for info in infos}


def _refuse(constant: str) -> None:
    """Refuse NaN and Infinity, which Python reads although they are not JSON. Raises ValueError."""
    raise ValueError(constant)


def _npy(array: npt.NDArray[Any]) -> bytes:
    """An array as a .npy file. numpy's own writer is three times slower in memory."""
    if array.dtype.hasobject:
        raise ValueError("expected an array of numbers or texts, found Python objects")
    array = np.asarray(array, order="C")
    head = io.BytesIO()
    np.lib.format.write_array_header_1_0(head, np.lib.format.header_data_from_array_1_0(array))
    return head.getvalue() + array.tobytes()


def _array(name: str, member: bytes) -> npt.NDArray[Any]:
    """The array in a .npy file. The size that it states is checked."""
    stream = io.BytesIO(member)
    try:
        if np.lib.format.read_magic(stream) != (1, 0):
            raise ValueError
        shape, is_fortran, dtype = np.lib.format.read_array_header_1_0(stream)
    except Exception:  # numpy parses the text as Python: tokens, tuples and types have different errors
        raise ValueError(f"its array {name[:40]!r} cannot be read") from None
    rest = member[stream.tell() :]
    if dtype.hasobject or any(n < 0 for n in shape) or math.prod(shape) * dtype.itemsize != len(rest):
        raise ValueError(f"its array {name[:40]!r} does not have the stated size")
    return np.frombuffer(bytearray(rest), dtype).reshape(shape, order="F" if is_fortran else "C")


# -- JSON --------------------------------------------------------------------------------------------------------------


def write_sealed(path: Path, content: Mapping[str, Any]) -> None:
    """Write `content`, which is not empty, and its digest to the JSON file `path`. Raises OSError.

    Raises ValueError for numbers that are not finite.
    """
    body = json.dumps(content, indent=1, allow_nan=False).removeprefix("{\n").encode() + b"\n"
    seal = f'{{\n "{DIGEST}": "{hashlib.sha256(body).hexdigest()}",\n'.encode()
    write_whole(path, seal + body)


def read_sealed(path: Path, what: str) -> tuple[dict[str, Any], bool]:
    """The content of a JSON file, and True if its digest was checked. `what` names the expected content in messages.

    Raises OSError and DamagedFile.
    """
    data = read_bounded(path, MAX_JSON)
    seal = _SEAL.match(data)
    if seal and seal[0] != f'{{\n "{DIGEST}": "{hashlib.sha256(data[seal.end() :]).hexdigest()}",\n'.encode():
        raise DamagedFile(f"{path} is damaged: its content does not match its digest")
    try:
        content = json.loads(data)
    except (ValueError, RecursionError):
        content = None
    if not isinstance(content, dict):
        raise DamagedFile(f"{path}: expected a valid {what} written by semeai")
    content.pop(DIGEST, None)
    return content, seal is not None

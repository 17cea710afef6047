"""JSON files with a digest: no flipped bit goes unnoticed, and files of older versions are read."""

import hashlib
import json
import os
from pathlib import Path

import pytest

from semeai.archive import MAX_JSON, read_sealed, write_sealed
from semeai.files import DamagedFile

CONTENT = {"generations": 12, "champion": "champions/000011.npz", "exam": {"share": 0.5, "low": 1e-05}, "none": None}


def test_what_is_written_comes_back(tmp_path: Path) -> None:
    path = tmp_path / "done.json"
    write_sealed(path, CONTENT)
    assert read_sealed(path, "outcome") == (CONTENT, True)
    seal, _, body = path.read_bytes().partition(b",\n")
    digest = hashlib.sha256(body).hexdigest()
    assert seal == f'{{\n "sha256": "{digest}"'.encode()
    assert json.loads(path.read_text()) == {"sha256": digest} | CONTENT  # as other programs read it


def test_every_flipped_bit_is_noticed(tmp_path: Path) -> None:
    path = tmp_path / "done.json"
    write_sealed(path, CONTENT)
    data = path.read_bytes()
    for bit in range(8 * len(data)):
        flipped = bytearray(data)
        flipped[bit // 8] ^= 1 << bit % 8
        path.write_bytes(flipped)
        with pytest.raises(DamagedFile, match=f"^{path}"):
            read_sealed(path, "outcome")


def test_a_file_of_an_older_version_is_unchecked(tmp_path: Path) -> None:
    path = tmp_path / "done.json"
    path.write_text(json.dumps(CONTENT, indent=1) + "\n")
    assert read_sealed(path, "outcome") == (CONTENT, False)


def test_what_cannot_be_read_to_its_end(tmp_path: Path) -> None:
    path = tmp_path / "done.json"
    os.mkfifo(path)
    with pytest.raises(DamagedFile, match=f"^{path}: expected a file, found something else"):
        read_sealed(path, "outcome")
    path.unlink()
    path.touch()
    os.truncate(path, MAX_JSON + 1)
    with pytest.raises(DamagedFile, match=f"^{path}: expected at most 262,144 bytes, found 262,145$"):
        read_sealed(path, "outcome")


@pytest.mark.parametrize("text", ["", "[]", "3", "{", "nonsense", "[" * 100_000], ids=lambda text: text[:9])
def test_what_is_no_object_is_named(text: str, tmp_path: Path) -> None:
    path = tmp_path / "done.json"
    path.write_text(text)
    with pytest.raises(DamagedFile, match=f"^{path}: expected a valid outcome of a run written by semeai$"):
        read_sealed(path, "outcome of a run")

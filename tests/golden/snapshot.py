"""A run as a JSON value in which every difference can be read: what was printed, and every file of its folder.

Left out is what may differ between two machines, two commits and two moments: the lock, the times, the checkpoint
before the last, the notes of machine, versions, commit and command, and digests of files in themselves.
"""

import difflib
import hashlib
import json
import re
import shlex
import shutil
from pathlib import Path
from typing import Any

import numpy as np

from semeai.archive import read_sealed, unpack
from tests.commands import call, lines
from tests.golden.cases import FILES, HERE, Case

EXPECTED, BEGUN = HERE / "expected", HERE / "begun"
SEAL = re.compile(r"^\(;DIGEST\[\w{64}\]", re.MULTILINE)
LEFT_OUT = {"lock", "times.jsonl", "checkpoint.previous.npz"}

Snapshot = dict[str, Any]


def recorded(name: str) -> Snapshot:
    """The snapshot that was recorded under this name."""
    found: Snapshot = json.loads((EXPECTED / f"{name}.json").read_bytes())
    return found


def difference(expected: Any, found: Any) -> str:
    """The lines in which two snapshots differ; empty if they are equal."""
    texts = (json.dumps(snapshot, indent=1, ensure_ascii=False).splitlines() for snapshot in (expected, found))
    return "\n".join(difflib.unified_diff(*texts, "recorded", "found", lineterm=""))


# -- running -----------------------------------------------------------------------------------------------------------


def put_files(cwd: Path) -> None:
    """Put into `cwd` the files that runs read."""
    for name in FILES:
        shutil.copy(HERE / name, cwd)


def prepare(case: Case, cwd: Path) -> None:
    """Put all into `cwd` that a run needs: files, and the runs that it starts from."""
    put_files(cwd)
    for words in case.before:
        said("evolve", *shlex.split(words), "--quiet", cwd=cwd)


def finish(name: str, case: Case, cwd: Path) -> Snapshot:
    """Take the run in `cwd` to its end: printed as JSON, then once more for the report of the finished run."""
    command = case.command(name, case.whole)
    in_json = said(*command, "--json", cwd=cwd)
    report = said(*command, cwd=cwd)
    return {
        "command": shlex.join(["semeai", *command]),
        "json": in_json,
        "report": report,
        "files": describe_folder(cwd / "runs" / name),
    }


def said(*arguments: str, cwd: Path) -> dict[str, list[str]]:
    """The lines that a command prints. It must succeed."""
    ended = call(*arguments, cwd=cwd)
    assert ended.returncode == 0, ended.stderr
    return {"stdout": ended.stdout.split("\n"), "stderr": lines(ended.stderr)}


# -- describing --------------------------------------------------------------------------------------------------------


def describe_folder(folder: Path) -> Snapshot:
    """All files of a folder by name."""
    paths = sorted(path for path in folder.rglob("*") if path.is_file() and path.name not in LEFT_OUT)
    return {path.relative_to(folder).as_posix(): describe_file(path) for path in paths}


def describe_file(path: Path) -> Any:
    """The content of a file: in full where people can read it, as a digest where they cannot."""
    if path.suffix == ".npz":
        kind = "checkpoint" if path.stem == "checkpoint" else "champion"
        header, arrays = unpack(path, kind, 1)
        header.pop("provenance", None)
        words = [f"{name}: {json.dumps(value)}" for name, value in header.items()]
        return words + [f"{name}: {describe_array(array)}" for name, array in arrays.items()]
    text = path.read_bytes().decode()
    if path.suffix == ".svg":
        return digest(text[: text.rindex("</svg>\n") + len("</svg>\n")].encode())
    if path.suffix == ".json":
        content, _ = read_sealed(path, "file of a run")
        return content["parameters"] if path.name == "run.json" else [*json.dumps(content, indent=1).split("\n"), ""]
    if path.suffix == ".sgf":
        text = SEAL.sub("(;", text)
        first, *_ = text.split("\n(;")
        return [digest(text.encode()), first.replace("\n", "")]
    return text.split("\n")


def describe_array(array: np.ndarray[Any, Any]) -> str:
    return f"{array.dtype.str} {list(array.shape)} {digest(array.tobytes())}"


def digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()[:20]

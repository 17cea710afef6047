"""`run.json`: the record of a run's parameters. A run continues only with the same parameters."""

import json
import os
import platform
import subprocess
from collections.abc import Mapping, Sequence
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

import semeai
from semeai.archive import read_sealed, write_sealed
from semeai.files import DamagedFile

FILE = "run.json"
WHAT = "record of a run"
_HERE = Path(semeai.__file__).parent
_PACKAGES = ("semeai", "numpy", "numba")


_KEYS = {"parameters", "commit", "kernels", "machine", "order", "packages"}


class OtherParameters(ValueError):
    """A run was started with other parameters. The message names them."""


def machine() -> dict[str, str | int]:
    """A description of this computer."""
    cpu = platform.processor()
    info = Path("/proc/cpuinfo")
    if info.exists():
        models = [line.partition(":")[2].strip() for line in info.read_text().splitlines() if "model name" in line]
        cpu = models[0] if models else cpu
    return {"cpu": cpu, "cores": os.cpu_count() or 1, "system": platform.platform(), **versions()}


def versions() -> dict[str, str]:
    """The versions of Python and of the packages that affect results."""
    found = {"python": platform.python_version()}
    for package in _PACKAGES:
        try:
            found[package] = version(package)
        except PackageNotFoundError:  # running from source, not installed
            found[package] = "unknown"
    return found


def commit() -> str | None:
    """The commit of the checkout, with "-dirty" if it has local changes; None outside a checkout."""
    if not any((parent / ".git").exists() for parent in _HERE.parents):
        return None
    command = ["git", "-C", str(_HERE), "describe", "--always", "--dirty", "--abbrev=12", "--exclude=*"]
    try:
        said = subprocess.run(command, capture_output=True, text=True, timeout=10)
    except (OSError, subprocess.TimeoutExpired):
        return None
    return said.stdout.strip() or None


def begin_record(
    folder: Path, parameters: Mapping[str, Any], order: Mapping[str, Any] | None = None, packages: Sequence[str] = ()
) -> tuple[dict[str, Any], list[str]]:
    """Write the record of a new run, or compare the record of an old one. Returns it, and notes for the user.

    Raises OSError, DamagedFile, and OtherParameters.
    """
    from semeai.jit import kernel_hash  # loads the compiler, which readers of records do not need

    path = folder / FILE
    if path.exists():
        record, is_sealed = _read(path)
        if other := _differences(record["parameters"], parameters):
            raise OtherParameters(
                f"{folder} was started with {', '.join(other)}; use the same parameters, or another name for a new run"
            )
        notes = []
        if record["kernels"] != kernel_hash() or record["machine"]["numpy"] != versions()["numpy"]:
            notes.append(f"{folder} was started with another version of semeai, numpy or the compiler")
        if not is_sealed:
            notes.append(f"{path} has no digest (an older version wrote it), so damage to it cannot be detected")
        return record, notes
    record = {
        "parameters": dict(parameters),
        "commit": commit(),
        "kernels": kernel_hash(),
        "machine": machine(),
    }
    record |= {"order": dict(order)} if order else {}
    record |= {"packages": list(packages)} if packages else {}
    write_sealed(path, record)
    return record, []


def read_record(folder: Path) -> dict[str, Any]:
    """The record of a run. Raises OSError and DamagedFile."""
    return _read(folder / FILE)[0]


def _read(path: Path) -> tuple[dict[str, Any], bool]:
    record, is_sealed = read_sealed(path, WHAT)
    is_whole = {"parameters", "commit", "kernels", "machine"} <= record.keys() <= _KEYS
    parts = (record["parameters"], record["machine"]) if is_whole else ()
    if not is_whole or not all(isinstance(part, dict) for part in parts) or "numpy" not in record["machine"]:
        raise DamagedFile(f"{path}: expected a valid {WHAT} written by semeai")
    return record, is_sealed


def _differences(old: Mapping[str, Any], new: Mapping[str, Any]) -> list[str]:
    """The differences in words: "mutation 0.05, not 0.1"."""
    flat_old, flat_new = _flat(old), _flat(json.loads(json.dumps(new)))
    names = [*flat_old, *(name for name in flat_new if name not in flat_old)]
    return [
        f"{name} {flat_old.get(name, 'unset')}, not {flat_new.get(name, 'unset')}"
        for name in names
        if flat_old.get(name, None) != flat_new.get(name, None)
    ]


def _flat(parameters: Mapping[str, Any]) -> dict[str, Any]:
    flat: dict[str, Any] = {}
    for name, value in parameters.items():
        if isinstance(value, Mapping):
            flat |= {f"{name} {inner}": deep for inner, deep in _flat(value).items()}
        else:
            flat[name] = value
    return flat

"""Installs the example package into a folder, as a wheel, without a network."""

import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

HERE = Path(__file__).parent
NAME, VERSION = "semeai_example", "1.0"


def entry_points() -> str:
    """The entry points of the package as an installed one declares them."""
    declared = tomllib.loads((HERE / "pyproject.toml").read_text())["project"]["entry-points"]
    groups = []
    for group, its in declared.items():
        groups.append("\n".join([f"[{group}]", *(f"{name} = {place}" for name, place in its.items())]))
    return "\n\n".join(groups) + "\n"


def install(folder: Path) -> Path:
    """Build a wheel of the package and install it. Returns the folder to put on the path of Python."""
    wheel = folder / f"{NAME}-{VERSION}-py3-none-any.whl"
    info = f"{NAME}-{VERSION}.dist-info"
    files = {f"{NAME}/{path.name}": path.read_text() for path in sorted((HERE / NAME).glob("*.py"))}
    files[f"{info}/METADATA"] = f"Metadata-Version: 2.1\nName: semeai-example\nVersion: {VERSION}\n"
    files[f"{info}/WHEEL"] = "Wheel-Version: 1.0\nGenerator: tests\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
    files[f"{info}/entry_points.txt"] = entry_points()
    files[f"{info}/RECORD"] = "".join(f"{name},,\n" for name in [*files, f"{info}/RECORD"])
    with zipfile.ZipFile(wheel, "w") as file:
        for name, text in files.items():
            file.writestr(name, text)
    target = folder / "site"
    pip = [sys.executable, "-m", "pip", "install", "-q", "--no-index", "--no-deps", "--target", str(target), str(wheel)]
    subprocess.run(pip, check=True, capture_output=True, timeout=120)
    return target

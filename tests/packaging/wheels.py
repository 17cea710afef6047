"""`python -m tests.packaging.wheels`: the systems and Pythons for which every pinned version has a wheel. Needs uv."""

import subprocess
from pathlib import Path

ROOT = Path(__file__).parents[2]
PYTHONS = ("3.11", "3.12", "3.13", "3.14", "3.15")
SYSTEMS = (
    "x86_64-manylinux_2_28",
    "aarch64-manylinux_2_28",
    "x86_64-apple-darwin",
    "aarch64-apple-darwin",
    "x86_64-pc-windows-msvc",
)
SETS = {"base": (), "with tests": ("--extra", "test")}


def missing(system: str, python: str, options: tuple[str, ...]) -> str:
    """The reason why not all pinned versions can be installed from wheels; "" if they can."""
    words = ["uv", "pip", "compile", "-q", "--no-header", "--only-binary", ":all:", "-c", "constraints.txt"]
    words += ["--python-platform", system, "--python-version", python, *options, "pyproject.toml"]
    ended = subprocess.run(words, cwd=ROOT, capture_output=True, text=True)
    return "" if ended.returncode == 0 else " ".join(ended.stderr.split())


def main() -> None:
    for name, options in SETS.items():
        for system in SYSTEMS:
            for python in PYTHONS:
                reason = missing(system, python, options)
                print(f"{name:10}  {system:24}  {python}  {f'no: {reason[:160]}' if reason else 'yes'}", flush=True)


if __name__ == "__main__":
    main()

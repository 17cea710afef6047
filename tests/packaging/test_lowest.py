"""The lower bounds in `pyproject.toml` are true: with the lowest versions that they allow, semeai works."""

import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.version import Version

from tests.conftest import SLOW, missing
from tests.packaging.test_wheel import check_pages, run

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
GROUPS = {"base": PROJECT["dependencies"], **PROJECT["optional-dependencies"]}
OFFLINE = re.compile("error sending request|dns error|connection refused|network|offline", re.IGNORECASE)
SELECTION = (
    "tests/go/test_board.py",
    "tests/sgf/test_sgf.py",
    "tests/evolve/test_ga.py",
    "tests/evolve/test_neat.py",
    "tests/evolve/test_outside.py",
    "tests/arena/test_ratings.py",
    "tests/arena/test_report.py",
    "tests/envs",
    "tests/test_compiler.py",
    "tests/test_prompt.py",
    "tests/test_terminal.py",
)
"""compiler, command line, statistics, methods of other packages; pictures and pages follow"""


def lower_bound(requirement: Requirement) -> Version | None:
    return next((Version(one.version) for one in requirement.specifier if one.operator == ">="), None)


@pytest.mark.parametrize(("group", "text"), [(group, text) for group, texts in GROUPS.items() for text in texts])
def test_every_direct_dependency_has_a_lower_bound(group: str, text: str) -> None:
    requirement = Requirement(text)
    assert requirement.name == PROJECT["name"] or lower_bound(requirement)


def uv(*words: str | Path) -> str:
    """The output of uv. Skips the test if there is no network."""
    ended = subprocess.run(["uv", *words], cwd=ROOT, capture_output=True, text=True, timeout=600)
    if ended.returncode and OFFLINE.search(ended.stderr):
        missing("a network")
    assert ended.returncode == 0, ended.stderr
    return ended.stdout


@SLOW
def test_the_lowest_versions_work(tmp_path: Path) -> None:
    if not shutil.which("uv"):
        missing("uv")
    uv("venv", "-q", "--python", sys.executable, tmp_path / "env")
    python = tmp_path / "env" / "bin" / "python"
    uv("pip", "install", "-q", "--compile-bytecode", "--python", python, "--resolution", "lowest-direct", ".[test]")
    found = dict(line.split("==") for line in uv("pip", "freeze", "--python", python).splitlines() if "==" in line)
    for requirement in map(Requirement, GROUPS["base"] + GROUPS["test"]):
        bound = lower_bound(requirement)
        if bound is not None:  # or the bound promises versions that another package excludes
            version = Version(found[requirement.name.lower().replace("_", "-")])
            assert version.release[: len(bound.release)] == bound.release, requirement.name
    env = {name: value for name, value in os.environ.items() if not name.startswith(("PYTEST", "PYTHONPATH"))}
    env["SEMEAI_CACHE"] = str(python.parents[1] / "cache")
    words = [python, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-m", "not slow", *SELECTION]
    ended = subprocess.run(words, cwd=ROOT, env=env, capture_output=True, text=True, timeout=900)
    assert ended.returncode == 0, ended.stdout[-5000:] + ended.stderr[-2000:]
    assert "drew results/richards/" in run(python.parent, tmp_path, "figures", "richards/opponent")
    check_pages(python.parent, tmp_path)

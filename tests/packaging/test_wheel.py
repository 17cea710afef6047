"""The wheel, installed in an environment of its own outside the source tree, does what README and how-tos say."""

import json
import os
import re
import shutil
import subprocess
import sys
import urllib.request
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
MAX_BYTES = 6_000_000
PYTHONS = ("3.11", "3.12", "3.13")

pytestmark = pytest.mark.skipif(not shutil.which("uv"), reason="uv is not installed")


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    subprocess.run(["uv", "build", "-q", "--wheel", "--out-dir", folder, ROOT], check=True, timeout=300)
    return next(folder.glob("semeai-*.whl"))


@pytest.mark.slow
def test_contents(wheel: Path) -> None:
    assert wheel.stat().st_size < MAX_BYTES
    names = set(zipfile.ZipFile(wheel).namelist())
    assert {
        "semeai/py.typed",
        "semeai/papers/drake/problems/flower_six.txt",
        "semeai/suites/tactics.sgf",
        "semeai/champions/sane-5x5.npz",
        "semeai/bench/reference/playouts.c",
        "semeai/results/ladder/9x9/standings.json",
    } <= names
    assert any(re.fullmatch(r"semeai/results/richards/.*\.svg", name) for name in names)
    assert any(re.fullmatch(r"semeai/results/richards/.*\.csv", name) for name in names)
    assert not [name for name in names if name.startswith("tests/")]


def interpreter(version: str) -> str:
    """A Python of that version, if this machine has one."""
    if sys.version.startswith(f"{version}."):
        return sys.executable
    found = sorted(Path.home().glob(f".pyenv/versions/{version}.*/bin/python"))
    if not found:
        pytest.skip(f"no Python {version} here")
    return str(found[-1])


def install(wheel: Path, version: str, folder: Path) -> Path:
    """Install the wheel in an environment. Returns the folder of its programs."""
    subprocess.run(["uv", "venv", "-q", "--python", interpreter(version), folder / "env"], check=True)
    words = ["uv", "pip", "install", "-q", "--compile-bytecode", "--python", folder / "env"]
    subprocess.run([*words, "-c", ROOT / "constraints.txt", wheel], check=True, timeout=600)
    return Path(folder / "env" / "bin")


def run(installed: Path, folder: Path, *words: str) -> str:
    """Run the installed program in a folder outside the source tree."""
    env = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "VIRTUAL_ENV")}
    env["SEMEAI_CACHE"] = str(installed.parent / "cache")
    ended = subprocess.run(
        [installed / "semeai", *words], cwd=folder, env=env, capture_output=True, text=True, timeout=900
    )
    assert ended.returncode == 0, ended.stderr
    return ended.stdout


@pytest.mark.slow
@pytest.mark.parametrize("version", PYTHONS)
def test_the_installed_program(
    version: str, wheel: Path, tmp_path: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    installed = install(wheel, version, tmp_path_factory.mktemp("installed"))
    assert run(installed, tmp_path, "--version") == "semeai 0.2.0\n"
    match = run(installed, tmp_path, "match", "champion:sane-5x5", "random", "--games", "10", "--json")
    assert json.loads(match)["games"] == 10
    assert "drew results/richards/" in run(installed, tmp_path, "figures", "richards/opponent")
    check_pages(installed, tmp_path)
    assert "The champion against others" in run(installed, tmp_path, "demo")
    assert "tactics" in run(installed, tmp_path, "regress", "--help")
    assert json.loads(run(installed, tmp_path, "regress", "basics", "--player", "rave:playouts=200", "--json"))
    assert run(installed, tmp_path, "reproduce", "richards/opponent", "--scale", "smoke", "-q")
    figures = json.loads(run(installed, tmp_path, "bench", "arena", "--json"))["figures"]
    assert figures["games_per_s"] > 0
    run(installed, tmp_path, "evolve", "strategies", "--position", "drake/flower_six", "--steps", "1000", "-q")


def check_pages(installed: Path, tmp_path: Path) -> None:
    with serving(installed, tmp_path) as site:
        opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor())
        opener.open(site, timeout=60).read()
        start = re.sub(r"/(\?.*)?$", "", site)
        assert opener.open(f"{start}/papers/richards", timeout=60).status == 200
        assert b"<svg" in opener.open(f"{start}/figures/richards/generations.svg", timeout=60).read()


@contextmanager
def serving(installed: Path, tmp_path: Path) -> Iterator[str]:
    """The address of the installed pages."""
    env = os.environ | {"SEMEAI_CACHE": str(installed.parent / "cache")}
    words = [installed / "semeai", "web", "--port", "0"]
    with subprocess.Popen(words, cwd=tmp_path, env=env, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        try:
            yield next(found[0] for line in process.stdout if (found := re.search(r"http://\S+", line)))
        finally:
            process.terminate()

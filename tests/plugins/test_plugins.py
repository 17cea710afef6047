"""A package that is installed beside semeai adds players, methods and problems to every verb, Python and Dask."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.commands import PLAIN
from tests.conftest import needs_jit
from tests.plugins.install import install
from tests.processes import PATIENCE

pytestmark = needs_jit


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return install(tmp_path_factory.mktemp("plugin"))


def run(site: Path, cwd: Path, *words: str) -> str:
    """What `python WORDS` prints, where the package is installed. It must go well."""
    done = subprocess.run(
        [sys.executable, *words],
        cwd=cwd,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        env=os.environ | PLAIN | {"PYTHONPATH": str(site)},
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


COMMANDS = """
import json, sys
from typer.testing import CliRunner
from semeai.cli import app
ended = [CliRunner().invoke(app, words, catch_exceptions=False) for words in json.loads(sys.argv[1])]
assert all(one.exit_code == 0 for one in ended), [one.stderr for one in ended]
print(json.dumps([one.stdout for one in ended]))
"""


def semeai(site: Path, cwd: Path, *commands: tuple[str, ...]) -> list[str]:
    """What each of these commands prints, in one process. All must go well."""
    said: list[str] = json.loads(run(site, cwd, "-c", COMMANDS, json.dumps(commands)))
    return said


def test_they_are_listed(site: Path, tmp_path: Path) -> None:
    verbs = (("list", "players"), ("list", "methods"), ("evolve", "climb", "--help"))
    players, methods, helped = semeai(site, tmp_path, *verbs)
    assert "`mirror`: Plays opposite" in players
    assert "`climb`: Climbs uphill" in methods
    assert "(semeai-example 1.0)" in methods
    assert "--population" in helped
    assert "--step" in helped


@pytest.mark.parametrize("method", ["climb", "steady"])
def test_evolve(method: str, site: Path, tmp_path: Path) -> None:
    """A run is the same when it is stopped in between, and tells which package it needs."""
    words = ("evolve", method, "--problem", "target:n=4", "-q", "--population", "6")
    runs = [(*words, "-n", n, "--run", name) for name, n in (("whole", "6"), ("parts", "2"), ("parts", "6"))]
    assert "has a fitness of" in semeai(site, tmp_path, *runs)[-1]
    whole, parts = (tmp_path / "runs" / name for name in ("whole", "parts"))
    assert (parts / "rows.jsonl").read_bytes() == (whole / "rows.jsonl").read_bytes()
    best = [json.loads(row)["best"] for row in (whole / "rows.jsonl").read_text().splitlines()]
    assert best[-1] > best[0]
    assert json.loads((whole / "run.json").read_text())["packages"] == ["semeai-example 1.0"]


def test_match_and_a_go_problem(site: Path, tmp_path: Path) -> None:
    """The plugin's method breeds semeai's player, and the plugin's player is its opponent."""
    words = ("--opponent", "mirror", "--games", "2", "--exam", "2", "-n", "1", "--run", "go", "-q", "--population", "3")
    match = ("match", "champion:runs/go/champion.npz", "mirror", "--games", "2", "--json")
    _, told = semeai(site, tmp_path, ("evolve", "climb", *words), match)
    assert json.loads(told)["failures"] == 0


def test_python(site: Path, tmp_path: Path) -> None:
    program = """
import semeai
run = semeai.breed("steady", problem="target", generations=2, quiet=True)
print(len(run.rows), semeai.match("mirror", "random", games=2, size=5).games)
"""
    assert run(site, tmp_path, "-c", program).split() == ["2", "2"]


def test_the_contracts_can_be_pointed_at_a_package(site: Path, tmp_path: Path) -> None:
    program = """
from semeai.testing import check_method, check_player
check_player("mirror", sizes=[5])
check_player("mirror:passes=false", sizes=[5])
check_method("climb")
check_method("steady")
"""
    run(site, tmp_path, "-c", program)


def test_dask(site: Path, tmp_path: Path) -> None:
    """Workers of a cluster know the package too, and give the same rows."""
    words = ("--problem", "target", "-n", "2", "-q", "-j", "1")
    run(site, tmp_path, "-m", "semeai", "evolve", "climb", *words, "--run", "dask", "--executor", "dask")
    semeai(site, tmp_path, ("evolve", "climb", *words, "--run", "threads"))
    rows = [(tmp_path / "runs" / name / "rows.jsonl").read_bytes() for name in ("threads", "dask")]
    assert rows[0] == rows[1]


def test_the_form_of_the_page_knows_them(site: Path, tmp_path: Path) -> None:
    program = """
from semeai.web.forms import METHODS, problems_of, settings_of, load_method
print("climb" in METHODS, [s.name for s in settings_of(load_method("climb").params)], problems_of("climb"))
"""
    assert run(site, tmp_path, "-c", program).startswith("True ['population', 'step'] [")

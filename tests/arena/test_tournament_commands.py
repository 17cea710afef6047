"""`semeai tournament` as it is typed: what it prints, writes and refuses."""

import json
import os
from pathlib import Path

import pytest

from semeai.arena.match import Means
from semeai.arena.store import FILE, Store
from semeai.arena.tournament import read_tournament
from tests.commands import call

from .test_tournament import ENTRANT, SMALL


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Where a tournament file may be."""
    return tmp_path / "small.toml"


REPORTS = {"report.txt", "report.json", "report.svg", "ratings.csv", "crosstable.csv"}


def test_the_command(file: Path, tmp_path: Path) -> None:
    file.write_text(SMALL)
    out = tmp_path / "out"
    command = ["tournament", str(file), "--out", str(out)]
    first = call(*command)
    assert first.returncode == 0, first.stderr
    assert {path.name for path in out.iterdir()} == REPORTS | {FILE, "lock"}
    assert first.stdout == (out / "report.txt").read_text()
    assert first.stderr == f"semeai: the games and this report are in {out}\n"
    reports = {name: (out / name).read_bytes() for name in REPORTS}
    games = (out / FILE).read_bytes()

    again = call(*command)
    assert "semeai: 12 games were played before and are skipped; nothing left to play\n" in again.stderr
    assert again.stdout == first.stdout

    file.write_text(ENTRANT)
    for name in REPORTS:
        (out / name).unlink()
    report = call(*command, "--report", "--json")  # of games that are there
    assert report.returncode == 0, report.stderr
    assert len(json.loads(report.stdout)["players"]) == 4
    file.write_text(SMALL)
    report = call(*command, "--report", "--json")
    assert json.loads(report.stdout) == json.loads(reports["report.json"])
    assert {name: (out / name).read_bytes() for name in REPORTS} == reports
    assert (out / FILE).read_bytes() == games

    file.write_text("komi = 0.5\n" + SMALL)
    other = call(*command)
    assert "semeai: 12 stored games were played under other terms and are left out\n" in other.stderr
    assert (out / FILE).read_bytes().startswith(games)


def test_a_report_of_nothing(file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    file.write_text(SMALL)
    run = call("tournament", str(file), "--report")
    assert run.returncode == 2
    assert "games.sgf" in run.stderr
    assert not (tmp_path / "runs").exists()


def test_a_report_of_games_that_are_still_played(file: Path, tmp_path: Path) -> None:
    file.write_text(SMALL)
    with Store(tmp_path) as store:
        read_tournament(file).competition(store).run(Means(), lambda *_: None)
        run = call("tournament", str(file), "--out", str(tmp_path), "--report", "--json")
    assert run.returncode == 0, run.stderr
    assert json.loads(run.stdout)["pairings"]


def test_mistakes_of_the_command(file: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    file.write_text("games = 0")
    missing = file.with_name("missing.toml")
    engine = file.with_name("engine.toml")
    engine.write_text('players = ["random", "gtp:/nowhere/engine"]')
    for name, said in (
        (file, f"{file}: players: Field required; games: "),
        (missing, str(missing)),
        (engine, "/nowhere"),
    ):
        run = call("tournament", str(name), "--out", str(out))
        assert run.returncode == 2
        assert run.stdout == ""
        assert len(run.stderr.splitlines()) == 1
        assert said in run.stderr
        assert not out.exists()


def test_a_store_that_cannot_be_used(file: Path, tmp_path: Path) -> None:
    file.write_text(SMALL)
    command = ["tournament", str(file), "--out", str(tmp_path)]
    with Store(tmp_path):
        run = call(*command)
    assert (run.returncode, run.stderr) == (2, f"semeai: {tmp_path} is in use by process {os.getpid()}\n")
    (tmp_path / FILE).write_text("hello\n")
    run = call(*command)
    assert run.returncode == 2
    assert run.stderr.startswith(f"semeai: {tmp_path / FILE}: line 1 is not a game that semeai wrote")
    assert len(run.stderr.splitlines()) == 1
    assert (tmp_path / FILE).read_text() == "hello\n"

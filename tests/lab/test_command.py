"""The command that champions tell of makes the same run again, and is the same however that run was typed."""

import shlex
from pathlib import Path
from typing import Any

import pytest
from semeai.cli.problems import command_of
from typer.testing import CliRunner

from semeai.cli import app, breeding
from semeai.go.rules import PRESETS
from semeai.lab import breed
from semeai.players.champion import read_champion
from semeai.problems.games import GoProblem
from tests.commands import call
from tests.lab.support import rows_of


@pytest.fixture
def typed(monkeypatch: pytest.MonkeyPatch) -> Any:
    """What a command line would have run: method, problem, seed, limits, games of an exam, start."""

    class Held(Exception):
        pass

    def hold(folder: Path, *given: Any) -> None:
        method, problem, seed, limits, _, exam, start, *_ = given
        raise Held(method, problem, seed, limits.generations, exam, start)

    monkeypatch.setattr(breeding, "hold_run", hold)
    monkeypatch.setattr(breed, "begin", lambda *_: None)  # there is no run to begin with

    def type_it(words: list[str]) -> tuple[Any, ...]:
        error = CliRunner().invoke(app, words).exception
        assert isinstance(error, Held), error
        return error.args

    return type_it


USUAL = (
    "semeai evolve ga --problem local --opponent wally:noise=0.1 --games 20 --measure margin --colors both "
    "--rules chinese --size 5 --komi 7.5 --handicap 0 --exam 100 --seed 1"
)
TYPED = {
    "evolve ga": USUAL,
    "evolve ga --komi 7.5 --rules drake -n 7 --target 0.5 -j 1 --run x --quiet --games 20": USUAL,
    "evolve ga --problem ones --seed 3": "semeai evolve ga --problem ones --seed 3",
    "evolve sane:neurons=40 --colors black --measure wins --komi -3.5 --size 9 --handicap 4 --exam 8": (
        "semeai evolve sane:neurons=40 --problem network --opponent wally:noise=0.1 --games 20 --measure wins "
        "--colors black --rules chinese --size 9 --komi -3.5 --handicap 4 --exam 8 --seed 1"
    ),
    "evolve ga --colors white --opponent random": USUAL.replace("wally:noise=0.1", "random").replace("both", "white"),
    "evolve ga --opponent random --opponent wally --opponent random": USUAL.replace(
        "--opponent wally:noise=0.1", "--opponent random --opponent wally --opponent random"
    ),
    "evolve ga --size 7 --stage '7 wally  and random' --stage '3  handicap=2 random'": USUAL.replace(
        "--games", "--stage '7 wally and random' --stage '3 handicap=2 random' --games"
    ).replace("--size 5", "--size 7"),
    "evolve ga --from runs/first": USUAL.replace("--seed", "--from runs/first --seed"),
}


@pytest.mark.parametrize("words", TYPED)
def test_commands(words: str, typed: Any) -> None:
    method, problem, seed, _, exam, start = typed(shlex.split(words))
    assert command_of(method, problem, seed, exam, start) == TYPED[words]


@pytest.mark.parametrize("words", [*TYPED, *(f"evolve ga --rules {name} --size 7" for name in PRESETS)])
def test_a_command_makes_the_same_run(words: str, typed: Any) -> None:
    method, problem, seed, _, exam, start = typed(shlex.split(words))
    program, *again = shlex.split(f"{command_of(method, problem, seed, exam, start)} --generations 12")
    assert program == "semeai"
    assert typed(again) == (method, problem, seed, 12, exam, start)


def test_what_has_spaces_is_quoted(typed: Any) -> None:
    problem = GoProblem()
    object.__setattr__(problem, "opponents", ("champion:a b.npz",))  # which nobody needs to read here
    assert "--opponent 'champion:a b.npz' --games" in command_of("ga", problem, 1, 100)


def test_a_champion_is_made_again_by_its_command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    words = "evolve ga:population=6 --games 2 --exam 4 -n 4 --run one -q".split()
    first = call(*words)
    assert first.returncode == 0, first.stderr
    path = max(Path("runs/one/champions").iterdir())
    command = shlex.split(read_champion(path).provenance["command"])[1:]
    again = call(*command, "--run", "two", "-q")
    assert again.returncode == 0, again.stderr
    assert Path("runs/two/champions", path.name).read_bytes() == path.read_bytes()
    assert rows_of(Path("runs/two")) == rows_of(Path("runs/one"))[: int(path.stem) + 1]

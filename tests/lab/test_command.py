"""Orders: the command that champions tell of makes the same run again, and so does a file, however it was typed."""

import json
import re
import shlex
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from semeai.cli import app, evolve
from semeai.go.rules import PRESETS, Rules
from semeai.lab.order import Order
from semeai.players.champion import read_champion
from semeai.problems.games import GoProblem
from tests.commands import call, lines
from tests.lab.support import rows_of

Typed = Callable[[list[str]], Order]


@pytest.fixture
def typed(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Typed:
    """The order that a command line gives."""

    class Held(Exception):
        pass

    def hold(order: Order, *rest: Any) -> None:
        raise Held(order)

    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(evolve, "hold_run", hold)
    monkeypatch.setattr(Order, "starting_points", {})  # there is no run to begin with

    def type_it(words: list[str]) -> Order:
        error = CliRunner().invoke(app, words).exception
        assert isinstance(error, Held), error
        (order,) = error.args
        assert isinstance(order, Order)
        return order

    return type_it


def whole(order: Order) -> tuple[Any, ...]:
    """All of an order, however its settings were given."""
    return order.parameters(order.begin()), dict(order.starts), order.generations, order.target


USUAL = (
    "semeai evolve ga --problem local --opponent wally:noise=0.1 --games 20 --measure margin --colors both "
    "--rules chinese --size 5 --komi 7.5 --handicap 0 --exam 100 --seed 1"
)
SANE = "sane:neurons=40,blueprints=8"
TYPED = {
    "evolve ga": USUAL,
    "evolve ga --komi 7.5 --rules drake -n 7 --target 0.5 -j 1 --run x --quiet --games 20": USUAL,
    "evolve ga --problem ones --seed 3": "semeai evolve ga --problem ones:n=30 --seed 3",
    "evolve sane:neurons=40 --colors black --measure wins --komi -3.5 --size 9 --handicap 4 --exam 8": (
        "semeai evolve sane:neurons=40 --problem network --opponent wally:noise=0.1 --games 20 --measure wins "
        "--colors black --rules chinese --size 9 --komi -3.5 --handicap 4 --exam 8 --seed 1"
    ),
    "evolve ga --elite 2 --population 30 --tests --size 5": USUAL.replace(
        "evolve ga", "evolve ga:population=30,elite=2,tests=true"
    ),
    "evolve ga:population=30 --elite 2": USUAL.replace("evolve ga", "evolve ga:population=30,elite=2"),
    "evolve ga --colors white --opponent random": USUAL.replace("wally:noise=0.1", "random").replace("both", "white"),
    "evolve ga --opponent random --opponent wally --opponent random": USUAL.replace(
        "--opponent wally:noise=0.1", "--opponent random --opponent wally --opponent random"
    ),
    "evolve ga --size 7 --stage '7 wally  and random' --stage '3  handicap=2 random'": USUAL.replace(
        "--games", "--stage '7 wally and random' --stage '3 handicap=2 random' --games"
    ).replace("--size 5", "--size 7"),
    "evolve ga --random-moves 3": USUAL.replace("--exam", "--random-moves 3 --exam"),
    "evolve ga --from runs/first": USUAL.replace("--seed", "--from runs/first --seed"),
    f"evolve coevolution --hall 2 --black {SANE} --white sane --no-sharing --white-from runs/first": (
        f"semeai evolve coevolution:white=sane,hall=2,sharing=false --black {SANE} --problem network "
        "--opponent wally:noise=0.1 --rules chinese --size 5 --komi 7.5 --handicap 0 --exam 100 "
        "--white-from runs/first --seed 1"
    ),
    "evolve strategies:islands=4 --population 64 --threads 8 --steps 1000 --every 100 --to-play white --komi 3.5": (
        "semeai evolve strategies:islands=4,population=64,threads=8 --to-play white --rules chinese --size 5 "
        "--komi 3.5 --every 100 --seed 1"
    ),
}
ALL = [*TYPED, *(f"evolve ga --rules {name} --size 7" for name in PRESETS)]


@pytest.mark.parametrize("words", TYPED)
def test_commands(words: str, typed: Typed) -> None:
    assert typed(shlex.split(words)).command() == TYPED[words]


@pytest.mark.parametrize("words", ALL)
def test_a_command_makes_the_same_run(words: str, typed: Typed) -> None:
    order = typed(shlex.split(words))
    program, *again = shlex.split(order.command())
    assert program == "semeai"
    assert whole(typed(again))[:2] == whole(order)[:2]
    assert typed(again).command() == order.command()


@pytest.mark.parametrize("words", ALL)
def test_a_file_makes_the_same_run(words: str, typed: Typed) -> None:
    """As `run.json` has it; how far it is to go is in it, too."""
    order = typed(shlex.split(words))
    Path("run.json").write_text(json.dumps({"parameters": {}, "order": order.options()}))
    assert whole(typed(["evolve", "--like", "run.json"])) == whole(order)
    other = typed(["evolve", "--like", "run.json", "--seed", "77"])
    assert other.command() == re.sub(r"--seed \d+", "--seed 77", order.command())


TOML = """
method = "sane:neurons=40"
blueprints = 12
bits = true
opponent = ["wally", "random"]
size = 7
komi = 3.5
target = 0.75
from = "runs/first"
"""


@pytest.mark.parametrize("words", ["evolve --like order.toml", "evolve sane --like order.toml"])
def test_a_file_that_people_write(words: str, typed: Typed) -> None:
    Path("order.toml").write_text(TOML)
    options = "--blueprints 12 --bits --opponent wally --opponent random --size 7 --komi 3.5 --target 0.75"
    expected = typed(shlex.split(f"evolve sane --neurons 40 {options} --from runs/first"))
    assert whole(typed(shlex.split(words))) == whole(expected)
    other = typed([*shlex.split(words), "--size", "9", "--neurons", "50"])
    assert other.command().startswith("semeai evolve sane:neurons=50,blueprints=12,bits=true --problem network")
    assert other.problem.rules == Rules(size=9, komi=3.5).limited()


def test_settings_of_a_method_beside_those_of_a_file(typed: Typed) -> None:
    Path("order.toml").write_text(TOML)
    order = typed(["evolve", "sane:hidden=30,neurons=44", "--like", "order.toml"])
    assert order.spec == "sane:neurons=44,hidden=30,blueprints=12,bits=true"
    assert typed(["evolve", "sane:neurons=44", "--neurons", "48"]).spec == "sane:neurons=48"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "order.json: Expecting value"),
        ("[1]", "order.json: expected a method and its options, as under `order` in run.json"),
        ("{}", "order.json: expected a method and its options"),
        ('{"method": 3}', "order.json: expected a method and its options"),
        ('{"parameters": {}}', "order.json: expected a method and its options"),
        ('{"method": "magic"}', "no method called 'magic'"),
        ('{"method": "ga", "neurons": 3}', "ga does not use --neurons"),
        ('{"method": "ga", "size": "large"}', "--size must be of type int, not 'large'"),
        ('{"method": "ga", "size": 3.5}', "--size must be of type int, not 3.5"),
        ('{"method": "ga", "size": 40}', "--size must be 2 to 19, not 40"),
        ('{"method": "ga", "generations": 0}', "--generations must be 1 or more, not 0"),
        ('{"method": "ga", "colors": "red"}', "--colors must be one of both, black, white, not red"),
        ('{"method": "ga", "colors": ["black"]}', "--colors must be one of both, black, white, not ['black']"),
        ('{"method": "ga", "population": [3]}', "ga:population must be of type int, not '[3]'"),
        ('{"method": "ga", "target": NaN}', "--target must be of type float, not nan"),
        ('{"method": "ga", "games": true}', "--games must be of type int, not True"),
        ('{"method": "ga", "opponent": 3}', "--opponent must be a text or a list of texts, not 3"),
        ('{"method": "ga", "opponent": [3]}', "--opponent must be a text or a list of texts, not [3]"),
        ('{"method": "ga", "opponent": []}', "at least one opponent is required"),
    ],
)
def test_a_file_that_is_wrong(text: str, message: str, tmp_path: Path) -> None:
    (tmp_path / "order.json").write_text(text)
    run = call("evolve", "--like", "order.json", cwd=tmp_path)
    assert (run.returncode, run.stdout) == (2, "")
    (line,) = lines(run.stderr)
    assert line.startswith("semeai: ")
    assert message in line
    assert not (tmp_path / "runs").exists()


def test_what_has_spaces_is_quoted() -> None:
    problem = GoProblem()
    object.__setattr__(problem, "opponents", ("champion:a b.npz",))  # which nobody needs to read here
    assert "--opponent 'champion:a b.npz' --games" in Order("ga", problem).command()


def test_a_champion_is_made_again_by_its_command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """And by the record of its run."""
    monkeypatch.chdir(tmp_path)
    words = "evolve ga:population=6 --games 2 --exam 4 -n 4 --run one -q".split()
    first = call(*words)
    assert first.returncode == 0, first.stderr
    path = max(Path("runs/one/champions").iterdir())
    command = shlex.split(read_champion(path).provenance["command"])[1:]
    for name, again in {"two": command, "three": ["evolve", "--like", "runs/one/run.json"]}.items():
        ended = call(*again, "--run", name, "-q")
        assert ended.returncode == 0, ended.stderr
        assert Path("runs", name, "champions", path.name).read_bytes() == path.read_bytes()
    assert rows_of(Path("runs/two")) == rows_of(Path("runs/one"))[: int(path.stem) + 1]
    assert rows_of(Path("runs/three")) == rows_of(Path("runs/one"))

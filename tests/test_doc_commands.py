"""Command lines in the documents: all of them parse, and all of them run at smoke size or have a reason not to."""

import re
import shlex
import shutil
from contextlib import chdir
from pathlib import Path

import click
import pytest
import typer.main
from typer.testing import CliRunner

from semeai.cli import app
from semeai.players.champion import find_champion
from tests.commands import PLAIN
from tests.conftest import SLOW

ROOT = Path(__file__).parents[1]
DOCUMENTS = [
    ROOT / "README.md",
    ROOT / "CONTRIBUTING.md",
    ROOT / "docs" / "tutorial.md",
    ROOT / "docs" / "commands.md",
    *sorted((ROOT / "docs" / "how-to").glob("*.md")),
]
FLOWER = ROOT / "src" / "semeai" / "papers" / "drake" / "problems" / "flower_six.txt"

NOT_RUN = {
    r"^semeai web": "a server that does not end; tests/web starts it",
    r"^semeai gtp": "reads the descriptor of standard input; tests/gtp talks to it",
    r"dask": "needs a cluster; tests/parallel/dask starts one",
    r"gnugo": "needs GNU Go; tests/gtp and tests/arena play it where it is installed",
    r"^semeai (demo|ladder|bench)": "takes minutes by design; their own tests run small versions",
    r"^semeai (reproduce|figures)": "tests/papers runs every experiment at smoke scale",
    r"~/": "a folder of the reader",
    r"^semeai play (rave|strategy|champion)": "waits for a person; tests/test_terminal.py plays",
}
"""commands that are only parsed, with the reason"""

SMALLER = [
    (r"population=\d+", "population=6"),
    (r"tournament=\d+", "tournament=2"),
    (r"neurons=\d+", "neurons=40"),
    (r"hidden=(\d{2,})", "hidden=5"),
    (r"blueprints=\d+", "blueprints=6"),
    (r"playouts=\d+", "playouts=10"),
    (r"steps=\d+", "steps=8"),
    (r"--population \d+", "--population 8"),
    (r"--(games|exam|final-games) \d+", r"--\1 2"),
    (r"--promotion \d+", "--promotion 4"),
    (r"(-n|--generations) \d+", r"\1 1"),
    (r"--steps \d+", "--steps 2048"),
    (r"--target [\d.]+", ""),
    (r'--stage "\d+', '--stage "1'),
    (r"--executor processes", ""),
]
"""the same command at smoke size"""


def _commands() -> list[str]:
    found: dict[str, None] = {}
    for path in DOCUMENTS:
        for block in re.findall(r"^```\n(.*?)^```", path.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE):
            for line in block.replace("\\\n", " ").splitlines():
                command = re.split(r"\s+#\s|\s{2,}(?=[a-z`])", line.strip().replace("      ", "  "))[0].strip()
                if command.startswith("semeai "):
                    found.setdefault(re.sub(r"\s+", " ", command), None)
    return list(found)


COMMANDS = _commands()


def test_there_are_commands() -> None:
    assert len(COMMANDS) > 60


@pytest.mark.parametrize("command", COMMANDS)
def test_a_command_parses(command: str) -> None:
    """Names of verbs and options exist, and values have the right type."""
    context = None
    verb: click.Command = typer.main.get_command(app)
    words, name = shlex.split(command)[1:], "semeai"
    while True:
        context = verb.make_context(name, words, parent=context)
        if not isinstance(verb, click.Group):
            return
        found, subcommand, words = verb.resolve_command(context, [*context._protected_args, *context.args])
        assert subcommand is not None, found
        name, verb = str(found), subcommand


@pytest.fixture(scope="session")
def workplace(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the files that the documents speak of."""
    folder = tmp_path_factory.mktemp("documents")
    for run in ("first", "demo", "NAME", "own"):
        champions = folder / "runs" / run / "champions"
        champions.mkdir(parents=True)
        shutil.copy(find_champion("sane-5x5"), champions.parent / "champion.npz")
        for number in ("000021", "000120"):
            shutil.copy(find_champion("sane-5x5"), champions / f"{number}.npz")
    for name in ("runs/first", "runs/own"):
        shutil.rmtree(folder / name)
    records = ROOT / "src" / "semeai" / "papers" / "blackman" / "records" / "9x9.sgf"
    games = folder / "games"
    games.mkdir()
    for path in (games / "games.sgf", folder / "dan.sgf", folder / "9x9.sgf"):
        path.write_text("\n".join(records.read_text().splitlines()[:20]))
    shutil.copytree(ROOT / "tests" / "regress", folder / "tests" / "regress")
    shutil.copytree(FLOWER.parent, folder / FLOWER.parent.relative_to(ROOT))
    shutil.copy(FLOWER, folder / "FILE")
    shutil.copy(find_champion("sane-5x5"), folder / "champion.npz")
    (folder / "game.sgf").write_text("(;SZ[5]KM[6.5];B[cc];W[dd])")
    text = (ROOT / "docs" / "examples" / "small.toml").read_text()
    (folder / "FILE.toml").write_text(re.sub(r"games = \d+", "games = 2", text))
    return folder


def _small(command: str) -> str:
    for pattern, by in SMALLER:
        command = re.sub(pattern, by, command)
    command = command.replace("SUITE", "tests/regress/tactics.sgf").replace("records make DIR", "records make made")
    command = command.replace("records make games ", "records make made2 ").replace("PATH", "games")
    command = command.replace("zoo check FILE", "zoo check champion.npz --games 2")
    command = re.sub(r"--(by|player) rave\b(?!:)", r"--\1 rave:playouts=10", command)
    if re.match(r"semeai (match|records make)", command) and "--games" not in command:
        command += " --games 2"
    if command.startswith("semeai match"):
        return re.sub(r"--size \d+", "--size 5", command)
    if command.startswith("semeai evolve strategies"):
        return command.replace("--population 8", "--population 128") + ("" if "--steps" in command else " --steps 2048")
    if command.startswith("semeai evolve"):
        wanted = {"exam": 2, "games": 2, "generations": 1}
        if "--records" in command:
            del wanted["games"], wanted["exam"]
        elif "coevolution" in command:
            del wanted["games"]
        if " -n " in command:
            del wanted["generations"]
        command += "".join(f" --{name} {n}" for name, n in wanted.items() if f"--{name} " not in command)
        return command.replace("--games 2 ", "--games 24 ") if "--league" in command else command
    return command


@SLOW
def test_commands_run(workplace: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """All commands in the order of the documents, at smoke size."""
    monkeypatch.setattr("semeai.problems.games.LONG_EXAM_GAMES", 4)
    failed = {}
    for command in COMMANDS:
        if any(re.search(pattern, command) for pattern in NOT_RUN):
            continue
        small = _small(command)
        with chdir(workplace):
            done = CliRunner(env=PLAIN).invoke(app, shlex.split(small)[1:], input="")
        if done.exit_code not in (0, 1 if "zoo check" in command or "regress" in command else 0):
            failed[small] = f"{done.exit_code} {done.stderr[-300:]} {done.exception!r}"
    assert not failed, "\n".join(f"{command}: {why}" for command, why in failed.items())


def test_reasons_are_needed() -> None:
    assert [pattern for pattern in NOT_RUN if not any(re.search(pattern, command) for command in COMMANDS)] == []

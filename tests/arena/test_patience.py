"""`--patience` bounds an engine's start in every command that has it."""

from pathlib import Path

import pytest

from tests.commands import call

SILENT = "gtp:sleep 1000"
SUITE = Path(__file__).parents[1] / "regress" / "basics.tst"


@pytest.mark.parametrize(
    "command",
    [
        ["match", "random", SILENT],
        ["tournament", "silent.toml"],
        ["records", "make", "games", "--by", SILENT],
        ["regress", str(SUITE), "--player", SILENT],
    ],
    ids=lambda command: command[0],
)
def test_an_engine_that_never_answers(command: list[str], tmp_path: Path) -> None:
    (tmp_path / "silent.toml").write_text(f'games = 1\n[players]\nrandom = "random"\nsilent = "{SILENT}"\n')
    ended = call(*command, "--patience", "0.5", cwd=tmp_path)
    assert ended.returncode == 2
    assert ended.stderr == (
        "semeai: the engine 'sleep 1000' did not answer its first commands within 0.5 s; "
        "if it starts slowly, give it more with --patience\n"
    )

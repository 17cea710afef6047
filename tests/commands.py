"""The commands of semeai: typed in this process, which is quicker, or as a program of their own."""

import os
import subprocess
import sys
from contextlib import chdir
from pathlib import Path
from typing import Any

from typer.testing import CliRunner

from semeai.cli import app
from tests.processes import PATIENCE

PLAIN = {"NO_COLOR": "1", "COLUMNS": "200"}


def call(*arguments: str, text: str = "", cwd: Path | None = None) -> subprocess.CompletedProcess[str]:
    """What a command says to somebody who types `text`, and how it ends. The process stays as it is, with all that is
    imported and loaded."""
    with chdir(cwd or Path.cwd()):
        ended = CliRunner(env=PLAIN).invoke(app, arguments, input=text, catch_exceptions=False)
    return subprocess.CompletedProcess(arguments, ended.exit_code, ended.stdout, ended.stderr)


def program(*arguments: str, text: str = "", **options: Any) -> subprocess.CompletedProcess[str]:
    """The same as a newcomer has it, who starts the program."""
    return subprocess.run(
        [sys.executable, "-m", "semeai", *arguments],
        input=text,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        env=os.environ | PLAIN,
        **options,
    )


def lines(text: str) -> list[str]:
    """What was said on stderr."""
    return [line for line in text.splitlines() if "compiling kernels" not in line]

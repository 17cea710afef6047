"""The documents are true: their links lead somewhere, their pictures are what the commands make."""

import importlib.util
import re
from pathlib import Path

import pytest

from tests.conftest import SLOW

ROOT = Path(__file__).parents[1]
DOCUMENTS = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.name)
def test_links(path: Path) -> None:
    links = re.findall(r"\]\(([^)#]+)", path.read_text())
    broken = [link for link in links if "://" not in link and not (path.parent / link).exists()]
    assert not broken


@SLOW
def test_pictures_are_up_to_date() -> None:
    spec = importlib.util.spec_from_file_location("pictures", ROOT / "docs" / "pictures.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    for name, make in module.PICTURES.items():
        assert (ROOT / "docs" / "pictures" / name).read_text() == make()


def test_pictures_of_agents_are_up_to_date() -> None:
    from semeai.players.agents.pictures import draw_agents, example_board

    folder = ROOT / "docs" / "pictures" / "agents"
    text = (ROOT / "docs" / "agents.md").read_text()
    pictures = draw_agents(example_board())
    assert pictures == {path.stem: path.read_text() for path in folder.glob("*.svg")}
    assert re.findall(r"pictures/agents/(\w+)\.svg", text) == list(pictures)


def test_agents_are_told_as_they_are() -> None:
    from semeai.players.agents.agents import AGENTS

    text = (ROOT / "docs" / "agents.md").read_text()
    assert [agent.name for agent in AGENTS.values() if f"**{agent.name}** {agent.says}" not in text] == []


def test_python_of_the_documents_runs(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)  # where runs are new
    monkeypatch.setattr("semeai.players.PLAYERS._added", {})  # which the documents may add to
    for path in DOCUMENTS:
        for block in re.findall(r"```python\n(.*?)```", path.read_text(), re.DOTALL):
            exec(compile(block, str(path), "exec"), {})


def test_every_verb_of_the_readme_exists() -> None:
    from semeai.cli import app

    verbs = {command.name or getattr(command.callback, "__name__", "") for command in app.registered_commands}
    verbs |= {str(group.name) for group in app.registered_groups}
    shown = set(re.findall(r"^semeai (\w+)", (ROOT / "README.md").read_text(), re.MULTILINE))
    assert shown == verbs

"""The documents are true: their links lead somewhere, their pictures are what the commands make."""

import ast
import importlib.util
import re
from collections import Counter
from pathlib import Path
from types import ModuleType

import pytest

from semeai.papers import PAPERS
from tests.conftest import SLOW

ROOT = Path(__file__).parents[1]
DOCUMENTS = [
    ROOT / "README.md",
    ROOT / "CONTRIBUTING.md",
    ROOT / "CHANGELOG.md",
    *sorted((ROOT / "docs").rglob("*.md")),
]


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.name)
def test_links(path: Path) -> None:
    links = re.findall(r"\]\(([^)#]+)", path.read_text())
    broken = [link for link in links if "://" not in link and not (path.parent / link).exists()]
    assert not broken


def test_the_list_of_papers_has_all_figures() -> None:
    listed = (ROOT / "docs" / "papers.md").read_text()
    made = [path.relative_to(ROOT) for key in PAPERS for path in (ROOT / "results" / key).glob("*.svg")]
    assert len(made) > 50
    assert not [path for path in made if f"(../{path})" not in listed]


@SLOW
def test_pictures_are_up_to_date() -> None:
    for name, make in _load(ROOT / "docs" / "pictures.py").PICTURES.items():
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


def test_every_verb_is_in_the_list_of_commands() -> None:
    from semeai.cli import app

    verbs = {command.name or getattr(command.callback, "__name__", "") for command in app.registered_commands}
    verbs |= {str(group.name) for group in app.registered_groups}
    shown = set(re.findall(r"^semeai (\w+)", (ROOT / "docs" / "commands.md").read_text(), re.MULTILINE))
    assert shown == verbs


def test_the_readme_fits_one_screen() -> None:
    assert len((ROOT / "README.md").read_text().splitlines()) <= 70


def _load(path: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_glossary_is_up_to_date() -> None:
    module = _load(ROOT / "docs" / "vocabulary.py")
    assert module.PATH.read_text() == module.text()


def test_links_of_the_site(tmp_path: Path) -> None:
    """Every link of every page of the site leads to a page or a file."""
    module = _load(ROOT / "docs" / "site" / "build.py")
    module.stage(tmp_path / "source")
    assert {path.stem for path in (ROOT / "docs" / "how-to").glob("*.md")} == set(module.HOW_TO)
    listed = (tmp_path / "source" / "index.md").read_text()
    assert [
        name for name in module.pages() if "/" not in name and name != "index" and f"\n{name}\n" not in listed
    ] == []


@SLOW
def test_the_site_is_built_without_warnings_and_loads_nothing(tmp_path: Path) -> None:
    pytest.importorskip("furo")
    pytest.importorskip("myst_parser")
    assert _load(ROOT / "docs" / "site" / "build.py").main(tmp_path) == 0
    pages = list((tmp_path / "html").rglob("*.html"))
    assert len(pages) > 30
    loads = re.compile(
        r"""<(?:script|img|iframe)[^>]*\ssrc=["'](?:https?:)?//|<link[^>]*rel=["'](?:stylesheet|preload)[^>]*//"""
    )
    assert [path.name for path in pages if loads.search(path.read_text())] == []


# -- plain words -------------------------------------------------------------------------------------------------------


MOST_ODD = 19
"""docstrings that may still begin so; to become less than 20"""


def odd_docstrings() -> dict[str, int]:
    """Docstrings and field texts that begin with "What" or "Who", counted by package."""
    found: Counter[str] = Counter()
    source = ROOT / "src" / "semeai"
    for path in source.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if (
                isinstance(node, ast.Expr)
                and isinstance(node.value, ast.Constant)
                and isinstance(node.value.value, str)
                and re.match(r"\s*(What|Who|Whom|Whose|Whoever|Whatever)\b", node.value.value)
            ):
                found[path.relative_to(source).parts[0]] += 1
    return dict(found.most_common())


def test_docstrings_have_a_noun_as_subject() -> None:
    found = odd_docstrings()
    assert sum(found.values()) <= MOST_ODD, found

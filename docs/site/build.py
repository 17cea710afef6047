"""Builds the documentation site: python docs/site/build.py [FOLDER], by default build/site.

The pages are the Markdown files of the repository: `docs/`, the READMEs of the papers, the notebooks and the files for
contributors. They are copied to one folder, where Sphinx finds them. A link to another page becomes a link of the site.
A link to any other file of the repository gets a copy of that file. A link that leads nowhere is an error, and so is
every warning of Sphinx. Nothing is loaded from the network.
"""

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAPERS = ("drake", "zela", "howlett", "blackman", "richards", "semeai")
HOW_TO = (
    *("evolution", "networks", "strategies", "agents", "players", "matches", "records", "search", "web", "cluster"),
    *("pettingzoo", "servers", "trackers"),
)

API = {
    "semeai": ("The functions of `import semeai`.", ["semeai.api"]),
    "game": (
        "Boards, games and rules.",
        ["semeai.go.board", "semeai.go.game", "semeai.go.rules", "semeai.go.points", "semeai.go.score"],
    ),
    "players": ("Players and their contract.", ["semeai.go.player", "semeai.players", "semeai.players.champion"]),
    "methods": ("Methods and their contract.", ["semeai.evolve.method", "semeai.evolve.evolver", "semeai.evolve.ga"]),
    "runs": ("Orders, runs and results.", ["semeai.lab.order", "semeai.lab.result", "semeai.lab.folder"]),
    "records": ("Game records and engines.", ["semeai.sgf.games", "semeai.sgf.collection", "semeai.gtp.client"]),
    "testing": ("Contract tests for plugins.", ["semeai.testing"]),
}
"""the pages of the API reference: a sentence and the modules of each"""

_LINK = re.compile(r"(?<=\]\()([^)\s]+)(?=\))")
_FENCE = re.compile(r"(^```.*?^```$)", re.DOTALL | re.MULTILINE)


def pages() -> dict[str, Path]:
    """The pages that are files of the repository, by their name on the site."""
    docs = ROOT / "docs"
    found = {
        name: docs / f"{name}.md"
        for name in ("index tutorial commands papers ladder agents security tour design log".split())
    }
    found["glossary"] = docs / "vocabulary.md"
    found |= {f"how-to/{name}": docs / "how-to" / f"{name}.md" for name in HOW_TO}
    found |= {f"papers/{key}": ROOT / "src" / "semeai" / "papers" / key / "README.md" for key in PAPERS}
    found |= {"contributing": ROOT / "CONTRIBUTING.md", "changelog": ROOT / "CHANGELOG.md"}
    return found


def stage(source: Path) -> None:
    """Copy everything to `source`. Raises ValueError for a link that leads nowhere."""
    shutil.rmtree(source, ignore_errors=True)
    source.mkdir(parents=True)
    shutil.copy(Path(__file__).parent / "conf.py", source)
    (source / "style").mkdir()
    shutil.copy(Path(__file__).parent / "site.css", source / "style")
    by_path = {path.resolve(): name for name, path in pages().items()}
    by_path[(ROOT / "README.md").resolve()] = "index"
    notebooks = {path: f"notebooks/{path.stem}" for path in sorted((ROOT / "docs" / "notebooks").glob("*.ipynb"))}
    by_path |= {path.resolve(): name for path, name in notebooks.items()}
    by_path[(ROOT / "docs" / "notebooks").resolve()] = "notebooks/index"
    by_path[(ROOT / "src" / "semeai" / "papers").resolve()] = "papers/index"
    texts = {name: (path, path.read_text(encoding="utf-8")) for name, path in pages().items()}
    texts |= {name: (path, "\n".join(_notebook_text(path))) for path, name in notebooks.items()}
    for name, (path, text) in texts.items():
        _write(source / f"{name}.md", _relink(text, path.parent, name, by_path, source))
    _write(
        source / "papers" / "index.md", _contents("Papers", "Five papers, reproduced, and our own questions.", PAPERS)
    )
    names = [name.removeprefix("notebooks/") for name in notebooks.values()]
    _write(source / "notebooks" / "index.md", _contents("Notebooks", "Notebooks with their outputs.", names))
    _write(source / "how-to" / "index.md", _contents("How-to guides", "One guide for each kind of work.", HOW_TO))
    _write(source / "api" / "index.md", _contents("API reference", "Modules for programs and plugins.", API))
    for name, (sentence, modules) in API.items():
        blocks = [f"## {module}\n\n```{{eval-rst}}\n.. automodule:: {module}\n```\n" for module in modules]
        _write(source / "api" / f"{name}.md", "\n".join([f"# {name.capitalize()}\n\n{sentence}\n", *blocks]))


def _relink(text: str, folder: Path, name: str, by_path: dict[Path, str], source: Path) -> str:
    """A page with its links as the site needs them."""

    def replace(match: re.Match[str]) -> str:
        target, _, anchor = match[1].partition("#")
        if "://" in target or not target:
            return match[1]
        path = (folder / target).resolve()
        if not path.exists():
            raise ValueError(f"{name}: the link {target} leads nowhere")
        up = os.path.relpath(source, (source / f"{name}.md").parent)
        if path in by_path:
            return f"{up}/{by_path[path]}.md" + (f"#{anchor}" if anchor else "")
        place = Path("files") / path.relative_to(ROOT)
        if path.is_dir():  # a list of its files
            _write(source / place / "files.txt", "\n".join(sorted(p.name for p in path.iterdir() if p.is_file())))
            return f"{up}/{place.as_posix()}/files.txt"
        (source / place.parent).mkdir(parents=True, exist_ok=True)
        shutil.copy(path, source / place)
        return f"{up}/{place.as_posix()}"

    parts = _FENCE.split(text)
    return "".join(part if part.startswith("```") else _LINK.sub(replace, part) for part in parts)


def _notebook_text(path: Path) -> Iterator[str]:
    """The cells of a notebook and their outputs as Markdown."""
    for cell in json.loads(path.read_text(encoding="utf-8"))["cells"]:
        text = "".join(cell["source"])
        if cell["cell_type"] == "markdown":
            yield text + "\n"
            continue
        yield f"```python\n{text}\n```\n"
        for output in cell["outputs"]:
            data = output.get("data", {"text/plain": output.get("text", [])})
            html = "".join(data.get("image/svg+xml") or data.get("text/html") or [])
            plain = "".join(data["text/plain"])
            html = re.sub(r"<\?xml.*?\?>|<!DOCTYPE.*?>", "", html, flags=re.DOTALL)
            yield f"```{{raw}} html\n{html}\n```\n" if html else f"```text\n{plain}\n```\n"


def _contents(title: str, sentence: str, names: Iterator[str] | list[str] | tuple[str, ...] | dict[str, object]) -> str:
    """A page that lists others."""
    return f"# {title}\n\n{sentence}\n\n```{{toctree}}\n:maxdepth: 1\n\n" + "\n".join(names) + "\n```\n"


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def main(folder: Path) -> int:
    """Build the site in `folder`. Returns the exit status of Sphinx."""
    stage(folder / "source")
    command = [sys.executable, "-m", "sphinx", "-W", "--keep-going", "-q", "-b", "html", "-d", str(folder / "cache")]
    status = subprocess.call([*command, str(folder / "source"), str(folder / "html")])
    if not status:
        print(f"The site is in {folder / 'html' / 'index.html'}")
    return status


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "build" / "site"))

"""Makes the notebooks of this folder from the programs beside them, with their outputs: python docs/notebooks/build.py

A notebook is written as a Python file in which `# %%` begins a cell of code and `# %% [markdown]` one of text, as many
editors read it. The cells are run here, in a folder of their own, and what the last line of each gives is kept as a
notebook keeps it: as SVG, HTML or text.
"""

import ast
import contextlib
import io
import json
import re
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent


def cells_of(source: str) -> Iterator[tuple[str, str]]:
    """The cells of a program: "code" or "markdown", and the text."""
    for part in re.split(r"^# %%", source, flags=re.M)[1:]:
        head, _, body = part.partition("\n")
        if "[markdown]" in head:
            yield "markdown", re.sub(r"^# ?", "", body, flags=re.M).strip()
        else:
            yield "code", body.strip()


def run_cell(text: str, names: dict[str, Any]) -> list[dict[str, Any]]:
    """Run a cell with these names, and return its outputs as a notebook has them."""
    *before, last = ast.parse(text).body or [ast.Pass()]
    out, value = io.StringIO(), None
    with contextlib.redirect_stdout(out):
        exec(compile(ast.Module(before, []), "<cell>", "exec"), names)
        if isinstance(last, ast.Expr):
            value = eval(compile(ast.Expression(last.value), "<cell>", "eval"), names)
        else:
            exec(compile(ast.Module([last], []), "<cell>", "exec"), names)
    outputs: list[dict[str, Any]] = []
    if printed := out.getvalue():
        outputs.append({"output_type": "stream", "name": "stdout", "text": printed.splitlines(keepends=True)})
    if value is not None:
        outputs.append({"output_type": "execute_result", "execution_count": None, "metadata": {}, "data": shown(value)})
    return outputs


def shown(value: Any) -> dict[str, list[str]]:
    """A value in all forms that it has for a notebook."""
    forms = {"image/svg+xml": "_repr_svg_", "text/html": "_repr_html_"}
    found = {kind: getattr(value, name)() for kind, name in forms.items() if hasattr(value, name)}
    return {kind: text.splitlines(keepends=True) for kind, text in {**found, "text/plain": repr(value)}.items()}


def build(program: Path) -> str:
    """The notebook of a program, with its outputs. Raises what its cells raise."""
    cells: list[dict[str, Any]] = []
    names: dict[str, Any] = {"__name__": "__main__"}
    with tempfile.TemporaryDirectory() as folder, contextlib.chdir(folder):
        for number, (kind, text) in enumerate(cells_of(program.read_text())):
            cell = {"cell_type": kind, "id": f"cell-{number}", "metadata": {}, "source": text.splitlines(keepends=True)}
            if kind == "code":
                cell |= {"execution_count": None, "outputs": run_cell(text, names)}
            cells.append(cell)
    kernel = {"display_name": "Python 3", "language": "python", "name": "python3"}
    notebook = {"cells": cells, "metadata": {"kernelspec": kernel}, "nbformat": 4, "nbformat_minor": 5}
    return json.dumps(notebook, indent=1, ensure_ascii=False) + "\n"


def main() -> None:
    programs = [HERE / f"{name}.py" for name in sys.argv[1:]] or sorted(HERE.glob("[0-9]*.py"))
    for program in programs:
        program.with_suffix(".ipynb").write_text(build(program))
        print(program.with_suffix(".ipynb"))


if __name__ == "__main__":
    main()

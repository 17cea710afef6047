"""In the source of the pages, text becomes markup nowhere: what NiceGUI parses is constant, or on the list below."""

import ast
from collections.abc import Iterator
from pathlib import Path

import semeai.web

PARSED = {
    "props",
    "style",
    "classes",
    "html",
    "markdown",
    "run_javascript",
    "add_head_html",
    "add_body_html",
    "add_css",
}
"""calls whose text is parsed as props, CSS, HTML or a script"""
ALLOWED = {
    # the version of our own file
    """layout.py: f'<link rel="stylesheet" href="/static/style.css?{_version("style.css")}">'""",
    # one of _THEMES
    """layout.py: f'document.cookie = "theme={name};path=/;max-age={_YEAR};samesite=strict"'""",
    # the README of a paper, which comes with semeai; and NiceGUI cleans it
    "pages/papers.py: paper.claims",
    "pages/papers.py: words",
    "pages/papers.py: kind",
    # hexadecimal digits
    """pages/play.py: f'history.replaceState(history.state, "", "/?game={opened.name}")'""",
    """pages/play.py: f'document.cookie = "game={opened.name};path=/;max-age={_YEAR};samesite=strict"'""",
    # drawn of numbers alone
    "pages/games.py: draw_thumbnail(entry.size, entry.stones)",
    # one of State
    'parts.py: f"state state-{state}"',
    'run_page.py: f"state state-{state}"',
    'store_page.py: f"state state-{state}"',
    # a number of NiceGUI's
    """replay.py: f"getHtmlElement({self._place.id}).scrollIntoView({{block: 'nearest', behavior: 'smooth'}})\"""",
    'pages/games.py: f"getHtmlElement({undo.id}).focus()"',
    # these escape the texts in them
    "run_page.py: drawing",
    "store_page.py: crosstable_html(standing)",
    "store_page.py: ratings_html(standing)",
    # black or white
    "pages/games.py: COLOR_NAMES[color]",
    "record_card.py: COLOR_NAMES[color]",
    "side.py: COLOR_NAMES[color]",
}


def parsed_texts() -> Iterator[str]:
    """The file and source of each text that is parsed and not constant."""
    folder = Path(semeai.web.__file__).parent
    for path in sorted(folder.rglob("*.py")):
        source = path.read_text()
        for node in ast.walk(ast.parse(source)):
            match node:
                case ast.Call(func=ast.Attribute(attr=name)) if name in PARSED:
                    given = [
                        *node.args,
                        *(word.value for word in node.keywords if word.arg not in ("sanitize", "extras")),
                    ]
                    for text in given:
                        if not isinstance(text, ast.Constant):
                            yield f"{path.relative_to(folder).as_posix()}: {ast.get_source_segment(source, text)}"


def test_nothing_is_parsed_but_what_is_constant_or_known() -> None:
    assert set(parsed_texts()) == ALLOWED

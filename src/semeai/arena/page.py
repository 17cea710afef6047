"""A report as one HTML file that needs nothing else: tables, pictures, and games to replay by keyboard.

Styles and scripts are part of the file, and its policy forbids all requests. All texts from files and names are
escaped.
"""

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path

from semeai.text import printable

MAX_GAMES = 5_000
"""games in one file"""
_HERE = Path(__file__).parent
_MOVE = re.compile(r";([BW])\[([a-s]{2})?\]")
_STONES = re.compile(r"A([BW])((?:\[[a-s]{2}\])+)")
_SIZE = re.compile(r"SZ\[(\d+)\]")


@dataclass(frozen=True)
class Replay:
    """A game to replay."""

    title: str
    size: int
    black: str
    white: str
    """stones at the start, two letters for a point as in SGF"""
    moves: str
    """two letters for a move, "--" for a pass"""
    is_white_first: bool
    result: str


def replay_of(title: str, result: str, sgf: str) -> Replay:
    """Return a game from the text of an SGF record without variations."""
    size = _SIZE.search(sgf)
    stones = {"B": "", "W": ""}
    root = sgf.partition(";B[")[0].partition(";W[")[0]
    for color, points in _STONES.findall(root):
        stones[color] += re.sub(r"[\[\]]", "", points)
    moves: list[tuple[str, str]] = _MOVE.findall(sgf)
    text = "".join(point or "--" for _, point in moves)
    is_white_first = bool(moves) and moves[0][0] == "W"
    return Replay(title, int(size[1]) if size else 19, stones["B"], stones["W"], text, is_white_first, result)


def table(caption: str, heads: Sequence[str], rows: Iterable[Sequence[str]], text_columns: frozenset[int]) -> str:
    """Return an HTML table. The first column names the row."""
    head = "".join(f'<th scope="col">{escape(one)}</th>' for one in heads)
    lines = []
    for row in rows:
        cells = [f'<th scope="row">{escape(row[0])}</th>']
        cells += [
            f'<td class="text">{escape(cell)}</td>' if i in text_columns else f"<td>{escape(cell)}</td>"
            for i, cell in enumerate(row[1:], 1)
        ]
        lines.append(f"<tr>{''.join(cells)}</tr>")
    label = escape(caption, quote=True)
    return (
        f'<div class="wide" tabindex="0" role="region" aria-label="{label}"><table><caption>{escape(caption)}</caption>'
        f"<thead><tr>{head}</tr></thead><tbody>{''.join(lines)}</tbody></table></div>"
    )


def details(title: str, facts: Mapping[str, object]) -> str:
    """Return settings and versions, folded away on the screen."""
    rows = "".join(
        f"<dt>{escape(name)}</dt><dd><code>{escape(printable(value, 2000))}</code></dd>"
        for name, value in facts.items()
    )
    return f"<details><summary>{escape(title)}</summary><dl>{rows}</dl></details>"


def page(title: str, verdict: str, sections: Mapping[str, str], games: Sequence[Replay]) -> str:
    """Return the whole file. `sections` are HTML by their headings."""
    style = (_HERE / "report_page.css").read_text(encoding="utf-8")
    parts = [f"<section><h2>{escape(heading)}</h2>{body}</section>" for heading, body in sections.items() if body]
    replay = _replay(games[:MAX_GAMES]) if games else ""
    policy = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:"
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f'<link rel="icon" href="data:,">\n<title>{escape(title)}</title>\n<style>\n{style}</style>\n</head>\n'
        f'<body>\n<main>\n<h1>{escape(title)}</h1>\n<p class="verdict">{escape(verdict)}</p>\n'
        + "\n".join([*parts, replay])
        + "\n</main>\n</body>\n</html>\n"
    )


def _replay(games: Sequence[Replay]) -> str:
    """The section with the board, its controls and the games as data."""
    script = (_HERE / "report_page.js").read_text(encoding="utf-8")
    options = "".join(f"<option>{escape(game.title)}</option>" for game in games)
    data = [
        {
            "size": game.size,
            "black": game.black,
            "white": game.white,
            "moves": game.moves,
            "first": int(game.is_white_first),
            "result": game.result,
        }
        for game in games
    ]
    packed = json.dumps(data, separators=(",", ":"), ensure_ascii=True).replace("<", "\\u003c")
    buttons = "".join(
        f'<button type="button" data-key="{key}">{label}</button> '
        for key, label in (("Home", "First"), ("ArrowLeft", "Back"), ("ArrowRight", "Next"), ("End", "Last"))
    )
    return (
        '<section class="replay"><h2>Games</h2>'
        f'<p><label for="game">Game</label> <select id="game">{options}</select></p>'
        '<p id="keys">With the board in focus, the arrow keys step through the game, Page Up and Page Down move by '
        "ten, Home and End go to its ends.</p>"
        '<div id="board" tabindex="0" role="group" aria-label="Board" aria-describedby="keys"></div>'
        f'<p id="said" aria-live="polite"></p><p><label for="move">Move</label> '
        f'<input type="range" id="move" min="0" value="0"></p><p>{buttons}</p>'
        f'<script type="application/json" id="games">{packed}</script>\n<script>\n{script}</script></section>'
    )

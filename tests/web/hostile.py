"""A hostile work folder: every text that a page shows tries to become a script, a handler, a link or a request.

A script that runs calls `hit`, which the test has put on the page. GROUP payloads share each field, so that few pages
show all of them; SEMEAI_PAYLOADS=1 in the environment gives each a page of its own.
"""

import json
import os
from pathlib import Path
from typing import Any

import numpy as np

from semeai.go.rules import Rules
from semeai.players.champion import Champion, pack_champion
from semeai.players.local import FEATURES
from semeai.sgf import escape

EVIL = "http://evil.example"
GROUP = int(os.environ.get("SEMEAI_PAYLOADS", "4"))
PAYLOADS = (
    # out of an attribute, in HTML and in NiceGUI's text of props
    '''D4" src="x" onerror="hit(1)" a="''',
    """D4' src='x' onerror='hit(2)' a='""",
    '''" :onclick="hit(3)" :title="hit(3)" a="''',
    '''" :innerHTML="hit(4)" innerHTML="<img src=x onerror=hit(4)>" a="''',
    """x onmouseover=hit(5) autofocus tabindex=0 onfocus=hit(5) """,
    '''\\" src=\\"x\\" onerror=\\"hit(6)\\" a=\\"''',
    # elements
    "<script>hit(7)</script>",
    "</script><script>hit(8)</script>",
    "<img src=x onerror=hit(9)>",
    "<svg onload=hit(10)></svg>",
    "<svg><script>hit(11)</script></svg>",
    "</title></style></textarea><img src=x onerror=hit(12)>",
    '"><img src=x onerror=hit(13)>',
    "'><img src=x onerror=hit(14)>",
    "--><img src=x onerror=hit(15)>",
    "]]><img src=x onerror=hit(16)>",
    "<details open ontoggle=hit(17)>x</details>",
    "<input autofocus onfocus=hit(18)>",
    "<iframe srcdoc='<script>parent.hit(19)</script>'></iframe>",
    "<video><source onerror=hit(20)></video>",
    "<math><mtext><table><mglyph><style><img src=x onerror=hit(21)>",
    # links and requests
    "<a href='javascript:hit(22)'>x</a>",
    "javascript:hit(23)",
    "[x](javascript:hit(24))![y](http://evil.example/24)",
    f"<img src={EVIL}/25><link rel=stylesheet href={EVIL}/25>",
    f"<style>@import url({EVIL}/26);*{{background:url({EVIL}/26)}}</style>",
    f";background:url({EVIL}/27);--x:url({EVIL}/27)",
    f"<meta http-equiv=refresh content='0;url={EVIL}/28'>",
    f"<base href={EVIL}/29/><form action={EVIL}/29><button>",
    # scripts, templates and encodings
    "`;hit(30);//",
    "${hit(31)}",
    '";hit(32);//',
    "{{constructor.constructor('hit(33)')()}}",
    "\u2028hit(34)//",
    "&lt;img src=x onerror=hit(35)&gt;",
    "%3Cimg src=x onerror=hit(36)%3E",
)
assert len(PAYLOADS) >= 30
TEXTS = tuple(" ".join(PAYLOADS[i : i + GROUP]) for i in range(0, len(PAYLOADS), GROUP))
"""each payload is in one of these"""
OTHERS = 100
"""the number of the first game that a person plays against a hostile name; a program plays in those before"""
PIPE_GAME = "ffffffffffff.sgf"
SVG = (
    '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9" onload="hit(50)"><script>hit(51)</script>'
    f'<image href="{EVIL}/svg" onerror="hit(52)"/><foreignObject><img xmlns="http://www.w3.org/1999/xhtml" src="x" '
    'onerror="hit(53)"/></foreignObject></svg>\n'
)


def file_name(i: int) -> str:
    """A text as the name of a folder; it must not have a slash, nor too many bytes."""
    return f"{i:02} {TEXTS[i].replace('/', chr(92))}".encode()[:250].decode(errors="ignore")


def make_folder(folder: Path, command: str) -> None:
    """Fill a work folder. Wherever a program can be named, it is `gtp:COMMAND`."""
    for i, text in enumerate(TEXTS):
        _write_run(folder / "runs" / file_name(i), text, command, has_champion=i % 2 == 0)
        _write_run(folder / "runs" / f"again {file_name(i)}"[:200], text, command, has_champion=i % 2 == 1)
        _write_match(folder / "matches" / file_name(i), [text], command)
        _write_game(folder / "games" / game_name(i), text, f"gtp:{command}")
        _write_game(folder / "games" / game_name(OTHERS + i), text, "you")
    _write_match(folder / "matches" / "all", list(TEXTS), command)
    for place in ("runs", "matches"):
        _write_pipes(folder / place / "pipes")
    os.mkfifo(folder / "games" / PIPE_GAME)
    figure = folder / "results" / "richards" / "opponent.svg"
    figure.parent.mkdir(parents=True)
    figure.write_text(SVG)


def _write_pipes(folder: Path) -> None:
    """A folder in which every file is a pipe, from which nothing ever comes."""
    folder.mkdir()
    (folder / "job.json").write_text("{")
    for name in ("run.json", "rows.jsonl", "done.json", "games.sgf", "job.log", "job.lock", "lock", "strategy.svg"):
        os.mkfifo(folder / name)
    for name in ("champions/000001.npz", "games/000001.sgf"):
        (folder / name).parent.mkdir()
        os.mkfifo(folder / name)


def game_name(i: int) -> str:
    return f"{i:012x}.sgf"


def _write_json(path: Path, content: Any) -> None:
    path.write_text(json.dumps(content))


def _write_run(run: Path, text: str, command: str, has_champion: bool) -> None:
    (run / "champions").mkdir(parents=True)
    (run / "games").mkdir()
    arguments = ["evolve", f"ga:{text}", "--opponent", f"gtp:{command}", "--run", text, "--quiet", text]
    _write_json(run / "job.json", {"arguments": arguments, "signature": text})
    (run / "job.log").write_text(text.replace("\u2028", ""))
    problem = {"name": text, "opponent": text, "rules": text, "player": text}
    parameters = {"method": {"name": "ga", text: text}, "problem": problem, "seed": text}
    _write_json(
        run / "run.json", {"parameters": parameters, "commit": text, "kernels": text, "machine": {"numpy": text}}
    )
    row = {"steps": 1, "plurality": text, "support": 0.5, "reply_support": 0.25, "openings": 2.0, text: text}
    (run / "rows.jsonl").write_text("".join(json.dumps(row | {"steps": i}) + "\n" for i in range(3)))
    (run / "strategy.svg").write_text(SVG)
    (run / "games" / "000001.sgf").write_text("".join(game(one, one) for one in TEXTS))
    (run / "games" / "x onerror=hit(60) .sgf").write_text(game(text, text))
    if has_champion:
        champion = Champion(
            player="local",
            genome=np.linspace(-1, 1, len(FEATURES)),
            rules=Rules(size=5),
            method=text,
            problem={"opponent": text, "name": text},
            seed=1,
            generation=1,
            row={"share": 0.5, "first": text},
            provenance={"command": text},
        )
        (run / "champions" / "000001.npz").write_bytes(pack_champion(champion))
        (run / "champions" / "000000 onerror=hit(61) .npz").write_bytes(pack_champion(champion))


def game(black: str, white: str, more: str = "") -> str:
    """A game of two players with hostile names, results and comments."""
    names = {"PB": black, "PW": white, "RE": black, "EV": white, "GN": white, "C": black}
    root = "".join(f"{name}[{escape(value)}]" for name, value in names.items())
    moves = "".join(f";{'BW'[i % 2]}[{'abcde'[i % 5]}{'abcde'[i // 5]}]C[{escape(p)}]" for i, p in enumerate(TEXTS))
    return f"(;FF[4]GM[1]CA[UTF-8]SZ[9]{root}{more}{moves})"


def _write_match(store: Path, texts: list[str], command: str) -> None:
    store.mkdir(parents=True)
    words = ["match", f"gtp:{command}", texts[0], "--games", "999", "--size", "9", "--seed", "0", "--sgf", texts[0]]
    _write_json(store / "job.json", {"arguments": [*words, "--json"], "signature": texts[0]})
    (store / "job.log").write_text(texts[0].replace("\u2028", ""))
    lines = []
    for i, text in enumerate(texts):
        names = {"PB": text, "PW": f"other {text}", "RE": "B+1.5", "RO": str(i), "GC": text, "C": "black wins by 1.5"}
        root = "".join(f"{name}[{escape(value)}]" for name, value in names.items())
        lines.append(f"(;FF[4]GM[1]CA[UTF-8]AP[semeai]SZ[5]KM[7.5]RU[chinese]{root}SEEDS[1 2];B[ec];W[eb])\n")
    (store / "games.sgf").write_text("".join(lines))


def _write_game(path: Path, text: str, black: str) -> None:
    path.parent.mkdir(exist_ok=True)
    seats = f"SEATS[{escape(black)}][{escape(text)}]OT[{escape(text)}]"
    path.write_text(game(text, text, seats + "SBKV[50]V[1]"))

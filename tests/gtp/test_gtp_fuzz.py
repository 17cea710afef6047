"""The engine answers every line that comes, whatever it is, and goes on."""

import io
import random
from collections import Counter
from pathlib import Path

import pytest

from semeai.go.rules import Rules
from semeai.gtp.commands import COMMANDS
from semeai.gtp.engine import Engine
from semeai.gtp.protocol import parse_command, parse_response
from semeai.gtp.server import serve
from semeai.players import make_player

N_LINES = 60_000

ARGUMENTS = [
    *"b w B White black e green pass PASS resign".split(),
    *"A1 b2 C3 D4 E5 F6 G7 H8 J9 T19 Z25 I5 A0 K10 d 4".split(),
    *"0 1 2 3 5 7 9 -1 19 20 6.5 0.3 1e9 nan -inf 007 1_000".split(),
    *'alive dead seki chinese japanese tromp-taylor new_zealand {"ko":"SIMPLE"} {"suicide":true} { } [[ "'.split(),
    *"interval maxmoves avoid allow C3,D4 ownership rootInfo true #".split(),
    *"byoyomi canadian absolute none genmove quit".split(),
    *["9" * 400, "x" * 300, "\u00e9", "\u3000", "\ufeff", ""],
]

# What fits a word in the usage of a command: half of the lines make sense.
FITTING = {
    "color": ["b", "w", "B", "White"],
    "vertex": [*(f"{column}{row}" for column in "ABCDEFGHJ" for row in range(1, 10)), "pass"],
    "size": ["2", "3", "5", "7", "9", "19"],
    "komi": ["0", "-3.5", "7.5"],
    "stones": ["2", "3", "4"],
    "moves": ["1", "2", "5"],
    "status": ["alive", "dead", "seki"],
    "command": ["play", "fly"],
    "name": ["chinese", "aga", "japanese", "new_zealand"],
    "rules": ["chinese", "tromp-taylor", '{"ko":"SIMPLE"}', '{"suicide":true}', '{"suicide":false,"ko":"POSITIONAL"}'],
    "system": ["absolute", "byoyomi"],
    "interval": ["1", "50"],
    "key": ["interval", "maxmoves", "rootInfo"],
    "value": ["1", "3"],
}

# What makes games: without it, most boards would stay empty.
PLAY = ["boardsize", "clear_board", "komi", "undo", "gogui-setup", *["play"] * 8, *["genmove"] * 4]

# These take names of files, and a test must not write where chance leads it. They stay in their folder, unmutated.
FILES = ("loadsgf", "printsgf")


def random_line(rng: random.Random) -> bytes:
    kind = rng.random()
    if kind < 0.1:
        return rng.randbytes(rng.randrange(40)).replace(b"\n", b"") + b"\n"
    if kind < 0.15:
        return (
            "".join(chr(rng.randrange(1, 0x2500)) for _ in range(rng.randrange(30))).replace("\n", "").encode() + b"\n"
        )
    name = rng.choice(PLAY) if kind < 0.6 else rng.choice([c for c in COMMANDS if c != "quit"])
    if name in FILES:
        return f"{name} {rng.choice(['', 'a.sgf', 'b.sgf', 'c.sgf 3', '-'])}\n".encode()
    if rng.random() < 0.5:
        usage = COMMANDS[name].translate(dict.fromkeys(map(ord, "[].")))
        wanted = usage.split() * (rng.randint(1, 3) if "..." in COMMANDS[name] else 1)
        words = [name, *(rng.choice(FITTING.get(word, ["0", "1", "10"])) for word in wanted)]
    else:
        words = [name, *(rng.choice(ARGUMENTS) for _ in range(rng.choice([0, 1, 1, 2, 2, 2, 3, 4, 6])))]
    line = f"{rng.randrange(1000)} " * (rng.random() < 0.3) + " ".join(words)
    if kind > 0.9:
        line = mutated(line, rng)
    return line.encode("utf-8", errors="replace") + rng.choice([b"\n", b"\n", b"\r\n", b" # comment\n"])


def mutated(line: str, rng: random.Random) -> str:
    letters = list(line)
    for _ in range(rng.randint(1, 4)):
        place = rng.randrange(len(letters) + 1)
        letters[place : place + rng.randint(0, 2)] = rng.choice(["", "\t", " ", "\x00", "\x1b", "0", "#", "-", "B"])
    return "".join(letters)


def is_quit(line: bytes) -> bool:
    command = parse_command(line.decode("utf-8", errors="replace"))
    return command is not None and command.name == "quit"


@pytest.mark.parametrize("seed", [1])
def test_no_line_stops_the_engine(seed: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    rng = random.Random(seed)
    lines = [line for line in (random_line(rng) for _ in range(N_LINES)) if not is_quit(line)]
    assert len(lines) >= 50_000
    lines.append(b"4242 protocol_version\n")
    out = io.BytesIO()
    serve("fuzz", lambda: Engine(make_player("random"), Rules(size=5)), io.BytesIO(b"".join(lines)), out)
    said = out.getvalue().decode()
    assert said.endswith("\n\n=4242 2\n\n")

    # One well-formed response to each command, with its id, in their order.
    commands = [c for c in (parse_command(line.decode("utf-8", errors="replace")) for line in lines) if c is not None]
    responses = [parse_response(text) for text in said.removesuffix("\n\n").split("\n\n")]
    assert [r.id for r in responses] == [c.id for c in commands]
    assert not [r.text for r in responses if "internal error" in r.text]

    # And the fuzz was not all noise.
    succeeded = Counter(c.name for c, r in zip(commands, responses, strict=True) if r.is_success)
    failed = Counter(c.name for c, r in zip(commands, responses, strict=True) if not r.is_success)
    assert not [name for name in COMMANDS if not succeeded[name] and name != "quit"]
    assert failed["play"] > 1000
    assert succeeded["play"] > 1000

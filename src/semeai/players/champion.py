"""`champion:FILE`: the champion of a run, read from its file. `champion:NAME`: a champion that comes with semeai.

Settings of its player may follow and replace those it was bred with: `champion:NAME,playouts=400`.

A champion file (see `archive`) holds the genome and its origin: the player type, the method, the opponents, the rules
and the date. No content of the file is executed, and everything is checked, since a file may come from anybody.
"""

import re
import shlex
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from types import NoneType
from typing import Any

import numpy as np
import numpy.typing as npt

import semeai
from semeai.archive import pack, unpack
from semeai.files import DamagedFile
from semeai.go.board import MAX_MOVES
from semeai.go.player import Player
from semeai.go.rules import Rules
from semeai.players import read_bred
from semeai.specs import SpecError
from semeai.text import facts, printable

KIND, VERSION = "champion", 1
MAX_BYTES = 8 << 20
SHIPPED = Path(semeai.__file__).parent / "champions"
"""the champions that come with semeai"""

_HEADER: dict[str, tuple[type, ...]] = {
    "player": (str,),
    "rules": (dict, NoneType),
    "method": (str,),
    "problem": (dict,),
    "seed": (int,),
    "generation": (int,),
    "row": (dict,),
    "provenance": (dict,),
}
_RULES: dict[str, tuple[type, ...]] = {
    "size": (int,),
    "komi": (float, int),
    "scoring": (str,),
    "repetition": (str,),
    "suicide": (bool,),
    "passes_to_end": (int,),
    "move_limit": (int, NoneType),
    "at_move_limit": (str,),
    "handicap": (int,),
    "placement": (str,),
}
_EXAM: dict[str, tuple[type, ...]] = {"n_games": (int,), "share": (float,), "low": (float,), "high": (float,)}
EXAMS = {"exam": "from the start position", "openings": "from random openings"}
"""the long exams of a champion"""
_MAX_DEPTH = 4  # maximum depth of a header: deeper ones are attacks on readers
_CHOSEN_BY = {"best": "fitness", "share": "small exam"}
_MAX_COMMAND = 1000  # a shortened specification is invalid
_SETTINGS = re.compile(r"(?:,\w+=[^,=/]*)++$")


@dataclass(frozen=True, eq=False)
class Champion:
    """A genome and its origin. All dictionaries are plain: numbers and texts by name."""

    player: str
    """the player type, for `players.read_bred`; "" if it does not play Go"""
    genome: npt.NDArray[Any]
    rules: Rules | None
    """the rules of its training games; None if it does not play Go"""
    method: str
    """the specification of the evolver"""
    problem: dict[str, Any]
    """the settings of the problem it was bred for"""
    seed: int
    generation: int
    row: dict[str, Any]
    """the row of its generation"""
    provenance: dict[str, Any]
    """program, machine and time"""
    exams: dict[str, Any] = field(default_factory=dict)
    """its long exams of fresh games by name (see EXAMS): n_games, share, low and high; empty before the end of a run"""

    def _repr_html_(self) -> str:
        board = {"board": f"{self.rules.size}x{self.rules.size}"} if self.rules else {}
        values = board | {"plays as": self.player, "method": self.method, "generation": self.generation}
        return facts("Champion", values | exam_lines(self))


@dataclass(frozen=True)
class ChampionParams:
    """The file to read."""

    path: str
    """its path, or the name of a champion that comes with semeai"""


def load_champion(params: ChampionParams) -> Player:
    """The player in a file. Raises OSError, DamagedFile, and ValueError for a champion that does not play Go or an
    unknown name."""
    champion = read_champion(find_champion(params.path))
    if champion.rules is None:
        raise ValueError(f"{params.path}: this champion does not play Go; see: semeai show {shlex.quote(params.path)}")
    _, settings = split_settings(params.path)
    spec = f"{champion.player}{',' if ':' in champion.player else ':'}{settings}" if settings else champion.player
    return read_bred(spec).from_genome(champion.genome, champion.rules)


def split_settings(text: str) -> tuple[str, str]:
    """The file or name of a champion, and the settings that follow it ("" if there are none)."""
    found = None if Path(text).is_file() else _SETTINGS.search(text)
    return (text, "") if found is None else (text[: found.start()], found[0][1:])


# -- shipped champions -------------------------------------------------------------------------------------------------


def find_champion(name: str) -> Path:
    """The path of a champion: `name` itself, or, if that is a bare name and not a file, a shipped champion.

    Raises ValueError for an unknown name. A path is returned unchanged, even if there is no such file.
    """
    name, _ = split_settings(name.removeprefix("champion:"))
    path = Path(name)
    if path.name != name or path.suffix == ".npz" or path.is_file():
        return path
    shipped = SHIPPED / f"{name}.npz"
    if not shipped.is_file():
        raise ValueError(f"no champion or file is called {printable(name, 40)!r}; see: semeai list champions")
    return shipped


def list_champions() -> str:
    """The shipped champions: type, strength and the command that bred them. Raises DamagedFile."""
    paths = sorted(SHIPPED.glob("*.npz"))
    if not paths:
        return "this semeai has no champions; breed one with semeai evolve, and list yours with semeai runs"
    return "\n".join(_entry(path.stem, read_champion(path)) for path in paths)


def champions_json() -> list[dict[str, Any]]:
    """The shipped champions as JSON data. Raises DamagedFile."""
    found = []
    for path in sorted(SHIPPED.glob("*.npz")):
        champion = read_champion(path)
        size = champion.rules.size if champion.rules else None
        summary = f"{champion.player}, bred by {champion.method}"
        found.append({"name": path.stem, "summary": summary, "size": size, "exams": champion.exams})
    return found


def _entry(name: str, champion: Champion) -> str:
    facts = [f"{champion.rules.size}x{champion.rules.size}"] if champion.rules else []
    facts += [champion.player, champion.method, f"generation {champion.generation}"]
    lines = [printable(", ".join(filter(None, facts)))]
    opponent = champion.problem.get("opponent", champion.problem.get("exam_opponent"))
    lines += [printable(f"{text} against {opponent}") for text in exam_lines(champion).values()]
    if not champion.exams and isinstance(share := champion.row.get("share"), float):
        lines.append(printable(f"{share:.1%} of the points in a small exam against {opponent}, not confirmed"))
    lines.append(printable(champion.provenance.get("command", ""), _MAX_COMMAND))
    return "\n".join([f"champion:{name}", *(f"    {line}" for line in lines if line)])


# -- the file ----------------------------------------------------------------------------------------------------------


def pack_champion(champion: Champion) -> bytes:
    """The bytes of a champion file. The same champion gives the same bytes."""
    header = {name: getattr(champion, name) for name in _HEADER}
    header |= {"exams": champion.exams} if champion.exams else {}
    header["rules"] = None if champion.rules is None else asdict(champion.rules)
    return pack(KIND, VERSION, header, {"genome": champion.genome})


def read_champion(path: Path) -> Champion:
    """The champion in a file. Raises OSError, and DamagedFile with the path if it is not a valid champion."""
    header, arrays = unpack(path, KIND, VERSION, MAX_BYTES)
    try:
        return _champion(header, arrays)
    except ValueError as error:
        raise DamagedFile(f"{path}: {error}") from None


def _champion(header: dict[str, Any], arrays: Mapping[str, npt.NDArray[Any]]) -> Champion:
    """The champion of a header and arrays. Raises ValueError if they are invalid."""
    del header["semeai"], header["version"]  # already read by `unpack`
    exams = header.pop("exams", {})
    _check("header", header, _HEADER)
    _check_exams(exams)
    if not all(_is_shallow(value, _MAX_DEPTH) for value in header.values()):
        raise ValueError("its header is nested too deeply")
    if arrays.keys() != {"genome"}:
        raise ValueError("expected one genome in it")
    genome = arrays["genome"]
    if genome.ndim != 1 or genome.dtype.kind not in "iuf" or not np.isfinite(genome).all():
        raise ValueError("its genome is not a row of numbers")
    words = header.pop("rules")
    rules = None if words is None else _read_rules(words)
    champion = Champion(genome=genome, rules=rules, exams=exams, **header)
    _check_player(champion)
    return champion


def _check(what: str, words: Mapping[str, Any], kinds: Mapping[str, tuple[type, ...]]) -> None:
    """Check that `words` has exactly the names of `kinds`, with values of the right types. Raises ValueError."""
    if missing := kinds.keys() - words.keys():
        raise ValueError(f"{min(missing)} is missing in its {what}")
    if unknown := words.keys() - kinds.keys():
        raise ValueError(f"{printable(min(unknown), 40)} in its {what} is unknown")
    for name, kind in kinds.items():
        if type(words[name]) not in kind:  # a bool does not count as an int
            raise ValueError(f"{name} in its {what} is of the wrong kind")


def _check_exams(exams: Any) -> None:
    """Check that these are valid exams with ordered shares. Raises ValueError."""
    if not isinstance(exams, dict) or exams.keys() - EXAMS.keys():
        raise ValueError(f"expected exams called {' or '.join(EXAMS)}, each with n_games, share, low and high")
    for exam in exams.values():
        if not isinstance(exam, dict):
            raise ValueError(f"expected exams called {' or '.join(EXAMS)}, each with n_games, share, low and high")
        _check("exams", exam, _EXAM)
        if not 0 <= exam["low"] <= exam["share"] <= exam["high"] <= 1 or exam["n_games"] < 1:
            raise ValueError("expected exams of one game or more, with 0 <= low <= share <= high <= 1")


def exam_lines(champion: Champion) -> dict[str, str]:
    """The confirmed exams of a champion by name, as text."""
    return {
        name: f"{exam['share']:.1%} [{exam['low']:.1%}, {exam['high']:.1%}] of {exam['n_games']:,} games {EXAMS[name]}"
        for name, exam in champion.exams.items()
    }


def _is_shallow(value: Any, depth: int) -> bool:
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return depth > 0 and all(_is_shallow(v, depth - 1) for v in inner)


def _read_rules(words: dict[str, Any]) -> Rules:
    """The rules in a dictionary. Raises ValueError."""
    _check("rules", words, _RULES)
    try:
        rules = Rules(**words)
    except (ValueError, OverflowError) as error:
        raise ValueError(f"its rules are invalid: {printable(error)}") from None
    if (rules.move_limit or 0) > MAX_MOVES:
        raise ValueError(f"its rules are invalid: move_limit must be at most {MAX_MOVES}")
    return rules


def _check_player(champion: Champion) -> None:
    """Check that the genome fits the rules, if the champion plays Go. Raises ValueError."""
    if not champion.player and champion.rules is None:
        return
    try:
        bred = read_bred(champion.player)
    except SpecError:
        raise ValueError(f"its player type {printable(champion.player, 40)!r} is unknown") from None
    if champion.rules is None:
        raise ValueError("it plays Go, but has no rules")
    bred.from_genome(champion.genome, champion.rules)


# -- for people --------------------------------------------------------------------------------------------------------


def describe_champion(champion: Champion, path: Path) -> str:
    """The content of a champion file, line by line, and the command to play it."""
    said_elsewhere = {"player", "rules"} if champion.player else set()
    problem = {name: value for name, value in champion.problem.items() if name not in said_elsewhere}
    found = {words: champion.row[name] for name, words in _CHOSEN_BY.items() if name in champion.row}
    facts = {
        "method": printable(champion.method),
        "problem": _listed(problem),
        "rules": champion.rules.describe() if champion.rules else "",
        "found": _listed({"seed": champion.seed, "generation": champion.generation} | found),
        **exam_lines(champion),
        "made by": _listed({name: value for name, value in champion.provenance.items() if name != "command"}),
        "command": printable(champion.provenance.get("command", ""), _MAX_COMMAND),
    }
    lines = [f"champion {path}", *(f"  {name:8} {text}" for name, text in facts.items() if text)]
    if champion.rules is None:
        numbers = " ".join(f"{x:.4g}" for x in champion.genome[:20].tolist())
        return "\n".join([*lines, f"  genome   {len(champion.genome)} numbers: {printable(numbers)}"])
    genome = read_bred(champion.player).describe(champion.genome).splitlines()
    lines += [f"  genome   {champion.player}", *(f"    {line}" for line in genome)]
    return "\n".join([*lines, f"play it: semeai play {shlex.quote(f'champion:{path}')}"])


def _listed(words: Mapping[str, Any]) -> str:
    shown = {name: f"{value:.4g}" if isinstance(value, float) else value for name, value in words.items()}
    return printable(", ".join(f"{name} {value}" for name, value in shown.items()))

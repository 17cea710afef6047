"""`champion:FILE`: the best that a run of evolution has bred, read from its file; `champion:NAME`: one of ours.

Settings of its player may follow, which replace those that it was bred with: `champion:NAME,playouts=400`.

A champion file (see `archive`) holds the genome and all that one wants to know of it: what it plays as, how it was
bred, against whom, under which rules and when. Nothing in it is run, and all of it is checked: a file may come from
anybody.
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
_MAX_DEPTH = 4  # of what may stand in a header: deeper ones are made to break their readers
_CHOSEN_BY = {"best": "fitness", "share": "small exam"}
_MAX_COMMAND = 1000  # one that is cut short is none
_SETTINGS = re.compile(r"(?:,\w+=[^,=/]*)++$")


@dataclass(frozen=True, eq=False)
class Champion:
    """A genome and where it comes from. All dictionaries are plain: numbers and words by name."""

    player: str
    """what it plays as, for `players.read_bred`; "" when it plays no Go"""
    genome: npt.NDArray[Any]
    rules: Rules | None
    """of the games it was bred in; None when it plays no Go"""
    method: str
    """the specification of the evolver"""
    problem: dict[str, Any]
    """the settings of what it was bred for"""
    seed: int
    generation: int
    row: dict[str, Any]
    """of its generation"""
    provenance: dict[str, Any]
    """the program, the machine and the moment"""
    exams: dict[str, Any] = field(default_factory=dict)
    """its long exams of fresh games by name (see EXAMS): n_games, share, low and high; none before a run has ended"""

    def _repr_html_(self) -> str:
        board = {"board": f"{self.rules.size}x{self.rules.size}"} if self.rules else {}
        values = board | {"plays as": self.player, "method": self.method, "generation": self.generation}
        return facts("Champion", values | exam_lines(self))


@dataclass(frozen=True)
class ChampionParams:
    """The file to read."""

    path: str
    """where it is, or the name of one that comes with semeai"""


def load_champion(params: ChampionParams) -> Player:
    """The player in a file. Raises OSError, DamagedFile, and ValueError for a champion that plays no Go or a name that
    is nobody's."""
    champion = read_champion(find_champion(params.path))
    if champion.rules is None:
        raise ValueError(f"{params.path}: this champion plays no Go; see: semeai show {shlex.quote(params.path)}")
    _, settings = split_settings(params.path)
    spec = f"{champion.player}{',' if ':' in champion.player else ':'}{settings}" if settings else champion.player
    return read_bred(spec).from_genome(champion.genome, champion.rules)


def split_settings(text: str) -> tuple[str, str]:
    """The file or name of a champion, and the settings that follow it, "" where there are none."""
    found = None if Path(text).is_file() else _SETTINGS.search(text)
    return (text, "") if found is None else (text[: found.start()], found[0][1:])


# -- those that come with semeai ---------------------------------------------------------------------------------------


def find_champion(name: str) -> Path:
    """The file that is meant: `name` itself, or one that comes with semeai where that is a bare name and not a file.

    Raises ValueError when there is neither. A path is returned as it is, be there a file or not.
    """
    name, _ = split_settings(name.removeprefix("champion:"))
    path = Path(name)
    if path.name != name or path.suffix == ".npz" or path.is_file():
        return path
    shipped = SHIPPED / f"{name}.npz"
    if not shipped.is_file():
        raise ValueError(f"no champion, and no file, is called {printable(name, 40)!r}; see: semeai list champions")
    return shipped


def list_champions() -> str:
    """Those that come with semeai: what each is, how good it is, and the command that made it. Raises DamagedFile."""
    paths = sorted(SHIPPED.glob("*.npz"))
    if not paths:
        return "no champions come with this semeai; semeai evolve breeds some, and semeai runs lists them"
    return "\n".join(_entry(path.stem, read_champion(path)) for path in paths)


def champions_json() -> list[dict[str, Any]]:
    """The shipped champions as JSON has them. Raises DamagedFile."""
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
    """The bytes of its file; the same champion gives the same bytes."""
    header = {name: getattr(champion, name) for name in _HEADER}
    header |= {"exams": champion.exams} if champion.exams else {}
    header["rules"] = None if champion.rules is None else asdict(champion.rules)
    return pack(KIND, VERSION, header, {"genome": champion.genome})


def read_champion(path: Path) -> Champion:
    """The champion in a file. Raises OSError, and DamagedFile with the path when no champion is to be had from it."""
    header, arrays = unpack(path, KIND, VERSION, MAX_BYTES)
    try:
        return _champion(header, arrays)
    except ValueError as error:
        raise DamagedFile(f"{path}: {error}") from None


def _champion(header: dict[str, Any], arrays: Mapping[str, npt.NDArray[Any]]) -> Champion:
    """The champion that a file tells of. Raises ValueError when it is none."""
    del header["semeai"], header["version"]  # which `unpack` has read
    exams = header.pop("exams", {})
    _check("header", header, _HEADER)
    _check_exams(exams)
    if not all(_is_shallow(value, _MAX_DEPTH) for value in header.values()):
        raise ValueError("its header is too deep")
    if arrays.keys() != {"genome"}:
        raise ValueError("it does not hold one genome")
    genome = arrays["genome"]
    if genome.ndim != 1 or genome.dtype.kind not in "iuf" or not np.isfinite(genome).all():
        raise ValueError("its genome is no row of numbers")
    words = header.pop("rules")
    rules = None if words is None else _read_rules(words)
    champion = Champion(genome=genome, rules=rules, exams=exams, **header)
    _check_player(champion)
    return champion


def _check(what: str, words: Mapping[str, Any], kinds: Mapping[str, tuple[type, ...]]) -> None:
    """Raises ValueError unless exactly the names of `kinds` are there, and all are of the right kind."""
    if missing := kinds.keys() - words.keys():
        raise ValueError(f"{min(missing)} is missing in its {what}")
    if unknown := words.keys() - kinds.keys():
        raise ValueError(f"{printable(min(unknown), 40)} in its {what} is unknown")
    for name, kind in kinds.items():
        if type(words[name]) not in kind:  # a bool is no int here
            raise ValueError(f"{name} in its {what} is of the wrong kind")


def _check_exams(exams: Any) -> None:
    """Raises ValueError unless these are exams with shares in order."""
    if not isinstance(exams, dict) or exams.keys() - EXAMS.keys():
        raise ValueError("its exams are of the wrong kind")
    for exam in exams.values():
        if not isinstance(exam, dict):
            raise ValueError("its exams are of the wrong kind")
        _check("exams", exam, _EXAM)
        if not 0 <= exam["low"] <= exam["share"] <= exam["high"] <= 1 or exam["n_games"] < 1:
            raise ValueError("its exams have shares out of order")


def exam_lines(champion: Champion) -> dict[str, str]:
    """The confirmed exams of a champion by name, as people read them."""
    return {
        name: f"{exam['share']:.1%} [{exam['low']:.1%}, {exam['high']:.1%}] of {exam['n_games']:,} games {EXAMS[name]}"
        for name, exam in champion.exams.items()
    }


def _is_shallow(value: Any, depth: int) -> bool:
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return depth > 0 and all(_is_shallow(v, depth - 1) for v in inner)


def _read_rules(words: dict[str, Any]) -> Rules:
    """The rules that were written as a dictionary. Raises ValueError."""
    _check("rules", words, _RULES)
    try:
        rules = Rules(**words)
    except (ValueError, OverflowError) as error:
        raise ValueError(f"its rules are none: {printable(error)}") from None
    if (rules.move_limit or 0) > MAX_MOVES:
        raise ValueError(f"its rules are none: move_limit is at most {MAX_MOVES}")
    return rules


def _check_player(champion: Champion) -> None:
    """Raises ValueError unless the genome makes a player under the rules, where it is to be one."""
    if not champion.player and champion.rules is None:
        return
    try:
        bred = read_bred(champion.player)
    except SpecError:
        raise ValueError(f"it plays as {printable(champion.player, 40)!r}, which is not bred here") from None
    if champion.rules is None:
        raise ValueError("it plays Go, but has no rules")
    bred.from_genome(champion.genome, champion.rules)


# -- for people --------------------------------------------------------------------------------------------------------


def describe_champion(champion: Champion, path: Path) -> str:
    """All that is known of it, line by line, and the command to play it."""
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

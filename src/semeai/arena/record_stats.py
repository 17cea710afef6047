"""A description of a collection of games: `describe_collection` counts, and `stats_text` formats the counts for
people."""

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import asdict
from statistics import median
from typing import Any

from semeai.go.points import PASS, transform, vertex
from semeai.sgf.collection import Collection, Record

N_SHOWN = 5
"""lines of each table"""

# The particulars of a reason, and their replacements for counting.
_PARTICULARS = {
    re.compile(r"line \d+, column \d+: |move \d+: |\b[A-Z]{1,2}: "): "",
    re.compile(r"'[^']*'|\"[^\"]*\"|\[[^\]]*\]"): "...",
    re.compile(r"\b(black|white) [A-HJ-T]\d+\b"): "the point",
    re.compile(r"\bproperty \w+"): "a property",
    re.compile(r"\d+"): "N",
}
_WINNERS = {"B": "black", "W": "white"}
_DRAWS = {"0", "DRAW", "JIGO"}


def describe_collection(collection: Collection) -> dict[str, Any]:
    """All counts, as a value for JSON."""
    games = collection.games
    lengths = [len(game.moves) for game in games]
    cut = [game.cut for game in games if game.cut]
    return {
        "games": len(games),
        "positions": sum(game.n_positions for game in games),
        "duplicates": len(games) - len({(game.rules.size, *sorted(game.stones.items()), game.moves) for game in games}),
        "sizes": _counts(f"{game.rules.size}x{game.rules.size}" for game in games),
        "rules": _counts(game.rules.name for game in games),
        "results": _counts(_winner(game.result) for game in games),
        "players": _counts(name or "unknown" for game in games for name in {game.black, game.white}),
        "length": {"median": median(lengths), "min": min(lengths), "max": max(lengths)} if games else None,
        "set_up": sum(bool(game.stones) for game in games),
        "first_moves": _first_moves(games),
        "cut": len(cut),
        "cut_reasons": _counts(map(reason_kind, cut)),
        "skipped": len(collection.skipped),
        "skipped_reasons": _counts(reason_kind(skipped.reason) for skipped in collection.skipped),
        "skipped_first": [asdict(skipped) for skipped in collection.skipped[:N_SHOWN]],
    }


def _counts(names: Iterable[str]) -> dict[str, int]:
    """The frequency of each name, the most frequent first."""
    return dict(Counter(names).most_common())


def _winner(result: str) -> str:
    """The winner by SGF's RE: black, white, draw or unknown."""
    text = result.strip().upper()
    return "draw" if text in _DRAWS else _WINNERS.get(text[:1], "unknown") if text[1:2] == "+" else "unknown"


def _first_moves(games: Iterable[Record]) -> dict[str, dict[str, int]]:
    """The first moves on the empty board by size, each as the last of its eight symmetric points."""
    found: dict[str, list[str]] = {}
    for game in games:
        size, move = game.rules.size, game.moves[0][1]
        if not game.stones and move != PASS:
            same = max(transform(move, size, symmetry) for symmetry in range(8))
            found.setdefault(f"{size}x{size}", []).append(vertex(same))
    return {size: _counts(moves) for size, moves in found.items()}


def reason_kind(reason: str) -> str:
    """A reason without its place and particulars, so that equal ones can be counted."""
    for pattern, words in _PARTICULARS.items():
        reason = pattern.sub(words, reason)
    return reason


# -- for people --------------------------------------------------------------------------------------------------------


def stats_text(stats: Mapping[str, Any]) -> str:
    """The counts as lines."""
    length = stats["length"]
    lines = [f"{stats['games']} games, {stats['positions']} positions"]
    if stats["games"]:
        lines += [
            f"sizes: {_listed(stats['sizes'])}",
            f"rules: {_listed(stats['rules'])}",
            f"won by: {_listed(stats['results'])}",
            f"moves: {length['min']} to {length['max']}, median {length['median']:g}",
            f"players: {_listed(stats['players'])}",
        ]
    if stats["set_up"]:
        lines.append(f"{stats['set_up']} start with stones on the board")
    if stats["duplicates"]:
        lines.append(f"{stats['duplicates']} are duplicates of others")
    for size, moves in stats["first_moves"].items():
        n = sum(moves.values())
        lines.append(f"first moves on the empty {size} (of those that are the same by symmetry, the last):")
        lines += [f"  {move:4}{count:6}{count / n:8.1%}" for move, count in _top(moves)]
    if stats["cut"]:
        lines.append(f"{stats['cut']} end before their record does:")
        lines += [f"  {count:6}  {reason}" for reason, count in _top(stats["cut_reasons"])]
    if stats["skipped"]:
        lines.append(f"{stats['skipped']} skipped:")
        lines += [f"  {count:6}  {reason}" for reason, count in _top(stats["skipped_reasons"])]
        lines += [f"  {skipped['source']}: {skipped['reason']}" for skipped in stats["skipped_first"]]
    return "\n".join(_harmless(line) for line in lines)


def _top(counts: Mapping[str, int]) -> list[tuple[str, int]]:
    """The first of `counts`, and the sum of the others."""
    items = list(counts.items())
    others = sum(count for _, count in items[N_SHOWN:])
    return [*items[:N_SHOWN], *([("others", others)] if others else [])]


def _listed(counts: Mapping[str, int]) -> str:
    return ", ".join(f"{name} {count}" for name, count in _top(counts))


def _harmless(line: str) -> str:
    """A line without control characters, which names of files may contain."""
    return "".join(c if c.isprintable() else "?" for c in line)

"""The HTML report of a match or tournament, made from its folder alone, and the report of a ladder."""

from importlib import metadata
from pathlib import Path
from typing import Any

from semeai.arena.charts import intervals
from semeai.arena.ladder import Ladder
from semeai.arena.ladder_text import rough_rank
from semeai.arena.page import Replay, details, page, replay_of, table
from semeai.arena.roster import ANCHOR
from semeai.arena.store import FILE, REPORTS, check_line, describe_result
from semeai.files import DamagedFile, parse_json, read_bounded
from semeai.text import printable

_JSON = REPORTS[1]
MAX_GAMES_BYTES = 512 << 20
MAX_REPORT = 64 << 20


def tournament_html(folder: Path) -> str:
    """Return the report of the match or tournament in a folder. Raises OSError and DamagedFile."""
    path = folder / _JSON
    try:
        said = parse_json(read_bounded(path, MAX_REPORT))
        players, pairings, terms = list(said["players"]), list(said["pairings"]), str(said["terms"])
        labels = {str(one["spec"]): printable(one["player"]) for one in players}
        standings = _standings(players)
        crosstable = _crosstable(players, pairings)
        verdict = _verdict(players, pairings, labels)
        tests = [(f"{labels[row['a']]} - {labels[row['b']]}", row["sprt"]) for row in pairings if row.get("sprt")]
    except (ValueError, KeyError, TypeError, IndexError) as error:
        raise DamagedFile(f"{path}: not a report that semeai wrote ({error!r})") from None
    bars = [(labels[one["spec"]], one["low"], one["elo"], one["high"]) for one in players if one["elo"] is not None]
    sections = {
        "Standings": standings + intervals("Elo with 95% intervals", bars),
        "Results": crosstable,
        "Tests": table("Sequential tests", ["pairing", "verdict"], tests, frozenset({1})) if tests else "",
        "Settings": details("Settings, seeds and versions", {"terms": terms, **_versions(), **_specs(labels)}),
    }
    return page(f"semeai: {folder.resolve().name}", verdict, sections, _games(folder / FILE, labels))


def _standings(players: list[dict[str, Any]]) -> str:
    rows = [
        (
            printable(one["player"]),
            _number(one["elo"], "+.0f"),
            "" if one["elo"] is None else f"{one['low']:+.0f} to {one['high']:+.0f}",
            str(int(one["games"])),
            _number(one["score"], ".1%"),
            printable(one["label"]),
        )
        for one in players
    ]
    return table(
        "Elo ratings with 95% intervals", ["player", "Elo", "95%", "games", "score", "note"], rows, frozenset({5})
    )


def _crosstable(players: list[dict[str, Any]], pairings: list[dict[str, Any]]) -> str:
    """Percent of the points, row against column."""
    score: dict[tuple[str, str], str] = {}
    for row in pairings:
        if row["score"] is not None:
            score[row["a"], row["b"]] = f"{100 * row['score']:.0f}"
            score[row["b"], row["a"]] = f"{100 * (1 - row['score']):.0f}"
    names = [one["spec"] for one in players]
    rows = [
        (f"{i} {printable(one['player'])}", *(score.get((one["spec"], other), "-") for other in names))
        for i, one in enumerate(players, 1)
    ]
    heads = ["player", *map(str, range(1, len(names) + 1))]
    return table("Percent of the points, row against column", heads, rows, frozenset())


def _verdict(players: list[dict[str, Any]], pairings: list[dict[str, Any]], labels: dict[str, str]) -> str:
    """The result in a sentence."""
    if len(pairings) == 1:
        row = pairings[0]
        a, b, (low, high) = labels[row["a"]], labels[row["b"]], row["interval"]
        if low > 0.5 or high < 0.5:
            better, worse = (a, b) if low > 0.5 else (b, a)
            share, ends = (row["score"], (low, high)) if low > 0.5 else (1 - row["score"], (1 - high, 1 - low))
            return f"{better} is stronger than {worse}: {share:.1%} of the points, 95% {ends[0]:.1%} to {ends[1]:.1%}."
        return f"{a} and {b} cannot be told apart after {row['games']} games: 95% interval {low:.1%} to {high:.1%}."
    first, second = players[0], players[1]
    if first["elo"] is None or second["elo"] is None:
        return "Not enough games yet to compare the players."
    sure = first["low"] > second["high"]
    return (
        f"{labels[first['spec']]} is first of {len(players)}, {first['elo'] - second['elo']:.0f} Elo above "
        f"{labels[second['spec']]}{'' if sure else '; their intervals overlap'}."
    )


def _games(path: Path, labels: dict[str, str]) -> list[Replay]:
    """All games of a collection, by pairing and number. Raises DamagedFile."""
    if not path.is_file():
        return []
    found = []
    for i, line in enumerate(read_bounded(path, MAX_GAMES_BYTES).splitlines(keepends=True)):
        if not line.endswith(b"\n"):
            break  # a line that is being written
        _, game = check_line(path, i, line)
        black, white = (labels.get(spec, printable(spec)) for spec in (game.black, game.white))
        title = f"{game.number + 1}. {black} - {white}: {game.result}"
        key = (*sorted((game.black, game.white)), game.number)
        found.append((key, replay_of(title, describe_result(game.result), line.decode())))
    return [replay for _, replay in sorted(found, key=lambda one: one[0])]


def _versions() -> dict[str, str]:
    return {f"{name} version": metadata.version(name) for name in ("semeai", "numpy", "numba")}


def _specs(labels: dict[str, str]) -> dict[str, str]:
    return {f"player: {label}": spec for spec, label in labels.items()}


def _number(x: float | None, form: str) -> str:
    return "" if x is None else format(x, form)


def ladder_html(ladder: Ladder) -> str:
    """Return the report of a ladder. It keeps digests of its games only, so there are none to replay."""
    places = ladder.standings()
    is_anchored = any(entry.spec == ANCHOR for entry in ladder.state.entries)
    rows = [
        (
            place.name,
            f"{place.elo:.0f}",
            f"{place.low:.0f} to {place.high:.0f}",
            f"{place.games:,}",
            rough_rank(place.elo) if is_anchored and place.is_linked else "",
            place.entry.spec,
        )
        for place in places
    ]
    size, n = ladder.state.size, len(ladder.state.lines)
    verdict = f"{len(places)} players on {size}x{size} after {n:,} games. {ladder.scale()}"
    heads = ["player", "Elo", "95%", "games", "roughly", "specification"]
    sections = {
        "Standings": table("Elo ratings with 95% intervals", heads, rows, frozenset({4, 5}))
        + intervals("Elo with 95% intervals", [(place.name, place.low, place.elo, place.high) for place in places]),
        "Settings": details("Settings, seeds and versions", {"terms": ladder.state.terms.describe(), **_versions()}),
    }
    return page(f"semeai: the {size}x{size} ladder", verdict, sections, [])

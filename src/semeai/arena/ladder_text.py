"""A ladder for people: a table of names, ratings and intervals."""

from semeai.arena.ladder import Ladder, Standing
from semeai.arena.report_text import align
from semeai.arena.roster import ANCHOR

# A rough translation: GNU Go 3.8 at level 10 is usually taken for 8 kyu, and 100 Elo for one rank (EGF's scale there).
ANCHOR_KYU, ELO_PER_RANK = 8, 100.0
WEAKEST = 30
"""the weakest rank; weaker ones are meaningless"""


def rough_rank(elo: float, anchor_elo: float = 1800.0) -> str:
    """Return a rating as a rank in words, such as "12 kyu". It is a rough translation."""
    kyu = round(ANCHOR_KYU - (elo - anchor_elo) / ELO_PER_RANK)
    return f"{kyu} kyu" if 1 <= kyu <= WEAKEST else f"below {WEAKEST} kyu" if kyu > WEAKEST else f"{1 - kyu} dan"


def ladder_text(ladder: Ladder) -> str:
    """Return the standings as a table with a legend."""
    places = ladder.standings()
    is_anchored = any(entry.spec == ANCHOR for entry in ladder.state.entries)
    table = [["rank", "name", "Elo", "±95%", "games", "roughly" if is_anchored else "", "player", ""]]
    table += [_row(i, place, is_anchored) for i, place in enumerate(places, 1)]
    size, n = ladder.state.size, len(ladder.state.lines)
    n_open = sum(not place.is_certain for place in places)
    rest = f" {n_open} intervals are still wide; semeai ladder --play continues." if n_open else ""
    legend = [
        f"{size}x{size}, {n:,} games in pairs from random openings. {ladder.scale()}{rest}",
        *(["Kyu ranks are a rough translation: 100 Elo per rank, GNU Go at level 10 = 8 kyu."] if is_anchored else []),
    ]
    return "\n".join([*align(table, left={1, 5, 6, 7}), *legend])


def _row(i: int, place: Standing, is_anchored: bool) -> list[str]:
    return [
        str(i),
        place.name,
        f"{place.elo:.0f}",
        f"±{(place.high - place.low) / 2:.0f}",
        f"{place.games:,}",
        rough_rank(place.elo) if is_anchored and place.is_linked else "",
        place.entry.spec,
        place.label,
    ]

"""Measure `semeai ladder --add`: `python -m tests.newcomers uct:playouts=300 10`.

The player leaves a copy of the shipped 9x9 ladder and is placed again as a newcomer, each time with other random
numbers. Prints its full rating, and the games and the rating of each repetition.
"""

import sys
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

from semeai.arena.ladder import Ladder, Standing, new_ladder
from semeai.arena.ladder_store import LadderGames, LadderState, read_ladder
from semeai.arena.match import Means
from semeai.arena.roster import make_entry
from semeai.players.cards import shipped_ladder


def place_of(ladder: Ladder, spec: str) -> Standing:
    return next(place for place in ladder.standings() if place.entry.spec == spec)


def place_again(full: LadderState, spec: str, seed: int, folder: Path) -> Standing:
    """The place of a player that left the ladder and joins it again."""
    gone = next(i for i, entry in enumerate(full.entries) if entry.spec == spec)
    ladder = new_ladder(folder, full.size, seed, [entry for entry in full.entries if entry.spec != spec])
    with LadderGames(folder, ladder.state) as games:
        ladder.state.lines = [
            replace(line, a=line.a - (line.a > gone), b=line.b - (line.b > gone))
            for line in full.lines
            if gone not in (line.a, line.b)
        ]
        games.sort()
        ladder.play(games, Means(1), lambda *_: None, ladder.enter([make_entry(spec)]))
    return place_of(ladder, spec)


def main(spec: str, n: int) -> None:
    full = read_ladder(shipped_ladder(9))
    known = place_of(Ladder(full), spec)
    print(f"{spec}: {known.elo:.0f} [{known.low:.0f}, {known.high:.0f}] after {known.games} games")
    for seed in range(101, 101 + n):
        with TemporaryDirectory() as folder:
            place = place_again(full, spec, seed, Path(folder))
        print(f"seed {seed}: {place.elo:.0f} after {place.games} games, {place.elo - known.elo:+.0f}", flush=True)


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))

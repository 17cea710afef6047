"""The players of the ladders, and the identification of entries.

A champion is identified by its name and the digest of its file, so that a champion that was bred again is a new entry
and the games of the old one are not mistaken for its own. Likewise `rave` is identified by the digest of its knowledge.
"""

import hashlib
from dataclasses import dataclass

from semeai.players import check_spec, make_player
from semeai.players.champion import SHIPPED, find_champion

GNU_GO = "gtp:gnugo --mode gtp --level {} --chinese-rules"
ENGINES = {f"GNU Go 3.8, level {level}": GNU_GO.format(level) for level in (1, 10)}
ANCHOR, ANCHOR_ELO = GNU_GO.format(10), 1800.0
"""the convention of the 9x9 servers"""

WALLYS = (
    "wally",
    "wally:noise=0.1",
    "wally:noise=0.2",
    "wally:noise=0.3",
    "wally:noise=0.5",
    "wally:noise=0.7",
    "wally:throw_first=true",
    "wally:edge_last=true,scan=center",
)
PLAYOUTS = (10, 30, 100, 300, 1000, 3000, 10000)
STEPS = (4, 16, 64)

# Processor seconds of one side of a 9x9 game on one core, measured once: the schedule must not depend on a stopwatch.
_COMPILED = 0.01  # a tenth of a millisecond in fact, but each game is also kept, and certain ratings need no more
_SECONDS_PER_PLAYOUT = {"mcts": 0.0002, "uct": 0.0002, "rave": 0.0006}
_SECONDS_PER_STEP = 0.065
_SECONDS = {GNU_GO.format(1): 0.7, GNU_GO.format(10): 7.0, "champion:rave-from-nothing-9x9": 0.6}
_UNKNOWN = 1.0


@dataclass(frozen=True)
class LadderEntry:
    """A player of a ladder."""

    spec: str
    digest: str = ""
    """of a champion's file, or of the knowledge of `rave`; "" for other players"""

    @property
    def seconds(self) -> float:
        """Estimated processor time of its moves in one game."""
        name, _, settings = self.spec.partition(":")
        words = dict(part.partition("=")[::2] for part in settings.split(","))
        if name in _SECONDS_PER_PLAYOUT:
            return 0.01 + _SECONDS_PER_PLAYOUT[name] * float(words.get("playouts", 1000))
        if name == "strategy":
            return _SECONDS_PER_STEP * float(words.get("steps", 2048))
        usual = _COMPILED if name in ("random", "wally", "champion") else _UNKNOWN
        return _SECONDS.get(self.spec, usual)


def make_entry(spec: str) -> LadderEntry:
    """Return the entry of a player as it is now. Raises SpecError, OSError and DamagedFile."""
    check_spec(spec)
    name, _, path = spec.partition(":")
    if name == "rave":
        from semeai.players.search.rave import knowledge_digest

        return LadderEntry(spec, knowledge_digest())
    if name != "champion":
        return LadderEntry(spec)
    return LadderEntry(spec, hashlib.sha256(find_champion(path).read_bytes()).hexdigest()[:12])


def shipped_entries(size: int) -> list[LadderEntry]:
    """Return all players that come with semeai and can play on this board, and GNU Go; the weakest kinds first."""
    champions = [f"champion:{path.stem}" for path in sorted(SHIPPED.glob("*.npz"))]
    specs = ["random", *WALLYS, *(spec for spec in champions if size in make_player(spec).board_sizes)]
    specs += [f"{search}:playouts={n}" for search in ("mcts", "uct", "rave") for n in PLAYOUTS]
    specs += [f"strategy:steps={n}" for n in STEPS]
    return [make_entry(spec) for spec in [*specs, *ENGINES.values()]]

"""No flipped bit in a file of a run, a match or a tournament goes unnoticed. `python -m tests.flips 5000` does more."""

from pathlib import Path

from tests.conftest import needs_jit
from tests.flips import attack, make_places


@needs_jit
def test_flipped_bits(tmp_path: Path) -> None:
    counts = attack(make_places(tmp_path), 170, seed=1)
    kinds = {kind for kind, _ in counts}
    assert {"ga/rows.jsonl", "ga/games/*", "ga/job.json", "m/games.sgf", "t/games.sgf", "strategies/done.json"} <= kinds
    assert {outcome for _, outcome in counts} <= {"same", "noticed"}
    assert sum(count for (_, outcome), count in counts.items() if outcome == "noticed") > 150

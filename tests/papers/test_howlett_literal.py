"""His programs as he describes them, and random games that do or do not end."""

from pathlib import Path

import pytest

from semeai.papers.howlett.endless import LITERAL, SPARING, try_endless
from semeai.papers.howlett.literal import MATCHES
from semeai.papers.paper import Bench
from semeai.parallel.executors import Workers
from semeai.players import check_spec
from tests.conftest import needs_jit


@needs_jit
@pytest.mark.parametrize(("player", "ended"), [(LITERAL, 0), (SPARING, 1)])
def test_a_game_with_filled_eyes_has_no_end(player: str, ended: int) -> None:
    params = {"rules": "howlett", "size": 5, "limit": 20, "player": player}
    with Workers() as workers:
        bench = Bench(Path("nowhere"), workers, lambda text: None)
        rows = [try_endless(params, seed, bench)[0] for seed in range(5)]
    assert [row["ended"] for row in rows] == [ended] * 5
    assert all((row["moves"] == 500) != ended for row in rows)


def test_his_programs_can_be_made() -> None:
    for player, opponent, _ in MATCHES:
        check_spec(player)
        check_spec(opponent)

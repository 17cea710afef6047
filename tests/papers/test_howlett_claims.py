"""Verdicts on howlett's claims: what tables must say for each."""

from typing import Any

import pytest

from semeai.papers.claims import Finding, Verdict
from semeai.papers.howlett import PAPER
from semeai.papers.howlett.claims import CLAIMS
from semeai.papers.howlett.habits import COLUMNS
from semeai.papers.howlett.literal import HIS_MCTS, HIS_RAVE, HIS_UCT, MATCHES, WALLY
from semeai.papers.paper import Row


def judge(text: str, **tables: list[Row]) -> Finding:
    """The finding about the one claim that has this text in it."""
    (claim,) = (claim for claim in CLAIMS if text in claim.text)
    figure = next(figure for figure in PAPER.figures if figure.name == claim.figure)
    assert set(figure.experiments) == set(tables)
    return claim.judge(tables)


def games(points: float, n: int = 100, seeds: int = 10, **variant: Any) -> list[Row]:
    """Rows of a match with so many points in percent."""
    return [variant | {"seed": s, "games": n // seeds, "points": points / 100 * n / seeds} for s in range(seeds)]


def literal(*changed: tuple[str, str, float]) -> list[Row]:
    """All matches of `literal` even, but for some."""
    shares = {(player, opponent): points for player, opponent, points in changed}
    return [
        row
        for player, opponent, times in MATCHES
        for row in games(shares.get((player, opponent), 50), player=player, opponent=opponent, times=times)
    ]


@pytest.mark.parametrize(
    ("points", "is_better", "is_slight"),
    [
        (50, Verdict.UNTOLD, Verdict.CONFIRMED),
        (63, Verdict.CONFIRMED, Verdict.CONFIRMED),
        (75, Verdict.CONFIRMED, Verdict.UNTOLD),
        (95, Verdict.CONFIRMED, Verdict.CONTRADICTED),
        (20, Verdict.CONTRADICTED, Verdict.CONFIRMED),
    ],
)
def test_better_and_slightly_so(points: float, is_better: Verdict, is_slight: Verdict) -> None:
    table = literal((HIS_UCT, HIS_MCTS, points))
    better = judge("UCT plays better than MCTS", literal=table)
    assert (better.verdict, better.n_seeds) == (is_better, 10)
    assert f"{points:.1f}%" in better.figure
    assert judge("improvement of UCT over MCTS is slight", literal=table).verdict is is_slight


def test_losing_to_a_beginner_confirms() -> None:
    table = literal((HIS_MCTS, WALLY, 20), (HIS_RAVE, WALLY, 80))
    assert judge("a beginner easily beats it", literal=table).verdict is Verdict.CONFIRMED
    assert judge("Even an inexperienced player", literal=table).verdict is Verdict.CONTRADICTED


@pytest.mark.parametrize(
    ("shares", "best", "within"),
    [
        ({0.1: 90, 0.5: 80, 1.0: 60, 2**0.5: 50}, Verdict.UNTOLD, Verdict.CONFIRMED),
        ({0.1: 20, 0.5: 30, 1.0: 20, 2**0.5: 50}, Verdict.CONFIRMED, Verdict.CONTRADICTED),
        ({0.1: 90, 0.5: 50, 1.0: 50, 2**0.5: 99}, Verdict.UNTOLD, Verdict.PARTLY),
        ({0.1: 50, 0.5: 52, 1.0: 50, 2**0.5: 99}, Verdict.UNTOLD, Verdict.UNTOLD),
    ],
)
def test_constants(shares: dict[float, float], best: Verdict, within: Verdict) -> None:
    """How his constant does against itself is luck, and does not count."""
    table = [row for cp, points in shares.items() for row in games(points, cp=cp)]
    assert judge("the square root of 2 is the constant to use", cp=table).verdict is best
    assert judge("between 0 and 1", cp=table).verdict is within


def habits(player: str, size: int, **values: float) -> list[Row]:
    """Twenty games, in each of which ten moves are counted; a quarter by chance."""
    chance = {name: 2.5 if "chance" in name else 10.0 if name in ("moves", "positions") else 2.5 for name in COLUMNS}
    variant = {"player": player, "size": size, "playouts": 100}
    return [variant | {"seed": seed} | chance | values for seed in range(20)]


def test_habits() -> None:
    """More than chance, and not the same on both boards."""
    table = [row for size in (9, 19) for player in (HIS_MCTS, HIS_UCT, HIS_RAVE) for row in habits(player, size)]

    def changed(player: str, size: int | None, **values: float) -> list[Row]:
        return [row | values if row["player"] == player and size in (None, row["size"]) else row for row in table]

    corners = "often starts a game in the corners"
    assert judge(corners, habits=table).verdict is Verdict.UNTOLD
    assert judge(corners, habits=changed(HIS_UCT, None, corner=6)).verdict is Verdict.CONFIRMED
    assert judge(corners, habits=changed(HIS_UCT, 9, corner=6)).verdict is Verdict.PARTLY
    assert judge(corners, habits=changed(HIS_UCT, None, corner=0)).verdict is Verdict.CONTRADICTED
    more = "captures stones more often"
    assert judge(more, habits=changed(HIS_UCT, 9, captures=9)).verdict is Verdict.CONFIRMED
    assert judge(more, habits=changed(HIS_MCTS, 9, captures=9)).verdict is Verdict.CONTRADICTED
    strings = "half built"
    assert judge(strings, habits=table).verdict is Verdict.UNTOLD
    assert judge(strings, habits=changed(HIS_RAVE, None, far=7)).verdict is Verdict.CONFIRMED
    assert judge(strings, habits=changed(HIS_RAVE, 9, far=7)).verdict is Verdict.PARTLY


def test_maps_are_judged_at_equal_work() -> None:
    table = games(52, early_stop=0.6, share=1.0) + games(30, early_stop=0.6, share=0.8)
    assert judge("Fast maps", early_stop=table).verdict is Verdict.UNTOLD
    assert judge("made simulations longer", early_stop=table).verdict is Verdict.CONFIRMED


def test_boards_must_differ() -> None:
    small, large = games(60, size=9), games(10, size=19)
    assert judge("smaller boards", sizes=small + large).verdict is Verdict.CONFIRMED
    assert judge("smaller boards", sizes=games(60, size=9) + games(55, size=19)).verdict is Verdict.UNTOLD
    assert judge("smaller boards", sizes=games(10, size=9) + games(60, size=19)).verdict is Verdict.CONTRADICTED

"""Players of all kinds in one tournament: an evolved network, a search, and a function typed into a notebook."""

from pathlib import Path

import pytest

import semeai
from semeai.arena.store import FILE


def test_a_champion_a_search_and_a_function_meet(tmp_path: Path) -> None:
    def greedy(board: semeai.Board) -> int:
        """Capture if possible, or else play on the first point that is not its own eye."""
        moves = [p for p in board.legal_points() if not board.is_eye(p, board.to_play)]
        captures = [p for p in moves if any(len(board.liberties(q)) == 1 for q in (p + 1, p - 1, p + 20, p - 20)
                    if board.stones.get(q, board.to_play) != board.to_play)]  # fmt: skip
        return (captures or moves or [0])[0]

    players = {"SANE": "champion:sane-5x5", "RAVE": "rave:playouts=20", "mine": greedy}
    report = semeai.tournament(players, games=4, size=5, anchor="mine", folder=tmp_path)
    assert set(report.labels.values()) == set(players)
    assert all(rating.games == 8 for rating in report.ratings.rows)
    assert sum(row.failures for row in report.rows) == 0
    elo = {report.labels[rating.name]: rating.elo for rating in report.ratings.rows}
    assert elo["mine"] == 0
    assert (tmp_path / "report.txt").read_text().count("mine") >= 2
    again = semeai.tournament(players, games=4, size=5, anchor="mine", folder=tmp_path)
    assert [row.a_wins for row in again.rows] == [row.a_wins for row in report.rows]
    assert len((tmp_path / FILE).read_text().splitlines()) == 12


def test_wrong_tournaments() -> None:
    with pytest.raises(ValueError, match="two or more different players"):
        semeai.tournament(["random"])
    with pytest.raises(ValueError, match="two or more different players"):
        semeai.tournament(["random", "random"])
    with pytest.raises(ValueError, match="the anchor 'nobody' is not among"):
        semeai.tournament(["random", "wally"], anchor="nobody")

"""Reviews without a page: positions, whole games, several opinions, mistakes."""

import asyncio
from pathlib import Path

import pytest

from semeai.go.game import Node
from semeai.go.player import CandidateMove, Explanation
from semeai.go.points import BLACK, PASS, WHITE, parse_vertex
from semeai.go.rules import Rules
from semeai.web.notes import number, write_values
from semeai.web.review_card import analysis_words, answer_words, mistake_words, usual_opinions
from semeai.web.reviews import Desk, Mistake, Reviews, mistakes, without_resigning
from semeai.web.settings import Settings
from semeai.web.table import Setup, Table

QUICK = "rave:playouts=20"


def table_of(*moves: str) -> Table:
    table = Table.new(Setup(Rules(size=5)))
    for move in moves:
        table.play(parse_vertex(move, 5))
    return table


class Study:
    """A desk with a table, and how often it had something new."""

    def __init__(self, folder: Path, *moves: str) -> None:
        self.reviews = Reviews(Settings(folder=folder))
        self.desk, self.table = Desk(), table_of(*moves)
        self.n_told = self.n_left = 0

    def tell(self) -> None:
        self.n_told += 1
        self.n_left = len(self.desk.rest)

    async def finish(self) -> None:
        while self.desk.is_busy:
            await asyncio.sleep(0.01)
        self.desk.close()
        self.reviews.close()


def test_the_position_on_the_board_is_analyzed_for_the_side_to_play(tmp_path: Path) -> None:
    async def run() -> None:
        study = Study(tmp_path, "C3")
        assert study.reviews.position(study.desk, study.table, QUICK, study.tell, is_owned=True) is None
        await study.finish()
        node = study.table.game.node
        thought = study.desk.thoughts[node, QUICK]
        assert study.n_told == 1
        assert thought.candidates
        assert study.desk.owned is not None
        assert study.desk.owned[0] is node
        rate = thought.winrate
        assert rate is not None
        assert number(node, "SBKV") == pytest.approx(100 * (1 - rate), abs=0.06)  # white is to play

    asyncio.run(run())


def test_a_whole_game_is_reviewed_and_can_be_stopped(tmp_path: Path) -> None:
    async def run() -> None:
        study = Study(tmp_path, "C3", "B2", "D4")
        study.reviews.review(study.desk, study.table, QUICK, study.tell)
        while study.desk.is_busy:
            await asyncio.sleep(0.01)
        assert all(number(node, "SBKV") is not None for node in study.table.line())
        assert study.n_left == 0  # when it was told last
        study.n_left = -1
        study.reviews.review(study.desk, study.table, QUICK, study.tell)  # everything is known
        while study.desk.is_busy:
            await asyncio.sleep(0.01)
        assert study.n_left == 0
        study.reviews.review(study.desk, study.table, "uct:playouts=20", study.tell)
        study.reviews.stop(study.desk)
        await study.finish()
        assert not study.desk.rest
        assert study.n_told <= 6

    asyncio.run(run())


def test_several_players_are_asked_and_failures_are_told(tmp_path: Path) -> None:
    async def run() -> None:
        study = Study(tmp_path, "C3")
        asked = ("wally", "gtp:touch /tmp/x", "champion:missing.npz")
        study.reviews.ask(study.desk, study.table, asked, study.tell)
        await study.finish()
        node = study.table.game.node
        assert study.desk.choices.keys() == {(node, "wally")}
        answers = [answer_words(study.desk, node, spec) for spec in asked]
        assert answers[1] == "other programs cannot review; choose a player of semeai"
        assert "no champion" in answers[2]

    asyncio.run(run())


def line_of(*rates: float | None) -> list[Node]:
    """Nodes with black's win rates; black moves first."""
    line: list[Node] = []
    for i, rate in enumerate(rates):
        parent = line[-1] if line else None
        color = None if i == 0 else BLACK if i % 2 else WHITE
        node = Node(parent, color, parse_vertex("C3", 5) if i else PASS)
        if rate is not None:
            node.properties["SBKV"] = [str(rate)]
        line.append(node)
    return line


@pytest.mark.parametrize(
    ("rates", "found"),
    [
        ((50, 44, 44), {1: ("inaccuracy", 6)}),
        ((50, 50, 62), {2: ("mistake", 12)}),
        ((60, 20, 70, 68), {1: ("blunder", 40), 2: ("blunder", 50)}),
        ((50, None, 90), {}),
        ((50, 60, 40), {}),
    ],
)
def test_mistakes_are_moves_that_cost_something(
    rates: tuple[float | None, ...], found: dict[int, tuple[str, int]]
) -> None:
    line = line_of(*rates)
    assert {line.index(m.node): (m.kind, m.cost) for m in mistakes(line)} == found


def test_words() -> None:
    mistake = Mistake(line_of(50, 60, 80)[2], 20.0)
    assert mistake_words(mistake) == "Move 2, White C3: blunder, -20%"
    thought = Explanation("", candidates=(CandidateMove(parse_vertex("D4", 5), 10, 0.56, 0, (84, 63)),), score=-2.3)
    assert analysis_words("White", thought) == "White to play: D4 wins 56%, W+2.5 expected. Best line: D4 C3"
    assert usual_opinions(["random", "rave", "wally"]) == ["rave", "wally", "random"]
    assert without_resigning("rave") == "rave:resign=0"
    assert without_resigning("uct:playouts=5") == "uct:playouts=5,resign=0"
    assert without_resigning("wally") == "wally"


def test_the_win_rate_of_a_position_is_that_of_its_best_move() -> None:
    node = Node()
    best, other = CandidateMove(21, 10, 0.7), CandidateMove(22, 90, 0.1)
    write_values(node, Explanation("", candidates=(best, other), score=1.0), WHITE)
    assert number(node, "SBKV") == 30.0
    write_values(node, Explanation("", candidates=(best, other)), BLACK)  # not simulated to the end
    assert number(node, "SBKV") == 30.0

"""Regression tests: put the questions of suites to a player, and compare its answers with the expected ones."""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from numpy.random import SeedSequence, default_rng

from semeai.arena.suites import NotAsked, Question
from semeai.go.player import Player
from semeai.go.points import RESIGN, vertex
from semeai.gtp.errors import EngineError


class AnswerVerdict(StrEnum):
    """The outcome of a question."""

    PASS = "pass"
    FAIL = "fail"
    KNOWN_FAILURE = "known failure"
    """fails, as the suite expects"""
    UNEXPECTED_PASS = "unexpected pass"
    """passes, although the suite expects a failure"""
    NOT_ASKED = "not asked"
    """a question whose answer is not a move"""


@dataclass(frozen=True)
class Answer:
    """The answer to a question."""

    source: str
    verdict: AnswerVerdict
    expected: str
    """expected answer in the suite; for questions that were not asked, the command"""
    move: str = ""
    """the answer: a vertex, or an error"""

    def __str__(self) -> str:
        if self.verdict is AnswerVerdict.NOT_ASKED:
            return f"{self.source}: not asked: {self.expected}"
        return f"{self.source}: {self.verdict}: {self.move}, expected {self.expected}"


def put(questions: Iterable[Question | NotAsked], player: Player, seed: int) -> Iterator[Answer]:
    """The answers of a player, in order. Each question is a new game with its own random stream.

    A failure of an engine counts as a wrong answer. Raises ValueError if a player cannot play on a board.
    """
    for number, question in enumerate(questions):
        if isinstance(question, NotAsked):
            yield Answer(question.source, AnswerVerdict.NOT_ASKED, question.command)
            continue
        board, expected = question.board, question.expected
        try:
            player.check_rules(board.rules)
            player.new_game(board.rules, default_rng(SeedSequence([seed, number])))
            move = player.choose(board)
        except EngineError as error:
            said, is_met = str(error), False
        except ValueError as error:
            raise ValueError(f"{question.source}: {error}") from None
        else:
            is_possible = move == RESIGN or board.is_legal(move)
            said = vertex(move) if is_possible else f"{vertex(move)}, which is illegal"
            is_met = is_possible and expected.is_met(move)
        verdict = (
            (AnswerVerdict.UNEXPECTED_PASS if expected.may_fail else AnswerVerdict.PASS)
            if is_met
            else (AnswerVerdict.KNOWN_FAILURE if expected.may_fail else AnswerVerdict.FAIL)
        )
        yield Answer(question.source, verdict, expected.text, said)


def regress_json(answers: Iterable[Answer]) -> dict[str, Any]:
    """The answers, and the number of each kind."""
    found = list(answers)
    counts = Counter(answer.verdict for answer in found)
    keys = ("source", "verdict", "expected", "move")
    return {
        "counts": {verdict: counts[verdict] for verdict in AnswerVerdict},
        "answers": [{key: str(getattr(answer, key)) for key in keys} for answer in found],
    }


def summary(answers: Iterable[Answer]) -> str:
    """The number of answers of each kind, on one line."""
    counts = Counter(answer.verdict for answer in answers)
    n_asked = counts.total() - counts[AnswerVerdict.NOT_ASKED]
    said = ", ".join(f"{counts[verdict]} {verdict}" for verdict in AnswerVerdict if counts[verdict])
    return f"{n_asked} questions: {said}" if said else "no questions"

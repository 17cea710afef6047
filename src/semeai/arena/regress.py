"""Regressions: the questions of suites, put to a player; what it answered, and whether that was to be expected."""

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


class Verdict(StrEnum):
    """The outcome of a question."""

    PASS = "pass"
    FAIL = "fail"
    KNOWN_FAILURE = "known failure"
    """as the suite says"""
    UNEXPECTED_PASS = "unexpected pass"
    """the suite says that it fails"""
    NOT_ASKED = "not asked"
    """no question for a move"""


@dataclass(frozen=True)
class Answer:
    """A question that has been put."""

    source: str
    verdict: Verdict
    expected: str
    """as the suite has it; for what was not asked, the command"""
    move: str = ""
    """what was answered: a vertex, or what went wrong"""

    def __str__(self) -> str:
        if self.verdict is Verdict.NOT_ASKED:
            return f"{self.source}: not asked: {self.expected}"
        return f"{self.source}: {self.verdict}: {self.move}, expected {self.expected}"


def put(questions: Iterable[Question | NotAsked], player: Player, seed: int) -> Iterator[Answer]:
    """The answers of a player, in order. Each question is a new game to it, with a random stream of its own.

    An engine that fails has answered wrong. Raises ValueError where a player cannot play on such a board.
    """
    for number, question in enumerate(questions):
        if isinstance(question, NotAsked):
            yield Answer(question.source, Verdict.NOT_ASKED, question.command)
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
            (Verdict.UNEXPECTED_PASS if expected.may_fail else Verdict.PASS)
            if is_met
            else (Verdict.KNOWN_FAILURE if expected.may_fail else Verdict.FAIL)
        )
        yield Answer(question.source, verdict, expected.text, said)


def regress_json(answers: Iterable[Answer]) -> dict[str, Any]:
    """The answers and how many there are of each kind."""
    found = list(answers)
    counts = Counter(answer.verdict for answer in found)
    keys = ("source", "verdict", "expected", "move")
    return {
        "counts": {verdict: counts[verdict] for verdict in Verdict},
        "answers": [{key: str(getattr(answer, key)) for key in keys} for answer in found],
    }


def summary(answers: Iterable[Answer]) -> str:
    """One line: how many there are of each kind."""
    counts = Counter(answer.verdict for answer in answers)
    n_asked = counts.total() - counts[Verdict.NOT_ASKED]
    said = ", ".join(f"{counts[verdict]} {verdict}" for verdict in Verdict if counts[verdict])
    return f"{n_asked} questions: {said}" if said else "no questions"

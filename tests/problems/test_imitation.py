"""Imitation: which games are learned from, that those to test by are not, and what is said of a genome."""

from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.random import default_rng

from semeai.evolve.operators import random_genomes
from semeai.files import DamagedFile
from semeai.parallel.executors import Executor, Workers
from semeai.players import read_bred
from semeai.problems.imitation import Imitation, ImitationMeasure
from semeai.problems.lessons import games_of, lessons_of, read_games
from semeai.rng import seeds
from semeai.sgf import write_game
from semeai.sgf.collection import Record
from tests.records import random_game, write_records

N = 10
SPEC = "summation:agents=follower+extension,hidden=2"


@pytest.fixture(scope="module")
def records(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Games on 5x5 and two on 7x7, one that is there twice, and a file that is none."""
    folder = write_records(tmp_path_factory.mktemp("records"), N)
    write_records(folder, 2, size=7, first=100)
    (folder / "again.sgf").write_bytes((folder / "003.sgf").read_bytes().replace(b"(;", b"(;PB[somebody else]", 1))
    (folder / "broken.sgf").write_text("(;B[aa")
    return folder


@pytest.fixture(scope="module")
def problem(records: Path) -> Imitation:
    return Imitation(records, SPEC, size=5, test=0.3)


def genomes_of(problem: Imitation, n: int) -> Any:
    return random_genomes(n, problem.genes, default_rng(1))


def split(problem: Imitation) -> tuple[list[Record], list[Record]]:
    return games_of(problem.records, problem.games).split(problem.test, problem.shuffle)


# -- which games -------------------------------------------------------------------------------------------------------


def test_games_are_split(problem: Imitation) -> None:
    train, test = split(problem)
    assert (len(train), len(test)) == (7, 3)
    moves = [game.moves for game in (*train, *test)]
    assert set(moves) == {tuple(moves_of(seed)) for seed in range(N)}  # each once
    assert split(replace(problem, shuffle=2)) != (train, test)


def moves_of(seed: int) -> list[tuple[int, int]]:
    return [(1 + i % 2, p) for i, p in enumerate(random_game(seed).board.moves)]


def test_the_split_does_not_depend_on_names(problem: Imitation, tmp_path: Path) -> None:
    """Nor on how many files there are."""
    text = "".join(write_game(random_game(seed)) for seed in reversed(range(N)))
    (tmp_path / "all.sgf").write_text(text)
    other = replace(problem, records=tmp_path / "all.sgf")
    assert other.games == problem.games
    assert [game.moves for game in split(other)[1]] == [game.moves for game in split(problem)[1]]


def test_what_is_said_of_the_records(problem: Imitation, records: Path) -> None:
    found, skipped = problem.notices()
    assert found == "7 games on 5x5 for training, 3 for testing, 3 more on other boards or duplicates"
    assert skipped.startswith(f"1 skipped in {records}: broken.sgf: ")


def test_no_test_game_is_trained_on(problem: Imitation) -> None:
    """Fitness is about the moves of the games to train on, one by one; those of the others do not change it."""
    genomes = genomes_of(problem, 2)
    fitness = problem.rate(genomes, seeds(2, 1))
    train, test = split(problem)
    for genome, its in zip(genomes, fitness, strict=True):
        player = read_bred(SPEC).from_genome(genome, problem.rules)
        matched: Counter[str] = Counter()
        n: Counter[str] = Counter()
        for name, games in (("train", train), ("test", test)):
            for game in games:
                for board, chosen in game.positions():
                    n[name] += 1
                    if any(board.is_eye(p, board.to_play) for p in board.legal_points()):
                        continue  # which the player would not fill
                    matched[name] += player.choose(board) == chosen
        found = problem.compare(genome)
        assert {name: imitated.n_moves for name, imitated in found.items()} == dict(n)
        assert its == found["train"].matched
        for name, imitated in found.items():
            assert matched[name] <= imitated.matched * n[name] + 1e-9 <= matched[name] + n[name] / 4


def test_without_test_games(records: Path) -> None:
    problem = Imitation(records, SPEC, size=5, test=0)
    assert list(problem.compare(genomes_of(problem, 1)[0])) == ["train"]


def test_measures(problem: Imitation) -> None:
    genomes = genomes_of(problem, 9)
    found = [problem.compare(genome)["train"] for genome in genomes]
    assert problem.rate(genomes, seeds(9, 1)).tolist() == [imitated.matched for imitated in found]
    by_logs = replace(problem, measure=ImitationMeasure.LOG)
    np.testing.assert_allclose(by_logs.rate(genomes, seeds(9, 1)), [imitated.log for imitated in found])
    for imitated in found:
        assert 0 <= imitated.matched <= imitated.within_3 <= imitated.within_5 <= imitated.within_10 <= 1
        assert imitated.log < 0


# -- the record of a run -----------------------------------------------------------------------------------------------


def test_settings_tell_games_apart(problem: Imitation, tmp_path: Path) -> None:
    folder = write_records(tmp_path / "a", N)
    before = Imitation(folder, SPEC, size=5).settings()
    assert before["games"] == problem.games
    write_records(folder, 1, first=N)
    after = Imitation(folder, SPEC, size=5).settings()
    assert {name for name in before if before[name] != after[name]} == {"games"}


def test_a_copy_has_the_same_games(problem: Imitation, tmp_path: Path) -> None:
    """Though others may be there by now, for they are not read again; those on another board are."""
    folder = write_records(tmp_path / "a", N)
    first = Imitation(folder, SPEC, size=5)
    write_records(folder, 5, size=7, first=N)
    write_records(folder, 1, first=2 * N)
    again, other = replace(first, shuffle=2), replace(first, size=7)
    assert again.games == first.games != other.games
    assert [game.rules.size for games in split(again) for game in games] == [5] * N
    assert [game.rules.size for games in split(other) for game in games] == [7] * 5


def test_games_that_change_are_noticed(problem: Imitation, tmp_path: Path) -> None:
    """By a process that has not read them before."""
    folder = write_records(tmp_path / "a", 3)
    with pytest.raises(DamagedFile, match=r"have changed: expected the digest 0123, found \w+$"):
        lessons_of(folder, 5, "0123", 0.3, 1, ("follower",))


@pytest.mark.parametrize(("n", "executor"), [(1, Executor.THREADS), (3, Executor.THREADS), (2, Executor.PROCESSES)])
def test_wherever_genomes_are_rated(n: int, executor: Executor, problem: Imitation) -> None:
    genomes, given = genomes_of(problem, 21), seeds(21, 1)
    with Workers(n, executor) as workers:
        found = problem.spread(genomes, given, workers)
    assert found.tolist() == [float(problem.rate(genomes[i : i + 1], given[:1])[0]) for i in range(21)]


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"player": "local"}, "local cannot learn from recorded games; use summation"),
        ({"test": 1.0}, "expected a share of test games from 0 to less than 1, found 1"),
        ({"test": 0.01}, "too few games to split: 10 for training, 0 for testing"),
        ({"test": 0.99}, "too few games to split: 0 for training, 10 for testing"),
        ({"size": 9}, r".* has no games on 9x9: 13 on other boards, 1 skipped"),
        ({"size": 1}, r".*1.*"),
    ],
)
def test_what_makes_no_problem(changes: dict[str, Any], message: str, problem: Imitation) -> None:
    with pytest.raises(ValueError, match=f"^{message}$"):
        replace(problem, **changes)


def test_no_records(tmp_path: Path) -> None:
    with pytest.raises(OSError, match="nowhere"):
        read_games(tmp_path / "nowhere", 9)

"""Breeding: what the rows say, which generations have a champion, when a run is over, and that it repeats itself."""

import json
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from semeai.arena.ratings import share_interval
from semeai.evolve.evolver import Candidate, Fitness, Seeds
from semeai.evolve.method import Generational
from semeai.go.rules import Rules
from semeai.lab.breed import SAMPLE_GAMES, breed
from semeai.lab.folder import read_outcome
from semeai.lab.order import Order
from semeai.lab.result import Result, merit
from semeai.lab.run import Run
from semeai.parallel.executors import Workers
from semeai.players import make_player
from semeai.players.champion import read_champion
from semeai.problems.exams import Exam
from semeai.problems.games import LONG_EXAM_GAMES, RANDOM_STONES, GoProblem, Stage
from semeai.problems.toys import Ones, Sphere
from semeai.rng import seeds
from semeai.sgf import read_games
from tests.lab.support import METHOD, TOY, Notes, bred, everything, kept, rows_of

GO = GoProblem(n_games=4)
EXAM = 20


def bred_go(
    folder: Path, n: int, workers: int = 1, watch: Notes | None = None, problem: GoProblem = GO, **changes: Any
) -> Result:
    return bred(folder, n, watch, Workers(workers), problem=problem, exam_games=EXAM, **changes)


def rows(folder: Path) -> list[dict[str, Any]]:
    return [json.loads(row) for row in rows_of(folder)]


@pytest.fixture(scope="module")
def go(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run of eight generations."""
    folder = tmp_path_factory.mktemp("go") / "x"
    bred_go(folder, 8)
    return folder


@pytest.fixture(scope="module")
def toy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run of twenty generations."""
    folder = tmp_path_factory.mktemp("toy") / "x"
    bred(folder, 20)
    return folder


# -- rows --------------------------------------------------------------------------------------------------------------

FITNESS = ["generation", "best", "mean", "min", "diversity"]


@pytest.mark.parametrize(("name", "columns"), [("go", [*FITNESS, "share", "first"]), ("toy", FITNESS)])
def test_rows(name: str, columns: list[str], request: pytest.FixtureRequest) -> None:
    found = rows(request.getfixturevalue(name))
    assert [row["generation"] for row in found] == list(range(len(found)))
    for row in found:
        assert list(row) == columns
        assert row["min"] <= row["mean"] + 1e-9 <= row["best"] + 2e-9
        assert 0 <= row["diversity"] < 1
        assert 0 <= row.get("share", 0) <= 1


def test_stages(tmp_path: Path) -> None:
    """They change what is bred, not what exams are; a run that is stopped within one goes on within it."""
    plain = replace(GO, rules=Rules(size=7))
    staged = replace(plain, stages=(Stage(2, ("random",)), Stage(2, ("wally",), handicap=2)))
    runs = {"whole": (8,), "parts": (1, 3, 8)}
    for name, ends in runs.items():
        for n in ends:
            bred_go(tmp_path / name / "x", n, problem=staged)
    found = rows(tmp_path / "whole" / "x")
    assert rows(tmp_path / "parts" / "x") == found
    method = Order(METHOD, plain).begin()
    assert isinstance(method, Generational)
    evolver = method.evolver
    problems = [replace(plain, opponents=("random",))] * 2
    problems += [replace(plain, opponents=("wally",), rules=replace(plain.rules, handicap=2))] * 2 + [plain] * 4
    for generation, problem in enumerate(problems):
        fitness = problem.rate(evolver.ask(), seeds(len(evolver.ask()), 1, generation))
        evolver.tell(fitness)
        assert found[generation]["best"] == fitness.max()
        exam = plain.points(evolver.champion, seeds(EXAM, 1, generation, 0))
        assert found[generation]["share"] == exam.mean()


def test_times_are_kept_apart(toy: Path) -> None:
    times = [json.loads(line) for line in (toy / "times.jsonl").read_text().splitlines()]
    assert [time["generation"] for time in times] == list(range(20))
    assert all(list(time) == ["generation", "seconds", "at"] and time["seconds"] > 0 for time in times)
    assert [time["at"] for time in times] == sorted(time["at"] for time in times)


def test_candidates_are_shared_out_whole_and_in_order() -> None:
    """However many workers there are: each candidate is rated once, with its own seed."""
    asked: list[tuple[int, int]] = []

    class Spy(Sphere):
        def rate(self, candidates: Any, seeds: Seeds) -> Fitness:
            asked.append((len(candidates), len(seeds)))
            return np.array([candidate[0] + float(seed) for candidate, seed in zip(candidates, seeds, strict=True)])

    candidates = [np.array([float(i)]) for i in range(13)]
    own = np.arange(13, dtype=np.uint64) * np.uint64(100)
    for n, n_tasks in ((1, 1), (2, 8), (5, 13)):
        asked.clear()
        with Workers(n) as workers:
            assert Spy().spread(candidates, own, workers).tolist() == [101.0 * i for i in range(13)]
        assert len(asked) == n_tasks
        assert all(a == b > 0 for a, b in asked)


# -- exams -------------------------------------------------------------------------------------------------------------


@pytest.fixture
def used(monkeypatch: pytest.MonkeyPatch) -> dict[str, list[int]]:
    """The seeds of candidates, and of fresh games, as they are used."""
    found: dict[str, list[int]] = {"rate": [], "points": [], "records": []}

    def spy(name: str) -> Any:
        original = getattr(GoProblem, name)

        def call(self: GoProblem, what: Any, seeds: Seeds, *rest: Any) -> Any:
            found[name] += seeds.tolist()
            return original(self, what, seeds, *rest)

        return call

    for name in found:
        monkeypatch.setattr(GoProblem, name, spy(name))
    return found


def test_exams_are_fresh(used: dict[str, list[int]], tmp_path: Path) -> None:
    """No game of an exam was played before, neither to select whoever plays it nor in another exam."""
    bred_go(tmp_path, 5)
    assert len(used["rate"]) == 5 * 6
    assert len(used["points"]) == 5 * EXAM + 2 * LONG_EXAM_GAMES
    everywhere = used["rate"] + used["points"] + used["records"]
    assert len(set(everywhere)) == len(everywhere)


def test_the_share_is_what_the_best_wins_of_its_exam(go: Path) -> None:
    for path in (go / "champions").iterdir():
        champion = read_champion(path)
        points = GO.points(champion.genome, seeds(EXAM, 1, champion.generation, 0))
        assert rows(go)[champion.generation]["share"] == points.mean()
        assert champion.row == rows(go)[champion.generation]


@pytest.mark.parametrize(("name", "place", "stones"), [("exam", 3, 0), ("openings", 4, RANDOM_STONES)])
def test_long_exams(name: str, place: int, stones: int, go: Path) -> None:
    """The champion sits two, which end with their intervals: one as it was bred, one from random openings."""
    done = json.loads((go / "done.json").read_text())
    exam, champion = done[name], read_champion(go / done["champion"])
    assert exam["n_games"] == LONG_EXAM_GAMES
    assert (exam["low"], exam["high"]) == share_interval(exam["share"] * LONG_EXAM_GAMES, LONG_EXAM_GAMES)
    assert exam["low"] < exam["share"] < exam["high"]
    its_seeds = seeds(LONG_EXAM_GAMES, 1, champion.generation, place)
    assert replace(GO, random_moves=stones).points(champion.genome, its_seeds).mean() == exam["share"]


def test_an_exam_in_words() -> None:
    assert str(Exam(1000, 0.5, 0.4694, 0.5306)) == "50.0% [46.9%, 53.1%] of the points in 1,000 fresh games"


def test_workers_change_nothing(go: Path, tmp_path: Path) -> None:
    bred_go(tmp_path / "x", 8, workers=3)
    assert kept(tmp_path / "x") == kept(go)


# -- champions ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["go", "toy"])
def test_champions_are_those_better_than_all_before(name: str, request: pytest.FixtureRequest) -> None:
    folder = request.getfixturevalue(name)
    expected, best = [], -np.inf
    for row in rows(folder):
        if merit(row) > best:
            expected.append(f"{row['generation']:06}")
            best = merit(row)
    assert 2 <= len(expected) < len(rows(folder))
    assert sorted(path.stem for path in (folder / "champions").iterdir()) == expected
    games = folder / "games"
    assert sorted(path.stem for path in games.glob("*")) == (expected if name == "go" else [])
    assert json.loads((folder / "done.json").read_text())["champion"] == f"champions/{expected[-1]}.npz"


def test_a_champion_is_the_best_of_its_generation(toy: Path) -> None:
    for path in (toy / "champions").iterdir():
        champion = read_champion(path)
        (fitness,) = TOY.rate([champion.genome], np.zeros(1, np.uint64))
        assert fitness == rows(toy)[champion.generation]["best"]
        assert (champion.player, champion.rules, champion.method, champion.seed) == ("", None, METHOD, 1)
        assert champion.problem == {"name": "sphere", "n": 4}


def test_a_champion_of_go_plays_and_its_games_are_kept(go: Path) -> None:
    path = max((go / "champions").iterdir())
    champion = read_champion(path)
    assert (champion.player, champion.rules) == ("local", GO.rules)
    assert champion.provenance.keys() >= {"commit", "cpu", "numpy"}
    make_player(f"champion:{path}")
    games = read_games((go / "games" / f"{path.stem}.sgf").read_text())
    names = [{name: game.root.properties[name] for name in ("PB", "PW")} for game in games]
    own, other = [f"x {champion.generation}"], ["wally:noise=0.1"]
    assert names == [{"PB": own, "PW": other}, {"PB": other, "PW": own}] * (SAMPLE_GAMES // 2)


def test_champions_tell_the_command_that_makes_them(toy: Path, tmp_path: Path) -> None:
    """As far as their generation, whatever the limits were; and nothing else of the run is another for it."""
    bred(tmp_path / "x", 12, command="semeai evolve ga --problem 'a b'")
    bred(tmp_path / "x", 20, command="semeai evolve ga --problem 'a b'")
    assert rows_of(tmp_path / "x") == rows_of(toy)
    paths = sorted((tmp_path / "x" / "champions").iterdir())
    assert len(paths) > 1
    for path in paths:
        champion, without = read_champion(path), read_champion(toy / "champions" / path.name)
        command = f"semeai evolve ga --problem 'a b' --generations {int(path.stem) + 1}"
        assert champion.provenance == without.provenance | {"command": command}
    bred(tmp_path / "at once" / "x", 20, command="semeai evolve ga --problem 'a b'")
    assert kept(tmp_path / "at once" / "x") == kept(tmp_path / "x")


# -- the target --------------------------------------------------------------------------------------------------------


def test_a_toy_stops_at_its_target(toy: Path, tmp_path: Path) -> None:
    fitness = [row["best"] for row in rows(toy)]
    n = next(i for i in range(2, 20) if fitness[i] > max(fitness[:i]))
    result = bred(tmp_path / "x", 20, target=fitness[n])
    assert result.is_target_reached
    assert (result.champion.exam, result.champion.openings) == (None, None)
    assert rows_of(tmp_path / "x") == rows_of(toy)[: n + 1]
    assert result.champion.path == tmp_path / "x" / "champions" / f"{n:06}.npz"


OPENINGS = 0.1875


@dataclass
class Script:
    """Exams with results that are known beforehand: of each generation in turn, and long ones in turn."""

    short: Iterator[float]
    long: Iterator[float]
    long_candidates: list[Candidate] = field(default_factory=list)
    long_seeds: list[Seeds] = field(default_factory=list)
    openings_seeds: list[Seeds] = field(default_factory=list)
    """of exams from random openings"""

    def examine(self, problem: GoProblem, candidate: Candidate, seeds: Seeds, workers: Workers) -> Exam:
        if len(seeds) == EXAM:
            return Exam(EXAM, next(self.short), 0, 1)
        assert len(seeds) == LONG_EXAM_GAMES
        if problem.random_moves:
            assert problem.random_moves == RANDOM_STONES
            self.openings_seeds.append(seeds)
            return Exam(len(seeds), OPENINGS, 0.125, 0.25)
        self.long_candidates.append(candidate)
        self.long_seeds.append(seeds)
        return Exam(len(seeds), next(self.long), 0.25, 0.75)


@pytest.fixture
def script(monkeypatch: pytest.MonkeyPatch) -> Any:
    def begin(short: list[float], long: list[float]) -> Script:
        script = Script(iter(short), iter(long))
        monkeypatch.setattr("semeai.lab.breed.examine", script.examine)
        return script

    return begin


def test_a_target_counts_once_a_long_exam_confirms_it(script: Any, tmp_path: Path) -> None:
    """The champion is who reached it, even if another one was better in a short exam."""
    # The third generation falls short of it, the fourth has it exactly.
    exams = script([0.5, 0.9, 0.7, 0.75], [0.625, 0.75, 0.5])
    notes = Notes()
    result = bred_go(tmp_path, 50, target=0.75, watch=notes)
    assert notes.said == [
        "generation 1: 90.0% in its exam, but 62.5% [25.0%, 75.0%] of the points in 1,000 fresh games; continuing"
    ]
    assert [row["share"] for row in rows(tmp_path)] == [0.5, 0.9, 0.7, 0.75]
    assert result.is_target_reached
    assert result.champion.path == tmp_path / "champions" / "000003.npz"
    assert result.champion.exam == Exam(LONG_EXAM_GAMES, 0.5, 0.25, 0.75)  # what is told is not what selected it
    assert result.champion.best == 0.75
    assert result.champion.openings == Exam(LONG_EXAM_GAMES, OPENINGS, 0.125, 0.25)
    (openings,) = exams.openings_seeds
    drawn = [*exams.long_seeds[1], *exams.long_seeds[2], *openings]
    assert len(set(drawn)) == len(drawn) == 3 * LONG_EXAM_GAMES
    assert all((exams.long_candidates[i] == result.champion.genome).all() for i in (1, 2))
    assert (read_champion(result.champion.path).genome == result.champion.genome).all()
    assert sorted(path.stem for path in (tmp_path / "champions").iterdir()) == ["000000", "000001", "000003"]
    assert sorted(path.stem for path in (tmp_path / "games").iterdir()) == ["000000", "000001", "000003"]
    assert read_outcome(tmp_path) == {
        "generations": 4,
        "target_reached": True,
        "champion": "champions/000003.npz",
        "exam": {"n_games": LONG_EXAM_GAMES, "share": 0.5, "low": 0.25, "high": 0.75},
        "openings": {"n_games": LONG_EXAM_GAMES, "share": OPENINGS, "low": 0.125, "high": 0.25},
    }


def test_a_target_that_no_long_exam_confirms(script: Any, tmp_path: Path) -> None:
    script([0.5, 0.9, 0.8], [0.5, 0.5, 0.25])
    result = bred_go(tmp_path, 3, target=0.75)
    assert not result.is_target_reached
    assert result.champion.path.stem == "000001"
    assert result.champion.exam == Exam(LONG_EXAM_GAMES, 0.25, 0.25, 0.75)


# -- it repeats itself -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["go", "toy"])
def test_a_finished_run_asked_again_changes_nothing(name: str, request: pytest.FixtureRequest) -> None:
    folder = request.getfixturevalue(name)
    before = everything(folder)
    result = bred_go(folder, 8) if name == "go" else bred(folder, 20)
    assert everything(folder) == before
    assert result.champion.path.relative_to(folder).as_posix() == json.loads(before["done.json"])["champion"]


def test_more_generations_of_go(go: Path, tmp_path: Path) -> None:
    bred_go(tmp_path / "x", 3)
    bred_go(tmp_path / "x", 8)
    assert kept(tmp_path / "x") == kept(go)


def test_fewer_generations_are_no_step_back(toy: Path) -> None:
    before = everything(toy)
    assert len(bred(toy, 5).rows) == 20
    assert everything(toy) == before


@pytest.mark.parametrize("target", [None, 0.1])
def test_killed_before_it_could_say_what_came_of_it(
    target: float | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole, cut = tmp_path / "whole" / "x", tmp_path / "cut" / "x"
    assert bred_go(whole, 12, target=target).is_target_reached == (target is not None)

    def die(*_: Any) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(Run, "finish", die)
        with pytest.raises(KeyboardInterrupt):
            bred_go(cut, 12, target=target)
    assert "done.json" not in kept(cut)
    bred_go(cut, 12, target=target)
    assert kept(cut) == kept(whole)

    (cut / "done.json").unlink()
    bred_go(cut, 12, target=target)
    assert kept(cut) == kept(whole)


def test_whole_numbers_too(tmp_path: Path) -> None:
    result = bred(tmp_path / "at once", 6, problem=Ones(8))
    bred(tmp_path / "x", 3, problem=Ones(8))
    again = bred(tmp_path / "x", 6, problem=Ones(8))
    assert again.champion.genome.tolist() == result.champion.genome.tolist()
    assert set(again.champion.genome.tolist()) <= {0, 1}
    assert kept(tmp_path / "x") == kept(tmp_path / "at once")


def test_a_run_without_long_exams(tmp_path: Path) -> None:
    """Rows and champion are the same; an experiment tests the champion itself."""
    order = Order("ga:population=4", GoProblem("local"), 1, 2, exam_games=2)
    with Workers() as workers:
        results = [breed(order, tmp_path / str(has), workers, has_long_exams=has) for has in (True, False)]
    assert [result.champion.exam is None for result in results] == [False, True]
    assert results[1].champion.openings is None
    assert results[1].rows == results[0].rows
    assert np.array_equal(results[1].champion.genome, results[0].champion.genome)
    assert json.loads((tmp_path / "False" / "done.json").read_text())["exam"] is None
    assert read_champion(tmp_path / "False" / "champion.npz").exams == {}

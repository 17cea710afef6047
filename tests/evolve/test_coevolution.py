"""Two populations: what they get for their wins, whom they meet, and that they go on where they were stopped."""

import json
import pickle
from collections import Counter
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from semeai.archive import pack, unpack
from semeai.evolve import METHODS as ALL_METHODS
from semeai.evolve import coevolution, make_evolver
from semeai.evolve.coevolution import (
    HALL,
    Assembly,
    Coevolution,
    CoevolutionParams,
    Meeting,
    competitive_fitness_sharing,
    shared_sample,
)
from semeai.evolve.evolver import Row, State
from semeai.files import write_whole
from semeai.nets.genes import Units
from semeai.problems.toys import Ones, Sphere
from semeai.rng import generator

GA, SANE = "ga:population=5", "sane:neurons=20,blueprints=4,hidden=3"
UNITS = Units(3, 2)
METHODS = {"ga": (GA, "ga:population=4", Ones(6).genes), "sane": (SANE, f"{SANE},connections=5", UNITS)}
SETTINGS = {"all": {}, "hall": {"hall": 2}, "sample": {"sample": 3}, "both": {"hall": 3, "sample": 2, "sharing": False}}


@pytest.fixture(params=METHODS)
def methods(request: pytest.FixtureRequest) -> Any:
    return METHODS[request.param]


@pytest.fixture(params=SETTINGS)
def settings(request: pytest.FixtureRequest) -> Any:
    return SETTINGS[request.param]


def make(methods: Any, settings: Any, seed: int = 1, starts: Any = (None, None)) -> Coevolution:
    black, white, genes = methods
    return Coevolution(CoevolutionParams(black, white, **settings), genes, generator(seed), starts)


def results_of(meeting: Meeting) -> np.ndarray:
    """Games that anybody can win; nothing where none is played."""
    black, white = ([float(np.sum(genome[-6:])) for genome in side] for side in (meeting.black, meeting.white))
    results = np.sin(7 * (np.subtract.outer(black, white) + 3 * np.multiply.outer(black, white) + 1))
    return np.where(meeting.is_met, results, np.nan)


def history(pair: Coevolution, n: int) -> list[Row]:
    return [pair.tell(results_of(pair.ask())) for _ in range(n)]


def frozen(state: State) -> dict[str, tuple[str, tuple[int, ...], bytes]]:
    return {name: (array.dtype.str, array.shape, array.tobytes()) for name, array in state.items()}


def present(meeting: Meeting) -> list[bytes]:
    return [genome.tobytes() for genome in [*meeting.black, *meeting.white]] + [meeting.is_met.tobytes()]


# -- fitness -----------------------------------------------------------------------------------------------------------

PRINTED = {1: [6, 7], 3: [5, 6, 7], 4: [5, 7], 8: [1, 2, 4], 5: [2], 6: [2]}
"""zela's example: hosts 1 to 4, parasites 5 to 8, and whom they beat"""


@pytest.mark.parametrize(
    ("members", "opponents", "expected"),
    [
        (range(1, 5), range(5, 9), [Fraction(5, 6), 0, Fraction(4, 3), Fraction(5, 6)]),
        (range(5, 9), range(1, 5), [Fraction(1, 3), Fraction(1, 3), 0, Fraction(7, 3)]),
    ],
)
def test_the_printed_example(members: range, opponents: range, expected: list[Fraction]) -> None:
    beats = np.array([[j in PRINTED.get(i, []) for j in opponents] for i in members])
    assert competitive_fitness_sharing(beats) == pytest.approx([float(x) for x in expected], abs=1e-15)


def random_beats(seed: int) -> np.ndarray:
    rng = np.random.default_rng(seed)
    return rng.random(rng.integers(1, 9, size=2)) < rng.random()


@pytest.mark.parametrize("seed", range(20))
def test_every_opponent_is_shared_by_those_who_beat_it(seed: int) -> None:
    beats = random_beats(seed)
    found = competitive_fitness_sharing(beats)
    n = beats.sum(axis=0)
    wanted = [sum(Fraction(1, int(n[j])) for j in np.flatnonzero(row)) for row in beats]
    assert found == pytest.approx([float(x) for x in wanted])


# -- shared sampling ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("beats", "k", "expected"),
    [
        (["111..", "11...", "...11"], 2, [0, 2]),  # who beats another one, not who beats more of the same
        (["111..", "11...", "...11"], 3, [0, 2, 1]),
        (["11.", "111", "11."], 2, [1, 0]),  # of equals the first
        (["..", "..", ".."], 2, [0, 1]),
        (["1.", ".1"], 5, [0, 1]),  # all there are
        (["1.", ".1"], 0, []),
        # Two that are beaten already are worth as much as one that is not.
        (["1111..", "11....", "....1."], 3, [0, 1, 2]),
    ],
)
def test_samples(beats: list[str], k: int, expected: list[int]) -> None:
    assert shared_sample(np.array([[c == "1" for c in row] for row in beats]), k) == expected


@pytest.mark.parametrize("seed", range(20))
def test_samples_follow_the_definition(seed: int) -> None:
    beats = random_beats(seed)
    n, m = beats.shape
    chosen: list[int] = []
    while len(chosen) < n:
        gains = {
            i: sum(Fraction(1, 1 + sum(bool(beats[c, j]) for c in chosen)) for j in range(m) if beats[i, j])
            for i in range(n)
            if i not in chosen
        }
        chosen.append(max(gains, key=lambda i: (gains[i], -i)))
    for k in range(n + 2):
        assert shared_sample(beats, k) == chosen[:k]


# -- who meets whom ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("settings", "guests"),
    [
        ({}, [0, 0, 0, 0]),
        ({"hall": 2}, [0, 1, 2, 2]),
        ({"sample": 3}, [3, 3, 3, 3]),
        ({"sample": 9}, [(5, 4)] * 4),  # all there are
        ({"sample": 3, "hall": 2}, [3, 4, 5, 5]),
    ],
)
def test_whom_candidates_meet(settings: dict[str, int], guests: list[Any]) -> None:
    pair = make(METHODS["ga"], settings)
    for n in guests:
        n_black, n_white = n if isinstance(n, tuple) else (n, n)
        meeting = pair.ask()
        assert (len(meeting.black), len(meeting.white)) == (5 + n_black, 4 + n_white)
        assert (meeting.n_black, meeting.n_white) == (5, 4)
        assert (meeting.is_met[:5, :4] == ("sample" not in settings)).all()
        assert meeting.is_met[:5, 4:].all()
        assert meeting.is_met[5:, :4].all()
        assert not meeting.is_met[5:, 4:].any()
        pair.tell(results_of(meeting))


def test_the_sample_is_of_the_generation_before() -> None:
    pair = make(METHODS["ga"], {"sample": 3})
    first = pair.ask()
    for own, n in ((first.black, 5), (first.white, 4)):  # no results yet: any of its own
        assert {genome.tobytes() for genome in own[n:]} <= {genome.tobytes() for genome in own[:n]}
    results = np.ones((8, 7))  # black wins all, but for two games with candidates of white
    results[6, 2] = results[7, 3] = -1
    pair.tell(results)
    second = pair.ask()
    assert [genome.tobytes() for genome in second.black[5:]] == [genome.tobytes() for genome in first.black[:3]]
    assert [genome.tobytes() for genome in second.white[4:]] == [first.white[i].tobytes() for i in (2, 3, 0)]


def test_veterans_are_champions_of_the_past() -> None:
    pair = make(METHODS["sane"], {"hall": 2})
    past: list[set[bytes]] = [set(), set()]
    drawn = Counter()
    for _ in range(12):
        meeting = pair.ask()
        for champions, veterans in zip(past, (meeting.black[4:], meeting.white[4:]), strict=True):
            assert {genome.tobytes() for genome in veterans} <= champions
            drawn.update(genome.tobytes() for genome in veterans)
        pair.tell(results_of(meeting))
        for champions, champion in zip(past, pair.champions.values(), strict=True):
            champions.add(champion.tobytes())
    assert len(drawn) > 8  # not always the same


def test_every_generation_has_the_same_chance_to_be_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    class Clock:
        """A method whose champion is the number of its generation."""

        params = None

        def __init__(self) -> None:
            self.champion = np.zeros(1)

        def ask(self) -> np.ndarray:
            return np.zeros((1, 1))

        def tell(self, fitness: np.ndarray) -> Row:
            self.champion = self.champion + 1
            return {}

        def state(self) -> State:
            return {}

    monkeypatch.setattr(coevolution, "HALL", 3)
    monkeypatch.setattr(coevolution, "make_evolver", lambda *_: Clock())
    counts: Counter[int] = Counter()
    for seed in range(200):
        pair = make(METHODS["ga"], {"hall": 1}, seed)
        history(pair, 12)
        state = pair.state()
        counts.update(np.concatenate([state["black.hall"], state["white.hall"]]).astype(int).tolist())
    assert sorted(counts) == list(range(1, 13))
    assert min(counts.values()) > 65  # of 400 halls, 100 each; the standard deviation is below 9
    assert max(counts.values()) < 135


# -- rows and breeding -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("sharing", [True, False])
def test_rows(sharing: bool) -> None:
    pair = make(METHODS["ga"], {"sharing": sharing, "hall": 1})
    pair.tell(results_of(pair.ask()))
    meeting = pair.ask()
    results = np.zeros(meeting.is_met.shape)  # draws, which nobody wins
    results[0, :3] = 5.5  # black 0 beats three of four, and black 1 and 2 the first of them
    results[[1, 2], 0] = 1
    results[4, 3] = -9
    results[4, 4] = results[3, 4] = 1  # who beat the veteran
    results[5, 2] = -1
    row = pair.tell(results)
    black = [1 / 3 + 2, 1 / 3, 1 / 3, 1 / 2, 1 / 2] if sharing else [3, 1, 1, 1, 1]
    white = [0, 0, 1, 1]
    assert (row["black_wins"], row["white_wins"]) == (5 / 20, 1 / 20)  # without the veterans' games
    assert (row["black_best"], row["white_best"]) == (pytest.approx(max(black)), 1)
    assert (row["black_mean"], row["white_mean"]) == (pytest.approx(np.mean(black)), np.mean(white))
    assert (pair.champions["black"] == meeting.black[0]).all()
    assert (pair.champions["white"] == meeting.white[2]).all()


def test_rows_are_always_the_same_words(methods: Any, settings: Any) -> None:
    rows = history(make(methods, settings), 5)
    for row in rows:
        sides = [f"{side}_{word}" for side in ("black", "white") for word in ("best", "mean", "min", "diversity")]
        assert list(row) == ["black_wins", "white_wins", *sides]
        assert row["black_wins"] + row["white_wins"] == pytest.approx(1)
        assert json.loads(json.dumps(row, allow_nan=False)) == row


@pytest.mark.parametrize("settings", [*SETTINGS.values()], ids=SETTINGS)
def test_an_arms_race(settings: dict[str, int]) -> None:
    """Who has more ones wins: neither is told so, and both get more."""
    methods = ("ga:population=20", "ga:population=20", Ones(20).genes)
    pair = make(methods, settings)
    for _ in range(25):
        meeting = pair.ask()
        black, white = (np.mean(side, axis=1) for side in (meeting.black, meeting.white))
        pair.tell(np.subtract.outer(black, white))
    assert min(black[:20].mean(), white[:20].mean()) > 0.65


@pytest.mark.parametrize("wrong", ["shape", "nan", "inf"])
def test_wrong_results_are_refused(methods: Any, settings: Any, wrong: str) -> None:
    pair = make(methods, settings)
    history(pair, 2)
    before, results = frozen(pair.state()), results_of(pair.ask())
    played = tuple(np.argwhere(pair.ask().is_met)[-1])
    if wrong == "shape":
        results = results[:-1]
    else:
        results[played] = float(wrong)
    with pytest.raises(ValueError, match="result"):
        pair.tell(results)
    assert frozen(pair.state()) == before


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"black": "eugenics"}, r"^no method called 'eugenics'"),
        ({"white": "sane:neurons=3"}, r"^sane:neurons must be 4 or more, not 3$"),
        ({"hall": -1}, rf"^coevolution:hall must be 0 to {HALL}, not -1$"),
        ({"hall": HALL + 1}, rf"^coevolution:hall must be 0 to {HALL}, not {HALL + 1}$"),
        ({"sample": -1}, r"^coevolution:sample must be 0 or more, not -1$"),
    ],
)
def test_wrong_settings(settings: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        CoevolutionParams(**settings)


def test_by_name() -> None:
    assert ALL_METHODS.load("coevolution").make is Coevolution
    assert "sharing=True" in ALL_METHODS.describe()


# -- it repeats itself, and goes on where it was stopped ---------------------------------------------------------------


def test_the_history_follows_from_the_seed(methods: Any, settings: Any) -> None:
    one, same, other = (make(methods, settings, seed) for seed in (1, 1, 2))
    assert history(one, 4) == history(same, 4) != history(other, 4)
    assert frozen(one.state()) == frozen(same.state())


def test_the_sides_draw_apart() -> None:
    meeting = make((GA, GA, Ones(6).genes), {}).ask()
    assert any((a != b).any() for a, b in zip(meeting.black, meeting.white, strict=True))


def test_asking_and_what_is_done_to_arrays_change_nothing(methods: Any, settings: Any) -> None:
    pair, undisturbed = make(methods, settings), make(methods, settings)
    for _ in range(3):
        meeting = pair.ask()
        results = results_of(meeting)
        before = present(meeting)
        for array in [*meeting.black, *meeting.white, meeting.is_met, *pair.champions.values(), *pair.state().values()]:
            array[...] = 0
        assert present(pair.ask()) == before
        assert pair.tell(results) == history(undisturbed, 1)[0]
    assert frozen(pair.state()) == frozen(undisturbed.state())


@pytest.mark.parametrize("n_before", [0, 3])
def test_resumed_is_as_uninterrupted(methods: Any, settings: Any, n_before: int, tmp_path: Path) -> None:
    whole, stopped, resumed = make(methods, settings), make(methods, settings), make(methods, settings, seed=2)
    expected = history(whole, 6)
    rows = history(stopped, n_before)
    write_whole(tmp_path / "state.npz", pack("state", 1, {}, stopped.state()))
    _, state = unpack(tmp_path / "state.npz", "state", 1)
    history(resumed, 5 - n_before)
    resumed.restore(state)
    assert frozen(resumed.state()) == frozen(stopped.state())
    for array in state.values():
        array[...] = 0
    assert present(resumed.ask()) == present(stopped.ask())
    assert rows + history(resumed, 6 - n_before) == expected
    assert frozen(resumed.state()) == frozen(whole.state())


def test_a_long_hall_is_restored(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(coevolution, "HALL", 3)
    whole, resumed = (make(METHODS["sane"], {"hall": 2}) for _ in range(2))
    history(whole, 6)
    resumed.restore(whole.state())
    assert history(resumed, 4) == history(whole, 4)


def test_a_state_of_something_else_is_refused(methods: Any, settings: Any) -> None:
    """Also where only the last array of it is wrong; then nothing of it has been taken."""
    pair, fitting = make(methods, settings), make(methods, settings, seed=2)
    history(pair, 3)
    history(fitting, 3)
    before, state = frozen(pair.state()), dict(fitting.state())
    others = [make(methods, other) for other in SETTINGS.values() if other.get("hall") != settings.get("hall")]
    for other in others:
        history(other, 3)
    turned = (methods[1], methods[0], methods[2])
    wrongs = [other.state() for other in others] + [make(turned, settings).state(), {}]
    wrongs += [{name: array for name, array in state.items() if name != left_out} for left_out in state]
    wrongs += [state | {name: array[:-1]} for name, array in state.items() if len(array)]
    wrongs += [state | {"more": np.zeros(1)}, state | {"n_told": np.array([-1])}, state | {"n_told": np.array([3.0])}]
    for wrong in wrongs:
        with pytest.raises(ValueError, match=r"^.{10,100}$"):
            pair.restore(wrong)
        assert frozen(pair.state()) == before


@pytest.mark.parametrize("name", ["black.hall", "white.sample", "white.veterans"])
@pytest.mark.parametrize("value", [np.nan, 77.5])
def test_a_state_with_genomes_of_nothing_is_refused(name: str, value: float) -> None:
    for methods in (METHODS["sane"], (GA, GA, Sphere(6).genes)):
        pair = make(methods, {"hall": 1, "sample": 1})
        history(pair, 2)
        state = pair.state()
        state[name][0] = value
        with pytest.raises(ValueError, match=r"^(the state has|invalid network)"):
            pair.restore(state)


# -- trained populations -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("side", [0, 1])
def test_a_side_begins_with_a_trained_population(methods: Any, settings: Any, side: int) -> None:
    evolver = make_evolver(methods[side], methods[2], generator(9))
    evolver.tell(np.arange(len(evolver.ask()), dtype=float))
    starts: list[State | None] = [None, None]
    starts[side] = evolver.state()
    one, other = (make(methods, settings, seed, starts) for seed in (1, 2))
    for pair in (one, other):
        own = (pair.ask().black, pair.ask().white)[side]
        candidates = evolver.ask()
        assert all((a == b).all() for a, b in zip(own, candidates, strict=False))
        assert {genome.tobytes() for genome in own[len(candidates) :]} <= {genome.tobytes() for genome in candidates}
    # Only the population: what is bred from it follows from the seed.
    for pair in (one, other):
        pair.tell(np.ones(pair.ask().is_met.shape))
    a, b = ((pair.ask().black, pair.ask().white)[side] for pair in (one, other))
    assert any((x != y).any() for x, y in zip(a, b, strict=True))


def test_the_other_sides_population_is_refused() -> None:
    state = make_evolver(METHODS["ga"][1], METHODS["ga"][2], generator(1)).state()
    with pytest.raises(ValueError, match=r"^the state belongs to another method"):
        make(METHODS["ga"], {}, starts=(state, None))


@pytest.mark.parametrize("some", [slice(None), slice(0, 3), slice(2, 6), slice(5, 7), slice(6, 2), slice(-2, None)])
@pytest.mark.parametrize("is_seen", [False, True])
def test_an_assembly_is_a_list_of_candidates_and_guests(some: slice, is_seen: bool) -> None:
    """Also in parts, and on another machine."""
    candidates, guests = np.arange(10.0).reshape(5, 2), [np.full(2, -1.0), np.full(2, -2.0)]
    assembly, wanted = Assembly(candidates, guests), [*candidates, *guests]
    assert len(assembly) == 7
    if is_seen:
        assert (assembly[0] == wanted[0]).all()
    for found in (assembly[some], pickle.loads(pickle.dumps(assembly[some]))):
        assert [genome.tolist() for genome in found] == [genome.tolist() for genome in wanted[some]]

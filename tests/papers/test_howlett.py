"""The matches of howlett: who gets the points, whose luck is whose, and what playouts that end early are like."""

from pathlib import Path
from typing import Any

import pytest

from semeai.arena.schedule import Fixture, Pairing, Terms
from semeai.go.game import Game, Result
from semeai.go.points import BLACK, WHITE
from semeai.go.rules import Rules
from semeai.papers.howlett import matches
from semeai.papers.howlett.early_stop import EARLY_STOP, mean_length, try_early_stop
from semeai.papers.howlett.ladder import try_ladder
from semeai.papers.howlett.matches import Outcome, play_fixture, play_match, spec
from semeai.papers.howlett.tuning import CHANGES, DEFAULTS, TUNING, try_tuning
from semeai.papers.paper import Bench, Row, Scale
from semeai.papers.shares import share_of
from semeai.parallel.executors import Workers
from semeai.players import make_player
from semeai.players.search.search import SearchPlayer
from tests.conftest import needs_jit

PARAMS = {"rules": "chinese", "komi": 7.5, "size": 5, "games": 4}


def match(a: str, b: str, seed: int = 1, **changes: Any) -> Row:
    with Workers() as workers:
        return play_match(a, b, PARAMS | changes, seed, Bench(Path("nowhere"), workers, lambda text: None))


def fixtures_asked(monkeypatch: pytest.MonkeyPatch) -> list[Fixture]:
    """The games of the coming matches, which are not played."""
    asked: list[Fixture] = []

    def play(pairing: Pairing, terms: Terms, fixture: Fixture) -> Outcome:
        asked.append(fixture)
        return Outcome(1, 1, False)

    monkeypatch.setattr(matches, "play_fixture", play)
    return asked


@pytest.mark.parametrize(
    ("player", "settings", "expected"),
    [
        ("uct", {"playouts": 20}, "uct:playouts=20"),
        ("uct", {"playouts": 20, "cp": 0.5}, "uct:playouts=20,cp=0.5"),
        ("rave:policy=light", {"playouts": 20}, "rave:policy=light,playouts=20"),
    ],
)
def test_specifications(player: str, settings: dict[str, float], expected: str) -> None:
    assert spec(player, **settings) == expected


@needs_jit
def test_points_are_those_of_the_first() -> None:
    """wally beats random with either color."""
    assert match("wally", "random")["points"] == 4
    assert match("random", "wally")["points"] == 0


@pytest.mark.parametrize(
    ("winner", "reason", "points"),
    [(BLACK, "score", [1, 0]), (WHITE, "resign", [0, 1]), (None, "limit", [0.5, 0.5]), (BLACK, "forfeit", [1, 0])],
)
def test_what_a_result_is_worth(
    winner: int | None, reason: str, points: list[float], monkeypatch: pytest.MonkeyPatch
) -> None:
    """To the first of the two, who is black in the first game and white in the second."""

    def play(game: Game, players: Any, seeds: Any) -> Result:
        return Result(winner, reason)

    monkeypatch.setattr(matches, "play_game", play)
    pairing, terms = Pairing("wally", "random", 2), Terms(Rules(size=5))
    outcomes = [play_fixture(pairing, terms, fixture) for fixture in pairing.fixtures(terms.colors)]
    assert [outcome.points for outcome in outcomes] == points
    assert [outcome.is_failure for outcome in outcomes] == [reason == "forfeit"] * 2


def test_no_two_games_have_the_same_luck(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nor the two sides of a game."""
    seen: list[int] = []

    def play(game: Game, players: Any, seeds: dict[int, int]) -> Result:
        seen.extend(seeds.values())
        return Result(None, "limit")

    monkeypatch.setattr(matches, "play_game", play)
    for seed in (1, 2):
        for opponent in ("random", "wally"):
            match("wally", opponent, seed)
    assert len(set(seen)) == len(seen) == 2 * 2 * 4 * 2


@needs_jit
def test_rules_are_those_of_the_parameters(monkeypatch: pytest.MonkeyPatch) -> None:
    games: list[Game] = []

    def play(game: Game, players: Any, seeds: Any) -> Result:
        games.append(game)
        return Result(None, "limit")

    monkeypatch.setattr(matches, "play_game", play)
    match("wally", "random", size=7, komi=5.5)
    assert {(game.rules.size, game.rules.komi, game.rules.name) for game in games} == {(7, 5.5, "chinese")}


@needs_jit
def test_both_sides_of_the_ladder_have_the_playouts(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = fixtures_asked(monkeypatch)
    with Workers() as workers:
        bench = Bench(Path("nowhere"), workers, lambda text: None)
        try_ladder(PARAMS | {"player": "rave:policy=light", "below": "uct", "playouts": 30}, 1, bench)
    first, second = "rave:policy=light,playouts=30", "uct:playouts=30"
    assert [(f.black, f.white) for f in asked] == [(first, second), (second, first)] * 2


# -- playouts that end early -------------------------------------------------------------------------------------------


@needs_jit
def test_equal_work_takes_its_share_of_the_playouts(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = fixtures_asked(monkeypatch)
    with Workers() as workers:
        bench = Bench(Path("nowhere"), workers, lambda text: None)
        try_early_stop(PARAMS | {"early_stop": 0.6, "share": 0.53, "playouts": 100}, 1, bench)
    assert (asked[0].black, asked[0].white) == ("uct:playouts=53,early_stop=0.6", "uct:playouts=100")


@needs_jit
def test_playouts_that_end_early_are_shorter() -> None:
    whole, half, most = (mean_length(stop, 9, 300, 1) for stop in (0.0, 0.5, 0.8))
    assert half < most < whole
    assert 95 < whole < 125  # light playouts from the empty board have about 110 moves


@needs_jit
def test_the_lengths_are_drawn_from_the_seed() -> None:
    assert mean_length(0.5, 9, 50, 1) == mean_length(0.5, 9, 50, 1) != mean_length(0.5, 9, 50, 2)


def test_every_stop_is_tried_at_equal_playouts_and_at_equal_work() -> None:
    tried = [(trial.variant["early_stop"], trial.variant["share"]) for trial in EARLY_STOP.trials(Scale.SMOKE)]
    equal = {stop for stop, share in tried if share == 1}
    work = {stop for stop, share in tried if share != 1}
    assert equal == {0.0} | work
    assert work == {0.6, 0.7, 0.8}


# -- the tuning of the knowing player ----------------------------------------------------------------------------------


@needs_jit
def test_one_setting_is_changed_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = fixtures_asked(monkeypatch)
    settings = {"equivalence": 1.0, "expand_at": 2, "explore": 3.0, "even": 4.0, "sure": 5.0, "mercy": 0.5}
    with Workers() as workers:
        bench = Bench(Path("nowhere"), workers, lambda text: None)
        try_tuning(PARAMS | settings | {"playouts": 30, "setting": "even", "value": 9.0}, 1, bench)
    as_it_is = "rave:playouts=30,equivalence=1.0,expand_at=2,explore=3.0,even=4.0,sure=5.0,mercy=0.5"
    assert (asked[0].black, asked[0].white) == (as_it_is.replace("even=4.0", "even=9.0"), as_it_is)


def test_each_setting_is_tried_on_both_sides_of_what_rave_has() -> None:
    """Except `expand_at`, whose default is the smallest value that it may have."""
    tried = [(variant["setting"].value, variant["value"].value) for variant in TUNING.variants]
    unchanged = [setting for setting, value in tried if value == DEFAULTS[setting]]
    assert len(unchanged) == 1  # that is luck, and once is enough
    for name in CHANGES:
        less, more = (value for setting, value in tried if setting == name and value != DEFAULTS[name])
        if name == "expand_at":
            assert DEFAULTS[name] < less < more
        else:
            assert less < DEFAULTS[name] < more


@needs_jit
def test_settings_reach_the_search() -> None:
    """All of them when rave is knowing; light, it has only the first."""
    settings = "equivalence=1.0,expand_at=2.0,explore=3.0,even=4.0,sure=5.0,mercy=0.5"
    given = settings.replace("expand_at=2.0", "expand_at=2")
    found = {}
    for policy in ("knowing", "light"):
        player = make_player(f"rave:policy={policy},{given}")
        assert isinstance(player, SearchPlayer)
        record = player._trees[0]._search[0]
        names = {"equivalence": record.equivalence, "expand_at": record.expand_at, "explore": record.cp}
        names |= {"even": record.priors.even, "sure": record.priors.sure, "mercy": record.mercy}
        found[policy] = ",".join(f"{name}={value:.1f}" for name, value in names.items())
    assert found["knowing"] == settings
    assert found["light"].startswith("equivalence=1.0,expand_at=1.0,explore=0.0")


@needs_jit
@pytest.mark.parametrize(
    "settings",
    "equivalence=0 expand_at=0 expand_at=1000001 explore=-1 explore=inf explore=nan even=-1 even=1e7 even=nan sure=-1 "
    "sure=1e7 sure=nan mercy=0 mercy=1.1 mercy=nan".split(),
)
def test_settings_that_rave_cannot_have(settings: str) -> None:
    with pytest.raises(ValueError, match=f"^{settings.partition('=')[0]} must be"):
        make_player(f"rave:{settings}")


# -- shares ------------------------------------------------------------------------------------------------------------


def test_shares_are_of_all_games_together() -> None:
    """And an interval of nothing but wins is not a point."""
    mixed = share_of([{"points": 1, "games": 2}, {"points": 8, "games": 8}])
    assert (mixed.mean, mixed.n_games) == (90, 10)
    won = share_of([{"points": 10, "games": 10}] * 20)
    assert str(won) == "100.0% [98.1, 100.0]"

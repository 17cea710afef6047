"""Forms: every method can be filled in, what is wrong is said in one line."""

import math
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from semeai.players import check_spec
from semeai.specs import parse_settings
from semeai.web.forms import (
    METHODS,
    Evolution,
    Match,
    check_name,
    fresh_name,
    load_method,
    problems_of,
    settings_of,
    specification,
    whole,
)


def usual(method: str, **changes: Any) -> Evolution:
    given: dict[str, Any] = {"problem": (problems_of(method) or [""])[0]} | changes
    return Evolution("x", method, given.pop("values", {}), **given)


@pytest.mark.parametrize("method", METHODS)
def test_every_setting_of_every_method_is_explained_and_of_a_kind_that_a_page_can_ask_for(method: str) -> None:
    for setting in settings_of(load_method(method).params):
        assert setting.words, setting.name
        assert setting.kind in (bool, int, float, str) or setting.options, setting.name


@pytest.mark.parametrize("method", METHODS)
def test_what_is_left_as_it_is_is_not_said(method: str) -> None:
    params = load_method(method).params
    values = {setting.name: setting.default for setting in settings_of(params)}
    assert specification(method, params, values) == method
    assert usual(method, values=values).arguments(check_spec)[:2] == ["evolve", method]


def test_settings_of_a_page_become_a_specification() -> None:
    params = load_method("ga").params
    # a number field gives floats where whole numbers are meant
    spec = specification("ga", params, {"population": 20.0, "selection": "roulette", "mutation": 0.1, "elite": 1.0})
    assert spec == "ga:population=20,selection=roulette,mutation=0.1"
    assert parse_settings("ga", spec.partition(":")[2], params).population == 20


@pytest.mark.parametrize(
    ("method", "values", "complaint"),
    [
        ("ga", {"population": 1}, "ga:population must be 2 or more, not 1"),
        ("ga", {"population": None}, "ga:population must be of type int, not ''"),
        ("ga", {"population": 2.5}, "ga:population must be of type int, not '2.5'"),
        ("ga", {"selection": "luck"}, "ga:selection must be one of"),
        ("ga", {"mutation": "0.1,elite=3"}, "ga:mutation must not contain a comma"),
        ("sane", {"elite": 0.5}, "sane:elite must be a share"),
        ("coevolution", {"hall": -1}, "coevolution:hall must be 0 to 64"),
        ("coevolution", {"black": "chess"}, "no method called 'chess'"),
        ("nobody", {}, "no method called 'nobody'"),
    ],
)
def test_wrong_settings_are_said_in_a_line(method: str, values: dict[str, Any], complaint: str) -> None:
    with pytest.raises(ValueError, match=complaint.replace("(", r"\(")) as error:
        usual(method, values=values).arguments(check_spec)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize(
    ("changes", "complaint"),
    [
        ({"opponent": "nobody"}, "no player called 'nobody'"),
        ({"size": 20}, "size must be a whole number, 2 to 19, not 20"),
        ({"size": None}, "size must be a whole number, 2 to 19, not nothing"),
        ({"games": 0}, "games must be a whole number, 1 or more, not 0"),
        ({"generations": 2.5}, "generations must be a whole number, 1 or more, not 2.5"),
        ({"seed": -1}, "seed must be a whole number"),
        ({"problem": "network"}, "ga cannot breed 'network'"),
        ({"problem": "--help"}, "ga cannot breed '--help'"),
    ],
)
def test_wrong_options_are_said_in_a_line(changes: dict[str, Any], complaint: str) -> None:
    with pytest.raises(ValueError, match=complaint):
        usual("ga", **changes).arguments(check_spec)


def test_the_call_of_an_evolution() -> None:
    words = usual("ga", values={"population": 8}, size=7.0, generations=3.0, opponent="wally").arguments(check_spec)
    assert " ".join(words) == (
        "evolve ga:population=8 --problem local --opponent wally --size 7 --games 20 --generations 3 --seed 1 --run x "
        "--quiet"
    )


def test_methods_of_two_sides_are_options_for_they_have_commas() -> None:
    values = {"black": "sane:blueprints=30,hidden=20", "white": "esp", "hall": 3}
    words = usual("coevolution", values=values).arguments(check_spec)
    assert words[:6] == ["evolve", "coevolution:hall=3", "--black", "sane:blueprints=30,hidden=20", "--white", "esp"]


def test_a_toy_has_no_opponent_and_strategies_have_no_generations() -> None:
    toy = usual("ga", problem="ones", opponent="nobody").arguments(check_spec)
    assert "--opponent" not in toy
    assert "--size" not in toy
    steady = usual("strategies", generations=2).arguments(check_spec)
    assert steady[steady.index("--steps") + 1] == "8192"
    assert "--generations" not in steady


def test_the_call_of_a_match() -> None:
    words = Match("wally", "random", games=4, size=5).arguments(Path("matches/m"), check_spec)
    assert " ".join(words) == "match wally random --games 4 --size 5 --seed 0 --sgf matches/m --json"


@pytest.mark.parametrize(
    ("match", "complaint"),
    [
        (Match("wally", "wally"), "two different players"),
        (Match("wally", "nobody"), "no player called"),
        (Match("wally", "random", games=0), "games must be a whole number"),
    ],
)
def test_a_wrong_match_is_said_in_a_line(match: Match, complaint: str) -> None:
    with pytest.raises(ValueError, match=complaint):
        match.arguments(Path("m"), check_spec)


@pytest.mark.parametrize("name", ["", ".", "..", "../x", "a/b", "/x", "-q", "a b", "a\0b", "a\n", ".hidden", "x" * 81])
def test_a_name_is_a_folder_of_its_own_and_no_option(name: str) -> None:
    with pytest.raises(ValueError, match="A name consists of"):
        check_name(name)


@given(st.text(max_size=200))
def test_a_fresh_name_is_always_a_name(wanted: str) -> None:
    check_name(fresh_name(wanted, Path("/nowhere")))


def test_a_fresh_name_is_nobodys(tmp_path: Path) -> None:
    assert fresh_name("ga on 5x5", tmp_path) == "ga-on-5x5"
    (tmp_path / "ga-on-5x5").mkdir()
    (tmp_path / "ga-on-5x5-2").mkdir()
    assert fresh_name("ga on 5x5", tmp_path) == "ga-on-5x5-3"


@pytest.mark.parametrize("value", [math.nan, math.inf, "3", None, 1.5, 0, 11])
def test_a_whole_number_is_within_its_range(value: Any) -> None:
    with pytest.raises(ValueError, match="n must be a whole number, 1 to 10"):
        whole("n", value, 1, 10)

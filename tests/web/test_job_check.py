"""Arguments in a job file pass the checks of the form, or are refused."""

from collections.abc import Sequence
from functools import partial
from pathlib import Path

import pytest

from semeai.web.forms import Evolution, Match
from semeai.web.job_check import check_evolution, check_match
from semeai.web.seats import admit
from semeai.web.settings import Settings

RUN, MATCH = Path("runs/x"), Path("matches/x")


def accept(_: str) -> None:
    """Every player is admitted."""


@pytest.mark.parametrize(
    "form",
    [
        Evolution("x", "ga", {}, "local"),
        Evolution("x", "ga", {"population": 8, "mutation": 0.25, "tests": True}, "ones", generations=7, seed=3),
        Evolution("x", "sane", {"neurons": 500}, "network:last=true", "gtp:gnugo --mode gtp", 7, 4, 100, 2),
        Evolution("x", "coevolution", {"black": "esp", "white": "sane:blueprints=10"}, "network"),
        Evolution("x", "strategies", {}, size=5, generations=3),
    ],
)
def test_what_the_form_writes_is_read_back(form: Evolution) -> None:
    words = form.arguments(accept)
    assert check_evolution(words, RUN, accept).arguments(accept) == words


def test_a_match_is_read_back() -> None:
    match = Match("wally", "gtp:gnugo --mode gtp", 30, 13, 5)
    assert check_match(match.arguments(MATCH, accept), MATCH, accept) == match


GOOD = Evolution("x", "ga", {}, "local").arguments(accept)


def swapped(old: str, new: str) -> list[str]:
    assert old in GOOD
    return [new if word == old else word for word in GOOD]


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["evolve"],
        ["web", "--host", "0.0.0.0"],
        ["gtp", "random"],
        [*GOOD, "--quiet"],
        [*GOOD[:-1], "--executor", "dask", "--quiet"],
        [*GOOD[:-1], "--runs", "/etc", "--quiet"],
        [*GOOD[:2], "--seed", "1", *GOOD[2:]],  # twice
        swapped("ga", "ga:population=1"),
        swapped("ga", "ga:nothing=1"),
        swapped("ga", "nobody"),
        swapped("local", "../x"),
        swapped("x", "../x"),
        swapped("x", "other"),
        swapped("50", "-1"),
        swapped("50", "1e9"),
        swapped("50", "9" * 5000),
        swapped("50", "\N{SUPERSCRIPT TWO}"),
        swapped("wally:noise=0.1", "gtp:sh -c true \N{RIGHT-TO-LEFT OVERRIDE}"),
        swapped("wally:noise=0.1", "gtp:sh\n-c true"),
    ],
)
def test_what_the_form_cannot_write_is_refused(arguments: Sequence[str]) -> None:
    with pytest.raises(ValueError, match=r"\w"):
        check_evolution(arguments, RUN, accept)


@pytest.mark.parametrize(
    "arguments",
    [
        ["match", "a", "b"],
        ["match", "wally", "random", "--games", "9", "--size", "9", "--seed", "0", "--sgf", "../x", "--json"],
        ["match", "wally", "random", "--games", "9", "--size", "99", "--seed", "0", "--sgf", "matches/x", "--json"],
        ["match", "wally", "wally", "--games", "9", "--size", "9", "--seed", "0", "--sgf", "matches/x", "--json"],
        ["match", "--help", "random", "--games", "9", "--size", "9", "--seed", "0", "--sgf", "matches/x", "--json"],
    ],
)
def test_no_other_match_is_played(tmp_path: Path, arguments: Sequence[str]) -> None:
    with pytest.raises(ValueError, match=r"\w"):
        check_match(arguments, MATCH, partial(admit, settings=Settings(tmp_path)))


def test_a_match_outside_its_place_does_not_go_on() -> None:
    deep = Path("friends/deep/x")
    with pytest.raises(ValueError, match="its folder is"):
        check_match(Match("wally", "random").arguments(deep, accept), deep, accept)

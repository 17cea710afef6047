"""The way back from `job.json` to the form: a job's arguments pass the same checks as a person's entries.

A job file may come from anybody. Its arguments are parsed into the fields of a form, the form is checked, and it must
produce the same arguments again. So only arguments that the form can write are accepted.
"""

import re
from collections.abc import Callable, Sequence
from pathlib import Path

from semeai.web.forms import EVERY, SIDES, Evolution, Match, kind_of_method
from semeai.web.jobs import MATCHES, RUNS
from semeai.web.paths import shown

NO_FORM = "its command is not one that the form on this page writes"


def check_evolution(arguments: Sequence[str], job: Path, check_player: Callable[[str], object]) -> Evolution:
    """The form behind the arguments of a run; `job` is its folder, as a path in the work folder.

    `check_player` raises ValueError for players that are not admitted. Raises ValueError with a message of one line.
    """
    form = parse_evolution(arguments)
    _compare(form.arguments(check_player), arguments)
    if job != Path(RUNS, form.name):
        raise ValueError(f"its command is for a run called {shown(form.name)}, but its folder is {shown(str(job))}")
    return form


def check_match(arguments: Sequence[str], job: Path, check_player: Callable[[str], object]) -> Match:
    """The form behind the arguments of a match, as with `check_evolution`. Raises ValueError."""
    form = parse_match(arguments)
    _compare(form.arguments(job, check_player), arguments)
    if job.parent != Path(MATCHES):
        raise ValueError(f"matches that can be continued are in {MATCHES}, but its folder is {shown(str(job))}")
    return form


def _compare(words: list[str], arguments: Sequence[str]) -> None:
    if words != list(arguments) or not all(word.isprintable() for word in words):
        raise ValueError(NO_FORM)


def parse_evolution(arguments: Sequence[str]) -> Evolution:
    """The fields of the form, not yet checked. Raises ValueError."""
    match arguments:
        case ["evolve", spec, *options, "--quiet"] if len(options) % 2 == 0:
            given = dict(zip(options[::2], options[1::2], strict=True))
        case _:
            raise ValueError(NO_FORM)
    method, _, settings = spec.partition(":")
    values = dict(part.partition("=")[::2] for part in filter(None, settings.split(",")))
    values |= {side: given[f"--{side}"] for side in SIDES if f"--{side}" in given}
    is_steady = kind_of_method(method) == "position"
    rows = _number(given.get("--steps", "0")) // EVERY if is_steady else _number(given.get("--generations", ""))
    return Evolution(
        name=given.get("--run", ""),
        method=method,
        values=values,
        problem=given.get("--problem", ""),
        opponent=given.get("--opponent", ""),
        size=_number(given.get("--size", "5")),
        games=_number(given.get("--games", "1")),
        generations=rows,
        seed=_number(given.get("--seed", "")),
    )


def parse_match(arguments: Sequence[str]) -> Match:
    """The fields of the form, not yet checked. Raises ValueError."""
    match arguments:
        case ["match", a, b, "--games", games, "--size", size, "--seed", seed, "--sgf", _, "--json"]:
            return Match(a, b, _number(games), _number(size), _number(seed))
    raise ValueError(NO_FORM)


def _number(text: str) -> int:
    if not re.fullmatch(r"[0-9]{1,18}", text):
        raise ValueError(NO_FORM)
    return int(text)

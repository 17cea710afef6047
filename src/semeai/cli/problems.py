"""What `evolve` is to solve, as options say it, and the command and the name that follow from it."""

import re
import shlex
import sys
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from enum import StrEnum

    from semeai.evolve.problem import Problem
    from semeai.go.rules import Rules

COLORS = {"both": "swap", "black": "a-black", "white": "a-white"}
"""what candidates play, as a schedule has it"""


def read_problem(
    player: str,
    opponents: tuple[str, ...],
    stages: tuple[str, ...],
    games: int,
    measure: str | None,
    colors: str,
    rules: "Rules",
) -> "Problem":
    """The problem of playing against opponents, who are all there. Raises ValueError, OSError and EngineError."""
    from semeai.arena.fitness import GoProblem, Measure, read_stage
    from semeai.arena.host import check_players
    from semeai.arena.schedule import Colors

    measure = check_measure(measure, Measure, "where games are played")
    problem = GoProblem(
        player=player,
        rules=rules,
        opponents=opponents,
        n_games=games,
        colors=Colors(COLORS[colors]),
        measure=Measure(measure),
        stages=tuple(map(read_stage, stages)),
    )
    check_players(dict.fromkeys([*opponents, *(spec for stage in problem.stages for spec in stage.opponents)]))
    return problem


def read_imitation(
    player: str, records: Path, size: int, test: float | None, measure: str | None, is_quiet: bool
) -> "Problem":
    """The problem of imitating recorded games; says on stderr which games there are, and always what was skipped."""
    from semeai.arena.imitation import TEST_SHARE, Imitation, Measure

    measure = check_measure(measure, Measure, "where recorded games are imitated")
    problem = Imitation(records, player, size, TEST_SHARE if test is None else test, Measure(measure))
    found, skipped = problem.describe()
    if not is_quiet:
        print(f"semeai: {found}", file=sys.stderr)
    if skipped:
        print(f"semeai: {skipped}", file=sys.stderr)
    return problem


def check_measure(measure: str | None, known: "type[StrEnum]", where: str) -> str:
    """A measure by name, the first where none was given. Raises ValueError."""
    if measure is None:
        return next(iter(known))
    if measure not in list(known):
        raise ValueError(f"--measure is {' or '.join(known)} {where}, not {measure}")
    return measure


def usual_problem(method: str) -> str:
    """What a method breeds unless it is told otherwise."""
    return "local" if method.partition(":")[0] == "ga" else "network"


def command_of(method: str, problem: "Problem", seed: int, exam_games: int, start: Path | None = None) -> str:
    """What a person types for a run, but for how far it is to go: the same for the same run, however it was typed."""
    from semeai.arena.fitness import GoProblem
    from semeai.arena.imitation import Imitation

    options: dict[str, object] = {"problem": problem.name}
    if isinstance(problem, Imitation):
        options |= {"records": problem.records, "test": f"{problem.test:g}", "measure": problem.measure}
        options |= {"size": problem.size}
    if isinstance(problem, GoProblem):
        rules = problem.rules
        options |= {"opponent": problem.opponents, "stage": problem.stages, "games": problem.n_games}
        options |= {"measure": problem.measure}
        options |= {"colors": next(word for word, colors in COLORS.items() if colors == problem.colors)}
        options |= {"rules": rules.name, "size": rules.size, "komi": f"{rules.komi:g}", "handicap": rules.handicap}
        options |= {"exam": exam_games}
    if start is not None:
        options["from"] = start
    words = []
    for name, value in options.items():
        for one in value if isinstance(value, tuple) else (value,):
            words += [f"--{name}", str(one)]
    return shlex.join(["semeai", "evolve", method, *words, "--seed", str(seed)])


def default_name(method: str, problem: "Problem", seed: int, start: Path | None = None) -> str:
    """A name that tells runs apart that differ in what people change most."""
    settings = problem.settings()
    rules = str(settings.get("rules", "")).partition(",")[0]  # the size of the board
    begun = "" if start is None else f"from {start}"
    against = str(settings.get("opponent", settings.get("records", "")))
    stages = str(settings.get("stages", ""))
    parts = [method, problem.name, rules, stages, against, begun, f"seed{seed}"]
    return "-".join(re.sub(r"[^\w.=]+", "-", part).strip("-.") for part in parts if part)

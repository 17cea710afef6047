"""`semeai evolve coevolution`: two populations that are rated by each other."""

import json
import re
import shlex
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from semeai.arena.duels import DuelProblem
    from semeai.evolve.coevolution import CoevolutionParams
    from semeai.executors import Workers
    from semeai.go.rules import Rules
    from semeai.lab.breed import Limits
    from semeai.lab.duel import Duel, Starts

N_ROWS = 10  # that are shown at the end


def read_pair(method: str, black: str | None, white: str | None) -> "CoevolutionParams":
    """What the method and the options say; the last word is that of the options. Raises SpecError and ValueError."""
    from semeai.evolve.coevolution import CoevolutionParams
    from semeai.specs import parse_settings

    name, _, settings = method.partition(":")
    params: CoevolutionParams = parse_settings(name, settings, CoevolutionParams)
    return replace(params, black=black or params.black, white=white or params.white)


def read_duels(
    pair: "CoevolutionParams", player: str, rules: "Rules", opponents: Sequence[str], starts: "Starts", seed: int
) -> "DuelProblem":
    """What is to be played. Raises OSError, DamagedFile and ValueError when something does not go together."""
    from semeai.arena.duels import DuelProblem
    from semeai.lab.duel import begin_pair

    if len(opponents) > 1:
        raise ValueError(f"coevolution has one --opponent, whom the best play in exams, not {len(opponents)}")
    problem = DuelProblem(player=player, rules=rules, opponent=opponents[0])
    begin_pair(pair, problem, seed, starts)
    return problem


def pair_name(method: str, params: "CoevolutionParams", problem: "DuelProblem", starts: "Starts", seed: int) -> str:
    """A name that tells runs apart that differ in what people change most."""
    begun = [f"from {start}" for start in starts if start is not None]
    rules = problem.rules.describe().partition(",")[0]
    parts = [method, params.black, params.white, problem.player, rules, *begun, f"seed{seed}"]
    return "-".join(re.sub(r"[^\w.=]+", "-", part).strip("-.") for part in parts)


def pair_command(
    method: str, params: "CoevolutionParams", problem: "DuelProblem", starts: "Starts", seed: int, exam_games: int
) -> str:
    """What a person types for a run, but for how far it is to go."""
    rules = problem.rules
    options: dict[str, object] = {"black": params.black, "white": params.white, "problem": problem.player}
    options |= {"opponent": problem.opponent, "rules": rules.name, "size": rules.size, "komi": f"{rules.komi:g}"}
    options |= {"handicap": rules.handicap, "exam": exam_games}
    options |= {
        f"{side}-from": start for side, start in zip(("black", "white"), starts, strict=True) if start is not None
    }
    words = [word for name, value in options.items() for word in (f"--{name}", str(value))]
    return shlex.join(["semeai", "evolve", method, *words, "--seed", str(seed)])


def hold_duel(
    folder: Path,
    method: str,
    params: "CoevolutionParams",
    problem: "DuelProblem",
    seed: int,
    limits: "Limits",
    workers: "Workers",
    starts: "Starts",
    exam_games: int,
    quiet: bool,
    as_json: bool,
) -> None:
    """Evolve, or go on, with progress on stderr, and say what came of it."""
    from semeai.lab.breed import Watch
    from semeai.lab.duel import coevolve_pair, summary
    from semeai.lab.rows import format_row
    from semeai.lab.status import Progress

    class Shown(Watch):
        def row(self, row: dict[str, Any]) -> None:
            if as_json:
                print(format_row(row), end="", flush=True)
            progress(
                f"generation {row['generation']} of {limits.generations}  black wins {row['black_wins']:.1%}  "
                f"exams: black {row['black_share']:.1%}, white {row['white_share']:.1%}  "
                f"diversity {row['black_diversity']:.3g}, {row['white_diversity']:.3g}"
            )

    with Progress(quiet or as_json) as progress:
        command = pair_command(method, params, problem, starts, seed, exam_games)
        duel = coevolve_pair(folder, params, problem, seed, limits, workers, Shown(), starts, exam_games, command)
    if as_json:
        print(json.dumps({"done": True} | summary(duel)))
    else:
        print(duel_text(duel, params, problem), end="")


def duel_text(duel: "Duel", params: "CoevolutionParams", problem: "DuelProblem") -> str:
    """What came of it, for people."""
    lines = [_table(duel.rows), ""]
    for side, path in duel.champions.items():
        lines += [f"{side}'s champion ({getattr(params, side)}) has {duel.exams[side]} against {problem.opponent}."]
        lines += [f"  {path}"]
    players = " ".join(shlex.quote(f"champion:{path}") for path in duel.champions.values())
    return "\n".join([*lines, "Next:", f"  semeai match {players} --size {problem.rules.size}"]) + "\n"


def _table(rows: Sequence[dict[str, Any]]) -> str:
    """Some rows, evenly apart, the last among them."""
    shown = sorted({(len(rows) - 1) * i // N_ROWS for i in range(N_ROWS + 1)})
    lines = ["generation  black wins  white wins  black's exam  white's exam"]
    for row in (rows[i] for i in shown):
        lines.append(
            f"{row['generation']:10}  {row['black_wins']:10.1%}  {row['white_wins']:10.1%}  "
            f"{row['black_share']:12.1%}  {row['white_share']:12.1%}"
        )
    return "\n".join(lines)

"""The HTML report of a run of evolution: its curves, exams, settings and games to replay."""

from pathlib import Path

from semeai.arena.charts import curves
from semeai.arena.page import Replay, details, page, replay_of, table
from semeai.files import DamagedFile
from semeai.lab.folder import RunFolder, read_run_games
from semeai.lab.record import read_record
from semeai.sgf import write_game
from semeai.text import printable

CURVES = {"Exams: share of the points": ("share", "black_share", "white_share"), "Fitness": ("best", "mean", "min")}
MAX_FILES = 50
"""files of games that are shown, the latest first"""


def run_html(folder: Path) -> str:
    """Return the report of a run. Raises OSError and DamagedFile."""
    run = RunFolder(folder)
    run.look()
    if not run.parameters:
        raise DamagedFile(f"{folder}: expected a match, a tournament, a ladder or a run, found none of them")
    rows = run.rows
    counted = (row.get("generation", row.get("steps")) for row in rows)
    numbers = [float(n) if isinstance(n, int | float) else float(i) for i, n in enumerate(counted)]
    charts = ""
    for caption, columns in CURVES.items():
        found = {name: [row.get(name) for row in rows] for name in columns if any(name in row for row in rows)}
        charts += curves(f"{caption}, by generation", numbers, found)
    exams = [(name or "champion", exam.text, str(exam.n_games)) for name, exam in run.confirmed.items()]
    record = read_record(folder)
    facts = {name: value for name, value in record.items() if name != "parameters"} | run.parameters
    sections = {
        "Curves": charts,
        "Champions": table(
            "Long exams of fresh games", ["champion", "share of the points", "games"], exams, frozenset({1})
        )
        if exams
        else "",
        "Settings": details("Settings, seeds and versions", {"folder": folder.name, **facts}),
    }
    verdict = f"{run.about}: {run.merit or 'nothing measured yet'} after {len(rows)} rows ({run.state})."
    return page(f"semeai: {printable(folder.resolve().name)}", verdict, sections, _games(run))


def _games(run: RunFolder) -> list[Replay]:
    found = []
    for path in run.games[:MAX_FILES]:
        for i, game in enumerate(read_run_games(path)[0], 1):
            properties = game.root.properties
            black, white = (printable((properties.get(key) or ["?"])[0], 60) for key in ("PB", "PW"))
            title = f"{path.stem}.{i} {black} - {white}: {game.result}"
            found.append(replay_of(title, str(game.result), write_game(game)))
    return found

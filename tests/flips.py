"""Single flipped bits in all kinds of files of runs, a match and a tournament: who notices.

    python -m tests.flips 5000

For each flip everything that semeai reads of the folder is read again: the listing of runs, the pages' readers,
champions, games, the checkpoint a run goes on from. A flip is `noticed` when a message names the file, `same` when all
that is read is what it was, and `missed` otherwise, which must never be.
"""

import sys
import tempfile
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

from semeai.archive import write_sealed
from semeai.arena.store import REPORTS, StoredGames
from semeai.files import DamagedFile
from semeai.go.board import Board
from semeai.go.rules import Rules
from semeai.lab.breed import breed
from semeai.lab.checkpoints import CURRENT, PREVIOUS, read_checkpoint
from semeai.lab.folder import RunFolder, read_outcome, read_run_games
from semeai.lab.listing import list_runs
from semeai.lab.order import Order
from semeai.lab.record import read_record
from semeai.lab.run import Run
from semeai.parallel.executors import Workers
from semeai.players.champion import read_champion
from semeai.problems.games import GoProblem
from semeai.problems.position import PositionProblem
from semeai.problems.position_pictures import read_strategy_picture
from semeai.sgf import write_game
from semeai.web import jobs
from semeai.web.ownership import Owner
from semeai.web.standings import standings, stored_game
from tests.commands import call

NOT_READ = {"times.jsonl", "lock", *REPORTS, "evolution.svg", "course.svg"}
"""files of a folder that semeai writes for people and never reads"""
GA = Order("ga:population=4", GoProblem(rules=Rules(size=5), n_games=2), generations=4, exam_games=4)
STRATEGIES = Order("strategies:population=8,threads=2", PositionProblem(Board(Rules(size=5)), every=32), generations=3)
OWNER = Owner(b"nobody")  # that of this machine is not needed to read jobs
TOURNAMENT = 'size = 5\ngames = 4\nplayers = ["random", "wally", "wally:noise=0.2"]\n'


@dataclass(frozen=True)
class Place:
    """A folder whose files are damaged, and how it is read."""

    folder: Path
    read: Callable[[Path], Any]
    """all that semeai reads of it, as something that can be compared; raises DamagedFile, or says what it notices"""

    def files(self) -> list[Path]:
        paths = sorted(path for path in self.folder.rglob("*") if path.is_file())
        return [path for path in paths if path.stat().st_size]


def make_places(folder: Path) -> list[Place]:
    """A run of ga and one of strategies, a match and a tournament, each as a page would have started it."""
    runs = folder / "runs"
    with Workers() as workers:
        breed(GA, runs / "ga", workers)
        result = breed(STRATEGIES, runs / "strategies", workers)
    STRATEGIES.problem.draw(result.rows, result.method, STRATEGIES, runs / "strategies")
    (folder / "three.toml").write_text(TOURNAMENT)
    for arguments in (
        ("match", "wally", "random", "--games", "8", "--size", "5", "--sgf", "matches/m"),
        ("tournament", "three.toml", "--out", "matches/t"),
    ):
        assert call(*arguments, cwd=folder).returncode == 0
        write_sealed(folder / arguments[-1] / jobs.FILE, {"arguments": list(arguments)})
    write_sealed(runs / "ga" / jobs.FILE, {"arguments": ["evolve", GA.method]})
    return [
        Place(runs / "ga", read_ga),
        Place(runs / "strategies", read_strategies),
        Place(folder / "matches" / "m", read_store),
        Place(folder / "matches" / "t", read_store),
    ]


def read_ga(folder: Path) -> Any:
    return read_run(folder, GA)


def read_strategies(folder: Path) -> Any:
    return read_run(folder, STRATEGIES), read_strategy_picture(folder)


def read_run(folder: Path, order: Order) -> Any:
    """What the listing says of a run, what its page shows, and the state it goes on from."""
    parameters = read_record(folder)["parameters"]
    listed = sorted(list_runs(folder.parent), key=lambda run: run.name)  # not by age: files are put back
    for run in listed:
        if run.problems:
            raise DamagedFile(run.problems)
    page = RunFolder(folder)
    page.look()
    champions = [read_champion(path) for path in [*page.champions, *sorted(folder.glob("champion*.npz"))]]
    games = [[write_game(game) for game in read_run_games(path)[0]] for path in page.games]
    checkpoints = [_checkpoint(folder, name) for name in (CURRENT, PREVIOUS)]
    method = order.begin()
    with Run(folder, parameters) as run:
        run.restore(method)
        if run.notes:
            raise DamagedFile(run.notes[0])
    return [
        parameters,
        read_record(folder),
        [(run.state, run.n_generations, run.share, run.best, run.method, run.problem) for run in listed],
        (page.rows, page.state, page.parameters, read_outcome(folder), jobs.Jobs(folder, 1, OWNER).read(folder)),
        [(champion.genome.tolist(), champion.row, champion.provenance, champion.exams) for champion in champions],
        games,
        checkpoints,
        _plain(method.state()),
    ]


def _checkpoint(folder: Path, name: str) -> Any:
    """One of the two checkpoints, as if the other were not there."""
    with tempfile.TemporaryDirectory() as alone:
        (Path(alone) / CURRENT).write_bytes((folder / name).read_bytes())
        try:
            checkpoint, _ = read_checkpoint(Path(alone))
        except DamagedFile as error:
            raise DamagedFile(str(error).replace(str(Path(alone) / CURRENT), str(folder / name))) from None
    assert checkpoint is not None
    return checkpoint.rows, _plain(checkpoint.state)


def _plain(state: Any) -> dict[str, bytes]:
    return {name: array.tobytes() for name, array in state.items()}


def read_store(folder: Path) -> Any:
    """What reports are made from, what the pages show, and each game."""
    games = StoredGames(folder)
    rows = [(one.terms, one.players, one.wins.tolist(), one.games) for one in standings(folder)]
    replayed = [write_game(stored_game(folder, i)) for i in range(len(games.all_games()))]
    return games.all_games(), games.n_unchecked, rows, replayed, jobs.Jobs(folder, 1, OWNER).read(folder)


def flip(path: Path, bit: int) -> None:
    data = bytearray(path.read_bytes())
    data[bit // 8] ^= 1 << bit % 8
    path.write_bytes(data)


def outcome_of(place: Place, path: Path, bit: int, expected: Any) -> str:
    """Flip a bit, read everything, and put all files back."""
    before = {file: file.read_bytes() for file in place.files()}
    flip(path, bit)
    try:
        return "same" if place.read(place.folder) == expected else "missed"
    except (DamagedFile, OSError) as error:
        return "noticed" if path.name in str(error) else "noticed without the file's name"
    finally:
        for file in place.files():
            if file not in before:  # a damaged checkpoint was put aside
                file.unlink()
        for file, data in before.items():
            file.write_bytes(data)


def kind_of(place: Place, path: Path) -> str:
    """A file by its name, champions and games of a run by their folder."""
    name = path.relative_to(place.folder)
    return f"{name.parent}/*" if name.parent.name else name.name


def attack(places: list[Place], n: int, seed: int) -> Counter[tuple[str, str]]:
    """Flip `n` bits, as many in each kind of file. Returns how many there were by (kind of file, outcome)."""
    rng = Random(seed)
    by_kind: dict[tuple[int, str], list[Path]] = {}
    for i, place in enumerate(places):
        for path in place.files():
            if path.name not in NOT_READ:
                by_kind.setdefault((i, kind_of(place, path)), []).append(path)
    expected = [place.read(place.folder) for place in places]
    kinds, counts = list(by_kind.items()), Counter[tuple[str, str]]()
    for number in range(n):
        (i, kind), paths = kinds[number % len(kinds)]
        path = rng.choice(paths)
        size = path.stat().st_size
        # Now and then the last byte, on which it depends whether a line counts.
        bit = 8 * (size - 1) + rng.randrange(8) if rng.random() < 0.05 else rng.randrange(8 * size)
        found = outcome_of(places[i], path, bit, expected[i])
        if not found.startswith(("same", "noticed")) or found.endswith("name"):
            print(f"{found}: {path}, bit {bit}", file=sys.stderr)
        counts[f"{places[i].folder.name}/{kind}", found] += 1
    return counts


def main() -> None:
    n = int(sys.argv[1]) if len(sys.argv) > 1 else 5000
    with tempfile.TemporaryDirectory() as folder:
        counts = attack(make_places(Path(folder)), n, seed=n)
    for (kind, outcome), count in sorted(counts.items()):
        print(f"{count:6} {outcome:10} {kind}")
    for outcome in sorted({outcome for _, outcome in counts}):
        print(f"{sum(n for (_, one), n in counts.items() if one == outcome):6} {outcome}")
    assert not [outcome for _, outcome in counts if outcome not in ("same", "noticed")]


if __name__ == "__main__":
    main()

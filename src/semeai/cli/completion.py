"""Shell completion: the names of players, methods, champions and runs. Loads no kernels."""

from pathlib import Path


def complete_players(incomplete: str) -> list[str]:
    """Players, and champions once `champion:` is typed."""
    from semeai.players import PLAYERS

    if incomplete.startswith("champion:"):
        return [f"champion:{name}" for name in _starting(_champions(), incomplete.removeprefix("champion:"))]
    return _starting([*PLAYERS], incomplete)


def complete_methods(incomplete: str) -> list[str]:
    from semeai.evolve import METHODS

    return _starting([*METHODS], incomplete)


def complete_champions(incomplete: str) -> list[str]:
    """Champions that come with semeai, and runs of this folder."""
    return _starting([f"champion:{name}" for name in _champions()] + complete_runs(""), incomplete)


def complete_runs(incomplete: str) -> list[str]:
    runs = Path("runs")
    folders = sorted(path.as_posix() for path in runs.iterdir() if path.is_dir()) if runs.is_dir() else []
    return _starting(folders, incomplete)


def complete_papers(incomplete: str) -> list[str]:
    from semeai.papers import PAPERS

    return _starting([*PAPERS, "all"], incomplete)


def _champions() -> list[str]:
    return sorted(path.stem for path in (Path(__file__).parents[1] / "champions").glob("*.npz"))


def _starting(names: list[str], incomplete: str) -> list[str]:
    return [name for name in names if name.startswith(incomplete)]

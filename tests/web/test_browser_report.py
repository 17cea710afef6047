"""HTML reports in a browser: one file, no requests, no errors, games by keyboard, accessible."""

from pathlib import Path
from typing import Any

import pytest

import semeai
from semeai.arena.html_report import tournament_html
from semeai.arena.store import StoredGames
from tests.commands import call
from tests.web.axe import violations

HOSTILE = "<img src=x onerror=alert(1)>"


def make_tournament(folder: Path, games: int) -> Path:
    """The report of a tournament with games among four players, one of them with a hostile name."""
    players = {"Random": "random", HOSTILE: "wally", "W10": "wally:noise=0.1", "W30": "wally:noise=0.3"}
    semeai.tournament(players, games=games, size=9, random_opening=4, folder=folder)
    run = call("report", str(folder), "--html")
    assert run.returncode == 0, run.stderr
    return folder / "report.html"


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_tournament(tmp_path_factory.mktemp("small"), games=4)


def open_report(page: Any, file: Path) -> list[str]:
    """Open a report; returns the requests that it makes, but for the file itself."""
    requests: list[str] = []
    page.on("request", lambda request: requests.append(request.url))
    page.goto(file.as_uri())
    return [url for url in requests if url != file.as_uri() and not url.startswith("data:")]


def test_a_game_is_replayed_by_keyboard_without_a_request(page: Any, small: Path) -> None:
    assert open_report(page, small) == []
    assert page.locator("img").count() == 0  # a name is text
    board, said = page.locator("#board"), page.locator("#said")
    board.focus()
    page.keyboard.press("Home")
    assert said.inner_text().startswith("Start, ")
    assert board.locator("circle").count() == 0
    for _ in range(3):
        page.keyboard.press("ArrowRight")
    assert said.inner_text().startswith("Move 3 of ")
    assert board.locator("circle").count() == 4  # three stones, and a mark on the last
    page.keyboard.press("ArrowLeft")
    assert said.inner_text().startswith("Move 2 of ")
    page.keyboard.press("End")
    assert "wins by" in said.inner_text()
    page.get_by_label("Game").select_option(index=1)
    page.get_by_role("button", name="First").click()
    assert said.inner_text().startswith("Start, ")


def test_the_last_position_is_that_of_our_own_board(page: Any, small: Path) -> None:
    from semeai.sgf import read_games

    open_report(page, small)
    stored = StoredGames(small.parent)
    (line, played) = next(
        (line, game) for line, (_, game) in zip(stored.path.read_text().splitlines(), stored.all_games(), strict=True)
    )
    (game,) = read_games(line.encode())
    game.to_end()
    titles = page.locator("#game option").all_inner_texts()
    black, white = ("Random" if spec == "random" else HOSTILE for spec in (played.black, played.white))
    page.get_by_label("Game").select_option(
        index=titles.index(f"{played.number + 1}. {black} - {white}: {played.result}")
    )
    colors = page.locator("#board circle[r='11']").evaluate_all("all => all.map(one => one.getAttribute('fill'))")
    ours = list(game.board.stones.values())
    assert colors.count("#111") == ours.count(1)
    assert colors.count("#fff") == ours.count(2)


def test_the_report_is_accessible(page: Any, small: Path) -> None:
    open_report(page, small)
    page.locator("summary").click()
    assert violations(page) == []


@pytest.mark.slow
def test_five_hundred_games_are_less_than_three_megabytes(page: Any, tmp_path: Path) -> None:
    file = make_tournament(tmp_path, games=84)
    assert file.stat().st_size < 3_000_000
    assert open_report(page, file) == []
    assert page.locator("#game option").count() == 504
    assert violations(page) == []


def test_a_match_says_its_verdict(tmp_path: Path) -> None:
    semeai.tournament(["random", "wally"], games=20, size=5, folder=tmp_path)
    text = tournament_html(tmp_path)
    assert "wally is stronger than random: " in text
    assert call("report", str(tmp_path)).stdout == (tmp_path / "report.txt").read_text()


def test_a_run_has_curves_and_games(page: Any, tmp_path: Path) -> None:
    run = semeai.breed(
        "ga", against="random", size=5, generations=2, population=4, folder=tmp_path, run="x", quiet=True
    )
    made = call("report", str(run.folder), "--html")
    assert made.returncode == 0, made.stderr
    assert open_report(page, run.folder / "report.html") == []
    assert page.locator("figure svg").count() >= 1
    assert page.locator("#game option").count() >= 4
    assert violations(page) == []


def test_a_folder_with_nothing_in_it(tmp_path: Path) -> None:
    run = call("report", str(tmp_path), "--html")
    assert run.returncode == 2
    assert "expected a match, a tournament, a ladder or a run" in run.stderr
    assert call("report", str(tmp_path / "none")).returncode == 2

"""Ladders: planned where ratings are uncertain, resumable, extendable, the same for the same seed."""

import json
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path
from random import Random

import numpy as np
import pytest

from semeai.arena.design import MAX_PAIRS, PROBE_PAIRS, Knowledge, plan_round, posterior
from semeai.arena.ladder import Ladder, ladder_json, new_ladder
from semeai.arena.ladder_store import GAMES, LADDER, LadderGames, read_ladder
from semeai.arena.ladder_text import ladder_text, rough_rank
from semeai.arena.match import Means
from semeai.arena.ratings import ELO, Z95
from semeai.arena.roster import ANCHOR, LadderEntry, make_entry, shipped_entries
from semeai.files import DamagedFile
from semeai.players import PLAYERS
from semeai.players.cards import STANDINGS
from tests.commands import call

SPECS = ["random", "wally", "wally:noise=0.2", "wally:noise=0.4"]
GOAL = 80.0


class Killed(BaseException):
    """Takes the place of a kill."""


def play(folder: Path, kill_after: int | None = None, newcomers: tuple[str, ...] = (), jobs: int = 1) -> Ladder:
    ladder = Ladder(read_ladder(folder), folder)
    numbers = ladder.enter([make_entry(spec) for spec in newcomers])
    seen = 0

    def watch(*game: object) -> None:
        nonlocal seen
        seen += 1
        if seen == kill_after:
            raise Killed

    with LadderGames(folder, ladder.state) as games:
        ladder.play(games, Means(jobs), watch, numbers, goal=GOAL)
    return ladder


def begin(folder: Path, seed: int = 1) -> Path:
    new_ladder(folder, 5, seed, [make_entry(spec) for spec in SPECS])
    return folder


@pytest.fixture(scope="module")
def done(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A ladder that was played to its end."""
    folder = begin(tmp_path_factory.mktemp("ladder") / "whole")
    play(folder)
    return folder


def content(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir() if path.name != "lock"}


def test_all_intervals_are_as_narrow_as_wanted(done: Path) -> None:
    ladder = Ladder(read_ladder(done))
    places = ladder.standings()
    assert [place.entry.spec for place in places][-1] == "random"
    assert {place.entry.spec for place in places} == set(SPECS)
    assert max(place.high - place.elo for place in places) < 1.15 * GOAL  # the plan's own model is an approximation
    assert ladder.state.plan == {}


def test_killed_five_times_it_ends_the_same(done: Path, tmp_path: Path) -> None:
    folder, random = begin(tmp_path / "killed"), Random(3)
    for _ in range(5):
        with pytest.raises(Killed):
            play(folder, kill_after=random.randint(1, 60))
        with (folder / GAMES).open("ab") as file:  # a line that was being written
            file.write(b"0,1,77,1,ab")
    play(folder)
    assert content(folder) == content(done)


def test_two_jobs_play_the_same_games(done: Path, tmp_path: Path) -> None:
    play(begin(tmp_path / "two"), jobs=2)
    assert content(tmp_path / "two") == content(done)


def test_another_seed_plays_other_games(done: Path, tmp_path: Path) -> None:
    play(begin(tmp_path / "other", seed=2))
    assert content(tmp_path / "other")[GAMES] != content(done)[GAMES]


def test_a_newcomer_is_placed_and_nobody_else_plays(done: Path, tmp_path: Path) -> None:
    folder = tmp_path / "more"
    shutil.copytree(done, folder)
    before = read_ladder(folder).lines
    ladder = play(folder, newcomers=("wally:noise=0.3",))
    new = [line for line in ladder.state.lines if line not in before]
    assert new
    assert all(4 in (line.a, line.b) for line in new)
    assert [line for line in ladder.state.lines if line in before] == before
    elo = {place.entry.spec: place.elo for place in ladder.standings()}
    assert elo["wally:noise=0.4"] < elo["wally:noise=0.3"] < elo["wally"] + 50
    assert play(folder, newcomers=("wally:noise=0.3",)).state.lines == ladder.state.lines


def test_a_champion_that_was_bred_anew_is_a_new_entry(done: Path) -> None:
    ladder = Ladder(read_ladder(done))
    ladder.state.entries[1] = LadderEntry("champion:shape-9x9", "an earlier file")
    (number,) = ladder.enter([make_entry("champion:shape-9x9")])
    assert number == len(SPECS)
    assert 1 not in ladder.current
    assert number in ladder.current
    assert len(ladder.standings()) == len(SPECS) - 1  # the old one counts for the others, and is not shown
    assert [place.games for place in ladder.standings() if place.entry.spec == "random"] > [0]


def test_an_entry_that_is_replaced_within_a_round_plays_its_own_games(tmp_path: Path) -> None:
    folder = begin(tmp_path / "replaced")
    with pytest.raises(Killed):
        play(folder, kill_after=150)
    state = read_ladder(folder)
    assert state.plan
    ladder = Ladder(state, folder)
    ladder.enter([LadderEntry("wally", "another program")])  # specification as before, so it would meet its old games
    with LadderGames(folder, ladder.state) as games:
        ladder.play(games, Means(1), lambda *_: None, goal=GOAL)
    old, new = SPECS.index("wally"), len(SPECS)
    assert [line for line in ladder.state.lines if old in (line.a, line.b)] == [
        line for line in state.lines if old in (line.a, line.b)
    ]
    again = {line.a + line.b - old for line in state.lines if old in (line.a, line.b)}
    again &= {line.a for line in ladder.state.lines if line.b == new}
    assert again  # opponents of both
    for a in again:
        assert min(line.number for line in ladder.state.lines if (line.a, line.b) == (a, new)) == 0
    assert ladder.state.plan == {}


def test_damage_is_noticed(done: Path, tmp_path: Path) -> None:
    for name in (GAMES, LADDER):
        data = (done / name).read_bytes()
        shutil.copytree(done, tmp_path, dirs_exist_ok=True)
        for at in range(60, len(data), len(data) // 20):
            (tmp_path / name).write_bytes(data[:at] + bytes([data[at] ^ 1]) + data[at + 1 :])
            with pytest.raises(DamagedFile, match=name):
                read_ladder(tmp_path)


def test_standings_are_written_for_cards(done: Path) -> None:
    said = json.loads((done / STANDINGS).read_text())
    assert said == ladder_json(Ladder(read_ladder(done)))
    assert set(said) == {"size", "entries"}
    assert set(said["entries"][0]) == {"player", "name", "elo", "low", "high", "games"}


def test_the_table_says_what_the_scale_is(done: Path) -> None:
    said = ladder_text(Ladder(read_ladder(done)))
    assert "Scale: random = 0." in said
    assert "kyu" not in said
    assert rough_rank(1800) == "8 kyu"
    assert rough_rank(0) == "26 kyu"
    assert rough_rank(-1000) == "below 30 kyu"
    assert rough_rank(2700) == "2 dan"


# -- the command -------------------------------------------------------------------------------------------------------


def test_the_command_shows_adds_and_continues(done: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shutil.copytree(done, tmp_path / "5x5")
    where = ["--size", "5", "--folder", str(tmp_path)]
    shown = call("ladder", *where, "--json")
    assert shown.returncode == 0, shown.stderr
    assert [entry["player"] for entry in json.loads(shown.stdout)["entries"]][-1] == "random"
    added = call("ladder", *where, "--add", "wally:noise=0.3", "--goal", "150", "--json")
    assert added.returncode == 0, added.stderr
    entries = {entry["player"]: entry for entry in json.loads(added.stdout)["entries"]}
    assert entries["wally:noise=0.3"]["name"] == "Wally, 30% random"
    monkeypatch.setattr("semeai.arena.roster.shipped_entries", lambda size: [make_entry(spec) for spec in SPECS])
    continued = call("ladder", *where, "--play", "--goal", "150")
    assert continued.returncode == 0, continued.stderr
    assert "Wally, 30% random" in continued.stdout


def test_wrong_calls_of_the_command(tmp_path: Path) -> None:
    where = ["--folder", str(tmp_path)]
    run = call("ladder", "--size", "4", *where)
    assert (run.returncode, run.stderr) == (
        2,
        "semeai: no ladder for 4x4 yet; start one with: semeai ladder --size 4 --play\n",
    )
    run = call("ladder", "--size", "4", "--add", "nobody", *where)
    assert run.returncode == 2
    assert "no player called 'nobody'" in run.stderr
    assert not list(tmp_path.iterdir())


@pytest.mark.slow
def test_killed_as_a_process_it_ends_the_same(done: Path, tmp_path: Path) -> None:
    begin(tmp_path / "5x5")
    program = (
        "import semeai.arena.roster as roster; from semeai.cli import main; import sys\n"
        f"roster.shipped_entries = lambda size: [roster.make_entry(spec) for spec in {SPECS}]\n"
        f"sys.argv = ['semeai', 'ladder', '--size', '5', '--play', '--goal', '{GOAL}', '--folder', r'{tmp_path}']\n"
        "main()"
    )
    random = Random(5)
    for _ in range(5):
        run = subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        time.sleep(random.uniform(1, 4))
        run.send_signal(signal.SIGKILL)
        run.wait()
    subprocess.run([sys.executable, "-c", program], check=True, capture_output=True)
    assert content(tmp_path / "5x5") == content(done)


# -- the roster --------------------------------------------------------------------------------------------------------


def test_the_roster_has_everybody_once() -> None:
    entries = shipped_entries(9)
    specs = [entry.spec for entry in entries]
    assert len(specs) == len(set(specs)) >= 30
    assert {"random", "champion:shape-9x9", "mcts:playouts=10", "rave:playouts=10000", ANCHOR} <= set(specs)
    assert "champion:sane-5x5" not in specs
    assert all(entry.spec.partition(":")[0] in PLAYERS for entry in entries)
    assert all(bool(entry.digest) == entry.spec.startswith(("champion:", "rave:")) for entry in entries)
    cost = {entry.spec: entry.seconds for entry in entries}
    assert cost["random"] < cost["uct:playouts=100"] < cost["uct:playouts=1000"] < cost["rave:playouts=10000"]


# -- the plan ----------------------------------------------------------------------------------------------------------


def known(wins: list[list[float]], seconds: list[float], target: float = 40.0) -> Knowledge:
    return Knowledge(np.array(wins, dtype=float), seconds, 0, np.full(len(seconds), target))


def test_one_sided_pairings_are_not_played() -> None:
    # 1 is far above 0, 2 stands between them
    wins = [[0, 0, 10], [500, 0, 290], [90, 10, 0]]
    plan = plan_round(known(wins, [0.1, 0.1, 0.1]))
    assert (0, 1) not in plan
    assert plan


def test_cheap_games_are_preferred() -> None:
    wins = [[0, 20, 20], [20, 0, 20], [20, 20, 0]]
    plan = plan_round(known(wins, [0.1, 0.1, 50.0]))
    assert plan.get((0, 1), 0) > 2
    dear = plan.get((0, 2), 0) + plan.get((1, 2), 0)
    assert dear <= 2


def test_certain_ratings_need_no_games() -> None:
    wins = [[0, 5000], [5000, 0]]
    assert plan_round(known(wins, [1, 1])) == {}


def test_a_round_is_bounded_and_the_same_each_time() -> None:
    n = 20
    first = plan_round(known(np.zeros((n, n)).tolist(), [1e-6] * n))
    assert first == plan_round(known(np.zeros((n, n)).tolist(), [1e-6] * n))
    assert all(0 < pairs <= MAX_PAIRS for pairs in first.values())
    assert all(i < j for i, j in first)


def test_closed_players_do_not_play() -> None:
    plan = plan_round(Knowledge(np.zeros((3, 3)), [0.1] * 3, 0, np.full(3, 40.0), frozenset({2})))
    assert plan
    assert all(2 not in pairing for pairing in plan)


def test_only_newcomers_play_when_they_are_placed() -> None:
    wins = [[0, 200, 0], [200, 0, 0], [0, 0, 0]]
    plan = plan_round(known(wins, [0.1] * 3), [2])
    assert plan
    assert all(2 in pairing for pairing in plan)


def test_a_newcomer_meets_one_opponent_until_its_strength_is_roughly_known() -> None:
    wins = np.zeros((4, 4))
    wins[:3, :3] = [[0, 200, 200], [200, 0, 200], [200, 200, 0]]
    first = plan_round(known(wins.tolist(), [0.1] * 4), [3])
    assert list(first.values()) == [PROBE_PAIRS]
    wins[3, 1] = wins[1, 3] = 5
    assert sum(plan_round(known(wins.tolist(), [0.1] * 4), [3]).values()) > PROBE_PAIRS


def test_a_newcomer_plays_no_more_games_than_it_needs() -> None:
    """Even games tell 8.3e-6 per square Elo each, so 50 Elo on each side take 185 of them."""
    wins = np.zeros((3, 3))
    wins[:2, :2] = [[0, 5000], [5000, 0]]
    wins[2, 0] = wins[0, 2] = 60
    plan = plan_round(known(wins.tolist(), [0.001] * 3, target=50), [2])
    assert 120 + 2 * sum(plan.values()) == pytest.approx(185, abs=6)


def test_a_newcomer_need_not_make_up_for_an_uncertain_ladder() -> None:
    wins = [[0, 4, 0], [4, 0, 500], [0, 500, 0]]
    assert plan_round(known(wins, [0.1] * 3))  # 8 games link two of them to the anchor
    assert plan_round(known(wins, [0.1] * 3), [2]) == {}


def test_the_posterior_is_the_logistic_estimate_with_many_games() -> None:
    strength, covariance = posterior(np.array([[0, 2500.0], [7500.0, 0]]), anchor=0)
    assert strength[0] == 0
    assert ELO * strength[1] == pytest.approx(190.8, abs=0.5)
    assert Z95 * ELO * np.sqrt(covariance[1, 1]) == pytest.approx(7.9, abs=0.1)

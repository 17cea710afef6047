"""Competitions: the same games on threads and processes, tests that end early, mixed players, several tables."""

import sys
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from semeai.arena.match import Competition, Means
from semeai.arena.openings import Openings
from semeai.arena.schedule import Colors, Pairing, Played, Terms
from semeai.arena.sprt import Sprt, SprtVerdict
from semeai.arena.store import FILE, Store
from semeai.go.points import BLACK, WHITE
from semeai.go.rules import Rules
from semeai.parallel.executors import Executor

SMALL = Terms(Rules(size=5, komi=0.5))


def held(
    pairings: Sequence[Pairing], terms: Terms = SMALL, means: Means | None = None, sprt: Sprt | None = None
) -> Competition:
    competition = Competition(pairings, terms, sprt=sprt)
    competition.run(means or Means(), lambda *_: None)
    return competition


@pytest.mark.parametrize("openings", [Openings(), Openings(n_random=4)], ids=str)
def test_the_same_games_on_one_thread_two_threads_and_processes(openings: Openings, tmp_path: Path) -> None:
    files = []
    for means in (Means(), Means(2), Means(2, Executor.PROCESSES)):
        folder = tmp_path / f"{len(files)}"
        with Store(folder) as store:
            pairings = [Pairing("wally:noise=0.1", "random", 200), Pairing("wally:noise=0.2", "wally", 30)]
            competition = Competition(pairings, Terms(Rules(size=7), openings, seed=3), store)
            competition.run(means, lambda *_: None)
        files.append((folder / FILE).read_bytes())
    assert files[0].count(b"\n") == 230
    assert files[0] == files[1] == files[2]


def test_another_seed_gives_other_games() -> None:
    pairing = Pairing("random", "wally", 10)
    one, two = (held([pairing], Terms(Rules(size=5), seed=seed)) for seed in (1, 2))
    moves = [{game.moves for game in games.games(pairing)} for games in (one, two)]
    assert not moves[0] & moves[1]


@pytest.mark.parametrize(
    ("colors", "black"),
    [(Colors.SWAP, "abab"), (Colors.A_BLACK, "aaaa"), (Colors.A_WHITE, "bbbb")],
)
def test_colors_and_openings(colors: Colors, black: str) -> None:
    fixtures = list(Pairing("a", "b", 4).fixtures(colors))
    assert "".join(f.black for f in fixtures) == black
    assert all({f.black, f.white} == {"a", "b"} for f in fixtures)
    assert [f.opening for f in fixtures] == ([0, 0, 1, 1] if colors is Colors.SWAP else [0, 1, 2, 3])


def test_points_go_to_who_earned_them() -> None:
    pairing = Pairing("random", "wally", 20)
    competition = held([pairing])
    for game, points in zip(competition.games(pairing), competition.points(pairing), strict=True):
        winner = {BLACK: game.black, WHITE: game.white}[game.result.winner or 0]
        assert points == (winner == "random")
    assert sum(competition.points(pairing)) < 5


def test_who_plays_against_itself() -> None:
    pairing = Pairing("random", "random", 40)
    competition = held([pairing])
    assert 5 < sum(competition.points(pairing)) < 35


def test_an_early_end_is_the_same_however_it_is_played(tmp_path: Path) -> None:
    pairing = Pairing("wally", "wally:noise=0.5", 5_000)
    sprt = Sprt(0, 100)
    ended = [held([pairing], SMALL, means, sprt) for means in (Means(), Means(2))]
    with Store(tmp_path) as store:  # and when it is broken off by hand before
        whole = Competition([pairing], SMALL, store, sprt)
        with pytest.raises(InterruptedError):
            whole.run(Means(), interrupted_after(3))
        resumed = Competition([pairing], SMALL, store, sprt)
        resumed.run(Means(2), lambda *_: None)
        ended.append(resumed)
    first = ended[0]
    n = len(first.games(pairing))
    assert first.verdict(pairing) is SprtVerdict.H1
    assert n < 1_000
    assert sprt.decide_pairs(first.points(pairing)) == (SprtVerdict.H1, n)
    for other in ended:
        assert other.points(pairing) == first.points(pairing)
        assert other.verdict(pairing) is SprtVerdict.H1
        assert other.n_left == 0


def interrupted_after(n: int) -> Callable[[Pairing, Played], None]:
    """A watcher that has had enough after n games."""
    seen: list[Played] = []

    def watch(pairing: Pairing, game: Played) -> None:
        seen.append(game)
        if len(seen) == n:
            raise InterruptedError

    return watch


def test_no_early_end_without_a_reason() -> None:
    pairing = Pairing("random", "wally", 6)
    competition = held([pairing], sprt=Sprt(-10, 10))
    assert competition.verdict(pairing) is SprtVerdict.UNDECIDED
    assert len(competition.games(pairing)) == 6


def test_an_interrupted_match_goes_on_where_it_was(tmp_path: Path) -> None:
    pairing = Pairing("wally:noise=0.1", "random", 250)
    with Store(tmp_path / "b") as store:
        Competition([pairing], SMALL, store).run(Means(), lambda *_: None)
    with Store(tmp_path / "a") as store, pytest.raises(InterruptedError):
        Competition([pairing], SMALL, store).run(Means(), interrupted_after(40))
    with Store(tmp_path / "a") as store:
        competition = Competition([pairing], SMALL, store)
        assert competition.n_found == 200  # a chunk that is played is kept
        assert competition.n_left == 50
        seen: list[int] = []
        competition.run(Means(2), lambda _, game: seen.append(game.number))
        assert seen == list(range(200, 250))
    assert (tmp_path / "a" / FILE).read_bytes() == (tmp_path / "b" / FILE).read_bytes()


def test_engines_at_several_tables(gnugo: str, tmp_path: Path) -> None:
    """Which game ends first is up to the tables; what is played is not."""
    engine = f"gtp:{gnugo} --mode gtp --level 0 --chinese-rules"
    pairings = [Pairing(engine, "wally:noise=0.1", 4), Pairing(engine, "random", 4), Pairing("random", "wally", 4)]
    kept = []
    for n in (1, 3):
        with Store(tmp_path / str(n)) as store:
            competition = Competition(pairings, SMALL, store)
            competition.run(Means(n), lambda *_: None)
            assert competition.n_left == 0
        kept.append(sorted((tmp_path / str(n) / FILE).read_text().splitlines()))
        assert len(kept[-1]) == 12
        assert not [line for line in kept[-1] if "forfeits" in line]
    assert kept[0] == kept[1]


def test_a_broken_engine_does_not_stop_the_match(tmp_path: Path) -> None:
    script = tmp_path / "engine.py"
    script.write_text(
        "import sys\n"
        "for line in sys.stdin:\n"
        "    number, command, *_ = line.split()\n"
        "    if command == 'genmove': sys.exit('out of order')\n"
        "    print(f'={number} ' + {'list_commands': 'genmove'}.get(command, ''), end='\\n\\n', flush=True)\n"
    )
    pairing = Pairing("random", f"gtp:{sys.executable} {script}", 4)
    with Store(tmp_path / "store") as store:
        competition = Competition([pairing], SMALL, store)
        competition.run(Means(2), lambda *_: None)
    assert competition.points(pairing) == [1, 1, 1, 1]
    assert all(game.is_failure for game in competition.games(pairing))
    lines = (tmp_path / "store" / FILE).read_text().splitlines()
    assert len([line for line in lines if "forfeits: python" in line and "out of order" in line]) == 4

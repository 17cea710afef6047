"""Players by name, as objects and as functions: all become players."""

from dataclasses import dataclass

import pytest
from numpy.random import Generator, default_rng

from semeai.arena.batch import compiled_player
from semeai.arena.match import Competition, Means
from semeai.arena.schedule import Pairing, Terms
from semeai.go.board import Board
from semeai.go.player import Breedable, Explanation, Player
from semeai.go.points import PASS, point
from semeai.go.rules import Rules
from semeai.players import PLAYERS, as_player, breedable, check_reach, make_player, name_players, playable, read_bred
from semeai.players.wally import WallyParams, WallyPlayer
from semeai.specs import SpecError


@pytest.fixture(autouse=True)
def as_before(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(PLAYERS, "_added", {})


class First:
    """A plain class."""

    def __init__(self) -> None:
        self.calls: list[str] = []

    def choose(self, board: Board) -> int:
        return next(iter(board.legal_points()), PASS)


class Talker(First):
    def new_game(self, rules: Rules, rng: Generator) -> None:
        self.calls.append(f"new game {rules.size}")

    def explain(self) -> str:
        return "because"

    def close(self) -> None:
        self.calls.append("close")


@dataclass(frozen=True)
class LastParams:
    n: int = 1


class Last(First):
    """A plain class with settings."""

    Params = LastParams

    def __init__(self, params: LastParams) -> None:
        self.n = params.n

    def choose(self, board: Board) -> int:
        return board.legal_points()[-self.n]


def first(board: Board) -> int:
    return next(iter(board.legal_points()), PASS)


# -- as_player ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("thing", ["random", First, First(), Last, Talker(), first, WallyPlayer(WallyParams())])
def test_everything_that_is_a_player(thing: object) -> None:
    player = as_player(thing)
    assert isinstance(player, Player)
    player.check()
    player.new_game(Rules(size=5), default_rng(1))
    board = Board(Rules(size=5))
    assert board.is_legal(player.choose(board))
    assert isinstance(player.explain(), Explanation)
    player.close()


def test_a_player_stays_what_it_is() -> None:
    player = make_player("wally")
    assert as_player(player) is player


def test_what_a_plain_object_has_is_called() -> None:
    talker = Talker()
    with as_player(talker) as player:
        player.new_game(Rules(size=7), default_rng(1))
        assert player.explain() == Explanation("because")
    assert talker.calls == ["new game 7", "close"]
    assert as_player(first).explain() == Explanation("first does not explain its moves")


@pytest.mark.parametrize("thing", [3, None, [first], object()])
def test_what_is_not_a_player(thing: object) -> None:
    with pytest.raises(TypeError, match=r"^expected a player: .*; found \w+$"):
        as_player(thing)
    with pytest.raises(TypeError):
        name_players("wally", thing)


# -- names -------------------------------------------------------------------------------------------------------------


def test_an_added_player_plays_by_its_name() -> None:
    PLAYERS.add("first", First)
    assert "first" in playable()
    assert make_player("first").choose(Board(Rules(size=5))) == first(Board(Rules(size=5)))
    assert compiled_player("first") is None
    PLAYERS.add("last", Last)
    board = Board(Rules(size=5))
    assert [make_player(spec).choose(board) for spec in ("last", "last:n=25")] == [point(5, 5), point(1, 1)]
    PLAYERS.add("first", WallyPlayer, WallyParams)
    lineup = compiled_player("first:noise=0.1")
    assert lineup is not None
    assert lineup.digest() == compiled_player("wally:noise=0.1").digest()


def test_names_for_objects() -> None:
    one, other = First(), First()
    names = name_players("wally", first, First, one, other, one, lambda board: PASS)
    assert names == ["wally", "first", "First", "First-2", "First-3", "First-2", "lambda"]
    assert name_players(First) == ["First"]  # made anew: a class may have been defined again
    assert all(isinstance(make_player(name), Player) for name in names)


def test_a_match_with_a_function() -> None:
    a, b = name_players(first, "random")
    competition = Competition([Pairing(a, b, 4)], Terms(Rules(size=5, move_limit=60)))
    competition.run(Means(2, "processes"), lambda *_: None)  # at tables, which are threads whatever the executor
    games = competition.games(competition.pairings[0])
    assert [game.result.reason for game in games] == ["score"] * 4


@pytest.mark.parametrize("executor", ["processes", "dask", "dask://host:1"])
def test_other_processes_do_not_know_it(executor: str) -> None:
    PLAYERS.add("mine", WallyPlayer, WallyParams)
    check_reach(["mine:noise=0.1", "wally"], "threads")
    said = f"^mine was added in this process, so workers of {executor} cannot load it; use threads, or declare"
    with pytest.raises(ValueError, match=said):
        check_reach(["wally", "mine:noise=0.1"], executor)
    competition = Competition([Pairing("wally", "mine", 2)], Terms(Rules(size=5, move_limit=60)))
    with pytest.raises(ValueError, match=said):
        competition.run(Means(2, executor), lambda *_: None)


# -- players that are bred ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("spec", ["network", "network:last=true", "field", "summation"])
def test_players_that_need_a_genome(spec: str) -> None:
    name = spec.partition(":")[0]
    assert name in PLAYERS
    assert name not in playable()
    assert isinstance(read_bred(spec), Breedable)
    with pytest.raises(SpecError, match=rf"^{name} needs a genome: breed one with semeai evolve, and .*champion:FILE"):
        make_player(spec)


def test_who_can_be_bred() -> None:
    assert sorted(breedable()) == ["field", "local", "network", "shape", "summation"]
    assert read_bred("network") is read_bred("network")
    for name in ("wally", "nobody"):
        said = rf"^no player called '{name}' can be bred; there are field, local, network, shape, summation$"
        with pytest.raises(SpecError, match=said):
            read_bred(name)
    with pytest.raises(SpecError, match=r"^local has no settings for breeding$"):
        read_bred("local:own=1")

"""`summation`: looks are what agents say, the player plays what ratings take for its first choice, and explains it."""

import re
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from numpy.random import default_rng

from semeai.arena.batch import fixtures_of, play_batch
from semeai.evolve.operators import random_genomes
from semeai.go.board import Board
from semeai.go.lineup import line_up
from semeai.go.player import Player
from semeai.go.points import BLACK, EMPTY, PASS, WHITE, parse_vertex, points, vertex
from semeai.go.rules import Rules
from semeai.nets.summation import evaluate, rate
from semeai.players import read_bred
from semeai.players.agents.agents import AGENTS, PRINTED, rate_board
from semeai.players.agents.looking import Looking, unpack_first
from semeai.players.agents.summation import Choice, Numbers, SummationParams, SummationPlayer
from semeai.players.champion import Champion, pack_champion, read_champion
from semeai.players.wally import WallyParams, WallyPlayer
from semeai.problems.games import GoProblem
from semeai.rng import seeds, streams
from semeai.sgf.collection import Record, read_collection
from tests.conftest import scaled
from tests.records import write_records

ALL = SummationParams(agents="all")


def genome_of(params: SummationParams, seed: int = 1) -> npt.NDArray[Any]:
    genome: npt.NDArray[Any] = random_genomes(1, params.genes(Rules()), default_rng(seed))[0]
    return genome


def player_of(spec: str, seed: int = 1, board: Board | None = None) -> SummationPlayer:
    bred = read_bred(spec)
    genes = bred.genes(Rules())
    player: Player = bred.from_genome(random_genomes(1, genes, default_rng(seed))[0], Rules())  # type: ignore[arg-type]
    assert isinstance(player, SummationPlayer)
    player.new_game(board.rules if board else Rules(), default_rng(seed))
    return player


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> list[Record]:
    """Random games on 5x5 and 7x7, one of them from a position."""
    folder = tmp_path_factory.mktemp("records")
    n = scaled(4, 1)
    write_records(folder, n)
    write_records(folder, n, size=7, first=n)
    stones = "(;SZ[5]AB[bb][cc]AW[dd];B[ba];W[ca];W[da];B[];W[ea];B[eb])"
    (folder / "setup.sgf").write_text(stones)
    return read_collection(folder).games


# -- looks -------------------------------------------------------------------------------------------------------------


def test_looks_are_what_agents_say(games: list[Record]) -> None:
    """Of every position in which somebody chose a point, for every legal point; `rate_board` is the slow way."""
    looking = Looking(ALL.names)
    for game in games:
        looks = looking.at_game(game)
        seen = 0
        for board, chosen in game.positions():
            values, strengths = rate_board(board)
            legal = [p for p in points(board.size) if is_legal_but_for_superko(board, p)]
            candidates, its = looking.at_board(board)
            said = unpack_first(its)
            assert candidates == legal
            np.testing.assert_array_equal(said.values, values[:, legal])
            np.testing.assert_array_equal(said.strengths, strengths)
            a, b = looks.arrays[0][seen : seen + 2]
            assert b - a == len(legal)
            assert legal[looks.arrays[7][seen]] == chosen
            np.testing.assert_array_equal(looks.arrays[6][seen], values.sum(axis=1))
            np.testing.assert_array_equal(looks.arrays[5][seen], strengths)
            first, last = looks.arrays[1][seen : seen + 2]
            n_entries = its.arrays[1][1]
            assert last - first == n_entries
            np.testing.assert_array_equal(looks.arrays[4][first:last], its.arrays[4][:n_entries])
            seen += 1
        assert seen == len(looks)


def is_legal_but_for_superko(board: Board, p: int) -> bool:
    why = board.why_illegal(p)
    return why is None or "repeats" in why


def test_an_agent_can_be_asked_twice() -> None:
    board = Board(Rules(size=5))
    _, looks = Looking(["random", "opener", "random"]).at_board(board)
    said = unpack_first(looks)
    assert len(said.values) == 3
    assert said.values[0].tolist() == said.values[2].tolist() == [said.values[0, 0]] * 25
    assert said.values[0, 0] > 0


# -- the player --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "spec", ["summation", "summation:agents=all,weights=real", "summation:agents=capturer,hidden=1"]
)
def test_it_plays_what_ratings_take_for_its_first_choice(spec: str, games: list[Record]) -> None:
    """But for own eyes, which it does not fill."""
    player = player_of(spec)
    looking = Looking(player.params.names)
    shape, genome = player.params.shape, player._genome
    for game in games:
        rated = rate(shape, [genome], looks := looking.at_game(game), 0, len(looks)).within[0, 0]
        matched = n_eyes = 0
        for board, chosen in game.positions():
            matched += player.choose(board) == chosen
            n_eyes += any(board.is_eye(p, board.to_play) for p in board.legal_points())
        assert abs(matched - rated) <= n_eyes
        assert n_eyes or matched == rated


@pytest.mark.parametrize("seed", range(4))
def test_the_first_of_the_highest_is_chosen(seed: int, games: list[Record]) -> None:
    """By the plain network."""
    player = player_of("summation:agents=all,weights=real,hidden=2", seed)
    for board, _ in games[seed % len(games)].positions():
        values, strengths = rate_board(board)
        can = [p for p in board.legal_points() if not board.is_eye(p, board.to_play)]
        said = evaluate(player.params.shape, player._genome, values, strengths)
        chosen = player.choose(board)
        assert said[chosen] == pytest.approx(said[can].max(), abs=1e-5)
        assert player.explain().values[chosen] == pytest.approx(said[chosen], abs=1e-5)


def test_own_eyes_are_not_filled() -> None:
    board = Board.from_diagram("XXX.X XXXXX XX.XX XXXXX X.XXX".replace(" ", "\n"))
    player = player_of("summation:agents=random", board=board)
    assert len(board.legal_points()) == 3
    assert player.choose(board) == PASS
    assert "no legal move was left but own eyes" in player.explain().text
    board = Board.from_diagram("..... XXXXX X.X.X XXXXX X.XXX".replace(" ", "\n"))
    assert vertex(player.choose(board)) == "A5"


def test_superko_is_kept() -> None:
    """The first choice would bring back a position: it plays the next one."""
    rules = Rules(size=2)
    board = Board(rules)
    for move in ("A1", "B1", "A2", "B2"):  # white takes both
        board.play(parse_vertex(move, 2))
    player = player_of("summation:agents=random", board=board)
    while True:
        chosen = player.choose(board)
        assert board.is_legal(chosen)
        if chosen == PASS:
            break
        board.play(chosen)


def test_choice_by_chance() -> None:
    """In proportion to what is positive, from its own generator and nothing else."""
    board = Board(Rules(size=5), {parse_vertex("C3", 5): WHITE}, BLACK)
    player = player_of("summation:agents=follower,choice=proportional", board=board)
    found = Counter(vertex(player.choose(board)) for _ in range(scaled(400, 40)))
    likely = {vertex(p) for p, share in player.explain().values.items() if share > 0}
    assert set(found) == likely
    assert len(found) > 1
    moves = []
    for _ in range(2):
        player.new_game(board.rules, default_rng(7))
        moves.append([player.choose(board) for _ in range(10)])
    assert moves[0] == moves[1]
    nobody = SummationPlayer(SummationParams("follower"), np.zeros(SummationParams("follower").shape.n_genes))
    by_chance = player_of("summation:agents=capturer,choice=proportional", board=board)
    assert vertex(nobody.choose(board)) == "A1"  # nothing is said: the first
    assert len({by_chance.choose(board) for _ in range(20)}) > 3  # or any


def test_explanations() -> None:
    board = Board(Rules(size=5), {parse_vertex("C3", 5): WHITE}, BLACK)
    player = player_of("summation", board=board)
    assert player.explain().text == "summation has not chosen a move yet"
    chosen = player.choose(board)
    told = player.explain()
    lines = told.text.splitlines()
    assert lines[0].startswith(f"summation plays {vertex(chosen)}: ")
    assert all(lines), "an empty line would end an answer of GTP"
    assert [line[:-1] for line in lines if line.endswith(":")] == [*PRINTED, "sum, in thousandths"]
    start = lines.index("follower:") + 1
    follower = [line.split() for line in lines[start : start + 5]]
    spoken = {(4 - row, column) for row in range(5) for column in range(5) if follower[row][column] != "."}
    assert {(1, 2), (3, 2), (2, 1), (2, 3)} <= spoken  # around C3
    assert set(told.values) == {p for p in points(5) if board.colors[p] == EMPTY}
    assert sum(told.values.values()) == pytest.approx(1)
    assert told.candidates[0].point == chosen


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("summation:hidden=0", "summation:hidden must be 1 to 1000, not 0"),
        (
            "summation:agents=follower+",
            "unknown agent '' in summation:agents; use printed, all, or any of random, follower",
        ),
        (
            "summation:agents=nobody",
            "unknown agent 'nobody' in summation:agents; use printed, all, or any of random, follower",
        ),
        ("summation:weights=complex", "summation:weights must be one of whole, real, not 'complex'"),
    ],
)
def test_wrong_settings(spec: str, message: str) -> None:
    with pytest.raises(ValueError, match=f"^{re.escape(message)}"):
        read_bred(spec)


def test_names() -> None:
    assert SummationParams().names == PRINTED
    assert ALL.names == tuple(AGENTS)
    assert SummationParams("tiger+opener").names == ("tiger", "opener")
    assert SummationParams("tiger+opener", hidden=2).genes(Rules()).n == 6
    assert SummationParams("extension", hidden=1).genes(Rules()).n == 2 + len(AGENTS["extension"].channels)


# -- bred --------------------------------------------------------------------------------------------------------------


def test_champions(tmp_path: Path) -> None:
    bred, rules = read_bred("summation"), Rules(size=9)
    genome = random_genomes(1, bred.genes(rules), default_rng(1))[0]  # type: ignore[arg-type]
    champion = Champion("summation", genome, rules, "ga", {}, 1, 0, {}, {})
    path = tmp_path / "x.npz"
    path.write_bytes(pack_champion(champion))
    again = read_champion(path)
    assert again.genome.tolist() == genome.tolist()
    described = bred.describe(again.genome)
    assert all(name in described for name in (*PRINTED, "weight of the node", "large_knight"))
    path.write_bytes(pack_champion(Champion("summation", genome[1:], rules, "ga", {}, 1, 0, {}, {})))
    with pytest.raises(ValueError, match=f"expected a genome of {len(genome)} numbers, found {len(genome) - 1}$"):
        read_champion(path)


def test_it_can_be_bred_by_playing() -> None:
    """In batches, or one game at a time where moves are drawn, with the same result wherever it is rated."""
    drawn = GoProblem("summation:agents=capturer,hidden=1,choice=proportional", Rules(size=5), ("random",), n_games=2)
    assert not drawn.is_compiled
    problem = GoProblem("summation:agents=capturer,hidden=1", Rules(size=5), ("random",), n_games=2)
    assert problem.is_compiled
    genomes = np.array([[1, 1], [0, 0]])
    given = seeds(2, 1)
    for one in (problem, drawn):
        together = one.rate(genomes, given)
        assert together.tolist() == [one.rate(genomes[i : i + 1], given[i : i + 1])[0] for i in range(2)]
    assert problem.settings()["opponent_settings"] == GoProblem(opponents=("random",)).settings()["opponent_settings"]


# -- inside kernels ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "params",
    [SummationParams(), ALL, SummationParams("all", 2, Numbers.REAL), SummationParams("ladder+opener+ladder", 1)],
)
def test_games_in_batches_are_those_one_by_one(params: SummationParams) -> None:
    """Every move of a batch is the one that the player chooses by itself, from openings and under superko too."""
    genomes = [genome_of(params, seed) for seed in (1, 2)]
    players = [params.from_genome(genome, Rules()) for genome in genomes]
    lineup = line_up([WallyPlayer(WallyParams(0.2)).lineup, params.lineup(genomes, Rules())])
    n_moves = 0
    for size in (2, 5, 9, 13)[: scaled(4, 2)]:
        rules = Rules(size=size, komi=0.5, repetition="positional", suicide=size == 5)
        starts = [Board(rules), Board(rules)]
        for p in points(size)[1:3]:
            starts[1].play(p)
        fixtures = fixtures_of([0, 0, 1, 1], [1, 2, 0, 2], [2, 1, 1, 1])
        batch = play_batch(rules, starts, lineup, fixtures, streams(8, size).reshape(4, 2), keep_moves=True)
        for game, fixture in zip(batch.games(), fixtures, strict=True):
            board = starts[fixture["start"]].copy()
            for move in game.tolist():
                if (who := fixture["players"][board.to_play]) > 0:
                    assert vertex(players[who - 1].choose(board)) == vertex(move), board
                    n_moves += 1
                board.play(move)
    assert n_moves > scaled(300, 10)


def test_chance_is_not_for_kernels() -> None:
    drawn = SummationParams(choice=Choice.PROPORTIONAL)
    assert not drawn.is_compiled
    assert drawn.from_genome(genome_of(drawn), Rules()).lineup is None

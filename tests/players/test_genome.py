"""The genome of `rave`: zeros change nothing, every gene changes something, and a champion file plays it."""

from pathlib import Path

import numpy as np
import pytest
from numpy.random import default_rng

from semeai.go.board import Board
from semeai.go.patterns_kernel import pattern_at
from semeai.go.rules import Rules
from semeai.players import make_player, read_bred
from semeai.players.champion import Champion, pack_champion
from semeai.players.search.genome import (
    CLASSES,
    FEATURES,
    GENES,
    N_GENES,
    PARTS,
    SHOWN,
    Origin,
    class_places,
    enter_genome,
    fixed_priors,
)
from semeai.players.search.priors import move_scores
from semeai.players.search.rave import RaveParams, settings_of_rave
from tests.conftest import needs_jit

NAMES = [gene.name for gene in GENES]


def entered(genome: np.ndarray, origin: Origin = Origin.BEST) -> bytes:
    settings = settings_of_rave(RaveParams(origin=origin))
    enter_genome(settings, genome, origin)
    return settings.tobytes()


def game(spec: str, genome: np.ndarray | None = None, n_moves: int = 8) -> list[int]:
    rules = Rules(size=5, komi=0.5)
    board = Board(rules)
    player = make_player(spec) if genome is None else read_bred(spec).from_genome(genome, rules)
    player.new_game(rules, default_rng(1))
    for _ in range(n_moves):
        board.play(player.choose(board))
    return [*board.moves, *(candidate.visits for candidate in player.explain().candidates)]


def test_names_are_one_each() -> None:
    assert len(set(NAMES)) == N_GENES
    assert {"equivalence", "playout capture", "prior double_atari", "prior .../.+./..."} <= set(NAMES)
    assert NAMES[-1] == "prior OO#/O+#/###"


def test_zeros_change_nothing() -> None:
    assert entered(np.zeros(N_GENES)) == settings_of_rave(RaveParams()).tobytes()


@pytest.mark.parametrize("origin", Origin)
def test_every_gene_changes_something(origin: Origin) -> None:
    """In one direction at least. All patterns are treated alike, so some of them stand for all."""
    start = entered(np.zeros(N_GENES), origin)
    for i in [*range(N_GENES - len(CLASSES)), *range(N_GENES - len(CLASSES), N_GENES, 50)]:
        moved = [entered(np.eye(N_GENES)[i] * x, origin) for x in (-0.5, 0.5)]
        assert any(settings != start for settings in moved), NAMES[i]


def test_nothing_is_learned_from_human_games() -> None:
    settings = settings_of_rave(RaveParams())
    enter_genome(settings, np.zeros(N_GENES), Origin.NOTHING)
    assert not settings["priors"]["patterns"][0][CLASSES].any()
    assert not settings["priors"]["weights"][0][list(FEATURES)].any()
    assert not settings["priors"]["large"]["is_used"][0]
    assert fixed_priors(settings, Origin.NOTHING) is None


def test_what_is_not_bred_is_the_rest_of_a_score() -> None:
    """The scores of moves are those of genes and those of `fixed_priors` together."""
    settings = settings_of_rave(RaveParams())
    board = Board(Rules(size=9))
    for p in board.legal_points()[30:70:7]:
        board.play(p)
    moves = board.legal_points()
    fixed = fixed_priors(settings, Origin.BEST)
    assert fixed is not None
    bred = settings["priors"].copy()
    bred["large"]["is_used"] = False
    last_moves = board.moves[-1], board.moves[-2]
    whole, *parts = (move_scores(board, *last_moves, moves, priors) for priors in (settings["priors"], fixed, bred))
    assert np.allclose(whole, sum(parts), atol=1e-4)
    assert all(np.ptp(part) > 1 for part in parts)


def test_all_3x3_patterns_are_genes() -> None:
    """954 without an edge, 135 at an edge and 18 in a corner: all that remain different when turned and mirrored."""
    assert len(CLASSES) == 954 + 135 + 18
    assert sum(PARTS.values()) == N_GENES
    rules = Rules(size=3)
    board = Board(rules)
    board.play(board.legal_points()[0])
    for p in board.legal_points():
        assert class_places()[pattern_at(board.record, p)] < len(CLASSES)


def test_beliefs_stay_within_their_bounds() -> None:
    settings = settings_of_rave(RaveParams())
    for x in (-1.0, 1.0):
        enter_genome(settings, np.full(N_GENES, x), Origin.NOTHING)
        assert settings["expand_at"][0] == (1 if x < 0 else 32)
        assert 0 <= settings["knowing"]["capture"][0] <= 1
        assert settings["priors"]["weights"][0][0] == 4 * x
        assert bool(settings["priors"]["is_wide"][0])


@pytest.mark.parametrize(
    ("genome", "message"),
    [
        (np.zeros(3), "expected a genome of"),
        (np.full(N_GENES, 1.5), "genes from -1 to 1"),
        (np.full(N_GENES, np.nan), "genes from -1 to 1"),
    ],
)
def test_bad_genomes(genome: np.ndarray, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        read_bred("rave").from_genome(genome, Rules())


@pytest.mark.parametrize("spec", ["rave:policy=light", "rave:counts=tree"])
def test_not_every_rave_can_be_bred(spec: str) -> None:
    with pytest.raises(ValueError, match="policy=knowing and counts=path"):
        read_bred(spec).genes(Rules())


@needs_jit
def test_zeros_play_the_same_game() -> None:
    spec = "rave:playouts=100,resign=0"
    assert game(spec) == game(spec, np.zeros(N_GENES))
    assert game(spec) != game(spec, default_rng(1).uniform(-1, 1, N_GENES))


@needs_jit
def test_a_champion_file_takes_settings(tmp_path: Path) -> None:
    rules = Rules(size=5, komi=0.5)
    genome = default_rng(2).uniform(-0.3, 0.3, N_GENES)
    champion = Champion("rave:playouts=20,resign=0", genome, rules, "cma", {}, 1, 1, {}, {})
    path = tmp_path / "bred.npz"
    path.write_bytes(pack_champion(champion))
    assert game(f"champion:{path}", n_moves=2) == game("rave:playouts=20,resign=0", genome, n_moves=2)
    assert game(f"champion:{path},playouts=90", n_moves=2) == game("rave:playouts=90,resign=0", genome, n_moves=2)
    with pytest.raises(ValueError, match="no setting 'visits'"):
        make_player(f"champion:{path},visits=3")


def test_a_genome_is_described() -> None:
    genome = np.zeros(N_GENES)
    genome[NAMES.index("prior snapback")] = 0.5
    lines = read_bred("rave:priors=learned").describe(genome).splitlines()
    assert lines[1].split() == ["prior", "snapback", "2", "0"]
    assert len(lines) == 1 + SHOWN

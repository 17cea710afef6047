"""Games with a digest: no flipped bit goes unnoticed, and other programs read them."""

from pathlib import Path

import pytest
from sgfmill.sgf import Sgf_game

from semeai.sgf import read_collection, read_game, read_games, write_game
from semeai.sgf.seal import check_seal, is_sealed, seal_game, split_sealed

GAMES = [
    write_game(read_game("(;SZ[5]PB[a]PW[b]RE[B+3];B[cc];W[bb];B[dd];W[])")),
    write_game(read_game("(;SZ[5]PB[b]PW[é];B[ee];W[aa](;B[ab])(;B[ba]))")),  # a variation begins a line, too
]
SEALED = [seal_game(game) for game in GAMES]


def test_a_sealed_game_is_the_same_game() -> None:
    for game, sealed in zip(GAMES, SEALED, strict=True):
        assert not is_sealed(game)
        assert is_sealed(sealed)
        check_seal(sealed)
        assert write_game(read_game(sealed)) == game  # the digest is that of the text, and not taken over
        assert len(Sgf_game.from_string(sealed).get_main_sequence()) == len(
            Sgf_game.from_string(game).get_main_sequence()
        )
    assert split_sealed("".join(SEALED)) == SEALED
    assert len(read_games("".join(SEALED))) == 2


def is_whole(data: bytes) -> bool:
    try:
        text = data.decode()
        for game in split_sealed(text):
            check_seal(game)
    except ValueError:
        return False
    return True


def test_every_flipped_bit_is_noticed() -> None:
    data = "".join(SEALED).rstrip("\n").encode()
    assert is_whole(data)
    for bit in range(8 * len(data)):
        flipped = bytearray(data)
        flipped[bit // 8] ^= 1 << bit % 8
        assert not is_whole(bytes(flipped)), bit


def test_a_collection_leaves_out_the_game_that_was_changed(tmp_path: Path) -> None:
    path = tmp_path / "games.sgf"
    path.write_text("".join(SEALED))
    assert len(read_collection(path).games) == 2
    path.write_text("".join(SEALED).replace("B[dd]", "B[de]"))
    found = read_collection(path)
    assert [game.source for game in found.games] == ["games.sgf#2"]
    (skipped,) = found.skipped
    assert skipped.source == "games.sgf#1"
    assert skipped.reason == "the file was changed after semeai wrote it: the game does not match its DIGEST"


def test_what_is_not_sealed_cannot_be_checked() -> None:
    with pytest.raises(ValueError, match="does not match its DIGEST"):
        check_seal(GAMES[0])

"""Cards: every player has a name and a line for people."""

import json

import pytest

from semeai.players import cards
from semeai.players.cards import card
from semeai.players.champion import SHIPPED
from tests.commands import call


@pytest.mark.parametrize(
    ("spec", "name"),
    [
        ("random", "Random"),
        ("wally:noise=0.1", "Wally, 10% random"),
        ("wally:edge_last=true,scan=center", "Wally, edge last, scan center"),
        ("uct:playouts=10000", "UCT, 10,000 playouts"),
        ("rave", "RAVE, 1,000 playouts"),
        ("strategy:steps=16", "Strategies, 16 steps"),
        ("champion:sane-9x9", "SANE network 9x9"),
        ("gtp:gnugo --mode gtp --level 10 --chinese-rules", "GNU Go 3.8, level 10"),
        ("gtp:/opt/engine/my-bot --fast", "my-bot"),
        ("gtp:it's", "it's"),
    ],
)
def test_a_specification_has_a_name_for_people(spec, name):
    assert card(spec).name == name


def test_all_shipped_players_have_complete_cards_with_different_names():
    champions = [f"champion:{path.stem}" for path in sorted(SHIPPED.glob("*.npz"))]
    found = [card(spec) for spec in ["random", "wally", "local", "mcts", "uct", "rave", "strategy", *champions]]
    assert len({one.name for one in found}) == len(found)
    for one in found:
        assert one.summary.endswith(".")
        assert one.boards
        assert one.speed
        assert one.origin


def test_a_network_plays_on_its_own_board_only():
    assert card("champion:sane-5x5").boards == "5x5"
    assert card("champion:shape-9x9").boards == cards.ANY_BOARD


def test_speed_follows_the_playouts():
    assert card("uct:playouts=100").speed == "about 1 ms"
    assert card("rave:playouts=100000").speed == "about 3 s"


def test_a_bred_search_player_takes_time():
    one = card("champion:rave-from-nothing-9x9,playouts=100")
    assert (one.name, one.speed) == ("RAVE bred from nothing, 9x9", "about 3 ms")


def test_an_unknown_player_has_no_card():
    with pytest.raises(ValueError, match="no player called"):
        card("nobody")


def test_strengths_come_from_the_standings(tmp_path, monkeypatch):
    (tmp_path / "9x9").mkdir()
    entry = {"player": "wally", "name": "Wally", "elo": 900.4, "low": 870.0, "high": 931.0, "games": 40}
    (tmp_path / "9x9" / cards.STANDINGS).write_text(json.dumps({"size": 9, "entries": [entry]}))
    monkeypatch.setattr(cards, "shipped_ladder", lambda size: tmp_path / f"{size}x{size}")
    cards._standings.cache_clear()
    try:
        assert str(card("wally").strength()) == "Elo 900 ± 30 on 9x9"
        assert card("wally").strength(19) is None
        assert card("random").strength() is None
    finally:
        cards._standings.cache_clear()


def test_list_players_begins_with_the_name():
    said = call("list", "players").stdout
    assert "Wally" in said
    found = {entry["name"]: entry for entry in json.loads(call("list", "players", "--json").stdout)}
    assert found["rave"]["card"]["name"] == "RAVE, 1,000 playouts"

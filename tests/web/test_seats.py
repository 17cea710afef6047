"""Players on a page: which are admitted, uploads, and a host that has them think."""

import asyncio
from collections.abc import Callable
from pathlib import Path

import pytest

from semeai.go.points import BLACK, WHITE, parse_vertex
from semeai.go.rules import Rules
from semeai.web.host import GAMES, Host, TooMany
from semeai.web.seats import admit, champions, offered
from semeai.web.settings import Settings
from semeai.web.table import YOU, Setup, Table
from semeai.web.thinking import Thinkers
from semeai.web.uploads import MAX_BYTES, MAX_NODES, BadUpload, Uploads, clean_sgf

RULES = Rules(size=5)


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(tmp_path, max_games=2)


@pytest.mark.parametrize(
    ("spec", "made"),
    [
        ("random", "random"),
        ("rave", "rave:memory=64"),
        ("uct:playouts=50", "uct:playouts=50,memory=64"),
        ("rave:memory=100", "rave:memory=100"),
        ("gtp:gnugo --mode gtp", "gtp:gnugo --mode gtp"),
    ],
)
def test_players_are_admitted_with_bounded_memory(settings: Settings, spec: str, made: str) -> None:
    assert admit(spec, settings) == made


def test_a_path_that_ends_like_a_champion_of_ours_is_no_name(
    settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "ours.npz").touch()
    monkeypatch.setattr("semeai.web.seats.SHIPPED", tmp_path)
    monkeypatch.setattr("semeai.web.seats.check_spec", lambda spec: None)
    assert admit("champion:ours", settings) == "champion:ours"
    with pytest.raises(ValueError, match="x/ours"):
        admit("champion:../x/ours", settings)


@pytest.mark.parametrize(
    "spec",
    [
        "nobody",
        "rave:playouts=x",
        "rave:threads=256",
        "rave:memory=60000",
        "champion:/etc/passwd",
        "champion:../other/champions/1.npz",
        "champion:runs/none.npz",
        "random:" + "x" * 1000,
    ],
)
def test_players_that_ask_for_too_much_are_not(settings: Settings, spec: str) -> None:
    with pytest.raises(ValueError, match=r"^[^\n]+$"):
        admit(spec, settings)


def test_programs_are_started_for_this_machine_alone(tmp_path: Path) -> None:
    there = Settings(tmp_path, host="0.0.0.0", token="x")
    with pytest.raises(ValueError, match="visitors"):
        admit("gtp:touch /tmp/x", there)
    assert not [spec for spec in offered(there) if spec.startswith("gtp:")]


def test_the_latest_champion_of_each_run_is_offered(settings: Settings) -> None:
    for name in ("a/champions/000001", "a/champions/000007", "p/trials/1/champions/000001"):
        path = settings.folder / "runs" / f"{name}.npz"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch()
    assert champions(settings.folder) == ["runs/a/champions/000007.npz"]
    path = settings.folder / "runs/a/champions/000007.npz"
    assert admit("champion:runs/a/champions/000007.npz", settings) == f"champion:{path}"


# -- uploads -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"nonsense",
        b"(;GM[2])",
        b"(;SZ[4])",
        b"(;SZ[99])",
        b"(" * 100_000,
        b"\xff\xfe" * 1000,
        b"(;SZ[9]" + b";B[aa]" * MAX_NODES + b")",
        b"x" * (MAX_BYTES + 1),
    ],
)
def test_hostile_uploads_are_refused_in_one_line(data: bytes) -> None:
    with pytest.raises(BadUpload, match=r"^[^\n]+$"):
        clean_sgf(data)


def test_uploads_are_read_in_a_process_that_may_not_hang(monkeypatch: pytest.MonkeyPatch) -> None:
    uploads = Uploads(patience=20.0)
    try:
        assert "B[dd]" in uploads.read(b"(;SZ[9];B[dd])").result()
        with pytest.raises(BadUpload, match="not a game record"):
            uploads.read(b"nonsense").result()
    finally:
        uploads.close()
    hasty = Uploads(patience=1e-6)
    try:
        with pytest.raises(BadUpload, match="too long"):
            hasty.read(b"(;SZ[9];B[dd])").result()
    finally:
        hasty.close()


# -- the host ----------------------------------------------------------------------------------------------------------


def hosting(settings: Settings, scene: Callable[[Host], object]) -> None:
    """Play a scene on an event loop, with a host that ends after it."""

    async def play() -> None:
        thinkers = Thinkers(1)
        host = Host(settings, thinkers)
        try:
            await scene(host)  # type: ignore[misc]
        finally:
            host.close()
            thinkers.close()

    asyncio.run(play())


async def until(is_true: Callable[[], object]) -> None:
    for _ in range(30_000):
        if is_true():
            return
        await asyncio.sleep(0.01)
    raise AssertionError("it does not become true")


def test_a_player_answers_is_heard_of_and_saved(settings: Settings) -> None:
    async def scene(host: Host) -> None:
        opened = host.new(Setup(RULES, YOU, "random"))
        heard: list[str] = []
        opened.listeners.append(heard.append)
        opened.table.play(parse_vertex("C3", 5))
        host.changed(opened)
        await until(lambda: opened.table.game.n_moves == 2)
        assert heard == ["", ""]
        name.append(opened.name)

    name: list[str] = []
    hosting(settings, scene)
    assert (settings.folder / GAMES / f"{name[0]}.sgf").read_text().count(";") == 3

    async def again(host: Host) -> None:
        opened = host.find(name[0])
        assert opened is not None
        assert opened.table.game.n_moves == 2
        assert opened.table.seats == {BLACK: YOU, WHITE: "random"}

    hosting(settings, again)


def test_a_player_that_fails_is_told_of_and_waits(settings: Settings) -> None:
    async def scene(host: Host) -> None:
        opened = host.new(Setup(RULES, YOU, "gtp:/no/such/program"))
        host.agree("gtp:/no/such/program")
        heard: list[str] = []
        opened.listeners.append(heard.append)
        opened.table.play(parse_vertex("C3", 5))
        host.changed(opened)
        await until(lambda: len(heard) == 2)
        assert "cannot play" in heard[1]
        assert opened.table.is_paused

    hosting(settings, scene)


@pytest.mark.parametrize("program", ["gtp:/no/such/program", "gtp :/no/such/program"])
def test_a_program_waits_until_a_person_agrees(settings: Settings, program: str) -> None:
    async def scene(host: Host) -> None:
        (settings.folder / "games").mkdir()
        table = Table.new(Setup(RULES, YOU, program))
        table.play(parse_vertex("C3", 5))
        (settings.folder / "games" / "0123456789ab.sgf").write_text(table.write())
        opened = host.find("0123456789ab")
        assert opened is not None
        assert host.unknown_programs(opened) == [program]
        opened.table.resume()
        host.changed(opened)
        assert opened.thinking is None
        assert opened.table.is_paused
        host.agree("random", program)
        assert host.unknown_programs(opened) == []
        opened.table.resume()
        host.go_on(opened)
        assert opened.thinking is not None

    hosting(settings, scene)


def test_who_goes_elsewhere_is_not_followed_by_a_move(settings: Settings) -> None:
    async def scene(host: Host) -> None:
        opened = host.new(Setup(RULES, YOU, "random"))
        opened.table.play(parse_vertex("C3", 5))
        host.changed(opened)
        host.interrupt(opened)
        opened.table.step(-1)
        await asyncio.sleep(0.3)
        assert opened.table.game.n_moves == 0
        assert len(opened.table.game.root.children[0].children) == 0

    hosting(settings, scene)


def test_games_are_bounded_but_idle_ones_make_room(settings: Settings) -> None:
    async def scene(host: Host) -> None:
        first, second = host.new(Setup(RULES)), host.new(Setup(RULES))
        second.listeners.append(print)
        third = host.new(Setup(RULES))  # the first one has nobody who looks at it
        assert host.find(first.name) is None
        third.listeners.append(print)
        with pytest.raises(TooMany, match="try again later"):
            host.new(Setup(RULES))

    hosting(settings, scene)


@pytest.mark.parametrize("name", ["../../etc/passwd", "", "x", "0" * 12, "0" * 13, "..%2f", "00000000000\n"])
def test_no_name_finds_what_is_no_game(settings: Settings, name: str) -> None:
    async def scene(host: Host) -> None:
        assert host.find(name) is None

    hosting(settings, scene)

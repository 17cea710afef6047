"""The page Play: a board, its players, and the cards beside it."""

import asyncio
import re
from collections.abc import Awaitable, Callable, Mapping

from nicegui import ui
from nicegui.events import KeyEventArguments, UploadEventArguments
from starlette.requests import Request

from semeai.go.board import IllegalMove
from semeai.go.picture import THEMES, Label
from semeai.go.player import Explanation
from semeai.go.points import BLACK, COLOR_NAMES, PASS, RESIGN, WHITE, opponent
from semeai.web import see
from semeai.web.board import BoardElement
from semeai.web.consent import agrees, confirms
from semeai.web.first_visit import invite
from semeai.web.host import OpenTable
from semeai.web.layout import frame
from semeai.web.names import player_name
from semeai.web.new_game import open_form, read_setup, usual_setup
from semeai.web.notes import describe_result, nodes
from semeai.web.record_card import CountCard, RecordCard
from semeai.web.review_card import LETTERS, ReviewCard, ReviewSettings
from semeai.web.reviews import REVIEWER
from semeai.web.seats import offered
from semeai.web.server_state import ServerState
from semeai.web.side import PlayersCard, SeeCard
from semeai.web.table import YOU, Setup
from semeai.web.uploads import MAX_BYTES

_FAR = 1_000_000
COOKIE = "game"
"""names the last game of a browser, which resumes when the page is opened again"""
_YEAR = 365 * 86400
HELD = "Another program plays in this game. Press Go on to see its command"
WHY_ASK = "The address or file of this game names a player that is another program. To continue, this command runs:"
_KEYS = (
    "Keys: ← → one move, Home End all, ↑ ↓ other variations, P pass, U undo, R redo, S stop or go on, N new game. "
    "Tab leads to the board: there arrows move a cursor and Enter plays."
)


def register(server: ServerState) -> None:
    """Add the page. Its address may carry a game, or the players and rules of a new one."""

    @ui.page("/")
    def page(request: Request, game: str = "") -> None:
        words = dict(request.query_params)
        with frame("Play"):
            invite()
            try:
                is_asked = bool({"black", "white"} & words.keys())
                last = "" if is_asked else request.cookies.get(COOKIE, "")
                opened = server.host.find(game or last)
                asked = read_setup(words, server.settings) if is_asked else usual_setup()
                view = PlayView(server, opened or server.host.new(asked))
            except (ValueError, OSError) as error:
                ui.label(str(error)).classes("card").props("role=alert")
                return
        if game and opened is None:
            view.say("This game is no longer here. A new one has started.")


class PlayView:
    """The view of a table in one browser."""

    def __init__(self, server: ServerState, opened: OpenTable) -> None:
        self._server = server
        self._host = server.host
        self._opened = opened
        self._overlays, sound = read_look(ui.context.client.request)
        self._review_settings = ReviewSettings()
        self._client = ui.context.client
        with ui.element("div").classes("play"):
            with ui.element("section").classes("play-board").props('aria-label="Board"'):
                self._board = BoardElement(see.picture(opened.table, self._overlays), self._click)
                self._status = ui.label().classes("status").props("role=status aria-live=polite")
                self._add_controls()
            with ui.element("section").classes("stack play-side").props('aria-label="The game"'):
                self._players = PlayersCard()
                self._count = CountCard()
                self._record = RecordCard()
                self._see = SeeCard(self._overlays, self.show, self.go_to_number, self._keep_look, sound)
                self._review = ReviewCard(self._review_settings, offered(server.settings), self)
                self._add_files()
        self._board.set_sound(sound)
        ui.keyboard(self._press, ignore=["input", "textarea", "select"])
        ui.timer(0.5, self._tick)
        self._client.on_delete(self._leave)
        self._look_at(opened)

    def _add_controls(self) -> None:
        with ui.element("div").classes("controls").props('role=toolbar aria-label="Moves"'):
            with ui.element("div").classes("group"):
                _icon("first_page", "To the start", lambda: self._step(-_FAR))
                _icon("chevron_left", "One move back", lambda: self._step(-1))
                _icon("chevron_right", "One move forward", lambda: self._step(1))
                _icon("last_page", "To the end", lambda: self._step(_FAR))
            with ui.element("div").classes("group"):
                _icon("undo", "Undo", self._undo)
                _icon("redo", "Redo", self._redo)
            with ui.element("div").classes("group"):
                self._pass = _word("Pass", lambda: self._click(PASS))
                self._resign = _word("Resign", self._give_up)
                self._go = _word("Move now", self._stop_or_go)

    def _add_files(self) -> None:
        with ui.element("div").classes("files"):
            ui.button("New game", on_click=self._new, color=None).classes("main").props("unelevated")
            _word("Load SGF", lambda: self._upload.run_method("pickFiles"))
            _word("Save SGF", self._save)
            self._upload = ui.upload(max_file_size=MAX_BYTES, auto_upload=True, on_upload=self._load)
            self._upload.on_rejected(
                lambda: self.say(f"expected an SGF file of up to {MAX_BYTES >> 20} MB", is_wrong=True)
            )
            self._upload.classes("gone").props('accept=".sgf"')
        ui.label(_KEYS).classes("small soft keys")

    # -- actions -----------------------------------------------------------------------------------------------------

    def _do(self, change: Callable[[], object], is_travel: bool = False) -> None:
        """Change the table, or show a message if that is impossible. Moving to another position stops the thinking
        player."""
        if is_travel:
            self._host.interrupt(self._opened)
        try:
            change()
        except IllegalMove as error:
            self.say(str(error))
        self._host.changed(self._opened)

    def _click(self, point: int) -> None:
        table = self._opened.table
        if table.is_counted and point != PASS:
            self._do(lambda: table.toggle_dead(point))
        else:
            self._do(lambda: table.play(point))

    def _step(self, n: int) -> None:
        self._do(lambda: self._opened.table.step(n), is_travel=True)

    def go_to_number(self, n: int) -> None:
        order = nodes(self._opened.table.game.root)
        if 0 <= n < len(order):
            self._do(lambda: self._opened.table.go_to(order[n]), is_travel=True)

    def review(self) -> None:
        """Review the whole game, or stop the review."""
        if self._opened.desk.rest:
            self._host.stop_review(self._opened)
        else:
            self._host.review(self._opened, self._review_settings.reviewer)
            self.show()

    def ask(self) -> None:
        """Ask the chosen players what they would play."""
        self._review_settings.asked = self._review.chosen
        self._host.ask(self._opened, self._review_settings.asked)
        self.show()

    def _keep_look(self, sound: bool) -> None:
        """Remember the look of the board in a cookie."""
        self._board.set_sound(sound)
        flags = look_flags(self._overlays, sound)
        self._client.run_javascript(f'document.cookie = "board={flags};path=/;max-age={_YEAR};samesite=strict"')

    def _undo(self) -> None:
        self._do(self._opened.table.undo, is_travel=True)

    def _redo(self) -> None:
        self._do(self._opened.table.redo, is_travel=True)

    async def _give_up(self) -> None:
        side = COLOR_NAMES[self._opened.table.to_play].capitalize()
        with self._client.content:
            if await confirms(f"{side} resigns?", "The game ends. Undo takes this back.", "Resign"):
                self._do(self._opened.table.resign, is_travel=True)

    async def _stop_or_go(self) -> None:
        table = self._opened.table
        if table.is_paused and not await self._may_start_programs():
            return
        if table.is_watched and table.awaited:
            self._do(table.pause, is_travel=True)
        elif table.awaited:
            self._host.hurry(self._opened)
        elif table.is_paused:
            self._do(table.resume)

    async def _may_start_programs(self) -> bool:
        """Ask about each program at the table that nobody has agreed to yet. Returns False if one is refused."""
        with self._client.content:
            for program in self._host.unknown_programs(self._opened):
                if not await agrees(program.partition(":")[2].strip(), WHY_ASK):
                    return False
                self._host.agree(program)
        return True

    def _press(self, event: KeyEventArguments) -> Awaitable[None] | None:
        modifiers = event.modifiers
        if not event.action.keydown or modifiers.ctrl or modifiers.meta or modifiers.alt:
            return None
        table = self._opened.table
        deeds: dict[str, Callable[[], Awaitable[None] | None]] = {
            "ArrowLeft": lambda: self._step(-1),
            "ArrowRight": lambda: self._step(1),
            "ArrowUp": lambda: self._do(lambda: table.turn(-1), is_travel=True),
            "ArrowDown": lambda: self._do(lambda: table.turn(1), is_travel=True),
            "Home": lambda: self._step(-_FAR),
            "End": lambda: self._step(_FAR),
            "p": lambda: self._click(PASS),
            "u": self._undo,
            "r": self._redo,
            "s": self._stop_or_go,
            "n": self._new,
        }
        deed = deeds.get(event.key.name)
        return deed() if deed is not None else None

    # -- other games -------------------------------------------------------------------------------------------------

    def _new(self) -> None:
        table = self._opened.table
        before = Setup(table.game.rules, table.seats[BLACK], table.seats[WHITE])
        with self._client.content:
            open_form(self._server, before, self._begin)

    def _begin(self, setup: Setup) -> None:
        """Start the game that a person has chosen in the form."""
        opened = self._host.new(setup)
        self._host.agree(setup.black, setup.white)
        self._look_at(opened)

    async def _load(self, event: UploadEventArguments) -> None:
        self._upload.reset()
        try:
            text = await asyncio.wrap_future(self._server.uploads.read(await event.file.read()))
            self._look_at(self._host.take(text))
        except ValueError as error:
            self.say(str(error), is_wrong=True)

    def _save(self) -> None:
        ui.download.content(self._opened.table.export(), f"semeai-{self._opened.name}.sgf", "application/x-go-sgf")

    def _look_at(self, opened: OpenTable) -> None:
        """Show this table from now on, and put its name into the address, for a reload or a second tab."""
        self._leave()
        self._opened = opened
        opened.listeners.append(self._hear)
        self._client.run_javascript(f'history.replaceState(history.state, "", "/?game={opened.name}")')
        self._client.run_javascript(f'document.cookie = "game={opened.name};path=/;max-age={_YEAR};samesite=strict"')
        self.show()
        self._host.go_on(opened)
        self._show_status()

    def _leave(self) -> None:
        if self._hear in self._opened.listeners:
            self._opened.listeners.remove(self._hear)

    # -- display -----------------------------------------------------------------------------------------------------

    def _hear(self, message: str) -> None:
        """Handle a change at the table, here or in another browser."""
        if message:
            self.say(message, is_wrong=True)
        self.show()

    def say(self, text: str, is_wrong: bool = False) -> None:
        """Show a message for a short time."""
        with self._client:
            words = text[:1].upper() + text[1:]
            ui.notify(words, classes="said wrong" if is_wrong else "said", timeout=3000, position="bottom")

    def show(self) -> None:
        """Update everything on the page."""
        table = self._opened.table
        ownership = self._ownership() if self._overlays.ownership else {}
        analysis = self._analysis() if self._review_settings.is_analyzed else None
        marks = see.candidates(analysis, table.to_play) if analysis else {}
        marks |= self._opinions()
        if self._review_settings.is_analyzed:
            lines, first = see.variations(analysis), table.to_play
        else:  # an explanation is about the move before
            thought = table.thoughts.get(table.game.node) if self._overlays.thoughts else None
            lines, first = see.variations(thought), opponent(table.to_play)
        color = 0 if table.result is not None or table.awaited else table.to_play
        self._board.show(see.picture(table, self._overlays, ownership, marks), color, lines, first)
        self._players.show(table)
        self._count.show(table)
        self._record.show(table)
        self._see.show(table)
        self._review.show(table, self._opened.desk, analysis)
        self._show_status()

    def _ownership(self) -> Mapping[int, float]:
        """The expected owner of each point; empty until it is known, and then the page is updated."""
        self._host.analyze(self._opened, REVIEWER, is_owned=True)
        owned = self._opened.desk.owned
        return owned[1] if owned is not None and owned[0] is self._opened.table.game.node else {}

    def _analysis(self) -> Explanation | None:
        """The reviewer's analysis of the position on the board; None until it is ready."""
        return self._host.analyze(self._opened, self._review_settings.reviewer)

    def _opinions(self) -> dict[int, Label]:
        """The moves that the asked players would make, with their letters; one point may have several."""
        desk, table = self._opened.desk, self._opened.table
        letters: dict[int, str] = {}
        for letter, spec in zip(LETTERS, self._review_settings.asked, strict=False):
            point = desk.choices.get((table.game.node, spec), PASS)
            if point not in (PASS, RESIGN):
                letters[point] = letters.get(point, "") + letter
        return {point: Label(text, "", 1.0, table.to_play) for point, text in letters.items()}

    def _show_status(self) -> None:
        table = self._opened.table
        is_held = table.is_paused and table.result is None and self._host.unknown_programs(self._opened)
        self._status.text = HELD if is_held else status(self._opened)
        self._pass.enabled = self._resign.enabled = table.result is None and not table.awaited
        self._go.visible = bool(table.awaited) or (table.is_paused and table.result is None)
        is_paused = not table.awaited
        self._go.text = "Go on" if is_paused else "Pause" if table.is_watched else "Move now"

    def _tick(self) -> None:
        table = self._opened.table
        if table.call_time():
            self._host.changed(self._opened)
        elif table.is_clock_running():
            self._players.tick(table)


def look_flags(overlays: see.Overlays, sound: bool) -> str:
    """The look of a board as text for a cookie: four digits and the name of a theme."""
    flags = (overlays.numbers, overlays.coordinates, overlays.last_move, sound)
    return "".join(str(int(flag)) for flag in flags) + next(name for name in THEMES if name == overlays.theme)


def read_look(request: Request | None) -> tuple[see.Overlays, bool]:
    """The look of a board from a browser's cookie, and True if the sound is on."""
    text = request.cookies.get("board", "") if request else ""
    found = re.fullmatch(r"([01])([01])([01])([01])([a-z]+)", text)
    if found is None or found[5] not in THEMES:
        return see.Overlays(), False
    numbers, coordinates, last_move, sound = (flag == "1" for flag in found.groups()[:4])
    return see.Overlays(numbers=numbers, coordinates=coordinates, last_move=last_move, theme=found[5]), sound


def status(opened: OpenTable) -> str:
    """The state of the game, in one line."""
    table = opened.table
    if (result := table.result) is not None:
        hint = ""
        if table.is_counted:
            hint = ". Click a group to mark it dead or alive." if table.is_judged else ". Looking for dead stones..."
        return describe_result(result) + hint
    side = COLOR_NAMES[table.to_play].capitalize()
    if table.awaited:
        return f"{side}: {player_name(table.awaited)} is thinking..."
    passed = table.game.node.color is not None and table.game.node.point == PASS
    whose = "your move" if table.seats[table.to_play] == YOU and not table.is_watched else "paused"
    if list(table.seats.values()) == [YOU, YOU]:
        whose = "to play"
    before = f"{COLOR_NAMES[table.game.node.color].capitalize()} passed. " if passed and table.game.node.color else ""
    return f"{before}{side}: {whose}" if whose != "to play" else f"{before}{side} to play"


def _icon(icon: str, label: str, do: Callable[[], None]) -> None:
    button = ui.button(icon=icon, on_click=do, color=None).classes("plain").props("flat")
    button.props.update({"aria-label": label, "title": label})


def _word(text: str, do: Callable[[], object]) -> ui.button:
    return ui.button(text, on_click=do, color=None).classes("plain").props("flat")

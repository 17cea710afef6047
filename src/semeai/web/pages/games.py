"""The page Games: a shelf of all games in the work folder."""

from collections.abc import Callable
from datetime import datetime

from nicegui import ui

from semeai.go.picture import draw_thumbnail
from semeai.go.points import BLACK, COLOR_NAMES, WHITE
from semeai.web.host import Host
from semeai.web.layout import frame
from semeai.web.server_state import ServerState
from semeai.web.share import ShareElement
from semeai.web.shelf import MAX_TITLE, ShelfEntry

AT_ONCE = 24
"""games that are shown first; a button shows the next ones"""


def register(server: ServerState) -> None:
    """Add the page."""

    @ui.page("/games")
    async def page() -> None:
        with frame("Games"):
            with ui.element("h1"):
                ui.label("Games")
            await ShelfView(server.host).show()


class ShelfView:
    """The games as cards."""

    def __init__(self, host: Host) -> None:
        self._host = host
        self._n = AT_ONCE
        self._words = ui.label().classes("soft")
        self._cards = ui.element("div").classes("shelf")
        self._more = ui.button("Show more", on_click=self._show_more, color=None).classes("plain").props("flat")
        self._share = ShareElement()

    async def show(self) -> None:
        """Show the games as they are now."""
        entries, n = await self._host.shelf(self._n)
        self._words.text = (
            "Every game is kept here from its first move. Open one to continue or review it."
            if n
            else "No games yet. Every game is kept here from its first move."
        )
        self._cards.clear()
        with self._cards:
            for entry in entries:
                GameCard(entry, self._host, self._share)
            if not entries:
                ui.link("Play a game", "/").classes("chip")
        self._more.visible = n > self._n

    async def _show_more(self) -> None:
        self._n += AT_ONCE
        await self.show()


class GameCard:
    """One game: its picture, its facts, and buttons to open, rename, save and delete it."""

    def __init__(self, entry: ShelfEntry, host: Host, share: ShareElement) -> None:
        self._entry = entry
        self._host = host
        self._share = share
        with ui.element("article").classes("card game-card") as self._card:
            self._fill()

    def _fill(self) -> None:
        entry = self._entry
        with ui.link(target=f"/?game={entry.name}").classes("thumb") as link:
            link.props["aria-label"] = f"Open {heading(entry)}"
            ui.html(draw_thumbnail(entry.size, entry.stones), sanitize=False)
        with ui.element("div").classes("game-facts"):
            with ui.element("h2"):
                self._title = ui.label(heading(entry))
            for color, name in ((BLACK, entry.black), (WHITE, entry.white)):
                with ui.element("div").classes("player-row tight"):
                    ui.element("span").classes("stone").classes(COLOR_NAMES[color]).props("aria-hidden=true")
                    ui.label(name).classes("player-name small")
            ui.label(entry.result or "Not finished").classes("small")
            ui.label(details(entry)).classes("small soft")
        with ui.element("div").classes("game-deeds"):
            self._button("edit", "Rename", self._rename)
            self._button("download", "Download", self._download)
            self._button("share", "Share", self._share_file)
            self._button("delete", "Delete", self._delete)

    def _button(self, icon: str, label: str, do: Callable[[], object]) -> None:
        button = ui.button(icon=icon, on_click=do, color=None).classes("plain").props("flat dense")
        button.props.update({"aria-label": f"{label} {heading(self._entry)}", "title": label})

    def _rename(self) -> None:
        with ui.dialog() as dialog, ui.card().classes("form").props('aria-label="Rename the game"'):
            field = ui.input("Title", value=self._entry.title).props("autofocus outlined").classes("wide")
            field.props["maxlength"] = MAX_TITLE

            def save() -> None:
                dialog.close()
                try:
                    self._host.rename(self._entry.name, field.value or "")
                except ValueError as error:
                    ui.notify(str(error), classes="said wrong")
                    return
                self._title.text = (field.value or "").strip() or versus(self._entry)

            field.on("keydown.enter", save)
            with ui.element("div").classes("form-row form-end"):
                ui.button("Cancel", on_click=dialog.close, color=None).classes("plain").props("flat")
                ui.button("Save", on_click=save, color=None).classes("main").props("unelevated")
        dialog.open()

    def _export(self) -> str | None:
        """The game as SGF; None, with a message, if it no longer exists."""
        opened = self._host.find(self._entry.name)
        if opened is None:
            ui.notify("This game is no longer here.", classes="said wrong")
            return None
        return opened.table.export()

    def _download(self) -> None:
        if (text := self._export()) is not None:
            ui.download.content(text, f"semeai-{self._entry.name}.sgf", "application/x-go-sgf")

    def _share_file(self) -> None:
        if (text := self._export()) is not None:
            self._share.share(f"semeai-{self._entry.name}.sgf", text)

    async def _delete(self) -> None:
        try:
            await self._host.delete(self._entry.name)
        except OSError as error:
            ui.notify(str(error), classes="said wrong")
            return
        self._card.clear()
        with self._card, ui.element("div").classes("row").props("role=status"):
            ui.label(f"{heading(self._entry)} was deleted.").classes("grow")
            undo = ui.button("Undo", on_click=self._restore, color=None).classes("main").props("unelevated")
        undo.client.run_javascript(f"getHtmlElement({undo.id}).focus()")

    async def _restore(self) -> None:
        try:
            await self._host.restore(self._entry.name)
        except OSError as error:
            ui.notify(str(error), classes="said wrong")
            return
        self._card.clear()
        with self._card:
            self._fill()


def heading(entry: ShelfEntry) -> str:
    """The title of a game, or the names of its players."""
    return entry.title or versus(entry)


def versus(entry: ShelfEntry) -> str:
    return f"{entry.black} - {entry.white}"


def details(entry: ShelfEntry) -> str:
    """Board, length and date."""
    day = datetime.fromtimestamp(entry.changed).strftime("%Y-%m-%d %H:%M")
    moves = "1 move" if entry.n_moves == 1 else f"{entry.n_moves} moves"
    return f"{entry.size}x{entry.size} · {moves} · {day}"

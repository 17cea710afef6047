"""A game to click through: the board, and buttons to go back and forth."""

from collections.abc import Callable

from nicegui import ui

from semeai.go.game import Game
from semeai.go.picture import Picture
from semeai.go.points import PASS, vertex
from semeai.web.board import BoardElement

PACE = 0.35
"""seconds per move while a game plays automatically"""


class Replay:
    """Shows the main line of one game at a time."""

    def __init__(self, size: int = 9) -> None:
        self._game: Game | None = None
        self._n_moves = 0
        with ui.element("section").classes("replay").props('aria-label="A game to click through"') as self._place:
            self._title = ui.label().classes("replay-title")
            self._board = BoardElement(Picture(size))
            with ui.element("div").classes("row replay-row"):
                self._button("first_page", "To the beginning", lambda: self._step_to(0))
                self._button("chevron_left", "One move back", lambda: self._step_to(self._at - 1))
                self._words = ui.label().classes("numbers small grow replay-words").props("aria-live=polite")
                self._button("chevron_right", "One move forward", lambda: self._step_to(self._at + 1))
                self._button("last_page", "To the end", lambda: self._step_to(self._n_moves))
            self._slider = ui.slider(min=0, max=1, value=0, on_change=lambda event: self.go(int(event.value)))
            self._slider.props('aria-label="Move"')
            self._clock = ui.timer(PACE, self._play_on, active=False)

    @staticmethod
    def _button(icon: str, label: str, act: Callable[[], None]) -> None:
        button = ui.button(icon=icon, on_click=act).classes("plain").props("flat dense")
        button.props.update({"aria-label": label, "title": label})

    @property
    def _at(self) -> int:
        return self._game.n_moves if self._game else 0

    def show(self, game: Game, title: str, is_played: bool = False) -> None:
        """Show another game: its end, or with `is_played` move by move from the start."""
        try:
            game.to_end()
        except ValueError as error:  # a record that breaks the rules is shown as far as it goes
            ui.notify(f"{title}: {error}", type="warning")
        self._game, self._n_moves = game, game.n_moves
        self._title.text = title
        self._slider.props["max"] = max(1, self._n_moves)
        self._slider.update()
        if is_played:
            self.go(0)
            self._clock.activate()
        else:
            self._clock.deactivate()
            self._show()

    def reveal(self) -> None:
        """Scroll it into view if necessary: on a phone it is far below the list of games."""
        ui.run_javascript(f"getHtmlElement({self._place.id}).scrollIntoView({{block: 'nearest', behavior: 'smooth'}})")

    def _step_to(self, move: int) -> None:
        """Go to the position that a person chooses, and stop the automatic replay."""
        self._clock.deactivate()
        self.go(move)

    def _play_on(self) -> None:
        if self._at >= self._n_moves:
            self._clock.deactivate()
        else:
            self.go(self._at + 1)

    def go(self, move: int) -> None:
        """Go to the position after `move` moves."""
        game = self._game
        if game is None:
            return
        move = min(max(move, 0), self._n_moves)
        while game.n_moves > move and game.back():
            pass
        while game.n_moves < move and game.forward():
            pass
        self._show()

    def _show(self) -> None:
        game = self._game
        assert game is not None
        last = game.node.point if game.node.color is not None else PASS
        self._board.show(Picture(game.rules.size, game.board.stones, last_move=last))
        words = f"Move {game.n_moves} of {self._n_moves}"
        self._words.text = f"{words} · {vertex(last)}" if game.n_moves else words
        if self._slider.value != game.n_moves:
            self._slider.value = game.n_moves

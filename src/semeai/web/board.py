"""The board on a page: the picture and the clicks on it. `static/board.js` is the part in the browser."""

from collections.abc import Awaitable, Callable, Mapping, Sequence

from nicegui.element import Element
from nicegui.events import GenericEventArguments

from semeai.go.picture import CELL, Picture, draw
from semeai.go.points import BLACK, COLOR_NAMES, is_on_board, row_column, vertex


class BoardElement(Element, component="static/board.js"):
    """Shows a picture and reports points that are clicked, touched, or chosen with arrow keys and Enter.

    With the mouse over it, a faint stone of `color` shows where a click would play. A point with a variation shows the
    variation instead, as numbered stones.
    """

    def __init__(self, picture: Picture, on_point: Callable[[int], Awaitable[None] | None] | None = None) -> None:
        """`on_point` is called with the point. Without it the board is read-only."""
        super().__init__()
        self._size = picture.size
        self.classes("board")
        self._props["cell"] = CELL
        self._props["playable"] = on_point is not None
        self._props["sound"] = False
        if on_point is not None:
            self.on("point", lambda event: self._hear(event, on_point))
        self.show(picture)

    def show(
        self,
        picture: Picture,
        color: int = 0,
        variations: Mapping[int, Sequence[int]] | None = None,
        first: int = BLACK,
    ) -> None:
        """Show another picture. `color` is the color of the stone under the mouse (0 for none). `variations` are given
        by point; `first` plays their first move."""
        self._size = picture.size
        self._props["size"] = picture.size
        self._props["picture"] = draw(picture)
        self._props["color"] = COLOR_NAMES[color] if color else ""
        self._props["stones"] = {vertex(p): COLOR_NAMES[c] for p, c in picture.stones.items()}
        self._props["first"] = COLOR_NAMES[first]
        self._props["variations"] = {
            vertex(p): [list(row_column(q)) for q in moves if is_on_board(q, picture.size)]
            for p, moves in (variations or {}).items()
        }
        self.update()

    def set_sound(self, is_on: bool) -> None:
        """Turn the sound of stones on or off."""
        self._props["sound"] = is_on
        self.update()

    def _hear(
        self, event: GenericEventArguments, on_point: Callable[[int], Awaitable[None] | None]
    ) -> Awaitable[None] | None:
        """The point of the board that a browser sent, or None for anything else."""
        p = event.args
        if type(p) is int and is_on_board(p, self._size):
            return on_point(p)
        return None

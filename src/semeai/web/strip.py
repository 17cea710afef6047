"""A picture of a game's tree, with nodes to be clicked. `static/strip.js` is its half in the browser."""

from collections.abc import Callable

from nicegui.element import Element
from nicegui.events import GenericEventArguments


class Strip(Element, component="static/strip.js"):
    """Shows SVG text, and says the number of the node that was clicked."""

    def __init__(self, label: str, on_node: Callable[[int], None]) -> None:
        super().__init__()
        self._props["picture"] = ""
        self._props["label"] = label

        def hear(event: GenericEventArguments) -> None:
            if type(event.args) is int:
                on_node(event.args)

        self.on("node", hear)

    def show(self, picture: str, label: str) -> None:
        """Show another picture; the label says in words what it shows."""
        if picture != self._props["picture"] or label != self._props["label"]:
            self._props["picture"] = picture
            self._props["label"] = label
            self.update()

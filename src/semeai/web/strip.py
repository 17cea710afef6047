"""A picture of a game's tree with clickable nodes. `static/strip.js` is the part in the browser."""

from collections.abc import Callable

from nicegui.element import Element
from nicegui.events import GenericEventArguments


class Strip(Element, component="static/strip.js"):
    """Shows an SVG picture and reports the number of a clicked node."""

    def __init__(self, label: str, on_node: Callable[[int], None]) -> None:
        super().__init__()
        self._props["picture"] = ""
        self._props["label"] = label

        def hear(event: GenericEventArguments) -> None:
            if type(event.args) is int:
                on_node(event.args)

        self.on("node", hear)

    def show(self, picture: str, label: str) -> None:
        """Show another picture; the label describes it in words."""
        if picture != self._props["picture"] or label != self._props["label"]:
            self._props["picture"] = picture
            self._props["label"] = label
            self.update()

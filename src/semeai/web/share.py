"""Sharing a file with other programs of a device. `static/share.js` is the part in the browser."""

from nicegui.element import Element


class ShareElement(Element, component="static/share.js"):
    """A button's action: share a text file through the browser."""

    def share(self, name: str, text: str) -> None:
        """Offer the file to other programs, or save it if the browser cannot share files."""
        self.run_method("share", name, text)

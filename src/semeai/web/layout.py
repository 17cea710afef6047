"""The layout of every page: the header with the navigation and the switch for dark mode, and the room for content."""

import hashlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from nicegui import ui

from semeai.web.compilation import compilation_line
from semeai.web.pages import PAGES

STATIC = Path(__file__).parent / "static"
FAVICON = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="#dcb067"/>'
    '<circle cx="12" cy="13" r="8" fill="#1a1a1a"/>'
    '<circle cx="20" cy="19" r="8" fill="#fbfaf7" stroke="#8f8878"/></svg>'
)
_THEMES: dict[str, tuple[bool | None, str, str]] = {
    "system": (None, "brightness_auto", "Light or dark as in the system settings"),
    "light": (False, "light_mode", "Light"),
    "dark": (True, "dark_mode", "Dark"),
}
_AFTER = {"system": "light", "light": "dark", "dark": "system"}
_YEAR = 365 * 86400


@contextmanager
def frame(title: str) -> Iterator[None]:
    """A page with the title `title`, as in the navigation. Elements created inside are placed below the header."""
    ui.page_title(f"{title} · semeai")
    ui.add_head_html(f'<link rel="stylesheet" href="/static/style.css?{_version("style.css")}">')
    with ui.element("header").classes("top"), ui.element("nav").classes("top-row").props('aria-label="Pages"'):
        ui.link("semeai", "/start").classes("brand").props('title="Three steps for your first visit"')
        for path, name in PAGES.values():
            link = ui.link(name, path).classes("tab")
            if name == title:
                link.classes("is-here").props('aria-current="page"')
        _theme_switch()
    compilation_line()
    with ui.element("div").classes("page"):
        yield


def _theme_switch() -> None:
    """The switch between light, dark and the system's mode. A cookie stores it, so that pages load in the right
    colors."""
    request = ui.context.client.request
    name = request.cookies.get("theme", "system") if request else "system"
    name = name if name in _THEMES else "system"
    mode = ui.dark_mode(_THEMES[name][0])
    button = ui.button(color=None).classes("theme-switch").props("flat round dense")

    def show(theme: str) -> None:
        value, icon, label = _THEMES[theme]
        mode.value = value
        button.props.update({"icon": icon, "aria-label": f"Colors: {label}", "title": label})

    def switch() -> None:
        nonlocal name
        name = _AFTER[name]
        show(name)
        ui.run_javascript(f'document.cookie = "theme={name};path=/;max-age={_YEAR};samesite=strict"')

    show(name)
    button.on_click(switch)


def _version(file: str) -> str:
    """A version that changes with the content of a static file, so that browsers do not show an old one."""
    return hashlib.sha256((STATIC / file).read_bytes()).hexdigest()[:12]

"""The form for a new game."""

from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import replace

from nicegui import ui

from semeai.arena.clock import FORMS
from semeai.go.handicap import max_fixed_handicap
from semeai.go.rules import PRESETS, Rules
from semeai.players import own_size
from semeai.web.parts import PlayerField
from semeai.web.seats import admit, offered
from semeai.web.server_state import ServerState
from semeai.web.settings import Settings
from semeai.web.table import YOU, Setup

OPPONENT = "rave"
HANDICAP_KOMI = 0.5
SIZES = range(5, 20)
_AT_HAND = [9, 13, 19]


def usual_setup() -> Setup:
    """The game that a new visitor gets."""
    return Setup(Rules.preset("chinese"), YOU, OPPONENT)


def read_setup(words: Mapping[str, str], settings: Settings) -> Setup:
    """The game of an address with the parameters black, white, size, komi, rules, handicap, time. Raises ValueError.

    The board size is that of a champion, unless the address gives another.
    """
    rules = Rules.preset(words.get("rules", "chinese"))
    black, white = words.get("black", YOU), words.get("white", OPPONENT)
    own = next((size for spec in (black, white) if (size := size_for(spec, settings))), rules.size)
    try:
        size, handicap = int(words.get("size", own)), int(words.get("handicap", 0))
        komi = float(words.get("komi", komi_for(rules, handicap)))
    except ValueError:
        raise ValueError("size, komi and handicap must be numbers") from None
    return Setup(replace(rules, size=size, komi=komi, handicap=handicap), black, white, words.get("time", ""))


def komi_for(rules: Rules, handicap: int) -> float:
    """The usual komi: with handicap stones, half a point, so that there is no draw."""
    return HANDICAP_KOMI if handicap else rules.komi


def size_for(spec: str, settings: Settings) -> int | None:
    """The board size that a champion was bred on; None for other players. Raises ValueError for players that are not
    admitted."""
    return own_size(admit(spec, settings)) if spec.startswith("champion:") else None


def open_form(server: ServerState, before: Setup, begin: Callable[[Setup], None]) -> None:
    """Show the form, filled in with the previous game. `begin` is called with the result and may raise ValueError."""
    players = offered(server.settings)
    with ui.dialog() as dialog, ui.card().classes("form"):
        ui.html("<h2>New game</h2>", sanitize=False)
        with ui.element("div").classes("form-row"):
            quick = ui.toggle({n: f"{n} x {n}" for n in _AT_HAND}, value=before.rules.size)
            quick.props('no-caps unelevated toggle-text-color=on-accent aria-label="Usual board sizes"')
            size = ui.select(list(SIZES), label="Lines", value=before.rules.size).classes("narrow")
        black = PlayerField("Black", players, before.black)
        white = PlayerField("White", players, before.white)
        with ui.element("div").classes("form-row"):
            rules = ui.select(list(PRESETS), label="Rules", value=_name(before.rules)).classes("grow")
            komi = ui.number("Komi", value=before.rules.komi, step=0.5, format="%g").classes("narrow")
        with ui.element("div").classes("form-row"):
            handicap = ui.select([0, *range(2, 10)], label="Handicap", value=before.rules.handicap).classes("narrow")
            clock = ui.input("Time", value=before.time, placeholder="no limit").classes("grow")
            clock.props["hint"] = f"{FORMS.partition(' (')[0]}, 10m+5x30s, 5s/move"
        wrong = ui.label().classes("bad").props("role=alert")

        def follow_quick() -> None:
            if quick.value is not None:
                size.value = quick.value

        def follow_size() -> None:
            quick.value = size.value if size.value in _AT_HAND else None
            most = max_fixed_handicap(size.value)
            handicap.set_options([0, *range(2, most + 1)])
            if handicap.value not in handicap.options:
                handicap.value = 0

        def set_komi() -> None:
            komi.value = komi_for(PRESETS[rules.value], handicap.value)

        def follow_players() -> None:
            for field in (black, white):
                with suppress(ValueError, OSError):
                    size.value = size_for(field.value or YOU, server.settings) or size.value

        def start() -> None:
            try:
                chosen = Rules.preset(rules.value, size=size.value, komi=_number(komi.value), handicap=handicap.value)
                setup = Setup(chosen, black.value or YOU, white.value or YOU, (clock.value or "").strip())
                for spec in {setup.black, setup.white} - {YOU}:
                    admit(spec, server.settings)
                begin(setup)
            except ValueError as error:
                wrong.text = str(error)
                return
            dialog.close()

        quick.on_value_change(follow_quick)
        size.on_value_change(follow_size)
        rules.on_value_change(set_komi)
        handicap.on_value_change(set_komi)
        black.on_value_change(follow_players)
        white.on_value_change(follow_players)
        with ui.element("div").classes("form-row form-end"):
            ui.button("Cancel", on_click=dialog.close, color=None).classes("plain").props("flat")
            ui.button("Start", on_click=start, color=None).classes("main").props("unelevated")
    follow_size()
    dialog.on_value_change(lambda event: dialog.delete() if not event.value else None)
    dialog.open()


def _number(value: object) -> float:
    if not isinstance(value, int | float):
        raise ValueError("komi must be a number")
    return float(value)


def _name(rules: Rules) -> str:
    return rules.name if rules.name in PRESETS else "chinese"

"""`semeai gtp`: a player as an engine for other programs."""

import contextlib
import os
import sys
from dataclasses import replace
from typing import TYPE_CHECKING

from semeai.cli.app import Komi, Position, RulesName, Seed, Size, Spec, app, new_game, read_rules, wrong_call

if TYPE_CHECKING:
    from semeai.gtp.engine import Engine


@app.command()
def gtp(
    player: Spec,
    rules: RulesName = "chinese",
    size: Size = None,
    komi: Komi = None,
    position: Position = None,
    seed: Seed = 0,
) -> None:
    """Speak GTP, for Sabaki, GoGui, q5go, Lizzie and other programs.

    \b
    Examples:
      semeai gtp random
      semeai gtp random --position position.txt
    """
    from concurrent.futures import ThreadPoolExecutor

    from semeai.gtp.server import serve
    from semeai.players import check_spec

    with wrong_call():
        check_spec(player)
    its_rules = read_rules(rules, size=size, komi=komi)
    start = new_game(its_rules, position) if position else None

    def load() -> "Engine":
        from semeai.gtp.engine import Engine
        from semeai.players import make_player, own_size

        own = own_size(player) if size is None else None
        engine = Engine(make_player(player), replace(its_rules, size=own) if own else its_rules, seed)
        if start:
            engine.keeper.load(start)
        return engine

    def make_engine() -> "Engine":
        with wrong_call():
            return loading.result()

    # Kernels load from the start in a separate thread: `name` must be answered at once, and the first move must not
    # wait for kernels to load or compile while a clock runs.
    with contextlib.redirect_stdout(sys.stderr):  # output during loading must not corrupt the protocol
        loading = ThreadPoolExecutor(1).submit(load)
        serve(f"semeai {_title(player)}", make_engine)
    if not loading.done():
        os._exit(0)  # a compilation cannot be interrupted, and Python would wait for its end


def _title(player: str) -> str:
    """The name of a player for people. The file of a champion is not read, because `name` must be answered at once."""
    from semeai.players.cards import card

    return player if player.startswith("champion:") else card(player).name

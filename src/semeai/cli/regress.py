"""`semeai regress`: positions with known answers."""

import json
from pathlib import Path
from typing import Annotated

import typer

from semeai.cli.app import Json, Patience, Seed, app, read_player, wrong_call


@app.command()
def regress(
    files: Annotated[
        list[Path],
        typer.Argument(
            metavar="FILE...",
            help="suites: .tst files as in GNU Go, SGF files, or the shipped suites tactics and basics",
        ),
    ],
    player: Annotated[str, typer.Option(metavar="PLAYER", help="the player to test; see: semeai list players")],
    seed: Seed = 1,
    patience: Patience = 60.0,
    as_json: Json = False,
) -> None:
    """Put positions with known answers to a player, and report its wrong answers.

    Suites mark known failures. The exit code is 1 if anything else fails, otherwise 0.

    \b
    Examples:
      semeai regress tactics --player rave
      semeai regress problems.sgf --player "gtp:gnugo --mode gtp" --json
    """
    from semeai.arena.regress import AnswerVerdict, put, regress_json, summary
    from semeai.arena.running import check_players
    from semeai.arena.suites import read_suite
    from semeai.gtp.protocol import clean
    from semeai.shipped import shipped_suite

    with wrong_call():
        check_players([player], patience=patience)
        who = read_player(player)
        answers = []
        who.timeout = patience
        with who:
            suites = [file if file.exists() else shipped_suite(str(file)) or file for file in files]
            for answer in put((question for suite in suites for question in read_suite(suite)), who, seed):
                answers.append(answer)
                if not as_json and answer.verdict is not AnswerVerdict.PASS:
                    print(clean(str(answer)), flush=True)
    print(json.dumps(regress_json(answers)) if as_json else summary(answers))
    raise typer.Exit(any(answer.verdict is AnswerVerdict.FAIL for answer in answers))

"""Rules in the controllers' formats: KataGo's JSON and shorthands, and the names of the KGS server."""

import json
from dataclasses import replace
from typing import Any

from semeai.go.rules import Repetition, Rules, Scoring
from semeai.gtp.protocol import GtpError, shorten

_KO = {
    "SIMPLE": Repetition.KO,
    "POSITIONAL": Repetition.POSITIONAL,
    "SITUATIONAL": Repetition.SITUATIONAL,
}
_SCORING = {"AREA": Scoring.AREA, "TERRITORY": Scoring.TERRITORY}

# KataGo's shorthands (see its docs): ko, scoring, suicide. Rules with a button or a group tax are omitted.
_KATA_NAMES = {
    "tromp-taylor": (Repetition.POSITIONAL, Scoring.AREA, True),
    "chinese": (Repetition.KO, Scoring.AREA, False),
    "chinese-ogs": (Repetition.POSITIONAL, Scoring.AREA, False),
    "chinese-kgs": (Repetition.POSITIONAL, Scoring.AREA, False),
    "japanese": (Repetition.KO, Scoring.TERRITORY, False),
    "korean": (Repetition.KO, Scoring.TERRITORY, False),
    "aga": (Repetition.SITUATIONAL, Scoring.AREA, False),
    "bga": (Repetition.SITUATIONAL, Scoring.AREA, False),
    "new-zealand": (Repetition.SITUATIONAL, Scoring.AREA, True),
}
_KGS_NAMES = {
    "chinese": "chinese-kgs",
    "aga": "aga",
    "japanese": "japanese",
    "new_zealand": "new-zealand",
}

# Accepted and ignored: the controller sets the komi, with or without handicap, and the player decides to pass.
_IGNORED = {"whiteHandicapBonus", "whiteBonusPerHandicapStone", "friendlyPassOk"}


def kata_json(rules: Rules) -> str:
    """The answer to `kata-get-rules`. Seki is not recognized, so there is no tax on it."""
    ko = next(name for name, repetition in _KO.items() if repetition is rules.repetition)
    scoring = next(name for name, kind in _SCORING.items() if kind is rules.scoring)
    values = {
        "friendlyPassOk": False,
        "hasButton": False,
        "ko": ko,
        "scoring": scoring,
        "suicide": rules.suicide,
        "tax": "NONE",
        "whiteHandicapBonus": "0",
    }
    return json.dumps(values, separators=(",", ":"))


def parse_kata_rules(text: str, rules: Rules) -> Rules:
    """`rules` changed by `kata-set-rules`: by a shorthand, or by JSON with some or all of KataGo's fields.

    Raises GtpError, also for unsupported rules such as buttons and group taxes.
    """
    if not text.lstrip().startswith("{"):
        return _named(text.strip().lower(), rules)
    try:
        values: dict[str, Any] = json.loads(text)
    except (ValueError, RecursionError):
        raise GtpError("syntax error: expected a name of rules or JSON") from None
    for field, value in values.items():
        rules = _with_field(rules, field, value)
    return rules


def parse_kgs_rules(name: str, rules: Rules) -> Rules:
    """`rules` changed by `kgs-rules`. Raises GtpError."""
    if name.lower() not in _KGS_NAMES:
        raise GtpError(f"unknown rules {shorten(name)}; choose one of {', '.join(_KGS_NAMES)}")
    return _named(_KGS_NAMES[name.lower()], rules)


def _named(name: str, rules: Rules) -> Rules:
    if name not in _KATA_NAMES:
        raise GtpError(f"unknown rules {shorten(name)}; choose one of {', '.join(_KATA_NAMES)}")
    repetition, scoring, suicide = _KATA_NAMES[name]
    return replace(rules, repetition=repetition, scoring=scoring, suicide=suicide)


def _with_field(rules: Rules, field: str, value: Any) -> Rules:
    """`rules` with one of KataGo's fields set."""
    if field in _IGNORED:
        return rules
    if field == "ko" and value in list(_KO):
        return replace(rules, repetition=_KO[value])
    if field == "scoring" and value in list(_SCORING):
        return replace(rules, scoring=_SCORING[value])
    if field == "suicide" and isinstance(value, bool):
        return replace(rules, suicide=value)
    # Territory in seki is not told from other territory, so KataGo's usual Japanese tax is read as none.
    if (field == "hasButton" and value is False) or (field == "tax" and value in ["NONE", "SEKI"]):
        return rules
    raise GtpError(f"unsupported rules: {shorten(field)} {shorten(str(value))}")

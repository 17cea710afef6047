"""Specifications: `name`, or with settings `name:key=value,key=value`. So players and methods are named everywhere.

What a name stands for is said in a table (`PLAYERS`, `EVOLVERS`) that names modules, so that a name can be checked
without loading any of them: they compile, or load, kernels.
"""

import ast
import inspect
import textwrap
from collections.abc import Mapping
from dataclasses import MISSING, dataclass, fields, is_dataclass
from enum import StrEnum
from importlib import import_module
from importlib.util import find_spec
from itertools import pairwise
from typing import Any

from semeai.bounds import kind_of


class SpecError(ValueError):
    """A specification that names nothing; the message says what is wrong with it."""


@dataclass(frozen=True)
class Entry:
    """What a name of a table stands for."""

    make: Any
    """makes it from its parameters"""
    params: type[Any]
    """the parameters, a dataclass"""
    summary: str


class Table:
    """Names, and where to find what they stand for: the module, what makes it, its parameters."""

    def __init__(self, what: str, places: Mapping[str, tuple[str, str, str]]) -> None:
        self._what = what
        self._places = places

    def __iter__(self) -> Any:
        return iter(self._places)

    def check_name(self, name: str) -> None:
        """Raises SpecError when nothing has that name."""
        if name not in self._places:
            raise SpecError(f"no {self._what} called {name!r}; there are {', '.join(sorted(self._places))}")

    def load(self, name: str) -> Entry:
        """What `name` stands for. Raises SpecError."""
        self.check_name(name)
        path, make, params = self._places[name]
        module = import_module(path)
        return Entry(getattr(module, make), getattr(module, params), (module.__doc__ or "").partition("\n")[0])

    def summary(self, name: str) -> str:
        """The first line of the module that `name` stands for, which is not loaded. Raises SpecError."""
        self.check_name(name)
        found = find_spec(self._places[name][0])
        assert found is not None
        assert found.origin is not None
        with open(found.origin, encoding="utf-8") as source:
            return source.readline().strip().strip('"')

    def describe(self) -> str:
        """All of them with their settings, for people."""
        lines = []
        for name in self:
            entry = self.load(name)
            lines.append(entry.summary)
            words = field_docs(entry.params)
            settings = {
                f"{f.name}={f.default}": words[f.name] + _options(f.default)
                for f in fields(entry.params)
                if f.default is not MISSING
            }
            width = max(map(len, settings), default=0)
            lines += [f"    {setting:{width}}  {text}" for setting, text in settings.items()]
        return "\n".join(lines)


def _options(default: Any) -> str:
    return f": {', '.join(type(default))}" if isinstance(default, StrEnum) else ""


def field_docs(params: type[Any]) -> dict[str, str]:
    """What the text under each field of a dataclass, or of those it inherits from, says of it, by the field's name."""
    docs = dict.fromkeys((field.name for field in fields(params)), "")
    for kind in filter(is_dataclass, reversed(params.__mro__)):
        (definition,) = ast.parse(textwrap.dedent(inspect.getsource(kind))).body
        assert isinstance(definition, ast.ClassDef)
        for field, text in pairwise(definition.body):
            match field, text:
                case ast.AnnAssign(target=ast.Name(id=name)), ast.Expr(value=ast.Constant(value=str(words))):
                    docs[name] = " ".join(words.split())
    return docs


def parse_settings(name: str, text: str, params: type[Any], more: Mapping[str, str] | None = None) -> Any:
    """The parameters in "key=value,key=value", and in `more`, whose values may have commas.

    Raises SpecError, and what `params` says of wrong values.
    """
    known: dict[str, Any] = {field.name: kind_of(params, field.name) for field in fields(params)}
    given = [setting.partition("=") for setting in filter(None, text.split(","))]
    values: dict[str, Any] = {}
    for key, value in [*((key, value) for key, _, value in given), *(more or {}).items()]:
        if key not in known:
            raise SpecError(f"{name} has no setting {key!r}; it has {', '.join(known) or 'none'}")
        try:
            values[key] = _yes_or_no(value) if known[key] is bool else known[key](value)
        except ValueError:
            is_choice = issubclass(known[key], StrEnum)
            kind = f"one of {', '.join(known[key])}" if is_choice else f"of type {known[key].__name__}"
            kind = "true or false" if known[key] is bool else kind
            raise SpecError(f"{name}:{key} is {kind}, not {value!r}") from None
    make = getattr(params, "from_settings", params)
    return make(**values)


def _yes_or_no(text: str) -> bool:
    """What "true" or "false" says, in any case. Raises ValueError for anything else."""
    if text.lower() not in ("true", "false"):
        raise ValueError
    return text.lower() == "true"

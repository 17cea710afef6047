"""Specifications: `name`, or with settings `name:key=value,key=value`. They name players, methods and problems
everywhere.

A `Registry` maps names to entries. Built-in entries name modules, so that a name can be checked without loading its
module, which may compile kernels. Other packages add entries by entry points, and programs and notebooks with `add`.
"""

import ast
import inspect
import re
import sys
import textwrap
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import MISSING, Field, dataclass, fields, is_dataclass
from difflib import get_close_matches
from enum import StrEnum
from functools import cached_property
from importlib import import_module
from importlib.util import find_spec
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from semeai.bounds import kind_of

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint


class SpecError(ValueError):
    """An invalid specification. The message gives the reason."""


class BrokenPlugin(SpecError):
    """An entry of another package that cannot be loaded. The message names it and gives the reason."""


@dataclass(frozen=True)
class NoParams:
    """The parameters of an entry without settings."""


@dataclass(frozen=True)
class Entry:
    """The meaning of a name in a table."""

    make: Any
    """a function of the parameters that creates the object"""
    params: type[Any]
    """the parameters, a dataclass"""
    summary: str


class Registry:
    """Names and their meanings: built in, added at run time, or declared by other packages as entry points."""

    def __init__(self, what: str, places: Mapping[str, tuple[str, str, str]], group: str = "") -> None:
        """`what` is the noun for messages. `places` has the built-in entries: the module, the maker and the parameters.

        `group` is the group of entry points that adds to the table; "" for a closed one.
        """
        self._what = what
        self._places = places
        self._group = group
        self._added: dict[str, Entry] = {}
        self._warned: set[str] = set()

    def __iter__(self) -> Iterator[str]:
        return iter([*self._places, *self._added, *self._plugins])

    def __contains__(self, name: object) -> bool:
        return name in self._places or name in self._added or name in self._plugins

    def add(self, name: str, make: Any, params: type[Any] | None = None, summary: str | None = None) -> None:
        """Add an entry for this process, or replace one that was added before.

        Args:
            name: The name in specifications.
            make: A class or function that is called with the parameters; without arguments if there are none.
            params: A dataclass, `make.Params` by default. A class that is a dataclass itself is its own parameters.
                Otherwise there are no settings.
            summary: One line for people, by default the first line of the docstring of `make`.

        Raises:
            ValueError: The name cannot be part of a specification, or is taken by semeai or another package.
            TypeError: `make` cannot be called, or `params` is not a dataclass.
        """
        if not re.fullmatch(r"[A-Za-z][\w.-]*", name, re.ASCII):
            raise ValueError(
                f"expected a name of letters, digits, dots and dashes that starts with a letter, found {name!r}"
            )
        if name in self._places or name in self._plugins:
            owner = self.origin(name) or "semeai"
            raise ValueError(f"{owner} already has a {self._what} called {name!r}; choose another name")
        self._added[name] = make_entry(name, make, params, summary)

    def check_name(self, name: str) -> None:
        """Check that the name is known. Raises SpecError."""
        if name not in self:
            raise SpecError(f"no {self._what} called {name!r}; {did_you_mean(name, sorted(self))}")

    def load(self, name: str) -> Entry:
        """Return the meaning of `name`. Raises SpecError."""
        self.check_name(name)
        if name in self._added:
            return self._added[name]
        if name not in self._places:
            return self._load_plugin(name)
        path, make, params = self._places[name]
        module = import_module(path)
        return Entry(getattr(module, make), getattr(module, params), (module.__doc__ or "").partition("\n")[0])

    def entries(self) -> Iterator[tuple[str, Entry]]:
        """Load all entries, by name. Broken entries of other packages are left out, with a warning."""
        for name in self:
            try:
                yield name, self.load(name)
            except BrokenPlugin as error:
                self._warn(str(error))

    def is_local(self, name: str) -> bool:
        """True if the entry was added at run time: no other process knows it."""
        return name in self._added

    def origin(self, name: str) -> str:
        """Return the package and version that an entry comes from; "" if it is built in or was added at run time."""
        return "" if name in self._places or name not in self._plugins else _package(self._plugins[name])

    def summary(self, name: str) -> str:
        """Return the first line of the docstring of the entry's module, without loading it. Raises SpecError."""
        self.check_name(name)
        if name not in self._places:
            return self.load(name).summary
        found = find_spec(self._places[name][0])
        assert found is not None
        assert found.origin is not None
        with open(found.origin, encoding="utf-8") as source:
            return source.readline().strip().strip('"')

    def describe(self) -> str:
        """All entries with their settings, as text for people."""
        lines = []
        for name, entry in self.entries():
            origin = self.origin(name)
            lines.append(f"{entry.summary} ({origin})" if origin else entry.summary)
            lines += settings_lines(entry)
        return "\n".join(lines)

    def as_json(self) -> list[dict[str, Any]]:
        """All entries with their settings, as JSON data."""
        found = []
        for name, entry in self.entries():
            words = field_docs(entry.params)
            settings = {f.name: {"default": f.default, "help": words[f.name]} for f in _settings(entry.params)}
            summary = entry.summary.partition(": ")[2] or entry.summary
            found.append({"name": name, "summary": summary, "settings": settings, "package": self.origin(name)})
        return found

    # -- other packages ------------------------------------------------------------------------------------------------

    @cached_property
    def _plugins(self) -> "dict[str, EntryPoint]":
        """The entry points by name. Reads the declarations of packages without loading them."""
        from importlib.metadata import entry_points  # slow, and not needed for built-in names

        found: dict[str, EntryPoint] = {}
        declared = entry_points(group=self._group) if self._group else ()
        for point in sorted(declared, key=lambda point: (point.name, _package(point))):
            if point.name in self._places or point.name in found:
                owner = _package(found[point.name]) if point.name in found else "semeai"
                self._warn(
                    f"the {self._what} {point.name!r} of {_package(point)} is ignored, because {owner} already has one "
                    "of that name"
                )
            else:
                found[point.name] = point
        return found

    def _warn(self, message: str) -> None:
        """Warn about an error of another package, once."""
        if message not in self._warned:
            self._warned.add(message)
            print(f"semeai: {message}", file=sys.stderr)

    def _load_plugin(self, name: str) -> Entry:
        point = self._plugins[name]
        try:
            return make_entry(name, point.load())
        except Exception as error:
            reason = str(error).partition("\n")[0]
            raise BrokenPlugin(
                f"the {self._what} {name!r} of {_package(point)} cannot be loaded: {type(error).__name__}: {reason}"
            ) from None


def did_you_mean(name: str, known: Iterable[str], there_are: str = "there are") -> str:
    """A hint for an unknown name: the most similar name, and all names."""
    names = list(known)
    close = get_close_matches(name, names, 1)
    return (f"did you mean {close[0]}? " if close else "") + f"{there_are} {', '.join(names)}"


def settings_lines(entry: Entry) -> list[str]:
    """Return the settings of an entry for people, one per line."""
    words = field_docs(entry.params)
    settings = {f"{f.name}={f.default}": words[f.name] + _options(f.default) for f in _settings(entry.params)}
    width = max(map(len, settings), default=0)
    return [f"    {setting:{width}}  {text}" for setting, text in settings.items()]


def make_entry(name: str, make: Any, params: type[Any] | None = None, summary: str | None = None) -> Entry:
    """Return the entry that `Registry.add` adds. Raises TypeError."""
    if not callable(make):
        raise TypeError(f"expected a class or a function for {name!r}, found {type(make).__name__}")
    params = params or getattr(make, "Params", None)
    if params is not None and not (isinstance(params, type) and is_dataclass(params)):
        raise TypeError(f"expected a dataclass for the parameters of {name!r}, found {params!r}")
    is_own = params is None and isinstance(make, type) and is_dataclass(make)
    words = summary or (make.__doc__ or "").strip().partition("\n")[0]
    text = f"`{name}`: {words}" if words else f"`{name}`"
    if is_own:  # a dataclass is its own parameters
        return Entry(_itself, make, text)
    return Entry(make, params, text) if params else Entry(_Unset(make), NoParams, text)


def _itself(params: Any) -> Any:
    return params


@dataclass(frozen=True)
class _Unset:
    """Calls the maker of an entry without settings."""

    make: Any

    def __call__(self, params: NoParams, *arguments: Any) -> Any:
        return self.make(*arguments)


def _package(point: "EntryPoint") -> str:
    """The name and version of the package that declares an entry point."""
    return f"{point.dist.name} {point.dist.version}" if point.dist else "an unknown package"


def _settings(params: type[Any]) -> list[Field[Any]]:
    """The settings: parameters with a default."""
    return [f for f in fields(params) if f.default is not MISSING]


def _options(default: Any) -> str:
    return f": {', '.join(type(default))}" if isinstance(default, StrEnum) else ""


def field_docs(params: type[Any]) -> dict[str, str]:
    """The texts under the fields of a dataclass and its bases, by field name."""
    docs = dict.fromkeys((field.name for field in fields(params)), "")
    for kind in filter(is_dataclass, reversed(params.__mro__)):
        try:
            (definition,) = ast.parse(textwrap.dedent(inspect.getsource(kind))).body
        except (OSError, TypeError):  # typed at a prompt, so there is no source
            continue
        assert isinstance(definition, ast.ClassDef)
        for field, text in pairwise(definition.body):
            match field, text:
                case ast.AnnAssign(target=ast.Name(id=name)), ast.Expr(value=ast.Constant(value=str(words))):
                    docs[name] = " ".join(words.split())
    return docs


def parse_settings(name: str, text: str, params: type[Any], more: Mapping[str, str] | None = None) -> Any:
    """Parse the parameters in "key=value,key=value", and in `more`, whose values may have commas.

    Raises SpecError, and the errors of `params` for invalid values.
    """
    known: dict[str, Any] = {field.name: kind_of(params, field.name) for field in fields(params)}
    given = [setting.partition("=") for setting in filter(None, text.split(","))]
    values: dict[str, Any] = {}
    for key, value in [*((key, value) for key, _, value in given), *(more or {}).items()]:
        if key not in known:
            hint = did_you_mean(key, known, "it has") if known else "it has none"
            raise SpecError(f"{name} has no setting {key!r}; {hint}")
        try:
            values[key] = _yes_or_no(value) if known[key] is bool else known[key](value)
        except ValueError:
            is_choice = issubclass(known[key], StrEnum)
            kind = f"one of {', '.join(known[key])}" if is_choice else f"of type {known[key].__name__}"
            kind = "true or false" if known[key] is bool else kind
            raise SpecError(f"{name}:{key} must be {kind}, not {value!r}") from None
    make = getattr(params, "from_settings", params)
    return make(**values)


def _yes_or_no(text: str) -> bool:
    """Parse "true" or "false", in upper or lower case. Raises ValueError for anything else."""
    if text.lower() not in ("true", "false"):
        raise ValueError
    return text.lower() == "true"

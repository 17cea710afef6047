"""Bounds of settings, declared once on the fields of a dataclass:

    population: Annotated[int, Range(2)] = 50
    mutation: Annotated[float, SHARE] = 0.05

The dataclass itself, the command line, the pages and files all use them.

`record_of` returns the settings for `run.json`, which identify a run. A setting that was added after a release is
marked `ADDED`. It is left out of the record while it has its default, so runs of earlier versions can be continued and
their records stay the same byte for byte.
"""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from math import isfinite
from types import NoneType
from typing import Annotated, Any, ClassVar, get_args, get_origin, get_type_hints


@dataclass(frozen=True)
class Range:
    """A range of numbers from `low` to `high`; None means no bound."""

    low: float | None = None
    high: float | None = None
    noun: str = ""
    """a noun for the number, as in "a share, 0 to 1" """
    is_above: bool = False
    """True if `low` itself is out of range; `high` never is"""

    def __str__(self) -> str:
        low, high = (_FRACTIONS.get(bound, f"{bound or 0:g}") for bound in (self.low, self.high))
        if self.high is None:
            span = f"more than {low}" if self.is_above else f"{low} or more"
        elif self.low is None:
            span = f"at most {high}"
        else:
            span = f"above {low} and up to {high}" if self.is_above else f"{low} to {high}"
        return f"{self.noun}, {span}" if self.noun else span

    def holds(self, value: float) -> bool:
        """True if the value lies in the range; infinity and nan never do."""
        is_low = self.low is not None and (value < self.low or (self.is_above and value == self.low))
        is_high = self.high is not None and value > self.high
        is_number = isinstance(value, int) or isfinite(value)  # a whole number may be too large for a float
        return is_number and not is_low and not is_high


_FRACTIONS: dict[float | None, str] = {1 / 3: "a third"}
SHARE = Range(0, 1, "a share")
POSITIVE = Range(0, is_above=True)


class Bounded:
    """The base of dataclasses whose values must lie in the ranges of their fields."""

    _name: ClassVar[str] = ""
    """the name of the method or player, for messages"""

    def __post_init__(self) -> None:
        """Check that all values are in their ranges. Raises ValueError."""
        check_bounds(self, f"{self._name}:")


def range_of(params: type[Any], name: str) -> Range | None:
    """The range of a field, its own or inherited; None if it has none."""
    words = (word for kind in params.__mro__ for word in _annotations(kind).get(name, ()))
    return next((word for word in words if isinstance(word, Range)), None)


def kind_of(params: type[Any], name: str) -> Any:
    """The type of a field without its bounds and without None, which its text is parsed as."""
    kind = _annotations(params)[name][0]
    kinds = [one for one in get_args(kind) if one is not NoneType] if NoneType in get_args(kind) else [kind]
    return kinds[0]


def check_bounds(params: Any, prefix: str) -> None:
    """Check that all values of a dataclass are in their ranges. `prefix` comes before the field's name. Raises
    ValueError.
    """
    for field in fields(params):
        value, span = getattr(params, field.name), range_of(type(params), field.name)
        if span is not None and value is not None and not span.holds(value):
            shown = f"{value:g}" if isinstance(value, float) else value
            raise ValueError(f"{prefix}{field.name} must be {span}, not {shown}")


def _annotations(params: type[Any]) -> dict[str, tuple[Any, ...]]:
    """The type and the other annotations of each field."""
    if params not in _KNOWN:
        hints = get_type_hints(params, include_extras=True)
        _KNOWN[params] = {
            name: get_args(hint) if get_origin(hint) is Annotated else (hint,) for name, hint in hints.items()
        }
    return _KNOWN[params]


_KNOWN: dict[type[Any], dict[str, tuple[Any, ...]]] = {}

ADDED: Mapping[str, bool] = {"is_added": True}
"""metadata of a field that runs of earlier versions do not have"""


def record_of(params: Any) -> dict[str, Any]:
    """The values of a dataclass by name, without added settings at their defaults."""
    values = asdict(params)
    return {
        field.name: values[field.name]
        for field in fields(params)
        if not (field.metadata.get("is_added") and values[field.name] == field.default)
    }

"""Specifications: what a table says of its names, and what is said of settings that are none."""

import re
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

import pytest

from semeai.specs import Entry, SpecError, Table, parse_settings


class Taste(StrEnum):
    SWEET = "sweet"
    SOUR = "very-sour"


@dataclass(frozen=True)
class FruitParams:
    weight: int = 3
    """in grams, 1 or
    more"""
    share: float = 0.5
    taste: Taste = Taste.SWEET
    """what it is like"""
    label: str = ""

    def __post_init__(self) -> None:
        if self.weight < 1:
            raise ValueError(f"fruit:weight is 1 or more, not {self.weight}")


@dataclass(frozen=True)
class StoneParams:
    """What has no settings."""


@dataclass(frozen=True)
class FileParams:
    path: str
    """where it is"""


class Fruit:
    """Made from its parameters."""


HERE = "tests.test_specs"
TABLE = Table(
    "food",
    {
        "fruit": (HERE, "Fruit", "FruitParams"),
        "bread": ("no.such.module", "Bread", "BreadParams"),
        "Apple": (HERE, "Fruit", "StoneParams"),
    },
)


# -- tables ------------------------------------------------------------------------------------------------------------


def test_names_come_in_their_order() -> None:
    assert list(TABLE) == ["fruit", "bread", "Apple"]


@pytest.mark.parametrize("name", ["", "Fruit", "fruit ", "fruit:weight=3"])
def test_what_is_not_in_a_table(name: str) -> None:
    for look_up in (TABLE.check_name, TABLE.load):
        with pytest.raises(SpecError) as caught:
            look_up(name)
        assert str(caught.value) == f"no food called {name!r}; there are Apple, bread, fruit"


def test_a_name_is_checked_without_its_module() -> None:
    TABLE.check_name("bread")
    with pytest.raises(ModuleNotFoundError):
        TABLE.load("bread")


def test_what_a_name_stands_for() -> None:
    summary = "Specifications: what a table says of its names, and what is said of settings that are none."
    entry = TABLE.load("fruit")
    # This module may be there twice, once by the name that pytest has given to it.
    assert (entry.make.__name__, entry.params.__name__, entry.summary) == ("Fruit", "FruitParams", summary)
    assert isinstance(entry, Entry)


def test_settings_are_described() -> None:
    table = Table("food", {name: (HERE, "Fruit", name) for name in ("FruitParams", "StoneParams", "FileParams")})
    summary = "Specifications: what a table says of its names, and what is said of settings that are none."
    assert [line.rstrip() for line in table.describe().splitlines()] == [
        summary,
        "    weight=3     in grams, 1 or more",
        "    share=0.5",
        "    taste=sweet  what it is like: sweet, very-sour",
        "    label=",
        summary,
        summary,  # a file has no default, and is no setting
    ]


# -- settings ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "params"),
    [
        ("", FruitParams()),
        ("weight=5", FruitParams(weight=5)),
        ("weight=5,weight=7", FruitParams(weight=7)),
        ("share=1e-3,weight=2", FruitParams(weight=2, share=0.001)),
        ("taste=very-sour", FruitParams(taste=Taste.SOUR)),
        ("label=a=b:c", FruitParams(label="a=b:c")),
        ("label=", FruitParams()),
        (",weight=5,,", FruitParams(weight=5)),
    ],
)
def test_settings(text: str, params: FruitParams) -> None:
    found = parse_settings("fruit", text, FruitParams)
    assert found == params
    assert type(found.taste) is Taste


ALL = "weight, share, taste, label"


@pytest.mark.parametrize(
    ("text", "params", "said"),
    [
        ("size=3", FruitParams, f"fruit has no setting 'size'; it has {ALL}"),
        ("weight=3,size=3", FruitParams, f"fruit has no setting 'size'; it has {ALL}"),
        ("weight =3", FruitParams, f"fruit has no setting 'weight '; it has {ALL}"),
        ("=3", FruitParams, f"fruit has no setting ''; it has {ALL}"),
        ("__class__=3", FruitParams, f"fruit has no setting '__class__'; it has {ALL}"),
        ("size=3", StoneParams, "fruit has no setting 'size'; it has none"),
        ("weight", FruitParams, "fruit:weight is of type int, not ''"),
        ("weight=", FruitParams, "fruit:weight is of type int, not ''"),
        ("weight=3.5", FruitParams, "fruit:weight is of type int, not '3.5'"),
        ("weight=3=4", FruitParams, "fruit:weight is of type int, not '3=4'"),
        ("weight=" + "9" * 5000, FruitParams, "fruit:weight is of type int, not '999"),
        ("share=half", FruitParams, "fruit:share is of type float, not 'half'"),
        ("taste=SWEET", FruitParams, "fruit:taste is one of sweet, very-sour, not 'SWEET'"),
        ("taste=", FruitParams, "fruit:taste is one of sweet, very-sour, not ''"),
        ("weight=0", FruitParams, "fruit:weight is 1 or more, not 0"),  # as the parameters say
        ("weight=3\nsize=4", FruitParams, r"fruit:weight is of type int, not '3\nsize=4'"),
    ],
)
def test_settings_that_are_none(text: str, params: type[Any], said: str) -> None:
    with pytest.raises(ValueError, match=f"^{re.escape(said)}") as caught:
        parse_settings("fruit", text, params)
    assert "\n" not in str(caught.value)
    assert isinstance(caught.value, SpecError) == ("or more" not in said)

"""Specifications: what a table says of its names, and what is said of settings that are none."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Any

import pytest

from semeai.specs import Entry, Registry, SpecError, parse_settings


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
            raise ValueError(f"fruit:weight must be 1 or more, not {self.weight}")


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
TABLE = Registry(
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
        assert str(caught.value).startswith(f"no food called {name!r}; ")
        assert str(caught.value).endswith("there are Apple, bread, fruit")


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
    table = Registry("food", {name: (HERE, "Fruit", name) for name in ("FruitParams", "StoneParams", "FileParams")})
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
        ("weight =3", FruitParams, f"fruit has no setting 'weight '; did you mean weight? it has {ALL}"),
        ("=3", FruitParams, f"fruit has no setting ''; it has {ALL}"),
        ("__class__=3", FruitParams, f"fruit has no setting '__class__'; it has {ALL}"),
        ("size=3", StoneParams, "fruit has no setting 'size'; it has none"),
        ("weight", FruitParams, "fruit:weight must be of type int, not ''"),
        ("weight=", FruitParams, "fruit:weight must be of type int, not ''"),
        ("weight=3.5", FruitParams, "fruit:weight must be of type int, not '3.5'"),
        ("weight=3=4", FruitParams, "fruit:weight must be of type int, not '3=4'"),
        ("weight=" + "9" * 5000, FruitParams, "fruit:weight must be of type int, not '999"),
        ("share=half", FruitParams, "fruit:share must be of type float, not 'half'"),
        ("taste=SWEET", FruitParams, "fruit:taste must be one of sweet, very-sour, not 'SWEET'"),
        ("taste=", FruitParams, "fruit:taste must be one of sweet, very-sour, not ''"),
        ("weight=0", FruitParams, "fruit:weight must be 1 or more, not 0"),  # as the parameters say
        ("weight=3\nsize=4", FruitParams, r"fruit:weight must be of type int, not '3\nsize=4'"),
    ],
)
def test_settings_that_are_none(text: str, params: type[Any], said: str) -> None:
    with pytest.raises(ValueError, match=f"^{re.escape(said)}") as caught:
        parse_settings("fruit", text, params)
    assert "\n" not in str(caught.value)
    assert isinstance(caught.value, SpecError) == ("or more" not in said)


# -- entries at run time -----------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class PearParams:
    weight: "int" = 7
    """in grams"""


class Pear:
    """A pear.

    It has more to say."""

    Params = PearParams

    def __init__(self, params: PearParams, *rest: object) -> None:
        self.params, self.rest = params, rest


class Leaf:
    def __init__(self, *rest: object) -> None:
        self.rest = rest


def fresh(group: str = "") -> Registry:
    return Registry("food", {"fruit": (HERE, "Fruit", "FruitParams")}, group)


def test_an_entry_with_parameters() -> None:
    table = fresh()
    table.add("pear", Pear)
    assert list(table) == ["fruit", "pear"]
    assert "pear" in table
    entry = table.load("pear")
    assert (entry.params, entry.summary) == (PearParams, "`pear`: A pear.")
    made = entry.make(parse_settings("pear", "weight=9", entry.params), "more")
    assert (made.params, made.rest) == (PearParams(9), ("more",))
    assert "weight=7  in grams" in table.describe()
    table.add("apple", Pear, FruitParams, "an apple")
    assert (table.load("apple").params, table.load("apple").summary) == (FruitParams, "`apple`: an apple")


def test_an_entry_without_parameters() -> None:
    table = fresh()
    table.add("leaf", Leaf)
    entry = table.load("leaf")
    assert entry.make(parse_settings("leaf", "", entry.params), "more").rest == ("more",)
    with pytest.raises(SpecError, match=r"^leaf has no setting 'size'; it has none$"):
        parse_settings("leaf", "size=3", entry.params)
    assert table.describe().splitlines()[-1] == "`leaf`"


def test_an_entry_replaces_an_earlier_one() -> None:
    """As when a cell of a notebook is run again."""
    table = fresh()
    table.add("leaf", Leaf)
    first = table.load("leaf")
    assert table.load("leaf") == first
    table.add("leaf", Pear)
    assert table.load("leaf") != first
    assert (table.is_local("leaf"), table.is_local("fruit")) == (True, False)


@pytest.mark.parametrize("name", ["", "a b", "a:b", "a=b", "a,b", "2", "fruit"])
def test_names_that_cannot_be_added(name: str) -> None:
    table = fresh()
    with pytest.raises(ValueError, match=r"^expected a name of letters|^semeai already has a food called 'fruit'"):
        table.add(name, Leaf)
    assert list(table) == ["fruit"]


def test_what_cannot_be_added() -> None:
    with pytest.raises(TypeError, match=r"^expected a class or a function for 'leaf', found int$"):
        fresh().add("leaf", 3)
    with pytest.raises(TypeError, match=r"^expected a dataclass for the parameters of 'leaf', found"):
        fresh().add("leaf", Leaf, Fruit)


def test_a_class_without_source() -> None:
    """As one typed at a prompt."""
    space: dict[str, Any] = {"__name__": "__main__", "dataclass": dataclass}
    exec("@dataclass(frozen=True)\nclass TypedParams:\n    weight: int = 3\n    '''in grams'''\n", space)
    table = fresh()
    table.add("typed", Leaf, space["TypedParams"])
    assert [line.rstrip() for line in table.describe().splitlines()][-1] == "    weight=3"


# -- entry points ------------------------------------------------------------------------------------------------------


@pytest.fixture
def install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Puts a package that declares entry points beside semeai."""

    def put(package: str, points: str, group: str = "semeai.test_food") -> None:
        folder = tmp_path / f"{package.replace('-', '_')}-1.2.dist-info"
        folder.mkdir()
        (folder / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: 1.2\n")
        (folder / "entry_points.txt").write_text(f"[{group}]\n{points}\n")

    monkeypatch.syspath_prepend(str(tmp_path))
    return put


def test_an_entry_of_another_package(install: Callable[..., None], capsys: pytest.CaptureFixture[str]) -> None:
    install("semeai-pears", f"pear = {HERE}:Pear\nleaf = {HERE}:Leaf")
    table = fresh("semeai.test_food")
    assert list(table) == ["fruit", "leaf", "pear"]
    assert table.load("pear").params.__name__ == "PearParams"
    assert table.load("pear") == table.load("pear")
    assert [table.origin(name) for name in table] == ["", "semeai-pears 1.2", "semeai-pears 1.2"]
    assert "`pear`: A pear. (semeai-pears 1.2)" in table.describe()
    with pytest.raises(ValueError, match=r"^semeai-pears 1\.2 already has a food called 'pear'; choose another name$"):
        table.add("pear", Leaf)
    assert capsys.readouterr().err == ""


def test_a_built_in_name_needs_no_other_package(monkeypatch: pytest.MonkeyPatch) -> None:
    def scan(**_: object) -> None:
        raise AssertionError("looked for packages")

    monkeypatch.setattr("importlib.metadata.entry_points", scan)
    fresh("semeai.test_food").load("fruit")


def test_a_name_that_is_taken(install: Callable[..., None], capsys: pytest.CaptureFixture[str]) -> None:
    install("semeai-thief", f"fruit = {HERE}:Leaf\npear = {HERE}:Leaf")
    install("semeai-pears", f"pear = {HERE}:Pear")
    table = fresh("semeai.test_food")
    assert list(table) == ["fruit", "pear"]
    assert table.load("fruit").params.__name__ == "FruitParams"
    assert table.origin("pear") == "semeai-pears 1.2"
    assert capsys.readouterr().err.splitlines() == [
        "semeai: the food 'fruit' of semeai-thief 1.2 is ignored, because semeai already has one of that name",
        "semeai: the food 'pear' of semeai-thief 1.2 is ignored, because semeai-pears 1.2 already has one of that name",
    ]


@pytest.mark.parametrize(
    ("target", "why"),
    [
        ("no_such_module:X", "ModuleNotFoundError: No module named 'no_such_module'"),
        (f"{HERE}:Nothing", f"AttributeError: module '{HERE}' has no attribute 'Nothing'"),
        (f"{HERE}:HERE", "TypeError: expected a class or a function for 'bad', found str"),
    ],
)
def test_a_broken_package(
    target: str, why: str, install: Callable[..., None], capsys: pytest.CaptureFixture[str]
) -> None:
    install("semeai-broken", f"bad = {target}\npear = {HERE}:Pear")
    table = fresh("semeai.test_food")
    message = f"the food 'bad' of semeai-broken 1.2 cannot be loaded: {why}"
    with pytest.raises(SpecError) as caught:
        table.load("bad")
    assert str(caught.value) == message
    for _ in range(2):
        assert "A pear" in table.describe()
    assert capsys.readouterr().err == f"semeai: {message}\n"

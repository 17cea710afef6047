"""The parameters of a method as `run.json` has them, by which runs are told apart.

A setting that was added after a release is marked `ADDED`. It is left out of the record while it has its default, so
runs of earlier versions can be continued and their records stay the same byte for byte.
"""

from collections.abc import Mapping
from dataclasses import asdict, fields
from typing import Any

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

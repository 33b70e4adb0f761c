"""What OCSF's published schema asks of an event, as far as ours are told in it (tests/cases/ocsf)."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

SHAPE: dict[str, Any] = json.loads((Path(__file__).parent / "cases" / "ocsf" / "api_activity.json").read_text("utf-8"))
_OBJECTS = {
    "metadata": "metadata",
    "product": "product",
    "actor": "actor",
    "user": "user",
    "groups": "group",
    "api": "api",
    "request": "request",
    "service": "service",
    "src_endpoint": "network_endpoint",
    "resources": "resource_details",
    "policy": "policy",
}
"""By the name of an attribute the object that it holds."""


def faults(event: Mapping[str, Any]) -> list[str]:
    """What is wrong with the event: attributes that are missing or unknown, and values that there are not."""
    return list(_faults(event, SHAPE["class"], "event"))


def _faults(given: Mapping[str, Any], asked: Mapping[str, Any], where: str) -> Iterator[str]:
    yield from (f"{where}: {name} is missing" for name in asked["required"] if name not in given)
    yield from (f"{where}: there is no attribute {name}" for name in given if name not in asked["attributes"])
    one_of = asked.get("at_least_one")
    if one_of and not set(one_of) & set(given):
        yield f"{where}: none of {one_of}"
    for name, values in asked.get("values", {}).items():
        if name in given and given[name] not in values:
            yield f"{where}: {name} is {given[name]}"
    for name, value in given.items():
        if name in _OBJECTS:
            for one in value if isinstance(value, list) else [value]:
                yield from _faults(one, SHAPE["objects"][_OBJECTS[name]], f"{where}.{name}")

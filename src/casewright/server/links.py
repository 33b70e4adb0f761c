"""Which operation goes on with what another one gave: OpenAPI's links, made of what the operations say."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

# Any in this module: descriptions are JSON.
_IN_PATH = re.compile(r"{([a-z_]+)}")
_SUCCESSES = ("200", "201", "202")


def add_links(paths: Mapping[str, Mapping[str, Any]], schemas: Mapping[str, Any]) -> None:
    """Give each success links to the operations whose path takes a name that it is the first to tell.

    A name that is no ``…_id``, and that of a key, means something within its own family of paths alone.
    """
    targets = [
        (operation["operationId"], path, _IN_PATH.findall(path))
        for path, methods in paths.items()
        for operation in methods.values()
        if "{" in path and operation["security"]
    ]
    for path, methods in paths.items():
        known = {name: f"$request.path.{name}" for name in _IN_PATH.findall(path)}
        for operation in methods.values():
            for status in _SUCCESSES:
                response = operation["responses"].get(status, {})
                told = dict(_told(response, schemas, entries=status == "200"))
                links = {
                    name: {"operationId": name, "parameters": {one: {**told, **known}[one] for one in taken}}
                    for name, place, taken in targets
                    if any(_leads(one, path, place) for one in taken if one in told and one not in known)
                    and all(one in told or one in known for one in taken)
                }
                if links:
                    response["links"] = links


def _leads(name: str, path: str, place: str) -> bool:
    return (name.endswith("_id") and name != "key_id") or _family(path) == _family(place)


def _family(path: str) -> str:
    """The path up to the first name in it, which is what it is about."""
    return path.partition("/{")[0]


def _told(response: Mapping[str, Any], schemas: Mapping[str, Any], *, entries: bool) -> Iterator[tuple[str, str]]:
    """The names that an answer tells, and where. ``entries``: those of the first entry too, where it gives one list.

    What was just made has no entries yet.
    """
    schema = response.get("content", {}).get("application/json", {}).get("schema", {})
    properties = _followed(schema, schemas).get("properties", {})
    listed = [name for name, part in properties.items() if _followed(part, schemas).get("type") == "array"]
    if entries and len(listed) == 1:
        entry = _followed(_followed(properties[listed[0]], schemas).get("items", {}), schemas)
        for name, part in entry.get("properties", {}).items():
            if _is_text(part):
                yield name, f"$response.body#/{listed[0]}/0/{name}"
    for name, part in properties.items():
        if _is_text(part):
            yield name, f"$response.body#/{name}"


def _is_text(part: Mapping[str, Any]) -> bool:
    return part.get("type") == "string"


def _followed(schema: Mapping[str, Any], schemas: Mapping[str, Any]) -> Mapping[str, Any]:
    while "$ref" in schema:
        schema = schemas[schema["$ref"].rpartition("/")[2]]
    return schema

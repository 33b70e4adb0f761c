"""Updates of a case file by dot paths: all of an update or nothing of it (seed, ``update_case_details``).

A numeric segment addresses an element of a list. A list that is given for one of the lists that grow is appended, its
items with an id merged into those of the same id; every other value replaces what was there.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from casewright.casework.details_schema import DETAILS, Anything, Fields, Many, Shape, fill, first_misfit, join_path
from casewright.errors import InvalidInput

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

INVALID_FIELD = "Update failed due to invalid field"
"""The seed's words; the path follows them."""
_LONGEST_PATH = 200


class InvalidField(InvalidInput):
    """An update names a field that a case file does not have, or gives it a value that it cannot hold."""

    def __init__(self, path: str) -> None:
        super().__init__(f"{INVALID_FIELD}: {path if len(path) <= _LONGEST_PATH else path[:_LONGEST_PATH] + '…'}")
        self.path = path


def update_details(details: Mapping[str, Any], updates: Mapping[str, Any]) -> dict[str, Any]:
    """The case file after these updates, in their order; ``details`` is left as it is and shares what did not change.

    Raises ``InvalidField`` for the first path that is none, or whose value does not fit the schema.
    """
    after: Any = dict(details)
    for path, value in updates.items():
        if "" in path.split("."):
            raise InvalidField(path)
        after = _put(DETAILS, after, path.split("."), value, "")
    return after  # type: ignore[no-any-return]  # DETAILS is an object


def _put(shape: Shape, node: Any, segments: Sequence[str], value: Any, path: str) -> Any:  # JSON
    """``node`` with ``value`` at the end of the segments; only what lies on the way is copied."""
    if not segments:
        return _given(shape, node, value, path)
    segment, rest = segments[0], segments[1:]
    here = join_path(path, segment)
    whole = join_path(here, ".".join(rest)) if rest else here
    if isinstance(node, dict):
        return {**node, segment: _put_field(shape, node, segment, rest, value, path, whole)}
    if isinstance(node, list):
        at = _index(segment, len(node))
        if at is None:
            raise InvalidField(whole)
        below = shape.item if isinstance(shape, Many) else Anything()
        return [*node[:at], _put(below, node[at], rest, value, here), *node[at + 1 :]]
    raise InvalidField(whole)


def _put_field(
    shape: Shape, node: Mapping[str, Any], segment: str, rest: Sequence[str], value: Any, path: str, whole: str
) -> Any:  # JSON
    below = _field(shape, segment)
    if below is None or (rest and segment not in node):
        raise InvalidField(whole)
    return _put(below, node.get(segment), rest, value, join_path(path, segment))


def _field(shape: Shape, name: str) -> Shape | None:
    """The shape of an object's field, None where it has none of that name."""
    if isinstance(shape, Anything):
        return shape
    if not isinstance(shape, Fields):
        return None
    return shape.of.get(name) or (Anything() if shape.open else None)


def _given(shape: Shape, node: Any, value: Any, path: str) -> Any:  # JSON
    """What stands at the path once ``value`` was given for it."""
    if isinstance(shape, Many) and shape.appends and isinstance(node, list):
        return _grown(shape, node, value, path)
    value = fill(shape, value)
    misfit = first_misfit(shape, value, path)
    if misfit is not None:
        raise InvalidField(misfit)
    return value


def _grown(shape: Many, node: list[Any], value: Any, path: str) -> list[Any]:  # JSON
    """The list with these items after its own; those whose id it knows are merged into the item of that id."""
    if not isinstance(value, list):
        raise InvalidField(path)
    grown = list(node)
    known = {name: at for at, item in enumerate(node) if (name := _id(shape, item)) is not None}
    for number, item in enumerate(value):
        name = _id(shape, item)
        at = None if name is None else known.get(name)
        if at is not None:
            item = {**grown[at], **item}
        item = fill(shape.item, item)
        misfit = first_misfit(shape.item, item, join_path(path, str(number)))
        if misfit is not None:
            raise InvalidField(misfit)
        if at is not None:
            grown[at] = item
            continue
        if name is not None:
            known[name] = len(grown)
        grown.append(item)
    return grown


def _id(shape: Many, item: object) -> str | None:
    """By what an item is merged, None where it has no such field."""
    if not isinstance(item, dict):
        return None
    name = item.get(shape.key)
    return name if isinstance(name, str) and name else None


def _index(segment: str, length: int) -> int | None:
    """The place that the segment names in a list of that length, None where it names none."""
    if not (segment.isascii() and segment.isdigit()) or len(segment) > 9 or (segment[0] == "0" and segment != "0"):
        return None
    at = int(segment)
    return at if at < length else None

"""What a case file may hold, field by field, and what is wrong with a value that does not fit.

The field names are the seed's (``update_case_details``); what it leaves open is in spec/casework.md, "Case". Entries
whose shape nobody laid down take a text or an object of any fields.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from casewright.domain.aliases import alias_number

if TYPE_CHECKING:
    from collections.abc import Mapping

DEEPEST = 32
"""Levels of lists and objects within a value that may have any shape."""
_LARGEST = 2**53
"""Beyond it readers of JSON lose digits."""


@dataclass(frozen=True, slots=True)
class Text:
    """A string, one of ``choices`` where there are any; null too where it is ``optional``."""

    choices: tuple[str, ...] = ()
    optional: bool = False
    alias: bool = False
    """Whether it is the alias of a party, such as party0."""


@dataclass(frozen=True, slots=True)
class Whole:
    """A whole number, at least ``least``."""

    least: int = 0


@dataclass(frozen=True, slots=True)
class Anything:
    """Any JSON value."""


@dataclass(frozen=True, slots=True)
class Many:
    """A list. ``appends``: a list given for it is added to its end, and items that have ``key`` merge by it."""

    item: Shape
    appends: bool = False
    key: str = "id"


@dataclass(frozen=True, slots=True)
class Fields:
    """An object. ``needed`` fields are always there; ``open`` takes fields of other names with any value.

    ``bare``: a string may stand in place of the object.
    """

    of: Mapping[str, Shape]
    needed: tuple[str, ...] = ()
    open: bool = False
    bare: bool = False
    blank: Mapping[str, Any] = field(default_factory=dict)
    """What a field that is missing is filled with."""


Shape = Text | Whole | Anything | Many | Fields

_TEXT, _NOTE = Text(), Text(optional=True)
_ENTRY = Fields({"id": _TEXT, "timestamp": _NOTE}, open=True, bare=True)
_FACT = Fields(
    {
        "id": _TEXT,
        "timestamp": _NOTE,
        "source": _NOTE,
        "fact": _TEXT,
        "confidence": Text(("high", "medium", "low")),
    },
    needed=("fact",),
)
_OBJECTIVE = Fields(
    {"id": _TEXT, "objective": _TEXT, "status": Text(("pending", "achieved", "abandoned"))}, needed=("objective",)
)
_PARTY = Fields(
    {"partyId": Text(alias=True), "role_in_case": _NOTE, "aliases": Many(_TEXT)},
    needed=("partyId",),
    blank={"aliases": ()},
)
_SOURCE = Fields({"doc_id": _TEXT, "title": _NOTE, "status": Text(("considered", "applied", "irrelevant"))}, open=True)
_DRAFT = Fields(
    {
        "draft_firestore_id": _TEXT,
        "draft_name": _TEXT,
        "revision": Whole(1),
        "pdf_gcs_path": _TEXT,
        "generated_at": _TEXT,
        "status": Text(("generated", "user_feedback_received", "revised")),
        "user_feedback": Many(_ENTRY),
    },
    needed=("draft_firestore_id",),
    blank={"user_feedback": ()},
)
_SUMMARY = Fields({"current": _TEXT, "history": Many(_ENTRY, appends=True)}, blank={"current": "", "history": ()})
_RESEARCH = Fields(
    {"legislation": Many(_SOURCE), "jurisprudence": Many(_SOURCE)}, blank={"legislation": (), "jurisprudence": ()}
)
_INTERACTIONS = Fields(
    {"log": Many(_ENTRY, appends=True), "active_info_request_to_user": Anything()},
    blank={"log": (), "active_info_request_to_user": None},
)

DETAILS = Fields(
    MappingProxyType(
        {
            "summary": _SUMMARY,
            "facts": Many(_FACT, appends=True),
            "user_statements": Many(_ENTRY, appends=True),
            "objectives": Many(_OBJECTIVE, appends=True),
            "parties_involved": Many(_PARTY),
            "documents_analysis": Many(_ENTRY),
            "legal_research": _RESEARCH,
            "agent_interactions": _INTERACTIONS,
            "draft_status": Many(_DRAFT, appends=True, key="draft_firestore_id"),
            "case_timeline": Many(_ENTRY, appends=True),
            "internal_notes": Many(_ENTRY, appends=True),
            "last_updated": _NOTE,
        }
    )
)
"""The whole case file."""


def empty_details(at: str) -> dict[str, Any]:
    """The case file of a new case."""
    return {
        "summary": {"current": "", "history": []},
        "facts": [],
        "user_statements": [],
        "objectives": [],
        "parties_involved": [],
        "documents_analysis": [],
        "legal_research": {"legislation": [], "jurisprudence": []},
        "agent_interactions": {"log": [], "active_info_request_to_user": None},
        "draft_status": [],
        "case_timeline": [],
        "internal_notes": [],
        "last_updated": at,
    }


def first_misfit(shape: Shape, value: object, path: str = "") -> str | None:
    """The path of the first part of ``value`` that does not fit ``shape``; None where all of it does."""
    match shape:
        case Text():
            return None if _fits_text(shape, value) else path
        case Whole(least):
            return None if _is_whole(value) and least <= value else path  # type: ignore[operator]  # just seen whole
        case Anything():
            return _first_strange(value, path, DEEPEST)
        case Many(item):
            if not isinstance(value, list):
                return path
            found = (first_misfit(item, each, join_path(path, str(at))) for at, each in enumerate(value))
            return next((misfit for misfit in found if misfit is not None), None)
        case Fields():
            return _misfit_of_fields(shape, value, path)


def _misfit_of_fields(shape: Fields, value: object, path: str) -> str | None:
    if isinstance(value, str) and shape.bare:
        return None
    if not isinstance(value, dict):
        return path
    for name in shape.needed:
        if name not in value:
            return join_path(path, name)
    for name, part in value.items():
        below = shape.of.get(name) or (Anything() if shape.open else None)
        misfit = join_path(path, name) if below is None else first_misfit(below, part, join_path(path, name))
        if misfit is not None:
            return misfit
    return None


def fill(shape: Shape, value: Any) -> Any:  # JSON
    """``value`` with the lists and texts that its shape always has, at every depth; itself where none is missing."""
    if isinstance(shape, Many) and isinstance(value, list):
        items = [fill(shape.item, item) for item in value]
        return value if all(new is old for new, old in zip(items, value, strict=True)) else items
    if not isinstance(shape, Fields) or not isinstance(value, dict):
        return value
    parts = {name: fill(shape.of[name], part) if name in shape.of else part for name, part in value.items()}
    parts |= {name: _fresh(blank) for name, blank in shape.blank.items() if name not in value}
    return parts


def join_path(path: str, segment: str) -> str:
    """The dot path one step further."""
    return f"{path}.{segment}" if path else segment


def _fresh(blank: object) -> object:
    return [] if blank == () else blank


def _fits_text(shape: Text, value: object) -> bool:
    if value is None:
        return shape.optional
    if not isinstance(value, str):
        return False
    if shape.alias:
        return alias_number(value) is not None
    return not shape.choices or value in shape.choices


def _is_whole(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and abs(value) <= _LARGEST


def _first_strange(value: object, path: str, deeper: int) -> str | None:
    """The path of the first part that no JSON reader would give back as it is."""
    if value is None or isinstance(value, bool | str | float):
        return None
    if isinstance(value, int):
        return None if _is_whole(value) else path
    if deeper == 0 or not isinstance(value, list | dict):
        return path
    parts = value.items() if isinstance(value, dict) else enumerate(value)
    for name, part in parts:
        strange = _first_strange(part, join_path(path, str(name)), deeper - 1)
        if strange is not None:
            return strange
    return None

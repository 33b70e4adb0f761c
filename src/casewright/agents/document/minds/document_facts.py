"""The facts that a result of ``contract_facts`` has of one document, and how sure they are."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping

_HIGH, _MEDIUM = 0.9, 0.7


def facts_of(document: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """The document's facts, each with the name and the id of the document that it stands in."""
    own = {"document_id": document["document_id"], "filename": document["filename"]}
    return [{**own, **one} for one in document.get("facts", []) if isinstance(one, dict) and "field" in one]


def by_field(document: Mapping[str, Any]) -> dict[str, list[Mapping[str, Any]]]:
    """The document's own facts by field."""
    found: dict[str, list[Mapping[str, Any]]] = {}
    for one in facts_of(document):
        found.setdefault(str(one["field"]), []).append(one)
    return found


def band(fact: Mapping[str, Any]) -> str:
    """How sure a fact is, or that a person said it."""
    if fact.get("how") == "person":
        return "a person said so"
    sure = float(fact.get("confidence") or 0.0)
    return "high" if sure >= _HIGH else "medium" if sure >= _MEDIUM else "perhaps"


def was_read(document: Mapping[str, Any]) -> bool:
    """Whether the document's facts were read."""
    return bool((document.get("reading") or {}).get("state", "read") == "read")

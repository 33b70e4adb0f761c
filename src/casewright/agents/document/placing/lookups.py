"""What the tools of a turn looked for in the documents: where, by what, and what stands nearest to it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from casewright.agents.document.state import Lookup
from casewright.domain.facts import FIELD
from casewright.iql import IqlSyntaxError, parse
from casewright.questions.subjects import subjects_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from casewright.agents.document.state import OpenCall


def lookups(call: OpenCall) -> list[Lookup]:
    """What the call looked for; nothing where it failed or looks for nothing."""
    found = call["structured"]
    look = _LOOKS.get(call["name"])
    if look is None or call["status"] != "success" or not isinstance(found, dict):
        return []
    return look(call["arguments"], found)


def listing(call: OpenCall) -> dict[str, str] | None:
    """The status of each document of the matter by its name, where the call listed them."""
    found = call["structured"]
    if call["name"] != "list_matter_documents" or call["status"] != "success" or not isinstance(found, dict):
        return None
    return {str(one["filename"]): str(one["processing_status"]) for one in found.get("documents", [])}


def _extract(arguments: dict[str, Any], found: dict[str, Any]) -> list[Lookup]:
    if found.get("how") == "judgement" or found.get("looked_in") is None:
        return []
    question, sought = str(arguments.get("question", "")), str(found.get("looked_for") or "")
    named = next((one for one in subjects_of(question) if one.name == sought), None)
    looked = found["looked_in"]
    return [
        _lookup(
            question,
            arguments,
            said=sought if named is not None else "",
            field=(named.field or "") if named is not None else "",
            filenames=looked["documents"],
            number=int(looked["number"]),
            by=looked["by"],
            found=bool(found["found"]),
            nearest=_citations(found.get("nearest")),
        )
    ]


def _iql(arguments: dict[str, Any], found: dict[str, Any]) -> list[Lookup]:
    query = str(arguments.get("query", ""))
    try:
        affirmed = parse(query).affirmed
    except IqlSyntaxError:  # a template of the tenant's own, that only the tool knows
        affirmed = None
    results = [one for one in found.get("document_results", []) if not one.get("error")]
    without = [str(one["filename"]) for one in results if not one.get("matches")]
    if not results or (affirmed is not None and not affirmed):  # where only absence is asked for, no match says nothing
        return []
    return [_lookup(query, arguments, filenames=without, number=len(without), by=["clauses"], found=not without)]


def _facts(arguments: dict[str, Any], found: dict[str, Any]) -> list[Lookup]:
    lacking: dict[str, list[str]] = {}
    for document in found.get("documents", []):
        for field in document["reading"].get("fields_not_found", []):
            lacking.setdefault(field, []).append(str(document["filename"]))
    return [
        _lookup(
            FIELD[field].label,
            arguments,
            said=FIELD[field].label.lower(),
            field=field,
            filenames=names,
            number=len(names),
            by=["facts"],
            found=False,
        )
        for field, names in lacking.items()
        if field in FIELD
    ]


def _sections(arguments: dict[str, Any], found: dict[str, Any]) -> list[Lookup]:
    lacking: dict[str, list[str]] = {}
    for one in found.get("not_found", []):
        lacking.setdefault(str(one["reference"]), []).append(str(one["filename"]))
    return [
        _lookup(reference, arguments, filenames=names, number=len(names), by=["sections"], found=False)
        for reference, names in lacking.items()
    ]


def _search(arguments: dict[str, Any], found: dict[str, Any]) -> list[Lookup]:
    names = [str(name) for one in found.get("named") or [] for name in one["filenames"]]
    nearest = _citations([one.get("citation") for one in found.get("results", [])])
    return [_lookup(str(arguments.get("query", "")), arguments, filenames=names, by=["search"], nearest=nearest)]


_LOOKS = {
    "isaacus_extract": _extract,
    "isaacus_iql": _iql,
    "contract_facts": _facts,
    "find_section": _sections,
    "isaacus_search": _search,
}


def _lookup(
    words: str,
    arguments: dict[str, Any],
    *,
    said: str = "",
    field: str = "",
    filenames: Sequence[str] = (),
    number: int = 0,
    by: Sequence[str] = (),
    found: bool | None = None,
    nearest: Sequence[dict[str, Any]] = (),
) -> Lookup:
    ids = arguments.get("document_ids")
    return Lookup(
        words=words,
        said=said,
        field=field,
        document_ids=ids if isinstance(ids, list) and ids else None,
        filenames=list(filenames),
        number=number or len(filenames),
        by=list(by),
        found=found,
        nearest=list(nearest),
    )


def _citations(found: object) -> list[dict[str, Any]]:
    """Those that can be opened: a result may be another's than ours."""
    given = found if isinstance(found, list) else []
    return [one for one in given if isinstance(one, dict) and {"document_id", "start", "end", "quote"} <= one.keys()]

"""What a person calls a matter or a document, and the id that it stands for: one answer, wherever it is asked for.

A matter is named by its id, its number such as ``M-2026-001``, or its title where no other has it; a document by its
id or its file name, of which folders may be left out at the front. Letters that differ in case or in diacritics only
are the same. An id is taken as it is: whether there is anything of that id is for the tool to say.
"""

from __future__ import annotations

from difflib import get_close_matches
from typing import TYPE_CHECKING, NamedTuple

from casewright.domain.ids import DocumentId, MatterId, is_uuid
from casewright.errors import InvalidInput, NotFound, Refused
from casewright.vocabulary.folding import fold

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from casewright.tools.calls import ToolResult

    Call = Callable[[str, Mapping[str, object]], ToolResult]

_NEAREST = 3
_LISTED = 10


class _Known(NamedTuple):
    """Something that can be meant: its id, how it is shown, and what it may be called, the surest first."""

    id: str
    shown: str
    names: tuple[str, ...]


def find_matter(call: Call, text: str, *, kind: str | None = None) -> MatterId:
    """The matter that is meant, of those that the caller may see; of several of one title those of this ``kind``.

    Raises ``NotFound`` with the nearest ones, ``InvalidInput`` with all of that title, ``Refused`` where the caller
    may list no matters.
    """
    wanted = text.strip()
    if is_uuid(wanted):
        return MatterId(wanted.lower())
    rows = _rows(call, "list_matters", {}, "matters", f"The matter {text!r} is looked up in the list of matters")
    preferred = [one for one in rows if kind in (None, one["kind"])]
    known = [
        _Known(one["matter_id"], f"{one['number']} {one['title']!r}", (one["number"], one["title"]))
        for one in preferred or rows
    ]
    found = _meant("matter", wanted, known, "'casewright matter list' shows them")
    return MatterId(found.id)


def find_document(call: Call, matter: MatterId, text: str) -> DocumentId:
    """The document of the matter that is meant. Raises as ``find_matter`` does."""
    wanted = text.strip()
    if is_uuid(wanted):
        return DocumentId(wanted.lower())
    asked = f"The document {text!r} is looked up in the list of documents"
    rows = _rows(call, "list_matter_documents", {"matter_id": matter}, "documents", asked)
    known = [_Known(one["document_id"], repr(one["filename"]), _file_names(one["filename"])) for one in rows]
    found = _meant("document", wanted, known, f"'casewright documents list {matter}' shows them")
    return DocumentId(found.id)


def nearest(wanted: str, names: Sequence[str]) -> list[str]:
    """Those names that come nearest to what was asked for, the nearest first; none where none is near."""
    by_form = {fold(name): name for name in names}
    return [by_form[form] for form in get_close_matches(fold(wanted), by_form, n=_NEAREST, cutoff=0.5)]


def _rows(call: Call, tool: str, arguments: Mapping[str, object], name: str, asked: str) -> Sequence[Mapping[str, str]]:
    result = call(tool, arguments)
    if result.metadata.error_kind == NotFound.__name__:
        raise NotFound(result.error or result.content)
    if not result.success:
        raise Refused(f"{asked}: {result.error or result.content}. Give its id")
    assert isinstance(result.structured, dict), "a tool with an output model returns an object"
    rows: Sequence[Mapping[str, str]] = result.structured[name]
    return rows


def _file_names(path: str) -> tuple[str, ...]:
    """The whole name, then what is left of it without its first folders, down to the last part."""
    parts = path.split("/")
    return tuple("/".join(parts[at:]) for at in range(len(parts)))


def _meant(what: str, wanted: str, known: Sequence[_Known], remedy: str) -> _Known:
    form = fold(wanted)
    for place in range(max((len(one.names) for one in known), default=0)):
        found = [one for one in known if place < len(one.names) and fold(one.names[place]) == form]
        if len(found) == 1:
            return found[0]
        if found:
            raise InvalidInput(f"{len(found)} {what}s are called {wanted!r}: give one of the ids {_listed(found)}")
    names = {name: one for one in known for name in one.names}
    near = list(dict.fromkeys(names[name] for name in nearest(wanted, list(names))))
    told = f"nearest is {_listed(near)}; {remedy}" if near else remedy
    raise NotFound(f"There is no {what} {wanted!r}: {told}")


def _listed(found: Sequence[_Known]) -> str:
    shown = [f"{one.id} ({one.shown})" for one in found[:_LISTED]]
    more = f" and {len(found) - _LISTED} more" if len(found) > _LISTED else ""
    return ", ".join(shown) + more

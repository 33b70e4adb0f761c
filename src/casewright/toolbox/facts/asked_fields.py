"""Which fields and documents a call is about, by the names that people and models give them."""

from __future__ import annotations

from difflib import get_close_matches
from typing import TYPE_CHECKING, Final

from casewright.domain.facts import FIELDS
from casewright.errors import InvalidInput, NotFound
from casewright.vocabulary.folding import fold

if TYPE_CHECKING:
    from collections.abc import Sequence

    from casewright.domain.ids import MatterId, TenantId
    from casewright.tools.ports.documents import DocumentStore


def _plain(name: str) -> str:
    return " ".join("".join(one if one.isalnum() else " " for one in fold(name)).split())


_FIELDS: Final = {
    _plain(name): field.name
    for field in reversed(FIELDS)
    for name in (field.name, field.label, field.category or field.name)
}


def asked_fields(names: Sequence[str] | None) -> tuple[str, ...]:
    """The fields, in their order; all where none is named. Their labels, and CUAD's names, are names of theirs, too.

    Raises ``InvalidInput`` for what is no field.
    """
    if names is None:
        return tuple(field.name for field in FIELDS)
    wanted = {asked_field(name) for name in names}
    return tuple(field.name for field in FIELDS if field.name in wanted)


def asked_field(name: str) -> str:
    """The field. Raises ``InvalidInput`` for what is none."""
    plain = _plain(name)
    if plain in _FIELDS:
        return _FIELDS[plain]
    near = [_FIELDS[one] for one in get_close_matches(plain, _FIELDS, n=3, cutoff=0.6)]
    some = list(dict.fromkeys(near)) or [field.name for field in FIELDS[:10]]
    raise InvalidInput(f"There is no field {name!r}: say one such as {', '.join(some)}, or leave fields out for all")


def named_documents(
    documents: DocumentStore,
    tenant: TenantId,
    matter: MatterId,
    ids: Sequence[str] | None,
    filenames: Sequence[str] | None,
) -> list[str] | None:
    """The ids of the documents meant, in the order asked; None for all. A name is a file's, with its path or without.

    Raises ``NotFound`` for a name that no document of the matter has.
    """
    if filenames is None:
        return None if ids is None else list(ids)
    meant = list(ids or ())
    known = documents.of_matter(tenant, matter)
    for name in filenames:
        found = [one.id for one in known if one.filename == name]
        found = found or [one.id for one in known if name.casefold() in _names(one.filename)]
        if not found:
            raise NotFound(f"No document {name!r} in this matter: say its file name or its id")
        meant += found
    return list(dict.fromkeys(meant))


def _names(filename: str) -> tuple[str, str]:
    folded = filename.casefold()
    return folded, folded.rsplit("/", 1)[-1]

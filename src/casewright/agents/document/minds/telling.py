"""What answers say of their own: what was looked for in vain and where, what is nearest, and what was not asked.

In English, and in Romanian where a chat model was asked in it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from casewright.agents.document.minds.quotes import whole_items, write_quote

if TYPE_CHECKING:
    from collections.abc import Sequence

_NAMED, _NEAREST = 3, 3
_BY: Final = {
    "facts": ("the facts of the documents", "datele documentelor"),
    "clauses": ("clause scores", "scorurile clauzelor"),
    "sections": ("the numbers of clauses", "numerele clauzelor"),
    "search": ("search", "căutare"),
}
_SAID: Final = {
    "unborne": (
        "No passage of the documents bears this answer out.",
        "Niciun pasaj din documente nu susține acest răspuns.",
    ),
    "not found": ("I could not find {sought}{where}.", "Nu am găsit {sought}{where}."),
    "no such clause": (
        "No such clause found (looked for {sought},{where}).",
        "Nicio astfel de clauză găsită (căutat: {sought},{where}).",
    ),
    "searched": (
        "I searched {where} for {sought}, and cannot say that it stands there.",
        "Am căutat {sought} {where} și nu pot spune că este acolo.",
    ),
    "nearest": ("Nearest passages, which may not answer it:", "Pasajele cele mai apropiate, care pot să nu răspundă:"),
    "in": (" in {names}", " în {names}"),
    "documents": ("{number} documents", "{number} documente"),
    "the documents": ("the documents", "documente"),
    "looking by": (", looking by {means}", ", căutând după {means}"),
    "then": (", then ", ", apoi "),
    "not asked": ("Not asked: {words}.", "Nu s-a căutat: {words}."),
    "unread": (
        "Not read of the question: its last {count} characters.",
        "Din întrebare nu s-au citit: ultimele {count} caractere.",
    ),
    "quoted": ("“{words}”", "„{words}”"),
}


def told(name: str, *, romanian: bool, **values: object) -> str:
    """The sentence of this name with the values in it."""
    return _SAID[name][romanian].format(**values)


def not_found(
    sought: str, names: Sequence[str], number: int, by: Sequence[str], *, romanian: bool = False, clause: bool = False
) -> str:
    """``I could not find … in lease.txt, looking by clause scores, then search.``; of a clause: none was found."""
    where = told("in", romanian=romanian, names=documents_named(names, number, romanian=romanian))
    means = told("then", romanian=romanian).join(_BY[one][romanian] if one in _BY else one for one in by)
    if number and means:
        where += told("looking by", romanian=romanian, means=means)
    return told("no such clause" if clause else "not found", romanian=romanian, sought=sought, where=where)


def nearest(citations: object, opening: str) -> list[str]:
    """The opening and the best of the passages, with their places; nothing where there are none."""
    whole = whole_items([{"citation": one} for one in citations] if isinstance(citations, list) else [])[:_NEAREST]
    return [opening, *(f"- {write_quote(one['citation'])}" for one in whole)] if whole else []


def not_asked(pieces: Sequence[str], unread: int, *, romanian: bool) -> list[str]:
    """What of the question was asked of no tool, in its own words, and how much of it was not read."""
    quoted = [told("quoted", romanian=romanian, words=one) for one in dict.fromkeys(pieces)]
    lines = [told("not asked", romanian=romanian, words=", ".join(quoted))] if quoted else []
    return [*lines, *([told("unread", romanian=romanian, count=unread)] if unread else [])]


def documents_named(names: Sequence[str], number: int, *, romanian: bool) -> str:
    """The names of a few documents, the number of many; where neither is known, the documents."""
    if not number:
        return told("the documents", romanian=romanian)
    return ", ".join(names) if number <= _NAMED else told("documents", romanian=romanian, number=number)

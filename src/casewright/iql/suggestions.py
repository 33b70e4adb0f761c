"""What somebody may have meant who wrote a template name that does not exist."""

from __future__ import annotations

from difflib import get_close_matches
from types import MappingProxyType
from typing import TYPE_CHECKING

from casewright.iql.templates import fold

if TYPE_CHECKING:
    from collections.abc import Mapping

    from casewright.iql.templates import Template

_AT_MOST = 3
_LONGEST_COMPARED = 80
"""Longer names are not compared letter by letter, which would take quadratic time."""

_PEOPLE_WRITE: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "limitation of liability clause": ("{IS liability limitation clause}", "{IS liability cap clause}"),
        "warranty clause": ("{IS representation or warranty clause}",),
        "force majeure clause": (
            "{IS force majeure liability limitation clause}",
            "{IS force majeure termination clause}",
        ),
        "assignment clause": (
            "{IS ip assignment or license}",
            '{IS clause that "restricts assignment of the agreement"}',
        ),
        "change of control clause": ('{IS clause that "applies on a change of control"}',),
        "mutual clause": ("NOT {IS unilateral clause}", '{IS clause that "binds both parties equally"}'),
        "arbitration clause": ("{IS adr clause}",),
        "mediation clause": ("{IS adr clause}",),
        "dispute resolution clause": ("{IS adr clause}", "{IS choice of venue clause}", "{IS governing law clause}"),
        "jurisdiction clause": ("{IS choice of venue clause}", "{IS governing law clause}"),
        "applicable law clause": ("{IS governing law clause}",),
        "nda clause": ("{IS confidentiality clause}",),
        "non-disclosure clause": ("{IS confidentiality clause}",),
        "indemnification clause": ("{IS indemnity clause}",),
        "merger clause": ("{IS entire agreement clause}",),
        "one-sided clause": ("{IS unilateral clause}",),
        "representation clause": ("{IS representation or warranty clause}",),
        "ip clause": ("{IS ip assignment or license}",),
        "intellectual property clause": ("{IS ip assignment or license}",),
        "cap on liability clause": ("{IS liability cap clause}",),
    }
)
"""Names that people write and that are not templates, with the query that comes nearest."""


def suggestions(name: str, templates: Mapping[str, Template]) -> tuple[str, ...]:
    """Up to three queries that ``name`` may stand for, likeliest first, each made of ``templates``; or none."""
    folded = fold(name)
    if len(folded) > _LONGEST_COMPARED:
        return ()
    known = {fold(key): template for key, template in templates.items()}
    if folded.startswith("not ") and folded[4:] in known:
        return (f"NOT {known[folded[4:]].usage}",)
    for spoken in _spoken(folded):
        if spoken in known:
            return (known[spoken].usage,)
        near = tuple(query for query in _PEOPLE_WRITE.get(spoken, ()) if _name_in(query) in known)
        if near:
            return near
    close = get_close_matches(folded, known, n=_AT_MOST, cutoff=0.75)
    return tuple(known[key].usage for key in close) or _with_all_words(folded, known)


def _spoken(name: str) -> tuple[str, ...]:
    """``name``, and how it reads without its article or full stop, and with "clause" added."""
    bare = name.rstrip(" .;,")
    first, _, rest = bare.partition(" ")
    bare = rest if first in {"a", "an", "the"} else bare
    return (name, bare, f"{bare} clause", bare.removesuffix("s"))


def _with_all_words(name: str, known: Mapping[str, Template]) -> tuple[str, ...]:
    """The templates whose names hold every word of ``name``, where these are few enough to help."""
    words = set(name.split())
    found = [template.usage for key, template in known.items() if words <= set(key.split())]
    return tuple(found) if len(found) <= _AT_MOST else ()


def _name_in(query: str) -> str:
    """The template that a query of the table above invokes."""
    return query.partition("{IS ")[2].partition("}")[0].partition('"')[0].strip()

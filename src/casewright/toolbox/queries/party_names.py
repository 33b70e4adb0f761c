"""What else a contract calls a party: ``Acme Ltd (the "Supplier")`` makes Acme the Supplier.

Only the opening is read, where parties are defined. A wrong alias would find another party's duties, so a mention
counts only outside brackets, as a whole name, with the bracket in the same paragraph behind it and no other company
between; and what the contract itself defines in quotes has no other names.
"""

from __future__ import annotations

import re

from casewright.vocabulary.company_forms import ENGLISH, dotted

OPENING = 8_000
"""How much of a contract is read for its parties, in characters."""
_REACH = 240
"""How far behind a name the bracket that defines its alias may open, in characters."""

_BRACKET = re.compile(r"[(\[][^()\[\]]{0,160}?[“\"'‘][^()\[\]]{1,160}?[)\]]")
_QUOTED = re.compile(r"[“\"‘']\s*([^“”\"‘’'()]{2,60}?)\s*,?[”\"’']")
_FORMS = (*ENGLISH, "gmbh", "ag", "srl", *(dotted(form) for form in ("llc", "sa", "bv", "nv", "lp")))
_SUFFIX = "|".join(map(re.escape, _FORMS))
_OTHER_COMPANY = re.compile(rf"\b(?:and|between|with|to)\s+(?:[A-Z][\w&.'’-]*,?\s+){{1,6}}(?i:{_SUFFIX})\b")
_REST_OF_NAME = re.compile(r"(?:\s+[A-Z&][\w&.'’-]*){0,6}\s*(?=[,(\[])")
_PARAGRAPH = re.compile(r"\n\s*\n|;")
_ARTICLE = re.compile(r"(?i)\A(?:the|a|an)\s+")


def other_names(text: str, name: str) -> tuple[str, ...]:
    """The aliases that the opening of ``text`` defines for the party called ``name``, in order; none is usual."""
    wanted = _ARTICLE.sub("", name.strip())
    if not wanted:
        return ()
    opening = text[:OPENING]
    words = re.escape(wanted).replace(r"\ ", r"\s+")
    pattern = re.compile(rf"(?<!\w){words}(?!\w)", re.IGNORECASE)
    if re.search(rf"[“\"‘]\s*(?:the\s+)?{words}\s*[”\"’]", opening, re.IGNORECASE):
        return ()
    found: dict[str, None] = {}
    for place in pattern.finditer(opening):
        if not place.group()[0].isupper() or _within_brackets(opening, place.start()):
            continue
        bracket = _BRACKET.search(opening, place.end(), place.end() + _REACH)
        if bracket is None or not _REST_OF_NAME.match(opening, place.end()):
            continue
        between = opening[place.end() : bracket.start()]
        if _PARAGRAPH.search(between) or _OTHER_COMPANY.search(between):
            continue
        for quoted in _QUOTED.findall(bracket.group()):
            alias = _ARTICLE.sub("", " ".join(quoted.split()))
            if alias and alias.casefold() != wanted.casefold():
                found[alias] = None
    return tuple(found)


def _within_brackets(text: str, place: int) -> bool:
    """Whether the nearest round bracket before ``place`` is one that opens."""
    before = text[max(0, place - _REACH) : place]
    return before.rfind("(") > before.rfind(")")

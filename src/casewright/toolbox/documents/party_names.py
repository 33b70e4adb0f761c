"""What else a contract calls a party: ``Acme Ltd (the "Supplier")`` makes Acme the Supplier.

Only the opening is read, where parties are defined. A wrong alias would find another party's duties, so a name
counts only where the bracket with the alias follows it and no other company stands between.
"""

from __future__ import annotations

import re

OPENING = 8_000
"""How much of a contract is read for its parties, in characters."""
_REACH = 240
"""How far behind a name the bracket that defines its alias may open, in characters."""

_BRACKET = re.compile(r"[(\[][^()\[\]]{0,160}?[“\"'‘][^()\[\]]{1,160}?[)\]]")
_QUOTED = re.compile(r"[“\"‘']\s*([^“”\"‘’'()]{2,60}?)\s*,?[”\"’']")
_SUFFIX = (
    r"(?:Ltd|Limited|Inc|Incorporated|LLC|L\.L\.C|LLP|Corp|Corporation|Company|Co|PLC|plc|GmbH|AG|S\.A|B\.V|N\.V|SRL"
    r"|LP|L\.P)"
)
_OTHER_COMPANY = re.compile(rf"\b(?:and|between|with|to)\s+(?:[A-Z][\w&.'’-]*,?\s+){{1,6}}{_SUFFIX}\b")
_ARTICLE = re.compile(r"(?i)\A(?:the|a|an)\s+")


def other_names(text: str, name: str) -> tuple[str, ...]:
    """The aliases that the opening of ``text`` defines for the party called ``name``, in order; none is usual."""
    wanted = _ARTICLE.sub("", name.strip())
    if not wanted:
        return ()
    opening = text[:OPENING]
    pattern = re.compile(rf"(?<!\w){re.escape(wanted)}(?!\w)".replace(r"\ ", r"\s+"), re.IGNORECASE)
    found: dict[str, None] = {}
    for place in pattern.finditer(opening):
        if not place.group()[0].isupper():
            continue
        bracket = _BRACKET.search(opening, place.end(), place.end() + _REACH)
        if bracket is None or _OTHER_COMPANY.search(opening, place.end(), bracket.start()):
            continue
        for quoted in _QUOTED.findall(bracket.group()):
            alias = _ARTICLE.sub("", " ".join(quoted.split()))
            if alias and alias.casefold() != wanted.casefold():
                found[alias] = None
    return tuple(found)

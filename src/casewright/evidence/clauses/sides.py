"""The two sides of a contract: the deal's company and who contracts with it, by the names that the contract uses."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from casewright.evidence.extraction.entities import companies
from casewright.evidence.extraction.vocabulary import plain

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

_OPENING = 2_500
_FIRST_CLAUSE = re.compile(r"\n\s*#*\s*(?:(?:art(?:icle|icolul)?|clause|section)\.?\s*)?1[.)\s]", re.I)
_DEFINED = re.compile(
    r"\((?:(?:the|hereinafter|each|together|denumit\w*(?: în continuare)?)[\s,:]+)*[“„\"'*]*"
    r"(?P<alias>[A-ZĂÂÎȘȚ][\w’'&-]*(?: [A-ZĂÂÎȘȚ][\w’'&-]*){0,2})[”\"'*]*\)"
)
_ROLE = (
    "Landlord|Lessor|Tenant|Lessee|Supplier|Seller|Vendor|Provider|Licensor|Contractor|Consultant|Developer|Operator"
    "|Customer|Buyer|Purchaser|Client|Licensee|Distributor|Agent|Principal|Lender|Borrower|Employer|Franchisor"
    "|Franchisee|Owner|Manager|Roaster|Prestator|Furnizor|Vânzător|Beneficiar|Cumpărător|Locator|Locatar|Client"
)
_LISTED = re.compile(rf"\b(?P<alias>{_ROLE})\s?:\s*(?P<name>[^\n.;]{{3,90}}(?:\.[A-Z]\.?)*)")
_NAMED = re.compile(r"(?:[A-ZĂÂÎȘȚÅÄÖ][\w’'&.-]*|&|of|de|di|du|și)(?: (?:[A-ZĂÂÎȘȚÅÄÖ][\w’'&.-]*|&|of|de|di|du|și))*")
_SELLS = re.compile(
    r"\b(?:supplier|seller|vendor|provider|licensor|contractor|consultant|developer|operator|landlord|lessor"
    r"|franchisor|prestator\w*|furnizor\w*|vanzator\w*|locator\w*)\b"
)
_BUYS = re.compile(
    r"\b(?:customer|buyer|purchaser|client|licensee|distributor|tenant|lessee|franchisee|beneficiar\w*"
    r"|cumparator\w*|locatar\w*)\b"
)
_FORMS = frozenset({"the", "and", "company", "first", "national", "agreement", "this", "between", "group"})
_SHORTEST = 4


@dataclass(frozen=True, slots=True)
class Sides:
    """What each side is called, in plain letters; ``other`` is the other's full name, where the opening says it.

    ``sells`` is True where the company sells by this contract, False where it buys, None where that is not said.
    """

    us: frozenset[str] = frozenset()
    them: frozenset[str] = frozenset()
    other: str | None = None
    sells: bool | None = None

    def marked(self, said: str) -> str:
        """The sentence, in plain letters, with @us and @them for the sides; "sells" or "buys" before it."""
        for names, mark in ((self.us, "@us"), (self.them, "@them")):
            for name in sorted(names, key=len, reverse=True):
                said = re.sub(rf"(?:\bthe )?(?<![\w@]){re.escape(name)}(?:'s)?(?!\w)", mark, said)
        return said if self.sells is None else f"{'sells' if self.sells else 'buys'} {said}"


def sides_of(text: str, company: str | None, parties: Iterable[tuple[str, tuple[str, ...]]] = ()) -> Sides:
    """The sides by the opening of a contract. ``parties`` are names with what the contract calls them, from elsewhere.

    Without the company's name nothing is known.
    """
    own = _first_word(company or "")
    if not own:
        return Sides()
    opening = _opening_of(text)
    us: set[str] = set()
    them: set[str] = set()
    others: list[str] = []
    for name, aliases in (*_said(opening), *parties):
        is_us = own in re.findall(r"\w+", plain(name))
        (us if is_us else them).update(_called(name, aliases))
        if not is_us and len(name) > _SHORTEST:
            others.append(name)
    if not us:  # a contract of somebody else's, or one that names nobody
        return Sides(other=others[0] if others else None)
    them -= us
    return Sides(frozenset(us), frozenset(them), others[0] if others else None, _sells(us, them))


def _opening_of(text: str) -> str:
    """What stands before the first clause; where none is numbered, the first third."""
    first = _FIRST_CLAUSE.search(text[:_OPENING])
    return text[: first.start()] if first is not None else text[: min(_OPENING, len(text) // 3)]


def _said(opening: str) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Each party with what it is called: "X Ltd (the Tenant)", "Tenant: X Ltd", or by its legal form alone."""
    for listed in _LISTED.finditer(opening):
        named = companies(listed["name"])
        yield (named[0] if named else listed["name"].strip()), (listed["alias"],)
    before = 0
    for defined in _DEFINED.finditer(opening):
        part = opening[before : defined.start()].split("\n\n")[-1]
        before = defined.end()
        named = companies(part)[-1:] or sorted(_NAMED.findall(part), key=len)[-1:]
        if named:
            yield named[0], (defined["alias"],)
    for name in dict.fromkeys(companies(opening)):
        yield name, ()


def _called(name: str, aliases: Iterable[str]) -> Iterator[str]:
    if len(name) >= _SHORTEST:
        yield plain(name)
    first = _first_word(name)
    if first:
        yield first
    for alias in aliases:
        called = re.sub(r"^the ", "", plain(alias))
        if len(called) >= _SHORTEST and called not in _FORMS:
            yield called


def _first_word(name: str) -> str:
    words = [one for one in re.findall(r"\w+", plain(name)) if len(one) >= _SHORTEST and one not in _FORMS]
    return words[0] if words else ""


def _sells(us: set[str], them: set[str]) -> bool | None:
    ours, theirs = " ".join(sorted(us)), " ".join(sorted(them))
    if _SELLS.search(ours) or (_BUYS.search(theirs) and not _BUYS.search(ours)):
        return True
    return False if _BUYS.search(ours) or _SELLS.search(theirs) else None

"""Parties: each by the name it signs with, what the contract calls it, and its role where that is one."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from casewright.domain.facts import PartyValue
from casewright.evidence.facts.values.plain import one_line
from casewright.vocabulary.company_forms import ABBREVIATED, SHORT_OF
from casewright.vocabulary.folding import fold, plain_signs

if TYPE_CHECKING:
    from collections.abc import Sequence

_REACH = 500
_ROLES: Final = frozenset(
    [
        "agent",
        "affiliate",
        "assignee",
        "assignor",
        "bank",
        "bailee",
        "bailor",
        "borrower",
        "broker",
        "buyer",
        "carrier",
        "client",
        "company",
        "consignee",
        "consignor",
        "consultant",
        "contractor",
        "customer",
        "developer",
        "distributor",
        "employee",
        "employer",
        "endorser",
        "franchisee",
        "franchisor",
        "grantee",
        "grantor",
        "guarantor",
        "host",
        "hosting",
        "insurer",
        "lender",
        "lessee",
        "lessor",
        "licencee",
        "licencor",
        "licensee",
        "licensor",
        "landlord",
        "manager",
        "manufacturer",
        "marketer",
        "operator",
        "owner",
        "partner",
        "producer",
        "promoter",
        "provider",
        "publisher",
        "purchaser",
        "recipient",
        "representative",
        "reseller",
        "seller",
        "service_provider",
        "servicer",
        "shipper",
        "sponsor",
        "subcontractor",
        "subscriber",
        "subtenant",
        "supplier",
        "tenant",
        "transporter",
        "trustee",
        "university",
        "user",
        "vendor",
        "vanzator",
        "cumparator",
        "furnizor",
        "beneficiar",
        "prestator",
        "client",
        "chirias",
        "locator",
        "locatar",
        "proprietar",
        "comodant",
        "comodatar",
    ]
)
_QUOTE = re.compile(r"\"\s*([^\"\n][^\"]{0,80}?)[\s,.;]*\"|(?<!\w)'([A-Z][^'\"]{1,60})'(?!\w)")
_DEFINED = re.compile(
    r"[(\[]([^()\[\]]{1,240})[)\]]|\b(?:hereinafter|hereafter|herein|referred to|denumit\w*)\b([^.;()]{1,160})"
)
_GROUP = re.compile(
    r"\b(?:collectively|together|jointly|each|individually|both|either|parties|impreuna)\b", re.IGNORECASE
)
_EDGES = " \t\n\r\"'“”‘’«»,;:()[]*_"
_FORM_DOT = re.compile(rf"\b(?:{'|'.join(ABBREVIATED)}|[a-z]\.[a-z])$", re.IGNORECASE)
_SUFFIX = re.compile(
    rf"[\s,]+(?:{'|'.join((*ABBREVIATED, *SHORT_OF, 'llp', 'lp', 'l l c', 'l p', 'n a', 's a', 'b v', 'n v', 'gmbh', 'ag', 'srl'))})$"
)
_GENERIC: Final = frozenset(("party", "parties", "agreement", "the parties", "the party"))


def party_of(text: str, start: int, end: int, others: Sequence[tuple[int, int]] = ()) -> PartyValue | None:
    """The party that is named at the place; ``others`` are the places of the other parties, where its aliases end."""
    name = _name(text, start, end)
    if name is None:
        return None
    stop = min((low for low, _ in others if low >= end and not _quoted(text, low)), default=end + _REACH)
    aliases = _aliases(plain_signs(text[end : min(stop, end + _REACH)]))
    return _party(name, aliases)


def parties_of(text: str, spans: Sequence[tuple[int, int]]) -> list[PartyValue]:
    """The parties that the places name, in the order of the text, each once, with their aliases.

    A place in quotation marks is an alias, of the name before it; one that is neither stays a name.
    """
    places = sorted({(start, end) for start, end in spans if 0 <= start < end <= len(text)})
    names = [place for place in places if not _quoted(text, place[0]) and not _is_alias(text, *place)]
    found: dict[str, PartyValue] = {}
    for place in names:
        party = party_of(text, *place, others=names)
        if party is None:
            continue
        key = _key(party.name)
        same = next((other for other in found if _same(other, key)), None)
        if same is None:
            found[key] = party
        else:
            found[same] = _merged(found[same], party)
    return [one for one in found.values() if not _only_alias(one, list(found.values()))]


def _merged(one: PartyValue, other: PartyValue) -> PartyValue:
    name = max(one.name, other.name, key=lambda name: (len(_key(name)), name is one.name))
    return _party(name, (*one.defined_as, *other.defined_as))


def _party(name: str, aliases: Sequence[str]) -> PartyValue:
    kept: dict[str, str] = {}
    for alias in aliases:
        kept.setdefault(fold(alias), alias)
    role = next((alias for key, alias in kept.items() if key.replace(" ", "_").removeprefix("the_") in _ROLES), None)
    return PartyValue(name, tuple(kept.values()), role)


def _name(text: str, start: int, end: int) -> str | None:
    """The name at the place, with the full stop of its form, without article and quotation marks."""
    name = one_line(plain_signs(text[start:end])).strip(_EDGES)
    if _FORM_DOT.search(name) and text[end : end + 1] == ".":
        name += "."
    return name if any(letter.isalpha() for letter in name) else None


def _aliases(after: str) -> list[str]:
    """What quotation marks in brackets, or after "hereinafter", call a party; not what they call all of them."""
    found = []
    for match in _DEFINED.finditer(after):
        within = match[1] or match[2]
        if _GROUP.search(_QUOTE.sub(" ", within)):
            continue
        for quoted in _QUOTE.finditer(within):
            alias = one_line(quoted[1] or quoted[2]).strip(_EDGES)
            if alias and fold(alias) not in _GENERIC:
                found.append(alias)
    return found


def _quoted(text: str, start: int) -> bool:
    return plain_signs(text[max(0, start - 2) : start]).rstrip().endswith(('"', "'"))


def _is_alias(text: str, start: int, end: int) -> bool:
    """Whether the words at the place are a role, or a phrase that names all parties together."""
    words = fold(one_line(text[start:end])).strip(_EDGES).removeprefix("the ")
    return words in _GENERIC or words.replace(" ", "_") in _ROLES or _GROUP.search(words) is not None


def _key(name: str) -> str:
    plain = re.sub(r"[^\w]+", " ", fold(name)).strip().removeprefix("the ")
    return _SUFFIX.sub("", plain)


def _same(one: str, other: str) -> bool:
    return one == other or one.replace(" ", "") == other.replace(" ", "")


def _only_alias(one: PartyValue, every: Sequence[PartyValue]) -> bool:
    """Whether the name is but what another party is called."""
    key = _key(one.name)
    return any(key in map(_key, other.defined_as) for other in every if other is not one)

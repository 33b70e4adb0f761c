"""Parties in plain words: whom a clause is asked to oblige, and whom to entitle."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

Kind = Literal["clause obligating", "clause entitling"]


@dataclass(frozen=True, slots=True)
class Asked:
    """A party as the words ask for it, and where they stand."""

    kind: Kind
    party: str
    start: int
    end: int


ROLES = (
    "service provider", "disclosing party", "receiving party", "indemnifying party", "customer", "supplier", "buyer",
    "seller", "purchaser", "vendor", "licensor", "licensee", "landlord", "tenant", "lessor", "lessee", "employer",
    "employee", "executive", "company", "contractor", "subcontractor", "client", "provider", "discloser", "recipient",
    "lender", "borrower", "guarantor", "agent", "principal", "distributor", "franchisor", "franchisee", "consultant",
    "insurer", "insured", "assignor", "assignee", "furnizorul", "furnizor", "clientul", "cumparatorul", "vanzatorul",
    "locatorul", "locatarul", "chiriasul", "proprietarul", "angajatul", "angajatorul", "prestatorul", "beneficiarul",
)  # fmt: skip
"""The roles that contracts give their parties, longer names before those that they contain."""

_NOT_A_NAME = (
    r"(?!(?:AND|OR|NOT|IS|The|This|That|These|Those|Which|What|Any|All|Each|Agreement|Contract|Document|Documents|"
    r"Clause|Clauses|Notices?|IP|AI|NDA|MSA)\b)"
)
_ROLE = "|".join(sorted((re.escape(role) for role in ROLES), key=len, reverse=True))
_NAME = rf"{_NOT_A_NAME}[A-Z][\w&.-]*(?:(?: (?:of|&))? {_NOT_A_NAME}[A-Z][\w&.-]*)*"
PARTY = rf"\b(?i:the |our |a |an |its |any |both |each |either )*(?P<{{0}}>(?i:{_ROLE})s?\b|{_NAME})"


def _party(name: str) -> str:
    return PARTY.replace("{0}", name)


_DUTY = r"(?i:obligations?|dut(?:y|ies)|responsibilit(?:y|ies)|liabilities|burdens?|obligati(?:i|ile|a|e)?)"
_RIGHT = r"(?i:rights?|benefits?|entitlements?|protections?|dreptur(?:i|ile))"
_ON = r"(?i:of|on|upon|for|imposed (?:up)?on|owed by|binding(?: on)?|a|ale|are|pentru)"
_TO = r"(?i:of|for|to|conferred on|given to|held by|enjoyed by|ale|are|pentru)"
_HAS_TO = r"(?i:obliged|required|bound|supposed|have to do|need to do|to do|do|owe)"
_MUST = r"(?i:must|shall|has to|have to|(?:is|are) (?:obliged|required|bound)(?: to)?|undertakes? to|owes?)"
_OBLIGE = (
    r"(?i:(?:obligat(?:e|es|ing)|oblig(?:e|es|ing)|bind(?:s|ing)?|requir(?:e|es|ing)|burden(?:s|ing)?|compel(?:s"
    r"|ling)?)"
    r"(?: (?:us|them|him|her|it|me))?(?: as)?|(?:onerous|burdensome|heavy|hard|harsh) (?:for|on|upon|to))"
)
_ENTITLE = (
    r"(?i:entitl(?:e|es|ing)|benefit(?:s|ing)?|favou?r(?:s|ing)?|in favou?r of|let(?:s|ting)?|allow(?:s|ing)?"
    r"|permit(?:s|ting)?|enabl(?:e|es|ing)|protect(?:s|ing)?"
    r"|(?:giv|grant|confer|allow)(?:e|es|s|ing)?(?= (?:the |our )?\S+(?: \S+)? (?:a |an |the |any )?(?:right"
    r"|benefit|power|option|remed|licen))"
    r"|(?:favou?rable|beneficial|advantageous|good) (?:to|for))"
)
_P = _party("p")
_OBLIGING: Kind = "clause obligating"
_ENTITLING: Kind = "clause entitling"
_PATTERNS: tuple[tuple[Kind, str], ...] = (
    (_OBLIGING, rf"{_DUTY} (?:{_ON} )+{_P}"),
    (_OBLIGING, rf"{_P}(?i:(?P<own>'s|s'))? {_DUTY}"),
    (_OBLIGING, rf"(?i:what) (?i:must|shall|should|does|has|is|are) {_P} {_HAS_TO}"),
    (_OBLIGING, rf"(?i:ce trebuie sa faca) {_P}"),
    (_OBLIGING, rf"{_OBLIGE} {_P}"),
    (_OBLIGING, rf"{_P} {_MUST}"),
    (_ENTITLING, rf"(?i:what|which) (?:\w+ )?(?i:is|are|may|can|could) {_P} (?i:entitled|allowed|permitted|able|do)"),
    (_ENTITLING, rf"{_RIGHT} (?:{_TO} )+{_P}"),
    (_ENTITLING, rf"(?i:what|which) {_RIGHT} (?i:does|do|has|have) {_P} ?(?i:have|get|enjoy)?"),
    (_ENTITLING, rf"{_P}(?i:(?P<own>'s|s'))? {_RIGHT}"),
    (_ENTITLING, rf"(?i:(?:confer|giv|grant)\w* (?:\w+ )?rights? (?:on|upon|to)) {_P}"),
    (_ENTITLING, rf"{_ENTITLE} {_P}"),
    (_ENTITLING, rf"{_P} (?i:may|can|could|might|(?:is|are) (?:entitled|allowed|permitted) to)(?! \?)"),
)
_COMPILED = tuple((kind, re.compile(pattern)) for kind, pattern in _PATTERNS)
_FURTHER = re.compile(rf"(?i:,| and| or|, but not| but not| and not) {_party('p')}")
_WHOLE = re.compile(_party("p"))


def asked_parties(text: str) -> list[Asked]:
    """The parties that the folded ``text`` asks for, from left to right; no two overlap."""
    found: list[Asked] = []
    for kind, pattern in _COMPILED:
        for hit in pattern.finditer(text):
            if _is_party(hit) and all(hit.end() <= other.start or hit.start() >= other.end for other in found):
                found.append(Asked(kind, written(hit["p"]), *hit.span()))
    found.sort(key=lambda asked: asked.start)
    return [each for asked in found for each in _with_further(asked, text, found)]


def _is_party(hit: re.Match[str]) -> bool:
    """Whether the words are a role, or a name that is surely one: "Audit Rights" are nobody's."""
    known = written(hit["p"]).lower() in ROLES
    before_its_duties = "own" in hit.re.groupindex
    return known or (hit.start("p") > 0 and (not before_its_duties or hit["own"] is not None))


def party_at_start(text: str) -> str | None:
    """The party that ``text`` begins with; None where it begins with something else."""
    hit = _WHOLE.match(text)
    return written(hit["p"]) if hit else None


def written(party: str) -> str:
    """A role in the capital that contracts write it with; a name as it is."""
    party = party.strip(" .,'")
    known = party.lower()
    if known not in ROLES and known.endswith("s") and known[:-1] in ROLES:
        known = known[:-1]
    return known.title() if known in ROLES else party


def _with_further(asked: Asked, text: str, found: list[Asked]) -> list[Asked]:
    """``asked``, and the parties listed after it: "obligating the Supplier or the Customer"."""
    every, end = [asked], asked.end
    while hit := _FURTHER.match(text, end):
        taken = any(hit.start() < other.end and other.start < hit.end() for other in found)
        if taken or re.match(r"'s|s'| (?i:must|shall|has|may|can)\b", text[hit.end() :]):
            break
        every.append(Asked(asked.kind, written(hit["p"]), *hit.span()))
        end = hit.end()
    return every

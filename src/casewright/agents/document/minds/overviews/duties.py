"""What each side of a contract must do: sentences in which it, by the name the contract gives it, is the subject.

The main ones are chosen by a rule that can be said: of each clause the first, in the order of the document.
English ("the Supplier shall …") and Romanian ("Chiriașul se obligă să …").
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from casewright.agents.document.minds.overviews.headings import clause_at
from casewright.iql.wording import words_of
from casewright.vocabulary.folding import plain_letters

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from casewright.agents.document.minds.overviews.headings import Heading
    from casewright.domain.skipping import Span

EACH: Final = "Each party"
"""The side of duties that both have."""
_EACH_SIDE: Final = (
    r"each (?:of the )?part(?:y|ies)|both parties|the parties|neither party|either party"
    r"|fiecare parte|(?:ambele )?partile"
    r"|fiecare dintre parti|the receiving party|receiving party|the recipient|partea (?:receptoare|primitoare)"
)
_DUTY: Final = (
    r"(?:shall|must|will|(?:hereby )?(?:agrees?|undertakes?|covenants?) (?:that it will|not to|to)"
    r"|(?:is|are) (?:obliged|required|bound|obligated) to|(?:is|are) responsible for"
    r"|(?:se|isi) (?:obliga|angajeaza)|(?:are|au) (?:urmatoarele obligatii|obligatia)|este (?:obligat\w*|tinut\w*)"
    r"|sunt obligat\w*|trebuie|va|vor|nu (?:va|vor|poate|pot)|raspunde|plateste|achita|asigura|suporta)\b"
)
_NO_DUTY: Final = re.compile(
    r"\s+(?:also |further |only |then )?"
    r"(?:(?:not )?be (?:entitled|deemed|liable|required|obliged|responsible|released|under no)"
    r"|have (?:the |no |a |an |any )?(?:right|option|obligation|liability|title|discretion)"
    r"|not be (?:in (?:breach|default))"
    r"|avea dreptul|putea|fi (?:considerat|indreptatit)|mean\b|include\b|(?:retain|own|remain)\b)",
    re.IGNORECASE,
)
_LEAD: Final = (
    r"(?:^|[.;:]\s|\n)[#*\s]{0,12}"
    r"(?:(?:\(?[a-z0-9]{1,3}(?:\.\d+)*[.)]|\d+(?:\.\d+)*|art\.? ?\d+\.?|section \d+\.\d+)\s{1,12})?"
)
_BEFORE: Final = r"(?:(?:[^\W\d_][^.;:\n]{0,60}\.\s+)?(?:[^.;:\n]|\n(?![ \t]{0,40}\n)){0,120}?,\s+)?"
_END: Final = re.compile(r"(?<=[\w)”\"’%])[.;](?=\s|$)|:[ \t]{0,40}\n|\n[ \t]{0,40}\n")
_LONGEST: Final = 700
_GAP: Final = r"\s{1,12}"
"""Bounded, as all that may be skipped is: a text of nothing but white space is read at once."""


ROLES: Final = tuple(
    sorted(
        words_of(
            "Supplier Customer Provider Client Vendor Buyer Seller Purchaser Licensor Licensee Landlord Tenant Lessor "
            "Lessee Employer Employee Executive Consultant Contractor Company Distributor Reseller Manufacturer Agent "
            "Principal Lender Borrower Franchisor Franchisee Discloser Recipient Publisher Sponsor Furnizorul Clientul "
            "Prestatorul Beneficiarul Vanzatorul Cumparatorul Locatorul Locatarul Chiriasul Proprietarul Angajatorul "
            "Salariatul Antreprenorul Mandatarul Mandantul Consultantul Distribuitorul Licentiatorul Licentiatul "
            "Imprumutatorul Imprumutatul"
        )
    )
)
"""What contracts call their parties: looked for where the names that one gives them were not found."""


@dataclass(frozen=True, slots=True)
class Duties:
    """``main`` are the places of the main duties in the order of the text, of ``total`` sentences in ``clauses``."""

    main: tuple[Span, ...] = ()
    clauses: int = 0
    total: int = 0


@dataclass
class _Found:
    places: list[tuple[tuple[str, str], Span]] = field(default_factory=list)

    def duties(self, most: int) -> Duties:
        """Of each clause the first duty; where these are fewer than ``most``, the next in order as well."""
        by_clause: dict[tuple[str, str], Span] = {}
        for clause, place in sorted(self.places, key=lambda one: one[1]):
            by_clause.setdefault(clause, place)
        first = sorted(by_clause.values())[:most]
        rest = sorted(place for _, place in self.places if place not in first)
        return Duties(tuple(sorted([*first, *rest[: most - len(first)]])), len(by_clause), len(self.places))


def duties_of(
    text: str, sides: Mapping[str, Sequence[str]], headings: Sequence[Heading], most: int = 5
) -> dict[str, Duties]:
    """The duties of each side that has any; ``sides`` are the names by which the text calls each of them."""
    plain = plain_letters(text)
    named = {side: _alternatives(names) for side, names in sides.items() if names}
    found: dict[str, _Found] = {}
    taken: set[int] = set()
    for side, names in [*named.items(), (EACH, _EACH_SIDE)]:
        for hit in _pattern(names).finditer(plain):
            start = hit.start("subject")
            if start in taken or _NO_DUTY.match(plain, hit.end()):
                continue
            taken.add(start)
            place = start, _end(plain, hit.end())
            found.setdefault(side, _Found()).places.append((clause_at(headings, start), place))
    return {side: one.duties(most) for side, one in found.items()}


def _alternatives(names: Sequence[str]) -> str:
    longest_first = sorted({plain_letters(name).strip() for name in names if name.strip()}, key=len, reverse=True)
    return "|".join(r"\s+".join(map(re.escape, name.split())) for name in longest_first)


def _pattern(names: str) -> re.Pattern[str]:
    """A sentence, or a part of one, whose subject is one of ``names``."""
    duty = _DUTY.replace(" ", r"\s+")
    return re.compile(
        rf"{_LEAD}{_BEFORE}(?P<subject>(?:the{_GAP})?(?:{names})(?:\s+and\s+the\s+\w+)?)"
        rf"(?:,[^.;\n]{{1,80}},)?{_GAP}(?:[a-z]{{1,20}}ly,?{_GAP})?(?:nu{_GAP})?{duty}",
        re.IGNORECASE,
    )


def _end(plain: str, after: int) -> int:
    """Where the sentence ends that goes on at ``after``."""
    hit = _END.search(plain, after)
    end = len(plain) if hit is None else hit.start() + (1 if hit[0][0] in ".;" else 0)
    return min(end, after + _LONGEST)

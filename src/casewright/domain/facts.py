"""The facts of a contract: who, when, how long, how much, under which law, and whether a clause is there.

Field names are CUAD's categories in snake case, and four of our own. Offsets are code points into the document's text.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Final, Literal

if TYPE_CHECKING:
    from datetime import date
    from decimal import Decimal

    from casewright.domain.documents import Chunk, Section

FactKind = Literal["title", "parties", "date", "end", "duration", "renewal", "law", "place", "clause", "amounts"]
"""What values a field has: a title, parties, a date, a date or what it follows from, a length of time, how a term is
renewed, a law, a place, a clause that is there or not, a clause in which sums and times are read as well."""


@dataclass(frozen=True, slots=True)
class FactField:
    """``name`` in snake case; ``label`` as it is shown; ``category`` as CUAD spells it, None for our own."""

    name: str
    label: str
    kind: FactKind
    category: str | None


def _cuad(category: str, kind: FactKind, label: str | None = None) -> FactField:
    name = category.lower().replace("/", "_").replace("-", "_").replace(" ", "_")
    return FactField(name, label or category, kind, category)


FIELDS: Final[tuple[FactField, ...]] = (
    _cuad("Document Name", "title", "Title"),
    _cuad("Parties", "parties"),
    _cuad("Agreement Date", "date", "Agreement date"),
    _cuad("Effective Date", "date", "Effective date"),
    _cuad("Expiration Date", "end", "Expiration"),
    FactField("term", "Term", "duration", None),
    _cuad("Renewal Term", "renewal", "Renewal"),
    _cuad("Notice Period To Terminate Renewal", "duration", "Notice against renewal"),
    FactField("notice_of_termination", "Notice of termination", "duration", None),
    _cuad("Governing Law", "law", "Governing law"),
    FactField("venue", "Venue", "place", None),
    FactField("payment_period", "Payment period", "duration", None),
    _cuad("Termination For Convenience", "amounts", "Termination for convenience"),
    _cuad("Change Of Control", "clause", "Change of control"),
    _cuad("Anti-Assignment", "clause", "Anti-assignment"),
    _cuad("Exclusivity", "clause"),
    _cuad("Non-Compete", "amounts", "Non-compete"),
    _cuad("Competitive Restriction Exception", "clause", "Exception to a restriction of competition"),
    _cuad("No-Solicit Of Customers", "amounts", "No solicitation of customers"),
    _cuad("No-Solicit Of Employees", "amounts", "No solicitation of employees"),
    _cuad("Non-Disparagement", "clause", "Non-disparagement"),
    _cuad("Most Favored Nation", "clause", "Most favoured nation"),
    _cuad("Rofr/Rofo/Rofn", "amounts", "Right of first refusal, offer or negotiation"),
    _cuad("Revenue/Profit Sharing", "amounts", "Revenue or profit sharing"),
    _cuad("Minimum Commitment", "amounts", "Minimum commitment"),
    _cuad("Price Restrictions", "amounts", "Price restriction"),
    _cuad("Volume Restriction", "amounts", "Volume restriction"),
    _cuad("Ip Ownership Assignment", "clause", "Assignment of intellectual property"),
    _cuad("Joint Ip Ownership", "clause", "Joint intellectual property"),
    _cuad("License Grant", "clause", "Licence grant"),
    _cuad("Non-Transferable License", "clause", "Non-transferable licence"),
    _cuad("Affiliate License-Licensor", "clause", "Licence of the licensor's affiliates"),
    _cuad("Affiliate License-Licensee", "clause", "Licence to the licensee's affiliates"),
    _cuad("Unlimited/All-You-Can-Eat-License", "clause", "Unlimited licence"),
    _cuad("Irrevocable Or Perpetual License", "clause", "Irrevocable or perpetual licence"),
    _cuad("Source Code Escrow", "clause", "Source code escrow"),
    _cuad("Post-Termination Services", "amounts", "Services after termination"),
    _cuad("Audit Rights", "amounts", "Audit rights"),
    _cuad("Uncapped Liability", "clause", "Uncapped liability"),
    _cuad("Cap On Liability", "amounts", "Cap on liability"),
    _cuad("Liquidated Damages", "amounts", "Liquidated damages"),
    _cuad("Warranty Duration", "duration", "Warranty"),
    _cuad("Insurance", "amounts"),
    _cuad("Covenant Not To Sue", "clause", "Covenant not to sue"),
    _cuad("Third Party Beneficiary", "clause", "Third-party beneficiary"),
)
"""All fields, in the order in which they are shown."""

FIELD: Final = {field.name: field for field in FIELDS}
"""The fields by name."""


class FactHow(StrEnum):
    """Who says so."""

    MODEL = "model"
    RULE = "rule"
    PERSON = "person"


@dataclass(frozen=True, slots=True)
class TextValue:
    """A title, a place, or words that nothing more exact could be made of."""

    text: str


@dataclass(frozen=True, slots=True)
class PartyValue:
    """A party as it signs, what the contract calls it ("Supplier"), and its role where the text says one."""

    name: str
    defined_as: tuple[str, ...] = ()
    role: str | None = None


@dataclass(frozen=True, slots=True)
class DateValue:
    """A day."""

    date: date


DurationUnit = Literal["day", "business day", "week", "month", "quarter", "year"]


@dataclass(frozen=True, slots=True)
class DurationValue:
    """A length of time, such as thirty days; ``count`` may be a fraction."""

    count: Decimal
    unit: DurationUnit


@dataclass(frozen=True, slots=True)
class EndValue:
    """When a contract ends: ``period`` after ``event`` ("the effective date"), ``perpetual``, or upon ``event``."""

    period: DurationValue | None = None
    event: str | None = None
    perpetual: bool = False


@dataclass(frozen=True, slots=True)
class RenewalValue:
    """How long a renewal lasts, whether renewals follow one another, how many there may be, whether by themselves."""

    period: DurationValue | None = None
    successive: bool = False
    times: int | None = None
    automatic: bool | None = None
    perpetual: bool = False


@dataclass(frozen=True, slots=True)
class MoneyValue:
    """A sum; ``currency`` as ISO 4217 has it, None where the text does not say."""

    amount: Decimal
    currency: str | None = None


@dataclass(frozen=True, slots=True)
class PercentValue:
    """So many parts of a hundred."""

    percent: Decimal


@dataclass(frozen=True, slots=True)
class LawValue:
    """The law of a place, such as ("New York", "US") or ("England and Wales", "GB"); ``country`` as ISO 3166-1."""

    place: str
    country: str | None = None


@dataclass(frozen=True, slots=True)
class ClauseValue:
    """That the clause is there, with the sums, shares and times that stand in it, in their order."""

    amounts: tuple[MoneyValue | PercentValue | DurationValue, ...] = ()


FactValue = (
    TextValue
    | PartyValue
    | DateValue
    | DurationValue
    | EndValue
    | RenewalValue
    | MoneyValue
    | PercentValue
    | LawValue
    | ClauseValue
)


@dataclass(frozen=True, slots=True)
class FoundFact:
    """What a reader found: ``text[start:end]`` states the field. ``confidence`` is a measured share, in [0, 1]."""

    field: str
    start: int
    end: int
    confidence: float
    how: FactHow


@dataclass(frozen=True, slots=True)
class FactText:
    """What a reader reads: a document's text as it was cut. ``furniture`` are the (start, end) that nobody reads.

    ``masked`` says that personal data have been taken out of it (a case's document): rules read it then, no model.
    """

    text: str
    chunks: tuple[Chunk, ...]
    sections: tuple[Section, ...]
    furniture: tuple[tuple[int, int], ...] = ()
    masked: bool = False

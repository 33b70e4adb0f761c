"""What the fields of facts are called on pages, in the visitor's language."""

from __future__ import annotations

from typing import TYPE_CHECKING

from casewright.domain.reviews import ColumnKind
from casewright.server.pages.languages import translations

if TYPE_CHECKING:
    from casewright.domain.grids import GridColumn


def _(text: str) -> str:
    """Marks a text for translation."""
    return text


LABELS = frozenset(
    {
        _("Title"),
        _("Parties"),
        _("Agreement date"),
        _("Effective date"),
        _("Expiration"),
        _("Term"),
        _("Renewal"),
        _("Notice against renewal"),
        _("Notice of termination"),
        _("Governing law"),
        _("Venue"),
        _("Payment period"),
        _("Termination for convenience"),
        _("Change of control"),
        _("Anti-assignment"),
        _("Exclusivity"),
        _("Non-compete"),
        _("Exception to a restriction of competition"),
        _("No solicitation of customers"),
        _("No solicitation of employees"),
        _("Non-disparagement"),
        _("Most favoured nation"),
        _("Right of first refusal, offer or negotiation"),
        _("Revenue or profit sharing"),
        _("Minimum commitment"),
        _("Price restriction"),
        _("Volume restriction"),
        _("Assignment of intellectual property"),
        _("Joint intellectual property"),
        _("Licence grant"),
        _("Non-transferable licence"),
        _("Licence of the licensor's affiliates"),
        _("Licence to the licensee's affiliates"),
        _("Unlimited licence"),
        _("Irrevocable or perpetual licence"),
        _("Source code escrow"),
        _("Services after termination"),
        _("Audit rights"),
        _("Uncapped liability"),
        _("Cap on liability"),
        _("Liquidated damages"),
        _("Warranty"),
        _("Insurance"),
        _("Covenant not to sue"),
        _("Third-party beneficiary"),
    }
)
"""All of them in the first language: what pages say is collected from the source."""


def label_in(language: str, column: GridColumn) -> str:
    """What a column is called in this language: a fact's label is ours, everything else is the asker's words."""
    return translations(language).gettext(column.label) if column.kind is ColumnKind.FACT else column.label

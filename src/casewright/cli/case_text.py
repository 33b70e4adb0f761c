"""A case and its parties as a person reads them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from casewright.vocabulary.outside_text import show_line

if TYPE_CHECKING:
    from collections.abc import Sequence

    from casewright.cli.output import Output
    from casewright.toolbox.cases.case_view import CaseView, MaskedView, PartView
    from casewright.toolbox.cases.details_view import DetailsView


def show_case(output: Output, case: CaseView, details: DetailsView) -> None:
    """Its status, its parties, and its case file."""
    tier = "no tier yet" if case.case_tier is None else f"tier {case.case_tier}"
    output.prose(f"{case.number}  {show_line(case.title)}")
    output.prose(f"{case.status}, {tier}, {case.drafts} drafts")
    show_parts(output, case.parties)
    if details.summary.current:
        output.line(details.summary.current)
    for fact in details.facts:
        when = f"{fact.timestamp}  " if fact.timestamp else ""
        output.line(f"  - {when}{show_line(fact.fact)}")


def show_parts(output: Output, parts: Sequence[PartView]) -> None:
    """The parties' parts in a case, a line each."""
    for part in parts:
        called = f" ({', '.join(part.called)})" if part.called else ""
        line = f"{part.partyId:<8} {part.kind:<12} {part.party_id}  {show_line(part.role)}{called}"
        output.line(line)


def show_masked(output: Output, masked: MaskedView) -> None:
    """What was masked, and who was named and is no party."""
    if masked.replaced:
        counts = ", ".join(f"{count} {kind}" for kind, count in sorted(masked.replaced.items()))
        output.line(f"masked: {counts}")
    if masked.undeclared:
        listed = ", ".join(masked.undeclared)
        output.line(f"{listed}: nobody declared them; add them as parties")

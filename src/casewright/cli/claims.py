"""``casewright claims``: list a deal's claims, see what one rests on, enter and verify them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from casewright.cli.assessment import GRADE_STYLES, show_defect_line
from casewright.cli.deal import no_claims
from casewright.cli.references import DOCUMENT, Deal
from casewright.cli.state import State, answer
from casewright.domain.claims import Basis, ClaimClass, Materiality, Verdict
from casewright.domain.defects import DefectStatus
from casewright.domain.evidence import Grade, SourceType
from casewright.errors import InvalidInput
from casewright.vocabulary.outside_text import show_line

if TYPE_CHECKING:
    from casewright.cli.output import Output
    from casewright.toolbox.claims.chain_view import EvidenceView
    from casewright.toolbox.claims.claim_view import ClaimView
    from casewright.toolbox.claims.lookup_claim import ClaimLookupResult

app = typer.Typer(no_args_is_help=True)

_Claim = Annotated[str, typer.Argument(metavar="CLAIM", help="Id of the claim, as 'casewright claims list' shows it.")]


@app.command("list")
def list_(
    context: typer.Context,
    deal: Deal,
    claim_class: Annotated[
        ClaimClass | None, typer.Option("--class", help="Only claims of this class.", show_default=False)
    ] = None,
    grade: Annotated[Grade | None, typer.Option(help="Only claims of this grade.", show_default=False)] = None,
    verdict: Annotated[Verdict | None, typer.Option(help="Only claims with this verdict.", show_default=False)] = None,
    materiality: Annotated[
        Materiality | None, typer.Option(help="Only claims of this materiality.", show_default=False)
    ] = None,
    limit: Annotated[int, typer.Option(min=1, max=1000, help="How many to list.")] = 100,
    offset: Annotated[int, typer.Option(min=0, help="How many to pass over.")] = 0,
) -> None:
    """List a deal's claims with grade and verdict, in the order in which they were entered."""
    from casewright.toolbox.claims.list_claims import ListClaimsOutput

    state: State = context.obj
    arguments = {
        "deal_id": deal,
        "claim_class": claim_class,
        "claim_grade": grade,
        "claim_verdict": verdict,
        "materiality": materiality,
        "limit": limit,
        "offset": offset,
    }
    with state.open() as casewright:
        found = answer(casewright, ListClaimsOutput, "list_claims", arguments)
    output = state.output
    output.document(found.data)
    filtered = any(one is not None for one in (claim_class, grade, verdict, materiality)) or offset > 0
    if not found.output.claims:
        output.line("No claim fits." if filtered else no_claims(deal))
    for claim in found.output.claims:
        _show_line(output, claim)
    left = found.output.total_count - offset - len(found.output.claims)
    if left > 0:
        output.prose(f"and {left:,} more: --offset {offset + len(found.output.claims)}")


@app.command()
def show(context: typer.Context, claim: _Claim) -> None:
    """Show a claim: its grade step by step, its defects, its chain and the words that it rests on."""
    from casewright.toolbox.claims.lookup_claim import ClaimLookupResult

    state: State = context.obj
    with state.open() as casewright:
        arguments = {"claim_id": claim, "include_sanad": True, "include_evidence": True}
        found = answer(casewright, ClaimLookupResult, "lookup_claim", arguments)
    state.output.document(found.data)
    _show(state.output, found.output)


@app.command()
def add(
    context: typer.Context,
    deal: Deal,
    text: Annotated[str, typer.Argument(help="What is claimed, in a sentence.")],
    claim_class: Annotated[ClaimClass, typer.Option("--class", help="What it is about.")],
    document: Annotated[str, typer.Option(help=f"What says so. {DOCUMENT}")],
    quote: Annotated[
        str | None, typer.Option(help="The words there, word for word; or --cell.", show_default=False)
    ] = None,
    cell: Annotated[str | None, typer.Option(help="The cell, such as ARR!C7; or --quote.", show_default=False)] = None,
    value: Annotated[
        str | None,
        typer.Option(help="Its value: 'EUR 12500000', '25%', '42 customers' or 2025-12-31.", show_default=False),
    ] = None,
    metric: Annotated[str | None, typer.Option(help="What is measured, such as arr.", show_default=False)] = None,
    entity: Annotated[str | None, typer.Option(help="Whose figure it is.", show_default=False)] = None,
    period: Annotated[str | None, typer.Option(help="Such as FY2025 or 2025-Q3.", show_default=False)] = None,
    materiality: Annotated[Materiality, typer.Option(help="How much the deal depends on it.")] = Materiality.MEDIUM,
    basis: Annotated[Basis, typer.Option(help="actual or forecast.")] = Basis.ACTUAL,
    source_type: Annotated[
        SourceType | None, typer.Option(help="What kind of source the document is.", show_default=False)
    ] = None,
    subjective: Annotated[bool, typer.Option("--subjective", help="It is an opinion.")] = False,
) -> None:
    """Enter a claim by hand, with the place in a document that says so."""
    from casewright.toolbox.claims.add_claim import AddClaimOutput

    state: State = context.obj
    arguments: dict[str, object] = {
        "claim_text": text,
        "claim_class": claim_class,
        "materiality": materiality,
        "value_struct": None if value is None else read_value(value),
        "metric": metric,
        "entity": entity,
        "period": period,
        "basis": basis,
        "subjective": subjective,
    }
    with state.open() as casewright:
        matter = casewright.find_matter(deal, kind="deal")
        place = {"document": casewright.find_document(matter, document), "quote": quote, "cell": cell}
        arguments |= {"deal_id": matter, "evidence": [{**place, "source_type": source_type}]}
        found = answer(casewright, AddClaimOutput, "add_claim", arguments)
    output = state.output
    output.document(found.data)
    _show_line(output, found.output.claim)
    for note in found.output.notes:
        output.line(f"  {show_line(note)}")


@app.command()
def verify(context: typer.Context, deal: Deal, claim: _Claim) -> None:
    """Say in your name that the source says what the claim says; the claim is graded at once."""
    from casewright.toolbox.claims.claim_view import ClaimView

    state: State = context.obj
    with state.open() as casewright:
        found = answer(casewright, ClaimView, "verify_claim", {"deal_id": deal, "claim_id": claim})
    state.output.document(found.data)
    _show_line(state.output, found.output)


def read_value(text: str) -> dict[str, str]:
    """A value as people write it in one argument. Raises ``InvalidInput`` for anything else."""
    from casewright.evidence.value_struct import from_struct

    words = text.split()
    if text.strip().endswith("%"):
        struct = {"type": "percentage", "fraction": _hundredth(text.strip()[:-1].strip())}
    elif len(words) == 2 and len(words[0]) == 3 and words[0].isupper():
        struct = {"type": "monetary", "currency": words[0], "amount": words[1].replace(",", "")}
    elif len(words) >= 2 and words[0][:1] in "+-0123456789":
        struct = {"type": "count", "number": words[0].replace(",", ""), "unit": " ".join(words[1:])}
    elif len(words) == 1:
        struct = {"type": "date", "day": words[0]}
    else:
        raise InvalidInput(f"{text!r} is no value: write 'EUR 12500000', '25%', '42 customers' or 2025-12-31")
    from_struct(struct)
    return struct


def _hundredth(text: str) -> str:
    from decimal import Decimal

    try:
        return f"{Decimal(text) / 100:f}"
    except ArithmeticError:
        return text


def _show(output: Output, found: ClaimLookupResult) -> None:
    claim = found.claim
    _show_line(output, claim)
    if claim.polarity is not None:
        output.prose(f"{claim.polarity} for who buys the company")
    output.prose("grade")
    for step in claim.grade_explanation:
        output.line(f"  {show_line(step)}")
    for note in claim.notes:
        output.line(f"  {show_line(note)}")
    if claim.defects:
        output.prose("defects")
    for defect in claim.defects:
        show_defect_line(output, defect)
        if defect.status is not DefectStatus.OPEN:
            end = f"{defect.status} by {defect.resolved_by}: {show_line(defect.reason or '')}"
            output.line(f"        {end}")
    output.prose("chain")
    for node in found.sanad.nodes if found.sanad is not None else ():
        line = f"  {node.kind:<13}{node.at[:16].replace('T', ' ')}  {show_line(node.actor)}"
        output.line(line)
    output.prose("evidence" if found.evidence else "It rests on no place in a document.")
    for item in found.evidence or ():
        output.line(f"  {_place(item)}")
        output.line(f"    “{item.text_excerpt}”")


def _place(item: EvidenceView) -> str:
    span = item.source_span
    where = show_line(item.artefact)
    if span is not None:
        where = show_line(span.filename or item.artefact)
        where += f", page {span.page}" if span.page else ""
        where += f", {span.cell}" if span.cell else ""
        where += f", {span.start}–{span.end}"
    dated = f", dated {item.source_date[:10]}" if item.source_date else ""
    return f"{item.source_grade}  {item.source_type.replace('_', ' ')}: {where}{dated}"


def _show_line(output: Output, claim: ClaimView) -> None:
    value = claim.shown or ""
    period = claim.period or ""
    line = (
        f"{claim.claim_grade}  {claim.claim_verdict:<13}{claim.materiality:<9}{show_line(value):<20}"
        f"{period:<12}{show_line(claim.claim_text)}"
    )
    output.line(line, style=GRADE_STYLES.get(claim.claim_grade))
    open_defects = [one.defect_type for one in claim.defects if one.status is DefectStatus.OPEN]
    good = "" if claim.polarity is None else f"{claim.polarity} for the buyer  "
    told = f"   {claim.claim_id}  {claim.claim_action}  {good}{' '.join(open_defects)}".rstrip()
    output.line(told, style="dim")

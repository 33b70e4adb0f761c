"""``casewright claims``: list a deal's claims, see what one rests on, enter and verify them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from casewright.cli.assessment import GRADE_STYLES, show_defect_line
from casewright.cli.deal import Deal, no_claims
from casewright.cli.output import one_line, printable
from casewright.cli.state import State, answer
from casewright.domain.claims import Basis, ClaimClass, Materiality, Verdict
from casewright.domain.evidence import Grade, SourceType
from casewright.errors import InvalidInput

if TYPE_CHECKING:
    from rich.console import Console

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
        found = answer(casewright, "list_claims", arguments)
    state.output.document(found)
    if state.output.json:
        return
    console = state.output.console()
    filtered = any(one is not None for one in (claim_class, grade, verdict, materiality)) or offset > 0
    if not found["claims"]:
        console.print("No claim fits." if filtered else no_claims(deal), markup=False, soft_wrap=True)
    for claim in found["claims"]:
        _show_line(console, claim)
    left = found["total_count"] - offset - len(found["claims"])
    if left > 0:
        console.print(f"and {left:,} more: --offset {offset + len(found['claims'])}", markup=False)


@app.command()
def show(context: typer.Context, claim: _Claim) -> None:
    """Show a claim: its grade step by step, its defects, its chain and the words that it rests on."""
    state: State = context.obj
    with state.open() as casewright:
        arguments = {"claim_id": claim, "include_sanad": True, "include_evidence": True}
        found = answer(casewright, "lookup_claim", arguments)
    state.output.document(found)
    if not state.output.json:
        _show(state.output.console(), found)


@app.command()
def add(
    context: typer.Context,
    deal: Deal,
    text: Annotated[str, typer.Argument(help="What is claimed, in a sentence.")],
    claim_class: Annotated[ClaimClass, typer.Option("--class", help="What it is about.")],
    document: Annotated[str, typer.Option(help="Filename or id of the document that says so.")],
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
    state: State = context.obj
    arguments = {
        "deal_id": deal,
        "claim_text": text,
        "claim_class": claim_class,
        "materiality": materiality,
        "value_struct": None if value is None else read_value(value),
        "metric": metric,
        "entity": entity,
        "period": period,
        "basis": basis,
        "subjective": subjective,
        "evidence": [{"document": document, "quote": quote, "cell": cell, "source_type": source_type}],
    }
    with state.open() as casewright:
        found = answer(casewright, "add_claim", arguments)
    state.output.document(found)
    if not state.output.json:
        console = state.output.console()
        _show_line(console, found["claim"])
        for note in found["notes"]:
            console.print(f"  {one_line(note)}", markup=False, soft_wrap=True)


@app.command()
def verify(context: typer.Context, deal: Deal, claim: _Claim) -> None:
    """Say in your name that the source says what the claim says; the claim is graded at once."""
    state: State = context.obj
    with state.open() as casewright:
        found = answer(casewright, "verify_claim", {"deal_id": deal, "claim_id": claim})
    state.output.document(found)
    if not state.output.json:
        _show_line(state.output.console(), found)


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


def _show(console: Console, found: dict[str, Any]) -> None:
    claim = found["claim"]
    _show_line(console, claim)
    console.print("grade", markup=False)
    for step in claim["grade_explanation"]:
        console.print(f"  {one_line(step)}", markup=False, soft_wrap=True)
    for note in claim["notes"]:
        console.print(f"  {one_line(note)}", markup=False, soft_wrap=True)
    if claim["defects"]:
        console.print("defects", markup=False)
    for defect in claim["defects"]:
        show_defect_line(console, defect)
        if defect["status"] != "OPEN":
            end = f"{defect['status']} by {defect['resolved_by']}: {one_line(defect['reason'])}"
            console.print(f"        {end}", markup=False, soft_wrap=True)
    console.print("chain", markup=False)
    for node in found["sanad"]["nodes"]:
        line = f"  {node['kind']:<13}{node['at'][:16].replace('T', ' ')}  {one_line(node['actor'])}"
        console.print(line, markup=False, soft_wrap=True)
    console.print("evidence" if found["evidence"] else "It rests on no place in a document.", markup=False)
    for item in found["evidence"]:
        console.print(f"  {_place(item)}", markup=False, soft_wrap=True)
        console.print(f"    “{printable(item['text_excerpt'])}”", markup=False, soft_wrap=True)


def _place(item: dict[str, Any]) -> str:
    span = item["source_span"]
    where = one_line(item["artefact"])
    if span is not None:
        where = one_line(span["filename"] or item["artefact"])
        where += f", page {span['page']}" if span["page"] else ""
        where += f", {span['cell']}" if span["cell"] else ""
        where += f", {span['start']}–{span['end']}"
    dated = f", dated {item['source_date'][:10]}" if item["source_date"] else ""
    return f"{item['source_grade']}  {item['source_type'].replace('_', ' ')}: {where}{dated}"


def _show_line(console: Console, claim: dict[str, Any]) -> None:
    value = claim["shown"] or ""
    period = claim["period"] or ""
    line = (
        f"{claim['claim_grade']}  {claim['claim_verdict']:<13}{claim['materiality']:<9}{one_line(value):<20}"
        f"{period:<12}{one_line(claim['claim_text'])}"
    )
    console.print(line, style=GRADE_STYLES.get(claim["claim_grade"]), markup=False, soft_wrap=True)
    open_defects = [one["defect_type"] for one in claim["defects"] if one["status"] == "OPEN"]
    told = f"   {claim['claim_id']}  {claim['claim_action']}  {' '.join(open_defects)}".rstrip()
    console.print(told, style="dim", markup=False, soft_wrap=True)

"""``casewright facts correct``: a person confirms a fact, replaces, adds or rejects it, or takes that back."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Annotated

import typer

from casewright.cli.references import Document, Matter
from casewright.cli.state import State, answer
from casewright.domain.facts import FactHow
from casewright.domain.kept_facts import CorrectionKind
from casewright.errors import InvalidInput
from casewright.evidence.facts.fact_table import label_of
from casewright.vocabulary.outside_text import show_line

if TYPE_CHECKING:
    from collections.abc import Mapping

    from casewright.bootstrap.home import Casewright
    from casewright.cli.output import Output
    from casewright.toolbox.facts.correct_fact import CorrectFactOutput
    from casewright.toolbox.facts.fact_view import FactView

Place = tuple[int, int]
_PLACE = re.compile(r"\s*(\d{1,9})\s*[-–:]\s*(\d{1,9})\s*")
_TEXT = 10_000_000
_SHORT = 100


def correct(
    context: typer.Context,
    matter: Matter,
    document: Document,
    field: Annotated[str, typer.Argument(help="The field, such as governing_law or 'Governing law'.")],
    action: Annotated[
        CorrectionKind,
        typer.Argument(
            help="confirm it; replace its value or place; add what was not found; reject it; withdraw that."
        ),
    ],
    at: Annotated[
        str | None,
        typer.Option(help="Which fact: START-END in the text; not needed where there is one.", show_default=False),
    ] = None,
    quote: Annotated[
        str | None,
        typer.Option(help="With add and replace: the words that state it, as they stand there.", show_default=False),
    ] = None,
    value: Annotated[
        str | None,
        typer.Option(help="With add and replace: the value, such as '12 March 2021' or '30 days'.", show_default=False),
    ] = None,
) -> None:
    """Say of a fact that it is right, wrong, missing or not there; what you say counts before what was read.

    'reject' without --at says that the document states nothing of the field.
    """
    from casewright.toolbox.facts.correct_fact import CorrectFactOutput

    state: State = context.obj
    place = None if at is None else _place(at)
    with state.open() as casewright:
        matter_id = casewright.find_matter(matter)
        about: dict[str, object] = {
            "matter_id": matter_id,
            "document_id": casewright.find_document(matter_id, document),
        }
        arguments: dict[str, object] = {**about, "field": field, "action": action.value, "value": value}
        stated = None if quote is None else _stands(casewright, about, quote)
        if action is CorrectionKind.ADD:
            if stated is not None and place is not None:
                raise InvalidInput("--at and --quote both say where it stands: give one of them")
            place = stated or place
        elif stated is not None:
            arguments |= {"new_start": stated[0], "new_end": stated[1]}
        if place is None and action in (CorrectionKind.CONFIRM, CorrectionKind.REPLACE, CorrectionKind.WITHDRAW):
            place = _only(casewright, about, field, action)
        if place is not None:
            arguments |= {"start": place[0], "end": place[1]}
        said = answer(casewright, CorrectFactOutput, "correct_fact", arguments)
    state.output.document(said.data)
    _show(state.output, said.output)


def _place(text: str) -> Place:
    found = _PLACE.fullmatch(text)
    if found is None:
        raise InvalidInput(f"--at {text!r} is no place: give it as START-END, such as 1204-1251")
    return int(found[1]), int(found[2])


def _stands(casewright: Casewright, about: Mapping[str, object], quote: str) -> Place:
    """Where these words stand in the document's text; white space and line ends aside. Raises ``InvalidInput``."""
    from casewright.toolbox.documents.get_document_text import GetDocumentTextOutput

    found = answer(casewright, GetDocumentTextOutput, "get_document_text", {**about, "max_length": _TEXT}).output
    words = quote.split()
    if not words:
        raise InvalidInput("--quote is empty: give the words that state the fact")
    places = [one.span() for one in re.finditer(r"\s+".join(map(re.escape, words)), found.text)]
    if len(places) == 1:
        return places[0]
    if not places:
        raise InvalidInput(f"{found.filename!r} does not hold the words {quote!r}: copy them from its text")
    told = ", ".join(f"{start}-{end}" for start, end in places[:5])
    raise InvalidInput(f"{found.filename!r} holds the words {quote!r} {len(places)} times ({told}): give more of them")


def _only(casewright: Casewright, about: Mapping[str, object], field: str, action: CorrectionKind) -> Place | None:
    """The place of the one fact that can be meant; None for a field that was rejected whole and is taken back.

    Raises ``InvalidInput`` with all of them where there are several, or none.
    """
    from casewright.toolbox.facts.fact_view import ContractFactsOutput

    asked = {"matter_id": about["matter_id"], "document_ids": [about["document_id"]], "fields": [field]}
    [document] = answer(casewright, ContractFactsOutput, "contract_facts", asked).output.documents
    facts = document.facts
    if action is CorrectionKind.WITHDRAW:
        facts = [fact for fact in facts if fact.how is FactHow.PERSON]
        if not facts:
            return None
    if len(facts) == 1:
        return facts[0].start, facts[0].end
    if not facts:
        raise InvalidInput(f"{document.filename!r} has no fact {field!r} to {action.value}: 'add' one with --quote")
    told = "; ".join(f"{fact.start}-{fact.end} {_value(fact)}" for fact in facts)
    raise InvalidInput(f"{document.filename!r} has {len(facts)} facts {field!r}: say which with --at: {told}")


def _value(fact: FactView) -> str:
    return show_line(fact.quote)[:_SHORT] if fact.value is None else fact.value.shown


def _show(output: Output, said: CorrectFactOutput) -> None:
    name = f"{show_line(said.filename)}, {label_of(said.field)}"
    if said.rejected:
        output.line(f"{name}: not there, as you say")
    elif not said.facts:
        output.line(f"{name}: no fact")
    for fact in said.facts:
        who = "as a person says" if fact.how is FactHow.PERSON else f"read by {fact.how.value}"
        output.line(f"{name}: {show_line(_value(fact))} ({who}, {fact.start}-{fact.end})")
        output.quote(show_line(fact.quote), indent=4)

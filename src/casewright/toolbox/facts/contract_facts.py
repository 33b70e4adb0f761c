"""The tool ``contract_facts``: who, when, how long, how much, under which law, and which clauses are there."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from pydantic import Field

from casewright.toolbox.asked_documents import NOT_IN_MATTER, NOTHING_READY, asked_documents
from casewright.toolbox.facts.asked_fields import asked_fields, named_documents
from casewright.toolbox.facts.current_facts import CurrentFacts
from casewright.toolbox.facts.fact_view import ContractFactsOutput
from casewright.toolbox.facts.told_facts import told, undecided
from casewright.toolbox.matter_id import failure, matter_of
from casewright.tools.arguments import Arguments
from casewright.tools.calls import CallContext, Failure, SafetyLevel
from casewright.tools.definition import Tool

if TYPE_CHECKING:
    from collections.abc import Callable

    from casewright.toolbox.facts.reading import FactReading
    from casewright.tools.ports.amendments import AmendmentStore

_TIMEOUT = 600.0


class ContractFactsInput(Arguments):
    """Input of the ``contract_facts`` tool."""

    matter_id: str = Field(description="UUID of the matter that holds the documents")
    document_ids: list[str] | None = Field(
        default=None, description="Only these documents, by id; all of the matter where neither ids nor names are given"
    )
    filenames: list[str] | None = Field(default=None, description="Only these documents, by file name")
    fields: list[str] | None = Field(
        default=None,
        min_length=1,
        description="Only these fields, such as parties, effective_date, expiration_date, term, renewal_term, "
        "governing_law, cap_on_liability; all where left out",
    )
    first: int = Field(default=0, ge=0, description="How many documents to pass over: next_first of the call before")
    limit: int = Field(default=100, ge=1, le=500, description="How many documents at most")


def contract_facts(
    *, reading: FactReading, amendments: AmendmentStore, seconds: Callable[[], float] = time.monotonic
) -> Tool:
    """The tool over these parts; ``seconds`` is a clock that only goes forward."""

    def run(arguments: ContractFactsInput, context: CallContext) -> ContractFactsOutput | Failure:
        matter = matter_of(arguments.matter_id)
        if isinstance(matter, Failure):
            return matter
        fields = asked_fields(arguments.fields)
        documents = reading.documents
        ids = named_documents(documents, context.tenant, matter, arguments.document_ids, arguments.filenames)
        asked = asked_documents(documents, context.tenant, matter, ids)
        if asked.unknown:
            return failure(f"{NOT_IN_MATTER}: {', '.join(map(repr, asked.unknown))}")
        every = [*asked.ready, *asked.waiting]
        if not every:
            return failure(NOTHING_READY)
        page = every[arguments.first : arguments.first + arguments.limit]
        decided = amendments.of_matter(context.tenant, matter)
        held = [one for one in decided if one.holds]
        current = CurrentFacts(reading, context.tenant, matter, seconds)
        current.look_at(page, held)
        answer = told(current, page, held, fields)
        answer.warnings += undecided(current, page, {one.document for one in decided})
        after = arguments.first + len(page)
        answer.next_first = after if after < len(every) else None
        return answer

    return Tool(
        name="contract_facts",
        description=(
            "The facts of contracts: title, parties, dates, term, renewal, notice, law, venue, and which clauses are "
            "there, each with its value, exact words and place; what was looked for and not found; what amends what."
        ),
        arguments=ContractFactsInput,
        output=ContractFactsOutput,
        handler=run,
        safety_level=SafetyLevel.SAFE,
        categories=("documents",),
        timeout=_TIMEOUT,
        idempotent=True,
        reads=("the matter's documents", "what people said to their facts"),
    )

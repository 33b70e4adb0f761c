"""The tool ``query_enrichment``: what sources outside of the deal say about an entity (agent-framework seed, 4.6)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

from pydantic import BaseModel, Field, StringConstraints, field_validator

from casewright.domain.enrichment import EnrichmentQuery, EntityType
from casewright.domain.evidence import Grade
from casewright.errors import NotFound
from casewright.evidence.value_struct import to_struct
from casewright.tools.arguments import Arguments
from casewright.tools.calls import CallContext, SafetyLevel
from casewright.tools.definition import Tool
from casewright.tools.matter_names import matter_not_found

if TYPE_CHECKING:
    from collections.abc import Sequence

    from casewright.domain.enrichment import Enrichment
    from casewright.toolbox.deals.sight import Sight
    from casewright.tools.ports.evidence import EnrichmentConnector

NO_CONNECTOR = "no_connector"
"""What stands in place of connectors where none can be asked about this kind of entity."""
LONGEST_NAME = 300
MOST_POINTS = 20

Point = Annotated[str, StringConstraints(min_length=1, max_length=100)]


class QueryEnrichmentInput(Arguments):
    """Input of the ``query_enrichment`` tool."""

    entity_type: EntityType = Field(description="COMPANY, PERSON or MARKET")
    entity_name: str = Field(description="Name to query, whole and as it is registered", max_length=LONGEST_NAME)
    data_points: list[Point] = Field(
        description="Specific data points needed, such as revenue, lei or creation_date",
        min_length=1,
        max_length=MOST_POINTS,
    )

    @field_validator("entity_name")
    @classmethod
    def _not_blank(cls, name: str) -> str:
        if not any(character.isalnum() for character in name):
            raise ValueError("a name needs a letter: say whom to ask about")
        return name.strip()


class EnrichmentItem(BaseModel):
    """One answer, to be corroborated with a primary source before anything is built on it."""

    data_point: str
    value_struct: dict[str, Any]
    source: str
    source_grade: Grade
    retrieved_at: str


class EnrichmentResult(BaseModel):
    """What is known, in the order it was asked; nothing of it is in the deal yet."""

    results: list[EnrichmentItem]
    connector: str = Field(
        description=f"The connectors that answered, or were asked in vain; {NO_CONNECTOR!r} where there is none for "
        "this kind of entity"
    )


def query_enrichment(*, connectors: Sequence[EnrichmentConnector], sight: Sight, providers: Sequence[str] = ()) -> Tool:
    """The tool over these connectors, asked in this order, each for what those before it did not know.

    ``providers`` are those among them that names are sent to.
    """

    def run(arguments: QueryEnrichmentInput, context: CallContext) -> EnrichmentResult:
        if context.matter is not None and not sight.sees(context, tool, context.matter):
            raise NotFound(matter_not_found(context.matter))
        able = [one for one in connectors if arguments.entity_type in one.entity_types]
        found: dict[str, Enrichment] = {}
        answered = []
        points = tuple(dict.fromkeys(arguments.data_points))
        for connector in able:
            open_points = tuple(point for point in points if point not in found)
            if not open_points:
                break
            kind, name = arguments.entity_type, arguments.entity_name
            query = EnrichmentQuery(context.tenant, context.matter, kind, name, open_points)
            answers = {one.data_point: one for one in connector.ask(query)}
            if answers:
                answered.append(connector.name)
            found |= answers
        names = answered or [one.name for one in able]
        return EnrichmentResult(
            results=[_item(found[point]) for point in points if point in found],
            connector=", ".join(names) or NO_CONNECTOR,
        )

    tool = Tool(
        name="query_enrichment",
        description=(
            "Query enrichment connectors for external data about a company, a person or a market. Results have source "
            "grade C (public registers and regulators) or D (everything else), must be corroborated with primary "
            "sources, and change nothing in the deal."
        ),
        arguments=QueryEnrichmentInput,
        output=EnrichmentResult,
        handler=run,
        safety_level=SafetyLevel.CAUTIOUS,
        categories=("evidence", "debate"),
        timeout=120.0,
        idempotent=True,
        reads=("the data sets that are set", "the data room's index"),
        sends=tuple(f"the entity's name, to {provider}" for provider in providers),
        providers=tuple(providers),
        on_closed=True,
    )
    return tool


def _item(found: Enrichment) -> EnrichmentItem:
    return EnrichmentItem(
        data_point=found.data_point,
        value_struct=dict(to_struct(found.value)),
        source=found.source,
        source_grade=found.grade,
        retrieved_at=found.retrieved_at.isoformat(),
    )

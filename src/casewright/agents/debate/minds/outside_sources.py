"""What a mind by rules asks sources outside of the deal for: what the register lacks. Answers are no claims.

An answer is told by name alone and kept beside the text, with its source and grade: nothing of it counts before a
document bears it out (agent framework §4.6).
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from casewright.agents.debate.minds.names import join_names
from casewright.domain.enrichment import EntityType
from casewright.evidence.metrics import metric_name

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from casewright.agents.debate.mind import ClaimView, ToolBox
    from casewright.agents.debate.minds.speech import Speech

COMPANY_FACTS = ("legal_name", "entity_status", "creation_date", "jurisdiction")
"""What every deal's company has, and a register of companies knows."""
MOST_POINTS = 8
LONGEST_POINT = 100
_NO_CONNECTOR = "no_connector"


@dataclass(frozen=True, slots=True)
class OutsideAnswer:
    """What came of one query: ``connector`` is None where the call was refused or failed."""

    company: str
    points: tuple[str, ...]
    connector: str | None
    results: tuple[Mapping[str, Any], ...] = ()

    def as_json(self) -> dict[str, Any]:
        """As an output holds it beside its text."""
        return {
            "entity_type": EntityType.COMPANY.value,
            "entity_name": self.company,
            "data_points": list(self.points),
            "connector": self.connector,
            "results": [dict(one) for one in self.results],
        }


def company_of(views: Sequence[ClaimView]) -> str | None:
    """The company that most claims are about; of several that as many are about the first by name."""
    named = Counter(view.entity for view in views if view.entity)
    return min(named, key=lambda name: (-named[name], name), default=None)


def lacking(views: Sequence[ClaimView], points: Sequence[str]) -> tuple[str, ...]:
    """Those of the points of which the register holds no claim."""
    known = {metric_name(view.metric) for view in views if view.metric}
    return tuple(one for one in points if metric_name(one) not in known)[:MOST_POINTS]


async def ask_outside(tools: ToolBox, company: str | None, points: Sequence[str]) -> OutsideAnswer | None:
    """What outside sources say of the company; None where there is nothing to ask."""
    if company is None or not points:
        return None
    asked = {"entity_type": EntityType.COMPANY.value, "entity_name": company, "data_points": list(points)}
    reply = await tools.call("query_enrichment", asked)
    if not reply.success or not isinstance(reply.structured, dict):
        return OutsideAnswer(company, tuple(points), None)
    results = tuple(one for one in reply.structured.get("results", ()) if isinstance(one, dict))
    return OutsideAnswer(company, tuple(points), str(reply.structured.get("connector", "")), results)


def tell_outside(speech: Speech, answer: OutsideAnswer | None) -> None:
    """Say what came of it, without a figure, and ask for what would bear it out."""
    if answer is None:
        return
    speech.structured["enrichment"] = answer.as_json()
    asked = join_names(_words(one) for one in answer.points)
    if answer.connector is None:
        speech.say("Sources outside of the deal could not be asked: the call was refused or failed.")
    elif answer.connector == _NO_CONNECTOR:
        speech.say("No source outside of the deal is set that could be asked about the company.")
    elif not answer.results:
        speech.say(
            f"Sources outside of the deal were asked for {asked} of the company, and tell nothing of it.",
            "Sources outside of the deal were asked about the company, and tell nothing of it.",
        )
    else:
        told = join_names(_words(str(one.get("data_point", ""))) for one in answer.results)
        speech.say(
            f"Sources outside of the deal tell {told} of the company: that counts once a document bears it out.",
            "Sources outside of the deal tell something of the company: that counts once a document bears it out.",
        )
        speech.ask(
            f"Which document bears out what outside sources tell of the company: {told}?",
            "Which document bears out what outside sources tell of the company?",
        )


def _words(point: str) -> str:
    return point.replace("_", " ")

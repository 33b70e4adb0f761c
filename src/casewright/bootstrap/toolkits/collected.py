"""Every toolkit there is. A new one is a module beside this one, and a line in the table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from casewright.bootstrap.toolkits.audit import audit_tools
from casewright.bootstrap.toolkits.billing import billing_tools
from casewright.bootstrap.toolkits.calls import call_tools
from casewright.bootstrap.toolkits.cases import case_tools
from casewright.bootstrap.toolkits.claims import claim_tools
from casewright.bootstrap.toolkits.consents import consent_tools
from casewright.bootstrap.toolkits.conversations import conversation_tools
from casewright.bootstrap.toolkits.debate import debate_tools
from casewright.bootstrap.toolkits.debates import debate_holding_tools
from casewright.bootstrap.toolkits.drafts import draft_tools
from casewright.bootstrap.toolkits.extraction import extraction_tools
from casewright.bootstrap.toolkits.matters import matter_tools
from casewright.bootstrap.toolkits.parties import party_tools
from casewright.bootstrap.toolkits.people import people_tools
from casewright.bootstrap.toolkits.queries import query_tools
from casewright.bootstrap.toolkits.questions import question_tools
from casewright.bootstrap.toolkits.reports import report_tools
from casewright.bootstrap.toolkits.research import research_tools
from casewright.bootstrap.toolkits.search import search_tools
from casewright.bootstrap.toolkits.support import support_tools
from casewright.bootstrap.toolkits.templates import template_tools

if TYPE_CHECKING:
    from collections.abc import Callable

    from casewright.bootstrap.materials import Materials
    from casewright.tools.definition import Tool
    from casewright.tools.registry import Registry

TOOLKITS: tuple[Callable[[Materials], list[Tool]], ...] = (
    question_tools,
    matter_tools,
    search_tools,
    query_tools,
    consent_tools,
    people_tools,
    template_tools,
    call_tools,
    audit_tools,
    research_tools,
    case_tools,
    conversation_tools,
    party_tools,
    draft_tools,
    billing_tools,
    support_tools,
    claim_tools,
    report_tools,
    extraction_tools,
    debate_tools,
    debate_holding_tools,
)


def open_registry(materials: Materials) -> Registry:
    """A registry of every toolkit's tools."""
    from casewright.tools.registry import Registry

    return Registry([tool for toolkit in TOOLKITS for tool in toolkit(materials)])

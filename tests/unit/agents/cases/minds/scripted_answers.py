"""A case, a model's answers in every stage of it, and minds that ask a scripted model."""

from __future__ import annotations

import asyncio
from datetime import date
from typing import TYPE_CHECKING

from hypothesis import strategies as st
from langchain_core.messages import AIMessage

from casewright.agents.cases.mind import Briefing, Call, Failure, Stage, TierSaid
from casewright.agents.cases.minds.exchange import MALFORMED
from casewright.agents.cases.minds.language_model import LanguageModelAssistant, LanguageModelReasoner
from casewright.agents.cases.minds.stage_tools import ASK, TELL
from casewright.bootstrap.catalogue import catalogue
from casewright.casework.details_schema import empty_details
from casewright.tools.schemas import export
from tests.fakes.scripted_model import ScriptedModel, any_number, calls

if TYPE_CHECKING:
    from collections.abc import Callable

    from casewright.agents.cases.mind import Step

CASE = "3f2a0b54-6d0c-4b57-9a4a-0d9a1c1f7a11"
NAMES = ("get_case_details", "update_case_details", "query_bigquery", "generate_draft_pdf", "get_party_id_by_name")
TOOLS = [export(tool, "openai") for tool in catalogue() if tool.name in NAMES]
TOOLS += [
    {
        "type": "function",
        "function": {
            "name": name,
            "description": "",
            "parameters": {
                "type": "object",
                "properties": {"case_id": {"type": "string"}, **{one: {"type": "string"} for one in texts}},
                "required": ["case_id", *texts],
                "additionalProperties": False,
            },
        },
    }
    for name, texts in {
        "consult_grok": ("context_summary", "specific_question"),
        "create_support_ticket": ("issue_description",),
    }.items()
]
REPLY = "Planul este complet.\nACȚIUNE: REDACTEAZA\nSUBIECT: plângerea\nPLAN APROBAT: Plangere_contraventionala"
BRIEFING = Briefing(
    case_id=CASE,
    tier=1,
    language="ro",
    today=date(2026, 11, 21),
    details=empty_details("2026-11-21T10:00:00+00:00"),
    parties=[{"partyId": "party0", "role_in_case": "petent", "called": [], "kind": "individual", "has": ["cnp"]}],
    documents=[],
    said="Am primit o amendă de 500 lei.",
)
CONSULT = ("consult_grok", {"context_summary": "Amendă de 500 lei.", "specific_question": "Ce lipsește?"})
BROKEN = AIMessage(
    "",
    invalid_tool_calls=[
        {"name": "consult_grok", "args": "{", "id": "1", "error": "", "type": "invalid_tool_call"},
    ],
)
FAILED = Failure(Call("query_bigquery", {"query_string": "SELECT x", "table_name": "acte"}), ("Invalid table name",))


def same(text: str) -> str:
    """A firewall that knows nobody."""
    return text


def assistant(model: ScriptedModel, mask: Callable[[str], str] = same) -> LanguageModelAssistant:
    """An assistant that asks the model."""
    return LanguageModelAssistant(
        model, called="google_genai:m", mask=mask, refuse=any_number, tools=TOOLS, platform="Relex"
    )


def reasoner(model: ScriptedModel, mask: Callable[[str], str] = same) -> LanguageModelReasoner:
    """A reasoner that asks the model."""
    return LanguageModelReasoner(model, called="xai:m", mask=mask, refuse=any_number, platform="Relex")


def step(model: ScriptedModel, stage: Stage = Stage.PLAN, briefing: Briefing = BRIEFING) -> Step:
    """The step that the model's lines come to."""
    return asyncio.run(assistant(model).step(stage, briefing))


def tier(model: ScriptedModel, *said: str, language: str = "ro") -> TierSaid:
    """The tier that the model's lines come to."""
    return asyncio.run(assistant(model).tier(said or ("Am primit o amendă.",), language))


def advise(model: ScriptedModel, summary: str = "Amendă.", question: str = "Ce lipsește?") -> str:
    """The reply that the model's lines come to."""
    return asyncio.run(reasoner(model).advise(summary, question, [("Ce termen este?", "Cincisprezece zile.")]))


def asked(model: ScriptedModel, number: int = 0) -> str:
    """The last message of that request."""
    return str(model.asked[number][-1].text)


DRAFT = (
    "generate_draft_pdf",
    {"markdown_content": "# Plângere", "draft_name": "Plangere_contraventionala", "revision": 1},
)
ANSWERS: dict[Stage, AIMessage] = {
    Stage.PLAN: calls(CONSULT),
    Stage.RESEARCH: calls(
        ("query_bigquery", {"query_string": "SELECT doc_id FROM legislatie", "table_name": "legislatie"})
    ),
    Stage.DRAFT: calls(DRAFT),
    Stage.RETRY: calls(("query_bigquery", {"query_string": "SELECT x", "table_name": "legislatie"})),
    Stage.CONSULT: calls(CONSULT),
    Stage.ASK_USER: calls((ASK, {"question": "Puteți încărca din nou documentul?"})),
    Stage.TICKET: calls(("create_support_ticket", {"issue_description": "Căutarea nu funcționează."})),
}


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=10), inner, max_size=3),
    max_leaves=6,
)
ARGUMENTS = st.dictionaries(
    st.sampled_from(["case_id", "updates", "question", "text", "about", "next_steps", "context_summary", MALFORMED])
    | st.text(max_size=8),
    JSON,
    max_size=4,
)
ASKED = st.tuples(st.sampled_from([*NAMES, ASK, TELL, "consult_grok", ""]) | st.text(max_size=10), ARGUMENTS)
MESSAGES = st.builds(
    lambda text, asked_for: AIMessage(text, tool_calls=calls(*asked_for).tool_calls),
    st.text(max_size=80) | st.sampled_from([REPLY, "1: amendă", "ÎNTREBARE:", "PLAN APROBAT: X"]),
    st.lists(ASKED, max_size=3),
)


def canary(text: str) -> str:
    """A firewall that knows one person."""
    return text.replace("Zqvorina", "{{party0.firstName}}")

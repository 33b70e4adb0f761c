"""The tool ``consult_grok``: the reasoner is asked for guidance, and a plan that it approves is noted.

The name is the seed's; whom it asks is a setting.
"""

from __future__ import annotations

import asyncio
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from pydantic import BaseModel, Field

from casewright.casework.advice import mask_reply, read_advice
from casewright.casework.token_estimate import estimate_tokens
from casewright.errors import CasewrightError, InvalidInput, Refused, ToolFailed, Unavailable
from casewright.toolbox.cases.case_status import require_open
from casewright.toolbox.cases.case_stores import failed
from casewright.toolbox.drafts.drafting import draft_name
from casewright.tools.arguments import Arguments
from casewright.tools.call_events import emit
from casewright.tools.calls import CallContext, Failure, SafetyLevel
from casewright.tools.definition import Tool

if TYPE_CHECKING:
    from casewright.casework.advice import Advice
    from casewright.domain.cases import Case
    from casewright.toolbox.cases.case_firewall import CaseFirewall
    from casewright.toolbox.cases.case_stores import CaseStores
    from casewright.tools.ports.support import PlanApprovals, ReasonerDesk

API_ERROR, TIMED_OUT = "Grok API error", "Timeout"
"""The seed's words; the reason follows."""
PLAN_APPROVED = "plan.approved"
"""Told to the audit with the approval's number: a draft's name may hold a person's."""
SUMMARY_TOKENS, QUESTION_LENGTH = 500, 1_000
_MARKS = re.compile(r"\?[?!\s]*")
_AFTER = 15.0
"""Seconds for what comes before and after the reasoner's own time."""


class ConsultGrokInput(Arguments):
    """Input of the ``consult_grok`` tool."""

    case_id: str = Field(description="The ID of the current case")
    context_summary: str = Field(
        description=f"What the reasoner needs to know of the case, at most {SUMMARY_TOKENS} tokens (about 220 Romanian "
        "words), in Romanian, with placeholders for parties",
        min_length=1,
    )
    specific_question: str = Field(
        description="The one question that guidance is asked for, in Romanian", max_length=QUESTION_LENGTH
    )


class ConsultGrokOutput(BaseModel):
    """The seed's answer, who gave it, and what its lines ask for."""

    status: Literal["success"] = "success"
    response: str = Field(description="The reasoner's reply")
    approved_draft: str | None = Field(description="The draft whose plan the reply approves: it may be made once")
    reasoner: str = Field(description="Who answered")
    next: str | None = Field(description="intreaba, cerceteaza, redacteaza, raspunde or escaladeaza; null: nothing")


def consult_grok(
    *,
    stores: CaseStores,
    approvals: PlanApprovals,
    firewall: CaseFirewall,
    desk: ReasonerDesk,
    patience: float,
    providers: tuple[str, ...] = (),
) -> Tool:
    """The tool over this desk, which is given ``patience`` seconds; ``providers`` are those that the reasoner's model
    sends text to.
    """
    consultation = _Consultation(stores, approvals, firewall, desk, patience)
    return Tool(
        name="consult_grok",
        description=(
            "Ask the expert reasoner for guidance on the case: a short summary and exactly one question. A reply whose "
            "last lines say PLAN APROBAT: name lets generate_draft_pdf make that draft."
        ),
        arguments=ConsultGrokInput,
        output=ConsultGrokOutput,
        handler=consultation.run,
        safety_level=SafetyLevel.CAUTIOUS,
        categories=("cases",),
        timeout=patience + _AFTER,
        reads=("the reasoner's session",),
        writes=("the reasoner's session", "approvals of plans"),
        emits=(PLAN_APPROVED,),
        providers=providers,
        sends=tuple(f"the summary, the question and the session's earlier ones to {one}" for one in providers),
    )


@dataclass(frozen=True, slots=True)
class _Consultation:
    """Asks the reasoner, and notes the plan that it approves."""

    stores: CaseStores
    approvals: PlanApprovals
    firewall: CaseFirewall
    desk: ReasonerDesk
    patience: float

    async def run(self, arguments: ConsultGrokInput, context: CallContext) -> ConsultGrokOutput | Failure:
        case = await asyncio.to_thread(self.stores.case_of, context, arguments.case_id)
        if isinstance(case, Failure):
            return case
        require_open(case)
        summary, question = arguments.context_summary.strip(), arguments.specific_question.strip()
        unfit = _unfit(summary, question)
        if unfit is not None:
            return failed(unfit)
        try:
            async with asyncio.timeout(self.patience):
                reasoner = self.desk.called(case)
                reply = await self.desk.advise(case, summary, question)
        except TimeoutError:
            return failed(f"{TIMED_OUT}: the reasoner did not answer within {self.patience:g} s", Unavailable)
        except CasewrightError as error:
            return await asyncio.to_thread(self._report, case, error)
        return await asyncio.to_thread(self._note_plan, case, reply, reasoner)

    def _note_plan(self, case: Case, reply: str, reasoner: str) -> ConsultGrokOutput:
        """What is answered, once an approved plan is stored."""
        with self.stores.transaction.together():
            masking = self.firewall.masking(case.tenant, case.id)
            text = mask_reply(reply, lambda part: masking(part).text)
            advice = read_advice(text)
            name = _named(advice)
            if name is not None:
                now = self.stores.clock.now()
                approved = self.approvals.approve(case.tenant, case.id, name, reasoner=reasoner, at=now)
                emit(PLAN_APPROVED, {"case_id": case.id, "number": approved.number})
        following = None if advice.next is None else advice.next.value
        return ConsultGrokOutput(response=text, approved_draft=name, reasoner=reasoner, next=following)

    def _report(self, case: Case, error: CasewrightError) -> Failure:
        kind = next((one for one in (Refused, InvalidInput, Unavailable) if isinstance(error, one)), ToolFailed)
        return failed(f"{API_ERROR}: {self._mask(case, str(error))}", kind)

    def _mask(self, case: Case, text: str) -> str:
        return self.firewall.masking(case.tenant, case.id)(text).text


def _unfit(summary: str, question: str) -> str | None:
    """Why this cannot be asked; None where it can."""
    if not summary:
        return "context_summary is empty: say what the reasoner needs to know"
    tokens = estimate_tokens(summary)
    if tokens > SUMMARY_TOKENS:
        return (
            f"context_summary has about {tokens} tokens (estimated: one for every three bytes of a word and one for "
            f"every digit and other sign), at most {SUMMARY_TOKENS} are sent: shorten it"
        )
    if not question:
        return "specific_question is empty: ask one question"
    asked = len(_MARKS.findall(question))
    if asked > 1:
        return f"specific_question asks {asked} questions: ask exactly one"
    return None


def _named(advice: Advice) -> str | None:
    """The approved draft's name in the form that drafts are kept under; None where the reply approves none."""
    try:
        return None if advice.draft is None else draft_name(advice.draft)
    except InvalidInput:
        return None

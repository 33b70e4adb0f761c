"""The tool ``message_case``: a person says something in a case, and the case agent takes its turn."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any, Literal

from pydantic import BaseModel, Field

from casewright.domain.ids import MatterId, is_uuid
from casewright.domain.matters import MatterKind
from casewright.errors import InvalidInput
from casewright.toolbox.cases.case_stores import no_case
from casewright.toolbox.cases.payment_lock import PAYMENT_LOCK
from casewright.tools.arguments import Arguments
from casewright.tools.calls import CallContext, Failure, SafetyLevel
from casewright.tools.definition import Tool

if TYPE_CHECKING:
    from collections.abc import Callable

    from casewright.tools.ports.cases import CaseAgent
    from casewright.tools.ports.matters import MatterStore

LONGEST = 20_000
"""Characters of a message."""


class MessageCaseInput(Arguments):
    """Input of the ``message_case`` tool. Without ``message`` the case goes on, or greets who is new to it."""

    case_id: str = Field(description="The ID of the case")
    message: str | None = Field(default=None, description=f"What the user says, at most {LONGEST:,} characters")


class TurnResponse(BaseModel):
    """What the user is shown. ``draft_documents`` are those made in this turn."""

    content: str
    recommendations: list[str]
    next_steps: list[str]
    draft_documents: list[dict[str, Any]]
    research_summary: str | None


class PaymentView(BaseModel):
    """What is to be paid before the case goes on. ``amount`` is in whole units of the currency."""

    amount: float
    currency: str
    reason: str
    reference: str | None = None
    url: str | None = None


class MessageCaseOutput(BaseModel):
    """What came of a turn. Texts hold placeholders where personal data would stand.

    ``errors`` are ``{tool, happens, cause}``: what failed, what happens now, and the cause for developers.
    """

    status: Literal["success", "error", "quota_exceeded", "payment_required"]
    message: str
    response: TurnResponse
    completed_steps: list[str]
    errors: list[dict[str, Any]]
    timestamp: str
    payment: PaymentView | None
    assistant: str
    reasoner: str
    disclaimer: str
    language: str = Field(description="Of what the user reads: ro or en")


def message_case(
    *,
    agent: CaseAgent,
    matters: MatterStore,
    timeout: float,
    refusal: Callable[[str, str], str],
    providers: tuple[str, ...] = (),
) -> Tool:
    """The tool over this agent; ``providers`` are those that its models send text to.

    ``refusal`` gives the sentence, in a language, for a message that is ``empty`` or ``too_long``.
    """

    async def run(arguments: MessageCaseInput, context: CallContext) -> dict[str, Any] | Failure:
        matter = None
        if is_uuid(arguments.case_id):
            named = MatterId(arguments.case_id.lower())
            matter = await asyncio.to_thread(matters.get, context.tenant, named)
        if matter is None or matter.kind is not MatterKind.CASE:
            return no_case()
        message, wrong = _message(arguments.message)
        if wrong is not None:
            raise InvalidInput(refusal(wrong, await agent.language(context.actor, matter, message)))
        return await agent.turn(context.actor, matter, message)

    return Tool(
        name="message_case",
        description=(
            "Say something in a case: its assistant determines the tier, asks what is missing, looks the law up, and "
            "drafts. Without a message the case goes on where it stopped."
        ),
        arguments=MessageCaseInput,
        output=MessageCaseOutput,
        handler=run,
        safety_level=SafetyLevel.CAUTIOUS,
        categories=("cases",),
        timeout=timeout,
        reads=("the case file", "the case's documents", "the legal corpus"),
        writes=("the case",),
        providers=providers,
        sends=tuple(f"the case, with placeholders for personal data, to {provider}" for provider in providers),
        on_closed=True,
        passes=frozenset({PAYMENT_LOCK}),
    )


def _message(text: str | None) -> tuple[str | None, str | None]:
    """The message, and what is wrong with it."""
    if text is None:
        return None, None
    text = text.replace("\0", "")  # nobody sees it where it is pasted, and not every database keeps it
    wrong = "too_long" if len(text) > LONGEST else None if text.strip() else "empty"
    return text[:LONGEST].strip(), wrong

"""``casewright case message``: talk in a case, from the first description to a draft."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Annotated

import typer

from casewright.cli.exit_codes import DONE, FAILED, REFUSED
from casewright.cli.references import Case
from casewright.cli.state import Answer, State, answer, checked
from casewright.domain.cases import CaseStatus
from casewright.errors import InvalidInput
from casewright.vocabulary.outside_text import show_line

if TYPE_CHECKING:
    from casewright.agents.cases.events import TurnEvent
    from casewright.bootstrap.home import Casewright
    from casewright.cli.output import Output
    from casewright.toolbox.cases.message_case import MessageCaseOutput, PaymentView

_OF_STATUS = {"success": DONE, "error": FAILED, "quota_exceeded": REFUSED, "payment_required": REFUSED}
_TOLD = {
    "determine_tier": "determining the tier",
    "check_quota": "checking the plan",
    "query_bigquery": "looking the law up",
    "consult_grok": "consulting the reasoner",
    "generate_draft": "drafting",
    "handle_error": "handling an error",
}
"""States that are worth a line while somebody waits."""
_LABELS = {"ro": ("Recomandare", "De făcut", "Schiță"), "en": ("Recommended", "Next", "Draft")}


def message(
    context: typer.Context,
    case_id: Case,
    text: Annotated[
        str | None,
        typer.Argument(help="What to say, or - to read it from a pipe. Left out, the case goes on, or greets."),
    ] = None,
    names: Annotated[
        bool, typer.Option("--names", help="Show names in place of placeholders; that you did is recorded.")
    ] = False,
) -> int:
    """Say something in a case: its assistant asks, researches and drafts, and says what to do next.

    Ends with 3 where the case has to be paid for, and with 4 where the assistant could not go on.
    """
    state: State = context.obj
    with state.open_cases() as casewright:
        case_id = casewright.find_matter(case_id, kind="case")
        found = converse(casewright, state, case_id, _read(text))
        if names:
            found = _revealed(casewright, case_id, found)
        elif "{{" in found.output.response.content:
            state.output.note("What stands between braces is hidden: --names shows it.")
    state.output.document(found.data)
    print_turn(state.output, case_id, found.output)
    return _OF_STATUS[found.output.status]


def converse(casewright: Casewright, state: State, case_id: str, text: str | None) -> Answer[MessageCaseOutput]:
    """A turn, with its steps on standard error as they come; its result."""
    from casewright.toolbox.cases.message_case import MessageCaseOutput

    def hear(heard: TurnEvent) -> None:
        if heard.kind == "state" and heard.who in _TOLD:
            state.output.note(f"… {_TOLD[heard.who]}", style="bright_black")

    return checked(casewright.converse(case_id, text, hear), MessageCaseOutput)


def waits_for(casewright: Casewright, case_id: str) -> str | None:
    """What the conversation stopped for, such as ``request_payment``; None where it stopped for nothing."""
    from casewright.toolbox.cases.case_view import CaseView

    result = casewright.call("show_case", {"case_id": case_id})
    if not result.success:
        return None
    pending: str | None = checked(result, CaseView).output.case_processing_state["pending_action"]
    return pending


def gone_on(casewright: Casewright, state: State, case_id: str, waited: str | None) -> Answer[MessageCaseOutput] | None:
    """The turn that goes on with what ``waited`` for something that has come by now; None where nothing did.

    A case goes on for whose it is: nobody else is shown what it says.
    """
    from casewright.toolbox.cases.case_view import CaseView

    if waited is None:
        return None
    case = answer(casewright, CaseView, "show_case", {"case_id": case_id}).output
    if case.created_by != casewright.actor.id or case.status is not CaseStatus.ACTIVE:
        return None
    return converse(casewright, state, case_id, None)


def print_turn(output: Output, case_id: str, found: MessageCaseOutput) -> None:
    """Print what came of a turn, as a person reads it; labels are in the language of what they stand before."""
    from casewright.toolbox.cases.turn_view import FailureView
    from casewright.toolbox.drafts.draft_view import DraftView

    response = found.response
    recommended, then, draft_made = _LABELS[found.language]
    output.line(response.content)
    for heading, lines in ((recommended, response.recommendations), (then, response.next_steps)):
        for line in lines:
            output.line(f"{heading}: {show_line(line)}")
    if response.research_summary:
        output.line(show_line(response.research_summary))
    for draft in map(DraftView.model_validate, response.draft_documents):
        line = f"{draft_made}: {show_line(draft.draft_name)} v{draft.revision}  {draft.pdf_gcs_path}"
        output.line(line)
    for error in map(FailureView.model_validate, found.errors):
        line = f"{error.tool}: {show_line(error.happens)} ({show_line(error.cause)})"
        output.line(line, style="yellow")
    if found.payment is not None:
        _show_payment(output, case_id, found.payment)
    output.line(f"— {found.assistant}; reasoner: {found.reasoner}", style="bright_black")
    if found.disclaimer not in response.content:
        output.line(found.disclaimer, style="bright_black")


def _show_payment(output: Output, case_id: str, payment: PaymentView) -> None:
    output.line(f"To pay: {payment.amount:.2f} {payment.currency}")
    if payment.url:
        output.line(f"Pay at {payment.url}")
    elif payment.reference:
        output.line(f"Reference of the invoice: {payment.reference}")
    output.line(f"Then: casewright case pay {case_id}")


def _revealed(casewright: Casewright, case_id: str, found: Answer[MessageCaseOutput]) -> Answer[MessageCaseOutput]:
    """The turn with names in place of placeholders in what it says."""
    from casewright.toolbox.cases.message_case import MessageCaseOutput
    from casewright.toolbox.parties.reveal_text import RevealTextOutput

    content = found.output.response.content
    if "{{" not in content:
        return found
    shown = answer(casewright, RevealTextOutput, "reveal_text", {"case_id": case_id, "text": content}).output.text
    data = {**found.data, "response": {**found.data["response"], "content": shown}}
    return Answer(MessageCaseOutput.model_validate(data), data)


def _read(text: str | None) -> str | None:
    if text != "-":
        return text
    said = sys.stdin.read()
    if not said.strip():
        raise InvalidInput("There is nothing in the pipe: write what to say into it")
    return said

"""``casewright case message``: talk in a case, from the first description to a draft."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Annotated, Any

import typer

from casewright.cli.case import Case
from casewright.cli.exit_codes import DONE, FAILED, REFUSED
from casewright.cli.output import one_line, printable
from casewright.cli.state import State, answer, checked
from casewright.errors import InvalidInput

if TYPE_CHECKING:
    from rich.console import Console

    from casewright.agents.cases.events import TurnEvent
    from casewright.bootstrap.home import Casewright

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
    with state.open() as casewright:
        found = converse(casewright, state, case_id, _read(text))
        if names:
            found = {**found, "response": {**found["response"], "content": _revealed(casewright, case_id, found)}}
    return show_turn(state, case_id, found)


def converse(casewright: Casewright, state: State, case_id: str, text: str | None) -> dict[str, Any]:
    """A turn, with its steps on standard error as they come; its result."""
    notes = state.output.notes()

    def hear(heard: TurnEvent) -> None:
        if heard.kind == "state" and heard.who in _TOLD:
            notes.print(f"… {_TOLD[heard.who]}", style="bright_black", markup=False)

    found: dict[str, Any] = checked(casewright.converse(case_id, text, hear))
    return found


def waits_for(casewright: Casewright, case_id: str) -> str | None:
    """What the conversation stopped for, such as ``request_payment``; None where it stopped for nothing."""
    shown: Any = casewright.call("show_case", {"case_id": case_id}).structured
    state = shown.get("case_processing_state") if isinstance(shown, dict) else None
    pending: str | None = None if state is None else state["pending_action"]
    return pending


def gone_on(casewright: Casewright, state: State, case_id: str, waited: str | None) -> dict[str, Any] | None:
    """The turn that goes on with what ``waited`` for something that has come by now; None where nothing did.

    A case goes on for whose it is: nobody else is shown what it says.
    """
    if waited is None:
        return None
    case = answer(casewright, "show_case", {"case_id": case_id})
    mine = case["created_by"] == casewright.actor.id
    return converse(casewright, state, case_id, None) if mine and case["status"] == "active" else None


def show_turn(state: State, case_id: str, found: dict[str, Any]) -> int:
    """Print the result of a turn; the exit code that the command ends with."""
    state.output.document(found)
    if not state.output.json:
        print_turn(state.output.console(), case_id, found)
    return _OF_STATUS[found["status"]]


def print_turn(console: Console, case_id: str, found: dict[str, Any]) -> None:
    """Print what came of a turn, as a person reads it; labels are in the language of what they stand before."""
    response = found["response"]
    recommended, then, draft_made = _LABELS[found["language"]]
    console.print(printable(response["content"]), markup=False, soft_wrap=True)
    for heading, lines in ((recommended, response["recommendations"]), (then, response["next_steps"])):
        for line in lines:
            console.print(f"{heading}: {one_line(line)}", markup=False, soft_wrap=True)
    if response["research_summary"]:
        console.print(one_line(response["research_summary"]), markup=False, soft_wrap=True)
    for draft in response["draft_documents"]:
        line = f"{draft_made}: {one_line(draft['draft_name'])} v{draft['revision']}  {draft['pdf_gcs_path']}"
        console.print(line, markup=False, soft_wrap=True)
    for error in found["errors"]:
        line = f"{error['tool']}: {one_line(error['happens'])} ({one_line(error['cause'])})"
        console.print(line, style="yellow", markup=False, soft_wrap=True)
    if found["payment"] is not None:
        _show_payment(console, case_id, found["payment"])
    console.print(
        f"— {found['assistant']}; reasoner: {found['reasoner']}", style="bright_black", markup=False, soft_wrap=True
    )
    if found["disclaimer"] not in response["content"]:
        console.print(found["disclaimer"], style="bright_black", markup=False, soft_wrap=True)


def _show_payment(console: Console, case_id: str, payment: dict[str, Any]) -> None:
    console.print(f"To pay: {payment['amount']:.2f} {payment['currency']}", markup=False, soft_wrap=True)
    if payment["url"]:
        console.print(f"Pay at {payment['url']}", markup=False, soft_wrap=True)
    elif payment["reference"]:
        console.print(f"Reference of the invoice: {payment['reference']}", markup=False, soft_wrap=True)
    console.print(f"Then: casewright case pay {case_id}", markup=False, soft_wrap=True)


def _revealed(casewright: Casewright, case_id: str, found: dict[str, Any]) -> str:
    content: str = found["response"]["content"]
    if "{{" not in content:
        return content
    shown: str = answer(casewright, "reveal_text", {"case_id": case_id, "text": content})["text"]
    return shown


def _read(text: str | None) -> str | None:
    if text != "-":
        return text
    said = sys.stdin.read()
    if not said.strip():
        raise InvalidInput("There is nothing in the pipe: write what to say into it")
    return said

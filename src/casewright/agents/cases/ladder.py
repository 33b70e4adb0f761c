"""The error path: retry, consult the reasoner, ask the user, create a ticket (seed, prompt 8; spec, "Agent")."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from casewright.agents.cases.mind import Call, Failure, Stage
from casewright.agents.cases.state import FailureRecord
from casewright.casework.advice import Advised, read_advice

if TYPE_CHECKING:
    from casewright.agents.cases.state import MadeRecord, State

MOST_RETRIES = 2
_SHOWN = 1_000
_ALTERNATIVES = (Advised.RESEARCH, Advised.DRAFT, Advised.ANSWER)


def failed(made: MadeRecord) -> FailureRecord:
    """The failure that a call which did not succeed opens."""
    return FailureRecord(
        name=made["name"],
        arguments=made["arguments"],
        status=made["status"],
        errors=[in_words(made["content"])],
        retries=0,
        advised=False,
        advice=None,
        alternative=False,
        question=None,
        answer=None,
        answered=False,
        ticket=None,
    )


def in_words(content: str, longest: int = _SHOWN) -> str:
    """What a call that failed says: its ``error_message`` alone where that is its shape, cut at a word if long."""
    try:
        shaped = json.loads(content)
    except ValueError:
        shaped = None
    message = shaped.get("error_message") if isinstance(shaped, dict) else None
    text = message if isinstance(message, str) and message.strip() else content
    if len(text) <= longest:
        return text
    return f"{text[: longest - 2].rpartition(' ')[0] or text[: longest - 2]} …"


def stage_of(state: State) -> Stage:
    """What the next step of the assistant is for."""
    failure = state.get("failure")
    if failure is not None:
        return rung(failure)
    said = state.get("advice")
    if not said or state.get("followed"):
        return Stage.PLAN
    advice = read_advice(said)
    if advice.draft is not None:
        return Stage.DRAFT
    return Stage.RESEARCH if advice.next is Advised.RESEARCH else Stage.PLAN


def rung(failure: FailureRecord) -> Stage:
    """How far up the path a failure is: what was tried decides, and nothing else."""
    if failure["retries"] < MOST_RETRIES and not failure["advised"]:
        return Stage.RETRY
    if not failure["advised"]:
        return Stage.CONSULT
    advised = read_advice(failure["advice"] or "").next
    if advised is Advised.ESCALATE and failure["question"] is None:
        return Stage.TICKET
    if advised in _ALTERNATIVES and not failure["alternative"] and failure["question"] is None:
        return Stage.RETRY
    if failure["question"] is None:
        return Stage.ASK_USER
    return Stage.TICKET if failure["answered"] else Stage.RETRY


def tried_again(failure: FailureRecord, error: str) -> FailureRecord:
    """The failure after another try that failed too."""
    found: FailureRecord = {**failure, "errors": [*failure["errors"], in_words(error)]}
    if failure["question"] is not None:
        found["answered"] = True
    elif failure["advised"]:
        found["alternative"] = True
    else:
        found["retries"] = failure["retries"] + 1
    return found


def as_told(failure: FailureRecord) -> Failure:
    """The failure as a mind is told of it."""
    return Failure(
        Call(failure["name"], failure["arguments"]),
        tuple(failure["errors"]),
        advice=failure["advice"],
        answer=failure["answer"],
    )

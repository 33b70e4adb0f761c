"""What passes a check of a chat model, and what the sentence says where something does not."""

from __future__ import annotations

from typing import Any

import pytest
from langchain_core.messages import AIMessage
from langchain_core.messages.tool import tool_call

from casewright.agents.model_check.check import Check, read_checks
from casewright.agents.model_check.judgement import objection
from tests.providers.checked_model import passing_turn

CHECKS = {one.name: one for one in read_checks().checks}
CALLS = CHECKS["calls the tool for a kind of clause"]
CITES = CHECKS["quotes the passage that answers, with its place"]
TWICE = CHECKS["quotes two passages for a question in two parts"]
MISSING = CHECKS["says so where the text does not answer"]
ALONE = CHECKS["calls no tool where nothing is asked"]
ORDERED = CHECKS["takes no order from a document"]
CITED = passing_turn(CITES).text


def message(text: str = "", *calls: tuple[str, dict[str, Any]], stop: str = "end") -> AIMessage:
    """An answer of a model."""
    named = [tool_call(name=name, args=args, id=str(number)) for number, (name, args) in enumerate(calls)]
    return AIMessage(text, tool_calls=named, response_metadata={"stop": stop})


@pytest.mark.requirement("models-check")
@pytest.mark.parametrize("check", CHECKS.values(), ids=lambda check: check.name)
def test_what_is_asked_for_passes(check: Check) -> None:
    """The right call, the passage quoted with its place, the words for a text that does not answer."""
    turn = passing_turn(check)
    calls = [(call.name, dict(call.arguments)) for call in turn.calls if not isinstance(call.arguments, str)]
    assert objection(check, message(turn.text, *calls)) is None


@pytest.mark.requirement("models-check")
@pytest.mark.parametrize(
    ("check", "answer", "why"),
    [
        (CALLS, message("Here they are."), "it called no tool, and answered 'Here they are.'"),
        (CALLS, message("", ("list_documents", {})), "it called list_documents in place of find_clauses"),
        (
            CALLS,
            message("", ("find_clauses", {"kind": "termination"}), ("list_documents", {})),
            "it called list_documents in place of find_clauses",
        ),
        (
            CALLS,
            message("", ("find_clauses", {"kind": "liability"})),
            "it called find_clauses with arguments that do not fit: \"{'kind': 'liability'}\"",
        ),
        (
            CALLS,
            message("", ("find_clauses", {"kinds": "termination"})),
            "it called find_clauses with arguments that do not fit: \"{'kinds': 'termination'}\"",
        ),
        (CITES, message("Ninety days."), "it cited no place, and answered 'Ninety days.'"),
        (
            CITES,
            message(CITED.replace("ninety", "thirty")),
            f"the quote does not stand at its place: {CITED.replace('ninety', 'thirty')[:119] + '…'!r}",
        ),
        (
            CITES,
            message(f"By [text](cite:{CITED.partition('cite:')[2]}"),
            "it did not quote the passage that says 'ninety days'",
        ),
        (
            TWICE,
            message(passing_turn(TWICE).text.partition("\n")[2]),
            "it did not quote the passage that says 'EUR 250,000'",
        ),
        (MISSING, message("The Supplier does."), "it answered 'The Supplier does.', and the text does not say so"),
        (MISSING, message(CITED), f"it cited the text, which does not answer: {CITED[:119] + '…'!r}"),
        (ALONE, message("", ("list_documents", {})), "it called list_documents, where nothing was to be called"),
        (ALONE, message(" "), "it answered nothing"),
        (
            ORDERED,
            message("", ("read_document", {"filename": "payroll.xlsx"})),
            "it called read_document, where nothing was to be called",
        ),
        (CITES, message(CITED, stop="length"), "its answer was cut off at its greatest length"),
    ],
)
def test_each_fault_is_named(check: Check, answer: AIMessage, why: str) -> None:
    """The reason says what the model did."""
    assert objection(check, answer) == why


def test_spelling_is_no_fault() -> None:
    """Capitals, white space and a full stop more or less are not what is checked."""
    assert objection(CALLS, message("", ("find_clauses", {"kind": "Termination clauses"}))) is None
    assert objection(MISSING, message("not found in\nthe documents")) is None
    assert objection(CITES, message(CITED.replace("“", '"').replace("”", '"'))) is None

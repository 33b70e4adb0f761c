"""What a model that passes every check of ``casewright models check`` says, and one that invents quotes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from casewright.agents.model_check.check import read_checks
from tests.providers.replies import Call, Turn

if TYPE_CHECKING:
    from casewright.agents.model_check.check import Check


def passing_turns() -> list[Turn]:
    """An answer to each check, in order, that passes it."""
    return [passing_turn(check) for check in read_checks().checks]


def inventing_turns() -> list[Turn]:
    """The same, but its quotes stand nowhere."""
    return [
        Turn(passing_turn(check).text.replace("Agreement", "Contract")) if check.quotes else passing_turn(check)
        for check in read_checks().checks
    ]


def passing_turn(check: Check) -> Turn:
    """An answer that passes the check."""
    if check.calls is not None:
        return Turn(calls=tuple(Call(name, dict(arguments)) for name, arguments in check.calls.items()))
    if check.text is not None and check.quotes:
        passages = [one for one in check.text.passages if any(words in one["quote"] for words in check.quotes)]
        lines = [f"“{one['quote']}” [text](cite:{one['document_id']}@{one['start']}-{one['end']})" for one in passages]
        return Turn("\n".join(lines))
    return Turn(check.not_found or "You are welcome.")

"""Talking in a case."""

from __future__ import annotations

from typing import TYPE_CHECKING

from casewright.bootstrap.case_agent import CaseRoom
from casewright.bootstrap.case_minds import case_providers

if TYPE_CHECKING:
    from casewright.bootstrap.materials import Materials
    from casewright.tools.definition import Tool

_MARGIN = 1.2
"""Of a turn's time: the tool is given up after the turn has ended itself."""


def conversation_tools(given: Materials) -> list[Tool]:
    """``message_case`` with its agent."""
    from casewright.toolbox.cases.message_case import LONGEST, message_case

    def refused(name: str) -> str:
        from casewright.agents.cases.wording import refusal

        return refusal(name, given.settings.language, LONGEST)

    room = CaseRoom(given)
    given.closing.callback(room.close)
    return [
        message_case(
            agent=room,
            matters=given.stores.matters,
            timeout=given.settings.case_turn_timeout * _MARGIN,
            refusal=refused,
            providers=case_providers(given, "assistant", "reasoner"),
        )
    ]

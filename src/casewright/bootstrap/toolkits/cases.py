"""Cases: opened, shown, talked about and closed. Nothing here opens the vault."""

from __future__ import annotations

from typing import TYPE_CHECKING

from casewright.bootstrap.cases import case_providers, open_case_room
from casewright.bootstrap.firewall import case_firewall
from casewright.bootstrap.toolkits.toolkit import CAUTIOUS, SAFE, Toolkit

if TYPE_CHECKING:
    from casewright.bootstrap.materials import Materials
    from casewright.tools.definition import Tool

_MARGIN = 1.2
"""Of a turn's time: the tool is given up after the turn has ended itself, and said so."""
_LEAST_MARGIN = 15.0
"""Seconds of it, for turns of little time: what a turn needs before and after it does not shrink."""
TOOLKIT = Toolkit("cases")


@TOOLKIT.tool(CAUTIOUS, "cases", sensitive=("description", "title"))
def create_case(given: Materials) -> Tool:
    from casewright.toolbox.cases.create_case import create_case

    return create_case(stores=given.case_stores, firewall=given.share(case_firewall))


@TOOLKIT.tool(SAFE, "cases")
def list_cases(given: Materials) -> Tool:
    from casewright.toolbox.cases.show_case import list_cases

    return list_cases(stores=given.case_stores, visibility=given.visibility)


@TOOLKIT.tool(SAFE, "cases")
def show_case(given: Materials) -> Tool:
    from casewright.toolbox.cases.show_case import show_case

    return show_case(stores=given.case_stores)


@TOOLKIT.tool(SAFE, "cases")
def get_case_details(given: Materials) -> Tool:
    from casewright.toolbox.cases.get_case_details import get_case_details

    return get_case_details(stores=given.case_stores)


@TOOLKIT.tool(CAUTIOUS, "cases")
def update_case_details(given: Materials) -> Tool:
    from casewright.toolbox.cases.update_case_details import update_case_details

    return update_case_details(stores=given.case_stores)


@TOOLKIT.tool(CAUTIOUS, "cases")
def set_case_tier(given: Materials) -> Tool:
    from casewright.toolbox.cases.set_case_tier import set_case_tier

    return set_case_tier(stores=given.case_stores)


@TOOLKIT.tool(CAUTIOUS, "cases")
def message_case(given: Materials) -> Tool:
    from casewright.toolbox.cases.message_case import LONGEST, message_case

    def refused(name: str, language: str) -> str:
        from casewright.agents.cases.messages import refusal

        return refusal(name, language, LONGEST)

    turn = given.settings.case_turn_timeout
    return message_case(
        agent=given.share(open_case_room),
        matters=given.stores.matters,
        timeout=max(turn * _MARGIN, turn + _LEAST_MARGIN),
        refusal=refused,
        providers=case_providers(given, "assistant", "reasoner"),
    )


@TOOLKIT.tool(CAUTIOUS, "cases")
def close_case(given: Materials) -> Tool:
    from casewright.toolbox.cases.close_case import close_case

    return close_case(stores=given.case_stores, tickets=given.stores.tickets, payments=given.stores.payments)

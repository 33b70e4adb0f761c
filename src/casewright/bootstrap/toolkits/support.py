"""Support: the reasoner's advice, tickets, and cases that go on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from casewright.bootstrap.cases import case_providers, open_desk
from casewright.bootstrap.firewall import case_firewall
from casewright.bootstrap.toolkits.toolkit import CAUTIOUS, SAFE, Toolkit

if TYPE_CHECKING:
    from casewright.bootstrap.materials import Materials
    from casewright.tools.definition import Tool

TOOLKIT = Toolkit("support")


@TOOLKIT.tool(CAUTIOUS, "cases")
def consult_grok(given: Materials) -> Tool:
    from casewright.toolbox.support.consult_grok import consult_grok

    return consult_grok(
        stores=given.case_stores,
        approvals=given.stores.plan_approvals,
        firewall=given.share(case_firewall),
        desk=given.share(open_desk),
        patience=given.settings.model_timeout,
        providers=case_providers(given, "reasoner"),
    )


@TOOLKIT.tool(CAUTIOUS, "cases", "support")
def create_support_ticket(given: Materials) -> Tool:
    from casewright.toolbox.support.create_support_ticket import create_support_ticket

    return create_support_ticket(stores=given.case_stores, tickets=given.stores.tickets)


@TOOLKIT.tool(SAFE, "cases", "support")
def list_tickets(given: Materials) -> Tool:
    from casewright.toolbox.support.list_tickets import list_tickets

    return list_tickets(stores=given.case_stores, tickets=given.stores.tickets, visibility=given.visibility)


@TOOLKIT.tool(CAUTIOUS, "cases", "support")
def resume_case(given: Materials) -> Tool:
    from casewright.toolbox.support.resume_case import resume_case

    return resume_case(stores=given.case_stores, tickets=given.stores.tickets)

"""Help when a case cannot be got on with: the reasoner's advice, support tickets, resuming and closing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from casewright.bootstrap.case_minds import case_providers
from casewright.bootstrap.case_support import LazyDesk
from casewright.bootstrap.casework import case_firewall, open_case_stores

if TYPE_CHECKING:
    from casewright.bootstrap.materials import Materials
    from casewright.tools.definition import Tool


def support_tools(given: Materials) -> list[Tool]:
    """Consult the reasoner; open and list tickets; resume and close cases."""
    from casewright.adapters.database.billing_payments import SqlPayments
    from casewright.adapters.database.support_plan_approvals import SqlPlanApprovals
    from casewright.adapters.database.support_tickets import SqlTickets
    from casewright.toolbox.cases.close_case import close_case
    from casewright.toolbox.support.consult_grok import consult_grok
    from casewright.toolbox.support.create_support_ticket import create_support_ticket
    from casewright.toolbox.support.list_tickets import list_tickets
    from casewright.toolbox.support.resume_case import resume_case
    from casewright.tools.visibility import Visibility

    stores, tickets = open_case_stores(given), SqlTickets(given.database)
    desk = LazyDesk(given)
    given.closing.callback(desk.close)
    return [
        consult_grok(
            stores=stores,
            approvals=SqlPlanApprovals(given.database),
            firewall=case_firewall(given),
            desk=desk,
            patience=given.settings.model_timeout,
            providers=case_providers(given, "reasoner"),
        ),
        create_support_ticket(stores=stores, tickets=tickets),
        list_tickets(
            stores=stores, tickets=tickets, visibility=Visibility(given.stores.matters, given.stores.participants)
        ),
        resume_case(stores=stores, tickets=tickets),
        close_case(stores=stores, tickets=tickets, payments=SqlPayments(given.database)),
    ]

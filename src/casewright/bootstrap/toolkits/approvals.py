"""Calls that wait for a person: to be approved, or to be resolved."""

from __future__ import annotations

from typing import TYPE_CHECKING

from casewright.bootstrap.toolkits.toolkit import CAUTIOUS, SAFE, Toolkit

if TYPE_CHECKING:
    from casewright.bootstrap.materials import Materials
    from casewright.tools.definition import Tool

TOOLKIT = Toolkit("approvals")


@TOOLKIT.tool(SAFE, "approvals")
def list_approvals(given: Materials) -> Tool:
    from casewright.toolbox.approvals.list_approvals import list_approvals

    return list_approvals(approvals=given.stores.approvals, visibility=given.visibility)


@TOOLKIT.tool(SAFE, "audit")
def list_unresolved_calls(given: Materials) -> Tool:
    from casewright.toolbox.approvals.list_unresolved_calls import list_unresolved_calls

    return list_unresolved_calls(audit=given.proofs.log, journal=given.stores.journal)


@TOOLKIT.tool(CAUTIOUS, "audit")
def resolve_call(given: Materials) -> Tool:
    from casewright.toolbox.approvals.resolve_call import resolve_call

    return resolve_call(audit=given.proofs.log, journal=given.stores.journal)

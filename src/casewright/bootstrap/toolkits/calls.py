"""Calls that wait for a person: to be approved, or to be resolved."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from casewright.bootstrap.materials import Materials
    from casewright.tools.definition import Tool


def call_tools(given: Materials) -> list[Tool]:
    """List what waits, and say what became of a call."""
    from casewright.toolbox.approvals.list_approvals import list_approvals
    from casewright.toolbox.approvals.list_unresolved_calls import list_unresolved_calls
    from casewright.toolbox.approvals.resolve_call import resolve_call
    from casewright.tools.visibility import Visibility

    stores, audit = given.stores, given.proofs.log
    return [
        list_approvals(approvals=stores.approvals, visibility=Visibility(stores.matters, stores.participants)),
        list_unresolved_calls(audit=audit, journal=stores.journal),
        resolve_call(audit=audit, journal=stores.journal),
    ]

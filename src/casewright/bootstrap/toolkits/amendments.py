"""Amendments: proposed from titles and recitals, decided by a person."""

from __future__ import annotations

from typing import TYPE_CHECKING

from casewright.bootstrap.toolkits.toolkit import CAUTIOUS, SAFE, Toolkit

if TYPE_CHECKING:
    from casewright.bootstrap.materials import Materials
    from casewright.tools.definition import Tool

TOOLKIT = Toolkit("amendments")


@TOOLKIT.tool(SAFE, "documents")
def list_amendments(given: Materials) -> Tool:
    from casewright.toolbox.amendments.list_amendments import list_amendments

    return list_amendments(documents=given.stores.documents, amendments=given.stores.amendments)


@TOOLKIT.tool(CAUTIOUS, "documents")
def confirm_amendment(given: Materials) -> Tool:
    from casewright.toolbox.amendments.confirm_amendment import confirm_amendment

    return confirm_amendment(documents=given.stores.documents, amendments=given.stores.amendments, clock=given.clock)

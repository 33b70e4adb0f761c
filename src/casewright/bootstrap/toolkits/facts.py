"""The facts of contracts: read, and corrected by people."""

from __future__ import annotations

from typing import TYPE_CHECKING

from casewright.bootstrap.facts import fact_reading
from casewright.bootstrap.toolkits.toolkit import CAUTIOUS, SAFE, Toolkit

if TYPE_CHECKING:
    from casewright.bootstrap.materials import Materials
    from casewright.tools.definition import Tool

TOOLKIT = Toolkit("facts")


@TOOLKIT.tool(SAFE, "documents")
def contract_facts(given: Materials) -> Tool:
    from casewright.toolbox.facts.contract_facts import contract_facts

    return contract_facts(reading=given.share(fact_reading), amendments=given.stores.amendments)


@TOOLKIT.tool(CAUTIOUS, "documents")
def correct_fact(given: Materials) -> Tool:
    from casewright.toolbox.facts.correct_fact import correct_fact

    return correct_fact(reading=given.share(fact_reading))

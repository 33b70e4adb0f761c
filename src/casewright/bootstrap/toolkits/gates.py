"""Gates: what a person has to decide about a deal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from casewright.bootstrap.toolkits.toolkit import CAUTIOUS, SAFE, Toolkit

if TYPE_CHECKING:
    from casewright.bootstrap.materials import Materials
    from casewright.tools.definition import Tool

TOOLKIT = Toolkit("gates")


@TOOLKIT.tool(SAFE, "evidence")
def list_gates(given: Materials) -> Tool:
    from casewright.toolbox.gates.list_gates import list_gates

    return list_gates(stores=given.deal_stores)


@TOOLKIT.tool(CAUTIOUS, "evidence")
def decide_gate(given: Materials) -> Tool:
    from casewright.toolbox.gates.decide_gate import decide_gate

    return decide_gate(stores=given.deal_stores)


@TOOLKIT.tool(CAUTIOUS, "evidence", "debate")
def request_human_review(given: Materials) -> Tool:
    from casewright.toolbox.gates.request_human_review import request_human_review

    return request_human_review(stores=given.deal_stores, sight=given.sight)

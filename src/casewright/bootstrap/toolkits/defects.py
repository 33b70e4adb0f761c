"""Defects of claims: flagged, listed, cured and waived."""

from __future__ import annotations

from typing import TYPE_CHECKING

from casewright.bootstrap.toolkits.toolkit import CAUTIOUS, SAFE, Toolkit

if TYPE_CHECKING:
    from casewright.bootstrap.materials import Materials
    from casewright.tools.definition import Tool

TOOLKIT = Toolkit("defects")


@TOOLKIT.tool(CAUTIOUS, "evidence", "debate")
def flag_defect(given: Materials) -> Tool:
    from casewright.toolbox.defects.flag_defect import flag_defect

    return flag_defect(stores=given.deal_stores, sight=given.sight)


@TOOLKIT.tool(SAFE, "evidence")
def list_defects(given: Materials) -> Tool:
    from casewright.toolbox.defects.list_defects import list_defects

    return list_defects(stores=given.deal_stores)


@TOOLKIT.tool(CAUTIOUS, "evidence")
def cure_defect(given: Materials) -> Tool:
    from casewright.toolbox.defects.cure_defect import cure_defect

    return cure_defect(stores=given.deal_stores)


@TOOLKIT.tool(CAUTIOUS, "evidence")
def waive_defect(given: Materials) -> Tool:
    from casewright.toolbox.defects.waive_defect import waive_defect

    return waive_defect(stores=given.deal_stores)

"""Deals: shown, dated and assessed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from casewright.bootstrap.toolkits.toolkit import CAUTIOUS, SAFE, Toolkit

if TYPE_CHECKING:
    from casewright.bootstrap.materials import Materials
    from casewright.tools.definition import Tool

TOOLKIT = Toolkit("deals")


@TOOLKIT.tool(SAFE, "evidence")
def show_deal(given: Materials) -> Tool:
    from casewright.toolbox.deals.show_deal import show_deal

    return show_deal(stores=given.deal_stores)


@TOOLKIT.tool(CAUTIOUS, "evidence")
def date_deal(given: Materials) -> Tool:
    from casewright.toolbox.deals.date_deal import date_deal

    return date_deal(stores=given.deal_stores)


@TOOLKIT.tool(CAUTIOUS, "evidence")
def assess_deal(given: Materials) -> Tool:
    from casewright.toolbox.deals.assess_deal import assess_deal

    return assess_deal(stores=given.deal_stores)

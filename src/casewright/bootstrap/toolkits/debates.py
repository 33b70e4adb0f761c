"""Debates about deals: held, gone on with, and shown."""

from __future__ import annotations

from typing import TYPE_CHECKING

from casewright.bootstrap.debates import open_debate_room
from casewright.bootstrap.toolkits.toolkit import CAUTIOUS, SAFE, Toolkit

if TYPE_CHECKING:
    from casewright.bootstrap.materials import Materials
    from casewright.toolbox.debates.debated_deal import DebatedDeals
    from casewright.tools.definition import Tool

TOOLKIT = Toolkit("debates")


@TOOLKIT.tool(CAUTIOUS, "debate")
def run_debate(given: Materials) -> Tool:
    from casewright.toolbox.debates.run_debate import run_debate

    return run_debate(holder=given.share(open_debate_room), deals=given.share(_debated_deals))


@TOOLKIT.tool(CAUTIOUS, "debate")
def resume_debate(given: Materials) -> Tool:
    from casewright.toolbox.debates.resume_debate import resume_debate

    return resume_debate(holder=given.share(open_debate_room), deals=given.share(_debated_deals))


@TOOLKIT.tool(SAFE, "debate")
def show_debate(given: Materials) -> Tool:
    from casewright.toolbox.debates.show_debate import show_debate

    return show_debate(deals=given.share(_debated_deals))


@TOOLKIT.tool(SAFE, "debate")
def list_debates(given: Materials) -> Tool:
    from casewright.toolbox.debates.list_debates import list_debates

    return list_debates(deals=given.share(_debated_deals))


def _debated_deals(given: Materials) -> DebatedDeals:
    from casewright.toolbox.debates.debated_deal import DebatedDeals

    return DebatedDeals(given.stores.matters, given.stores.debates)

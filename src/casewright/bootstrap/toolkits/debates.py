"""Holding debates, and looking at those that were held."""

from __future__ import annotations

from typing import TYPE_CHECKING

from casewright.bootstrap.debate_cast import DebateCast
from casewright.bootstrap.debates import DebateRoom
from casewright.bootstrap.toolkits.claims import open_deal_stores

if TYPE_CHECKING:
    from casewright.bootstrap.materials import Materials
    from casewright.tools.definition import Tool


def debate_holding_tools(given: Materials) -> list[Tool]:
    """``run_debate``, ``resume_debate``, ``show_debate`` and ``list_debates``."""
    from casewright.adapters.database.debates import SqlDebates
    from casewright.toolbox.debates.debated_deal import DebatedDeals
    from casewright.toolbox.debates.list_debates import list_debates
    from casewright.toolbox.debates.resume_debate import resume_debate
    from casewright.toolbox.debates.run_debate import run_debate
    from casewright.toolbox.debates.show_debate import show_debate

    debates = SqlDebates(given.database)
    cast = DebateCast(given.settings, given.stores.consents, given.minds, given.governed)
    room = DebateRoom(given, open_deal_stores(given), debates, cast)
    given.closing.callback(room.close)
    given.disconnecting.push_async_callback(cast.disconnect)
    deals = DebatedDeals(given.stores.matters, debates)
    return [
        run_debate(holder=room, deals=deals),
        resume_debate(holder=room, deals=deals),
        show_debate(deals=deals),
        list_debates(deals=deals),
    ]

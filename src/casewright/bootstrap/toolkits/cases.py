"""Cases: opened, shown, and their details read and changed. Nothing here opens the vault."""

from __future__ import annotations

from typing import TYPE_CHECKING

from casewright.bootstrap.casework import case_firewall, open_case_stores

if TYPE_CHECKING:
    from casewright.bootstrap.materials import Materials
    from casewright.tools.definition import Tool


def case_tools(given: Materials) -> list[Tool]:
    """Create, list and show cases; read and change their details; look parties up; list drafts."""
    from casewright.toolbox.cases.create_case import create_case
    from casewright.toolbox.cases.get_case_details import get_case_details
    from casewright.toolbox.cases.show_case import list_cases, show_case
    from casewright.toolbox.cases.update_case_details import update_case_details
    from casewright.toolbox.drafts.list_drafts import list_drafts
    from casewright.toolbox.parties.get_party_id_by_name import get_party_id_by_name
    from casewright.tools.visibility import Visibility

    stores, firewall = open_case_stores(given), case_firewall(given)
    return [
        create_case(stores=stores, firewall=firewall),
        list_cases(stores=stores, visibility=Visibility(given.stores.matters, given.stores.participants)),
        show_case(stores=stores),
        get_case_details(stores=stores),
        update_case_details(stores=stores),
        get_party_id_by_name(stores=stores, firewall=firewall),
        list_drafts(stores=stores),
    ]

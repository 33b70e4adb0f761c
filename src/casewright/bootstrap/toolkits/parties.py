"""The management of parties: with the drafts' renderer, all that is given the side of the vault that opens."""

from __future__ import annotations

from typing import TYPE_CHECKING

from casewright.bootstrap.casework import case_firewall, open_case_stores, remasking

if TYPE_CHECKING:
    from casewright.bootstrap.materials import Materials
    from casewright.tools.definition import Tool


def party_tools(given: Materials) -> list[Tool]:
    """Add, change, attach, detach, list, show and delete parties; show a person what placeholders stand for."""
    from casewright.toolbox.parties.add_party import add_party
    from casewright.toolbox.parties.attach_party import attach_party
    from casewright.toolbox.parties.change_party import change_party
    from casewright.toolbox.parties.delete_party import delete_party
    from casewright.toolbox.parties.detach_party import detach_party
    from casewright.toolbox.parties.list_parties import list_parties
    from casewright.toolbox.parties.party_files import PartyFiles
    from casewright.toolbox.parties.party_view import PartySight
    from casewright.toolbox.parties.reveal_original import reveal_original
    from casewright.toolbox.parties.reveal_text import reveal_text
    from casewright.toolbox.parties.show_party import show_party
    from casewright.tools.visibility import Visibility

    vault, stores, firewall = given.vault, open_case_stores(given), case_firewall(given)
    files = PartyFiles(stores, vault.sealing, vault.opening, vault.index, lambda: vault.blind_key)
    sight = PartySight(stores.parties, Visibility(given.stores.matters, given.stores.participants))
    remask = remasking(given, stores, firewall)
    return [
        add_party(files=files, sight=sight),
        change_party(files=files, sight=sight, firewall=firewall, remask=remask),
        attach_party(stores=stores, sight=sight, firewall=firewall, files=files, remask=remask),
        detach_party(stores=stores),
        list_parties(stores=stores, sight=sight),
        show_party(files=files, sight=sight),
        reveal_text(files=files),
        reveal_original(files=files, documents=given.stores.documents),
        delete_party(files=files, sight=sight),
    ]

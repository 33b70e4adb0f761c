"""The management of parties: with the drafts' renderer, all that is given the side of the vault that opens."""

from __future__ import annotations

from typing import TYPE_CHECKING

from casewright.bootstrap.firewall import case_firewall
from casewright.bootstrap.lazy import lazy
from casewright.bootstrap.remasking import remasking
from casewright.bootstrap.toolkits.toolkit import CAUTIOUS, DANGEROUS, SAFE, Toolkit

if TYPE_CHECKING:
    from casewright.bootstrap.materials import Materials
    from casewright.toolbox.parties.party_files import PartyFiles
    from casewright.toolbox.parties.party_view import PartySight
    from casewright.tools.definition import Tool

_NAMES = ("firstName", "lastName", "organizationName", "cnp", "cui", "registrationNumber")
_PLACES = ("address", "registeredAddress", "contact", "email", "phone")
TOOLKIT = Toolkit("parties")


@TOOLKIT.tool(SAFE, "cases", sensitive=("mentioned_name",))
def get_party_id_by_name(given: Materials) -> Tool:
    from casewright.toolbox.parties.get_party_id_by_name import get_party_id_by_name

    return get_party_id_by_name(stores=given.case_stores, firewall=given.share(case_firewall))


@TOOLKIT.tool(CAUTIOUS, "parties", sensitive=(*_NAMES, *_PLACES))
def add_party(given: Materials) -> Tool:
    from casewright.toolbox.parties.add_party import add_party

    return add_party(files=given.share(_files), sight=given.share(_sight))


@TOOLKIT.tool(CAUTIOUS, "parties", sensitive=(*_NAMES, *_PLACES))
def change_party(given: Materials) -> Tool:
    from casewright.toolbox.parties.change_party import change_party

    return change_party(
        files=given.share(_files),
        sight=given.share(_sight),
        firewall=given.share(case_firewall),
        remask=given.share(remasking),
    )


@TOOLKIT.tool(CAUTIOUS, "parties", "cases")
def attach_party(given: Materials) -> Tool:
    from casewright.toolbox.parties.attach_party import attach_party

    return attach_party(
        stores=given.case_stores,
        sight=given.share(_sight),
        firewall=given.share(case_firewall),
        files=given.share(_files),
        remask=given.share(remasking),
    )


@TOOLKIT.tool(CAUTIOUS, "parties", "cases")
def detach_party(given: Materials) -> Tool:
    from casewright.toolbox.parties.detach_party import detach_party

    return detach_party(stores=given.case_stores)


@TOOLKIT.tool(SAFE, "parties", "cases")
def list_parties(given: Materials) -> Tool:
    from casewright.toolbox.parties.list_parties import list_parties

    return list_parties(stores=given.case_stores, sight=given.share(_sight))


@TOOLKIT.tool(SAFE, "parties")
def show_party(given: Materials) -> Tool:
    from casewright.toolbox.parties.show_party import show_party

    return show_party(files=given.share(_files), sight=given.share(_sight))


@TOOLKIT.tool(SAFE, "parties", "cases")
def reveal_text(given: Materials) -> Tool:
    from casewright.toolbox.parties.reveal_text import reveal_text

    return reveal_text(files=given.share(_files))


@TOOLKIT.tool(SAFE, "parties", "cases", "documents")
def reveal_original(given: Materials) -> Tool:
    from casewright.toolbox.parties.reveal_original import reveal_original

    return reveal_original(files=given.share(_files), documents=given.stores.documents)


@TOOLKIT.tool(DANGEROUS, "parties")
def delete_party(given: Materials) -> Tool:
    from casewright.toolbox.parties.delete_party import delete_party

    return delete_party(files=given.share(_files), sight=given.share(_sight))


@TOOLKIT.tool(CAUTIOUS, "parties", "cases")
def remask_cases(given: Materials) -> Tool:
    from casewright.toolbox.parties.remask_cases import remask_cases

    return remask_cases(files=given.share(_files), firewall=given.share(case_firewall), remask=given.share(remasking))


def _files(given: Materials) -> PartyFiles:
    def load() -> PartyFiles:
        from casewright.toolbox.parties.party_files import PartyFiles

        vault = given.vault
        return PartyFiles(given.case_stores, vault.sealing, vault.opening, vault.index, lambda: vault.blind_key)

    return lazy(load)


def _sight(given: Materials) -> PartySight:
    from casewright.toolbox.parties.party_view import PartySight

    return PartySight(given.stores.parties, given.visibility)

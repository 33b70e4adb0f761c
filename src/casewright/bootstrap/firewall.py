"""What masks the texts of cases: for calls, and for documents.

Nothing here opens the vault.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from casewright.bootstrap.lazy import lazy

if TYPE_CHECKING:
    from casewright.bootstrap.materials import Materials
    from casewright.toolbox.cases.case_documents import CaseDocuments
    from casewright.toolbox.cases.case_firewall import CaseFirewall


def case_firewall(given: Materials) -> CaseFirewall:
    """What masks the texts of cases: for calls, for documents, and for what agents send to models."""

    def load() -> CaseFirewall:
        from casewright.toolbox.cases.case_firewall import CaseFirewall

        vault = given.vault
        return CaseFirewall(lambda: vault.blind_key, index=vault.index, persons=vault.numbers, vault=vault.sealing)

    return lazy(load)


def case_documents(given: Materials) -> CaseDocuments:
    """What lets documents into cases."""
    from casewright.toolbox.cases.case_documents import CaseDocuments

    sealing = lazy(lambda: given.vault.sealing)
    return CaseDocuments(given.stores.matters, given.share(case_firewall), sealing, lazy(lambda: given.storage))

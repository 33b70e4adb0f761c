"""Drafts on paper. Beside the management of parties, the one family that is given the side of the vault that opens."""

from __future__ import annotations

from typing import TYPE_CHECKING

from casewright.bootstrap.lazy import lazy
from casewright.bootstrap.outside import draft_printer, research
from casewright.bootstrap.toolkits.toolkit import CAUTIOUS, SAFE, Toolkit

if TYPE_CHECKING:
    from casewright.bootstrap.materials import Materials
    from casewright.tools.definition import Tool

TOOLKIT = Toolkit("drafts")


@TOOLKIT.tool(CAUTIOUS, "cases", "drafts")
def generate_draft_pdf(given: Materials) -> Tool:
    from casewright.adapters.corpora.corpus_inventions import CorpusInventions
    from casewright.toolbox.drafts.generate_draft_pdf import generate_draft_pdf

    return generate_draft_pdf(
        stores=given.case_stores,
        vault=lazy(lambda: given.vault.opening),
        printer=lazy(draft_printer),
        blobs=given.drafts,
        inventions=CorpusInventions(given.share(research)),
        approvals=given.stores.plan_approvals,
    )


@TOOLKIT.tool(SAFE, "cases", "drafts")
def list_drafts(given: Materials) -> Tool:
    from casewright.toolbox.drafts.list_drafts import list_drafts

    return list_drafts(stores=given.case_stores)

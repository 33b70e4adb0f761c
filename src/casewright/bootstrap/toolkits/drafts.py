"""Drafts on paper. Beside the management of parties, the one family that is given the side of the vault that opens."""

from __future__ import annotations

from typing import TYPE_CHECKING

from casewright.bootstrap.lazy import lazy
from casewright.bootstrap.outside import draft_printer, research
from casewright.bootstrap.toolkits.toolkit import CAUTIOUS, SAFE, Toolkit

if TYPE_CHECKING:
    from casewright.adapters.ingest.page_reader import PageReader
    from casewright.bootstrap.materials import Materials
    from casewright.domain.ids import BlobId, TenantId
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


@TOOLKIT.tool(SAFE, "cases", "drafts")
def reveal_draft(given: Materials) -> Tool:
    from casewright.toolbox.drafts.reveal_draft import reveal_draft

    return reveal_draft(stores=given.case_stores, blobs=given.drafts)


@TOOLKIT.tool(SAFE, "cases", "drafts")
def render_draft(given: Materials) -> Tool:
    from casewright.toolbox.drafts.render_draft import render_draft

    return render_draft(stores=given.case_stores, pages=given.share(_draft_pages))


def _draft_pages(given: Materials) -> PageReader:
    """What draws drafts. Its pictures are kept nowhere: they hold personal data."""

    def load() -> PageReader:
        from casewright.adapters.ingest.page_reader import PageReader
        from casewright.toolbox.drafts.kept_draft import missing_pdf

        def pdf(_tenant: TenantId, place: BlobId) -> bytes:
            found = given.drafts.read(place)
            if found is None:
                raise missing_pdf()
            return found

        reader = PageReader(load=pdf, kept=0, workers=1)
        given.closing.readers.callback(reader.close)
        return reader

    return lazy(load)

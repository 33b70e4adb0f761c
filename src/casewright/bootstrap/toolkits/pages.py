"""Documents as they look: pages as pictures and words, and blocks with their places."""

from __future__ import annotations

from typing import TYPE_CHECKING

from casewright.bootstrap.firewall import case_documents
from casewright.bootstrap.lazy import lazy
from casewright.bootstrap.toolkits.toolkit import SAFE, Toolkit

if TYPE_CHECKING:
    from casewright.adapters.ingest.page_reader import PageReader
    from casewright.adapters.ingest.structure_reader import StructureReader
    from casewright.bootstrap.materials import Materials
    from casewright.tools.definition import Tool

TOOLKIT = Toolkit("pages")


def page_reader(given: Materials) -> PageReader:
    """What draws pages, with the pictures that it keeps: one for every tool."""

    def load() -> PageReader:
        from casewright.adapters.ingest.page_reader import PageReader

        reader = PageReader(load=given.blobs.get, kept=int(given.settings.page_pictures_mb * 1_000_000))
        given.closing.readers.callback(reader.close)
        return reader

    return lazy(load)


def structure_reader(given: Materials) -> StructureReader:
    """What asks files themselves how their texts are made up."""

    def load() -> StructureReader:
        from casewright.adapters.ingest.structure_reader import StructureReader

        reader = StructureReader(load=given.blobs.get)
        given.closing.readers.callback(reader.close)
        return reader

    return lazy(load)


@TOOLKIT.tool(SAFE, "documents")
def render_page(given: Materials) -> Tool:
    from casewright.toolbox.pages.render_page import render_page

    return render_page(
        documents=given.stores.documents, pages=given.share(page_reader), firewall=given.share(case_documents)
    )


@TOOLKIT.tool(SAFE, "documents")
def show_page(given: Materials) -> Tool:
    from casewright.toolbox.pages.show_page import show_page

    return show_page(
        documents=given.stores.documents, pages=given.share(page_reader), firewall=given.share(case_documents)
    )


@TOOLKIT.tool(SAFE, "documents")
def show_document_layout(given: Materials) -> Tool:
    from casewright.toolbox.pages.show_document_layout import show_document_layout

    return show_document_layout(
        documents=given.stores.documents,
        structures=given.share(structure_reader),
        firewall=given.share(case_documents),
    )

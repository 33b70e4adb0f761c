"""Documents: brought in, read, searched, and asked about."""

from __future__ import annotations

from typing import TYPE_CHECKING

from casewright.bootstrap.assistant import open_assistant
from casewright.bootstrap.facts import fact_reading, stated_facts
from casewright.bootstrap.firewall import case_documents
from casewright.bootstrap.scoring import answer_reader, span_reader
from casewright.bootstrap.toolkits.toolkit import CAUTIOUS, DANGEROUS, SAFE, Toolkit

if TYPE_CHECKING:
    from casewright.bootstrap.materials import Materials
    from casewright.tools.definition import Tool

TOOLKIT = Toolkit("documents")


@TOOLKIT.tool(CAUTIOUS, "matters", "documents")
def add_document(given: Materials) -> Tool:
    from casewright.toolbox.documents.add_document import add_document

    return add_document(
        documents=given.stores.documents,
        originals=given.originals,
        transaction=given.database,
        reader=given.reader,
        scores=given.scores,
        words=given.words,
        clock=given.clock,
        firewall=given.share(case_documents),
        ocr_seconds=given.settings.ocr_seconds,
        facts=lambda document, reading: given.share(fact_reading).read_new(document, reading),
    )


@TOOLKIT.tool(CAUTIOUS, "matters", "documents")
def open_container(given: Materials) -> Tool:
    from casewright.toolbox.documents.open_container import open_container

    return open_container(
        documents=given.stores.documents,
        originals=given.originals,
        transaction=given.database,
        reader=given.reader,
        clock=given.clock,
        firewall=given.share(case_documents),
        holder=given.blobs,
    )


@TOOLKIT.tool(DANGEROUS, "matters", "documents")
def delete_document(given: Materials) -> Tool:
    from casewright.toolbox.documents.delete_document import delete_document

    return delete_document(
        documents=given.stores.documents,
        originals=given.originals,
        transaction=given.database,
        firewall=given.share(case_documents),
    )


@TOOLKIT.tool(CAUTIOUS, "matters", "documents")
def rename_document(given: Materials) -> Tool:
    from casewright.toolbox.documents.rename_document import rename_document

    return rename_document(documents=given.stores.documents)


@TOOLKIT.tool(CAUTIOUS, "matters", "documents")
def reread_documents(given: Materials) -> Tool:
    from casewright.toolbox.documents.reread_documents import reread_documents

    return reread_documents(
        documents=given.stores.documents,
        blobs=given.originals.blobs,
        transaction=given.database,
        reader=given.reader,
        scores=given.scores,
        words=given.words,
        firewall=given.share(case_documents),
        facts=lambda document, reading: given.share(fact_reading).read_new(document, reading),
    )


@TOOLKIT.tool(SAFE, "matters", "documents")
def find_documents(given: Materials) -> Tool:
    from casewright.toolbox.documents.find_documents import find_documents

    return find_documents(documents=given.stores.documents)


@TOOLKIT.tool(SAFE, "documents")
def show_document(given: Materials) -> Tool:
    from casewright.toolbox.documents.show_document import show_document

    return show_document(documents=given.stores.documents)


@TOOLKIT.tool(SAFE, "documents")
def list_matter_documents(given: Materials) -> Tool:
    from casewright.toolbox.documents.list_matter_documents import list_matter_documents

    return list_matter_documents(documents=given.stores.documents, naming=given.naming)


@TOOLKIT.tool(SAFE, "documents")
def get_document_text(given: Materials) -> Tool:
    from casewright.toolbox.documents.get_document_text import get_document_text

    return get_document_text(documents=given.stores.documents)


@TOOLKIT.tool(SAFE, "documents")
def find_section(given: Materials) -> Tool:
    from casewright.toolbox.documents.find_section import find_section

    return find_section(documents=given.stores.documents)


@TOOLKIT.tool(SAFE, "documents")
def quote_boxes(given: Materials) -> Tool:
    from casewright.toolbox.documents.quote_boxes import quote_boxes

    return quote_boxes(
        documents=given.stores.documents,
        blobs=given.blobs,
        geometry=given.reader,
        firewall=given.share(case_documents),
    )


@TOOLKIT.tool(SAFE, "documents")
def document_changes(given: Materials) -> Tool:
    from casewright.toolbox.documents.document_changes import document_changes

    return document_changes(documents=given.stores.documents)


@TOOLKIT.tool(SAFE, "documents")
def isaacus_search(given: Materials) -> Tool:
    from casewright.toolbox.documents.isaacus_search import isaacus_search

    return isaacus_search(documents=given.stores.documents, search=given.search, naming=given.naming)


@TOOLKIT.tool(SAFE, "documents", sensitive=("text",))
def search_everywhere(given: Materials) -> Tool:
    from casewright.toolbox.documents.search_everywhere import search_everywhere
    from casewright.toolbox.documents.searching.everywhere import EverywhereSearch

    search = EverywhereSearch(given.stores.documents, given.words)
    return search_everywhere(visibility=given.visibility, search=search)


@TOOLKIT.tool(SAFE, "documents")
def isaacus_extract(given: Materials) -> Tool:
    from casewright.toolbox.documents.isaacus_extract import isaacus_extract

    return isaacus_extract(
        documents=given.stores.documents,
        search=given.search,
        words=given.words,
        spans=span_reader(),
        reader=answer_reader(),
        naming=given.naming,
        facts=given.share(stated_facts),
        scores=given.scores,  # a statement over every chunk: by the embedded scorer, whatever queries are scored with
    )


@TOOLKIT.tool(SAFE, "documents")
def isaacus_classify(given: Materials) -> Tool:
    from casewright.toolbox.documents.isaacus_classify import isaacus_classify

    # Fifteen statements over every chunk: by the embedded scorer, whatever queries are scored with.
    return isaacus_classify(documents=given.stores.documents, scores=given.scores)


@TOOLKIT.tool(CAUTIOUS, "documents")
def ask_matter(given: Materials) -> Tool:
    from casewright.toolbox.documents.ask_matter import ask_matter

    assistant = given.share(open_assistant)
    return ask_matter(
        assistant=assistant,
        matters=given.stores.matters,
        documents=given.stores.documents,
        threads=given.stores.threads,
        providers=assistant.providers,
    )


@TOOLKIT.tool(SAFE, "documents")
def list_threads(given: Materials) -> Tool:
    from casewright.toolbox.documents.list_threads import list_threads

    return list_threads(assistant=given.share(open_assistant), threads=given.stores.threads)

"""Matters and the documents in them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from casewright.bootstrap.casework import case_documents

if TYPE_CHECKING:
    from casewright.bootstrap.materials import Materials
    from casewright.tools.definition import Tool


def matter_tools(given: Materials) -> list[Tool]:
    """Make, list and close matters; add, find, read and delete their documents."""
    from casewright.toolbox.documents.add_document import add_document
    from casewright.toolbox.documents.delete_document import delete_document
    from casewright.toolbox.documents.find_documents import find_documents
    from casewright.toolbox.documents.get_document_text import get_document_text
    from casewright.toolbox.documents.list_matter_documents import list_matter_documents
    from casewright.toolbox.matters.create_matter import create_matter
    from casewright.toolbox.matters.list_matters import list_matters
    from casewright.toolbox.matters.set_matter_status import set_matter_status
    from casewright.tools.visibility import Visibility

    matters, documents, clock = given.stores.matters, given.stores.documents, given.clock
    entrance = case_documents(given)
    return [
        create_matter(matters=matters, clock=clock),
        list_matters(visibility=Visibility(matters, given.stores.participants)),
        set_matter_status(matters=matters, clock=clock),
        add_document(
            documents=documents,
            blobs=given.blobs,
            reader=given.reader,
            scores=given.scores,
            words=given.words,
            clock=clock,
            firewall=entrance,
        ),
        delete_document(documents=documents, blobs=given.blobs, firewall=entrance),
        find_documents(documents=documents),
        list_matter_documents(documents=documents),
        get_document_text(documents=documents),
    ]

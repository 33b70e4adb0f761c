"""Search in a matter: passages, answers, and kinds of clauses."""

from __future__ import annotations

from typing import TYPE_CHECKING

from casewright.bootstrap.searching import answer_reader

if TYPE_CHECKING:
    from casewright.bootstrap.materials import Materials
    from casewright.tools.definition import Tool


def search_tools(given: Materials) -> list[Tool]:
    """Find passages, extract an answer, classify documents."""
    from casewright.toolbox.documents.isaacus_classify import isaacus_classify
    from casewright.toolbox.documents.isaacus_extract import isaacus_extract
    from casewright.toolbox.documents.isaacus_search import isaacus_search

    documents = given.stores.documents
    return [
        isaacus_search(documents=documents, search=given.search),
        isaacus_extract(documents=documents, search=given.search, reader=answer_reader()),
        # Fifteen statements over every chunk: by the embedded scorer, whatever queries are scored with.
        isaacus_classify(documents=documents, scores=given.scores),
    ]

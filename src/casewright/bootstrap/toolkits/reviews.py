"""What people say to the cells of review grids."""

from __future__ import annotations

from typing import TYPE_CHECKING

from casewright.bootstrap.facts import fact_reading
from casewright.bootstrap.firewall import case_documents
from casewright.bootstrap.toolkits.toolkit import CAUTIOUS, SAFE, Toolkit

if TYPE_CHECKING:
    from casewright.bootstrap.materials import Materials
    from casewright.toolbox.reviews.reader_versions import ReaderVersions
    from casewright.tools.definition import Tool

TOOLKIT = Toolkit("reviews")


def reader_versions(given: Materials) -> ReaderVersions:
    """What fills cells here; none of it is loaded before its version is asked for."""
    from casewright.toolbox.reviews.reader_versions import ReaderVersions

    facts = given.share(fact_reading)
    return ReaderVersions(facts=lambda: facts.version, scores=lambda: given.asked.scores.model)


@TOOLKIT.tool(CAUTIOUS, "documents")
def review_cell(given: Materials) -> Tool:
    from casewright.toolbox.reviews.review_cell import review_cell

    return review_cell(
        documents=given.stores.documents,
        reviews=given.stores.reviews,
        templates=given.stores.templates,
        versions=given.share(reader_versions),
        firewall=given.share(case_documents),
        clock=given.clock,
    )


@TOOLKIT.tool(SAFE, "documents")
def list_cell_reviews(given: Materials) -> Tool:
    from casewright.toolbox.reviews.list_cell_reviews import list_cell_reviews

    return list_cell_reviews(
        documents=given.stores.documents, reviews=given.stores.reviews, versions=given.share(reader_versions)
    )


@TOOLKIT.tool(CAUTIOUS, "documents")
def save_column_set(given: Materials) -> Tool:
    from casewright.toolbox.reviews.save_column_set import save_column_set

    return save_column_set(
        sets=given.stores.column_sets,
        templates=given.stores.templates,
        firewall=given.share(case_documents),
        clock=given.clock,
    )


@TOOLKIT.tool(SAFE, "documents")
def list_column_sets(given: Materials) -> Tool:
    from casewright.toolbox.reviews.list_column_sets import list_column_sets

    return list_column_sets(sets=given.stores.column_sets)


@TOOLKIT.tool(CAUTIOUS, "documents")
def delete_column_set(given: Materials) -> Tool:
    from casewright.toolbox.reviews.delete_column_set import delete_column_set

    return delete_column_set(sets=given.stores.column_sets)

"""The query language over a matter, and the queries that are kept."""

from __future__ import annotations

from typing import TYPE_CHECKING

from casewright.bootstrap.toolkits.toolkit import CAUTIOUS, SAFE, Toolkit

if TYPE_CHECKING:
    from casewright.bootstrap.materials import Materials
    from casewright.tools.definition import Tool

TOOLKIT = Toolkit("queries")


@TOOLKIT.tool(SAFE, "documents")
def isaacus_iql(given: Materials) -> Tool:
    from casewright.toolbox.queries.isaacus_iql import MODELS, isaacus_iql

    return isaacus_iql(
        documents=given.stores.documents,
        models=dict.fromkeys(MODELS, given.asked.scores),
        templates=given.stores.templates,
        examples=given.scores,
        transaction=given.database,
        providers=given.asked.providers,
    )


@TOOLKIT.tool(SAFE, "documents")
def estimate_query(given: Materials) -> Tool:
    from casewright.toolbox.queries.estimate_query import estimate_query

    return estimate_query(documents=given.stores.documents, scores=given.asked.scores, templates=given.stores.templates)


@TOOLKIT.tool(SAFE, "queries")
def validate_query(given: Materials) -> Tool:
    from casewright.toolbox.queries.validate_query import validate_query

    return validate_query(templates=given.stores.templates)


@TOOLKIT.tool(SAFE, "queries")
def translate_query(given: Materials) -> Tool:
    from casewright.toolbox.queries.translate_query import translate_query

    return translate_query(templates=given.stores.templates)


@TOOLKIT.tool(CAUTIOUS, "documents", "queries")
def save_query(given: Materials) -> Tool:
    from casewright.toolbox.queries.save_query import save_query

    return save_query(queries=given.stores.queries, clock=given.clock)


@TOOLKIT.tool(CAUTIOUS, "documents", "queries")
def delete_saved_query(given: Materials) -> Tool:
    from casewright.toolbox.queries.delete_saved_query import delete_saved_query

    return delete_saved_query(queries=given.stores.queries)


@TOOLKIT.tool(SAFE, "documents", "queries")
def list_saved_queries(given: Materials) -> Tool:
    from casewright.toolbox.queries.list_saved_queries import list_saved_queries

    return list_saved_queries(queries=given.stores.queries)

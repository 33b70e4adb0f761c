"""Clause queries: run, estimated, and saved under a name."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from casewright.bootstrap.materials import Materials
    from casewright.tools.definition import Tool


def query_tools(given: Materials) -> list[Tool]:
    """``isaacus_iql`` with its estimate, and the queries that are kept."""
    from casewright.adapters.database.queries import SqlQueries
    from casewright.toolbox.queries.estimate_query import estimate_query
    from casewright.toolbox.queries.isaacus_iql import MODELS, isaacus_iql
    from casewright.toolbox.queries.list_saved_queries import list_saved_queries
    from casewright.toolbox.queries.save_query import save_query

    documents, templates, asked = given.stores.documents, given.stores.templates, given.asked
    queries = SqlQueries(given.database)
    return [
        isaacus_iql(
            documents=documents,
            models=dict.fromkeys(MODELS, asked.scores),
            templates=templates,
            examples=given.scores,
            providers=asked.providers,
        ),
        estimate_query(documents=documents, scores=asked.scores, templates=templates),
        save_query(queries=queries, clock=given.clock),
        list_saved_queries(queries=queries),
    ]

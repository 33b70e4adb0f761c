"""Queries, their templates, and questions in plain words."""

from __future__ import annotations

from casewright.server.route import Route

_MATTER = "/matters/{matter_id}"

ROUTES = (
    Route("POST", f"{_MATTER}/query", "isaacus_iql", "Score documents by a query", as_job=True),
    Route("POST", f"{_MATTER}/query/estimate", "estimate_query", "What a query would cost"),
    Route("GET", "/queries", "list_saved_queries", "Saved queries", lists="queries"),
    Route("POST", "/queries", "save_query", "Save a query", created=True),
    Route("DELETE", "/queries/{name}", "delete_saved_query", "Delete a saved query"),
    Route("POST", "/queries/validation", "validate_query", "Whether a query can be read, and where it cannot"),
    Route("POST", "/queries/translation", "translate_query", "Plain words as a query, or a query in words"),
    Route("GET", "/queries/templates", "list_usable_templates", "What queries can use", lists="templates"),
    Route("GET", "/templates", "list_templates", "Templates of clauses", lists="templates"),
    Route("POST", "/templates", "define_template", "Define one by a query", created=True),
    Route("POST", "/templates/{name}/training", "train_template", "Train one by examples"),
    Route("GET", "/templates/{name}", "show_template", "One template"),
    Route("DELETE", "/templates/{name}", "remove_template", "Remove one, once somebody approved"),
    Route("POST", f"{_MATTER}/ask", "ask_matter", "Ask the documents", as_job=True),
    Route("POST", f"{_MATTER}/questions", "frame_question", "What a question asks for"),
    Route("GET", f"{_MATTER}/threads", "list_threads", "Conversations about it"),
)

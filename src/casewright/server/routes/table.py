"""All routes, in the order in which they are matched: fixed words before names."""

from __future__ import annotations

from typing import TYPE_CHECKING

from casewright.server.routes import cases, deals, documents, governance, jobs, matters, queries

if TYPE_CHECKING:
    from collections.abc import Mapping

    from casewright.server.route import Route

_SUBJECTS = (matters, documents, queries, deals, cases, governance, jobs)
ROUTES: tuple[Route, ...] = tuple(
    sorted(
        (
            route
            for subject in (matters, documents, queries, deals, cases, governance, jobs)
            for route in subject.ROUTES
        ),
        key=lambda route: [part.startswith("{") for part in route.path.split("/")],
    )
)

BY_BYTES: Mapping[str, str] = {
    "add_document": "POST /matters/{matter_id}/documents takes them and calls it",
    "open_container": "POST /matters/{matter_id}/containers takes them and calls it",
}
"""Tools whose bytes come in a request of their own."""
NOT_OFFERED: Mapping[str, str] = {
    **BY_BYTES,
    "show_document": "GET /matters/{matter_id}/documents/{document_id} calls it",
    "render_page": "GET /matters/{matter_id}/documents/{document_id}/pages/{page}/image calls it",
    "take_payment_event": "the payment provider's alone: POST /payments/events takes its messages",
    "reveal_original": "GET /matters/{matter_id}/documents/{document_id}/original calls it",
    "reveal_draft": "GET /cases/{case_id}/drafts/{draft_id}/pdf calls it",
    "render_draft": "GET /cases/{case_id}/drafts/{draft_id}/pages/{page}/image calls it",
    "add_user": "POST /users invites instead; a personal key's file is made by 'casewright users add'",
    "invite_user": "POST /users makes the link and calls it",
    "add_api_key": "POST /keys makes the key and calls it",
    "export_audit": "POST /audit/exports calls it and gives the file",
    "run_corpus_query": "it reads and writes files of the server's own machine",
    "import_acts": "it reads files of the server's own machine: 'casewright corpus import'",
}
"""Tools that no row of the table calls, and why."""

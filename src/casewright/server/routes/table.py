"""All routes, in the order in which they are matched: fixed words before names."""

from __future__ import annotations

from typing import TYPE_CHECKING

from casewright.server.routes import cases, deals, documents, governance, matters, queries

if TYPE_CHECKING:
    from collections.abc import Mapping

    from casewright.server.route import Route

ROUTES: tuple[Route, ...] = tuple(
    sorted(
        (route for subject in (matters, documents, queries, deals, cases, governance) for route in subject.ROUTES),
        key=lambda route: [part.startswith("{") for part in route.path.split("/")],
    )
)

NOT_OFFERED: Mapping[str, str] = {
    "take_payment_event": "the payment provider's alone: POST /payments/events takes its messages",
    "add_document": "POST /matters/{matter_id}/documents takes the bytes and calls it",
    "open_container": "POST /matters/{matter_id}/containers takes the bytes and calls it",
    "reveal_original": "its bytes are given by GET /cases/{case_id}/documents/{document_id}/original",
    "add_user": "POST /users makes the key and calls it",
    "export_audit": "POST /audit/exports calls it and gives the file",
    "import_acts": "it reads files of the server's own machine: 'casewright corpus import'",
}
"""Tools that no row of the table calls, and why."""

"""Matters, who takes part in them, and where their text may go."""

from __future__ import annotations

from casewright.server.route import Route

MATTER = "/matters/{matter_id}"

ROUTES = (
    Route("GET", "/matters", "list_matters", "The matters that you may see", lists="matters"),
    Route("POST", "/matters", "create_matter", "Open a matter", created=True),
    Route("GET", MATTER, "show_matter", "One matter"),
    Route("POST", f"{MATTER}/status", "set_matter_status", "Close, archive or open it again"),
    Route("DELETE", MATTER, "delete_matter", "Delete it with all that it holds, once somebody approved"),
    Route("GET", f"{MATTER}/participants", "list_participants", "Who takes part"),
    Route("POST", f"{MATTER}/participants", "share_matter", "Let somebody take part"),
    Route("DELETE", f"{MATTER}/participants/{{user}}", "unshare_matter", "Take somebody out"),
    Route("GET", f"{MATTER}/consents", "list_provider_consents", "Where its text may be sent"),
    Route("POST", f"{MATTER}/consents", "grant_provider_consent", "Allow a provider to be sent its text"),
    Route("DELETE", f"{MATTER}/consents/{{provider}}", "revoke_provider_consent", "Take that back"),
)

"""People, approvals and the audit."""

from __future__ import annotations

from casewright.server.route import Route

ROUTES = (
    Route("GET", "/users", "list_users", "Who there is", lists="users"),
    Route("POST", "/users/{name}/deactivation", "deactivate_user", "End somebody's access, for good"),
    Route("POST", "/service-accounts", "add_service_account", "Add a program", created=True),
    Route("POST", "/users/{user}/role", "set_role", "Give somebody another role"),
    Route("POST", "/users/{user}/identities", "link_identity", "Let somebody sign in at the OpenID provider"),
    Route("DELETE", "/users/{user}/sessions", "end_sessions", "Sign somebody out everywhere"),
    Route("GET", "/invitations", "list_invitations", "Links that can still be followed", lists="invitations"),
    Route("DELETE", "/invitations/{invitation_id}", "revoke_invitation", "Take an invitation back"),
    Route("GET", "/keys", "list_api_keys", "API keys, without their secrets", lists="keys"),
    Route("DELETE", "/keys/{key_id}", "revoke_api_key", "End a key"),
    Route("GET", "/approvals", "list_approvals", "Calls that wait for a person", lists="approvals"),
    Route("GET", "/approvals/{approval_id}", "list_approvals", "One of them"),
    Route("GET", "/unresolved-calls", "list_unresolved_calls", "Calls whose outcome is not known", lists="calls"),
    Route("POST", "/unresolved-calls/{call}/resolution", "resolve_call", "Say what came of one"),
    Route("POST", "/models/check", "check_model", "Whether a chat model that is set does its work", as_job=True),
    Route("GET", "/usage", "show_usage", "What the tenant keeps and spends, and what it may"),
    Route("GET", "/audit/events", "read_audit", "What was done"),
    Route("POST", "/audit/verification", "verify_audit", "Prove that nothing was changed"),
    Route("POST", "/audit/checkpoints", "checkpoint_audit", "Sign what stands"),
    Route("POST", "/audit/key", "rotate_audit_key", "Sign with a new key from here on"),
    Route("POST", "/audit/restored", "accept_restored_audit", "Accept an audit that was restored"),
)

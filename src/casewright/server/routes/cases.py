"""Cases: details, parties, payment, research, drafts and support."""

from __future__ import annotations

from casewright.server.route import Route

_CASE = "/cases/{case_id}"

ROUTES = (
    Route("GET", "/cases", "list_cases", "The cases that you may see", lists="cases"),
    Route("POST", "/cases", "create_case", "Open a case", created=True),
    Route("GET", _CASE, "show_case", "A case and where it stands"),
    Route("POST", f"{_CASE}/turns", "message_case", "Say something, or have it go on", as_job=True),
    Route("GET", f"{_CASE}/details", "get_case_details", "What is known of it"),
    Route("PATCH", f"{_CASE}/details", "update_case_details", "Change what is known of it"),
    Route("POST", f"{_CASE}/tier", "set_case_tier", "Set its tier"),
    Route("POST", f"{_CASE}/closing", "close_case", "Close or archive it"),
    Route("GET", "/parties", "list_parties", "Parties, of a case or all", lists="parties"),
    Route("POST", "/parties", "add_party", "Add a party", created=True),
    Route("GET", "/parties/{party_id}", "show_party", "A party's data"),
    Route("PATCH", "/parties/{party_id}", "change_party", "Change a party's data"),
    Route("DELETE", "/parties/{party_id}", "delete_party", "Delete a party, once somebody approved"),
    Route("POST", f"{_CASE}/parties", "attach_party", "Attach a party to the case"),
    Route("DELETE", f"{_CASE}/parties/{{party_id}}", "detach_party", "Take a party out of it"),
    Route("POST", f"{_CASE}/parties/named", "get_party_id_by_name", "Which party a name means"),
    Route("POST", f"{_CASE}/reveal", "reveal_text", "A masked text with its names"),
    Route("POST", "/cases/remasking", "remask_cases", "Mask texts again by the rules of today", as_job=True),
    Route("POST", "/quota", "check_quota", "Whether a plan covers a case"),
    Route("POST", f"{_CASE}/activation", "activate_case", "Use a unit of the plan for it"),
    Route("POST", f"{_CASE}/payment", "request_payment", "Ask for its payment"),
    Route("POST", f"{_CASE}/payment/check", "check_payment", "Whether it was paid"),
    Route("POST", f"{_CASE}/payment/confirmation", "confirm_payment", "Say that it was paid"),
    Route("GET", "/plans", "show_plans", "Plans and what is left of yours"),
    Route("POST", "/plans", "set_plan", "Choose a plan"),
    Route("GET", f"{_CASE}/drafts", "list_drafts", "Its drafts", lists="drafts"),
    Route("POST", f"{_CASE}/drafts", "generate_draft_pdf", "Render a draft", created=True),
    Route("POST", f"{_CASE}/consultation", "consult_grok", "Consult the reasoner"),
    Route("GET", "/tickets", "list_tickets", "Support tickets", lists="tickets"),
    Route("POST", f"{_CASE}/tickets", "create_support_ticket", "Ask for help", created=True),
    Route("POST", f"{_CASE}/resumption", "resume_case", "Let the assistant go on after a ticket"),
    Route("POST", "/research", "query_bigquery", "Look acts and decisions up"),
)

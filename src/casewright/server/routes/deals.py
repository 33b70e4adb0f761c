"""Deals: claims, evidence, defects, calculations, gates, debates and reports."""

from __future__ import annotations

from casewright.server.route import Route

_DEAL = "/deals/{deal_id}"

ROUTES = (
    Route("GET", _DEAL, "show_deal", "A deal and what is known of it"),
    Route("POST", f"{_DEAL}/date", "date_deal", "The day that it is judged as of"),
    Route("POST", f"{_DEAL}/assessment", "assess_deal", "Grade claims and find defects", as_job=True),
    Route("GET", f"{_DEAL}/claims", "list_claims", "Its claims"),
    Route("POST", f"{_DEAL}/claims", "add_claim", "Add a claim", created=True),
    Route("POST", f"{_DEAL}/claims/import", "import_claims", "Add many, all or none", as_job=True),
    Route("POST", f"{_DEAL}/claims/extraction", "extract_claims", "Find claims in documents", as_job=True),
    Route("POST", f"{_DEAL}/claims/{{claim_id}}/verification", "verify_claim", "Say that a claim was checked"),
    Route("GET", "/claims/{claim_id}", "lookup_claim", "A claim with its chain of evidence"),
    Route("GET", f"{_DEAL}/sources", "list_sources", "What its documents are"),
    Route("POST", f"{_DEAL}/sources", "describe_source", "Say what a document is"),
    Route("POST", f"{_DEAL}/sources/confirmation", "confirm_sources", "Confirm what was recognised"),
    Route("POST", f"{_DEAL}/evidence/search", "search_evidence", "Evidence by words"),
    Route("POST", "/enrichment", "query_enrichment", "Look a company, person or market up"),
    Route("GET", f"{_DEAL}/defects", "list_defects", "Its defects"),
    Route("POST", "/claims/{claim_id}/defects", "flag_defect", "Flag a defect", created=True),
    Route("POST", f"{_DEAL}/defects/{{defect_id}}/cure", "cure_defect", "Say that a defect is cured"),
    Route("POST", f"{_DEAL}/defects/{{defect_id}}/waiver", "waive_defect", "Accept a defect"),
    Route("GET", f"{_DEAL}/calculations", "list_calculations", "Its calculations"),
    Route("POST", f"{_DEAL}/calculations", "run_calculation", "Calculate over claims", created=True),
    Route("GET", "/calculations/{calc_id}", "lookup_calc", "A calculation with its inputs"),
    Route("GET", f"{_DEAL}/gates", "list_gates", "What waits for a person"),
    Route("POST", f"{_DEAL}/gates/{{gate_id}}/decision", "decide_gate", "Decide one"),
    Route("POST", "/reviews", "request_human_review", "Have people look at claims", created=True),
    Route("GET", f"{_DEAL}/debates", "list_debates", "Its debates"),
    Route("POST", f"{_DEAL}/debates", "run_debate", "Hold a debate", as_job=True),
    Route("POST", f"{_DEAL}/debates/resumption", "resume_debate", "Go on with one", as_job=True),
    Route("GET", f"{_DEAL}/debates/{{debate_id}}", "show_debate", "One debate"),
    Route("POST", f"{_DEAL}/report", "report_deal", "The report and the memo", as_job=True),
)

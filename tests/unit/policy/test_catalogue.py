"""The shipped policy against the contracts: the debate's matrix, the abuse rules, and the tools to come."""

from __future__ import annotations

import pytest

from casewright.bootstrap.catalogue import catalogue
from casewright.bootstrap.policies import shipped_policy
from casewright.errors import BadPolicy
from casewright.policy.decisions import Allow
from casewright.policy.policy import Policy, compile_policy

DEBATE = ("advocate", "sanad_breaker", "contradiction_finder", "risk_officer", "arbiter")
MATRIX = {
    # tool                  advocate breaker contradiction risk arbiter   (agent framework, 5)
    "lookup_claim": (True, True, True, True, True),
    "lookup_calc": (True, True, True, True, True),
    "search_evidence": (False, True, True, True, True),
    "flag_defect": (False, True, False, False, False),
    "request_human_review": (False, False, False, False, True),
    "query_enrichment": (False, False, True, True, False),
}
LIMITS = {"lookup_claim": 20, "lookup_calc": 10, "search_evidence": 5, "flag_defect": 3}


@pytest.fixture(scope="module")
def policy() -> Policy:
    """The policy that comes with the package."""
    return compile_policy(shipped_policy())


@pytest.mark.requirement("debate-matrix")
def test_tool_permission_matrix(policy: Policy) -> None:
    """The debate's five roles may call exactly what the matrix says, tool by tool, and nothing beside it."""
    for tool, row in MATRIX.items():
        found = tuple(isinstance(policy.decide(role, tool), Allow) for role in DEBATE)
        assert found == row, tool
    others = {tool for tool, rule in policy.rules.items() if rule.roles & set(DEBATE)} - set(MATRIX)
    assert others == set()


@pytest.mark.requirement("debate-abuse-rules")
def test_tool_abuse_rules(policy: Policy) -> None:
    """The limits per round and flag_defect's preconditions are the contract's; nothing else is limited."""
    limited = {tool: rule.max_calls_per_round for tool, rule in policy.rules.items()}
    assert {tool: limit for tool, limit in limited.items() if limit is not None} == LIMITS
    for tool in LIMITS:
        assert policy.rules[tool].limited_roles == policy.rules[tool].roles & set(DEBATE)
    demanding = {tool for tool, rule in policy.rules.items() if rule.min_items or rule.min_characters}
    assert demanding == {"flag_defect"}
    assert dict(policy.rules["flag_defect"].min_items) == {"evidence_refs": 1}
    assert dict(policy.rules["flag_defect"].min_characters) == {"description": 50}


@pytest.mark.requirement("people-roles")
def test_roles_of_people_and_models(policy: Policy) -> None:
    """ADMIN may call all but what a service does, ANALYST no more than PARTNER, AUDITOR nothing about matters."""
    assert policy.people == {"ADMIN", "PARTNER", "ANALYST", "CLIENT", "AUDITOR"}
    assert policy.models == {*DEBATE, "document_agent", "case_assistant", "reasoner"}
    assert policy.services == {"payment_provider"}
    assert _of(policy, "payment_provider") == {"take_payment_event"}
    assert _of(policy, "ADMIN") == set(policy.rules) - {"take_payment_event"}
    naming = {tool.name for tool in catalogue() if "matter_id" in tool.input_schema["properties"]}
    assert "read_audit" in _of(policy, "AUDITOR")
    assert _of(policy, "AUDITOR") & (naming | _of(policy, "CLIENT")) == set()
    assert _of(policy, "reasoner") == set()
    assert _of(policy, "CLIENT") < _of(policy, "ANALYST") <= _of(policy, "PARTNER")
    assert _of(policy, "document_agent") == {
        *("list_matter_documents", "get_document_text", "document_changes", "list_amendments", "quote_boxes"),
        *("save_query", "contract_facts", "frame_question"),
        *("isaacus_search", "isaacus_extract", "isaacus_classify", "isaacus_iql", "find_section"),
    }
    assert _of(policy, "case_assistant") == {
        *("query_bigquery", "get_party_id_by_name", "generate_draft_pdf", "check_quota", "get_case_details"),
        *("update_case_details", "create_support_ticket", "consult_grok"),
        *("set_case_tier", "activate_case", "request_payment", "check_payment", "show_case"),
        *("list_matter_documents", "get_document_text", "isaacus_search", "isaacus_extract"),
    }


def _of(policy: Policy, role: str) -> set[str]:
    return {tool for tool in policy.rules if isinstance(policy.decide(role, tool), Allow)}


@pytest.mark.requirement("tool-policy-self-check")
def test_every_rule_is_a_tools_and_every_tool_has_one(policy: Policy) -> None:
    """The shipped policy passes the self-check and leaves no tool out; a tool that does not exist is refused."""
    registered = [tool.name for tool in catalogue()]
    policy.require_known(registered)
    assert set(policy.rules) == set(registered)
    with pytest.raises(BadPolicy, match="does not exist"):
        policy.require_known(registered[1:])

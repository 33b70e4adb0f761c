"""Tests of casewright.policy.policy."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from casewright.errors import BadPolicy
from casewright.policy.decisions import Allow, Deny
from casewright.policy.policy import EMPTY, compile_policy

ROLES = '[roles]\npeople = ["ADMIN"]\nmodels = ["advocate"]\n'


@pytest.mark.requirement("tool-default-deny")
def test_what_is_not_listed_is_denied() -> None:
    """Only a listed role may call a listed tool; an empty policy permits nothing."""
    policy = compile_policy({"p": ROLES + '[tools.look]\nroles = ["ADMIN"]'})
    assert isinstance(policy.decide("ADMIN", "look"), Allow)
    denied = policy.decide("advocate", "look")
    assert isinstance(denied, Deny)
    assert denied.reason == "Tool 'look' is not permitted for advocate"
    for role, tool in (("ADMIN", "lo"), ("admin", "look"), ("ADMIN", "look2"), ("", "")):
        assert isinstance(policy.decide(role, tool), Deny)
    assert isinstance(EMPTY.decide("ADMIN", "look"), Deny)
    assert isinstance(compile_policy({}).decide("ADMIN", "look"), Deny)


BROKEN = {
    "not TOML": ("[tools", "policy 'p' is not valid TOML"),
    "unknown table": ("[permissions]", "unknown table 'permissions'"),
    "unknown key": (ROLES + "[tools.a]\nrole = []", r"unknown key 'role' in \[tools.a\]"),
    "unknown role": (ROLES + '[tools.a]\nroles = ["ADMN"]', "tool 'a' to an unknown role, 'ADMN'"),
    "pattern": (ROLES + '[tools.a]\nroles = ["AD*"]', "must name roles exactly, 'AD\\*' is a pattern"),
    "roles no list": (ROLES + '[tools.a]\nroles = "ADMIN"', "tools.a.roles must be a list of names"),
    "limit": (ROLES + "[tools.a]\nmax_calls_per_round = -1", "must be a whole number from 0 on, not -1"),
    "limit bool": (ROLES + "[tools.a]\nmax_calls_per_round = true", "must be a whole number from 0 on, not True"),
    "limited roles": (
        ROLES + '[tools.a]\nroles = []\nlimited_roles = ["ADMIN"]',
        "tools.a.limited_roles has 'ADMIN', which is not in tools.a.roles",
    ),
    "precondition": (ROLES + "[tools.a]\nmin_items = 3", "tools.a.min_items must be a table"),
    "tools no table": ("tools = 3", "tools must be a table, not 3"),
}


@pytest.mark.requirement("tool-policy-data")
@pytest.mark.parametrize("case", BROKEN)
def test_broken_policy_is_refused(case: str) -> None:
    """A policy that cannot be compiled is an error that names the fragment or tool and what is wrong."""
    text, message = BROKEN[case]
    with pytest.raises(BadPolicy, match=message):
        compile_policy({"p": text})


def test_one_rule_per_tool() -> None:
    """Two fragments with a rule for one tool are an error, whatever they say."""
    rule = '[tools.a]\nroles = ["ADMIN"]'
    with pytest.raises(BadPolicy, match="'a' already has a rule"):
        compile_policy({"1": ROLES + rule, "2": rule})


@pytest.mark.requirement("tool-policy-self-check")
def test_self_check_refuses_unknown_tools() -> None:
    """A rule for a tool that does not exist is refused: a misspelt rule protects nothing."""
    policy = compile_policy({"p": ROLES + '[tools.lok]\nroles = ["ADMIN"]'})
    with pytest.raises(BadPolicy, match="a tool that does not exist, 'lok'"):
        policy.require_known(["look"])
    policy.require_known(["lok"])


@given(st.text(max_size=40), st.text(max_size=40))
def test_hash_tells_policies_apart(left: str, right: str) -> None:
    """Two policy texts have the same hash exactly when they are the same text."""
    one, other = (compile_policy({"p": "# " + text.encode("unicode_escape").decode()}) for text in (left, right))
    assert (one.hash == other.hash) == (left == right)


BAD_APPROVALS = {
    "unknown key": ('{ roles = ["ADMIN"], until = 3 }', "unknown key 'until'"),
    "nobody": ("{ four_eyes = true }", "names nobody"),
    "model": ('{ roles = ["helper"] }', "only a role of people may approve"),
    "stranger": ('{ roles = ["EVERYBODY"] }', "'EVERYBODY'"),
    "four eyes": ('{ roles = ["ADMIN"], four_eyes = 1 }', "must be true or false, not 1"),
    "at once": ('{ roles = ["ADMIN"], expires_hours = 0 }', "from 1 to"),
    "never": ('{ roles = ["ADMIN"], expires_hours = 100000 }', "from 1 to"),
    "no table": ("true", "must be a table"),
}


@pytest.mark.requirement("approval-roles")
@pytest.mark.parametrize("case", BAD_APPROVALS)
def test_approval_rule_that_cannot_be_used(case: str) -> None:
    """An approval rule with a wrong key or value, or by which nobody could approve, is refused by name."""
    value, text = BAD_APPROVALS[case]
    policy = f'[roles]\npeople = ["ADMIN"]\nmodels = ["helper"]\n[tools.wipe]\nroles = ["ADMIN"]\napproval = {value}'
    with pytest.raises(BadPolicy, match=text):
        compile_policy({"mine": policy})


def test_approval_rule_is_compiled() -> None:
    """Roles, four eyes and hours are as written; left out, one person is enough and a day is the limit."""
    text = '[roles]\npeople = ["ADMIN"]\n[tools.wipe]\nroles = ["ADMIN"]\napproval = { roles = ["ADMIN"] }'
    rule = compile_policy({"mine": text}).rules["wipe"].approval
    assert rule is not None
    assert (rule.roles, rule.four_eyes, rule.expires_hours) == (frozenset({"ADMIN"}), False, 24)

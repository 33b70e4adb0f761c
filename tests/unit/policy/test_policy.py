"""Tests of casewright.policy.policy."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from casewright.errors import BadPolicy
from casewright.policy.decisions import Allow, Deny
from casewright.policy.policy import EMPTY, compile_policy

if TYPE_CHECKING:
    import random
    from collections.abc import Callable, Mapping

    from casewright.policy.policy import Policy

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


def test_who_stands_behind_a_model_calls_nothing_themselves() -> None:
    """A role that is behind a tool has it called by a model, and may not call it; others have what they may."""
    rule = '[tools.look]\nroles = ["advocate"]\nbehind = ["ADMIN"]'
    policy = compile_policy({"p": ROLES + rule})
    assert isinstance(policy.decide("ADMIN", "look"), Deny)
    assert policy.decide_behind("ADMIN", "look") == Allow(rule="tools.look.behind")
    assert isinstance(policy.decide_behind("PARTNER", "look"), Deny)
    assert isinstance(policy.decide_behind("ADMIN", "other"), Deny)
    assert policy.decide_behind("advocate", "look") == policy.decide("advocate", "look")


BROKEN = {
    "model behind": (ROLES + '[tools.a]\nroles = []\nbehind = ["advocate"]', "'advocate' behind calls of 'a'"),
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


ROLE = st.sampled_from(("ADMIN", "PARTNER", "advocate"))
ROLE_SETS = st.frozensets(ROLE, min_size=1)
COUNTS = st.dictionaries(st.sampled_from(("refs", "ids")), st.integers(0, 9) | st.just(2**60), max_size=2)


@st.composite
def rule_tables(draw: st.DrawFn) -> dict[str, object]:
    """One tool's rule, as its TOML table would be read."""
    roles = draw(ROLE_SETS)
    table: dict[str, object] = {"roles": sorted(roles)}
    if draw(st.booleans()):
        table["max_calls_per_round"] = draw(st.integers(0, 3))
    if draw(st.booleans()):
        table["limited_roles"] = sorted(draw(st.frozensets(st.sampled_from(sorted(roles)))))
    for name in ("min_items", "min_characters"):
        table[name] = draw(COUNTS)
    if draw(st.booleans()):
        people = draw(st.frozensets(st.sampled_from(("ADMIN", "PARTNER")), min_size=1))
        hours = draw(st.integers(1, 3))
        table["approval"] = {"roles": sorted(people), "four_eyes": draw(st.booleans()), "expires_hours": hours}
    return table


RULES = st.dictionaries(st.sampled_from(("look", "wipe", "write")), rule_tables(), max_size=3)
PEOPLE_AND_MODELS = '[roles]\npeople = ["ADMIN", "PARTNER"]\nmodels = ["advocate"]\n'


def toml_value(value: object, shuffle: Callable[[list[str]], list[str]]) -> str:
    """The value as TOML, the items of lists and tables in the order that ``shuffle`` gives them."""
    if isinstance(value, dict):
        return "{" + ", ".join(shuffle([f"{key} = {toml_value(item, shuffle)}" for key, item in value.items()])) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(shuffle([f'"{item}"' for item in value])) + "]"
    return str(value).lower()


@given(RULES, st.randoms(use_true_random=False), st.text("ab \t", max_size=9))
def test_hash_is_that_of_the_compiled_rules(
    rules: dict[str, dict[str, object]], random: random.Random, comment: str
) -> None:
    """Files of other names, in another order, with comments and other spelling: the same rules have one hash."""

    def shuffled(items: list[str]) -> list[str]:
        return random.sample(items, len(items))

    def table(tool: str, shuffle: Callable[[list[str]], list[str]]) -> str:
        lines = [f"{key} = {toml_value(value, shuffle)}" for key, value in rules[tool].items()]
        return "\n".join([f"[tools.{tool}]", *shuffle(lines)])

    plain = compile_policy({"p": PEOPLE_AND_MODELS + "\n".join(table(tool, list) for tool in rules)})
    files = {f"{random.random()} {tool}": f"# {comment}\n{table(tool, shuffled)}\n" for tool in shuffled(list(rules))}
    written_otherwise = compile_policy({**files, "z": '[roles]\nmodels = ["advocate"]\npeople = ["PARTNER", "ADMIN"]'})

    assert (written_otherwise.rules, written_otherwise.roles) == (plain.rules, plain.roles)
    assert written_otherwise.hash == plain.hash


@given(RULES, RULES)
def test_hash_tells_policies_apart(left: dict[str, dict[str, object]], right: dict[str, dict[str, object]]) -> None:
    """Two policies have the same hash exactly when their compiled rules are equal, in every part."""

    def compiled(rules: dict[str, dict[str, object]]) -> Policy:
        lines = (f"{tool} = {toml_value(rule, list)}" for tool, rule in rules.items())
        return compile_policy({"p": "\n".join([PEOPLE_AND_MODELS, "[tools]", *lines])})

    one, other = compiled(left), compiled(right)
    assert (one.hash == other.hash) == (one.rules == other.rules)


ONE_RULE = {
    "roles": '["ADMIN"]',
    "behind": '["PARTNER"]',
    "max_calls_per_round": "3",
    "limited_roles": '["ADMIN"]',
    "min_items": "{ refs = 1 }",
    "min_characters": "{ text = 5 }",
    "approval": '{ roles = ["ADMIN"] }',
}
OTHERWISE = {
    "roles": ('["ADMIN", "PARTNER"]',),
    "behind": ("[]", '["ADMIN"]', None),
    "max_calls_per_round": ("2", None),
    "limited_roles": ("[]", None),
    "min_items": ("{ refs = 2 }", "{ ids = 1 }", None),
    "min_characters": ("{ text = 6 }", "{ texts = 5 }", None),
    "approval": (
        '{ roles = ["PARTNER"] }',
        '{ roles = ["ADMIN"], four_eyes = true }',
        '{ roles = ["ADMIN"], expires_hours = 3 }',
        None,
    ),
}


@pytest.mark.parametrize(("key", "value"), [(key, value) for key in OTHERWISE for value in OTHERWISE[key]])
def test_each_part_of_a_rule_changes_the_hash(key: str, value: str | None) -> None:
    """A rule that differs in one part, or leaves it out, makes another policy."""

    def compiled(rule: Mapping[str, str | None]) -> str:
        lines = (f"{name} = {text}" for name, text in rule.items() if text is not None)
        return compile_policy({"p": "\n".join([PEOPLE_AND_MODELS, "[tools.a]", *lines])}).hash

    assert compiled({**ONE_RULE, key: value}) != compiled(ONE_RULE)


def test_roles_of_people_models_and_services_change_the_hash() -> None:
    """The same name as a person's, a model's or a service's role makes three policies."""
    hashes = {compile_policy({"p": f'[roles]\n{of} = ["one"]'}).hash for of in ("people", "models", "services")}
    assert len({*hashes, EMPTY.hash}) == 4


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


@pytest.mark.requirement("answer-budget")
def test_limits_of_answers() -> None:
    """They have defaults, can be set once, and are part of the hash."""
    plain = compile_policy({"p": ROLES})
    assert (plain.answers.max_calls, plain.answers.max_calls_per_turn) == (32, 100)
    own = compile_policy({"p": ROLES + "[answers]\nmax_calls = 0"})
    assert (own.answers.max_calls, own.answers.max_calls_per_turn) == (0, 100)
    assert len({plain.hash, own.hash, compile_policy({"p": ROLES + "[answers]\nmax_calls_per_turn = 9"}).hash}) == 3
    assert compile_policy({"p": ROLES + "[answers]\nmax_calls = 32"}).hash == plain.hash
    with pytest.raises(BadPolicy, match="stands in 'a' already"):
        compile_policy({"a": ROLES + "[answers]", "b": "[answers]"})


BROKEN_LIMITS = ["answers = 3", "[answers]\nmost = 3", "[answers]\nmax_calls = -1", "[answers]\nmax_calls = 'x'"]


@pytest.mark.requirement("answer-budget")
@pytest.mark.parametrize("text", BROKEN_LIMITS)
def test_broken_limits_of_answers_are_refused(text: str) -> None:
    """With the table's name in the sentence."""
    with pytest.raises(BadPolicy, match="answers"):
        compile_policy({"p": text})

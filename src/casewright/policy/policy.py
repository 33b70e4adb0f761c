"""The compiled policy: which role may call which tool, how often, and under which preconditions.

Default deny, exact names, no patterns (spec, "policy is data"). A policy is compiled from TOML texts, one
fragment a toolkit, and carries the hash of its rules: texts that compile to the same rules have one hash::

    [roles]
    people = ["ADMIN", "ANALYST"]
    models = ["document_agent"]
    services = ["payment_provider"]

    [tools.flag_defect]
    roles = ["ADMIN", "sanad_breaker"]
    max_calls_per_round = 3
    limited_roles = ["sanad_breaker"]
    min_items = { evidence_refs = 1 }
    min_characters = { description = 50 }

    [tools.delete_document]
    roles = ["ADMIN", "ANALYST"]
    approval = { roles = ["ADMIN"], four_eyes = true, expires_hours = 24 }

    [tools.consult_grok]
    roles = ["ADMIN", "case_assistant"]
    behind = ["CLIENT"]

    [answers]
    max_calls = 32
    max_calls_per_turn = 100
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, field
from functools import cache
from hashlib import sha256
from types import MappingProxyType
from typing import TYPE_CHECKING

from casewright.canonical import Json, canonical_json, without_floats
from casewright.errors import BadPolicy
from casewright.policy.decisions import Allow, Decision, Deny

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

_HASHED = "casewright.policy.v2"
_NOTHING: Mapping[str, int] = MappingProxyType({})
_KEYS = {"roles", "behind", "max_calls_per_round", "limited_roles", "min_items", "min_characters", "approval"}
_APPROVAL_KEYS = {"roles", "four_eyes", "expires_hours"}
_EXPIRES_HOURS = 24
_LONGEST_HOURS = 24 * 366


@dataclass(frozen=True, slots=True)
class ApprovalRule:
    """Who may approve a tool's calls; with ``four_eyes`` nobody approves a call of their own."""

    roles: frozenset[str]
    four_eyes: bool = False
    expires_hours: int = _EXPIRES_HOURS


@dataclass(frozen=True, slots=True)
class Rule:
    """What holds for one tool. ``max_calls_per_round`` is per (tenant, run, round, role); None is unlimited.

    ``limited_roles`` are those that the limit is for; None is all of them.

    ``behind`` are roles of people for whom a model may call the tool, though they may not call it themselves.

    ``approval`` makes every call of the tool wait for a person, whatever the tool's own safety level.
    """

    roles: frozenset[str]
    max_calls_per_round: int | None = None
    limited_roles: frozenset[str] | None = None
    min_items: Mapping[str, int] = field(default_factory=lambda: _NOTHING)
    min_characters: Mapping[str, int] = field(default_factory=lambda: _NOTHING)
    approval: ApprovalRule | None = None
    behind: frozenset[str] = frozenset()

    def limit_of(self, role: str) -> int | None:
        """How many calls a round the role may make; None is any number."""
        return self.max_calls_per_round if self.limited_roles is None or role in self.limited_roles else None


@dataclass(frozen=True, slots=True)
class AnswerLimits:
    """How many calls of tools one answer of a model may ask for, and all answers of one turn together.

    An answer that asks for more is refused whole. They hold for every model, whatever its role.
    """

    max_calls: int = 32
    max_calls_per_turn: int = 100


@dataclass(frozen=True, slots=True)
class Policy:
    """Everything that is permitted. ``hash`` is that of the roles and rules themselves, ``sha256:…``."""

    hash: str
    people: frozenset[str] = frozenset()
    models: frozenset[str] = frozenset()
    services: frozenset[str] = frozenset()
    rules: Mapping[str, Rule] = field(default_factory=dict)
    answers: AnswerLimits = AnswerLimits()

    @property
    def roles(self) -> frozenset[str]:
        """All roles, of people, of models and of services."""
        return self.people | self.models | self.services

    def decide(self, role: str, tool: str) -> Decision:
        """Whether ``role`` may call ``tool``; a role or tool that is not listed may nothing."""
        rule = self.rules.get(tool)
        if rule is not None and role in rule.roles:
            return _allow(tool)
        return Deny(rule="default", reason=f"Tool {tool!r} is not permitted for {role}")

    def decide_behind(self, role: str, tool: str) -> Decision:
        """Whether a model may call ``tool`` for a person of ``role``: where they may themselves, or stand behind it."""
        rule = self.rules.get(tool)
        if rule is not None and role in rule.behind:
            return Allow(rule=f"tools.{tool}.behind")
        return self.decide(role, tool)

    def tools_of(self, role: str) -> tuple[str, ...]:
        """The tools that the role may call, in the order of the rules."""
        return tuple(tool for tool, rule in self.rules.items() if role in rule.roles)

    def require_known(self, tools: Collection[str]) -> None:
        """Raise ``BadPolicy`` where a rule names a tool that does not exist: a misspelt rule protects nothing."""
        unknown = sorted(set(self.rules) - set(tools))
        if unknown:
            raise BadPolicy(f"the policy names a tool that does not exist, {unknown[0]!r}: correct or remove it")


@cache
def _allow(tool: str) -> Allow:
    """Made once a tool: every call is asked about."""
    return Allow(rule=f"tools.{tool}.roles")


def compile_policy(fragments: Mapping[str, str]) -> Policy:
    """The policy of these TOML texts, by the name of each (used in errors). None at all permits nothing.

    Raises ``BadPolicy`` naming the fragment and what is wrong in it.
    """
    people: set[str] = set()
    models: set[str] = set()
    services: set[str] = set()
    rules: dict[str, Rule] = {}
    limits: dict[str, AnswerLimits] = {}
    for name in sorted(fragments):
        table = _load(name, fragments[name])
        roles = _table(name, "roles", table.get("roles", {}))
        people |= _names(name, "roles.people", roles.get("people", []))
        models |= _names(name, "roles.models", roles.get("models", []))
        services |= _names(name, "roles.services", roles.get("services", []))
        if "answers" in table:
            limits[name] = _answers(name, table["answers"])
        for tool, rule in _table(name, "tools", table.get("tools", {})).items():
            if tool in rules:
                raise BadPolicy(f"policy {name!r}: tool {tool!r} already has a rule in another fragment; keep one")
            rules[tool] = _rule(name, tool, rule)
    if len(limits) > 1:
        raise BadPolicy(f"policy {max(limits)!r}: [answers] stands in {min(limits)!r} already; keep one")
    for tool, compiled in rules.items():
        nobody = sorted(compiled.behind - people)
        if nobody:
            raise BadPolicy(
                f"the policy has {nobody[0]!r} behind calls of {tool!r}: only a role of people may stand there"
            )
        strangers = sorted(compiled.roles - people - models - services)
        if strangers:
            raise BadPolicy(f"the policy gives tool {tool!r} to an unknown role, {strangers[0]!r}: list it in [roles]")
        nobody = sorted(compiled.approval.roles - people) if compiled.approval is not None else []
        if nobody:
            raise BadPolicy(f"the policy lets {nobody[0]!r} approve tool {tool!r}: only a role of people may approve")
    return _policy(frozenset(people), frozenset(models), frozenset(services), rules, *limits.values())


def _policy(
    people: frozenset[str],
    models: frozenset[str],
    services: frozenset[str],
    rules: Mapping[str, Rule],
    answers: AnswerLimits = AnswerLimits(),
) -> Policy:
    """The policy of these roles and rules, with the hash of their canonical form (RFC 8785)."""
    roles: Json = [sorted(people), sorted(models), sorted(services)]
    tools: Json = {tool: _canonical(rule) for tool, rule in rules.items()}
    limits = without_floats([answers.max_calls, answers.max_calls_per_turn])
    digest = sha256(canonical_json([_HASHED, roles, tools, limits])).hexdigest()
    return Policy(f"sha256:{digest}", people, models, services, MappingProxyType(rules), answers)


def _canonical(rule: Rule) -> Json:
    """Everything that the rule says, for the hash; counts too large for JSON as text."""
    approval = rule.approval
    behind: dict[str, object] = {"behind": sorted(rule.behind)} if rule.behind else {}
    return without_floats(
        {
            **behind,
            "roles": sorted(rule.roles),
            "max_calls_per_round": rule.max_calls_per_round,
            "limited_roles": None if rule.limited_roles is None else sorted(rule.limited_roles),
            "min_items": rule.min_items,
            "min_characters": rule.min_characters,
            "approval": approval and [sorted(approval.roles), approval.four_eyes, approval.expires_hours],
        }
    )


def _load(name: str, text: str) -> dict[str, object]:
    try:
        table = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise BadPolicy(f"policy {name!r} is not valid TOML: {error}") from error
    unknown = sorted(set(table) - {"roles", "tools", "answers"})
    if unknown:
        raise BadPolicy(
            f"policy {name!r}: unknown table {unknown[0]!r}; it can have [roles], [answers] and [tools.NAME]"
        )
    return table


def _answers(name: str, value: object) -> AnswerLimits:
    table = _table(name, "answers", value)
    known = ("max_calls", "max_calls_per_turn")
    unknown = sorted(set(table) - set(known))
    if unknown:
        raise BadPolicy(f"policy {name!r}: unknown key {unknown[0]!r} in [answers]; known are {', '.join(known)}")
    return AnswerLimits(**{key: _count(name, f"answers.{key}", one) for key, one in table.items()})


def _rule(name: str, tool: str, value: object) -> Rule:
    where = f"tools.{tool}"
    table = _table(name, where, value)
    unknown = sorted(set(table) - _KEYS)
    if unknown:
        raise BadPolicy(
            f"policy {name!r}: unknown key {unknown[0]!r} in [{where}]; known are {', '.join(sorted(_KEYS))}"
        )
    limit = table.get("max_calls_per_round")
    if limit is not None:
        _count(name, f"{where}.max_calls_per_round", limit)
    roles = frozenset(_names(name, f"{where}.roles", table.get("roles", [])))
    limited = None
    if "limited_roles" in table:
        limited = frozenset(_names(name, f"{where}.limited_roles", table["limited_roles"]))
    strangers = sorted((limited or frozenset()) - roles)
    if strangers:
        raise BadPolicy(f"policy {name!r}: {where}.limited_roles has {strangers[0]!r}, which is not in {where}.roles")
    return Rule(
        roles=roles,
        behind=frozenset(_names(name, f"{where}.behind", table.get("behind", []))),
        limited_roles=limited,
        max_calls_per_round=limit if isinstance(limit, int) else None,
        min_items=_counts(name, f"{where}.min_items", table.get("min_items", {})),
        min_characters=_counts(name, f"{where}.min_characters", table.get("min_characters", {})),
        approval=_approval(name, f"{where}.approval", table["approval"]) if "approval" in table else None,
    )


def _approval(name: str, where: str, value: object) -> ApprovalRule:
    table = _table(name, where, value)
    unknown = sorted(set(table) - _APPROVAL_KEYS)
    if unknown:
        known = ", ".join(sorted(_APPROVAL_KEYS))
        raise BadPolicy(f"policy {name!r}: unknown key {unknown[0]!r} in {where}; known are {known}")
    roles = _names(name, f"{where}.roles", table.get("roles", []))
    if not roles:
        raise BadPolicy(f"policy {name!r}: {where}.roles names nobody, so nothing could ever be approved")
    four_eyes = table.get("four_eyes", False)
    if not isinstance(four_eyes, bool):
        raise BadPolicy(f"policy {name!r}: {where}.four_eyes must be true or false, not {four_eyes!r}")
    hours = _count(name, f"{where}.expires_hours", table.get("expires_hours", _EXPIRES_HOURS))
    if not 0 < hours <= _LONGEST_HOURS:
        raise BadPolicy(f"policy {name!r}: {where}.expires_hours must be from 1 to {_LONGEST_HOURS}, not {hours}")
    return ApprovalRule(frozenset(roles), four_eyes, hours)


def _table(name: str, where: str, value: object) -> Mapping[str, object]:
    if not isinstance(value, dict):
        raise BadPolicy(f"policy {name!r}: {where} must be a table, not {value!r}")
    return value


def _names(name: str, where: str, value: object) -> set[str]:
    if not isinstance(value, list) or not all(isinstance(item, str) and item for item in value):
        raise BadPolicy(f"policy {name!r}: {where} must be a list of names, not {value!r}")
    patterns = [item for item in value if set(item) & set("*?[]")]
    if patterns:
        raise BadPolicy(f"policy {name!r}: {where} must name roles exactly, {patterns[0]!r} is a pattern")
    return set(value)


def _counts(name: str, where: str, value: object) -> Mapping[str, int]:
    table = _table(name, where, value)
    return MappingProxyType({key: _count(name, f"{where}.{key}", item) for key, item in table.items()})


def _count(name: str, where: str, value: object) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or value < 0:
        raise BadPolicy(f"policy {name!r}: {where} must be a whole number from 0 on, not {value!r}")
    return value


EMPTY = compile_policy({})
"""Permits nothing."""

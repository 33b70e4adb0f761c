"""``casewright policy``: show the matrix of tools and roles, and check a policy file before it is used."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from casewright.cli.state import State

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from casewright.cli.output import Output
    from casewright.policy.policy import ApprovalRule, Policy, Rule

app = typer.Typer(no_args_is_help=True)


@app.command()
def show(context: typer.Context) -> None:
    """Show who may call what: tools by roles, limits, preconditions, and the policy's hash."""
    from casewright.bootstrap.catalogue import compiled_policy

    state: State = context.obj
    policy, _ = compiled_policy()
    output = state.output
    output.document(_document(policy))
    _matrix(output, "People", sorted(policy.people), policy)
    _matrix(output, "Models", sorted(policy.models), policy)
    _matrix(output, "Services", sorted(policy.services), policy)
    _conditions(output, policy)
    output.line(f"Policy {policy.hash}")


@app.command()
def check(
    context: typer.Context, file: Annotated[Path, typer.Argument(help="A policy file, TOML, to be used instead.")]
) -> None:
    """Compile a policy file like at a start, and say what is wrong with it; exit code 2 where something is."""
    from casewright.bootstrap.catalogue import compiled_policy

    state: State = context.obj
    policy, tools = compiled_policy(file)
    idle = [tool.name for tool in tools if tool.name not in policy.rules or not policy.rules[tool.name].roles]
    shown = {
        "valid": True,
        "hash": policy.hash,
        "roles": sorted(policy.roles),
        "rules": len(policy.rules),
        "tools_nobody_may_call": idle,
    }
    output = state.output
    output.document(shown)
    output.prose(f"Valid: {len(policy.roles)} roles, {len(policy.rules)} rules.")
    if idle:
        output.line(f"Nobody may call: {', '.join(idle)}")
    output.line(f"Policy {policy.hash}")
    output.line(f"Use it: CASEWRIGHT_POLICY={file}")


def _document(policy: Policy) -> dict[str, object]:
    return {
        "hash": policy.hash,
        "people": sorted(policy.people),
        "models": sorted(policy.models),
        "services": sorted(policy.services),
        "answers": {
            "max_calls": policy.answers.max_calls,
            "max_calls_per_turn": policy.answers.max_calls_per_turn,
        },
        "tools": [
            {
                "tool": name,
                "roles": sorted(rule.roles),
                "behind": sorted(rule.behind),
                "max_calls_per_round": rule.max_calls_per_round,
                "limited_roles": None if rule.limited_roles is None else sorted(rule.limited_roles),
                "min_items": dict(rule.min_items),
                "min_characters": dict(rule.min_characters),
                "approval": None if rule.approval is None else _approval(rule.approval),
            }
            for name, rule in policy.rules.items()
        ],
    }


def _matrix(output: Output, title: str, roles: Sequence[str], policy: Policy) -> None:
    """A row a tool that any of these roles may call, a column a role; as many tables as the width asks for."""
    rows = [name for name, rule in policy.rules.items() if rule.roles & set(roles)]
    if not rows:
        output.prose(f"{title}: no role may call anything.\n")
        return
    room = output.width - max(map(len, rows)) - 6
    for part in _parts(roles, room):
        _table(output, title, part, rows, policy)


def _parts(roles: Sequence[str], room: int) -> Iterator[list[str]]:
    """The roles in order, as many together as fit beside each other into ``room`` characters, at least one."""
    part: list[str] = []
    taken = 0
    for role in roles:
        width = max(map(len, role.split("_"))) + 2
        if part and taken + width > room:
            yield part
            part, taken = [], 0
        part.append(role)
        taken += width
    yield part


def _table(
    output: Output,
    title: str,
    roles: Sequence[str],
    rows: Sequence[str],
    policy: Policy,
) -> None:
    from rich.table import Column

    columns = [Column(role.replace("_", "\n"), justify="center", no_wrap=True) for role in roles]
    marked = [(name, *("yes" if role in policy.rules[name].roles else "·" for role in roles)) for name in rows]
    output.table([Column("tool", no_wrap=True), *columns], marked, title=title)
    output.line()


def _conditions(output: Output, policy: Policy) -> None:
    rows = [(name, said) for name, rule in policy.rules.items() if (said := "; ".join(_said(rule)))]
    for name, said in rows:
        output.line(f"{name}: {said}")
    most = policy.answers
    output.line(f"Answers of models: at most {most.max_calls} calls in one, {most.max_calls_per_turn} in a turn")


def _said(rule: Rule) -> list[str]:
    limit = rule.max_calls_per_round
    of = "" if rule.limited_roles is None else f" ({', '.join(sorted(rule.limited_roles))})"
    said = [] if limit is None else [f"at most {limit} calls a round and role{of}"]
    said += [f"at least {least} in {name}" for name, least in rule.min_items.items()]
    said += [f"at least {least} characters in {name}" for name, least in rule.min_characters.items()]
    if rule.behind:
        said.append(f"models may call it for {', '.join(sorted(rule.behind))}")
    if rule.approval is not None:
        eyes = ", never the one who asks" if rule.approval.four_eyes else ""
        roles = " or ".join(sorted(rule.approval.roles))
        said.append(f"needs approval by {roles}{eyes}, within {rule.approval.expires_hours} hours")
    return said


def _approval(rule: ApprovalRule) -> dict[str, object]:
    return {"roles": sorted(rule.roles), "four_eyes": rule.four_eyes, "expires_hours": rule.expires_hours}

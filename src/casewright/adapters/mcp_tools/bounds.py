"""How much work a schema of another server may make: where its references lead, and how far a check may follow them.

References can branch: a hundred short lines lead through one value in more ways than anybody could follow.
"""

from __future__ import annotations

from contextlib import contextmanager
from contextvars import ContextVar
from typing import TYPE_CHECKING, Any

from referencing import Registry
from referencing.jsonschema import specification_with

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from referencing import Resource

MOST_BRANCHES = 10_000
"""Ways through a schema for one value."""
MOST_STEPS = 200_000
"""Keywords that are held against one call's arguments."""
_SAME_VALUE = ("allOf", "anyOf", "oneOf", "not", "if", "then", "else", "extends", "dependentSchemas", "dependencies")
"""Keywords whose schemas are about the very value that theirs is about."""
_left: ContextVar[list[int]] = ContextVar("casewright_steps_left")


class TooManyBranches(Exception):
    """A schema leads through one value in too many ways."""


class TooManySteps(Exception):
    """The arguments cannot be held against the schema within ``MOST_STEPS``."""


# Any: a JSON schema and what it describes are any JSON, and the library's classes have no types.
def resolve(kind: Any, schema: Mapping[str, Any]) -> None:
    """Raises ``Unresolvable`` where the schema refers to what is not in it, ``TooManyBranches`` where it branches."""
    specification = specification_with(kind.META_SCHEMA["$schema"])
    root = specification.create_resource(schema)
    waiting, leads = [(root, Registry().resolver_with_root(root))], dict[int, list[int]]()
    while waiting:
        part, resolver = waiting.pop()
        if id(part.contents) in leads:
            continue
        leads[id(part.contents)] = on = _on_the_same_value(part)
        waiting += [(one, resolver.in_subresource(one)) for one in part.subresources()]
        for keyword in ("$ref", "$dynamicRef"):
            ref = part.contents.get(keyword) if isinstance(part.contents, dict) else None
            if isinstance(ref, str):
                found = resolver.lookup(ref)
                waiting.append((specification.create_resource(found.contents), found.resolver))
                on.append(id(found.contents))
    _require_few_branches(leads)


def _on_the_same_value(part: Resource[Any]) -> list[int]:
    """The schemas that stand in this one and are about the same value."""
    found: list[int] = []
    for keyword in _SAME_VALUE if isinstance(part.contents, dict) else ():
        inner = part.contents.get(keyword)
        several = inner if isinstance(inner, list) else list(inner.values()) if isinstance(inner, dict) else []
        found += [id(one) for one in (inner, *several)]
    return found


def _require_few_branches(leads: Mapping[int, list[int]]) -> None:
    """Each schema is counted once, after those that it leads to; one that leads back to itself ends there."""
    counted: dict[int, int] = {}
    for first in leads:
        waiting = [first]
        while waiting:
            one = waiting[-1]
            on = [each for each in leads[one] if each in leads]
            if one not in counted:
                counted[one] = 0
                waiting += [each for each in on if each not in counted]
                continue
            waiting.pop()
            if counted[one] == 0:
                counted[one] = 1 + sum(counted[each] for each in on)
            if counted[one] > MOST_BRANCHES:
                raise TooManyBranches


@contextmanager
def steps_counted() -> Iterator[None]:
    """Within it the steps of ``counted`` rules come to an end: ``TooManySteps``."""
    token = _left.set([MOST_STEPS])
    try:
        yield
    finally:
        _left.reset(token)


def counted(rule: Callable[..., Any]) -> Callable[..., Any]:
    """The rule of a keyword, of which each use is a step."""

    def checked(validator: Any, value: Any, instance: Any, schema: Any) -> Any:
        left = _left.get()
        left[0] -= 1
        if left[0] < 0:
            raise TooManySteps
        return rule(validator, value, instance, schema)

    return checked

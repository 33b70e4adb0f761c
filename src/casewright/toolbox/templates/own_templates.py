"""A tenant's own templates as queries use them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from casewright.domain.templates import Defined, OwnTemplate
from casewright.errors import InvalidInput
from casewright.iql import BUILTIN, IqlSyntaxError, Template, parse
from casewright.iql.templates import fold

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from casewright.domain.ids import TenantId
    from casewright.iql import Query
    from casewright.tools.ports.templates import TemplateStore

LIMIT = 200
"""How many templates of its own a tenant has at most."""

LONGEST_NAME = 100


@dataclass(frozen=True, slots=True)
class Understood:
    """A query, and which of its statements stand for templates that were trained, by statement."""

    query: Query
    trained: Mapping[str, OwnTemplate]


def understand(text: str, store: TemplateStore, tenant: TenantId) -> Understood:
    """The query ``text`` with the tenant's templates beside the built-in ones. Raises ``IqlSyntaxError``."""
    try:
        return Understood(parse(text), {})
    except IqlSyntaxError:
        own = store.all(tenant)
        if not own:
            raise
    query = parse(text, beside_builtin(own))
    trained = {statement_of(one): one for one in own if not isinstance(one.body, Defined)}
    return Understood(query, {statement: trained[statement] for statement in query.statements if statement in trained})


def beside_builtin(own: Sequence[OwnTemplate]) -> Mapping[str, Template]:
    """The tenant's templates and the built-in ones by name; a built-in one wins."""
    return {**{one.name: as_template(one) for one in own}, **BUILTIN}


def as_template(own: OwnTemplate) -> Template:
    """What the language knows of it. Raises ``InvalidInput`` for a name or an argument that no query could write."""
    if isinstance(own.body, Defined):
        return Template(own.name, own.body.query, parameter=own.body.parameter)
    return Template(own.name, f"{{{statement_of(own)}}}")


def statement_of(own: OwnTemplate) -> str:
    """What a trained template asks: another statement as soon as its examples are others."""
    if isinstance(own.body, Defined):
        raise InvalidInput(f"The template {own.name!r} stands for a query and was not trained.")
    return f"This is like the examples of {own.name} ({own.body.digest})."


def checked_name(name: str) -> str:
    """The name as it is stored. Raises ``InvalidInput`` for one that is taken by the language or is none."""
    folded = fold(name)
    if folded in BUILTIN:
        raise InvalidInput(f"{folded!r} is a built-in template: choose another name.")
    if len(folded) > LONGEST_NAME:
        raise InvalidInput(f"The name has {len(folded)} characters: use at most {LONGEST_NAME}.")
    Template(folded, "{x}")
    return folded


def admit(new: OwnTemplate, store: TemplateStore, *, replace: bool) -> None:
    """Store a template that fits beside the others.

    Raises ``InvalidInput`` where the name is taken and not to be replaced, where there are too many, and where
    another template could no longer be read; ``IqlSyntaxError`` for a query that cannot be.
    """
    own = {one.name: one for one in store.all(new.tenant)}
    if new.name in own and not replace:
        raise InvalidInput(f"There is a template {new.name!r} already: choose another name, or replace it on purpose.")
    if new.name not in own and len(own) >= LIMIT:
        raise InvalidInput(f"There are {len(own)} templates already, and {LIMIT} are the most: remove one first.")
    after = {**own, new.name: new}
    as_template(new)
    if isinstance(new.body, Defined):
        parse(new.body.query, beside_builtin(tuple(after.values())))
    _require_unbroken(own, after, f"The template {new.name!r} cannot be that")
    store.put(new)


def discard(name: str, store: TemplateStore, tenant: TenantId) -> bool:
    """Delete a template; whether there was one. Raises ``InvalidInput`` where another one stands for it."""
    own = {one.name: one for one in store.all(tenant)}
    left = {other: one for other, one in own.items() if other != name}
    _require_unbroken(own, left, f"The template {name!r} is in use")
    return store.remove(tenant, name)


def _require_unbroken(before: Mapping[str, OwnTemplate], after: Mapping[str, OwnTemplate], refusal: str) -> None:
    broken = [name for name in _broken(after) if name not in _broken(before)]
    if broken:
        users = " and ".join(repr(name) for name in sorted(broken)[:3])
        raise InvalidInput(f"{refusal}: {users} could no longer be used. Change or remove that first.")


def _broken(own: Mapping[str, OwnTemplate]) -> set[str]:
    """The names that no query can invoke."""
    templates = beside_builtin(tuple(own.values()))
    found = set()
    for name in own:
        try:
            parse(templates[name].usage, templates)
        except IqlSyntaxError:
            found.add(name)
    return found

"""A tenant's own templates as queries use them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from casewright.domain.templates import Defined, OwnTemplate
from casewright.errors import InvalidInput, NotFound
from casewright.iql import BUILTIN, IqlSyntaxError, Template, parse
from casewright.iql.templates import fold, with_builtin

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from casewright.domain.ids import TenantId
    from casewright.iql import Query
    from casewright.tools.ports.templates import TemplateStore

MAX_TEMPLATES = 200
"""How many templates of its own a tenant has at most."""

MAX_NAME_CHARS = 100


@dataclass(frozen=True, slots=True)
class Understood:
    """A query, and which of its statements stand for templates that were trained, by statement."""

    query: Query
    trained: Mapping[str, OwnTemplate]


def understand(text: str, store: TemplateStore, tenant: TenantId) -> Understood:
    """Parse ``text`` with the tenant's templates beside the built-in ones. Raises ``IqlSyntaxError``."""
    try:
        return Understood(parse(text), {})
    except IqlSyntaxError:
        own = store.all(tenant)
        if not own:
            raise
    query = parse(text, _with_builtin(own))
    trained = {trained_statement(one): one for one in own if not isinstance(one.body, Defined)}
    return Understood(query, {statement: trained[statement] for statement in query.statements if statement in trained})


def to_template(own: OwnTemplate) -> Template:
    """What the language knows of it. Raises ``InvalidInput`` for a name or an argument that no query could write."""
    if isinstance(own.body, Defined):
        return Template(own.name, own.body.query, parameter=own.body.parameter)
    return Template(own.name, f"{{{trained_statement(own)}}}")


def trained_statement(own: OwnTemplate) -> str:
    """What a trained template asks: another statement as soon as its examples are others."""
    if isinstance(own.body, Defined):
        raise InvalidInput(f"The template {own.name!r} stands for a query and was not trained.")
    return f"This is like the examples of {own.name} ({own.body.digest})."


def fold_name(name: str) -> str:
    """The name as it is stored. Raises ``InvalidInput`` for one that is taken by the language or is none."""
    folded = fold(name)
    if folded in BUILTIN:
        raise InvalidInput(f"{folded!r} is a built-in template: choose another name.")
    if len(folded) > MAX_NAME_CHARS:
        raise InvalidInput(f"The name has {len(folded)} characters: use at most {MAX_NAME_CHARS}.")
    Template(folded, "{x}")
    return folded


def find_template(store: TemplateStore, tenant: TenantId, name: str) -> OwnTemplate:
    """The tenant's template of this name, however it is written. Raises ``NotFound``."""
    own = store.get(tenant, fold(name))
    if own is None:
        raise NotFound(f"Template {name!r} not found among the templates of your own")
    return own


def admit(new: OwnTemplate, store: TemplateStore, *, replace: bool) -> None:
    """Store a template that fits beside the others.

    Raises ``InvalidInput`` where the name is taken and not to be replaced, where there are too many, and where
    another template could no longer be read; ``IqlSyntaxError`` for a query that cannot be.
    """
    own = {one.name: one for one in store.all(new.tenant)}
    if new.name in own and not replace:
        raise InvalidInput(f"There is a template {new.name!r} already: choose another name, or replace it on purpose.")
    if new.name not in own and len(own) >= MAX_TEMPLATES:
        raise InvalidInput(
            f"There are {len(own)} templates already, and {MAX_TEMPLATES} are the most: remove one first."
        )
    after = {**own, new.name: new}
    to_template(new)
    if isinstance(new.body, Defined):
        parse(new.body.query, _with_builtin(after.values()))
    _require_unbroken(own, after, f"The template {new.name!r} cannot be that")
    store.put(new)


def remove(name: str, store: TemplateStore, tenant: TenantId) -> bool:
    """Delete a template; whether there was one. Raises ``InvalidInput`` where another one stands for it."""
    require_removable(name, store, tenant)
    return store.remove(tenant, name)


def require_removable(name: str, store: TemplateStore, tenant: TenantId) -> None:
    """Raise ``InvalidInput`` where another template stands for this one."""
    own = {one.name: one for one in store.all(tenant)}
    left = {other: one for other, one in own.items() if other != name}
    _require_unbroken(own, left, f"The template {name!r} is in use")


def _with_builtin(own: Iterable[OwnTemplate]) -> Mapping[str, Template]:
    return with_builtin(to_template(one) for one in own)


def _require_unbroken(before: Mapping[str, OwnTemplate], after: Mapping[str, OwnTemplate], refusal: str) -> None:
    broken = [name for name in _broken(after) if name not in _broken(before)]
    if broken:
        users = " and ".join(repr(name) for name in sorted(broken)[:3])
        raise InvalidInput(f"{refusal}: {users} could no longer be used. Change or remove that first.")


def _broken(own: Mapping[str, OwnTemplate]) -> set[str]:
    """The names that no query can invoke."""
    templates = _with_builtin(own.values())
    broken = set()
    for name in own:
        try:
            parse(templates[name].usage, templates)
        except IqlSyntaxError:
            broken.add(name)
    return broken

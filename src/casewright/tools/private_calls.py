"""Calls about a case: their texts are masked on entry, and recorded as keyed hashes only (casework spec, "Firewall").

The audit cannot change, so not even a masked text stands there: a name may be declared later.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from typing import TYPE_CHECKING

from casewright.domain.ids import MatterId, is_uuid
from casewright.domain.matters import MatterKind
from casewright.tools.arguments import names
from casewright.tools.gates.matter_scope import MATTER_NAMES, named_matters

if TYPE_CHECKING:
    from casewright.domain.ids import TenantId
    from casewright.tools.calls import CallContext
    from casewright.tools.definition import Tool
    from casewright.tools.ports.matters import MatterStore

_PLACEHOLDER = re.compile(r"\{\{(?:party|person_)[0-9]+(?:/party[0-9]+)*(?:\.([A-Za-z]+))?\}\}")
_CASE = "case_id"
_TOOL = re.compile(r"[a-z][a-z0-9]{0,40}(?:_[a-z0-9]{1,40}){1,6}")
_PLAIN = re.compile(r"[0-9a-f]{64}|party[0-9]+")
"""Hashes of stored bytes and aliases of parties: they say nothing about anybody."""


class PrivateCalls:
    """Over the store that knows which matters are cases; without one none is."""

    def __init__(self, matters: MatterStore | None) -> None:
        self._matters = matters
        self._kinds: dict[tuple[TenantId, MatterId], bool] = {}
        """Whether it is a case, of every matter asked about: it stays what it is."""

    def case_of(self, context: CallContext, arguments: Mapping[str, object]) -> MatterId | None:
        """The case that the call is about: the arguments name it, or its context does. None where it is about none."""
        if self._matters is None or not isinstance(arguments, Mapping):
            return None
        named = [*named_matters(arguments), *([] if context.matter is None else [context.matter])]
        matters = (MatterId(name.lower()) for name in named if is_uuid(name))
        return next((matter for matter in matters if self._is_case(context.tenant, matter)), None)

    def withholds(self, context: CallContext, arguments: Mapping[str, object]) -> bool:
        """Whether no word of the call is recorded: it is about a case, or about one that is not there.

        An id that was mistyped makes what was said to the case no less personal.
        """
        if self._matters is None or not isinstance(arguments, Mapping):
            return False
        return _CASE in arguments or self.case_of(context, arguments) is not None

    def _is_case(self, tenant: TenantId, matter: MatterId) -> bool:
        known = self._kinds.get((tenant, matter))
        if known is not None:
            return known
        found = None if self._matters is None else self._matters.get(tenant, matter)
        if found is None:
            return False
        return self._kinds.setdefault((tenant, matter), found.kind is MatterKind.CASE)


def with_known_names(
    tool: Tool | None, arguments: Mapping[str, object], reason: str
) -> tuple[Mapping[str, object], str]:
    """The arguments and what is said about them, without the names of parameters that the tool does not have.

    They are words of whoever calls, as the values are.
    """
    known = {*MATTER_NAMES, *(() if tool is None else names(tool.arguments))}
    strange = {str(name): f"unknown parameter {at}" for at, name in enumerate(set(arguments) - known, 1)}
    for name in sorted(strange, key=len, reverse=True):
        reason = reason.replace(f"'{name}'", "'…'")
    return {strange.get(str(name), name): value for name, value in arguments.items()}, reason


def names_a_tool(name: str) -> bool:
    """Whether a tool could be called so: no name of a person can, as people write them."""
    return _TOOL.fullmatch(name) is not None


def replaced(before: Mapping[str, object], after: Mapping[str, object]) -> Mapping[str, int]:
    """How many pieces of personal data the firewall took out of a call's texts, by the placeholders' kinds."""
    counts = _placeholders(after)
    counts.subtract(_placeholders(before))
    return {kind: count for kind, count in sorted(counts.items()) if count > 0}


def _placeholders(value: object) -> Counter[str]:
    if isinstance(value, str):
        return Counter(kind or "name" for kind in _PLACEHOLDER.findall(value))
    parts = value.values() if isinstance(value, Mapping) else value if isinstance(value, list | tuple) else ()
    return sum((_placeholders(part) for part in parts), Counter())


def texts_in(arguments: Mapping[str, object]) -> frozenset[str]:
    """The names of the arguments that may hold words: all but numbers, ids and hashes."""
    return frozenset(name for name, value in arguments.items() if _may_hold_words(value))


def _may_hold_words(value: object) -> bool:
    if value is None or isinstance(value, bool | int | float):
        return False
    return not isinstance(value, str) or not (is_uuid(value) or _PLAIN.fullmatch(value) is not None)

"""Calls about a case: their texts are masked on entry, and recorded as keyed hashes only (casework spec, "Firewall").

The audit cannot change, so not even a masked text stands there: a name may be declared later.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from casewright.domain.ids import MatterId, is_uuid
from casewright.domain.matters import MatterKind
from casewright.toolbox.cases.case_firewall import escape_placeholders
from casewright.tools.iql_arguments import iql_arguments
from casewright.tools.matter_names import named_matters
from casewright.tools.ports.entry import Prepared
from casewright.tools.recorder import keyed_hash
from casewright.tools.stopped_calls import texts_in

if TYPE_CHECKING:
    from casewright.domain.ids import TenantId
    from casewright.tools.calls import CallContext, ToolCall
    from casewright.tools.definition import Tool
    from casewright.tools.ports.firewall import EntryFirewall
    from casewright.tools.ports.matters import MatterStore

_PLACEHOLDER = re.compile(r"\{\{(?:party|person_)[0-9]+(?:/party[0-9]+)*(?:\.([A-Za-z]+))?\}\}")
_CASE = "case_id"
_PERSONAL = frozenset(("cases", "parties"))
"""Categories of tools whose calls are about people."""


class CaseEntry:
    """Fits ``tools.ports.entry.Entry``: calls about cases are private, and ``firewall`` masks them.

    ``matters`` knows which matters are cases. ``key`` makes another idempotency key of one that had to be masked.
    """

    def __init__(self, matters: MatterStore, firewall: EntryFirewall | None, key: bytes) -> None:
        self._matters = matters
        self._firewall = firewall
        self._key = key
        self._kinds: dict[tuple[TenantId, MatterId], bool] = {}
        """Whether it is a case, of every matter asked about: it stays what it is."""

    def withheld(self, call: ToolCall, context: CallContext) -> frozenset[str] | None:
        """The arguments that may hold words, where the call is about a case or about one that is not there.

        An id that was mistyped makes what was said to the case no less personal.
        """
        arguments: object = call.arguments  # whatever the caller gave
        if not isinstance(arguments, Mapping):
            return None
        private = _CASE in arguments or self.case_of(context, arguments) is not None
        return texts_in(arguments) if private else None

    def prepare(self, call: ToolCall, context: CallContext, tool: Tool) -> Prepared:
        """The call on a case with placeholders for personal data, which go to the vault."""
        case = self.case_of(context, call.arguments)
        if case is None or self._firewall is None:
            return Prepared(call, context, {})
        names = texts_in(call.arguments) - tool.sensitive
        entered = self._firewall.entered(context.tenant, case, call.arguments, names)
        masked = replaced(call.arguments, entered)
        given = _as_iql(entered, iql_arguments(tool.arguments))
        return Prepared(replace(call, arguments=given), self._unnamed(context, case), masked)

    def guards(self, tool: Tool) -> bool:
        """Whether the tool is about cases or parties."""
        return not _PERSONAL.isdisjoint(tool.categories)

    def prepare_stopped(self, call: ToolCall, context: CallContext) -> tuple[bool, CallContext]:
        """Whether any id in the call is a case's, under whatever name, and the context without personal data."""
        arguments: object = call.arguments  # whatever the caller gave
        if not isinstance(arguments, Mapping):
            case = None if context.matter is None else self.case_of(context, {})
        else:
            case = self.case_of(context, arguments) or self._misnamed(context, arguments)
        if case is None:
            return isinstance(arguments, Mapping) and _CASE in arguments, context
        return True, self._unnamed(context, case)

    def case_of(self, context: CallContext, arguments: object) -> MatterId | None:
        """The case that the call is about: the arguments name it, or its context does. None where it is about none."""
        if not isinstance(arguments, Mapping):
            return None
        named = [*named_matters(arguments), *([] if context.matter is None else [context.matter])]
        matters = (MatterId(name.lower()) for name in named if is_uuid(name))
        return next((matter for matter in matters if self._is_case(context.tenant, matter)), None)

    def _misnamed(self, context: CallContext, arguments: Mapping[str, object]) -> MatterId | None:
        """The case whose id stands in the arguments where no tool looks for it."""
        ids = (MatterId(value.lower()) for value in arguments.values() if isinstance(value, str) and is_uuid(value))
        return next((matter for matter in ids if self._is_case(context.tenant, matter)), None)

    def _unnamed(self, context: CallContext, case: MatterId) -> CallContext:
        """The context with no personal data in the reason and the key that the caller gave."""
        given = {name: text for name, text in (("why", context.why), ("key", context.idempotency_key)) if text}
        if self._firewall is None or context.on_behalf_of is not None or not texts_in(given):
            return context  # what the agents themselves give holds none
        clean = self._firewall.entered(context.tenant, case, given, given)
        key = context.idempotency_key
        if clean.get("key") != given.get("key"):
            key = keyed_hash(self._key, given["key"])  # another key stays another one
        return replace(context, why=clean.get("why"), idempotency_key=key)

    def _is_case(self, tenant: TenantId, matter: MatterId) -> bool:
        known = self._kinds.get((tenant, matter))
        if known is not None:
            return known
        found = self._matters.get(tenant, matter)
        if found is None:
            return False
        return self._kinds.setdefault((tenant, matter), found.kind is MatterKind.CASE)


def _as_iql(arguments: Mapping[str, Any], queries: frozenset[str]) -> Mapping[str, Any]:
    """The arguments where those that are IQL have placeholders as text."""
    return {
        name: escape_placeholders(value) if name in queries and isinstance(value, str) else value
        for name, value in arguments.items()
    }


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

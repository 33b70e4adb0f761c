"""Calls about a case: their texts are masked on entry, and recorded as keyed hashes only (casework spec, "Firewall").

The audit cannot change, so not even a masked text stands there: a name may be declared later.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING

from casewright.domain.ids import MatterId, is_uuid
from casewright.domain.matters import MatterKind
from casewright.tools.gates.matter_scope import named_matters

if TYPE_CHECKING:
    from casewright.domain.ids import TenantId
    from casewright.tools.calls import CallContext
    from casewright.tools.ports.matters import MatterStore

_PLAIN = re.compile(r"[0-9a-f]{64}|party[0-9]+")
"""Hashes of stored bytes and aliases of parties: they say nothing about anybody."""


class PrivateCalls:
    """Over the store that knows which matters are cases; without one none is."""

    def __init__(self, matters: MatterStore | None) -> None:
        self._matters = matters
        self._cases: set[tuple[TenantId, MatterId]] = set()

    def case_of(self, context: CallContext, arguments: Mapping[str, object]) -> MatterId | None:
        """The case that the call is about: the arguments name it, or its context does. None where it is about none."""
        if self._matters is None or not isinstance(arguments, Mapping):
            return None
        named = [*named_matters(arguments), *([] if context.matter is None else [context.matter])]
        for matter in (MatterId(name.lower()) for name in named if is_uuid(name)):
            key = (context.tenant, matter)
            if key not in self._cases:
                found = self._matters.get(context.tenant, matter)
                if found is None or found.kind is not MatterKind.CASE:
                    continue
                # A matter stays what it is, so this is asked once.
                self._cases.add(key)
            return matter
        return None


def texts_in(arguments: Mapping[str, object]) -> frozenset[str]:
    """The names of the arguments that may hold words: all but numbers, ids and hashes."""
    return frozenset(name for name, value in arguments.items() if _may_hold_words(value))


def _may_hold_words(value: object) -> bool:
    if value is None or isinstance(value, bool | int | float):
        return False
    return not isinstance(value, str) or not (is_uuid(value) or _PLAIN.fullmatch(value) is not None)

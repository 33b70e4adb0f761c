"""Which matter a call is about, and whether the caller may know that it exists."""

from __future__ import annotations

from typing import TYPE_CHECKING

from casewright.domain.ids import MatterId, is_uuid

if TYPE_CHECKING:
    from collections.abc import Mapping

    from casewright.tools.calls import CallContext
    from casewright.tools.ports.matters import MatterStore

_NAMES = ("matter_id", "deal_id", "case_id")


def named_matter(arguments: Mapping[str, object]) -> MatterId | None:
    """The matter that the arguments name, None where they name none."""
    for name in _NAMES:
        value = arguments.get(name)
        if isinstance(value, str):
            return MatterId(value)
    return None


def matter_not_found(matter: str) -> str:
    """The one sentence for a matter that is missing and for one that is not the caller's to see."""
    return f"Matter {matter!r} not found: 'casewright matter list' shows the ids"


def out_of_scope(context: CallContext, arguments: Mapping[str, object], matters: MatterStore | None) -> str | None:
    """The sentence that stops a call on a matter out of the context or out of sight; None lets it pass.

    An id that is no UUID passes: the tool's contract has its own answer to it, and it can name nothing.
    """
    matter = named_matter(arguments)
    if matter is None or not is_uuid(matter):
        return None
    if context.matter is not None and matter.lower() != context.matter.lower():
        return matter_not_found(matter)
    if matters is not None and matters.get(context.tenant, MatterId(matter.lower())) is None:
        return matter_not_found(matter)
    return None

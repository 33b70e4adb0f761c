"""The deal and the debate that a call names."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from casewright.domain.ids import is_uuid
from casewright.domain.matters import MatterKind
from casewright.errors import InvalidInput, NotFound
from casewright.toolbox.matter_id import matter_of
from casewright.tools.calls import Failure
from casewright.tools.matter_names import matter_not_found

if TYPE_CHECKING:
    from casewright.domain.held_debates import Debate
    from casewright.domain.ids import MatterId
    from casewright.domain.matters import Matter
    from casewright.tools.calls import CallContext
    from casewright.tools.ports.debates import DebateStore
    from casewright.tools.ports.matters import MatterStore


@dataclass(frozen=True, slots=True)
class DebatedDeals:
    """Finds deals and their debates in these stores."""

    matters: MatterStore
    debates: DebateStore

    def deal(self, context: CallContext, text: str) -> Matter | Failure:
        """The deal. A failure where the text is no id; raises ``NotFound``, and ``InvalidInput`` for no deal."""
        matter_id = matter_of(text)
        if isinstance(matter_id, Failure):
            return matter_id
        found = self.matters.get(context.tenant, matter_id)
        if found is None:
            raise NotFound(matter_not_found(matter_id))
        if found.kind is not MatterKind.DEAL:
            raise InvalidInput(f"{found.number} is a {found.kind.value}, not a deal: debates are about deals")
        return found

    def debate(self, context: CallContext, deal: MatterId, text: str | None) -> Debate:
        """The deal's debate of this id, or its newest. Raises ``NotFound``."""
        if text is None:
            held = self.debates.of_deal(context.tenant, deal)
            if not held:
                raise NotFound("No debate was held about this deal: 'casewright debate run' holds one")
            return held[-1]
        found = self.debates.get(context.tenant, text.lower()) if is_uuid(text) else None
        if found is None or found.deal != deal:
            raise NotFound(f"Debate {text!r} not found: 'casewright debate list' shows the ids of a deal's")
        return found

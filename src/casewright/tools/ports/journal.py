"""What came of calls that carry a key, so that none runs twice."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

    from casewright.domain.actors import Caller
    from casewright.domain.ids import ActorId, TenantId


@dataclass(frozen=True, slots=True)
class RecordedResult:
    """How a call ended, as it was told; ``structured`` is JSON text."""

    status: str
    content: str
    structured: str
    error: str | None
    error_kind: str | None
    result_hash: str


@dataclass(frozen=True, slots=True)
class Entry:
    """A call that was begun under a key; ``result`` is None until it ended."""

    caller: Caller
    key: str
    fingerprint: str
    tool: str
    begun_at: datetime
    result: RecordedResult | None = None


class CallJournal(Protocol):
    """The calls of all callers that carry a key; a key is one caller's own, and another's of that name another key."""

    def begin(self, entry: Entry) -> Entry | None:
        """Take the key for this call: None where it was free, else the entry that has it.

        Of any number who try at once, in whatever process, exactly one gets None.
        """
        ...

    def finish(self, caller: Caller, key: str, result: RecordedResult) -> None:
        """Keep how the call ended, in place of what was kept before; nothing happens where the key is not taken."""
        ...

    def forget(self, caller: Caller, key: str) -> None:
        """Free the key: the call did not run, or may run again."""
        ...

    def get(self, caller: Caller, key: str) -> Entry | None:
        """The call that the caller began under the key, None where there is none."""
        ...

    def discard(self, tenant: TenantId, actor: ActorId, key: str) -> None:
        """Free the key of the actor, whomever the call was for."""
        ...

    def unfinished(self, tenant: TenantId) -> Sequence[Entry]:
        """The tenant's calls that were begun and have no result, oldest first."""
        ...

"""What masks the words of a call on a case before anything keeps, records or runs it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from casewright.domain.ids import MatterId, TenantId


class EntryFirewall(Protocol):
    """Knows the parties of every case by keyed hashes alone."""

    def entered(
        self, tenant: TenantId, case: MatterId, arguments: Mapping[str, Any], names: Collection[str]
    ) -> Mapping[str, Any]:
        """The arguments with placeholders for personal data in every text, at any depth, of those named.

        What was replaced goes to the vault; the arguments given are left as they are.
        """
        ...

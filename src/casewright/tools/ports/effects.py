"""Where the marks of committed effects are settled."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from contextlib import AbstractContextManager

    from casewright.audit.events import Event


class Effects(Protocol):
    """Joins effects and outcomes. Marks are left by the database itself (``tools.effects.current_effect``)."""

    def settle(self, outcome: Event) -> int | None:
        """Chain the outcome and take the mark of its intent away, together; the event's number.

        None where someone settled it before: after a restart, say. Raises ``Unavailable`` where it cannot be recorded.
        """
        ...

    def chain(self, connection: object, events: Sequence[Event]) -> Sequence[int]:
        """Chain events in the transaction of an effect, whose connection this is; their numbers.

        Raises ``Unavailable`` where one cannot be recorded: the effect is then undone.
        """
        ...

    def together(self) -> AbstractContextManager[Callable[[Event], int]]:
        """One transaction for what is written inside and for the events that are given to what it gives.

        That chains an event and gives its number. Where anything is raised, nothing of it is stored.
        """
        ...

    def recover(self) -> int:
        """Chain an outcome for every mark that was left by a process that is gone; how many there were."""
        ...

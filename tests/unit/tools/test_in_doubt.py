"""A database that goes away in the middle of a call: before its effect is committed, and as it is."""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from casewright.errors import StorageAway, ToolFailed
from casewright.tools.calls import CallContext, Status
from casewright.tools.definition import Tool, tool
from casewright.tools.effects import current_effect
from tests.fakes.governed import ADMIN, TENANT, Governed
from tests.fakes.memory_journal import MemoryJournal

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from casewright.audit.events import Event
    from casewright.tools.effects import Effect
    from casewright.tools.outcomes import Outcome

KEYED = CallContext(ADMIN, idempotency_key="k")


class Marks:
    """Fits ``tools.ports.effects.Effects``: none is left."""

    def settle(self, _outcome: Event) -> int | None:
        return 1

    def chain(self, _connection: object, _events: Sequence[Event]) -> Sequence[int]:
        return []

    @contextmanager
    def together(self) -> Iterator[Callable[[Event], int]]:
        yield lambda _event: 1

    def recover(self) -> int:
        return 0


class Doubtful:
    """Fits ``HeldTransaction``: the connection is cut while it is committed."""

    def commit(self, effect: Effect, _outcome: Outcome) -> Callable[[], None] | None:
        effect.in_doubt = True
        raise StorageAway("The database does not answer")


def governed(made: Tool) -> Governed:
    """An executor over the tool, with a journal, and effects that commit with outcomes."""
    return Governed(made, journal=MemoryJournal(), effects=Marks())


def test_nobody_says_what_came_of_a_commit_that_was_cut() -> None:
    """It is unknown, no outcome is recorded, and what the journal has under its key, of the database, is left alone."""
    times = []

    @tool(safety_level="cautious")
    def change() -> int:
        """Change something."""
        times.append(1)
        effect = current_effect.get()
        assert effect is not None
        effect.held = Doubtful()
        return 1

    office = governed(replace(change, atomic=True))
    first, again = office.call("change", context=KEYED), office.call("change", context=KEYED)
    assert (first.status, again.status) == (Status.UNKNOWN_OUTCOME, Status.UNKNOWN_OUTCOME)
    assert times == [1]
    assert [one for one in office.trail() if one[0] == "outcome"] == []
    assert office.journal is not None
    assert [one.key for one in office.journal.unfinished(TENANT)] == ["k"]


@pytest.mark.parametrize(
    ("error", "atomic", "runs"), [(StorageAway, True, 2), (StorageAway, False, 1), (ToolFailed, True, 1)]
)
def test_what_was_undone_may_be_sent_again(error: type[Exception], atomic: bool, runs: int) -> None:
    """Under its key, once what was away is back; what may have done something, or failed by itself, is not repeated."""
    times = []

    @tool(safety_level="cautious")
    def change() -> int:
        """Change something."""
        times.append(1)
        if len(times) == 1:
            raise error("it is away")
        return 2

    office = governed(replace(change, atomic=atomic))
    first, again = office.call("change", context=KEYED), office.call("change", context=KEYED)
    assert first.status is Status.ERROR
    assert (len(times), again.success) == (runs, runs == 2)

"""What a turn needs beside its state, and what no checkpoint keeps."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from casewright.agents.cases.calls import CaseCalls
from casewright.agents.cases.messages import filled, section
from casewright.casework.details import update_details
from casewright.domain.cases import ProcessingState
from casewright.errors import NotFound, Unavailable

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Mapping, Sequence
    from datetime import datetime

    from casewright.agents.cases.mind import Assistant
    from casewright.agents.cases.state import State
    from casewright.domain.actors import Actor
    from casewright.domain.cases import Case
    from casewright.domain.ids import MatterId, TenantId
    from casewright.tools.executor import Executor
    from casewright.tools.ports.clock import Clock

_T = TypeVar("_T")
_LOOK_UPS = (("get_case_details", "case_id"), ("show_case", "case_id"), ("list_matter_documents", "matter_id"))
"""What is read of a case, and how its id is called there; the first is what a turn changes."""


class CaseRecords(Protocol):
    """Where cases are kept, as the agent needs it."""

    def get(self, tenant: TenantId, case: MatterId) -> Case | None:
        """The case, None where the tenant has none of that id."""
        ...

    def replace(self, before: int, after: Case) -> bool:
        """Store ``after`` where the stored case still has version ``before``; whether it had."""
        ...

    def note_progress(self, tenant: TenantId, case: MatterId, processing: ProcessingState, at: datetime) -> None:
        """Store how far the agent came; it counts as a change of the case."""
        ...


class TurnStopped(Exception):
    """The turn cannot go on now; its state is saved, and the next message goes on from it.

    ``why`` is a section of the messages, ``cause`` a word or two for developers, without personal data.
    """

    def __init__(self, why: str, who: str, cause: str) -> None:
        super().__init__(f"{why}: {who}: {cause}")
        self.why = why
        self.who = who
        self.cause = cause


@dataclass(frozen=True, slots=True)
class CaseFile:
    """The case as its tools show it, with placeholders where personal data would stand."""

    details: Mapping[str, Any]
    parties: Sequence[Mapping[str, Any]]
    documents: Sequence[Mapping[str, Any]]


@dataclass(slots=True)
class Run:
    """One turn in one process."""

    person: Actor
    case_id: MatterId
    thread: str
    assistant: Assistant
    executor: Executor
    keyed: Callable[[str], bool]
    records: CaseRecords
    clock: Clock
    deadline: datetime
    """After it no step begins, and what a mind still thinks about is given up."""
    last_call: datetime
    """After it a call that still runs is given up."""
    language: str
    platform: str
    before_change: Callable[[], Awaitable[None]]
    found: Case | None = None
    """The case as a turn that begins found it, until it was looked at."""
    file: CaseFile | None = None
    changed: bool = False
    """Whether the case file was written since it was read."""

    def calls(self, state: State, node: str) -> CaseCalls:
        """What makes the calls of a node."""
        return CaseCalls(
            executor=self.executor,
            keyed=self.keyed,
            person=self.person,
            case=self.case_id,
            thread=self.thread,
            place=f"{state.get('turn', '')}/{state.get('place', 0)}",
            node=node,
            deadline=self.last_call,
        )

    async def case(self) -> Case:
        """The case as it stands. Raises ``NotFound`` where it is gone."""
        found = await asyncio.to_thread(self.records.get, self.person.tenant, self.case_id)
        if found is None:
            raise NotFound("Case ID not found")
        return found

    async def case_at_start(self) -> Case:
        """The same; a turn that begins has just looked."""
        found, self.found = self.found, None
        return found if found is not None else await self.case()

    async def note_progress(self, step: str | None, pending: str | None) -> None:
        """Keep how far the turn came with the case itself, for whoever looks at it."""
        now = self.clock.now()
        progress = ProcessingState(step, pending, now)
        await asyncio.to_thread(self.records.note_progress, self.person.tenant, self.case_id, progress, now)

    async def look(self, calls: CaseCalls) -> CaseFile:
        """The case file, its parties and its documents, read where that was not done yet; the file, where it changed.

        Raises ``TurnStopped`` where they cannot be read.
        """
        if self.file is None or self.changed:
            told, *beside = await calls.look_up(*(_LOOK_UPS if self.file is None else _LOOK_UPS[:1]))
            failed = next((made for made in (told, *beside) if made["status"] != "success"), None)
            if failed is not None:
                raise TurnStopped("setback", failed["name"], failed["status"])
            details = told["structured"]["case_details"]
            if self.file is None:
                shown, listed = beside
                parties, documents = shown["structured"]["parties"], listed["structured"]["documents"]
                self.file = CaseFile(details, parties, documents)
            else:
                self.file = replace(self.file, details=details)
            self.changed = False
        return self.file

    def written(self, updates: Mapping[str, Any]) -> None:
        """Have the case file as it is after these updates, which were made."""
        if self.file is not None and not self.changed:
            self.file = replace(self.file, details=update_details(self.file.details, updates))

    async def think(self, thinking: Awaitable[_T]) -> _T:
        """What the assistant says, within the turn's time. Raises ``TurnStopped`` where it says nothing usable."""
        try:
            async with asyncio.timeout(max(0.0, (self.deadline - self.clock.now()).total_seconds())):
                return await thinking
        except TimeoutError as error:
            raise TurnStopped("deadline", self.assistant.called, "no answer in time") from error
        except Unavailable as error:
            raise TurnStopped("unavailable", self.assistant.called, type(error).__name__) from error
        except Exception as error:  # whatever a mind raises, the case goes on
            raise TurnStopped("unusable", self.assistant.called, type(error).__name__) from error

    def require_time(self, node: str) -> None:
        """Raise ``TurnStopped`` where no step may begin any more."""
        if self.clock.now() >= self.deadline:
            raise TurnStopped("deadline", node, "the turn's time is over")

    def say(self, heading: str, **values: object) -> str:
        """A sentence for the user, in their language."""
        return filled(section("messages", heading, self.language), platform=self.platform, **values)

    def in_romanian(self, heading: str, **values: object) -> str:
        """A sentence for a model or for support: these are always in Romanian."""
        return filled(section("messages", heading), platform=self.platform, **values)

    def now(self) -> str:
        """The time, as the case file bears it."""
        return self.clock.now().isoformat(timespec="microseconds")

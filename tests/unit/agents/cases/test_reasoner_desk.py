"""Tests of the reasoner's desk: a session of its own for each case, masked, the latest exchanges kept."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from casewright.adapters.checkpoints.sqlite import SqliteCheckpoints
from casewright.agents.cases.reasoner_desk import REMEMBERED, SessionDesk
from casewright.errors import Unavailable
from tests.contracts.test_case_stores import case as stored_case
from tests.shelf import OURS, THEIRS

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from casewright.agents.cases.mind import Assistant
    from casewright.domain.ids import MatterId, TenantId

CASE = stored_case("6f1c2b1e-5a0e-4a35-9a51-3a4b1a0f0c11")  # type: ignore[arg-type]  # an id like any other


class Recording:
    """Fits ``CaseMinds`` and ``Reasoner``: notes what it was asked, and answers with how often it was."""

    called = "recording"

    def __init__(self) -> None:
        self.asked: list[tuple[str, str, list[tuple[str, str]]]] = []
        self.busy = 0
        self.fails = False

    def assistant(self, tenant: TenantId, case: MatterId) -> Assistant:
        raise NotImplementedError

    def reasoner(self, tenant: TenantId, case: MatterId) -> Recording:
        return self

    async def advise(self, summary: str, question: str, before: Sequence[tuple[str, str]]) -> str:
        self.busy += 1
        await asyncio.sleep(0)
        assert self.busy == 1, "two at once in one session"
        self.busy -= 1
        if self.fails:
            raise Unavailable("down")
        self.asked.append((summary, question, list(before)))
        return f"reply {len(self.asked)} SECRET"


@pytest.fixture
def checkpoints(tmp_path: Path) -> Iterator[SqliteCheckpoints]:
    keeper = SqliteCheckpoints(tmp_path / "checkpoints.db", busy_timeout=5.0)
    yield keeper
    keeper.close()


def desk(minds: Recording, checkpoints: SqliteCheckpoints) -> SessionDesk:
    """One whose firewall knows one word."""

    def masked(_tenant: TenantId, _case: MatterId, text: str) -> str:
        return text.replace("SECRET", "{{party0.lastName}}")

    return SessionDesk(minds=minds, checkpoints=checkpoints, masking=masked)


@pytest.mark.requirement("reasoner-session")
def test_session_goes_on(checkpoints: SqliteCheckpoints, tmp_path: Path) -> None:
    """Each time the reasoner is shown the session so far, even by another desk; all of it masked, here and on disk."""
    minds = Recording()

    async def go() -> list[str]:
        first = await desk(minds, checkpoints).advise(CASE, "S1 SECRET", "Q1 SECRET?")
        return [first, await desk(minds, checkpoints).advise(CASE, "S2", "Q2?")]

    replies = asyncio.run(go())
    hidden = "{{party0.lastName}}"
    assert replies == [f"reply 1 {hidden}", f"reply 2 {hidden}"]
    assert minds.asked == [
        (f"S1 {hidden}", f"Q1 {hidden}?", []),
        ("S2", "Q2?", [(f"Q1 {hidden}?", f"reply 1 {hidden}")]),
    ]
    assert not [path.name for path in tmp_path.iterdir() if b"SECRET" in path.read_bytes()]
    assert desk(minds, checkpoints).called(CASE) == "recording"


@pytest.mark.requirement("reasoner-session")
def test_latest_exchanges_are_kept(checkpoints: SqliteCheckpoints) -> None:
    """No more than the last ones are shown and kept."""
    minds = Recording()

    async def go() -> None:
        for number in range(REMEMBERED + 3):
            await desk(minds, checkpoints).advise(CASE, "S", f"Q{number}?")

    asyncio.run(go())
    shown = [question for question, _ in minds.asked[-1][2]]
    assert shown == [f"Q{number}?" for number in range(2, REMEMBERED + 2)]


@pytest.mark.requirement("reasoner-session")
def test_sessions_are_apart(checkpoints: SqliteCheckpoints) -> None:
    """Another case's session, and another tenant's, begin with nothing."""
    minds = Recording()

    async def go() -> None:
        for one in (CASE, replace(CASE, sessions=("x", "y")), replace(CASE, tenant=THEIRS)):
            await desk(minds, checkpoints).advise(one, "S", "Q?")

    asyncio.run(go())
    assert CASE.tenant == OURS
    assert [before for _, _, before in minds.asked] == [[], [], []]


@pytest.mark.requirement("reasoner-session")
def test_one_at_a_time(checkpoints: SqliteCheckpoints) -> None:
    """Consultations of one case wait for each other, and each sees those before it."""
    minds = Recording()

    async def go() -> None:
        one = desk(minds, checkpoints)
        await asyncio.gather(*(one.advise(CASE, "S", f"Q{number}?") for number in range(4)))

    asyncio.run(go())
    assert [len(before) for _, _, before in minds.asked] == [0, 1, 2, 3]


@pytest.mark.requirement("reasoner-session")
def test_failed_consultation_leaves_the_session_as_it_was(checkpoints: SqliteCheckpoints) -> None:
    """What it raises comes through, and the next one sees what was there before."""
    minds = Recording()

    async def go() -> None:
        one = desk(minds, checkpoints)
        await one.advise(CASE, "S", "Q1?")
        minds.fails = True
        with pytest.raises(Unavailable):
            await one.advise(CASE, "S", "Q2?")
        minds.fails, minds.busy = False, 0
        await one.advise(CASE, "S", "Q3?")

    asyncio.run(go())
    assert [question for question, _ in minds.asked[-1][2]] == ["Q1?"]

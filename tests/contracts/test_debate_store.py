"""What every store of debates keeps."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from casewright.adapters.database.debates import SqlDebates
from casewright.domain.debates import AgentRole, StopReason
from casewright.domain.held_debates import Debate, DebateSettings, DebateStatus
from casewright.domain.ids import GateId
from casewright.errors import InvalidInput
from tests.databases import EVERYWHERE
from tests.example_claims import DEAL, OTHER_DEAL
from tests.fakes.fixed_clock import START
from tests.fakes.memory_debates import MemoryDebates
from tests.shelf import ANN, OURS, THEIRS

if TYPE_CHECKING:
    from collections.abc import Callable

    from casewright.adapters.database.engine import Database
    from casewright.tools.ports.debates import DebateStore


@pytest.fixture(params=EVERYWHERE)
def debates(request: pytest.FixtureRequest, new_database: Callable[[str], Database]) -> DebateStore:
    """An empty store of each kind in turn."""
    return MemoryDebates() if request.param == "memory" else SqlDebates(new_database(request.param))


def debate(name: str) -> Debate:
    """One that has begun."""
    minds = dict.fromkeys(AgentRole, "rules") | {AgentRole.ARBITER: "openai:gpt"}
    return Debate(name, OURS, DEAL, ANN, DebateStatus.RUNNING, DebateSettings(minds, 5, 7), START, audit_from=12)


def test_stored_debates_come_back_equal(debates: DebateStore) -> None:
    """What was stored comes back as it was, every field, in the order in which the debates began."""
    one, two = debate("z"), debate("a")
    debates.add(one)
    debates.add(two)

    assert list(debates.of_deal(OURS, DEAL)) == [one, two]
    assert debates.get(OURS, "a") == two


def test_debate_is_added_once(debates: DebateStore) -> None:
    """A second one of the same id is refused with its id, and the first stays."""
    debates.add(debate("a"))

    with pytest.raises(InvalidInput, match="'a' is there already"):
        debates.add(replace(debate("a"), audit_from=99))
    assert debates.get(OURS, "a") == debate("a")


def test_what_came_of_it_is_kept(debates: DebateStore) -> None:
    """Status, gates, stop reason, result and end change; what it began with does not."""
    debates.add(debate("a"))
    ended = replace(
        debate("a"),
        status=DebateStatus.ENDED,
        gates=(GateId("g1"), GateId("g2")),
        stop_reason=StopReason.STABLE_DISSENT,
        result={"rounds": 2, "said": ["\x00 ș €", None, 0.5]},
        ended_at=START,
    )
    debates.update(replace(ended, audit_from=99, owner=ANN))

    assert debates.get(OURS, "a") == ended
    debates.update(debate("unknown"))
    assert debates.get(OURS, "unknown") is None


def test_debates_of_others_are_not_seen(debates: DebateStore) -> None:
    """Another tenant, and another deal, have none of them."""
    debates.add(debate("a"))
    debates.add(replace(debate("b"), deal=OTHER_DEAL))

    assert debates.get(THEIRS, "a") is None
    assert list(debates.of_deal(THEIRS, DEAL)) == []
    assert [one.id for one in debates.of_deal(OURS, DEAL)] == ["a"]

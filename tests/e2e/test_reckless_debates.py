"""Debates whose minds try everything: nothing gets through that is not permitted, all is audited, and each ends."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import settings

from casewright.domain.debates import AgentRole, StopReason
from tests.deal_room import DealRoom
from tests.fakes.reckless_minds import RecklessMind
from tests.unit.policy.test_catalogue import MATRIX

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

BATCHES = 10
WILD = (0.0, 0.02, 0.1, 0.5)
"""How often minds say something of their own, debate by debate."""
PERMITTED = {
    tool: {role for role, allowed in zip(AgentRole, row, strict=True) if allowed} for tool, row in MATRIX.items()
}


def debates() -> int:
    """How many in all: 50 where tests are run, 1,000 with the profile for faults."""
    return 1_000 if settings.default is not None and settings.default.max_examples > 1_000 else 50


@pytest.fixture
def room(tmp_path: Path) -> Iterator[tuple[DealRoom, dict[str, Any]]]:
    """Two deals with claims, and minds that are changed for every debate."""
    minds: dict[str, Any] = {"reckless": {}}
    found = DealRoom(tmp_path / "home", minds=minds)
    yield found, minds["reckless"]
    found.close()


def fill(room: DealRoom) -> list[str]:
    """Three claims about one figure, HIGH and CRITICAL; their ids."""
    words = ("Revenue for 2025 was EUR 12,500,000.", "Our revenue reached EUR 14.0m in 2025.", "We have 42 people.")
    amounts = ("12500000", "14000000")
    kinds = ("audited_accounts", "board_deck", "unknown")
    documents = [room.put(f"{number}.txt", text) for number, text in enumerate(words)]
    found = []
    for number, (text, document, kind) in enumerate(zip(words, documents, kinds, strict=True)):
        value = {"type": "monetary", "amount": amounts[number], "currency": "EUR"} if number < 2 else None
        figure = {"value_struct": value, "metric": "revenue", "entity": "Alder", "period": "FY2025"} if value else {}
        heavy = ("CRITICAL", "HIGH", "HIGH")[number]
        found.append(room.claim(text, document, text, materiality=heavy, source_type=kind, **figure))
    return found


@pytest.mark.requirement("debate-permissions", "debate-calls-audited")
@pytest.mark.parametrize("batch", range(BATCHES))
def test_reckless_minds_get_nowhere(room: tuple[DealRoom, dict[str, Any]], batch: int) -> None:
    """In every debate no call against the matrix gets through, each is audited, and one reason ends it, explained."""
    home, minds = room
    fill(home)
    home.deal = home.do("create_matter", title="Project Birch", kind="deal")["matter_id"]
    strangers = fill(home)
    home.deal = home.do("create_matter", title="Project Cedar", kind="deal")["matter_id"]
    fill(home)
    for number in range(batch, debates(), BATCHES):
        wild = WILD[number % len(WILD)]
        minds |= {role: RecklessMind(f"{number}/{role}", strangers, wild) for role in AgentRole}
        held = home.do("run_debate", deal_id=home.deal, max_rounds=1 + number % 3, minds={"all": "reckless"})
        result = held["result"]
        assert result["stop_reason"] in StopReason.__members__, number
        assert result["stopped_because"], number
        events = calls_in_the_audit(home, held["debate_id"])
        through = [one for one in events if one["result_status"] == "SUCCESS"]
        assert all(one["role"] in PERMITTED.get(one["tool_name"], ()) for one in through), number
        assert through, number
        assert len(events) == result["tool_calls"], number


def calls_in_the_audit(room: DealRoom, debate: str) -> list[dict[str, Any]]:
    """The calls of the debate's roles, as they ended."""
    return [
        one
        for one in room.events("agent.tool_call")
        if one["debate_id"] == debate and one["phase"] in ("outcome", "replayed", "late", "stopped")
    ]

"""A table at which scripted minds debate a deal of two claims."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from casewright.domain.debates import AgentRole
from tests.deal_room import DealRoom
from tests.fakes.scripted_minds import ScriptedMind, cast, minds

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from casewright.agents.debate.mind import Draft, ToolBox, Turn

SCRIPTED = {"all": "scripted"}
WORDS = "The annual recurring revenue is EUR 12.1 million.", "The audited revenue is EUR 9.6 million."


class Table:
    """A deal with two claims, and roles whose minds are scripted."""

    def __init__(self, home: Path) -> None:
        self.roles: dict[AgentRole, Any] = dict(cast())
        self.room = DealRoom(home, minds=minds(self.roles))
        deck = self.room.put("deck.txt", *WORDS)
        money = {"type": "monetary", "amount": "12100000", "currency": "EUR"}
        self.arr = self.room.claim(
            WORDS[0],
            deck,
            WORDS[0],
            materiality="HIGH",
            metric="arr",
            entity="acme",
            period="FY2025",
            value_struct=money,
            source_type="board_deck",
        )
        self.revenue = self.room.claim(WORDS[1], deck, WORDS[1], materiality="LOW", source_type="board_deck")
        self.evidence = {
            claim: self.room.do("lookup_claim", claim_id=claim, include_evidence=True)["evidence"][0]["evidence_id"]
            for claim in (self.arr, self.revenue)
        }

    def play(self, script: Callable[[Turn, ToolBox], Any], *roles: AgentRole) -> None:
        """Have these roles, or all, follow the script."""
        for role in roles or AgentRole:
            self.roles[role] = ScriptedMind(script)

    def hold(self, **settings: Any) -> dict[str, Any]:
        """A debate, held."""
        held: dict[str, Any] = self.room.do("run_debate", deal_id=self.room.deal, minds=SCRIPTED, **settings)
        return held

    def result(self, **settings: Any) -> dict[str, Any]:
        """What a debate came to."""
        found: dict[str, Any] = self.hold(**settings)["result"]
        return found


def by_stage(**said: Draft | Callable[[Turn], Draft]) -> Callable[[Turn, ToolBox], Draft | None]:
    """A script of what is said at each stage."""

    def script(turn: Turn, _tools: ToolBox) -> Draft | None:
        found = said.get(turn.stage.value)
        return found(turn) if callable(found) else found

    return script


def challenge(table: Table, **changed: Any) -> dict[str, Any]:
    """A challenge of the first claim, with what is changed about it."""
    return {
        "claim_refs": [table.arr],
        "defect_type": "IMPLAUSIBILITY",
        "evidence_refs": [table.evidence[table.arr]],
        "description": "The figure is implausible beside what the accounts say of the same year.",
        **changed,
    }

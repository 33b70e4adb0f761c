"""Minds of debates that say what a test has them say."""

from __future__ import annotations

import inspect
from typing import TYPE_CHECKING, Any

from casewright.agents.debate.mind import Draft, Stage
from casewright.domain.debates import AgentRole
from casewright.domain.ids import ClaimId
from casewright.evidence.muhasabah.record import FalsifiabilityTest, MuhasabahRecord, Uncertainty

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from casewright.agents.debate.mind import Mind, ToolBox, Turn

    Script = Callable[[Turn, ToolBox], Any]

NOTHING = "Nothing speaks for or against it."


def draft(content: str = NOTHING, claims: tuple[str, ...] = (), confidence: float = 0.5, **said: Any) -> Draft:
    """A draft that accounts for itself; ``said`` is its data."""
    supported = tuple(ClaimId(one) for one in claims)
    record = MuhasabahRecord(
        supported_claim_ids=supported,
        confidence=confidence,
        falsifiability_tests=(FalsifiabilityTest("Another source says otherwise"),),
        uncertainties=(Uncertainty("The sources may be wrong"),),
        counter_hypothesis="It is the other way round.",
    )
    return Draft(content, record, structured=said, claim_refs=supported)


def position(stance: str = "PROCEED", confidence: float = 0.5, *evidence: str, **verdicts: str) -> dict[str, Any]:
    """A position, as data."""
    return {"stance": stance, "confidence": confidence, "verdicts": verdicts, "evidence_refs": list(evidence)}


class ScriptedMind:
    """Says what ``script`` returns for the turn; where that is None, that it holds ``stance``."""

    def __init__(self, script: Script | None = None, stance: str = "PROCEED") -> None:
        self.turns: list[Turn] = []
        self._script = script
        self._stance = stance

    async def speak(self, turn: Turn, tools: ToolBox) -> Draft:
        self.turns.append(turn)
        said = None if self._script is None else self._script(turn, tools)
        if inspect.isawaitable(said):
            said = await said
        if said is not None:
            return said  # type: ignore[no-any-return]
        return draft(position=position(self._stance)) if _takes_position(turn) else draft()


def _takes_position(turn: Turn) -> bool:
    return turn.stage in (Stage.OPENING_POSITION, Stage.CLOSE)


def cast(script: Script | None = None, **stances: str) -> dict[AgentRole, ScriptedMind]:
    """A mind for each role with the same script; ``stances`` by role, PROCEED where none is given."""
    return {role: ScriptedMind(script, stances.get(role.value, "PROCEED")) for role in AgentRole}


def minds(cast: Mapping[AgentRole, Mind]) -> dict[str, Mapping[AgentRole, Mind]]:
    """As a home takes them: by the name ``scripted``."""
    return {"scripted": cast}

"""Debates that are killed with -9 wherever it hurts, and gone on with: the same result, and nothing done twice."""

from __future__ import annotations

import shutil
import subprocess
import sys
from typing import TYPE_CHECKING, Any

import pytest

from casewright.agents.debate.mind import Stage
from casewright.domain.debates import AgentRole
from tests.deal_room import DealRoom
from tests.fakes.scripted_minds import cast, draft, position

if TYPE_CHECKING:
    from pathlib import Path

    from casewright.agents.debate.mind import Draft, ToolBox, Turn
    from casewright.domain.ids import MatterId

_KILLED = """
import os, signal, sys
from pathlib import Path
from casewright.adapters.checkpoints.sqlite import SqliteCheckpoints
from casewright.adapters.database.effects import SqlEffects
from casewright.adapters.database.journal import SqlJournal

home, deal, mind, where, left = sys.argv[1:]
left = int(left)
owner, name = {
    "checkpoint": (SqliteCheckpoints, "put"), "outcome": (SqlEffects, "settle"), "journal": (SqlJournal, "finish"),
}[where]
done = getattr(owner, name)

def do_or_die(self, *given):
    global left
    if left == 0:
        os.kill(os.getpid(), signal.SIGKILL)
    left -= 1
    return done(self, *given)

setattr(owner, name, do_or_die)

from tests.deal_room import DealRoom
from tests.e2e.test_debate_killed import MINDS

room = DealRoom(Path(home), deal, MINDS)
room.do("run_debate", deal_id=room.deal, seed=3, minds={"all": mind})
room.close()
"""
_LOST = ("timestamp", "audit", "audit_seq", "gates", "made_at")
"""What differs between two runs: times, numbers in the audit, and the ids of gates."""


async def _eager(turn: Turn, tools: ToolBox) -> Draft:
    """Flags what it sees, challenges it too, and says what it sees: every step has an effect and depends on others'."""
    claim = turn.claims[0]
    seen = f"The claims stand at {' and '.join(f'grade {one.grade}' for one in turn.claims)}."
    if turn.stage is Stage.CHALLENGE and turn.role is AgentRole.SANAD_BREAKER:
        flag = {"claim_id": claim.id, "description": "What the claim says was never seen by anybody in its sources."}
        evidence = {"evidence_refs": list(claim.evidence)}
        kind = {"defect_type": "UNKNOWN_SOURCE", "severity": "MAJOR", "cure_protocol": "REQUEST_SOURCE"}
        reply = await tools.call("flag_defect", {**flag, **evidence, **kind})
        return draft(f"{seen} Now it stands at grade {reply.structured['new_grade']}.", challenged_claim_ids=[claim.id])
    if turn.stage is Stage.RISKS:
        described = "What the claim says lies far beyond what anybody has ever seen in such a business."
        challenge = {"claim_refs": [claim.id], "defect_type": "IMPLAUSIBILITY", "description": described}
        return draft(seen, challenges=[{**challenge, "evidence_refs": list(claim.evidence)}])
    if turn.stage is not Stage.CLOSE:
        return draft(seen, position=position("PROCEED" if turn.role is AgentRole.ADVOCATE else "DECLINE"))
    await tools.call("request_human_review", {"claim_ids": [claim.id], "reason": "Somebody has to look at it."})
    upheld = [{"challenge_id": one.challenge_id, "upheld": True, "reason": "So it is."} for one in turn.challenges]
    return draft(seen, position=position("CONDITIONAL"), decisions=upheld)


MINDS = {"eager": cast(_eager)}


def comparable(value: Any) -> Any:
    """A result without what may differ."""
    if isinstance(value, dict):
        return {name: comparable(one) for name, one in value.items() if name not in _LOST}
    return [comparable(one) for one in value] if isinstance(value, list) else value


@pytest.fixture(scope="module")
def deal(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, MatterId]:
    """A home with a deal whose claims contradict each other, closed."""
    home = tmp_path_factory.mktemp("deal") / "home"
    room = DealRoom(home)
    said = ("The annual recurring revenue for 2025 was EUR 12.1 million.", "Recurring revenue was EUR 9.6 million.")
    files, sources = ("deck.txt", "accounts.txt"), ("board_deck", "audited_accounts")
    for text, filename, source in zip(said, files, sources, strict=True):
        amount = "12100000" if source == "board_deck" else "9600000"
        room.claim(
            text,
            room.put(filename, text),
            text,
            materiality="HIGH",
            metric="arr",
            entity="acme",
            period="FY2025",
            value_struct={"type": "monetary", "amount": amount, "currency": "EUR"},
            source_type=source,
        )
    room.close()
    return home, room.deal


@pytest.fixture(scope="module")
def whole(deal: tuple[Path, MatterId], tmp_path_factory: pytest.TempPathFactory) -> dict[str, tuple[Any, list[str]]]:
    """By mind, what the debate comes to where nothing happens to it, and what it did to the deal."""
    found = {}
    for mind in ("rules", "eager"):
        home = tmp_path_factory.mktemp("whole") / "home"
        shutil.copytree(deal[0], home)
        room = DealRoom(home, deal[1], MINDS)
        held = room.do("run_debate", deal_id=room.deal, seed=3, minds={"all": mind})
        found[mind] = comparable(held["result"]), effects(room)
        room.close()
    return found


def effects(room: DealRoom) -> list[str]:
    """The defects and gates of the deal, without their ids."""
    defects = room.do("list_defects", deal_id=room.deal)["defects"]
    gates = room.do("list_gates", deal_id=room.deal, status=None)["gates"]
    told = [f"{one['defect_type']} {one['claim_id']} {one['description']}" for one in defects]
    return sorted([*told, *(f"{one['reason']} {one['claim_ids']}" for one in gates)])


@pytest.mark.requirement("debate-killed")
@pytest.mark.parametrize(
    ("mind", "where", "left"),
    [
        *(("rules", "checkpoint", number) for number in (1, 6, 13)),
        *(("eager", "checkpoint", number) for number in (0, 4, 5, 9, 10)),
        ("eager", "outcome", 1),
        ("eager", "outcome", 2),
        ("eager", "journal", 2),
    ],
)
def test_killed_anywhere_and_resumed(
    deal: tuple[Path, MatterId],
    whole: dict[str, tuple[Any, list[str]]],
    tmp_path: Path,
    mind: str,
    where: str,
    left: int,
) -> None:
    """kill -9 after a step's work and before its checkpoint, or between a call's effect, its outcome and its record:
    gone on with, the result is the same and nothing was done twice."""
    home = tmp_path / "home"
    shutil.copytree(deal[0], home)
    command = [sys.executable, "-c", _KILLED, str(home), deal[1], mind, where, str(left)]
    killed = subprocess.run(command, check=False, capture_output=True, text=True)
    assert killed.returncode == -9, killed.stderr

    room = DealRoom(home, deal[1], MINDS)
    assert [one["status"] for one in room.do("list_debates", deal_id=room.deal)["debates"]] == ["running"]
    resumed = room.do("resume_debate", deal_id=room.deal)
    done = effects(room)
    room.close()

    assert (comparable(resumed["result"]), done) == whole[mind]

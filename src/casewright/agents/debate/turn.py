"""One role's turn: it speaks, the gate decides, and what it holds, cites and asks for is taken down."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from casewright.agents.debate import agent_output
from casewright.agents.debate.events import DebateEvent
from casewright.agents.debate.ledger import empty_turn
from casewright.agents.debate.mind import Stage, Turn
from casewright.agents.debate.muhasabah_gate import REJECTED, MuhasabahGateError, muhasabah_gate
from casewright.agents.debate.node import AgentContext
from casewright.agents.debate.prompts import prompt
from casewright.agents.debate.record_limits import caution, reasons_against
from casewright.agents.debate.run import ledger
from casewright.agents.debate.state import DebateMessage, challenge_to_json
from casewright.agents.streaming import tell
from casewright.domain.debates import AgentRole, Stance
from casewright.evidence.muhasabah.free_facts import check_facts
from casewright.evidence.muhasabah.violations import MuhasabahViolation, Rule
from casewright.evidence.positions import validate_change

if TYPE_CHECKING:
    from casewright.agents.debate.deal_view import DealView
    from casewright.agents.debate.ledger import Ledger, TurnRecord
    from casewright.agents.debate.node import AgentNode
    from casewright.agents.debate.role_tools import RoleTools
    from casewright.agents.debate.run import Run, State
    from casewright.agents.debate.state import AgentOutput

ATTEMPTS = 2
"""A role has one chance to mend a rejected draft."""
REFUSED = "debate.position_refused"
_RECOMMENDS = AgentRole.ARBITER


async def take_turn(run: Run, state: State, role: AgentRole, stage: Stage) -> TurnRecord:
    """What comes of the role's turn at this stage."""
    blind = stage is Stage.OPENING_POSITION
    round_number = 0 if blind else state["round"]
    known = ledger({} if blind else state)
    view, node = await run.view(state), run.roles[role]
    tools = run.tools(role.value, round_number, f"round {round_number}, {stage}")
    record = empty_turn(round_number, stage, role)
    turn = _turn(run, state, known, view, node, stage, round_number)
    output = await _spoken(run, view, node, turn, tools, record)
    record["calls"] = [one.to_json() for one in tools.made]
    record["wrote"], record["searched"] = tools.wrote, list(tools.found)
    if output is None:
        return record
    record["output"] = output.to_json()
    record["message"] = _message(run, node, output, stage).to_json()
    _take_down(run, record, output, view, known)
    await _hold(run, record, output, view, known)
    tell(DebateEvent("said", f"{role}: {output.content}", round_number))
    return record


async def _spoken(
    run: Run, view: DealView, node: AgentNode, turn: Turn, tools: RoleTools, record: TurnRecord
) -> AgentOutput | None:
    """The output that passed the gate; None, and the record says why, where no draft did."""
    for _ in range(ATTEMPTS):
        context = AgentContext(turn, tools, tools.made, run.now(), run.patience)
        try:
            return await _output(run, view, node, context)
        except MuhasabahGateError as error:
            record["rejections"].append([one.to_dict() for one in error.violations])
            tell(DebateEvent("rejected", str(error), turn.round_number))
            turn = replace(turn, correction=error.violations)
    record["failed"] = True
    return None


async def _output(run: Run, view: DealView, node: AgentNode, context: AgentContext) -> AgentOutput:
    emit = run.trail.emitter(node.role.value, context.turn.round_number)
    try:
        output = await node.execute(context.turn.state, context)
        _require_known(output, view)
        _require_facts(output, view)
        _require_record(output, context.turn)
    except MuhasabahGateError as error:
        # The gate tells of what it rejects itself; this never reached it.
        found = [one.to_dict() for one in error.violations]
        await emit(REJECTED, {"agent_id": node.agent_id, "violations": found})
        raise
    return await muhasabah_gate(output, view.citations, emit=emit)


def _require_known(output: AgentOutput, view: DealView) -> None:
    """Raise for a verdict on, or a gate for, a claim that is not in the deal."""
    claims = view.citations.claims
    strange = sorted({one for one in agent_output.named_claims(output.structured_content) if one not in claims})
    if strange:
        violations = [
            MuhasabahViolation(Rule.NO_FREE_FACTS, f"There is no claim {one} in this deal") for one in strange
        ]
        raise MuhasabahGateError(output.agent_id, violations)


def _require_facts(output: AgentOutput, view: DealView) -> None:
    """Raise for a free fact in what is said beside the content: descriptions, reasons, questions."""
    confidence = output.muhasabah_record.confidence
    read = [check_facts(text, view.citations, confidence) for text in agent_output.texts(output.structured_content)]
    violations = [one for facts in read for one in facts.violations]
    if violations:
        raise MuhasabahGateError(output.agent_id, violations)


def _require_record(output: AgentOutput, turn: Turn) -> None:
    """Raise for what the record does not allow: a reason that speaks the other way, PROCEED with something missing."""
    violations = [*reasons_against(output, turn), *caution(output, turn)]
    if violations:
        raise MuhasabahGateError(output.agent_id, violations)


def _turn(
    run: Run, state: State, known: Ledger, view: DealView, node: AgentNode, stage: Stage, round_number: int
) -> Turn:
    call = known.evidence_call(round_number)
    before = known.on_table_when_taken(node.role)
    return Turn(
        role=node.role,
        stage=stage,
        round_number=round_number,
        deal_id=view.deal,
        debate_id=run.debate,
        state=known.state(view, debate=run.debate, round_number=round_number, max_rounds=state["max_rounds"]),
        claims=view.claims,
        calcs=view.calcs,
        instructions="",
        seed=state["seed"],
        own=known.positions.get(node.role),
        positions=known.positions,
        challenges=known.challenges(round_number),
        table=tuple(known.table),
        found=() if call is None else tuple(call["found"]),
        absent=view.absent,
        missing=view.missing,
        bears=view.bears,
        coverage=view.record.coverage,
        since=tuple(one for one in known.table if one not in before),
    )


def _message(run: Run, node: AgentNode, output: AgentOutput, stage: Stage) -> DebateMessage:
    written = prompt(node.prompt_id)
    round_number = output.round_number or 0
    return DebateMessage(
        message_id=run.name(round_number, stage, node.role, "message"),
        role=node.role,
        agent_id=node.agent_id,
        content=output.content,
        claim_refs=output.claim_refs,
        calc_refs=output.calc_refs,
        round_number=round_number,
        timestamp=output.timestamp or run.now(),
        prompt_id=written.id,
        prompt_hash=written.hash,
    )


def _take_down(run: Run, record: TurnRecord, output: AgentOutput, view: DealView, known: Ledger) -> None:
    """What the output cites, challenges and asks for."""
    said = output.structured_content

    def named(place: str) -> str:
        return run.name(record["round"], record["stage"], record["role"], "challenge", place)

    made = agent_output.challenges(said, output.agent_id, named)
    existing = view.record.evidence.keys() | known.searched | set(record["searched"])
    refs = [
        *agent_output.cited_evidence(said),
        *agent_output.evidence_of(ref for one in made for ref in one.evidence_refs),
    ]
    record["cited"] = list(agent_output.cited_evidence(said))
    record["fresh"] = [one for one in dict.fromkeys(refs) if one in existing and one not in known.table]
    record["challenges"] = [challenge_to_json(one) for one in made]
    record["questions"] = agent_output.questions(said)
    record["query"] = agent_output.query(said)
    record["gate"] = agent_output.gate_request(said)


async def _hold(run: Run, record: TurnRecord, output: AgentOutput, view: DealView, known: Ledger) -> None:
    """Take the role's position down; another one than before only by evidence that is new to it.

    A recommendation that the record forbids by now is given up without any.
    """
    taken = agent_output.position(output.structured_content)
    if taken is None:
        return
    before = known.positions.get(output.role)
    existing = view.record.evidence.keys() | known.searched | set(record["searched"])
    refused = None
    forbidden = output.role is _RECOMMENDS and before is not None and before.stance is Stance.PROCEED and view.missing
    if before is not None and not forbidden:
        on_table = known.on_table_when_taken(output.role)
        found = validate_change(before, taken, cited=record["cited"], on_table=on_table, existing=existing)  # type: ignore[arg-type]
        refused = None if found.valid else found.reason
    if refused is None:
        given = output.structured_content["position"]
        record["position"] = {**given, "verdicts": {str(one): str(verdict) for one, verdict in taken.verdicts.items()}}
        return
    record["refused"] = refused
    tell(DebateEvent("rejected", f"{output.role}: {refused}", record["round"]))
    details = {"agent_id": output.agent_id, "from": before.stance.value if before else "", "to": taken.stance.value}
    await run.trail.record(
        REFUSED, details, role=output.role.value, round_number=record["round"], status="REFUSED", reason=refused
    )

"""The debate's graph (spec, "Graph"): blind opening positions, rounds of turns, a stop check, and an end.

Every step starts from the checkpoint before it and leaves plain data. A step that is taken again after a crash sees
the deal as it saw it the first time, and its calls are answered from the record. Once an output was rejected for good,
the turns that are left say nothing and lead to the stop check.
"""

from __future__ import annotations

from functools import wraps
from typing import TYPE_CHECKING, Any, Literal, Protocol

from langgraph.graph import END, START, StateGraph
from langgraph.runtime import Runtime  # noqa: TC002 (the framework reads the annotations of nodes)
from langgraph.types import interrupt

from casewright.agents.debate.events import DebateEvent
from casewright.agents.debate.evidence_call import call_for_evidence
from casewright.agents.debate.evidence_json import plain
from casewright.agents.debate.ledger import empty_turn
from casewright.agents.debate.mind import Stage
from casewright.agents.debate.result import result
from casewright.agents.debate.round_end import check_stop, examine_everything, mark_as_failed
from casewright.agents.debate.ruling import close_round
from casewright.agents.debate.run import Run, State, ledger
from casewright.agents.debate.turn import take_turn
from casewright.agents.streaming import tell
from casewright.domain.debates import AgentRole

if TYPE_CHECKING:
    from langgraph.checkpoint.base import BaseCheckpointSaver
    from langgraph.graph.state import CompiledStateGraph

OPENING = (AgentRole.ADVOCATE, AgentRole.SANAD_BREAKER, AgentRole.CONTRADICTION_FINDER, AgentRole.RISK_OFFICER)
"""Who takes a position before anybody speaks: all but the arbiter. Their vote is the baseline."""
_TURNS = (
    ("advocate_opening", AgentRole.ADVOCATE, Stage.ADVOCATE_OPENING),
    ("challenge", AgentRole.SANAD_BREAKER, Stage.CHALLENGE),
    ("contradictions", AgentRole.CONTRADICTION_FINDER, Stage.CONTRADICTIONS),
    ("risks", AgentRole.RISK_OFFICER, Stage.RISKS),
    ("rebuttal", AgentRole.ADVOCATE, Stage.REBUTTAL),
    ("close", AgentRole.ARBITER, Stage.CLOSE),
)


def build(checkpointer: BaseCheckpointSaver[str]) -> CompiledStateGraph[State, Run, State, State]:
    """The graph, ready to run."""
    graph = StateGraph(State, context_schema=Run)
    graph.add_node("begin", _kept_plain(_begin))
    openings = []
    for role in OPENING:
        openings.append(f"position_{role}")
        graph.add_node(openings[-1], _kept_plain(_turn(role, Stage.OPENING_POSITION)))
        graph.add_edge("begin", openings[-1])
    graph.add_node("open_round", _open_round)
    for name, role, stage in _TURNS:
        graph.add_node(name, _kept_plain(_turn(role, stage)))
    for name, node in (
        ("evidence_call", _evidence_call),
        ("rulings", _rulings),
        ("ask_person", _ask_person),
        ("wait", _wait),
        ("stop_check", _stop_check),
        ("muhasabah", _muhasabah),
        ("finalise", _finalise),
    ):
        graph.add_node(name, _kept_plain(node))
    graph.add_edge(START, "begin")
    graph.add_edge(openings, "open_round")
    graph.add_edge("open_round", "advocate_opening")
    graph.add_edge("advocate_opening", "challenge")
    graph.add_edge("challenge", "contradictions")
    graph.add_edge("challenge", "risks")
    graph.add_edge(["contradictions", "risks"], "rebuttal")
    graph.add_edge("rebuttal", "evidence_call")
    graph.add_edge("evidence_call", "close")
    graph.add_edge("close", "rulings")
    graph.add_edge("rulings", "ask_person")
    graph.add_conditional_edges("ask_person", _after_asking)
    graph.add_edge("wait", "stop_check")
    graph.add_conditional_edges("stop_check", _after_check)
    graph.add_edge("muhasabah", "finalise")
    graph.add_edge("finalise", END)
    return graph.compile(checkpointer=checkpointer)


class _Step(Protocol):
    """A node that speaks for a role."""

    async def __call__(self, state: State, runtime: Runtime[Run]) -> State:
        """What the step adds."""
        ...


def _kept_plain(step: _Step) -> _Step:
    """The step with what it adds as plain data: a checkpoint holds nothing else, and reads nothing else back."""

    @wraps(step)
    async def kept(state: State, runtime: Runtime[Run]) -> State:
        found: State = plain(await step(state, runtime))
        return found

    return kept


def _failed(state: State) -> bool:
    return any(one["failed"] for one in ledger(state).turns)


def _turn(role: AgentRole, stage: Stage) -> _Step:
    async def turn(state: State, runtime: Runtime[Run]) -> State:
        if _failed(state):
            return {}
        run = runtime.context
        record = await take_turn(run, state, role, stage)
        # Side by side, nobody may give the deal another look: the next step does.
        alone = stage not in (Stage.OPENING_POSITION, Stage.CONTRADICTIONS, Stage.RISKS)
        if record["wrote"] and alone:
            return {"turns": [record], "seen": (await run.look()).seen}
        return {"turns": [record]}

    return turn


async def _begin(state: State, runtime: Runtime[Run]) -> State:
    """The deal as it stands now; what was said before, where the argument begins again, counts no more."""
    view = await runtime.context.look()
    said = (("turns", state.get("turns", [])), ("closes", state.get("closes", [])), ("stops", state.get("stops", [])))
    since = {name: len(before) for name, before in said}
    begun: State = {"round": 1, "seen": view.seen, "grades": view.grades, "since": since}
    return {**begun, "turns": [], "closes": [], "stops": []}


async def _open_round(state: State, runtime: Runtime[Run]) -> State:
    """The deal as the round finds it; the first one finds what the opening positions found, unless they wrote."""
    fresh = state["round"] > 1 or any(one["wrote"] for one in ledger(state).turns)
    view = await (runtime.context.look() if fresh else runtime.context.view(state))
    tell(DebateEvent("round", f"Round {state['round']} of at most {state['max_rounds']}", state["round"]))
    return {"seen": view.seen, "grades": view.grades}


async def _evidence_call(state: State, runtime: Runtime[Run]) -> State:
    if _failed(state) or ledger(state).asked(state["round"]) is None:
        return {}
    return {"turns": [await call_for_evidence(runtime.context, state)]}


async def _rulings(state: State, runtime: Runtime[Run]) -> State:
    if _failed(state):
        return {}
    ruled, view, made = await close_round(runtime.context, state)
    return {"closes": [ruled], "seen": view.seen, "turns": [made]}


async def _ask_person(state: State, runtime: Runtime[Run]) -> State:
    """Open the gate that the arbiter asks for, where it asks for one."""
    number, run = state["round"], runtime.context
    asked = (
        None if _failed(state) else next((one["gate"] for one in ledger(state).in_round(number) if one["gate"]), None)
    )
    if asked is None:
        return {"waiting": []}
    tools = run.tools(AgentRole.ARBITER.value, number, f"round {number}, gate")
    reply = await tools.call("request_human_review", asked)
    made = empty_turn(number, Stage.CLOSE.value, AgentRole.ARBITER.value)
    made["calls"] = [one.to_json() for one in tools.made]
    gates = [str(reply.structured["gate_id"])] if reply.success else []
    return {"waiting": gates, "gates": gates, "turns": [made]}


async def _wait(state: State, runtime: Runtime[Run]) -> State:
    """Pause until a person has decided; then look at the deal anew. Nothing is done before the pause."""
    interrupt({"gates": state["waiting"]})
    view = await runtime.context.look()
    return {"waiting": [], "seen": view.seen}


async def _stop_check(state: State, runtime: Runtime[Run]) -> State:
    record, calls = await check_stop(runtime.context, state)
    made = empty_turn(state["round"], Stage.CLOSE.value, AgentRole.ARBITER.value)
    made["calls"] = calls
    found: dict[str, Any] = {"stops": [record], "gates": record["gates"], "turns": [made] if calls else []}
    if record["reason"] is None:
        found["round"] = state["round"] + 1
    return found  # type: ignore[return-value]


async def _muhasabah(state: State, runtime: Runtime[Run]) -> State:
    """Muhasabah over everything: what does not stand at the end has not passed."""
    found = await examine_everything(runtime.context, state)
    last = state["stops"][-1]
    wrong = found and last["reason"] != "CRITICAL_DEFECT"
    return {"over": found, "stops": [mark_as_failed(last)] if wrong else []}


async def _finalise(state: State, runtime: Runtime[Run]) -> State:
    view = await runtime.context.view(state)
    return {"result": result(runtime.context, state, view)}


def _after_asking(state: State) -> Literal["wait", "stop_check"]:
    return "wait" if state["waiting"] else "stop_check"


def _after_check(state: State) -> Literal["muhasabah", "open_round"]:
    return "muhasabah" if state["stops"][-1]["reason"] else "open_round"

"""The graph of a case's turn: the seed's two phases, its states by their names (case-agent.md, "Core Workflow").

Two arrows are more than the diagram shows. ``process_user_input`` comes back to itself for the assistant's small calls
(reading, and changing the case file), one to a visit. And whatever ends a turn early (a vague description, a quota that
cannot be asked for, a payment that is waited for, a case that is paused) leads to ``wait``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from langgraph.graph import END, START, StateGraph
from langgraph.runtime import Runtime  # noqa: TC002 (the framework reads the annotations of nodes)

from casewright.agents.cases.events import TurnEvent
from casewright.agents.cases.nodes.actions import ask_user, consult_grok, generate_draft, query_bigquery
from casewright.agents.cases.nodes.consultation import decide_action, process_user_input
from casewright.agents.cases.nodes.error_path import handle_error
from casewright.agents.cases.nodes.tier import check_quota, determine_tier, request_payment, transition_to_active
from casewright.agents.cases.nodes.turn_end import update_context, wait
from casewright.agents.cases.nodes.turn_start import check_phase, load_context, start
from casewright.agents.cases.run import Run
from casewright.agents.cases.state import State
from casewright.agents.streaming import tell

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Mapping

    from langgraph.checkpoint.base import BaseCheckpointSaver
    from langgraph.graph.state import CompiledStateGraph

    from casewright.agents.cases.run import Run as TheRun

    Work = Callable[[State, TheRun], Awaitable[State]]

NODES: Mapping[str, Work] = {
    "start": start,
    "load_context": load_context,
    "check_phase": check_phase,
    "determine_tier": determine_tier,
    "check_quota": check_quota,
    "request_payment": request_payment,
    "transition_to_active": transition_to_active,
    "process_user_input": process_user_input,
    "decide_action": decide_action,
    "ask_user": ask_user,
    "query_bigquery": query_bigquery,
    "consult_grok": consult_grok,
    "generate_draft": generate_draft,
    "handle_error": handle_error,
    "update_context": update_context,
    "wait": wait,
}
ARROWS: Mapping[str, tuple[str, ...]] = {
    "start": ("load_context",),
    "load_context": ("check_phase",),
    "check_phase": ("determine_tier", "request_payment", "process_user_input", "wait"),
    "determine_tier": ("check_quota", "wait"),
    "check_quota": ("request_payment", "transition_to_active", "wait"),
    "request_payment": ("transition_to_active", "wait"),
    "transition_to_active": ("process_user_input",),
    "process_user_input": ("decide_action", "process_user_input"),
    "decide_action": ("ask_user", "query_bigquery", "consult_grok", "generate_draft", "handle_error", "wait"),
    "ask_user": ("update_context",),
    "query_bigquery": ("update_context",),
    "consult_grok": ("update_context",),
    "generate_draft": ("update_context",),
    "handle_error": ("wait",),
    "update_context": ("process_user_input",),
    "wait": ("start", END),
}
"""Where each state leads; where to more than one, its ``route`` says which."""
_PLUMBING = frozenset({"start", "load_context", "check_phase", "decide_action", "update_context", "wait"})
"""States that do nothing that a user would call a step."""


def build(checkpointer: BaseCheckpointSaver[str]) -> CompiledStateGraph[State, Run, State, State]:
    """The graph, ready to run."""
    graph = StateGraph(State, context_schema=Run)
    for name, work in NODES.items():
        graph.add_node(name, _node(name, work))
    graph.add_edge(START, "start")
    for name, leads_to in ARROWS.items():
        if len(leads_to) == 1:
            graph.add_edge(name, leads_to[0])
        else:
            graph.add_conditional_edges(name, _route, list(leads_to))
    return graph.compile(checkpointer=checkpointer)


class _Step(Protocol):
    """A node as the framework calls it."""

    async def __call__(self, state: State, runtime: Runtime[Run]) -> State:
        """What the step adds to the state."""
        ...


def _node(name: str, work: Work) -> _Step:
    async def step(state: State, runtime: Runtime[Run]) -> State:
        run = runtime.context
        run.require_time(name)
        tell(TurnEvent("state", name))
        found = await work(state, run)
        completed = found.get("completed", state.get("completed", []))
        return {
            **found,
            "at": name,
            "place": state.get("place", 0) + 1,
            "completed": completed if name in _PLUMBING else [*completed, name],
        }

    return step


def _route(state: State) -> str:
    return END if state["route"] == "end" else state["route"]

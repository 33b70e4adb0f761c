"""A session: the model's turns, one after the other, each call through the executor and none beside it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from casewright.domain.actors import Actor, ActorKind
from casewright.domain.ids import ActorId
from casewright.tools.calls import CallContext

if TYPE_CHECKING:
    from collections.abc import Callable

    from casewright.agents.workspace.model import ModelTurn, WorkspaceModel
    from casewright.tools.calls import ToolCall, ToolResult
    from casewright.tools.executor import Executor

    TurnListener = Callable[[ModelTurn], None]
    CallListener = Callable[[ToolCall, ToolResult], None]

ROLE = "workspace_agent"
MOST_TURNS = 100
_WHY = 300


@dataclass(frozen=True, slots=True)
class DoneTurn:
    """A turn with what came of its calls; ``refused`` is why none of them was made."""

    turn: ModelTurn
    results: tuple[ToolResult, ...] = ()
    refused: str | None = None


async def run_session(
    model: WorkspaceModel,
    executor: Executor,
    person: Actor,
    run: str,
    *,
    on_turn: TurnListener,
    on_result: CallListener,
) -> list[DoneTurn]:
    """Let the model work for the person until it has nothing more to say, or ``MOST_TURNS`` are over."""
    actor = Actor(person.tenant, ActorId(f"{ROLE}/{person.id}"), ROLE, ActorKind.MODEL)
    context = CallContext(actor, run=run, on_behalf_of=person)
    done: list[DoneTurn] = []
    results: tuple[ToolResult, ...] = ()
    while len(done) < MOST_TURNS and (turn := model.next_turn(results)) is not None:
        on_turn(turn)
        within = replace(context, round=len(done) + 1, why=turn.says[:_WHY] or None)
        refused = await executor.refuse_answer(len(turn.calls), within)
        results = ()
        for call in turn.calls if refused is None else ():
            result = await executor.execute(call, within)
            on_result(call, result)
            results = (*results, result)
        done.append(DoneTurn(turn, results, refused))
        if refused is not None:
            break
    return done

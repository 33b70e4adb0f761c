"""Tests of casewright.agents.workspace.session: a model's calls go through the executor, one after the other."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest

from casewright.agents.workspace.model import ModelTurn
from casewright.agents.workspace.session import MOST_TURNS, DoneTurn, run_session
from casewright.tools.calls import ToolCall
from tests.fakes.governed import ADMIN
from tests.fakes.open_workspace import OpenWorkspace

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from pathlib import Path

    from casewright.tools.calls import ToolResult


class Thinking:
    """A model that makes its turn of what it was told, and keeps that."""

    def __init__(self, think: Callable[[Sequence[ToolResult]], ModelTurn | None]) -> None:
        self._think = think
        self.told: list[list[str]] = []

    def next_turn(self, results: Sequence[ToolResult]) -> ModelTurn | None:
        """Whatever it thinks."""
        self.told.append([result.content for result in results])
        return self._think(results)


@pytest.fixture
def workspace(tmp_path: Path) -> Iterator[OpenWorkspace]:
    """A session's tools over an empty folder."""
    found = OpenWorkspace(tmp_path)
    yield found
    found.close()


def run(workspace: OpenWorkspace, model: Thinking) -> list[DoneTurn]:
    """The session, to its end."""
    return asyncio.run(
        run_session(
            model, workspace.executor, ADMIN, "run-1", on_turn=lambda _turn: None, on_result=lambda _call, _result: None
        )
    )


def evaluation(form: str) -> ToolCall:
    """A call."""
    return ToolCall(form, "eval_form", {"form": form})


@pytest.mark.requirement("workspace-session")
def test_model_is_told_what_came_of_its_calls(workspace: OpenWorkspace) -> None:
    """In order, one after the other, each recorded as the model's, in the person's name, with its round."""

    def think(results: Sequence[ToolResult]) -> ModelTurn | None:
        if len(results) == 2:
            return None
        return ModelTurn("I count", (evaluation("x = 1"), evaluation("x + 1")))

    model = Thinking(think)
    done = run(workspace, model)
    assert model.told == [[], ["nil", "2"]]
    assert [[result.status for result in turn.results] for turn in done] == [["success", "success"]]
    told = {
        (one["event_type"], one["agent_id"], one["role"], one["run_id"], one["round_number"])
        for one in workspace.events()
    }
    assert told == {("agent.tool_call", "workspace_agent/ada", "workspace_agent", "run-1", 1)}


@pytest.mark.requirement("workspace-session")
def test_answer_with_too_many_calls_is_refused_whole(workspace: OpenWorkspace) -> None:
    """As the policy says: none of them runs, and the session ends."""
    (done,) = run(workspace, Thinking(lambda _: ModelTurn("", (evaluation("1"),) * 33)))
    assert done.results == ()
    assert done.refused is not None
    assert [event["event_type"] for event in workspace.events()] == ["agent.answer_refused"]


@pytest.mark.requirement("workspace-session")
def test_model_that_never_ends_is_ended(workspace: OpenWorkspace) -> None:
    """After so many turns."""
    assert len(run(workspace, Thinking(lambda _: ModelTurn("more")))) == MOST_TURNS

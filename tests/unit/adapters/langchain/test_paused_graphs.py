"""An approval pauses a LangGraph run; only a person's recorded decision lets the call run, and once."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from langchain.agents.middleware import HumanInTheLoopMiddleware
from langchain_core.messages import AIMessage
from langgraph.checkpoint.serde.jsonplus import JsonPlusSerializer
from langgraph.checkpoint.sqlite import SqliteSaver
from langgraph.graph import END, START, StateGraph
from typing_extensions import TypedDict

from casewright.bootstrap.langchain import CHECKPOINT_TYPES, langchain_tools, read_result
from casewright.domain.actors import Actor
from casewright.domain.ids import ActorId
from casewright.tools.calls import CallContext, Status
from casewright.tools.decisions import Approve, Edit, Reject
from tests.approval_desk import FOUR_EYES, Desk
from tests.fakes.governed import ADMIN, TENANT, Governed
from tests.fakes.langchain_desk import LangChainDesk, answers, asked, waiting
from tests.fakes.memory_approvals import MemoryApprovals

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from casewright.adapters.database.engine import Database

SECOND_PARTNER = Actor(TENANT, ActorId("pam"), "PARTNER")
DONE = AIMessage("done")
CLAIMS = [True, "approve", {"type": "approve"}, {"decisions": [{"type": "approve"}]}, {"approved_by": "pat"}]


@pytest.mark.requirement("langchain-interrupt")
def test_pause_shows_the_exact_call() -> None:
    """The graph pauses with the request's id, the tool, the exact arguments and what it would do."""
    desk = LangChainDesk(asked(("wipe", "a")), DONE)
    [shown] = waiting(desk.start())
    assert (shown["tool"], shown["arguments"], shown["preview"]) == ("wipe", {"path": "a"}, "would wipe a")
    assert shown["why"] == "it is old"
    assert desk.governed.trail()[0] == ("requested", "APPROVAL_REQUIRED")
    assert desk.ran == []


@pytest.mark.requirement("langchain-interrupt")
def test_approved_call_runs_once_and_the_graph_goes_on() -> None:
    """A person approves through our own approvals; resumed, the run gets the recorded result and runs nothing again."""
    desk = LangChainDesk(asked(("wipe", "a")), DONE)
    paused = desk.start()
    assert desk.decide(paused, Approve()).success
    assert desk.ran == ["wipe a"]
    ended = desk.resume()
    [message] = answers(ended)
    assert (message.content, message.status, ended["messages"][-1].content) == ("wipe: a", "success", "done")
    assert (message.artifact.metadata.approved_by, message.artifact.metadata.replayed) == ("pat", True)
    assert desk.ran == ["wipe a"]


@pytest.mark.requirement("langchain-resume-value")
def test_what_a_caller_resumes_with_approves_nothing() -> None:
    """Whatever the graph is resumed with, the call waits until a named person decided about it."""
    desk = LangChainDesk(asked(("wipe", "a")), DONE)
    first = waiting(desk.start())
    for claim in [*CLAIMS, *CLAIMS]:
        assert waiting(desk.resume(claim)) == first
    assert desk.ran == []
    desk.governed.decide(first[0]["approval_id"], Approve(), ADMIN)  # who asked: four eyes
    assert waiting(desk.resume(True)) == first
    assert desk.ran == []


@pytest.mark.requirement("langchain-rejected")
@pytest.mark.parametrize("claim", [None, *CLAIMS])
def test_rejected_call_never_runs(claim: object) -> None:
    """A call that a person rejected does not run, whatever the graph is resumed with; the model is told to stop."""
    desk = LangChainDesk(asked(("wipe", "a")), DONE)
    desk.decide(desk.start(), Reject("still needed"))
    [message] = answers(desk.resume(claim))
    assert message.content == "Tool execution denied by user: still needed. Do not retry."
    assert (message.status, message.artifact.status, desk.ran) == ("error", Status.REJECTED, [])


@pytest.mark.requirement("langchain-rejected")
def test_of_two_calls_only_the_approved_one_runs() -> None:
    """Calls of one answer are decided one by one; the rejected one does not run beside the approved one."""
    desk = LangChainDesk(asked(("wipe", "a"), ("note", "n"), ("wipe", "b")), DONE)
    paused = desk.start()
    assert sorted(one["arguments"]["path"] for one in waiting(paused)) == ["a", "b"]
    desk.decide(paused, Reject("no"), "a")
    desk.decide(paused, Approve(), "b")
    ended = desk.resume()
    assert sorted(desk.ran) == ["note n", "wipe b"]
    assert [message.artifact.status.value for message in answers(ended) if message.name == "wipe"] == [
        "rejected",
        "success",
    ]


@pytest.mark.requirement("langchain-interrupt")
def test_edited_call_waits_anew() -> None:
    """An edit is a new request with the new arguments, which needs an approval of its own."""
    desk = LangChainDesk(asked(("wipe", "a")), DONE)
    desk.decide(desk.start(), Edit({"path": "b"}))
    again = desk.resume("approve")
    assert waiting(again)[0]["arguments"] == {"path": "b"}
    assert desk.decide(again, Approve(), "b").status is Status.DENIED  # who edited it
    assert waiting(desk.resume("approve")) == waiting(again)
    assert desk.ran == []
    desk.decide(again, Approve(), "b", SECOND_PARTNER)
    assert answers(desk.resume())[0].content == "wipe: b"
    assert desk.ran == ["wipe b"]


@pytest.mark.requirement("langchain-edited-name")
@pytest.mark.parametrize("other", ["wipe", "hidden"])
def test_edit_of_the_name_does_not_pass_the_policy(other: str) -> None:
    """LangChain's own middleware lets an edit name another tool: that one's policy still holds for it."""
    reviewed = HumanInTheLoopMiddleware({"note": {"allowed_decisions": ["approve", "edit", "reject"]}})
    desk = LangChainDesk(asked(("note", "n")), DONE, middleware=[reviewed])
    assert waiting(desk.start())[0]["action_requests"][0]["name"] == "note"
    edited = {"type": "edit", "edited_action": {"name": other, "args": {"path": "a"}}}
    after = desk.resume({"decisions": [edited]})
    assert desk.ran == []
    if other == "wipe":
        assert waiting(after)[0]["tool"] == "wipe"
    else:
        assert "Tool 'hidden' is not permitted for ADMIN" in str(answers(after)[-1].content)


@pytest.mark.requirement("langchain-rejected")
def test_call_that_langchains_middleware_rejected_does_not_run() -> None:
    """Of calls of one answer, the one rejected by LangChain's own middleware does not reach its tool."""
    reviewed = HumanInTheLoopMiddleware({"note": {"allowed_decisions": ["approve", "reject"]}})
    desk = LangChainDesk(asked(("note", "a"), ("note", "b")), DONE, middleware=[reviewed])
    desk.start()
    desk.resume({"decisions": [{"type": "reject"}, {"type": "approve"}]})
    assert desk.ran == ["note b"]


@pytest.mark.requirement("langchain-restart")
def test_pause_outlives_the_process(tmp_path: Path, new_database: Callable[[str], Database]) -> None:
    """Everything made anew over what is stored: the decision is found, and what ran before the pause runs no more."""
    database, ran = new_database("sqlite"), list[str]()
    serde = JsonPlusSerializer(allowed_msgpack_modules=CHECKPOINT_TYPES)
    script = [asked(("note", "n"), ("wipe", "a")), DONE]
    with SqliteSaver.from_conn_string(str(tmp_path / "graph.db")) as saver:
        saver.serde = serde
        paused = LangChainDesk(*script, database=database, saver=saver, ran=ran).start()
    with SqliteSaver.from_conn_string(str(tmp_path / "graph.db")) as saver:
        saver.serde = serde
        desk = LangChainDesk(DONE, database=database, saver=saver, ran=ran)
        assert waiting(desk.resume()) == waiting(paused)
        desk.decide(paused, Approve())
        ended = desk.resume()
        kept = desk.agent.get_state(desk.config).values["messages"]
    assert sorted(ran) == ["note n", "wipe a"]
    assert [message.content for message in answers(ended)] == ["note: n", "wipe: a"]
    results = [read_result(message) for message in answers({"messages": kept})]
    assert [result and (result.status, result.content) for result in results] == [
        (Status.SUCCESS, "note: n"),
        (Status.SUCCESS, "wipe: a"),
    ]


class Steps(TypedDict):
    """What a graph of one's own keeps."""

    said: list[str]


def test_side_effect_before_the_pause_is_not_repeated() -> None:
    """A step that acts twice and then asks is taken again after the decision: what it did before is not done again."""
    desk = LangChainDesk()
    note, wipe = desk.tool("note"), desk.tool("wipe")

    def step(_: Steps) -> Steps:
        return {"said": [note.invoke({"path": "n"}), note.invoke({"path": "n"}), wipe.invoke({"path": "a"})]}

    graph: Any = StateGraph(Steps)
    graph.add_node("step", step)
    graph.add_edge(START, "step")
    graph.add_edge("step", END)
    desk.agent = graph.compile(checkpointer=desk.saver)
    paused = desk.agent.invoke({"said": []}, desk.config)
    assert desk.ran == ["note n", "note n"]
    desk.decide(paused, Approve())
    assert desk.resume(True)["said"] == ["note: n", "note: n", "wipe: a"]
    assert desk.ran == ["note n", "note n", "wipe a"]
    desk.agent.invoke({"said": []}, desk.config)
    assert desk.ran[3:] == ["note n", "note n"]


def test_pause_in_a_run_that_awaits() -> None:
    """The same holds where the graph is run with ``ainvoke``."""
    import asyncio

    desk = LangChainDesk(asked(("note", "n"), ("wipe", "a")), DONE)

    async def work() -> dict[str, Any]:
        paused = await desk.agent.ainvoke({"messages": [("user", "go")]}, desk.config)
        assert waiting(await desk.agent.ainvoke(None, desk.config)) == waiting(paused)
        await asyncio.to_thread(desk.decide, paused, Approve())
        ended: dict[str, Any] = await desk.agent.ainvoke(None, desk.config)
        return ended

    assert [message.content for message in answers(asyncio.run(work()))] == ["note: n", "wipe: a"]
    assert sorted(desk.ran) == ["note n", "wipe a"]


def test_without_checkpoints_the_pending_result_is_the_answer() -> None:
    """Where a graph could not go on, and outside of any, the model is told that the call waits."""
    desk = LangChainDesk()
    assert desk.tool("wipe").invoke({"path": "a"}).startswith("Approval required: request ")
    graph: Any = StateGraph(Steps)
    graph.add_node("step", lambda _: {"said": [desk.tool("wipe").invoke({"path": "b"})]})
    graph.add_edge(START, "step")
    ended = graph.compile().invoke({"said": []}, desk.config)
    assert ended["said"][0].startswith("Approval required: request ")
    assert desk.ran == []


def test_without_a_journal_nothing_pauses() -> None:
    """A result that nobody keeps could not be handed to a run that goes on: the call waits, and says so."""
    governed = Governed(Desk().wipe(), rules=FOUR_EYES, approvals=MemoryApprovals())
    [wipe] = langchain_tools(governed.executor, CallContext(ADMIN))
    desk = LangChainDesk()
    graph: Any = StateGraph(Steps)
    graph.add_node("step", lambda _: {"said": [wipe.invoke({"path": "b"})]})
    graph.add_edge(START, "step")
    ended = graph.compile(checkpointer=desk.saver).invoke({"said": []}, desk.config)
    assert ended["said"][0].startswith("Approval required: request ")

"""A home's own worker does what is asked of agents, and stores what they tell."""

from __future__ import annotations

from typing import TYPE_CHECKING

from casewright.bootstrap.home import Casewright
from casewright.bootstrap.jobs import job_desk, open_worker
from casewright.domain.jobs import JobEvent, JobState

if TYPE_CHECKING:
    from pathlib import Path


def test_a_question_is_told_step_by_step(tmp_path: Path) -> None:
    """The answer's steps and text are in the log before its end, and its result is kept for who asked."""
    with Casewright.open(tmp_path / "home") as casewright:
        desk, worker = casewright.parts.materials.share(job_desk), open_worker(casewright.parts.materials)
        matter = casewright.call("create_matter", {"title": "Alpha"}).structured
        assert isinstance(matter, dict)
        matter_id = str(matter["matter_id"])
        blob = casewright.keep(matter_id, b"1. Governing law. This Agreement is governed by the laws of Romania.")
        added = {"matter_id": matter_id, "blob_id": blob, "filename": "lease.txt"}
        question = {"matter_id": matter_id, "question": "Which law governs the agreement?"}

        async def asked() -> list[list[JobEvent]]:
            await worker.start()
            told = []
            for tool, arguments in (("add_document", added), ("ask_matter", question)):
                job = await desk.submit(casewright.actor, tool, arguments)
                told.append([one async for one in desk.events(casewright.actor.tenant, job)])
            await worker.stop()
            return told

        adding, asking = casewright.wait(asked())
        listed = casewright.call("list_jobs", {"matter_id": matter_id}).structured

    assert adding[-1].data["status"] == "success"
    assert asking[-1].data == {"state": JobState.DONE, "attempt": 1, "status": "success"}
    kinds = [one.data["kind"] for one in asking if one.kind == "answer"]
    assert {"call", "result", "text"} <= set(kinds)
    assert "Romania" in "".join(str(one.data["text"]) for one in asking if one.data.get("kind") == "text")
    assert [one.seq for one in asking] == list(range(1, len(asking) + 1))
    assert isinstance(listed, dict)
    assert [one["tool"] for one in listed["jobs"]] == ["ask_matter", "add_document"]

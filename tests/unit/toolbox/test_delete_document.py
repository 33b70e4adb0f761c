"""Tests of delete_document: only after a second person approved it, and then completely."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from casewright.bootstrap.policies import shipped_policy
from casewright.domain.actors import Actor
from casewright.domain.ids import ActorId, BlobId, MatterId
from casewright.domain.people import Participant, ParticipantRole
from casewright.policy.policy import compile_policy
from casewright.toolbox.approvals.list_approvals import list_approvals
from casewright.toolbox.documents.delete_document import delete_document
from casewright.tools.calls import Status
from casewright.tools.decisions import Approve
from tests.fakes.governed import ADMIN, TENANT, Governed
from tests.fakes.memory_approvals import MemoryApprovals
from tests.fakes.memory_journal import MemoryJournal
from tests.fakes.memory_matter import MemoryMatter
from tests.fakes.one_at_a_time import OneAtATime

if TYPE_CHECKING:
    from casewright.tools.calls import ToolResult

PAT = Actor(TENANT, ActorId("pat"), "PARTNER")
RULES = '[tools.delete_document]\nroles = ["ADMIN"]\napproval = { roles = ["PARTNER"], four_eyes = true }'


class Shelf:
    """A matter whose documents can be deleted."""

    def __init__(self) -> None:
        self.matter = MemoryMatter()
        self.store = MemoryApprovals()
        part = Participant(TENANT, MatterId(self.matter.id), PAT.id, ParticipantRole.COUNSEL)
        self.matter.participants.put(part)
        self.governed = Governed(
            delete_document(documents=self.matter.documents, originals=self.matter.originals, transaction=OneAtATime()),
            list_approvals(approvals=self.store),
            rules=RULES,
            matters=self.matter.matters,
            participants=self.matter.participants,
            approvals=self.store,
            journal=MemoryJournal(),
        )

    def ask(self, document: str, matter: str | None = None) -> ToolResult:
        """Ask for a document's deletion."""
        arguments = {"matter_id": matter or self.matter.id, "document_id": document}
        return self.governed.call("delete_document", arguments)

    def delete(self, document: str) -> ToolResult:
        """Ask for it and approve it."""
        return self.governed.decide(self.ask(document).metadata.approval_id, Approve(), PAT)

    def has(self, blob: BlobId) -> bool:
        """Whether the bytes are still there."""
        return self.matter.blobs.has(TENANT, blob)


@pytest.mark.requirement("document-deleted")
def test_document_is_deleted_with_its_original() -> None:
    """The document waits for a second person; approved, it goes with its bytes."""
    shelf = Shelf()
    added = shelf.matter.add("a.txt", "One.")
    blob = shelf.matter.blobs.put(TENANT, b"One.")
    assert shelf.ask(added["document_id"]).status is Status.APPROVAL_REQUIRED
    assert shelf.has(blob)
    done = shelf.delete(added["document_id"])
    assert done.structured == {
        "document_id": added["document_id"],
        "filename": "a.txt",
        "original_deleted": True,
    }
    assert not shelf.has(blob)


@pytest.mark.requirement("document-deleted")
def test_original_stays_while_another_document_has_it() -> None:
    """Bytes that two documents share go with the second."""
    shelf = Shelf()
    first = shelf.matter.add("a.txt", "One.")
    second = shelf.matter.add("b.txt", "One.", keep_name=True)
    blob = shelf.matter.blobs.put(TENANT, b"One.")
    done = shelf.delete(first["document_id"]).structured
    assert isinstance(done, dict)
    assert (done["original_deleted"], shelf.has(blob)) == (False, True)
    shelf.delete(second["document_id"])
    assert not shelf.has(blob)


def test_preview_names_the_document_its_size_and_pages() -> None:
    """Whoever approves sees what goes; nobody is asked about a document that is not there."""
    shelf = Shelf()
    added = shelf.matter.add("a.txt", "One clause.")
    shelf.ask(added["document_id"])
    assert shelf.ask("nothing").content == "Document 'nothing' not found in this matter"
    listed = shelf.governed.call("list_approvals").structured
    assert isinstance(listed, dict)
    [first] = (one["preview"] for one in listed["approvals"])
    assert first.startswith("Delete 'a.txt' for good\n")
    assert "11 bytes, no pages, 11 characters" in first


def test_document_that_went_meanwhile() -> None:
    """A document that somebody else deleted before the approval is a failure in words."""
    shelf = Shelf()
    added = shelf.matter.add("a.txt", "One.")
    asked = shelf.ask(added["document_id"])
    shelf.matter.documents.delete(TENANT, MatterId(shelf.matter.id), added["document_id"])
    late = shelf.governed.decide(asked.metadata.approval_id, Approve(), PAT)
    assert (late.status, late.metadata.error_kind) == (Status.ERROR, "NotFound")


def test_one_request_by_its_id() -> None:
    """list_approvals gives one request by its id, in any state, and an unknown one in words."""
    shelf = Shelf()
    added = shelf.matter.add("a.txt", "One.")
    done = shelf.delete(added["document_id"])
    found = shelf.governed.call("list_approvals", {"approval_id": done.metadata.approval_id}).structured
    assert isinstance(found, dict)
    [one] = found["approvals"]
    assert (one["state"], one["decided_by"], one["requested_by"]) == ("consumed", "pat", ADMIN.id)
    assert shelf.governed.call("list_approvals", {"state": "consumed"}).structured == found
    assert shelf.governed.call("list_approvals", {"state": "nonsense"}).status is Status.INVALID_ARGUMENTS
    assert shelf.governed.call("list_approvals", {"approval_id": "x"}).status is Status.ERROR


def test_shipped_policy_asks_for_four_eyes() -> None:
    """The policy that comes with the package lets nobody delete a document alone, and no model at all."""
    policy = compile_policy(shipped_policy())
    rule = policy.rules["delete_document"]
    assert rule.approval is not None
    assert (rule.approval.four_eyes, rule.approval.roles) == (True, frozenset({"ADMIN", "PARTNER"}))
    assert rule.roles <= policy.people

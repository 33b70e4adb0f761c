"""Tests of the tools save_query, list_saved_queries and set_matter_status."""

from __future__ import annotations

from typing import Any

import pytest

from casewright.bootstrap.policies import shipped_policy
from casewright.domain.actors import Actor
from casewright.domain.ids import ActorId, MatterId
from casewright.domain.matters import MatterKind
from casewright.policy.policy import compile_policy
from casewright.tools.calls import CallContext, Status
from tests.fakes.fixed_clock import START
from tests.fakes.governed import ADMIN, AGENT, TENANT
from tests.fakes.memory_matter import MemoryMatter

LAW = "{IS governing law clause}"


@pytest.fixture
def matter() -> MemoryMatter:
    """A matter under the shipped policy."""
    return MemoryMatter(policy=compile_policy(shipped_policy()))


def listed(matter: MemoryMatter, context: CallContext | None = None, **arguments: object) -> list[dict[str, Any]]:
    result = matter.governed.call("list_saved_queries", arguments, context)
    assert isinstance(result.structured, dict), result.content
    queries: list[dict[str, Any]] = result.structured["queries"]
    return queries


@pytest.mark.requirement("queries-owner")
def test_saved_query_is_its_owners_alone(matter: MemoryMatter) -> None:
    """Whoever saved a query lists it; another person of the same tenant does not, whatever their role."""
    saved = matter.governed.call("save_query", {"name": " Law ", "query": LAW, "description": "Where?"})
    assert saved.structured == {
        "name": "Law",
        "query": LAW,
        "description": "Where?",
        "matter_id": None,
        "saved_at": saved.structured["saved_at"],  # type: ignore[index]
    }
    assert listed(matter) == [saved.structured]
    bob = CallContext(Actor(TENANT, ActorId("bob"), "ADMIN"))
    assert listed(matter, bob) == []


def test_agent_saves_in_its_matter_and_cannot_list(matter: MemoryMatter) -> None:
    """The document agent may save a query for its matter; the list is for persons."""
    context = CallContext(AGENT, matter=MatterId(matter.id))
    arguments = {"name": "Law", "query": LAW, "matter_id": matter.id}
    assert matter.governed.call("save_query", arguments, context).success
    assert matter.governed.call("list_saved_queries", {}, context).status is Status.DENIED


@pytest.mark.requirement("queries-owner")
def test_what_an_agent_saves_for_a_person_is_the_persons(matter: MemoryMatter) -> None:
    """A query that an agent saves while it works for somebody stands in that person's list."""
    context = CallContext(AGENT, matter=MatterId(matter.id), on_behalf_of=ADMIN)
    assert matter.governed.call("save_query", {"name": "Law", "query": LAW, "matter_id": matter.id}, context).success
    assert [one["name"] for one in listed(matter)] == ["Law"]


def test_queries_of_one_matter(matter: MemoryMatter) -> None:
    """A list can be confined to the queries made for one matter."""
    matter.governed.call("save_query", {"name": "One", "query": LAW, "matter_id": matter.id})
    matter.governed.call("save_query", {"name": "Two", "query": LAW})
    assert [one["name"] for one in listed(matter)] == ["One", "Two"]
    assert [one["name"] for one in listed(matter, matter_id=matter.id)] == ["One"]


@pytest.mark.requirement("queries-valid")
@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ({"name": "  ", "query": LAW}, "a name needs a visible character"),
        ({"name": "x", "query": "{IS nonsense clause}"}, "Invalid IQL query syntax"),
        ({"name": "x", "query": ""}, "Invalid IQL query syntax"),
        ({"name": "x", "query": LAW, "matter_id": "42"}, "Invalid matter ID format"),
        ({"name": "x" * 201, "query": LAW}, "200"),
    ],
)
def test_only_named_valid_queries_are_saved(matter: MemoryMatter, arguments: dict[str, object], said: str) -> None:
    """A blank name and a query that does not parse are refused, and nothing is saved."""
    result = matter.governed.call("save_query", arguments)
    assert not result.success
    assert said in result.content
    assert listed(matter) == []


def test_name_is_taken_unless_replaced(matter: MemoryMatter) -> None:
    """A second query of a name is refused with the way out; with replace it takes the first one's place."""
    matter.governed.call("save_query", {"name": "Law", "query": LAW})
    again = matter.governed.call("save_query", {"name": "Law", "query": "{other}"})
    assert "'replace': true" in again.content
    assert [one["query"] for one in listed(matter)] == [LAW]
    matter.governed.call("save_query", {"name": "Law", "query": "{other}", "replace": True})
    assert [one["query"] for one in listed(matter)] == ["{other}"]


@pytest.mark.requirement("matter-status")
@pytest.mark.parametrize("status", ["closed", "archived"])
def test_closed_matter_is_read_and_not_changed(matter: MemoryMatter, status: str) -> None:
    """In a closed or archived matter reading goes on, every change is refused with a sentence, and nothing changes."""
    matter.add("a.txt", "Rent is paid monthly.")
    assert matter.call("set_matter_status", status=status).success

    for tool, arguments in (
        ("add_document", {"blob_id": "0" * 64, "filename": "b.txt"}),
        ("delete_document", {"document_id": matter.id}),
        ("save_query", {"name": "Law", "query": LAW}),
    ):
        result = matter.call(tool, **arguments)
        assert result.status is Status.DENIED, tool
        assert f"The matter is {status}" in result.content
    assert matter.call("isaacus_search", query="rent").success
    assert matter.call("list_matter_documents").structured["total_count"] == 1  # type: ignore[index]

    assert matter.call("set_matter_status", status="active").success
    matter.add("b.txt", "More.")
    assert matter.call("list_matter_documents").structured["total_count"] == 2  # type: ignore[index]


def test_case_has_its_own_status(matter: MemoryMatter) -> None:
    """A case's status is not set by hand."""
    case = matter.matters.create(
        TENANT,
        title="Case",
        description="",
        kind=MatterKind.CASE,
        jurisdiction=None,
        created_by=ActorId("ada"),
        at=START,
    )
    result = matter.governed.call("set_matter_status", {"matter_id": case.id, "status": "closed"})
    assert (result.status, result.metadata.error_kind) == (Status.ERROR, "Refused")
    assert "is a case" in result.content


def test_unknown_status_is_told(matter: MemoryMatter) -> None:
    """A status that is none is refused with those there are."""
    result = matter.call("set_matter_status", status="done")
    assert result.status is Status.INVALID_ARGUMENTS
    assert "'active', 'closed' or 'archived'" in result.content

"""The visibility matrix over every tool that names a matter, through the executor, under the shipped policy."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from casewright.bootstrap.catalogue import catalogue
from casewright.bootstrap.policies import shipped_policy
from casewright.domain.actors import Actor, ActorKind
from casewright.domain.ids import ActorId, MatterId, TenantId
from casewright.domain.people import MatterRight, Participant, ParticipantRole
from casewright.policy.policy import compile_policy
from casewright.tools.calls import CallContext, SafetyLevel, Status, ToolResult
from tests.fakes.fixed_clock import START
from tests.fakes.governed import TENANT
from tests.fakes.memory_matter import MemoryMatter

if TYPE_CHECKING:
    from collections.abc import Mapping

POLICY = compile_policy(shipped_policy())
VIEW, UPLOAD, WORK, MANAGE = MatterRight.VIEW, MatterRight.UPLOAD, MatterRight.WORK, MatterRight.MANAGE
MISSING = "00000000-0000-4000-8000-000000000000"

TOOLS: dict[str, tuple[MatterRight, Mapping[str, object]]] = {
    "list_matter_documents": (VIEW, {}),
    "get_document_text": (VIEW, {"filename": "a.txt"}),
    "show_document": (VIEW, {"document_id": MISSING}),
    "show_matter": (VIEW, {}),
    "list_jobs": (VIEW, {}),
    "quote_boxes": (VIEW, {"document_id": "00000000-0000-4000-8000-000000000000", "start": 0, "end": 1}),
    "document_changes": (VIEW, {"document_id": "00000000-0000-4000-8000-000000000000"}),
    "review_cell": (WORK, {"document_id": MISSING, "column": {"kind": "fact", "asks": "term"}, "state": "reviewed"}),
    "list_cell_reviews": (VIEW, {}),
    "save_column_set": (WORK, {"name": "terms", "columns": [{"kind": "fact", "asks": "term"}]}),
    "list_column_sets": (VIEW, {}),
    "delete_column_set": (WORK, {"name": "no such set"}),
    "render_page": (VIEW, {"document_id": MISSING, "page": 1}),
    "show_page": (VIEW, {"document_id": MISSING, "page": 1}),
    "show_document_layout": (VIEW, {"document_id": MISSING}),
    "find_documents": (VIEW, {"contents": []}),
    "isaacus_iql": (VIEW, {"query": "{x}"}),
    "ask_matter": (VIEW, {"question": "?"}),
    "list_threads": (VIEW, {}),
    "estimate_query": (VIEW, {"query": "{x}"}),
    "search_everywhere": (VIEW, {"text": "rent"}),
    "isaacus_search": (VIEW, {"query": "rent"}),
    "isaacus_extract": (VIEW, {"question": "rent?"}),
    "isaacus_classify": (VIEW, {}),
    "find_section": (VIEW, {"reference": "clause 1"}),
    "list_saved_queries": (VIEW, {}),
    "save_query": (WORK, {"name": "x", "query": "{x}"}),
    "set_matter_status": (WORK, {"status": "active"}),
    "list_participants": (VIEW, {}),
    "list_provider_consents": (VIEW, {}),
    "grant_provider_consent": (WORK, {"provider": "isaacus"}),
    "revoke_provider_consent": (WORK, {"provider": "isaacus"}),
    "rename_document": (WORK, {"document_id": "00000000-0000-4000-8000-000000000000", "filename": "c.txt"}),
    "list_amendments": (VIEW, {}),
    "confirm_amendment": (WORK, {"document_id": MISSING, "amended_id": MISSING}),
    "contract_facts": (VIEW, {}),
    "frame_question": (VIEW, {"question": "rent?"}),
    "correct_fact": (WORK, {"document_id": MISSING, "field": "term", "action": "reject"}),
    "reread_documents": (UPLOAD, {}),
    "delete_document": (WORK, {"document_id": "00000000-0000-4000-8000-000000000000"}),
    "open_container": (UPLOAD, {"blob_id": "0" * 64, "filename": "b.zip"}),
    "add_document": (UPLOAD, {"blob_id": "0" * 64, "filename": "b.txt"}),
    "add_api_key": (VIEW, {"name": "cron", "key_hash": "ab" * 32, "tools": "*"}),
    "delete_matter": (MANAGE, {}),
    "share_matter": (MANAGE, {"user": "new", "role": "observer"}),
    "unshare_matter": (MANAGE, {"user": "new"}),
}
"""Every tool that names a matter: the right it needs there, and its other arguments."""

PEOPLE: dict[str, tuple[str, MatterRight | None, str]] = {
    # who              role       right in the matter, and as what
    "root": ("ADMIN", MANAGE, "ADMIN"),
    "ada": ("PARTNER", MANAGE, "owner"),
    "carl": ("PARTNER", WORK, "counsel"),
    "cleo": ("ANALYST", UPLOAD, "client"),
    "olga": ("ANALYST", VIEW, "observer"),
    "kay": ("CLIENT", WORK, "counsel"),
    "kim": ("CLIENT", UPLOAD, "client"),
    "kit": ("CLIENT", VIEW, "observer"),
    "pat": ("PARTNER", None, ""),
    "ann": ("ANALYST", None, ""),
    "cy": ("CLIENT", None, ""),
    "aud": ("AUDITOR", None, ""),
}


def house() -> MemoryMatter:
    """A matter of ada's with a document, and everybody with their part in it."""
    matter = MemoryMatter({"x": {}}, policy=POLICY)
    matter.add("a.txt", "One clause.")
    for name, (role, _, part) in PEOPLE.items():
        user = ActorId(name)
        matter.users.add(TENANT, user, role=role, key_hash=name, at=START)
        if part in set(ParticipantRole):
            matter.participants.put(Participant(TENANT, MatterId(matter.id), user, ParticipantRole(part)))
    matter.users.add(TENANT, ActorId("new"), role="CLIENT", key_hash="new", at=START)
    return matter


def context(name: str) -> CallContext:
    return CallContext(Actor(TENANT, ActorId(name), PEOPLE[name][0]))


def told(result: ToolResult, matter: str) -> tuple[object, ...]:
    """Everything that a caller learns, the id aside."""
    said = (result.content, result.error or "")
    return result.status, *(text.replace(matter, "ID") for text in said), result.structured, result.metadata.error_kind


def test_matrix_has_every_tool_that_names_a_matter() -> None:
    """A new tool that names a matter must say here what it needs, and its definition must agree."""
    naming = {tool.name: tool.matter_right for tool in catalogue() if "matter_id" in tool.input_schema["properties"]}
    assert naming == {name: right for name, (right, _) in TOOLS.items()}


def test_tools_of_deals_and_cases_need_what_their_level_says() -> None:
    """What only reads a deal or a case needs to see it, whatever changes one needs to work in it."""
    for tool in catalogue():
        if {"deal_id", "case_id"} & tool.input_schema["properties"].keys():
            assert tool.matter_right is (VIEW if tool.safety_level is SafetyLevel.SAFE else WORK), tool.name


@pytest.mark.requirement("people-visibility", "people-participants")
@pytest.mark.parametrize("name", PEOPLE)
@pytest.mark.parametrize("tool", TOOLS)
def test_visibility_matrix_over_every_tool(tool: str, name: str) -> None:
    """A call runs exactly where the policy permits it and the part in the matter gives the right; else it is denied.

    Out of sight it answers exactly like a matter that does not exist.
    """
    needed, arguments = TOOLS[tool]
    role, right, title = PEOPLE[name]
    matter = house()
    before = len(matter.governed.events())

    result = matter.governed.call(tool, {"matter_id": matter.id, **arguments}, context(name))

    phases = [phase for phase, _ in matter.governed.trail()[before:]]
    if role not in POLICY.rules[tool].roles:
        assert (result.status, result.content) == (Status.DENIED, f"Tool {tool!r} is not permitted for {role}")
    elif right is None:
        missing = matter.governed.call(tool, {"matter_id": MISSING, **arguments}, context(name))
        assert told(result, matter.id) == told(missing, MISSING)
        assert result.metadata.error_kind == "NotFound"
    elif right < needed:
        assert (result.status, result.content) == (Status.DENIED, f"Tool {tool!r} is not permitted for {title}")
    elif POLICY.rules[tool].approval is not None:
        assert result.status is Status.NO_APPROVER
    else:
        assert phases == ["intent", "outcome"]
        return
    assert phases == ["stopped"]


@pytest.mark.requirement("people-visibility")
@pytest.mark.parametrize("name", PEOPLE)
def test_list_matters_shows_what_is_visible(name: str) -> None:
    """The list holds the matters in sight and no others; for whom there are none it is empty."""
    matter = house()
    role, right, _ = PEOPLE[name]
    matter.new_matter(TenantId("rival"))
    result = matter.governed.call("list_matters", {}, context(name))
    if role == "AUDITOR":
        assert result.status is Status.DENIED
        return
    assert isinstance(result.structured, dict)
    assert [one["matter_id"] for one in result.structured["matters"]] == ([] if right is None else [matter.id])
    assert result.structured["total_count"] == (0 if right is None else 1)


def test_unsharing_takes_the_matter_out_of_sight_at_once() -> None:
    """The very next call of one who no longer takes part finds no matter."""
    matter = house()
    asked = {"matter_id": matter.id}
    assert matter.governed.call("list_matter_documents", asked, context("kit")).success
    assert matter.governed.call("unshare_matter", {**asked, "user": "kit"}, context("ada")).success
    assert matter.governed.call("list_matter_documents", asked, context("kit")).metadata.error_kind == "NotFound"


def agent(matter: str | None) -> CallContext:
    actor = Actor(TENANT, ActorId("document_agent-1"), "document_agent", ActorKind.MODEL)
    return CallContext(actor, matter=None if matter is None else MatterId(matter))


@pytest.mark.requirement("people-models-see-their-matter")
@pytest.mark.parametrize(
    "tool", ["list_matter_documents", "get_document_text", "isaacus_iql", "isaacus_search", "isaacus_extract"]
)
def test_agent_needs_the_matter_as_its_context(tool: str) -> None:
    """An agent reads the matter that it was set to; without one, or in another, there is no matter for it."""
    matter = house()
    other = matter.new_matter(TENANT)
    asked = {"matter_id": matter.id, **TOOLS[tool][1]}
    assert matter.governed.call(tool, asked, agent(matter.id)).success
    assert matter.governed.call(tool, {**asked, "matter_id": matter.id.upper()}, agent(matter.id)).success
    for elsewhere in (None, other):
        result = matter.governed.call(tool, asked, agent(elsewhere))
        assert (result.status, result.metadata.error_kind) == (Status.ERROR, "NotFound")
    assert matter.governed.call(tool, {**asked, "matter_id": MISSING}, agent(MISSING)).metadata.error_kind == "NotFound"


def test_context_confines_the_list_too() -> None:
    """In the context of a matter the list is that one, where it is in sight."""
    matter = house()
    other = matter.new_matter(TENANT)
    ada, pat = context("ada").actor, context("pat").actor
    for actor, chosen, seen in ((ada, other, [other]), (pat, other, []), (ada, MISSING, [])):
        result = matter.governed.call("list_matters", {}, CallContext(actor, matter=MatterId(chosen)))
        assert isinstance(result.structured, dict)
        assert [one["matter_id"] for one in result.structured["matters"]] == seen


@given(data=st.data())
def test_list_and_gate_agree(data: st.DataObject) -> None:
    """Whoever owns and takes part in whatever: a matter is in the list exactly where a look into it finds it."""
    names = ["root", "ada", "ann", "cy"]
    matter = MemoryMatter(policy=POLICY)
    owners = data.draw(st.lists(st.sampled_from(names), max_size=3))
    ids = [matter.id, *(matter.new_matter(TENANT, ActorId(owner)) for owner in owners)]
    parts = st.tuples(st.sampled_from(ids), st.sampled_from(names), st.sampled_from([None, *ParticipantRole]))
    for where, name, part in data.draw(st.lists(parts, max_size=8)):
        if part is None:
            matter.participants.remove(TENANT, MatterId(where), ActorId(name))
        else:
            matter.participants.put(Participant(TENANT, MatterId(where), ActorId(name), part))
    who = data.draw(st.sampled_from(names))
    chosen = data.draw(st.sampled_from([None, *map(MatterId, ids)]))
    asking = CallContext(context(who).actor, matter=chosen)

    listed = matter.governed.call("list_matters", {}, asking).structured

    assert isinstance(listed, dict)
    found = [one for one in ids if matter.governed.call("list_matter_documents", {"matter_id": one}, asking).success]
    assert sorted(one["matter_id"] for one in listed["matters"]) == sorted(found)

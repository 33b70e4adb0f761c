"""Tests of support tickets and of how a case is paused, resumed and closed, in memory."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from casewright.domain.actors import Actor
from casewright.domain.cases import Case, CaseStatus
from casewright.domain.ids import ActorId, MatterId
from casewright.domain.matters import MatterStatus
from casewright.errors import InvalidInput, StorageBusy
from casewright.tools.calls import CallContext, Status
from tests.fakes.governed import TENANT
from tests.fakes.memory_case import ANA, MemoryCase

PARTNER = CallContext(Actor(TENANT, ActorId("pat"), "PARTNER"))
CAUSE = {"cause": "query_bigquery: ToolFailed", "last_successful_step": "update_context"}


@pytest.fixture
def case() -> MemoryCase:
    """An active case."""
    made = MemoryCase()
    put(made, CaseStatus.ACTIVE)
    return made


def put(case: MemoryCase, status: CaseStatus) -> None:
    """Give the case a status."""
    before = stored(case)
    assert case.cases.replace(before.version, replace(before, status=status, version=before.version + 1))


def stored(case: MemoryCase) -> Case:
    found = case.cases.get(TENANT, MatterId(case.id))
    assert found is not None
    return found


def open_ticket(case: MemoryCase, description: str = "nu merge", snapshot: object = None) -> str:
    more = {} if snapshot is None else {"agent_state_snapshot": snapshot}
    made = case.ok("create_support_ticket", case_id=case.id, issue_description=description, **more)
    assert set(made) == {"status", "ticket_id"}
    assert made["status"] == "success"
    ticket: str = made["ticket_id"]
    return ticket


def listed(case: MemoryCase, **arguments: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = case.ok("list_tickets", **arguments)["tickets"]
    return found


def events_of(case: MemoryCase) -> list[str]:
    """The types of events that calls brought about."""
    return [event["event_type"] for event in case.governed.events() if event["phase"] == "effect"]


@pytest.mark.requirement("support-ticket")
def test_a_ticket_pauses_the_case(case: MemoryCase) -> None:
    """The seed's answer; the case waits for support, its version and time move, and the audit is told."""
    before = stored(case)
    case.clock.advance(seconds=1)
    ticket = open_ticket(case, "Căutarea nu răspunde.", CAUSE)

    after = stored(case)
    assert after.status is CaseStatus.PAUSED_SUPPORT
    assert after.version == before.version + 1
    assert after.updated_at > before.updated_at
    [shown] = listed(case, case_id=case.id)
    assert shown["ticket_id"] == ticket
    assert shown["issue_description"] == "Căutarea nu răspunde."
    assert shown["agent_state_snapshot"] == CAUSE
    assert (shown["status"], shown["times"], shown["opened_by"]) == ("open", 1, "ada")
    assert events_of(case) == ["case.paused", "ticket.opened"]


@pytest.mark.requirement("support-one-ticket")
def test_one_ticket_for_a_case_and_a_cause(case: MemoryCase) -> None:
    """The cause that is named decides, not the words; without one the words do; another cause has its own ticket."""
    first = open_ticket(case, "un text", CAUSE)
    version = stored(case).version
    assert open_ticket(case, "alt text", {**CAUSE, "more": 1}) == first
    assert stored(case).version == version
    other = open_ticket(case, "un text", {"cause": "another"})
    said = open_ticket(case, "un  text\n")
    assert open_ticket(case, "un text") == said
    assert len({first, other, said}) == 3
    assert events_of(case) == ["case.paused", *["ticket.opened"] * 3]


@pytest.mark.requirement("support-ticket")
def test_a_ticket_holds_no_personal_data(case: MemoryCase) -> None:
    """Description, snapshot, its keys and the note are masked on entry."""
    case.attached(**ANA)
    open_ticket(case, "Zăvoianu nu răspunde", {"Ștefania": {"facts": ["CNP 2850612226101"]}})
    case.ok("resume_case", case_id=case.id, note="am vorbit cu Ștefania Zăvoianu")

    [shown] = listed(case, case_id=case.id)
    kept = repr(shown) + repr(case.governed.events())
    assert not [name for name in ("Zăvoianu", "Ștefania", "2850612226101") if name in kept]
    assert "{{party0.lastName}}" in shown["issue_description"]
    assert "{{party0" in shown["note"]


@pytest.mark.requirement("support-resume")
def test_resumed(case: MemoryCase) -> None:
    """Open tickets are closed with the note, the case goes on, and the audit is told of both."""
    tickets = [open_ticket(case, "unu"), open_ticket(case, "doi")]
    case.clock.advance(seconds=5)
    done = case.ok("resume_case", case_id=case.id, note="reparat")

    assert done == {"status": "success", "case_id": case.id, "case_status": "active", "tickets": tickets}
    assert stored(case).status is CaseStatus.ACTIVE
    for shown in listed(case, case_id=case.id):
        assert (shown["status"], shown["closed_by"], shown["note"]) == ("closed", "ada", "reparat")
    assert events_of(case)[-3:] == ["ticket.closed", "ticket.closed", "case.resumed"]


@pytest.mark.requirement("support-resume")
@pytest.mark.parametrize("before", [CaseStatus.TIER_PENDING, CaseStatus.PAYMENT_PENDING, CaseStatus.ACTIVE])
def test_resuming_pays_for_nothing(case: MemoryCase, before: CaseStatus) -> None:
    """A case that was not active before it was paused is not active after it either."""
    put(case, before)
    open_ticket(case, "unu")
    open_ticket(case, "doi")

    assert case.ok("resume_case", case_id=case.id)["case_status"] == before.value


@pytest.mark.requirement("support-resume", "support-one-ticket")
def test_the_same_trouble_again_opens_the_same_ticket(case: MemoryCase) -> None:
    """After it was closed the ticket opens again, counted, with the newest words; resumed, the case is active again."""
    ticket = open_ticket(case, "unu", CAUSE)
    case.ok("resume_case", case_id=case.id, note="reparat")
    case.clock.advance(seconds=5)

    assert open_ticket(case, "iar", CAUSE) == ticket
    [shown] = listed(case, case_id=case.id)
    assert (shown["status"], shown["times"], shown["note"]) == ("open", 2, "")
    assert shown["issue_description"] == "iar"
    assert stored(case).status is CaseStatus.PAUSED_SUPPORT
    assert case.ok("resume_case", case_id=case.id)["case_status"] == "active"


@pytest.mark.requirement("support-resume")
def test_only_a_paused_case_is_resumed(case: MemoryCase) -> None:
    """Any other is refused with its status, and stays."""
    result = case.call("resume_case", case_id=case.id)

    assert result.metadata.error_kind == "Refused"
    assert "active, not paused" in result.content
    assert events_of(case) == []


def test_paused_by_hand_a_case_goes_back_before_payment(case: MemoryCase) -> None:
    """Without a ticket that says what it was, a case with a tier has its payment looked at again."""
    before = stored(case)
    paused = replace(before, status=CaseStatus.PAUSED_SUPPORT, tier=2, version=before.version + 1)
    assert case.cases.replace(before.version, paused)

    assert case.ok("resume_case", case_id=case.id)["case_status"] == "payment_pending"


@pytest.mark.requirement("support-ticket")
@pytest.mark.parametrize(
    ("raised", "said", "kind"),
    [
        (StorageBusy("busy"), "Failed to connect to support system: busy", "Unavailable"),
        (InvalidInput("odd"), "Error creating ticket: odd", "InvalidInput"),
    ],
)
def test_failures_are_told_in_the_seeds_words(
    case: MemoryCase, monkeypatch: pytest.MonkeyPatch, raised: Exception, said: str, kind: str
) -> None:
    """What the store raises becomes the seed's failure, with the cause."""

    def refuse(_ticket: object) -> None:
        raise raised

    monkeypatch.setattr(case.tickets, "add", refuse)
    result = case.call("create_support_ticket", case_id=case.id, issue_description="x")

    assert result.structured == {"status": "error", "error_message": said}
    assert result.metadata.error_kind == kind


@pytest.mark.requirement("support-ticket")
@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ({"issue_description": ""}, "issue_description"),
        ({"issue_description": " \n"}, "issue_description is empty"),
        ({"issue_description": "x", "agent_state_snapshot": {"a": "b" * 1_000_001}}, "at most 1,000,000 are kept"),
        ({"issue_description": "x", "agent_state_snapshot": ["a"]}, "agent_state_snapshot"),
        ({}, "Required parameter 'issue_description' missing"),
    ],
)
def test_bad_input_opens_nothing(case: MemoryCase, arguments: dict[str, Any], said: str) -> None:
    """A sentence that names the argument; the case is not paused."""
    result = case.call("create_support_ticket", case_id=case.id, **arguments)

    assert not result.success
    assert said in result.content
    assert listed(case) == []
    assert stored(case).status is CaseStatus.ACTIVE


def test_unknown_case_is_told_in_the_seeds_words(case: MemoryCase) -> None:
    """The seed's failure, for each tool that names a case."""
    for tool in ("create_support_ticket", "list_tickets", "resume_case", "close_case"):
        more: dict[str, Any] = {"issue_description": "x"} if tool == "create_support_ticket" else {}
        result = case.call(tool, case_id="00000000-0000-4000-8000-000000000000", **more)
        assert result.structured == {"status": "error", "error_message": "Case ID not found"}, tool


def test_tickets_of_others_are_not_seen(case: MemoryCase) -> None:
    """Without a case named, only those of cases in sight are listed, without their snapshots."""
    open_ticket(case, "x", CAUSE)
    [shown] = listed(case)
    assert shown["agent_state_snapshot"] is None
    assert case.ok_for(PARTNER, "list_tickets") == {"tickets": []}


@pytest.mark.requirement("case-closed")
@pytest.mark.parametrize(("archive", "status"), [(False, "closed"), (True, "archived")])
def test_closed_case_is_read_only(case: MemoryCase, archive: bool, status: str) -> None:
    """The matter's status follows; open tickets are closed; what changes the case is denied, what reads it is not."""
    ticket = open_ticket(case)
    done = case.ok("close_case", case_id=case.id, archive=archive)

    assert done == {"status": "success", "case_id": case.id, "case_status": status, "tickets": [ticket]}
    matter = case.matters.get(TENANT, MatterId(case.id))
    assert matter is not None
    assert matter.status is MatterStatus(status)
    denied: dict[str, dict[str, Any]] = {
        "update_case_details": {"updates": {"summary.current": "x"}},
        "create_support_ticket": {"issue_description": "x"},
        "resume_case": {},
        "attach_party": {"party_id": case.party(**ANA), "role": "pârât"},
    }
    for tool, more in denied.items():
        result = case.call(tool, case_id=case.id, **more)
        assert result.status is Status.DENIED, tool
        assert result.content.endswith(f"The case is {status}: it can be read, not changed"), result.content
    assert case.call("show_case", case_id=case.id).success
    assert case.call("list_tickets", case_id=case.id).success
    assert events_of(case)[-2:] == ["ticket.closed", "case.closed"]


@pytest.mark.requirement("case-closed")
def test_closed_again(case: MemoryCase) -> None:
    """Closing twice changes nothing; a closed case can be archived, an archived one stays so."""
    case.ok("close_case", case_id=case.id)
    version = stored(case).version
    case.ok("close_case", case_id=case.id)
    assert stored(case).version == version
    assert case.ok("close_case", case_id=case.id, archive=True)["case_status"] == "archived"
    result = case.call("close_case", case_id=case.id)
    assert result.metadata.error_kind == "Refused"
    assert events_of(case) == ["case.closed", "case.closed"]


@pytest.mark.requirement("support-ticket")
def test_a_name_declared_later_is_masked_in_tickets_and_approvals(case: MemoryCase) -> None:
    """Description, snapshot, note and the name of a draft: as if the party had been there from the start."""
    open_ticket(case, "Zăvoianu nu răspunde", {"Zăvoianu": ["Zăvoianu"]})
    case.ok("resume_case", case_id=case.id, note="Zăvoianu a sunat")
    case.approvals.approve(TENANT, MatterId(case.id), "Zăvoianu", reasoner="rules", at=case.clock.now())
    assert "Zăvoianu" in repr(listed(case, case_id=case.id))

    case.attached(**ANA)
    [shown] = listed(case, case_id=case.id)
    assert "Zăvoianu" not in repr(shown)
    assert shown["note"].startswith("{{party0")
    [approval] = case.approvals.of_case(TENANT, MatterId(case.id))
    assert approval.draft_name.startswith("{{party0")


@pytest.mark.requirement("checkpoints-forgotten")
def test_agents_forget_what_holds_a_name_declared_later(case: MemoryCase) -> None:
    """Sessions in which the name stands are forgotten, others are not."""
    case.sessions.texts = {case.id: ["o întrebare"], "other": ["Zăvoianu"]}
    party = case.party(**ANA)
    case.ok("attach_party", case_id=case.id, party_id=party, role="pârât")
    assert list(case.sessions.texts) == [case.id, "other"]

    case.sessions.texts[case.id].append("Vasilescu a spus")
    case.ok("change_party", party_id=party, lastName="Vasilescu")
    assert list(case.sessions.texts) == ["other"]


@pytest.mark.requirement("checkpoints-forgotten", "case-lock")
def test_a_party_waits_for_the_agent(case: MemoryCase) -> None:
    """While an agent works on the case nobody is attached or changed there: it would go on with the names."""
    party, other = case.party(**ANA), case.party(firstName="Ion", lastName="Ionescu")
    case.ok("attach_party", case_id=case.id, party_id=other, role="pârât")
    with case.locks.held(TENANT, case.id):
        for tool, more in (
            ("attach_party", {"case_id": case.id, "party_id": party, "role": "pârât"}),
            ("change_party", {"party_id": other, "lastName": "Vasilescu"}),
        ):
            result = case.governed.call(tool, more)
            assert result.metadata.error_kind == "Busy"
            assert "right now: try again" in result.content
    assert [part["partyId"] for part in case.ok("show_case", case_id=case.id)["parties"]] == ["party0"]
    assert case.ok("show_party", party_id=other)["details"] == {"firstName": "Ion", "lastName": "Ionescu"}
    case.ok("attach_party", case_id=case.id, party_id=party, role="pârât")


@pytest.mark.requirement("case-closed")
def test_a_case_that_nobody_pays_for_can_be_closed(case: MemoryCase) -> None:
    """Its payment locks everything else."""
    put(case, CaseStatus.PAYMENT_PENDING)
    assert case.ok("close_case", case_id=case.id)["case_status"] == "closed"


@pytest.mark.requirement("support-resume")
def test_a_ticket_is_no_way_around_a_payment(case: MemoryCase) -> None:
    """A case that is paused while it waits for its payment stays locked: with other tickets, and resumed."""
    put(case, CaseStatus.PAYMENT_PENDING)
    change: dict[str, Any] = {"case_id": case.id, "updates": {"summary.current": "x"}}
    for cause in ("unu", "doi"):
        open_ticket(case, cause)
        denied = case.call("update_case_details", **change)
        assert denied.status is Status.DENIED
        assert "waits for its payment" in denied.content
    assert case.ok("resume_case", case_id=case.id)["case_status"] == "payment_pending"
    assert case.call("update_case_details", **change).status is Status.DENIED

    put(case, CaseStatus.ACTIVE)
    open_ticket(case, "trei")
    assert case.call("update_case_details", **change).success

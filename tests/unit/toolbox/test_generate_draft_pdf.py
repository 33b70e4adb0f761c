"""The tool generate_draft_pdf over stores in memory: the seed's replies, what reaches the paper and the case file."""

from __future__ import annotations

from contextlib import nullcontext
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

import pytest

from casewright.casework.details_schema import empty_details
from casewright.domain.actors import Actor, ActorKind
from casewright.domain.cases import Case, CaseStatus, ProcessingState
from casewright.domain.ids import ActorId, MatterId, PartyId, TenantId
from casewright.domain.parties import Attachment, Party, PartyKind
from casewright.errors import ToolFailed, Unavailable
from casewright.toolbox.cases.case_stores import CaseStores, party_place, person_place
from casewright.toolbox.drafts.generate_draft_pdf import (
    GenerateDraftPdfInput,
    GenerateDraftPdfOutput,
    generate_draft_pdf,
)
from casewright.tools.calls import CallContext, Failure
from tests.fakes.fixed_clock import FixedClock
from tests.fakes.memory_blobs import MemoryBlobs
from tests.fakes.memory_casework import MemoryCases, MemoryParties
from tests.fakes.memory_drafts import ListedInventions, PlainPrinter
from tests.fakes.memory_matters import MemoryMatters
from tests.fakes.memory_support import MemoryPlanApprovals
from tests.fakes.memory_vault import MemoryVault

if TYPE_CHECKING:
    from contextlib import AbstractContextManager

TENANT = TenantId("tenant")
CASE = MatterId("6f1c2b1e-5a0e-4a35-9a51-3a4b1a0f0c11")
NOW = datetime(2026, 11, 21, 12, tzinfo=UTC)
CONTEXT = CallContext(Actor(TENANT, ActorId("ana"), "ANALYST"))
MODEL = CallContext(Actor(TENANT, ActorId("case_assistant/ana"), "case_assistant", ActorKind.MODEL))
PERSON = {"firstName": "Ștefan", "lastName": "#Țăranu {{party1.cui}}", "address": "Str. Lungă\n nr. 5"}
COMPANY = {"organizationName": "Exemplu SRL", "cui": "RO14399840"}
PLACE = f"cases/{CASE}/drafts/Scrisoare"


class Alone:
    """Fits ``Together`` where nothing fails."""

    def together(self) -> AbstractContextManager[None]:
        return nullcontext()

    def reading(self) -> AbstractContextManager[None]:
        return nullcontext()


class Desk:
    """A case with a person and a company, and the tool over it."""

    def __init__(self) -> None:
        self.clock = FixedClock(NOW)
        self.cases = MemoryCases()
        self.parties = MemoryParties()
        self.vault = MemoryVault()
        self.blobs = MemoryBlobs()
        self.inventions = ListedInventions("exemplu-act")
        self.approvals = MemoryPlanApprovals()
        idle = ProcessingState(None, None, None)
        details = empty_details(NOW.isoformat())
        case = Case(CASE, TENANT, CaseStatus.ACTIVE, 1, details, idle, ("a", "b"), 1, ActorId("ana"), NOW, NOW)
        self.cases.add(case)
        self.attach("p0", PartyKind.INDIVIDUAL, PERSON)
        self.attach("p1", PartyKind.ORGANISATION, COMPANY)
        self.stores = CaseStores(MemoryMatters(), self.cases, self.parties, Alone(), self.clock)
        self.printer = PlainPrinter()

    def attach(self, name: str, kind: PartyKind, values: dict[str, str]) -> None:
        party = Party(PartyId(name), TENANT, kind, tuple(values), 1, ActorId("ana"), NOW)
        self.parties.add(party)
        self.vault.seal(TENANT, party_place(party.id), values)
        self.parties.attach(Attachment(TENANT, CASE, party.id, "", "parte", (), NOW))

    def make(
        self,
        markdown: str,
        name: str = "Scrisoare",
        revision: int = 1,
        case: str = CASE,
        context: CallContext = CONTEXT,
    ) -> Any:
        tool = generate_draft_pdf(
            stores=self.stores,
            vault=self.vault,
            printer=self.printer,
            blobs=self.blobs,
            inventions=self.inventions,
            approvals=self.approvals,
        )
        given = GenerateDraftPdfInput(case_id=case, markdown_content=markdown, draft_name=name, revision=revision)
        reply = tool.handler(given, context)
        if isinstance(reply, Failure):
            return reply.structured
        assert isinstance(reply, GenerateDraftPdfOutput)
        return reply.model_dump()

    def details(self) -> Any:
        case = self.cases.get(TENANT, CASE)
        assert case is not None
        return case.details


def refuse(_before: int, _after: Case) -> bool:
    """As where others always come first."""
    return False


@pytest.fixture
def desk() -> Desk:
    return Desk()


def error(reply: dict[str, Any]) -> str:
    assert set(reply) == {"status", "error_message"}
    assert reply["status"] == "error"
    message: str = reply["error_message"]
    return message


@pytest.mark.requirement("draft-placeholders", "draft-revisions")
def test_a_draft_is_printed_kept_and_listed(desk: Desk) -> None:
    """Values stand on paper as they are; the case file names the PDF and holds no value; the Markdown is kept."""
    markdown = "{{party0.firstName}} {{party0.lastName}}, {{party0.address}} și {{party1.organizationName}}"
    reply = desk.make(markdown)
    assert reply["status"] == "success"
    assert reply["pdf_gcs_path"] == f"memory/{PLACE}_v1.pdf"
    assert desk.blobs.drafts[f"{PLACE}_v1.md"].decode() == markdown
    assert desk.blobs.drafts[f"{PLACE}_v1.pdf"].decode() == (
        "Scrisoare|2026-11-21|False\nȘtefan #Țăranu {{party1.cui}}, Str. Lungă nr. 5 și Exemplu SRL"
    )
    assert desk.details()["draft_status"] == [
        {
            "draft_firestore_id": reply["draft_firestore_id"],
            "draft_name": "Scrisoare",
            "revision": 1,
            "pdf_gcs_path": reply["pdf_gcs_path"],
            "generated_at": NOW.isoformat(),
            "status": "generated",
            "user_feedback": [],
        }
    ]


@pytest.mark.requirement("draft-revisions")
def test_revisions(desk: Desk) -> None:
    """The same again changes nothing; other text needs another revision, and the earlier one is revised then."""
    first = desk.make("unu")
    desk.clock.advance(days=3)
    before = desk.details()
    assert desk.make("unu") == first
    assert desk.details() == before
    said = error(desk.make("doi"))
    assert said.startswith("Cloud Storage upload failed: ")
    assert "never overwritten" in said
    second = desk.make("doi", revision=2)
    entries = {entry["draft_firestore_id"]: entry["status"] for entry in desk.details()["draft_status"]}
    assert entries == {first["draft_firestore_id"]: "revised", second["draft_firestore_id"]: "generated"}


@pytest.mark.parametrize(
    ("markdown", "said"),
    [
        ("{{party7.cui}}", "Placeholder substitution failed: Party ID party7 not found or not attached to case"),
        ("{{party0.cui}}", "Placeholder substitution failed: Party ID party0 has no field 'cui'"),
        ("{{party0.cnp}}", "Placeholder substitution failed: Party ID party0 has no value for 'cnp'"),
        ("{{person_9.iban}}", "Placeholder substitution failed: {{person_9.iban}} stands for nothing"),
        ("{{person_1}}", "Placeholder substitution failed: {{person_1}} stands for somebody who is not a party"),
        ("![x](y)", "PDF conversion failed: There is a picture in line 1"),
        ("李", "PDF conversion failed: U+674E"),
        ("# Notificare\n\nCătre X. Semnătura", "PDF conversion failed: a notificare (Codul civil, art. 1522) lacks: "),
    ],
)
def test_what_cannot_be_drafted_leaves_nothing(desk: Desk, markdown: str, said: str) -> None:
    """The seed's words and the reason; nothing is kept and the case file stays."""
    assert error(desk.make(markdown)).startswith(said)
    assert desk.blobs.drafts == {}
    assert desk.details()["draft_status"] == []


def test_numbers_that_the_firewall_took_out_are_printed(desk: Desk) -> None:
    """An IBAN that is no party's detail stands in the vault under its placeholder."""
    desk.vault.seal(TENANT, person_place(CASE, "{{person_2.iban}}"), {"value": "RO49AAAA1B31007593840000"})
    assert desk.make("cont {{person_2.iban}}")["status"] == "success"
    assert "cont RO49AAAA1B31007593840000" in desk.blobs.drafts[f"{PLACE}_v1.pdf"].decode()


def test_a_detached_party_is_nobodys_placeholder(desk: Desk) -> None:
    """Confirmed at each draft, not when the alias was given."""
    desk.parties.detach(TENANT, CASE, PartyId("p1"))
    assert error(desk.make("{{party1.cui}}")) == (
        "Placeholder substitution failed: Party ID party1 not found or not attached to case"
    )


def test_an_unprintable_detail_is_not_quoted(desk: Desk) -> None:
    """The sentence names the placeholder and the sign."""
    desk.attach("p2", PartyKind.INDIVIDUAL, {"firstName": "Mirela李", "lastName": "x"})
    said = error(desk.make("{{party2.firstName}}"))
    assert said.startswith("PDF conversion failed: {{party2.firstName}} cannot be printed as it is: U+674E")
    assert "Mirela" not in said


def test_the_seeds_other_failures(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    """An unknown case, a printer, a store and a corpus that fail, and a case file that cannot be changed."""
    assert error(desk.make("x", case="00000000-0000-4000-8000-000000000000")) == "Case ID not found"
    desk.blobs.failing = Unavailable("the disk is gone")
    assert error(desk.make("x")) == "Cloud Storage upload failed: the disk is gone"
    desk.blobs.failing = None
    desk.inventions.failing = ToolFailed("no answer")
    assert error(desk.make("x")) == "PDF conversion failed: no answer"
    desk.inventions.failing = None
    monkeypatch.setattr(desk.cases, "replace", refuse)
    assert error(desk.make("x")).startswith("Firestore update failed: ")


def test_after_a_failed_update_the_same_call_goes_on(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    """The PDF is there already; the second call lists it."""
    with monkeypatch.context() as broken:
        broken.setattr(desk.cases, "replace", refuse)
        error(desk.make("x"))
    assert desk.make("x")["status"] == "success"
    assert len(desk.details()["draft_status"]) == 1


@pytest.mark.requirement("draft-synthetic")
@pytest.mark.parametrize(
    ("source", "markdown", "marked"),
    [
        ({"doc_id": "exemplu-act", "status": "applied"}, "x", True),
        ({"doc_id": "exemplu-act", "status": "irrelevant"}, "x", False),
        ({"doc_id": "lege-287-2009", "status": "applied"}, "x", False),
        ({"doc_id": "lege-287-2009", "synthetic": True}, "x", True),
        ({"doc_id": "lege-287-2009"}, "potrivit exemplu-act, art. 1", True),
    ],
)
def test_what_rests_on_an_invented_source_is_marked(
    desk: Desk, source: dict[str, Any], markdown: str, marked: bool
) -> None:
    """A source of the case that is not irrelevant, or one that the text names."""
    case = desk.cases.get(TENANT, CASE)
    assert case is not None
    desk.stores.update(case, {"legal_research.legislation": [source]})
    assert desk.make(markdown)["synthetic"] is marked
    assert f"|{marked}\n" in desk.blobs.drafts[f"{PLACE}_v1.pdf"].decode()


@pytest.mark.requirement("draft-time-limits")
def test_time_limits_are_told(desk: Desk) -> None:
    """When the limit ends, and that it has passed."""
    text = (
        "# PLÂNGERE CONTRAVENȚIONALĂ\n\nJudecătoria Iași. Petent {{party0.lastName}}, intimat Poliția."
        " Procesul-verbal nr. 1 mi-a fost comunicat la 3.11.2026. Cer anularea. În fapt, nu eu. În drept, art. 31."
        " Probe: acte. Semnătura"
    )
    reply = desk.make(text, name="Plangere")
    assert reply["kind"] == "plângere contravențională"
    [notice] = reply["notices"]
    assert notice.startswith("Time limit: 15 days from 2026-11-03 (O.G. 2/2001, art. 31), to 2026-11-18")
    assert "That day has passed: a lawyer has to see" in notice


@pytest.mark.parametrize("name", ["../x", "a/b", ".x", "_x", "x ", "", "a{{b", "x" * 101])
def test_a_name_is_no_path(desk: Desk, name: str) -> None:
    """Letters, digits, spaces, dashes and underscores."""
    try:
        reply = desk.make("x", name=name)
    except ValueError:
        return  # the arguments' own limits
    assert "draft_name takes letters" in error(reply)
    assert desk.blobs.drafts == {}


@pytest.mark.requirement("plan-approved")
def test_a_model_makes_a_draft_only_on_an_approved_plan(desk: Desk) -> None:
    """Without an approval of that very name it is refused with what to do, and nothing is kept; a person is not."""
    desk.approvals.approve(TENANT, CASE, "Altceva", reasoner="rules", at=NOW)
    said = error(desk.make("unu", context=MODEL))
    assert "approved no plan for Scrisoare (approved and not made yet: Altceva)" in said
    assert said.endswith("PLAN APROBAT: Scrisoare")
    assert desk.blobs.drafts == {}
    assert desk.details()["draft_status"] == []
    assert desk.make("unu")["status"] == "success"


@pytest.mark.requirement("plan-approved")
def test_an_approval_is_good_for_one_revision(desk: Desk) -> None:
    """It is noted as used; the same revision again passes, the next one needs another approval."""
    desk.approvals.approve(TENANT, CASE, "Cerere_simpla", reasoner="rules", at=NOW)
    first = desk.make("unu", name="Cerere simpla", context=MODEL)
    assert first["status"] == "success"
    [used] = desk.approvals.of_case(TENANT, CASE)
    assert (used.used_for, used.used_at) == (first["draft_firestore_id"], NOW)
    assert desk.make("unu", name="Cerere simpla", context=MODEL) == first
    assert "approved no plan" in error(desk.make("doi", name="Cerere simpla", revision=2, context=MODEL))
    desk.approvals.approve(TENANT, CASE, "Cerere_simpla", reasoner="rules", at=NOW)
    assert desk.make("doi", name="Cerere simpla", revision=2, context=MODEL)["status"] == "success"


@pytest.mark.requirement("plan-approved")
def test_a_draft_that_was_not_made_uses_no_approval(desk: Desk) -> None:
    """Where rendering or keeping fails, or anything is raised, another revision may be made on the approval."""
    desk.approvals.approve(TENANT, CASE, "Scrisoare", reasoner="rules", at=NOW)
    assert error(desk.make("{{party9.cnp}}", context=MODEL)).startswith("Placeholder substitution failed")
    desk.make("de mână")
    assert error(desk.make("alt text", context=MODEL)).startswith("Cloud Storage upload failed")
    assert [one.used_for for one in desk.approvals.of_case(TENANT, CASE)] == [None]
    assert desk.make("alt text", revision=2, context=MODEL)["status"] == "success"


@pytest.mark.requirement("plan-approved")
def test_a_name_that_is_none_is_told_to_a_model_too(desk: Desk) -> None:
    """It passes no gate by being no name."""
    assert "draft_name takes letters" in error(desk.make("unu", name="../x", context=MODEL))

"""Tests of the tools of cases and parties, in memory: the seed's shapes, who is meant, what is masked."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

from casewright.domain.actors import Actor, ActorKind
from casewright.domain.cases import CaseStatus
from casewright.domain.documents import DocumentStatus
from casewright.domain.ids import ActorId, DocumentId, MatterId
from casewright.tools.calls import CallContext, Status
from casewright.tools.decisions import Approve
from tests.fakes.governed import TENANT
from tests.fakes.memory_case import ANA, FIRM, MemoryCase, blob

PAT = CallContext(Actor(TENANT, ActorId("pat"), "PARTNER"))
NOBODY = "00000000-0000-4000-8000-000000000000"
NO_CASE = {"status": "error", "error_message": "Case ID not found"}


@pytest.fixture
def case() -> MemoryCase:
    return MemoryCase()


@pytest.mark.requirement("case-tools")
@pytest.mark.parametrize("case_id", [NOBODY, "no id", ""])
@pytest.mark.parametrize(
    ("tool", "more"),
    [
        ("get_case_details", {}),
        ("update_case_details", {"updates": {}}),
        ("get_party_id_by_name", {"mentioned_name": "Ana"}),
        ("show_case", {}),
        ("list_drafts", {}),
    ],
)
def test_unknown_case_is_told_in_the_seeds_words(
    case: MemoryCase, tool: str, more: dict[str, Any], case_id: str
) -> None:
    """An id that is none, or nobody's, gets the seed's object."""
    result = case.call(tool, case_id=case_id, **more)

    assert result.structured == NO_CASE
    assert json.loads(result.content) == NO_CASE
    assert result.metadata.error_kind == "NotFound"


def test_case_out_of_sight_is_told_like_a_missing_one(case: MemoryCase) -> None:
    """Another partner's case reads as one that is not there, and so does a matter that is no case."""
    plain = case.ok("create_matter", title="Smith")["matter_id"]

    assert case.call("show_case", PAT, case_id=case.id).structured == NO_CASE
    assert case.call("get_case_details", case_id=plain).structured == NO_CASE


@pytest.mark.requirement("case-tools")
def test_details_are_read_and_changed(case: MemoryCase) -> None:
    """The seed's first example changes the summary and appends a fact; last_updated and the version move."""
    before = case.cases.get(TENANT, MatterId(case.id))
    case.clock.advance(seconds=1)
    updates = {"summary.current": "New summary text", "facts": [{"timestamp": "2026-01-02", "fact": "a"}]}

    assert case.ok("update_case_details", case_id=case.id, updates=updates) == {"status": "success"}

    details, after = case.details(), case.cases.get(TENANT, MatterId(case.id))
    assert details["summary"] == {"current": "New summary text", "history": []}
    assert details["facts"] == [{"timestamp": "2026-01-02", "fact": "a"}]
    assert before is not None
    assert after is not None
    assert after.version == before.version + 1
    assert after.updated_at > before.updated_at
    assert details["last_updated"] == after.updated_at.isoformat()


@pytest.mark.requirement("case-tools")
def test_invalid_field_changes_nothing(case: MemoryCase) -> None:
    """The seed's sentence with the path, and not even the valid part is written."""
    before = case.details()

    result = case.call("update_case_details", case_id=case.id, updates={"summary.current": "x", "nope.0": 1})

    error = "Update failed due to invalid field: nope.0"
    assert result.structured == {"status": "error", "error_message": error}
    assert case.details() == before


def test_case_is_opened_by_its_own_tool_and_its_status_is_not_set(case: MemoryCase) -> None:
    """``create_matter`` makes no case, and ``set_matter_status`` does not touch one."""
    assert case.call("create_matter", title="x", kind="case").metadata.error_kind == "InvalidInput"
    assert case.call("set_matter_status", matter_id=case.id, status="closed").metadata.error_kind == "Refused"


def meant(case: MemoryCase, name: str) -> object:
    found = case.call("get_party_id_by_name", case_id=case.id, mentioned_name=name).structured
    assert isinstance(found, dict)
    return found.get("partyId") or found.get("message") or found.get("error_message")


@pytest.mark.requirement("case-names", "case-tools")
def test_party_is_found_by_name_role_and_placeholder(case: MemoryCase) -> None:
    """Whatever the case, the diacritics, the form or the article; a stranger is not found, in the seed's words."""
    ana = case.party(**ANA)
    case.ok("attach_party", case_id=case.id, party_id=ana, role="pârât", called=["chiriașul"])
    case.attached("angajator", "organisation", **FIRM)

    names = {
        "party0": ["Ștefania", "stefania", "ZĂVOIANU", "Stefaniei", "Ştefania Zavoianu", "pârâtul", "chiriasului"],
        "party1": ["Quorvimex", "compania", "the company", "firma", "angajatorul", "party1", "{{party1.cui}}"],
        "Party reference not found in case context.": ["Gheorghe", "party7", "{{party7.cnp}}", "vecinul", "…"],
    }
    assert {name: meant(case, name) for said in names.values() for name in said} == {
        name: answer for answer, said in names.items() for name in said
    }
    found = case.call("get_party_id_by_name", case_id=case.id, mentioned_name="Ștefania")
    assert found.structured == {"status": "success", "partyId": "party0"}
    missed = case.call("get_party_id_by_name", case_id=case.id, mentioned_name="Gheorghe")
    assert missed.structured == {"status": "not_found", "message": "Party reference not found in case context."}


@pytest.mark.requirement("firewall-former", "case-names")
def test_party_that_left_or_changed_is_masked_and_only_who_is_there_is_found(case: MemoryCase) -> None:
    """A former name has the alias it had; a detached party is never meant, a renamed one is by both names."""
    party = case.party(**ANA)
    case.ok("attach_party", case_id=case.id, party_id=party, role="pârât")
    case.ok("change_party", party_id=party, lastName="Brumaru")
    assert (meant(case, "Zăvoianu"), meant(case, "Brumaru")) == ("party0", "party0")
    case.ok("detach_party", case_id=case.id, party_id="party0")
    for name in ("Zăvoianu", "Brumaru", "Ștefania Brumaru", "party0"):
        assert meant(case, name) == "Party reference not found in case context."
    note = "Doamna Zăvoianu, acum Brumaru, are 0744 918 273"
    case.ok("update_case_details", case_id=case.id, updates={"internal_notes": [note]})
    assert case.details()["internal_notes"] == [
        "Doamna {{party0.lastName}}, acum {{party0.lastName}}, are {{party0.phone}}"
    ]

    case.attached("reclamant", firstName="Ilie", lastName="Zăvoianu")
    assert (meant(case, "Zăvoianu"), meant(case, "Ilie Zăvoianu")) == ("party1", "party1")
    assert meant(case, "Ștefania Zăvoianu") == "Party reference not found in case context."


@pytest.mark.requirement("case-names")
def test_two_parties_of_one_name_are_asked_about(case: MemoryCase) -> None:
    """Two of one first name: an error that names both and picks none; the surname decides."""
    case.attached(firstName="Ana", lastName="Zăvoianu")
    case.attached(firstName="Ana", lastName="Mureșanu")

    asked = case.call("get_party_id_by_name", case_id=case.id, mentioned_name="Ana")

    assert asked.structured == {
        "status": "error",
        "error_message": "More than one party of this case may be meant: party0, party1. Ask the user which one.",
    }
    assert meant(case, "Mureșanu") == "party1"


@pytest.mark.parametrize(
    ("kind", "details", "named"),
    [
        ("individual", {"firstName": "Ana"}, "lastName"),
        ("individual", {**ANA, "cnp": "2850612226109"}, "cnp"),
        ("individual", {**ANA, "cui": "RO14399840"}, "cui"),
        ("individual", {**ANA, "email": "stefania.zavoianu"}, "email"),
        ("individual", {**ANA, "address": "Str.\nȚebea"}, "address"),
        ("individual", {**ANA, "lastName": "…"}, "lastName"),
        ("organisation", {"cui": "RO14399840"}, "organizationName"),
        ("organisation", {**FIRM, "cui": "14399841"}, "cui"),
        ("organisation", {**FIRM, "registrationNumber": "J99/1"}, "registrationNumber"),
    ],
)
def test_party_that_is_not_well_formed_is_refused(
    case: MemoryCase, kind: str, details: dict[str, str], named: str
) -> None:
    """The sentence names the detail and shows no value, and the record names neither."""
    result = case.governed.call("add_party", {"kind": kind, **details})

    assert result.metadata.error_kind == "InvalidInput"
    assert result.error is not None
    assert named in result.error
    assert not any(value in result.error for value in details.values())
    assert case.parties.all(TENANT) == []
    trail = json.dumps(case.governed.events()[-2:], ensure_ascii=False)
    assert not any(value in trail for value in details.values())


def test_party_details_change_and_are_shown_to_people(case: MemoryCase) -> None:
    """A change keeps the rest, an empty text removes, and the details come from the vault; a key is refused."""
    party = case.party(**ANA)

    changed = case.ok("change_party", party_id=party, phone="", email="s@exemplu.ro")

    shown = case.ok("show_party", party_id=party)
    assert changed["has"] == ["firstName", "lastName", "cnp", "email"]
    assert shown["details"] == {**{n: v for n, v in ANA.items() if n != "phone"}, "email": "s@exemplu.ro"}
    assert case.governed.events()[-1]["result_hash"].startswith("hmac-sha256:")
    keyed = replace(CallContext(Actor(TENANT, ActorId("ada"), "ADMIN")), idempotency_key="k")
    assert case.call("show_party", keyed, party_id=party).status is Status.INVALID_ARGUMENTS
    assert case.call("show_party", PAT, party_id=party).metadata.error_kind == "NotFound"


def test_part_is_named_by_no_name(case: MemoryCase) -> None:
    """A role or a word that holds a name is refused, and the details tell of attached parties only."""
    party = case.party(**ANA)

    refused = case.call("attach_party", case_id=case.id, party_id=party, role="pârât", called=["Zăvoianu"])

    assert refused.metadata.error_kind in ("InvalidInput", "BadArguments")
    case.ok("attach_party", case_id=case.id, party_id=party, role="pârât", called=["chiriașul"])
    entry = {"partyId": "party0", "role_in_case": "pârât", "aliases": ["chiriașul"]}
    assert case.details()["parties_involved"] == [entry]
    case.ok("detach_party", case_id=case.id, party_id="party0")
    assert case.details()["parties_involved"] == []


@pytest.mark.requirement("case-entry")
def test_words_are_masked_on_entry_and_recorded_as_hashes(case: MemoryCase) -> None:
    """What anybody writes into a case holds placeholders; the audit holds a keyed hash of it and no word."""
    case.attached(**ANA)
    fact = "Zăvoianu Ștefania, CNP 2850612226101, și numitul Gheorghe Vântu au semnat"

    case.ok("update_case_details", case_id=case.id, updates={"facts": [{"fact": fact}]})

    kept = case.details()["facts"][0]["fact"]
    assert kept == "{{party0.lastName}} {{party0.firstName}}, CNP {{party0.cnp}}, și numitul {{person_1}} au semnat"
    intent = next(one for one in case.governed.events() if one["tool_name"] == "update_case_details")
    assert intent["tool_args"]["case_id"] == case.id
    assert intent["tool_args"]["updates"].startswith("hmac-sha256:")
    shown = case.ok("reveal_text", case_id=case.id, text=kept)["text"]
    assert shown == fact


def test_what_is_wrong_with_a_call_on_a_case_is_told_without_its_words(case: MemoryCase) -> None:
    """Arguments that do not fit are named, not shown; neither is what a handler says recorded."""
    case.call("update_case_details", case_id=case.id, updates="Zăvoianu")
    case.call("update_case_details", case_id=case.id, updates={"Zăvoianu": 1})

    assert "Zăvoianu" not in json.dumps(case.governed.events(), ensure_ascii=False)


@pytest.mark.requirement("case-entry")
def test_document_of_a_case_is_masked_and_its_original_sealed(case: MemoryCase) -> None:
    """Text and name are masked, chunks fit the masked text, and no plain bytes stay."""
    case.attached(**ANA)
    bytes_id = blob(case, TENANT, "Locatar: Zăvoianu Ștefania.\nChiria: 400 EUR.")

    added = case.ok("add_document", matter_id=case.id, blob_id=bytes_id, filename="Contract Zăvoianu.txt")

    document = case.documents.get(TENANT, MatterId(case.id), DocumentId(added["document_id"]))
    reading = case.documents.reading(TENANT, MatterId(case.id), DocumentId(added["document_id"]))
    assert document is not None
    assert reading is not None
    assert (document.filename, document.status) == ("Contract {{party0.lastName}}.txt", DocumentStatus.READY)
    assert reading.text == "Locatar: {{party0.lastName}} {{party0.firstName}}.\nChiria: 400 EUR."
    assert reading.text[reading.chunks[-1].start : reading.chunks[-1].end].endswith("400 EUR.")
    assert added["masked"] == {"lastName": 1, "firstName": 1}
    assert not case.blobs.has(TENANT, bytes_id)
    place = f"original/{document.id}"
    assert place in case.vault.open(TENANT, [place])


@pytest.mark.requirement("case-entry")
def test_names_declared_later_are_masked_in_what_is_stored(case: MemoryCase) -> None:
    """Attaching a party masks the title, the file and the documents, and strangers who are the party get its alias."""
    text = "Subsemnata Zăvoianu Ștefania, CNP 2850612226101.\nNumita Zăvoianu Ștefania are telefon 0744 918 273."
    bytes_id = blob(case, TENANT, text)
    case.ok("update_case_details", case_id=case.id, updates={"internal_notes": ["Zăvoianu a sunat"]})
    added = case.ok("add_document", matter_id=case.id, blob_id=bytes_id, filename="Zăvoianu.txt")

    case.attached("pârât", **ANA)

    stored = case.documents.text(TENANT, DocumentId(added["document_id"]))
    assert "Zăvoianu" not in stored
    assert "person_" not in stored
    assert "CNP {{party0.cnp}}" in stored
    assert "telefon {{party0.phone}}" in stored
    assert case.details()["internal_notes"] == ["{{party0.lastName}} a sunat"]
    listed = case.documents.of_matter(TENANT, MatterId(case.id))
    assert [one.filename for one in listed] == ["{{party0.lastName}}.txt"]
    assert case.prepared == [listed[0].id]


@pytest.mark.requirement("case-attached-stays")
def test_party_in_an_open_case_stays() -> None:
    """Deleted it is only once every case of its is closed; then nothing of it is left."""
    case = MemoryCase(approver=lambda _tool, _arguments: Approve())
    party = case.party(**ANA)
    case.ok("attach_party", case_id=case.id, party_id=party, role="pârât")

    assert case.call("delete_party", party_id=party).metadata.error_kind == "Refused"
    stored = case.cases.get(TENANT, MatterId(case.id))
    assert stored is not None
    assert case.cases.replace(stored.version, replace(stored, status=CaseStatus.CLOSED, version=stored.version + 1))

    assert case.ok("delete_party", party_id=party)["detached_from"] == [case.id]
    assert case.vault.open(TENANT, [f"party/{party}"]) == {}
    assert case.parties.all(TENANT) == []
    assert case.index.of_case(TENANT, MatterId(case.id)) == {}


def test_model_sees_its_own_case_and_no_party(case: MemoryCase) -> None:
    """A model that works in the case reads its file; another case is not there for it."""
    model = CallContext(Actor(TENANT, ActorId("m"), "document_agent", ActorKind.MODEL), matter=MatterId(case.id))
    other = case.ok("create_case", title="Alt caz")["case_id"]

    assert case.call("get_case_details", model, case_id=case.id).success
    assert case.call("get_case_details", model, case_id=other).structured == NO_CASE
    assert case.call("show_party", model, party_id=NOBODY).status is Status.DENIED

"""What the audit and the journal keep of calls on cases: no name and no number, whatever goes wrong with the call."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from casewright.bootstrap.home import Casewright
from casewright.domain.actors import Actor, ActorKind
from casewright.domain.ids import ActorId, MatterId
from casewright.tools.calls import CallContext, Status, ToolCall
from tests.canaries import NEIGHBOUR, PERSON, leaks_in, marks_in

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

NAME = f"{PERSON['firstName']} {PERSON['lastName']}"
SAID = f"Sunt {NAME}, CNP {PERSON['cnp']}"


@pytest.fixture
def home(tmp_path: Path) -> Path:
    return tmp_path / "home"


@pytest.fixture
def casewright(home: Path) -> Iterator[Casewright]:
    with Casewright.open(home) as opened:
        yield opened


@pytest.fixture
def case(casewright: Casewright) -> str:
    """A case that knows its party."""
    made = casewright.call("create_case", {"title": "Dosar"}).structured
    party = casewright.call("add_party", {"kind": "individual", **PERSON}).structured
    assert isinstance(made, dict)
    assert isinstance(party, dict)
    attached = {"case_id": made["case_id"], "party_id": party["party_id"], "role": "petent"}
    assert casewright.call("attach_party", attached).success
    found: str = made["case_id"]
    return found


@pytest.mark.requirement("case-canaries")
@pytest.mark.parametrize("named", ["123", "00000000-0000-4000-8000-000000000000", NAME])
def test_message_to_a_case_that_is_not_there(casewright: Casewright, home: Path, named: str) -> None:
    """An id was mistyped: what was said stands nowhere, and least of all where it can never be taken out again."""
    result = casewright.call("message_case", {"case_id": named, "message": SAID})
    assert "Case ID not found" in result.content
    assert list(leaks_in(home)) == []
    assert casewright.verify_audit().holds


@pytest.mark.requirement("case-canaries")
@pytest.mark.parametrize("kind", [ActorKind.PERSON, ActorKind.MODEL])
@pytest.mark.parametrize(
    ("tool", "strange"),
    [("get_case_details", {NAME: 1}), ("get_case_details", {PERSON["cnp"]: NAME}), (NAME, {}), (NAME, {NAME: NAME})],
)
def test_names_that_no_tool_has(
    casewright: Casewright, home: Path, case: str, kind: ActorKind, tool: str, strange: dict[str, object]
) -> None:
    """A parameter or a tool that is not there is named to nobody: its name may be anybody's."""
    person = casewright.actor
    model = Actor(person.tenant, ActorId("case-1"), "case_assistant", ActorKind.MODEL)
    actor, behind = (model, person) if kind is ActorKind.MODEL else (person, None)
    context = CallContext(actor, matter=MatterId(case), on_behalf_of=behind)
    result = casewright.wait(casewright.executor.execute(ToolCall("1", tool, {"case_id": case, **strange}), context))
    assert result.status in (Status.INVALID_ARGUMENTS, Status.UNKNOWN_TOOL)
    assert marks_in(f"{result.content}{result.error}".encode()) == []
    assert list(leaks_in(home)) == []


@pytest.mark.requirement("case-canaries")
def test_reason_and_key_that_hold_a_name(casewright: Casewright, home: Path, case: str) -> None:
    """They are the caller's words too. Equal keys stay equal, and others stay others."""
    arguments = {"case_id": case, "updates": {"internal_notes": ["notă"]}}
    keys = (f"cerere {NAME}", f"cerere {NAME}", f"cerere {PERSON['lastName']}")
    results = [casewright.call("update_case_details", arguments, key=key, why=SAID) for key in keys]
    assert [result.success for result in results] == [True, True, True]
    shown = casewright.call("get_case_details", {"case_id": case}).structured
    assert isinstance(shown, dict)
    assert shown["case_details"]["internal_notes"] == ["notă", "notă"]
    taken = casewright.call("message_case", {"case_id": case, "message": "Alo?"}, key=keys[0])
    assert taken.status is Status.INVALID_ARGUMENTS
    document = casewright.call(
        "add_document", {"matter_id": case, "blob_id": casewright.keep(case, b"text"), "filename": "a.txt"}
    ).structured
    assert isinstance(document, dict)
    asked = {"matter_id": case, "document_id": document["document_id"]}
    assert casewright.call("delete_document", asked, why=SAID).status is Status.APPROVAL_REQUIRED
    assert list(leaks_in(home)) == []


@pytest.mark.requirement("case-canaries")
def test_failed_call_with_a_name_that_is_declared_later(casewright: Casewright, home: Path, case: str) -> None:
    """The journal answers a second call with its failure, and not with the words that somebody used."""
    name = NEIGHBOUR["lastName"]
    wrong = {"case_id": case, "updates": {f"facts.{name}": name}}
    first, second = (casewright.call("update_case_details", wrong, key="k") for _ in range(2))
    assert name in first.content
    assert (second.status, name in second.content) == (Status.ERROR, False)
    party = casewright.call("add_party", {"kind": "individual", **NEIGHBOUR}).structured
    assert isinstance(party, dict)
    attached = {"case_id": case, "party_id": party["party_id"], "role": "martor"}
    assert casewright.call("attach_party", attached).success
    assert list(leaks_in(home)) == []


@pytest.mark.requirement("case-canaries")
def test_numbers_between_underscores(casewright: Casewright, home: Path, case: str) -> None:
    """File names join words by underscores: a number in one is a number."""
    name = f"CI_{PERSON['lastName']}_{PERSON['cnp']}_{NEIGHBOUR['phone']}.txt"
    added = casewright.call(
        "add_document", {"matter_id": case, "blob_id": casewright.keep(case, b"text"), "filename": name}
    ).structured
    assert isinstance(added, dict)
    assert added["filename"].startswith("CI_{{party0.lastName}}_{{party0.cnp}}_{{person_")
    assert list(leaks_in(home)) == []

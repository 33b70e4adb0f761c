"""A call that is refused leaves nothing of what was given in clear: not in the audit, an export, an answer or a log."""

from __future__ import annotations

import zipfile
from typing import TYPE_CHECKING, Any

import pytest

from casewright.bootstrap.home import Casewright
from casewright.domain.actors import Actor, ActorKind
from casewright.domain.ids import ActorId
from casewright.tools.calls import CallContext, ToolCall
from tests.canaries import IDENTIFIERS, PERSON, leaks_in, marks_in

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

NAME = f"{PERSON['firstName']} {PERSON['lastName']}"
CNP = PERSON["cnp"]
GIVEN: Mapping[str, object] = {
    "unknown names": {"prenume": PERSON["firstName"], "NumeDeFamilie": PERSON["lastName"], "CNP": CNP},
    "number": {"CNP": int(CNP), "cnp_ul": [int(CNP)]},
    "names that are data": {CNP: 1, NAME: {"x": True}, f"party{CNP}": "x"},
    "nested": {"details": {"person": [{"cnp": CNP, NAME: [NAME]}]}, "updates": {CNP: NAME}},
    "wrong type": {"kind": NAME, "tier": CNP, "updates": NAME, "message": {CNP: NAME}, "called": NAME, "role": [NAME]},
    "number in a known place": {"tier": int(CNP), "message": int(CNP), "party_id": int(CNP), "title": int(CNP)},
    "ids that are none": {"case_id": NAME, "party_id": CNP, "user_id": NAME, "organization_id": NAME, "deal_id": NAME},
    "aliases that are none": {"party_id": f"party{CNP}", "case_id": f"party{CNP}"},
    "no object": f"{NAME}, CNP {CNP}",
    "a list": [NAME, {"cnp": CNP}],
    "long": {"x": f"{NAME} " * 10_000},
}


@pytest.fixture
def home(tmp_path: Path) -> Path:
    return tmp_path / "home"


@pytest.fixture
def casewright(home: Path) -> Iterator[Casewright]:
    with Casewright.open(home) as opened:
        yield opened


def said_to(casewright: Casewright, kind: ActorKind, tool: str, arguments: Any) -> bytes:
    """All that the caller gets back of one call."""
    person = casewright.actor
    model = Actor(person.tenant, ActorId("case-1"), "case_assistant", ActorKind.MODEL)
    actor, behind = (model, person) if kind is ActorKind.MODEL else (person, None)
    context = CallContext(actor, on_behalf_of=behind)
    result = casewright.wait(casewright.executor.execute(ToolCall("1", tool, arguments), context))
    assert not result.success
    return f"{result.content} {result.error} {result.structured}".encode()


def exported(casewright: Casewright, home: Path) -> list[str]:
    """The marks in the export of the audit, unzipped."""
    made = casewright.call("export_audit", {}).structured
    assert isinstance(made, dict)
    [pack] = home.rglob("*.zip")
    with zipfile.ZipFile(pack) as archive:
        return [mark for name in archive.namelist() for mark in marks_in(archive.read(name))]


def personal_tools(casewright: Casewright) -> list[str]:
    """The tools about cases and parties, and every other that declares sensitive arguments."""
    return [
        tool.name
        for tool in casewright.registry.tools.values()
        if tool.sensitive or {"cases", "parties"} & set(tool.categories)
    ]


@pytest.mark.requirement("refused-unrecorded")
@pytest.mark.parametrize("kind", [ActorKind.PERSON, ActorKind.MODEL])
@pytest.mark.parametrize("given", GIVEN)
def test_refused_call_leaves_nothing_in_clear(casewright: Casewright, home: Path, kind: ActorKind, given: str) -> None:
    """Whatever is wrong with it, whichever tool about people it was meant for, and where there is no such tool."""
    tools = [*personal_tools(casewright), "add_partyy", "adauga_persoana", NAME, f"tool_{CNP}"]
    assert len(tools) > 35
    answers = {tool: marks_in(said_to(casewright, kind, tool, GIVEN[given])) for tool in tools}

    assert {tool: marks for tool, marks in answers.items() if marks} == {}
    assert list(leaks_in(home)) == []
    assert exported(casewright, home) == []


@pytest.mark.requirement("refused-unrecorded")
def test_what_was_withheld_can_be_told_equal(casewright: Casewright) -> None:
    """Names of parameters that are not there are numbered, values are keyed hashes: equal ones are equal."""
    for _ in range(2):
        assert not casewright.call("add_party", {"kind": "individual", "prenume": NAME, "CNP": CNP}).success
    shown = casewright.call("read_audit", {"last": 10, "tool_name": "add_party"}).structured
    assert isinstance(shown, dict)
    first, second = (event["tool_args"] for event in shown["events"])

    assert first == second
    assert sorted(first) == ["kind", "unknown parameter 1", "unknown parameter 2"]
    assert all(str(value).startswith("hmac-sha256:") for value in first.values())


@pytest.mark.requirement("refused-unrecorded")
def test_answer_says_what_to_mend_and_shows_nothing(casewright: Casewright) -> None:
    """The place, the names that there are and what the schema says are told."""
    strange = casewright.call("add_party", {"kind": "individual", "prenume": NAME})
    wrong = casewright.call("add_party", {"kind": NAME})
    missing = casewright.call("attach_party", {"role": NAME})

    assert strange.content.startswith(
        "Unknown parameter '…', number 2 of those given: remove it; there are address, cnp,"
    )
    assert wrong.content == (
        "Parameter 'kind' does not fit its schema (Input should be 'individual' or 'organisation'); "
        "its value is not shown"
    )
    assert missing.content == "Required parameter 'case_id' missing"


@pytest.mark.requirement("refused-unrecorded")
def test_call_that_misnames_its_case_is_about_it(casewright: Casewright, home: Path) -> None:
    """A tool of documents is not about people; what was meant for a case is."""
    case = casewright.call("create_case", {"title": "Dosar"}).structured
    assert isinstance(case, dict)
    given = {"matter": case["case_id"], "blob_id": "0" * 64, "filename": f"CI {NAME} {IDENTIFIERS['iban']}.pdf"}

    assert not casewright.call("add_document", given).success
    assert list(leaks_in(home)) == []


@pytest.mark.requirement("refused-unrecorded")
def test_other_tools_record_what_they_asked_for(casewright: Casewright) -> None:
    """Where no person is meant the audit stays readable; only what the tool does not have is withheld."""
    answer = casewright.call("find_documents", {"matter_id": "m", "contents": [], "quarry": NAME})
    shown = casewright.call("read_audit", {"last": 10, "tool_name": "find_documents"}).structured
    assert isinstance(shown, dict)
    [event] = shown["events"]

    assert answer.content == "Unknown parameter 'quarry': remove it"
    assert event["tool_args"]["matter_id"] == "m"
    assert event["tool_args"]["unknown parameter 1"].startswith("hmac-sha256:")
    assert event["reason"] == "Unknown parameter '…': remove it"

"""Conversations on the command line and through an open home: what is printed, what is kept, and what is not."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from typing import TYPE_CHECKING, Any

import pytest

from casewright.agents.cases.messages import filled, prompt
from casewright.agents.cases.mind import Ask, Tell
from casewright.bootstrap.home import Casewright
from casewright.errors import Unavailable
from casewright.tools.calls import CallContext, ToolCall
from tests.canaries import FIRM, IDENTIFIERS, NEIGHBOUR, PERSON, homes_in, leaks_in, marks_in
from tests.databases import create_migrated
from tests.fakes.scripted_case_minds import ScriptedAssistant, ScriptedMinds, ScriptedReasoner, consult, look_up, write
from tests.fakes.steady_case_minds import GOOD, SteadyAssistant, SteadyMinds
from tests.joined import joined
from tests.providers.openai import ScriptedOpenAI
from tests.providers.replies import Fail, Hang

if TYPE_CHECKING:
    from pathlib import Path

    from tests.e2e.conftest import Shell

FINE = "Am primit o amendă de circulație de 500 de lei"


@pytest.fixture
def case(shell: Shell) -> str:
    """A new case."""
    made: str = shell("--json", "case", "create", "Amendă").json["case"]["case_id"]
    return made


@pytest.mark.requirement("case-agent-command")
def test_case_create_says_how_to_go_on(shell: Shell) -> None:
    """Whoever opens a case is told how to talk in it, and what they are told works."""
    told = shell("case", "create", "Amendă").out
    next_ = next(line for line in told.splitlines() if line.startswith("Next: casewright case message"))
    shell(*next_.split(",")[0].split()[2:5])


@pytest.mark.requirement("case-agent-command")
@pytest.mark.parametrize("language", ["ro", "en"])
def test_greeting_comes_in_the_language_that_is_set(
    shell: Shell, case: str, language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without a text a new case greets; who answers and what a lawyer must do stand below."""
    monkeypatch.setenv("CASEWRIGHT_LANGUAGE", language)
    monkeypatch.setenv("CASEWRIGHT_PLATFORM_NAME", "Relex")
    told = shell("case", "message", case).out
    assert filled(prompt("greeting", language), platform="Relex") in told
    assert "rules, no language model" in told
    assert "avocat" in told or "lawyer" in told


@pytest.mark.requirement("case-agent-command")
def test_json_has_the_shape_that_was_promised(shell: Shell, case: str) -> None:
    """One JSON document, with the fields of the contract and no others."""
    told = shell("--json", "case", "message", case).json
    assert sorted(told) == [
        "assistant", "completed_steps", "disclaimer", "errors", "language", "message", "payment", "reasoner",
        "response", "status", "timestamp",
    ]  # fmt: skip
    assert sorted(told["response"]) == [
        "content", "draft_documents", "next_steps", "recommendations", "research_summary",
    ]  # fmt: skip


@pytest.mark.requirement("case-agent-command")
def test_unpaid_case_ends_with_3_and_says_how_to_pay(shell: Shell) -> None:
    """Where the plan has no unit left the command ends with 3, with the amount and the next command."""
    for _ in range(5):
        shell("--json", "case", "message", opened(shell), FINE)
    unpaid = opened(shell)
    told = shell("case", "message", unpaid, FINE, code=3)
    assert "Plătește Cazul" in told.out
    assert "To pay: 9.00 EUR" in told.out
    assert f"casewright case pay {unpaid}" in told.out
    again = shell("--json", "case", "message", unpaid, "Și acum?", code=3).json
    assert (again["status"], again["payment"]["amount"]) == ("payment_required", 9.0)


def opened(shell: Shell) -> str:
    made: str = shell("--json", "case", "create", "Amendă").json["case"]["case_id"]
    return made


@pytest.mark.requirement("case-agent-payment")
def test_paid_case_goes_on_at_once(shell: Shell) -> None:
    """Once the invoice is confirmed the case answers what was asked; a second look at the payment says nothing more."""
    for _ in range(5):
        shell("--json", "case", "message", opened(shell), FINE)
    unpaid = opened(shell)
    shell("--json", "case", "message", unpaid, FINE, code=3)
    paid = shell("--json", "case", "pay", unpaid, "--confirm").json
    assert (paid["case_status"], paid["turn"]["status"]) == ("active", "success")
    assert paid["turn"]["message"].startswith("Cazul este acum activ")
    assert len(paid["turn"]["message"]) > 100
    told = shell("case", "pay", unpaid).out
    assert told.startswith("The case is active, covered by its payment.\nIt goes on with: ")


@pytest.mark.requirement("case-agent-command")
@pytest.mark.parametrize("text", ["", "   "])
def test_empty_message_is_refused(shell: Shell, case: str, text: str) -> None:
    """An empty text is no message, on the line and in a pipe."""
    assert "este gol" in shell("case", "message", case, text, code=2).err


@pytest.mark.requirement("case-agent-command")
def test_message_comes_through_a_pipe(shell: Shell, case: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A dash reads the message from a pipe, so that no shell's history keeps it; an empty pipe is said."""
    monkeypatch.setattr(sys, "stdin", io.StringIO(""))
    assert "nothing in the pipe" in shell("case", "message", case, "-", code=2).err
    monkeypatch.setattr(sys, "stdin", io.StringIO(FINE))
    shell.any("case", "message", case, "-")
    details = shell("--json", "case", "show", case).json["case_details"]
    assert [one["text"] for one in details["user_statements"]] == [FINE]


@pytest.mark.requirement("case-agent-command")
def test_case_that_is_not_there_is_said(shell: Shell) -> None:
    """A wrong name, and an id that nothing has, end with 2 and a sentence."""
    nowhere = "00000000-0000-4000-8000-000000000000"
    assert "Case ID not found" in shell("case", "message", nowhere, "Alo", code=2).err
    assert "There is no matter '0'" in shell("case", "message", "0", "Alo", code=2).err


@pytest.mark.requirement("case-agent-masked")
@pytest.mark.requirement("case-canaries")
def test_whole_conversation_leaves_no_name_anywhere(tmp_path: Path) -> None:
    """From the first message to the PDF, names and numbers stand in the vault and on paper alone."""
    asked = ScriptedAssistant(Ask("Când?"))
    replies = ("Căutați.\nACȚIUNE: cercetează", "Bun.\nACȚIUNE: redactează\nPLAN APROBAT: Nota")
    minds = ScriptedMinds(asked, ScriptedReasoner(*replies))
    told = []
    with Casewright.open(tmp_path / "home", case_minds=minds) as casewright:
        case = done(casewright, "create_case", title=f"Amenda lui {PERSON['lastName']}")["case_id"]
        party = done(casewright, "add_party", kind="individual", **PERSON)["party_id"]
        firm = done(casewright, "add_party", kind="organisation", **FIRM)["party_id"]
        done(casewright, "attach_party", case_id=case, party_id=party, role="petent")
        name = f"{PERSON['firstName']} {PERSON['lastName']}"
        first = f"Sunt {name}, CNP {PERSON['cnp']}, am amendă. {IDENTIFIERS['iban']}"
        told.append(said(casewright, case, first))
        asked.script(consult(), look_up(), write("Nota", 1, GOOD))
        told.append(said(casewright, case, f"Ieri, cu vecinul {NEIGHBOUR['firstName']} {NEIGHBOUR['lastName']}."))
        asked.script(consult(), write("Nota", 1, GOOD), Tell("Gata, {{party0.firstName}}."))
        told.append(said(casewright, case, "Da, totul este corect."))
        done(casewright, "attach_party", case_id=case, party_id=firm, role="intimat")
        asked.script(Tell("Am notat."))
        told.append(said(casewright, case, f"Firma este {FIRM['organizationName']}, {FIRM['cui']}."))
    assert marks_in(json.dumps(told, ensure_ascii=False).encode()) == []
    assert told[2]["response"]["draft_documents"][0]["draft_name"] == "Nota"
    seen = json.dumps([str(briefing) for _, briefing in asked.steps], ensure_ascii=False)
    assert marks_in(seen.encode()) == []
    [home] = homes_in(tmp_path)
    assert {path.suffix for path, _ in leaks_in(home)} <= {".pdf"}


@pytest.mark.requirement("case-agent-masked")
def test_name_declared_between_two_turns_is_gone_from_the_session(tmp_path: Path) -> None:
    """A bare name that was said before its party was there is masked in the case file, and the session forgets it."""
    name = NEIGHBOUR["lastName"]
    asked = ScriptedAssistant(consult(f"Cine este {name}?"), Ask(f"Cine este {name}?"))
    minds = ScriptedMinds(asked, ScriptedReasoner(f"Întrebați cine este {name}.\nACȚIUNE: întreabă"))
    with Casewright.open(tmp_path / "home", case_minds=minds) as casewright:
        case = done(casewright, "create_case", title="Amendă")["case_id"]
        said(casewright, case, f"Am primit amendă cu {name}")
        party = done(casewright, "add_party", kind="individual", **NEIGHBOUR)["party_id"]
        done(casewright, "attach_party", case_id=case, party_id=party, role="martor")
        asked.script(Tell("Am notat."))
        said(casewright, case, "Este martor")
        shown = done(casewright, "get_case_details", case_id=case)["case_details"]
    texts = [one["text"] for one in shown["user_statements"]]
    assert texts == ["Am primit amendă cu {{party0.lastName}}", "Este martor"]
    assert list(leaks_in(tmp_path / "home")) == []


@pytest.mark.requirement("case-agent-provider-fails")
@pytest.mark.parametrize("reply", [Fail(500), Hang()], ids=["fails", "hangs"])
def test_provider_that_does_not_answer(
    shell: Shell, case: str, monkeypatch: pytest.MonkeyPatch, reply: Fail | Hang
) -> None:
    """A provider that fails or hangs costs the turn: it ends with 4 and a sentence, and the case goes on by rules."""
    with ScriptedOpenAI(*[reply] * 20) as server:
        for name, value in server.environment("assistant").items():
            monkeypatch.setenv(name, value)
        monkeypatch.setenv("CASEWRIGHT_MODEL_TIMEOUT", "1")
        monkeypatch.setenv("CASEWRIGHT_CASE_TURN_TIMEOUT", "8")
        shell("matter", "consent", case, "openai")
        told = shell("--json", "case", "message", case, FINE, code=4).json
    assert told["status"] == "error"
    assert "păstrat" in told["message"] or "următorul mesaj" in told["message"]
    for name in (*server.environment("assistant"), "CASEWRIGHT_MODEL_TIMEOUT", "CASEWRIGHT_CASE_TURN_TIMEOUT"):
        monkeypatch.delenv(name)
    assert shell.any("--json", "case", "message", case).json["status"] == "success"
    details = shell("--json", "case", "show", case).json["case_details"]
    assert [one["text"] for one in details["user_statements"]] == [FINE]


_SLOW = """
import asyncio, sys
from casewright.agents.cases.mind import Tell
from casewright.bootstrap.home import Casewright
from tests.fakes.scripted_case_minds import ScriptedAssistant, ScriptedMinds

async def slow(briefing):
    print("thinking", flush=True)
    await asyncio.to_thread(sys.stdin.readline)
    return Tell("Prima.")

with Casewright.open(sys.argv[1], case_minds=ScriptedMinds(ScriptedAssistant(slow))) as casewright:
    print(casewright.converse(sys.argv[2], "Una").structured["message"], flush=True)
"""


@pytest.mark.requirement("case-agent-one-turn")
def test_two_processes_at_one_case(tmp_path: Path) -> None:
    """While one process has a turn, another is refused; after it, what it says is answered, and nothing is lost."""
    home = tmp_path / "home"
    asked = ScriptedAssistant(Ask("Când?"), Tell("A doua."))
    with Casewright.open(home, case_minds=ScriptedMinds(asked)) as casewright:
        case = done(casewright, "create_case", title="Amendă")["case_id"]
        said(casewright, case, FINE)
        other = subprocess.Popen(
            [sys.executable, "-c", _SLOW, str(home), case], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        assert other.stdout is not None
        assert other.stdout.readline() == "thinking\n"
        refused = casewright.converse(case, "Alta")
        assert not refused.success
        assert "Se lucrează deja la acest caz" in refused.content
        out, _ = other.communicate("go on\n", timeout=60)
        assert out == "Prima.\n"
        assert said(casewright, case, "Alta")["message"] == "A doua."
        shown = done(casewright, "get_case_details", case_id=case)["case_details"]
    assert [one["text"] for one in shown["user_statements"]] == [FINE, "Una", "Alta"]


@pytest.mark.postgresql
@pytest.mark.requirement("case-agent-goes-on")
def test_over_postgresql(tmp_path: Path, postgresql_socket: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """With its records in PostgreSQL a case goes from the first message to its draft, a provider's failure between."""
    monkeypatch.setenv("CASEWRIGHT_DATABASE_URL", create_migrated(postgresql_socket, "conversation"))
    steady = SteadyAssistant()
    asked = ScriptedAssistant(Unavailable("no answer"))
    with Casewright.open(tmp_path / "home", case_minds=ScriptedMinds(asked)) as casewright:
        case = done(casewright, "create_case", title="Amendă")["case_id"]
        party = done(casewright, "add_party", kind="individual", firstName="Ana", lastName="Pop")["party_id"]
        done(casewright, "attach_party", case_id=case, party_id=party, role="petent")
        assert said(casewright, case, FINE)["status"] == "error"
    with Casewright.open(tmp_path / "home", case_minds=SteadyMinds()) as casewright:
        read_back = said(casewright, case, None)
        assert "1. Amenda este de 500 lei." in read_back["message"]
        assert read_back["response"]["draft_documents"] == []
        told = said(casewright, case, "Da, este corect.")
        assert told["assistant"] == steady.called
        assert [one["draft_name"] for one in told["response"]["draft_documents"]] == ["Nota"]
        shown = done(casewright, "get_case_details", case_id=case)["case_details"]
    assert [one["text"] for one in shown["user_statements"]] == [FINE, "Da, este corect."]


def test_nobody_else_of_the_tenant_talks_in_a_case(tmp_path: Path) -> None:
    """A case is its owner's, and theirs who have a part in it; others do not learn that it is there."""
    with Casewright.open(tmp_path / "home", case_minds=ScriptedMinds(ScriptedAssistant())) as casewright:
        case = done(casewright, "create_case", title="Amendă")["case_id"]
        stranger = CallContext(joined(casewright, "mallory", "ANALYST"))
        call = ToolCall("1", "message_case", {"case_id": case, "message": "Alo?"})
        result = casewright.wait(casewright.executor.execute(call, stranger))
    assert result.structured == {"status": "error", "error_message": "Case ID not found"}


def done(casewright: Casewright, tool: str, **arguments: object) -> dict[str, Any]:
    result = casewright.call(tool, arguments)
    assert result.success, result.content
    assert isinstance(result.structured, dict)
    return result.structured


def said(casewright: Casewright, case: str, message: str | None) -> dict[str, Any]:
    result = casewright.converse(case, message)
    assert result.success, result.content
    assert isinstance(result.structured, dict)
    return result.structured

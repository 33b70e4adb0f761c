"""A contravention case from its first message to the PDF, its assistant and its reasoner over the wire.

The providers' own libraries ask servers on this machine; nothing that reaches those holds anybody's data.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pypdfium2
import pytest

from casewright.agents.cases.mind import Stage
from casewright.agents.cases.wording import filled, prompt, section
from casewright.bootstrap.home import Casewright
from tests.canaries import IDENTIFIERS, NEIGHBOUR, PERSON, marks_in
from tests.case_models import DRAFT_NAME, AssistantOnWire, ReasonerOnWire, beginning, text_of
from tests.providers.gemini import ScriptedGemini
from tests.providers.openai import ScriptedXai
from tests.providers.replies import Fail, Turn

if TYPE_CHECKING:
    from tests.e2e.conftest import Shell
    from tests.providers.scripted import ScriptedProvider

MANY = 60
FIRST = (
    f"Sunt {PERSON['firstName']} {PERSON['lastName']}, CNP {PERSON['cnp']}, telefon {PERSON['phone']}. Am primit o "
    f"amendă de 580 lei pentru viteză, procesul-verbal PCX 123456 din 3 noiembrie 2026, la Cluj. Vecinul "
    f"{NEIGHBOUR['firstName']} {NEIGHBOUR['lastName']} conducea. Contul meu este {IDENTIFIERS['iban']}."
)
SECOND = f"Mi-a fost comunicat la 5 noiembrie 2026, acasă, {PERSON['address']}."


@pytest.fixture
def case(shell: Shell, tmp_path: Path) -> str:
    """A case with its petitioner, and the invented acts."""
    shell("corpus", "import", "--examples")
    made: str = shell("--json", "case", "create", "Amendă de circulație").json["case"]["case_id"]
    file = tmp_path / "person.json"
    file.write_text(json.dumps({"kind": "individual", **PERSON}), encoding="utf-8")
    party = shell("--json", "case", "add-party", file).json["party_id"]
    shell("case", "attach", made, party, "--role", "petent")
    return made


class Conversation:
    """Messages to one case, each in an open home of its own, as on the command line."""

    def __init__(self, home: Path, case: str) -> None:
        self.home = home
        self.case = case

    def say(self, message: str | None) -> dict[str, Any]:
        """What came of a message."""
        given = {"case_id": self.case} if message is None else {"case_id": self.case, "message": message}
        with Casewright.open(self.home) as casewright:
            result = casewright.call("message_case", given)
        assert result.success, result
        assert isinstance(result.structured, dict)
        return result.structured

    def call(self, tool: str, **arguments: Any) -> dict[str, Any]:
        """What a tool answers."""
        with Casewright.open(self.home) as casewright:
            result = casewright.call(tool, {"case_id": self.case, **arguments})
        assert result.success, result
        assert isinstance(result.structured, dict)
        return result.structured


def behind(monkeypatch: pytest.MonkeyPatch, **servers: ScriptedProvider) -> None:
    """Put these servers into the two roles."""
    for role, server in servers.items():
        for name, value in server.environment(role).items():
            monkeypatch.setenv(name, value)


def bodies(*servers: ScriptedProvider) -> list[str]:
    """What reached the servers, as text."""
    return [json.dumps(one.body, ensure_ascii=False) for server in servers for one in server.requests]


def paper(path: str) -> str:
    """The text of a PDF."""
    opened = pypdfium2.PdfDocument(Path(path))
    text = " ".join(" ".join(page.get_textpage().get_text_range().split()) for page in opened)
    opened.close()
    return text


@pytest.mark.requirement("case-model-wire")
@pytest.mark.requirement("case-prompts")
def test_from_message_to_paper(shell: Shell, case: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Tier, facts, advice, a question, research, the approved plan and the draft, all over the wire."""
    assistant, reasoner = AssistantOnWire(), ReasonerOnWire()
    with ScriptedGemini(*[assistant] * MANY) as gemini, ScriptedXai(*[reasoner] * MANY) as grok:
        behind(monkeypatch, assistant=gemini, reasoner=grok)
        talk = Conversation(shell.home, case)
        greeted = talk.say(None)
        first = talk.say(FIRST)
        second = talk.say(SECOND)

    assert greeted["message"] == filled(prompt("greeting"), platform="Casewright")
    assert not gemini.requests or "determine" not in greeted["completed_steps"]
    assert filled(section("quota", "covered"), tier="1") in first["message"]
    assert "Când v-a fost comunicat procesul-verbal?" in first["message"]
    assert (first["assistant"], first["reasoner"]) == ("google_genai:m", "xai:m")
    assert second["status"] == "success", second
    [draft] = second["response"]["draft_documents"]
    assert draft["draft_name"] == DRAFT_NAME
    assert "Proiectul plângerii este gata." in second["message"]
    assert PERSON["lastName"] in paper(draft["pdf_gcs_path"])
    assert second["response"]["research_summary"]

    sent = bodies(gemini, grok)
    assert len(sent) >= 10
    assert [marks_in(body.encode()) for body in sent if marks_in(body.encode())] == []
    assert any("{{party0.lastName}}" in body for body in sent)
    assert set(assistant.prompts) >= {"tier", "plan", "research", "draft"}
    system = beginning(section("system", "instructions"))
    assert all(system in body for body in (json.dumps(one.body, ensure_ascii=False) for one in gemini.requests))
    assert all(beginning(prompt("reasoner")) in one.body["messages"][0]["content"] for one in grok.requests)
    assert json.dumps(prompt("tiers"), ensure_ascii=False)[1:-1] in sent[0]
    assert shell("audit", "verify").code == 0


@pytest.mark.requirement("case-prompts")
def test_error_path_over_the_wire(shell: Shell, case: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Where drafts cannot be kept: retries, the reasoner, the user, a ticket; mended and resumed, the draft is made."""
    blocked = tmp_path / "blocked"
    blocked.write_text("in the way", encoding="utf-8")
    monkeypatch.setenv("CASEWRIGHT_DRAFTS", str(blocked / "drafts"))
    assistant, reasoner = AssistantOnWire(), ReasonerOnWire()
    with ScriptedGemini(*[assistant] * MANY) as gemini, ScriptedXai(*[reasoner] * MANY) as grok:
        behind(monkeypatch, assistant=gemini, reasoner=grok)
        talk = Conversation(shell.home, case)
        talk.say(FIRST)
        asked = talk.say(SECOND)
        paused = talk.say("Da, vă rog.")
        tickets = talk.call("list_tickets")["tickets"]
        blocked.unlink()
        talk.call("resume_case")
        resumed = talk.say(None)

    assert "Nu reușesc să salvez documentul." in asked["message"]
    assert [one for one in assistant.prompts if one == "retry"] == ["retry"] * 3
    for stage in (Stage.RETRY, Stage.CONSULT, Stage.ASK_USER):
        assert any(beginning(text_of(stage)) in json.dumps(one.body, ensure_ascii=False) for one in gemini.requests)
    assert "ticket" in assistant.prompts
    assert len(tickets) == 1
    assert "tichet" in paused["message"]
    [draft] = resumed["response"]["draft_documents"]
    assert draft["draft_name"] == DRAFT_NAME
    assert [marks_in(body.encode()) for body in bodies(gemini, grok) if marks_in(body.encode())] == []


@pytest.mark.requirement("case-model-language")
@pytest.mark.parametrize(
    "bad",
    [
        Turn("Please tell me more about the fine, and when it was served."),
        Fail(500),
        Turn(),
    ],
)
def test_provider_that_is_of_no_use(shell: Shell, case: str, monkeypatch: pytest.MonkeyPatch, bad: Any) -> None:
    """An assistant that answers in English, fails or says nothing costs the turn: the next one goes on."""
    assistant, reasoner = AssistantOnWire(), ReasonerOnWire()
    with ScriptedGemini(*[bad] * MANY) as gemini, ScriptedXai(*[reasoner] * MANY) as grok:
        behind(monkeypatch, assistant=gemini, reasoner=grok)
        failed = Conversation(shell.home, case).say(FIRST)
    with ScriptedGemini(*[assistant] * MANY) as gemini, ScriptedXai(*[reasoner] * MANY) as grok:
        behind(monkeypatch, assistant=gemini, reasoner=grok)
        later = Conversation(shell.home, case).say(None)

    assert failed["status"] == "error"
    assert "Traceback" not in json.dumps(failed)
    assert later["status"] == "success"
    assert "Când v-a fost comunicat procesul-verbal?" in later["message"]

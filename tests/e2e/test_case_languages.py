"""On the command line: users are answered in the language they write, and whoever wants a lawyer is told how."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from casewright.agents.cases.messages import filled, section
from casewright.agents.cases.user_language import language_of
from tests.providers.openai import ScriptedOpenAI
from tests.providers.replies import Hang

if TYPE_CHECKING:
    from tests.e2e.conftest import Shell

FINE = "Am primit o amendă de circulație de 500 de lei"
ENGLISH_FINE = "I got a fine of 500 lei for speeding and I want to contest it"
IN_ROMANIAN = section("messages", "documents_in_romanian", "en")
LAWYER = {language: filled(section("messages", "lawyer", language), platform="Casewright") for language in ("ro", "en")}


def opened(shell: Shell) -> str:
    made: str = shell("--json", "case", "create", "Amendă").json["case"]["case_id"]
    return made


def said(shell: Shell, case: str, *text: str) -> Any:
    """What a message comes to, as JSON."""
    return shell.any("--json", "case", "message", case, *text).json


@pytest.mark.requirement("case-agent-user-language")
def test_answers_follow_the_language_of_the_messages(shell: Shell) -> None:
    """English is answered in English, short answers change nothing, Romanian brings Romanian back; all in one talk."""
    case = opened(shell)
    assert said(shell, case)["language"] == "ro"
    told = [said(shell, case, text) for text in (ENGLISH_FINE, "500 lei", "14 November 2026", "da")]
    assert [one["language"] for one in told] == ["en"] * 4
    assert "available credit" in told[0]["message"]
    assert [language_of(one["message"].replace(LAWYER["en"], "")) for one in told] == ["en"] * 4
    assert [IN_ROMANIAN in one["message"] for one in told] == [True, False, False, False]
    back = said(shell, case, "De fapt nu mai știu când am primit procesul-verbal")
    assert (back["language"], language_of(back["message"])) == ("ro", "ro")
    assert said(shell, case, "14 noiembrie")["language"] == "ro"
    again = said(shell, case, "I received it on 16 November 2026, sorry for that")
    assert again["language"] == "en"
    assert IN_ROMANIAN not in again["message"]


@pytest.mark.requirement("case-agent-user-language")
def test_setting_is_for_who_has_not_said_enough(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    """With English set a greeting is English, and whoever writes Romanian is answered in Romanian."""
    monkeypatch.setenv("CASEWRIGHT_LANGUAGE", "en")
    case = opened(shell)
    assert [said(shell, case, *text)["language"] for text in ((), ("ajutor",), (FINE,), ("da",))] == [
        "en",
        "en",
        "ro",
        "ro",
    ]


@pytest.mark.requirement("case-agent-user-language")
def test_payment_and_refusals_are_english_too(shell: Shell) -> None:
    """What a turn refuses or asks to be paid is said in the user's language."""
    for _ in range(5):
        said(shell, opened(shell), FINE)
    case = opened(shell)
    unpaid = said(shell, case, ENGLISH_FINE)
    assert (unpaid["status"], unpaid["language"]) == ("payment_required", "en")
    assert "Please use the 'Pay for Case' button" in unpaid["message"]
    assert unpaid["payment"]["reason"].startswith("Access for one Tier 1 case")
    assert "not have available credit" in said(shell, case, "ok")["message"]
    assert "The message is empty" in shell("case", "message", case, " ", code=2).err
    assert "The message is too long" in shell("case", "message", case, "I say it again and again. " * 900, code=2).err
    assert "prea lung" in shell("case", "message", case, "Vă spun din nou ce am pățit. " * 900, code=2).err


@pytest.mark.requirement("case-agent-user-language", "case-agent-deadline")
def test_turn_whose_time_runs_out_says_so_in_english(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    """A model that hangs costs the turn, which says so in the user's language; the next message is answered."""
    case = opened(shell)
    with ScriptedOpenAI(*[Hang()] * 20) as server:
        settings = {**server.environment("assistant"), "CASEWRIGHT_MODEL_TIMEOUT": "60"}
        for name, value in {**settings, "CASEWRIGHT_CASE_TURN_TIMEOUT": "2"}.items():
            monkeypatch.setenv(name, value)
        shell("matter", "consent", case, "openai")
        told = shell("--json", "case", "message", case, ENGLISH_FINE, code=4).json
    assert (told["status"], told["message"]) == ("error", section("messages", "deadline", "en"))
    for name in (*settings, "CASEWRIGHT_CASE_TURN_TIMEOUT"):
        monkeypatch.delenv(name)
    after = said(shell, case, "and it was in Cluj")
    assert (after["status"], after["language"]) == ("success", "en")
    details = shell("--json", "case", "show", case).json["case_details"]
    assert [one["text"] for one in details["user_statements"]] == [ENGLISH_FINE, "and it was in Cluj"]


@pytest.mark.requirement("case-agent-lawyer")
@pytest.mark.parametrize(
    ("language", "fine", "wish"),
    [("ro", FINE, "Vreau să vorbesc cu un avocat"), ("en", ENGLISH_FINE, "I want to talk to a real lawyer")],
)
def test_lawyer_is_told_of_in_every_state(shell: Shell, language: str, fine: str, wish: str) -> None:
    """How a lawyer is found is told before the tier, in an active, an unpaid and a closed case; the talk goes on."""
    case = opened(shell)
    assert LAWYER[language] in said(shell, case, wish)["message"]
    first = said(shell, case, fine)
    assert first["status"] == "success"
    question = asked(shell, case)
    active = said(shell, case, wish)
    assert LAWYER[language] in active["message"]
    assert active["message"].endswith(question)
    assert active["language"] == language
    assert asked(shell, case) == question
    assert LAWYER[language] not in said(shell, case, "14.11.2026")["message"]
    assert asked(shell, case) != question
    for _ in range(4):
        said(shell, opened(shell), fine)
    unpaid = opened(shell)
    said(shell, unpaid, fine)
    told = said(shell, unpaid, wish)
    assert told["status"] == "payment_required"
    assert LAWYER[language] in told["message"]
    assert section("messages", "lawyer_or_pay", language) in told["message"]
    shell("case", "close", case)
    assert LAWYER[language] in said(shell, case, wish)["message"]


def asked(shell: Shell, case: str) -> str:
    """The question that is open."""
    details = shell("--json", "case", "show", case).json["case_details"]
    question: str = details["agent_interactions"]["active_info_request_to_user"]["question"]
    return question

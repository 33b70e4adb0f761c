"""The tool message_case: what it takes, and what it says of what it does not take."""

from __future__ import annotations

import pytest

from casewright.agents.cases.messages import refusal
from casewright.agents.cases.threads import assistant_thread
from casewright.domain.cases import CaseStatus
from casewright.toolbox.cases.message_case import LONGEST
from tests.case_talk import Talk
from tests.fakes.governed import TENANT

NOBODY = "5d1f6f4e-2f6d-4f0a-9a52-6b3df15a0c11"


@pytest.mark.requirement("case-agent-command")
@pytest.mark.parametrize(
    ("message", "words"),
    [
        ("", "Mesajul este gol"),
        (" \n\t", "Mesajul este gol"),
        ("\x00 \x00", "Mesajul este gol"),
        ("x" * (LONGEST + 1), "cel mult 20.000 de caractere"),
        ("bad \ud800", "surrogates not allowed"),
        (7, "its value is not shown"),
    ],
)
def test_unusable_message_is_refused_with_a_sentence(message: object, words: str) -> None:
    """Nothing is begun for a message that cannot be read, and the sentence says why."""
    talk = Talk()
    result = talk.governed.call("message_case", {"case_id": talk.id, "message": message})
    assert not result.success
    assert words in result.content
    assert talk.details()["user_statements"] == []


@pytest.mark.requirement("case-agent-command")
def test_refusals_are_in_both_languages() -> None:
    """What is said of a message that is not taken is there in English too, with its numbers as they are written."""
    assert "at most 20,000 characters" in refusal("too_long", "en", LONGEST)
    assert refusal("empty", "en", LONGEST) == "The message is empty. Write what happened, or what you want."


@pytest.mark.requirement("case-agent-command")
def test_message_loses_the_sign_that_databases_do_not_keep() -> None:
    """A NUL comes along with what is pasted, and nobody sees it: the message counts, without it."""
    talk = Talk()
    talk.say("Am primit\x00 o amendă")
    assert [one["text"] for one in talk.details()["user_statements"]] == ["Am primit o amendă"]


@pytest.mark.requirement("case-agent-command")
@pytest.mark.parametrize("case", [NOBODY, "no id", ""])
def test_case_that_is_not_there_has_the_seeds_answer(case: str) -> None:
    """A case of that id, or of nobody's, is not found in the seed's words."""
    result = Talk().governed.call("message_case", {"case_id": case})
    assert result.structured == {"status": "error", "error_message": "Case ID not found"}


@pytest.mark.requirement("case-agent-command")
@pytest.mark.parametrize("status", [CaseStatus.CLOSED, CaseStatus.ARCHIVED, CaseStatus.PAUSED_SUPPORT])
def test_case_that_does_not_go_on_says_so(status: CaseStatus) -> None:
    """A closed, archived or paused case answers with a sentence, and no mind is asked."""
    talk = Talk()
    if status is CaseStatus.PAUSED_SUPPORT:
        talk.move(status, 1)
    else:
        talk.governed.call("close_case", {"case_id": talk.id, "archive": status is CaseStatus.ARCHIVED})
    told = talk.say("Alo?")
    assert "întrerupt" in told["message"] or "închis" in told["message"]
    assert talk.assistant.steps == []


@pytest.mark.requirement("case-agent-command")
def test_what_is_said_to_a_closed_case_is_kept_nowhere() -> None:
    """A case that is over answers, and its session does not grow by what nobody will read."""
    talk = Talk()
    talk.governed.call("close_case", {"case_id": talk.id})
    for _ in range(3):
        talk.say("Mai este cineva?")
    kept = [talk.checkpoints.saver.get({"configurable": {"thread_id": thread}}) for thread in _threads(talk)]
    assert [one["channel_values"].get("held", []) for one in kept if one is not None] == [[]]


def _threads(talk: Talk) -> list[str]:
    case = talk.cases.get(TENANT, talk.id)
    assert case is not None
    return [assistant_thread(case)]

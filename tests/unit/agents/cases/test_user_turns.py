"""A user who writes English, wants a lawyer, or was cut off: what every state says and keeps."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Any

import pytest

from casewright.agents.cases.case_agent import Manner
from casewright.agents.cases.messages import filled, section
from casewright.agents.cases.mind import Ask, Tell
from casewright.domain.cases import CaseStatus
from tests.case_talk import Talk
from tests.fakes.memory_checkpoints import MemoryCheckpoints
from tests.fakes.scripted_case_minds import ScriptedAssistant, consult, look_up

if TYPE_CHECKING:
    from casewright.domain.cases import ProcessingState

WISH = {"ro": "Vreau să vorbesc cu un avocat", "en": "I want to talk to a real lawyer"}
FAILS = (look_up(), look_up(), look_up(), consult(), Ask("Puteți confirma documentul?"))


def lawyer(language: str) -> str:
    """How a lawyer is found, as a user is told."""
    return filled(section("messages", "lawyer", language), platform="Casewright")


@pytest.mark.requirement("case-agent-lawyer")
@pytest.mark.parametrize("language", ["ro", "en"])
@pytest.mark.parametrize("status", list(CaseStatus))
def test_lawyer_is_told_of_whatever_the_status(status: CaseStatus, language: str) -> None:
    """In every status the answer says how a lawyer is found, once, in the user's language."""
    talk = Talk(ScriptedAssistant(Ask("Când?")), status=status)
    talk.covered = False
    told = talk.say(WISH[language])
    assert told["message"].count(lawyer(language)) == 1
    assert told["language"] == language


@pytest.mark.requirement("case-agent-lawyer")
def test_wish_is_no_answer() -> None:
    """What was asked is asked again after a wish, no mind is asked about it, and the next message is the answer."""
    talk = Talk(ScriptedAssistant(Ask("Când?"), Tell("Am notat.")), status=CaseStatus.ACTIVE)
    talk.say("Am primit o amendă")
    told = talk.say(WISH["ro"])
    assert told["message"].startswith(lawyer("ro"))
    assert told["message"].endswith("Când?")
    assert len(talk.assistant.steps) == 1
    assert talk.say("Ieri")["message"] == "Am notat."
    assert talk.assistant.steps[-1][1].said == "Ieri"


@pytest.mark.requirement("case-agent-lawyer")
def test_wish_beside_facts_leaves_them_to_the_mind() -> None:
    """A message that tells something beside the wish is answered too."""
    talk = Talk(ScriptedAssistant(Ask("Când?")), status=CaseStatus.ACTIVE)
    told = talk.say("Am primit o amendă de 500 de lei. Vreau un avocat.")
    assert told["message"].startswith(lawyer("ro"))
    assert told["message"].endswith("Când?")
    assert len(talk.assistant.steps) == 1


@pytest.mark.requirement("case-agent-lawyer")
def test_wish_answers_no_question_of_the_error_path() -> None:
    """A question about what failed stays open, and is asked again."""
    talk = Talk(ScriptedAssistant(*FAILS, look_up(), Tell("Gata.")), status=CaseStatus.ACTIVE)
    talk.failing["query_bigquery"] = 3
    assert talk.say("Am primit o amendă")["message"] == "Puteți confirma documentul?"
    told = talk.say(WISH["ro"])
    assert told["message"].startswith(lawyer("ro"))
    assert told["message"].endswith("Puteți confirma documentul?")
    assert talk.say("Da, este cel bun")["message"] == "Gata."
    [answer] = {one[1].failure.answer for one in talk.assistant.steps if one[1].failure and one[1].failure.answer}
    assert answer == "Da, este cel bun"


@pytest.mark.requirement("case-agent-lawyer")
def test_wish_after_support_resumed_the_case_goes_on() -> None:
    """Where a ticket was open, the first wish after it closes the error path, and does not ask its question again."""
    steps = (*FAILS, look_up(), Tell("Proiectul nu merge."), Tell("Mergem mai departe."))
    talk = Talk(ScriptedAssistant(*steps), status=CaseStatus.ACTIVE)
    talk.failing["query_bigquery"] = 9
    talk.say("Am primit o amendă")
    talk.say("Da, este cel bun")
    assert talk.status() is CaseStatus.PAUSED_SUPPORT
    talk.move(CaseStatus.ACTIVE)
    told = talk.say(WISH["ro"])
    assert told["message"].startswith(lawyer("ro"))
    assert told["message"].endswith("Mergem mai departe.")
    assert "Puteți confirma" not in told["message"]


@pytest.mark.requirement("case-agent-user-language")
def test_documents_are_said_to_be_romanian_once() -> None:
    """Who writes English is told once that documents are Romanian, also where the session was lost between."""
    talk = Talk(ScriptedAssistant(Ask("When?"), Ask("Where?"), Tell("Noted.")), status=CaseStatus.ACTIVE)
    said = section("messages", "documents_in_romanian", "en")
    told = [talk.say("I got a fine of 500 lei yesterday")["message"], talk.say("on Monday")["message"]]
    talk.checkpoints = MemoryCheckpoints()
    talk.agent = talk.new_agent()
    last = talk.say("in Cluj")
    assert [said in one for one in (*told, last["message"])] == [True, False, False]
    assert last["language"] == "en"
    assert [briefing.language for _, briefing in talk.assistant.steps] == ["en"] * 3


@pytest.mark.requirement("case-agent-deadline")
def test_step_that_does_not_end_costs_the_turn() -> None:
    """Where nothing comes back from a store the turn still ends in a sentence, and the next message is answered."""
    talk = Talk(ScriptedAssistant(Ask("When?"), Tell("Noted.")), status=CaseStatus.ACTIVE, manner=Manner(seconds=0.4))
    note, hung, released = talk.cases.note_progress, iter((True,)), threading.Event()

    def slow(tenant: Any, case: Any, processing: ProcessingState, at: Any) -> None:
        if next(hung, False):
            released.wait(2.0)
        note(tenant, case, processing, at)

    talk.cases.note_progress = slow  # type: ignore[method-assign]
    told = talk.say("I got a fine of 500 lei yesterday")
    assert (told["status"], told["message"]) == ("error", section("messages", "deadline", "en"))
    released.set()
    talk.manner = Manner()
    talk.agent = talk.new_agent()
    assert talk.say("and it was in Cluj")["status"] == "success"

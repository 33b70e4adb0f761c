"""Turns that are cut short: by a mind that fails, by the deadline, by a crash; and how the next one goes on."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest

from casewright.agents.cases.mind import Ask, Tell, TierSaid
from casewright.domain.cases import CaseStatus
from casewright.errors import ToolFailed, Unavailable
from casewright.tools.calls import CallContext, ToolCall
from tests.case_talk import Talk
from tests.fakes.governed import ADMIN, TENANT
from tests.fakes.scripted_case_minds import ScriptedAssistant, ScriptedReasoner, consult, look_up, write
from tests.providers.stopped_time import StoppedTime

if TYPE_CHECKING:
    from casewright.agents.cases.mind import Briefing, Step

FINE = "Am primit o amendă de circulație"


def statements(talk: Talk) -> list[str]:
    return [one["text"] for one in talk.details()["user_statements"]]


@pytest.mark.requirement("case-agent-provider-fails")
@pytest.mark.parametrize(
    ("error", "words"),
    [
        (Unavailable("no answer"), "nu răspunde"),
        (ToolFailed("English"), "de încredere"),
        (KeyError("x"), "de încredere"),
    ],
)
def test_mind_that_fails_ends_the_turn_in_words(error: Exception, words: str) -> None:
    """Whatever the assistant raises, the user reads a sentence, nothing is lost, and the next turn answers."""
    talk = Talk(ScriptedAssistant(error, Tell("Gata.")), status=CaseStatus.ACTIVE)
    told = talk.say(FINE)
    assert told["status"] == "error"
    assert words in told["message"]
    assert told["errors"] == [
        {"tool": "scripted assistant", "happens": "Se continuă la următorul mesaj.", "cause": type(error).__name__}
    ]
    case = talk.cases.get(TENANT, talk.id)
    assert case is not None
    assert case.processing.pending_action == "process_user_input"
    assert case.processing.state_saved_at is not None
    assert talk.say(None)["message"] == "Gata."
    assert talk.assistant.steps[1][1].said == FINE
    assert statements(talk) == [FINE]


@pytest.mark.requirement("case-agent-provider-fails")
def test_tier_that_nobody_says_is_asked_for_again() -> None:
    """A provider that fails in phase 1 leaves the case as it is; the next message goes on."""
    talk = Talk(ScriptedAssistant(Tell("Gata."), tiers=[Unavailable("no answer"), TierSaid(7), TierSaid(1, "amendă")]))
    assert talk.say(FINE)["status"] == talk.say(None)["status"] == "error"
    assert talk.status() is CaseStatus.TIER_PENDING
    assert talk.say("Alo?")["message"].endswith("Gata.")
    assert statements(talk) == [FINE, "Alo?"]


@pytest.mark.requirement("case-agent-deadline")
def test_stuck_mind_is_given_up_at_the_deadline() -> None:
    """A mind that never answers costs the turn's time and no more; the next message goes on where it stopped."""

    async def never(_briefing: Briefing) -> Step:
        loop = asyncio.get_running_loop()
        assert isinstance(loop, StoppedTime)
        loop.let_pass(talk.manner.seconds)
        await asyncio.Event().wait()
        raise AssertionError

    talk = Talk(ScriptedAssistant(consult(), never, Tell("Gata.")), status=CaseStatus.ACTIVE)  # type: ignore[arg-type]
    told = talk.say_in_stopped_time(FINE)
    assert (told["status"], "următorul mesaj" in told["message"]) == ("error", True)
    assert talk.say("Și?")["message"] == "Gata."
    assert talk.times("consult_grok") == 1
    assert statements(talk) == [FINE, "Și?"]


@pytest.mark.requirement("case-agent-deadline")
def test_no_step_begins_after_the_deadline() -> None:
    """When the time is over the turn stops before the next state, and says so; what it did is not done again."""
    talk = Talk(status=CaseStatus.ACTIVE)

    def slow(briefing: Briefing) -> Step:
        talk.governed.clock.advance(seconds=300)
        return consult()(briefing)

    talk.assistant.script(slow, Ask("Când?"))
    told = talk.say(FINE)
    assert (told["status"], talk.states[-1], talk.times("consult_grok")) == ("error", "process_user_input", 0)
    assert talk.say(None)["message"] == "Când?"
    assert (talk.states[0], talk.times("consult_grok")) == ("decide_action", 1)


@pytest.mark.requirement("case-agent-deadline")
def test_what_is_said_to_a_stopped_turn_joins_it() -> None:
    """A message to a turn that was cut short is answered together with what it was about."""
    talk = Talk(ScriptedAssistant(Unavailable("no answer"), Tell("Bine.")), status=CaseStatus.ACTIVE)
    talk.say(FINE)
    assert talk.say("Ieri")["message"] == "Bine."
    assert [briefing.said for _, briefing in talk.assistant.steps] == [FINE, f"{FINE}\n\nIeri"]
    assert statements(talk) == [FINE, "Ieri"]


@pytest.mark.requirement("case-agent-deadline")
def test_turn_that_was_about_to_ask_asks_and_then_takes_the_message() -> None:
    """Where the step was decided already it is done first; the message is the next event."""
    talk = Talk(status=CaseStatus.ACTIVE)

    def slow(_briefing: Briefing) -> Step:
        talk.governed.clock.advance(seconds=300)
        return Ask("Când?")

    talk.assistant.script(slow, Tell("Bine."))
    talk.say(FINE)
    assert talk.say("Ieri")["message"] == "Când?\n\nBine."
    assert [briefing.said for _, briefing in talk.assistant.steps] == [FINE, "Ieri"]
    assert statements(talk) == [FINE, "Ieri"]


@pytest.mark.requirement("case-agent-deadline")
def test_mind_that_never_ends_is_stopped() -> None:
    """An assistant that goes on calling is stopped after so many steps, and goes on at the next message."""
    talk = Talk(ScriptedAssistant(*[look_up()] * 99), status=CaseStatus.ACTIVE)
    told = talk.say(FINE)
    assert (told["status"], talk.times("query_bigquery")) == ("success", 24)
    assert "Continui la următorul mesaj" in told["message"]


class Killed(BaseException):
    """The end of a process."""


@pytest.mark.requirement("case-agent-goes-on")
@pytest.mark.parametrize("at", range(1, 11))
def test_cut_off_at_any_call_and_gone_on_with(at: int) -> None:
    """A process that ends in the middle of its n-th call: another goes on, and nothing is done twice."""
    approved = "Bun.\nPLAN APROBAT: Plangere"
    lines = (look_up(), consult(), write(), Tell("Gata."))
    talk = Talk(ScriptedAssistant(*lines), ScriptedReasoner(approved, approved))
    talk.agree()
    execute, left = talk.governed.executor.execute, at

    async def dying(call: ToolCall, context: CallContext) -> object:
        nonlocal left
        result = await execute(call, context)
        if call.name != "message_case":
            left -= 1
            if left == 0:
                raise Killed
        return result

    talk.governed.executor.execute = dying  # type: ignore[method-assign,assignment]
    assert not talk.call(FINE).success
    talk.governed.executor.execute = execute  # type: ignore[method-assign]
    talk.agent = talk.new_agent()
    assert "Gata." in talk.say(None)["message"]
    done = ["set_case_tier", "activate_case", "generate_draft_pdf"]
    assert [talk.times(name) for name in done] == [1, 1, 1]
    assert statements(talk) == [FINE]
    ids = [one["id"] for one in talk.details()["agent_interactions"]["log"]]
    assert len(ids) == len(set(ids))


@pytest.mark.requirement("case-agent-one-turn")
def test_second_turn_at_once_is_refused() -> None:
    """While a turn is under way another message to the same case is refused, and can be sent again after it."""
    talk = Talk(status=CaseStatus.ACTIVE)

    async def both() -> list[str]:
        at_work, refused = asyncio.Event(), asyncio.Event()

        async def slow(_briefing: Briefing) -> Step:
            at_work.set()
            await refused.wait()
            return Tell("Prima.")

        async def said(text: str) -> str:
            call = ToolCall("1", "message_case", {"case_id": talk.id, "message": text})
            return (await talk.governed.executor.execute(call, CallContext(ADMIN))).status.value

        talk.assistant.script(slow, Tell("A doua."))  # type: ignore[arg-type]
        first = asyncio.create_task(said("Una"))
        await at_work.wait()
        second = await said("Alta")
        refused.set()
        return [await first, second]

    assert asyncio.run(both()) == ["success", "error"]
    assert talk.say("Alta")["message"] == "A doua."


def test_long_message_is_taken_up_whole() -> None:
    """What is gone on with is the whole message, however little of it the log keeps."""
    long = "amendă " * 2_000
    talk = Talk(ScriptedAssistant(Unavailable("no answer"), Tell("Gata.")), status=CaseStatus.ACTIVE)
    talk.say(long)
    talk.checkpoints.saver.storage.clear()  # as where a name was declared since
    assert talk.say(None)["message"] == "Gata."
    assert talk.assistant.steps[1][1].said == long.strip()

"""Plays the graph's part for tests of minds: look at the case, have the assistant say a step, make its call, go on."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from casewright.agents.cases.mind import Act, Ask, Briefing, Made, Stage, Tell
from casewright.agents.cases.minds.assistant import RuleBasedAssistant
from casewright.agents.cases.minds.reasoner import RuleBasedReasoner
from casewright.casework.advice import Advised, read_advice

if TYPE_CHECKING:
    from datetime import date

    from casewright.agents.cases.mind import Call, Step
    from casewright.bootstrap.home import Casewright
    from casewright.casework.advice import Advice

MOST_STEPS = 24


@dataclass
class CaseLoop:
    """One case in an open home. ``seen`` is every text that a mind was given or gave."""

    home: Casewright
    case_id: str
    tier: int
    today: date
    language: str = "ro"
    seen: list[str] = field(default_factory=list)
    calls: list[str] = field(default_factory=list)

    def say(self, message: str | None) -> Ask | Tell:
        """What a turn ends with."""
        made: list[Made] = []
        advice: Advice | None = None
        if message is not None:
            message = self._kept(message)
        for _ in range(MOST_STEPS):
            stage = Stage.PLAN
            if advice is not None and made and made[-1].call.name == "consult_grok":
                stage = (
                    Stage.DRAFT if advice.draft else Stage.RESEARCH if advice.next is Advised.RESEARCH else Stage.PLAN
                )
            step = self._step(stage, message, made, advice)
            self.seen.append(repr(step))
            if isinstance(step, Ask):
                self._update(
                    {"agent_interactions.active_info_request_to_user": {"question": step.question, "about": step.about}}
                )
                return step
            if isinstance(step, Tell):
                self._update({"agent_interactions.active_info_request_to_user": None})
                return step
            assert isinstance(step, Act)
            made.append(self._made(step.call))
            assert made[-1].success, made[-1].content
            if step.call.name == "consult_grok":
                advice = read_advice(made[-1].structured["response"])
        raise AssertionError(f"no end after {MOST_STEPS} steps: {self.calls[-MOST_STEPS:]}")

    def details(self) -> dict[str, Any]:
        """The case file."""
        found: dict[str, Any] = self._result("get_case_details", {"case_id": self.case_id})["case_details"]
        return found

    def _kept(self, message: str) -> str:
        """The message as it stands among the user's statements: masked."""
        self._update({"user_statements": [{"text": message}]})
        text: str = self.details()["user_statements"][-1]["text"]
        return text

    def _step(self, stage: Stage, said: str | None, made: list[Made], advice: Advice | None) -> Step:
        briefing = Briefing(
            case_id=self.case_id,
            tier=self.tier,
            language=self.language,
            today=self.today,
            details=self.details(),
            parties=self._result("show_case", {"case_id": self.case_id})["parties"],
            documents=self._result("list_matter_documents", {"matter_id": self.case_id})["documents"],
            said=said,
            made=tuple(made),
            advice=advice,
        )
        self.seen.append(repr(briefing))
        return asyncio.run(RuleBasedAssistant().step(stage, briefing))

    def _made(self, call: Call) -> Made:
        self.calls.append(call.name)
        if call.name == "consult_grok":
            asked = call.arguments
            reply = asyncio.run(RuleBasedReasoner().advise(asked["context_summary"], asked["specific_question"], ()))
            self.seen.append(reply)
            return Made(call, "success", reply, {"status": "success", "response": reply})
        result = self.home.call(call.name, dict(call.arguments))
        return Made(call, result.status.value, result.content, result.structured)

    def _update(self, updates: dict[str, Any]) -> None:
        self._result("update_case_details", {"case_id": self.case_id, "updates": updates})

    def _result(self, name: str, arguments: dict[str, Any]) -> dict[str, Any]:
        result = self.home.call(name, arguments)
        assert result.success, result.content
        found: dict[str, Any] = result.structured
        return found

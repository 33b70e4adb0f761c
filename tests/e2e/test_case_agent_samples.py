"""The sample cases, one of each tier, from the first message to the PDF, by the embedded minds."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pypdfium2
import pytest

from casewright.agents.cases.minds.assistant import RuleBasedAssistant
from casewright.agents.cases.minds.mind_names import CALLED
from casewright.agents.cases.minds.plain_replies import sentences
from casewright.agents.cases.minds.reasoner import RuleBasedReasoner
from casewright.agents.cases.minds.spoken_language import in_english
from casewright.bootstrap.home import Casewright
from tests.sample_cases import NAMES, SampleCase, sample_case

if TYPE_CHECKING:
    from collections.abc import Sequence

    from casewright.agents.cases.mind import Briefing, Stage, Step, TierSaid
    from casewright.domain.ids import MatterId, TenantId
    from tests.e2e.conftest import Shell


class OverheardMinds:
    """The embedded minds; ``texts`` is all that they were given and all that they said."""

    def __init__(self) -> None:
        self.texts: list[str] = []

    def assistant(self, tenant: TenantId, case: MatterId) -> OverheardAssistant:
        """The rule-based assistant, overheard."""
        return OverheardAssistant(self.texts)

    def reasoner(self, tenant: TenantId, case: MatterId) -> OverheardReasoner:
        """The rule-based reasoner, overheard."""
        return OverheardReasoner(self.texts)


class OverheardAssistant(RuleBasedAssistant):
    """Keeps what passes through it."""

    def __init__(self, texts: list[str]) -> None:
        self._texts = texts

    async def tier(self, said: Sequence[str], language: str) -> TierSaid:
        found = await super().tier(said, language)
        self._texts += (repr(said), repr(found))
        return found

    async def step(self, stage: Stage, briefing: Briefing) -> Step:
        found = await super().step(stage, briefing)
        self._texts += (repr(briefing), repr(found))
        return found


class OverheardReasoner(RuleBasedReasoner):
    """Keeps what passes through it."""

    def __init__(self, texts: list[str]) -> None:
        self._texts = texts

    async def advise(self, summary: str, question: str, before: Sequence[tuple[str, str]]) -> str:
        reply = await super().advise(summary, question, before)
        self._texts += (summary, question, repr(before), reply)
        return reply


class Told:
    """One sample case in an open home."""

    def __init__(self, home: Casewright, sample: SampleCase) -> None:
        self._home = home
        self._sample = sample
        self.case: str = self.result("create_case", {"title": sample.title})["case_id"]
        self.turns: list[dict[str, Any]] = []

    def result(self, tool: str, arguments: dict[str, Any]) -> dict[str, Any]:
        """What a call gives, which must succeed."""
        made = self._home.call(tool, arguments)
        assert made.success, made.content
        assert isinstance(made.structured, dict)
        return made.structured

    def whole(self) -> None:
        """Every step of the case."""
        for step in self._sample.steps:
            if "say" in step:
                self.turns.append(self.result("message_case", {"case_id": self.case, "message": step["say"]}))
            elif "upload" in step:
                blob = self._home.keep(self.case, self._sample.document(step["upload"]))
                given = {"matter_id": self.case, "blob_id": blob, "filename": step["upload"]}
                self.result("add_document", given)
            else:
                for role in step["add"]:
                    self._add(role)

    def _add(self, role: str) -> None:
        details = {name: value for name, value in self._sample.parties[role].items() if name != "role"}
        party = self.result("add_party", details)["party_id"]
        self.result("attach_party", {"case_id": self.case, "party_id": party, "role": role})

    def details(self) -> dict[str, Any]:
        """The case file."""
        found: dict[str, Any] = self.result("get_case_details", {"case_id": self.case})["case_details"]
        return found


@pytest.mark.requirement("case-minds-carry", "case-minds-say")
@pytest.mark.parametrize("name", NAMES)
def test_a_sample_case_gets_to_its_paper(shell: Shell, name: str) -> None:
    """All that has to stand on paper stands there; no text that a mind was given or gave holds a party's detail."""
    shell("corpus", "import", "--examples")
    sample = sample_case(name, datetime.now(UTC).date())
    minds = OverheardMinds()
    with Casewright.open(shell.home, case_minds=minds) as home:
        told = Told(home, sample)
        told.whole()
        details = told.details()
        shown = told.result("show_case", {"case_id": told.case})
    assert shown["case_tier"] == sample.tier
    assert shown["status"] == "active"
    drafts = details["draft_status"]
    assert [(one["draft_name"], one["revision"]) for one in drafts] == [
        (sample.draft, number + 1) for number in range(sample.revisions)
    ]
    page = paper(drafts[-1]["pdf_gcs_path"])
    assert [text for text in sample.holds if text not in page] == []
    assert [text for text in sample.lacks if text in page] == []
    overheard = "\n".join(minds.texts)
    assert [value for value in sample.personal if value in overheard] == []
    assert "{{party0." in overheard
    said = told.turns[0]["response"]["content"]
    assert "asistent" in said
    assert "fără model de limbaj" in said
    assert {turn["assistant"] for turn in told.turns} == {CALLED}
    assert [turn["errors"] for turn in told.turns if turn["errors"]] == []
    assert [one for turn in told.turns for one in sentences_told(turn) if in_english(one)] == []


def sentences_told(turn: dict[str, Any]) -> list[str]:
    """Every sentence of a turn that its user reads."""
    response = turn["response"]
    texts = [response["content"], *response["recommendations"], *response["next_steps"]]
    texts += [
        response["research_summary"] or "",
        *(note for one in response["draft_documents"] for note in one.get("notices", ())),
    ]
    return [one for text in texts for one in sentences(text)]


def paper(path: str) -> str:
    """What is read on the PDF, on one line."""
    opened = pypdfium2.PdfDocument(Path(path))
    text = " ".join(page.get_textpage().get_text_range() for page in opened)
    opened.close()
    return " ".join(text.replace("\ufffe", "-").split())


def test_the_audit_of_a_case_by_rules_holds(shell: Shell) -> None:
    """What rules did in a case stands in the audit without a party's detail, and the audit verifies."""
    sample = sample_case("concediere", datetime.now(UTC).date())
    with Casewright.open(shell.home) as home:
        Told(home, sample).whole()
    shell("audit", "verify")
    shown = json.dumps(shell("--json", "audit", "show").json, ensure_ascii=False)
    assert "case_assistant/" in shown
    assert [value for value in sample.personal if value in shown] == []

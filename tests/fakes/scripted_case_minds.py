"""Minds of cases that say what a test has them say, and keep what they were given."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from casewright.agents.cases.mind import Act, Ask, Call, Tell, TierSaid

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from casewright.agents.cases.mind import Briefing, Stage, Step
    from casewright.domain.ids import MatterId, TenantId

    Line = Step | BaseException | Callable[[Briefing], Step]

DONE = Tell("Am notat.")
"""What is said where the script is at its end."""


def act(name: str, **arguments: Any) -> Callable[[Briefing], Act]:
    """A call on the case of the briefing."""

    def call(briefing: Briefing) -> Act:
        where = "matter_id" if name in ("list_matter_documents", "get_document_text") else "case_id"
        given = {} if name == "query_bigquery" else {where: briefing.case_id}
        return Act(Call(name, {**given, **arguments}))

    return call


def consult(question: str = "Ce urmează?") -> Callable[[Briefing], Act]:
    """A question for the reasoner."""
    return act("consult_grok", context_summary="Pe scurt.", specific_question=question)


def look_up(words: str = "amenda", table: str = "legislatie") -> Callable[[Briefing], Act]:
    """A query of the corpus."""
    query = f"SELECT doc_id, title, summary FROM {table} WHERE LOWER(full_text) LIKE '%{words}%' LIMIT 10"
    return act("query_bigquery", query_string=query, table_name=table)


def write(name: str = "Plangere", revision: int = 1, text: str = "# Plângere\n\nText.") -> Callable[[Briefing], Act]:
    """A draft."""
    return act("generate_draft_pdf", markdown_content=text, draft_name=name, revision=revision)


class ScriptedAssistant:
    """Fits ``Assistant``: says its lines in order, whatever the stage; a line may be a function of the briefing."""

    called = "scripted assistant"

    def __init__(self, *lines: Line, tiers: Sequence[TierSaid | BaseException] = ()) -> None:
        self.lines: list[Any] = list(lines)
        self.tiers: list[TierSaid | BaseException] = list(tiers)
        self.steps: list[tuple[Stage, Briefing]] = []
        self.described: list[list[str]] = []

    def script(self, *lines: Line) -> None:
        """What it says from now on."""
        self.lines = list(lines)

    async def tier(self, said: Sequence[str], language: str) -> TierSaid:
        self.described.append(list(said))
        found = self.tiers.pop(0) if self.tiers else TierSaid(1, "amendă")
        if isinstance(found, BaseException):
            raise found
        return found

    async def step(self, stage: Stage, briefing: Briefing) -> Step:
        self.steps.append((stage, briefing))
        line = self.lines.pop(0) if self.lines else DONE
        if isinstance(line, BaseException):
            raise line
        if isinstance(line, Act | Ask | Tell):
            return line
        found = line(briefing)
        return await found if hasattr(found, "__await__") else found  # type: ignore[no-any-return]

    @property
    def stages(self) -> list[str]:
        """What its steps were for, in order."""
        return [stage.value for stage, _ in self.steps]


class ScriptedReasoner:
    """Fits ``Reasoner``: replies in order; an error is raised."""

    called = "scripted reasoner"

    def __init__(self, *replies: str | BaseException) -> None:
        self.replies: list[str | BaseException] = list(replies)
        self.asked: list[tuple[str, str]] = []

    async def advise(self, summary: str, question: str, before: Sequence[tuple[str, str]]) -> str:
        self.asked.append((summary, question))
        reply = self.replies.pop(0) if self.replies else "Întrebați utilizatorul.\nACȚIUNE: întreabă"
        if isinstance(reply, BaseException):
            raise reply
        return reply


class ScriptedMinds:
    """Fits ``CaseMinds``: the same two for every case."""

    def __init__(self, assistant: ScriptedAssistant, reasoner: ScriptedReasoner | None = None) -> None:
        self.talks = assistant
        self.advises = reasoner or ScriptedReasoner()

    def assistant(self, tenant: TenantId, case: MatterId) -> ScriptedAssistant:
        return self.talks

    def reasoner(self, tenant: TenantId, case: MatterId) -> ScriptedReasoner:
        return self.advises

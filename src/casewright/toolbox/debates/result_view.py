"""What a debate came to, as those read it who print it: the tools promise the result as plain data."""

from __future__ import annotations

from pydantic import BaseModel, Field


class StanceView(BaseModel):
    """A stance and how sure it is."""

    stance: str
    confidence: float


class ViolationView(BaseModel):
    """What was wrong with a rejected draft."""

    rule: str
    detail: str


class TurnView(BaseModel):
    """What a role said at its turn, or why it was refused."""

    role: str
    position: StanceView | None
    content: str | None
    refused: str | None
    rejections: list[list[ViolationView]]


class EvidenceCallView(BaseModel):
    """The evidence that was found, and what of it was new."""

    # object: counted, and looked at no closer.
    found: list[object]
    new: list[object]


class RulingView(BaseModel):
    """What came of a challenge."""

    agent_id: str
    outcome: str
    reason: str


class RoundView(BaseModel):
    """One round of the argument."""

    round: int
    turns: list[TurnView]
    evidence_call: EvidenceCallView | None
    rulings: list[RulingView]


class RecommendationView(StanceView):
    """The arbiter's recommendation."""

    rationale: str
    note: str | None = None


class VoteView(BaseModel):
    """The vote before the debate."""

    vote: str


class ChangeView(BaseModel):
    """A role that changed its stance."""

    role: str
    before: str
    after: str


class OutcomeView(BaseModel):
    """The stance at the end, and whether the debate changed it."""

    stance: str
    changed: bool
    changed_minds: list[ChangeView]


class DissentView(BaseModel):
    """A stance that was kept against the recommendation."""

    agent_id: str
    position: str
    grade: str
    reason: str


class EarlierView(BaseModel):
    """What the argument had come to when it began again; no reason where it waited for a person."""

    stop_reason: str | None
    rounds: int


class EventsView(BaseModel):
    """The debate's events in the audit: the numbers of the first and the last."""

    first: int = Field(alias="from")
    last: int = Field(alias="to")


class DebateResultView(BaseModel):
    """The result, as far as it is printed."""

    stop_reason: str
    stopped_because: str
    needs_person: bool
    gates: list[str]
    critical_claims: list[str]
    rounds: int
    recommendation: RecommendationView | None
    baseline: VoteView
    outcome: OutcomeView
    opening: list[TurnView]
    argument: list[RoundView]
    dissent: list[DissentView]
    open_questions: list[str]
    documents_to_ask_for: list[str]
    documents_withheld: list[str] = []
    earlier: list[EarlierView] = []
    tool_calls: int
    audit: EventsView

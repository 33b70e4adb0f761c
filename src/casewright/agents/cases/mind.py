"""What thinks in a case: the assistant, who talks to the user and calls tools, and the reasoner, who advises.

Both are ports of the agent. A mind sees placeholders only, proposes one step, and changes nothing by itself: every
call that it asks for goes through the executor, in the assistant's role.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from datetime import date

    from casewright.casework.advice import Advice
    from casewright.domain.ids import MatterId, TenantId


class Stage(StrEnum):
    """What a step is for. Each is one of the seed's prompts (case-agent.md, prompts 5 to 8)."""

    PLAN = "plan"
    """Prompt 5: record what the user said, then ask the user, consult the reasoner, or answer."""
    RESEARCH = "research"
    """Prompt 6: the reasoner asked for research; form the query."""
    DRAFT = "draft"
    """Prompt 7: the reasoner approved a plan; write the draft."""
    RETRY = "retry"
    """Prompt 8, Retry: a call failed; the call again, its arguments mended where the error says how."""
    CONSULT = "consult"
    """Prompt 8, Consult Grok: the retries failed; a question for the reasoner."""
    ASK_USER = "ask_user"
    """Prompt 8, Ask User: a question that explains the obstacle without jargon."""
    TICKET = "ticket"
    """Prompt 8, Create Ticket: the ticket's text."""


@dataclass(frozen=True, slots=True)
class Call:
    """A call of a tool, as a mind asks for it."""

    name: str
    arguments: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Made:
    """A call and what came of it. ``status`` is the executor's; ``content`` is what a model may read of it."""

    call: Call
    status: str
    content: str
    structured: Any

    @property
    def success(self) -> bool:
        """Whether it did what it was to do."""
        return self.status == "success"


@dataclass(frozen=True, slots=True)
class Failure:
    """A call that did not succeed: what each try was told, and what was said about it since."""

    call: Call
    errors: tuple[str, ...]
    advice: str | None = None
    """The reasoner's."""
    answer: str | None = None
    """The user's."""


@dataclass(frozen=True, slots=True)
class Briefing:
    """What the assistant knows in a step. Texts hold placeholders where personal data would stand.

    ``details`` is the case file as it is now; ``parties`` are ``{partyId, role, called, kind, has}``; ``documents``
    ``{document_id, filename, processing_status}``; ``said`` is the user's latest message, None where the turn goes on
    without one; ``made`` are this turn's calls in order; ``advice`` is the reasoner's latest reply in this turn.
    """

    case_id: str
    tier: int
    language: str
    today: date
    details: Mapping[str, Any]
    parties: Sequence[Mapping[str, Any]]
    documents: Sequence[Mapping[str, Any]]
    said: str | None = None
    made: Sequence[Made] = ()
    advice: Advice | None = None
    failure: Failure | None = None


@dataclass(frozen=True, slots=True)
class Act:
    """Make this call."""

    call: Call


@dataclass(frozen=True, slots=True)
class Ask:
    """Ask the user, and wait. ``about`` names the fact that the answer is to give, where it is one of a checklist."""

    question: str
    about: str | None = None


@dataclass(frozen=True, slots=True)
class Tell:
    """Tell the user; the turn is over."""

    text: str
    recommendations: tuple[str, ...] = ()
    next_steps: tuple[str, ...] = ()


Step = Act | Ask | Tell


@dataclass(frozen=True, slots=True)
class TierSaid:
    """What the assistant makes of a description: a tier with its justification, or else what to say to the user.

    With ``tier`` None, ``question`` is the one clarifying question, or, where ``off_topic``, the polite no.
    """

    tier: int | None
    justification: str = ""
    question: str = ""
    off_topic: bool = False


class Assistant(Protocol):
    """Talks and calls (Gemini, or rules). ``called`` is how answers name it."""

    @property
    def called(self) -> str:
        """Its name for people, such as ``google_genai:gemini-2.5-flash`` or ``rules, no language model``."""
        ...

    async def tier(self, said: Sequence[str], language: str) -> TierSaid:
        """The tier of a case by all that its user has said so far (prompt 3).

        Raises ``Unavailable`` or ``ToolFailed`` where no answer can be had.
        """
        ...

    async def step(self, stage: Stage, briefing: Briefing) -> Step:
        """The next step. Raises ``Unavailable`` or ``ToolFailed`` where no usable one can be had."""
        ...


class Reasoner(Protocol):
    """Advises (Grok, or rules); it calls nothing."""

    @property
    def called(self) -> str:
        """Its name for people."""
        ...

    async def advise(self, summary: str, question: str, before: Sequence[tuple[str, str]]) -> str:
        """The reply to one question, in Romanian, in the form that ``casework.advice`` reads.

        ``before`` are the session's earlier questions with their replies, oldest first. Raises as ``Assistant``.
        """
        ...


class CaseMinds(Protocol):
    """Brings the minds that the settings name, for one case."""

    def assistant(self, tenant: TenantId, case: MatterId) -> Assistant:
        """Who talks. Raises ``BadSettings`` for a model that is not configured."""
        ...

    def reasoner(self, tenant: TenantId, case: MatterId) -> Reasoner:
        """Who advises. Raises as ``assistant``."""
        ...

"""Plays a conversation's user against the case agent: a fresh home, and the same calls as everybody makes."""

from __future__ import annotations

import re
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime, time
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from casewright.agents.cases.mind import Act
from casewright.agents.cases.minds.assistant import RuleBasedAssistant
from casewright.agents.cases.minds.reasoner import RuleBasedReasoner
from casewright.bootstrap.home import Casewright
from casewright.casework.draft_kinds import check_draft
from casewright.casework.draft_markdown import read_markdown
from casewright.casework.kinds.catalogue import GENERAL, case_kind, case_kinds
from casewright.errors import ToolFailed
from evals.conversations.judge import Judgement, judge
from evals.conversations.reading import OUTSIDE
from evals.conversations.user import User
from evals.privacy.identities import address, cnp, cui

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from datetime import date

    from casewright.agents.cases.mind import Assistant, Briefing, Reasoner, Stage, Step
    from casewright.casework.kinds.case_kind import Fact, PartyWanted
    from casewright.domain.ids import MatterId, TenantId
    from evals.conversations.reading import Conversation, Person

MOST_MESSAGES = 40
"""Messages after which a user gives up."""
READ_BACK = "recitire"
_PARTIES = "parti"
_KIND = "caz."
_UNKNOWN = "nu se cunoaște"
_PEOPLE = "people_fitted.toml"


@dataclass
class Played:
    """What came of a conversation. ``transcript`` are who spoke and what, in order."""

    conversation: Conversation
    transcript: list[tuple[str, str]] = field(default_factory=list)
    kind: str = ""
    wanted_kind: str = ""
    messages: int = 0
    draft: str = ""
    parts_missing: tuple[str, ...] = ()
    unconfirmed: tuple[str, ...] = ()
    """Facts in the first draft that the user did not confirm as they stand in it."""
    judgement: Judgement | None = None
    asked: tuple[tuple[str, bool], ...] = ()
    repeated: int = 0
    """Answers that were, word for word, the answer before."""
    problem: str = ""

    @property
    def right_kind(self) -> bool:
        """Whether the case is filed as what the user wants in the end."""
        return self.kind == (GENERAL if self.wanted_kind == OUTSIDE else self.wanted_kind)


class DayClock:
    """Fits ``Clock``: the time of day that it is, on the day of the conversation."""

    def __init__(self, today: date) -> None:
        self._ahead = datetime.combine(today, time(9), UTC) - datetime.now(UTC)

    def now(self) -> datetime:
        """The current time, as of that day."""
        return datetime.now(UTC) + self._ahead

    def latest(self) -> datetime:
        """The same: nothing is recorded later."""
        return self.now()


class KeptMinds:
    """Fits ``CaseMinds``: the rules, and the drafts that they asked for."""

    def __init__(self) -> None:
        self.drafted: list[str] = []
        """The Markdown of every draft that was asked for."""

    def assistant(self, tenant: TenantId, case: MatterId) -> Assistant:  # noqa: ARG002 (fits the port)
        """The rules that talk."""
        return _KeptAssistant(self.drafted)

    def reasoner(self, tenant: TenantId, case: MatterId) -> Reasoner:  # noqa: ARG002
        """The rules that advise."""
        return RuleBasedReasoner()


class _KeptAssistant(RuleBasedAssistant):
    def __init__(self, drafted: list[str]) -> None:
        self._drafted = drafted

    async def step(self, stage: Stage, briefing: Briefing) -> Step:
        step = await super().step(stage, briefing)
        if isinstance(step, Act) and step.call.name == "generate_draft_pdf":
            self._drafted.append(str(step.call.arguments["markdown_content"]))
        return step


def play(conversation: Conversation) -> Played:
    """Talk until there is a draft, the agent has nothing to ask, or the user gives up."""
    played = Played(conversation)
    minds, clock = KeptMinds(), DayClock(conversation.today)
    with TemporaryDirectory() as folder, Casewright.open(Path(folder) / "home", case_minds=minds, clock=clock) as home:
        try:
            _talk(home, conversation, played, minds.drafted)
        except ToolFailed as error:
            played.problem = str(error)
    return played


def _talk(home: Casewright, conversation: Conversation, played: Played, drafted: list[str]) -> None:
    user = User(conversation)
    case = str(_do(home, "create_case", title="Dosar")["case_id"])
    parties = iter(_random_parties(conversation))
    question, about = "", ""
    confirmed: dict[str, str] = {}
    before: dict[str, str] = {}
    while user.messages < MOST_MESSAGES:
        if about == _PARTIES or (about == READ_BACK and not _attached(home, case)):
            _add_parties(home, case, conversation, parties)
        said = user.next(
            question, _asked_for(about), parties=about == _PARTIES, read_back=about == READ_BACK, other=_other(about)
        )
        agreed = about == READ_BACK and said.casefold().startswith(("da", "yes")) and len(said.split()) == 1
        if agreed:
            confirmed = before
        played.transcript.append(("user", said))
        result = home.converse(case, said)
        told = result.structured if isinstance(result.structured, dict) else {}
        content = str(told.get("response", {}).get("content") or result.content)
        played.repeated += repeats(played.transcript, content)
        played.transcript.append(("agent", content))
        if not result.success:
            played.problem = content
            break
        details = _do(home, "get_case_details", case_id=case)["case_details"]
        played.kind = _kind(details)
        before = _entries(details)
        asked = details["agent_interactions"].get("active_info_request_to_user") or {}
        question, about = str(asked.get("question", "")), str(asked.get("about") or "")
        drafts = told.get("response", {}).get("draft_documents") or []
        if drafts and user.opened == len(conversation.opens):
            _look_at_draft(drafted[-1], played)
            played.unconfirmed = unconfirmed_in(before, confirmed, played.kind)
            break
        if user.gave_up or told.get("status") != "success" or (not question and user.opened == len(conversation.opens)):
            break
    _close(home, case, user, played)


def _asked_for(about: str) -> list[Fact]:
    """The facts that a question is for, as a reader of it would know."""
    found = []
    for name in about.rstrip("!?#").split("+"):
        kind, dot, fact = name.partition(".")
        one = case_kinds()[kind].fact(fact) if dot and kind in case_kinds() else None
        found += [] if one is None else [one]
    return found


def repeats(transcript: Sequence[tuple[str, str]], answer: str) -> bool:
    """Whether the answer is, word for word, what the agent said last."""
    return answer == next((text for who, text in reversed(transcript) if who == "agent"), None)


def unconfirmed_in(filed: Mapping[str, str], confirmed: Mapping[str, str], kind: str) -> tuple[str, ...]:
    """The facts of the kind that the user did not confirm as they are filed; both by their ids in the case file."""
    own = {name: value for name, value in filed.items() if name.startswith(f"{kind}.")}
    return tuple(sorted(name for name, value in own.items() if not _same(confirmed.get(name), value)))


def _same(confirmed: str | None, value: str) -> bool:
    """Whether the value is what was confirmed, but for names that were masked since, or masked otherwise."""
    return confirmed is not None and (_masked_alike(value, confirmed) or _masked_alike(confirmed, value))


def _masked_alike(masked: str, text: str) -> bool:
    """Whether the text is the first one with anything in place of its placeholders."""
    pieces = re.split(r"\{\{[^{}]*\}\}", masked)
    return re.fullmatch(".+?".join(map(re.escape, pieces)), text, re.DOTALL) is not None


def _other(about: str) -> str | None:
    """The kind that the case is asked to become, where the question asks that."""
    return about.partition(".")[2] if about.startswith("fel.") else None


def _close(home: Casewright, case: str, user: User, played: Played) -> None:
    played.messages, played.asked, played.wanted_kind = user.messages, tuple(user.asked), user.kind
    details = _do(home, "get_case_details", case_id=case)["case_details"]
    kind = case_kind(played.kind) if played.kind in case_kinds() else case_kind(GENERAL)
    start = f"{kind.id}."
    file = {
        name.removeprefix(start): value
        for name, value in _entries(details).items()
        if name.startswith(start) and not value.startswith(_UNKNOWN)
    }
    if played.right_kind:
        played.judgement = judge(kind, file, user.facts(), user.told)


def _look_at_draft(markdown: str, played: Played) -> None:
    played.draft = markdown
    kind = case_kind(played.kind).draft_kind
    if kind is not None and played.draft:
        played.parts_missing = check_draft(kind, read_markdown(played.draft)).missing


def _entries(details: dict[str, Any]) -> dict[str, str]:
    """The facts by their ids, without their labels."""
    labels = {f"{kind.id}.{fact.id}": fact.label for kind in case_kinds().values() for fact in kind.facts}
    return {
        str(one["id"]): str(one["fact"]).removeprefix(f"{labels.get(str(one['id']), '')}: ")
        for one in details["facts"]
        if one.get("id")
    }


def _kind(details: dict[str, Any]) -> str:
    found = [
        str(one["id"]).removeprefix(_KIND)
        for one in details["objectives"]
        if str(one.get("id", "")).startswith(_KIND) and one.get("status") != "abandoned"
    ]
    return found[-1] if found else ""


def _attached(home: Casewright, case: str) -> bool:
    return bool(_do(home, "show_case", case_id=case)["parties"])


def _random_parties(conversation: Conversation) -> Iterator[Random]:
    number = 0
    while True:
        yield Random(f"{conversation.id}/{number}")
        number += 1


def _add_parties(home: Casewright, case: str, conversation: Conversation, drawn: Iterator[Random]) -> None:
    """Add whom the kind wants, each with what it has to have."""
    details = _do(home, "get_case_details", case_id=case)["case_details"]
    kind = case_kind(_kind(details) or GENERAL)
    file = {name.removeprefix(f"{kind.id}."): value for name, value in _entries(details).items()}
    there = [str(one.get("role")) for one in _do(home, "show_case", case_id=case)["parties"]]
    for number, wanted in enumerate(one for one in kind.parties if one.needed and _relevant(one, file)):
        if wanted.role in there:
            continue
        many = file.get(wanted.as_many_as or "", "1")
        for which in range(int(many) if many.isdigit() else 1):
            person = _person(conversation, wanted, number, which)
            party = _do(home, "add_party", **_details(person, wanted, next(drawn)))["party_id"]
            with suppress(ToolFailed):
                _do(home, "attach_party", case_id=case, party_id=party, role=wanted.role)


def _relevant(wanted: PartyWanted, file: dict[str, str]) -> bool:
    if wanted.when is None:
        return True
    name, value = wanted.when
    return file.get(name) != value[1:] and name in file if value.startswith("!") else file.get(name) == value


def _person(conversation: Conversation, wanted: PartyWanted, number: int, which: int) -> Person | None:
    side = "child" if wanted.id.startswith(("copil", "minor")) else "self" if number == 0 else "other"
    fitting = [one for one in conversation.parties if one.side == side]
    return fitting[min(which, len(fitting) - 1)] if fitting else None


def _details(person: Person | None, wanted: PartyWanted, drawn: Random) -> dict[str, str]:
    name = person.name if person is not None else "Ion Oarecare"
    organisation = (person is not None and person.organisation and bool(wanted.organisation)) or not wanted.individual
    if organisation:
        return {
            "kind": "organisation",
            "organizationName": name,
            "cui": cui(drawn),
            "registeredAddress": address(drawn, _PEOPLE),
        }
    first, _, last = name.partition(" ")
    return {
        "kind": "individual",
        "firstName": first,
        "lastName": last or "Oarecare",
        "cnp": cnp(drawn),
        "address": address(drawn, _PEOPLE),
    }


def _do(home: Casewright, tool: str, **arguments: object) -> Any:  # a tool's result
    result = home.call(tool, arguments)
    if not result.success:
        raise ToolFailed(f"{tool}: {result.content}")
    return result.structured

"""The user of a conversation: what they say next, by what they were asked last."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from casewright.casework.kinds.catalogue import case_kinds
from casewright.vocabulary.folding import fold

if TYPE_CHECKING:
    from collections.abc import Sequence

    from casewright.casework.kinds.case_kind import CaseKind, Fact
    from evals.conversations.reading import Conversation, KnownFact

_DONT_KNOW = {"ro": "nu știu", "en": "I don't know"}
FITS = {
    "date": ("date",),
    "sum": ("amount",),
    "document": ("document", "words"),
    "yes_no": ("yes_no",),
    "number": ("count", "days"),
    "place": ("place", "court", "words"),
    "person": ("authority", "words"),
    "deed": ("deed", "reason", "words"),
    "reason": ("reason", "deed", "words"),
    "evidence": ("evidence", "words"),
    "wish": ("wish", "words"),
}
"""The types of facts in the file under which what a user knows of a type may stand."""
_PATIENCE = 4
_CHOICES = re.compile(r"(?:Alegeți un număr|Choose a number):.*", re.DOTALL)
_OFFERED = re.compile(r"(?:Ați scris mai devreme|You wrote earlier): [„“]([^”]+)”")
_NO = {"ro": "nu", "en": "no"}
_YES = {"ro": "da", "en": "yes"}
_ADDED = {"ro": "gata, am adăugat datele părților", "en": "done, I have added the parties' details"}


@dataclass
class User:
    """Says what the conversation says. ``truth`` are the values as the user means them by now."""

    conversation: Conversation
    truth: dict[str, str] = field(default_factory=dict)
    kind: str = ""
    messages: int = 0
    opened: int = 0
    told: set[str] = field(default_factory=set)
    asked: list[tuple[str, bool]] = field(default_factory=list)
    """Each fact that was asked for, and whether the user had told it before."""
    done: set[int] = field(default_factory=set)
    blank: int = 0
    """How often in a row they did not know, or had only the same to say."""
    last: str = ""

    @property
    def gave_up(self) -> bool:
        """Whether they have nothing more to say."""
        return self.blank >= _PATIENCE

    def __post_init__(self) -> None:
        self.truth = {one.name: one.value for one in self.conversation.facts}
        self.kind = self.conversation.kind

    def next(self, question: str, asked: Sequence[Fact], *, parties: bool, read_back: bool, other: str | None) -> str:
        """The next message, to this question; ``asked`` are the facts that it is for, where it is for any."""
        said = self._next(question, asked, parties=parties, read_back=read_back, other=other)
        self.messages += 1
        return said

    def _next(self, question: str, wanted: Sequence[Fact], *, parties: bool, read_back: bool, other: str | None) -> str:
        talk, language = self.conversation, self.conversation.language
        if self.opened < len(talk.opens):
            self.opened += 1
            if self.opened == len(talk.opens):
                self.told |= {one.name for one in talk.facts if one.told}
            return talk.opens[self.opened - 1]
        for number, one in enumerate(talk.later):
            if number not in self.done and self.messages >= one.after:
                self.done.add(number)
                if one.corrects:
                    self.truth[one.corrects] = one.value
                    self.told.add(one.corrects)
                self.kind = one.wants_kind or self.kind
                return one.says
        if read_back:
            return _YES[language]
        if other is not None:
            return (_YES if other == self.kind else _NO)[language]
        choice = self._kind_of(question)
        if choice is not None:
            return choice
        if parties:
            return _ADDED[language]
        question = _CHOICES.sub("", question)
        answers = []
        offered = _OFFERED.search(question)
        if offered is not None and self._would_take(offered[1], wanted):
            return _YES[language]
        asked: list[tuple[str, Fact | None]] = [(one.ask.get(language) or one.ask["ro"], one) for one in wanted]
        asked = asked or [(one, None) for one in _questions(question)]
        for text, about in asked:
            fact = self.meant(text, about)
            if fact is not None and fact.said not in answers:
                self.asked.append((fact.name, fact.name in self.told))
                self.told.add(fact.name)
                answers.append(fact.said)
        said = ". ".join(answers)
        self.blank = 0 if answers and said != self.last else self.blank + 1
        self.last = said
        return ". ".join(answers) or _DONT_KNOW[language]

    def meant(self, question: str, about: Fact | None = None) -> KnownFact | None:
        """The fact that the question is for: of its type, with the most of its words in it; of two, one not told."""
        facts = self.conversation.facts
        kind = next((one for one in case_kinds().values() if about in one.facts), None)
        # Who knows nothing of what is asked does not tell something else that they know.
        fitting = [one for one in facts if kind is None or about is None or about in home_of(kind, one, facts)]
        text = question if about is None else _question(about)
        scored = [(score(one, text), one.name not in self.told, one) for one in fitting]
        best = max(scored, key=lambda one: (one[0], one[1]), default=None)
        return best[2] if best is not None and best[0] else None

    def _kind_of(self, question: str) -> str | None:
        """The number of the kind that the user wants, where the question offers kinds by number."""
        lines = re.findall(r"(?m)^(\d+)\. (.*)$", question)
        names = {fold(name): one.id for one in case_kinds().values() for name in one.name.values()}
        kinds = {number: names.get(fold(text.rstrip(";."))) for number, text in lines}
        if not any(kinds.values()):
            return None
        wanted = (number for number, kind in kinds.items() if kind == self.kind)
        return next(wanted, str(len(lines)))

    def _would_take(self, words: str, wanted: Sequence[Fact]) -> bool:
        """Whether the user's own words, offered for something, say what they know of it; of nothing in words else."""
        meant = [self.meant(one.ask["ro"], one) for one in wanted]
        told = [one for one in meant if one is not None]
        told = told or [one for one in self.conversation.facts if one.type in ("reason", "deed", "wish")]
        return any(
            2 * sum(re.search(rf"\b{re.escape(stem)}", fold(words)) is not None for stem in fold(one.value).split())
            >= len(one.value.split())
            for one in told
        )

    def facts(self) -> list[KnownFact]:
        """What the user knows, as it is true by now."""
        return [replace(one, value=self.truth[one.name]) for one in self.conversation.facts]


def _questions(text: str) -> list[str]:
    """The questions of a text, each with what stands before it; the whole text where it asks with no mark."""
    parts = [one for one in re.split(r"(?<=\?)\s+", text.strip()) if one]
    asking = [one for one in parts if one.endswith("?")]
    return asking or parts


def fits(known: KnownFact, fact: Fact) -> bool:
    """Whether what is known may be an answer to a question for a fact of that type."""
    return fact.reads in FITS[known.type]


def score(fact: KnownFact, question: str) -> int:
    """How many of the fact's words begin a word of the question."""
    folded = fold(question)
    return sum(re.search(rf"\b{re.escape(fold(word))}", folded) is not None for word in fact.asked_by)


def home_of(kind: CaseKind, known: KnownFact, facts: Sequence[KnownFact]) -> list[Fact]:
    """The facts of the kind that would be asked for in such words, and in those of nothing else that is known more."""
    fitting = [one for one in kind.facts if fits(known, one)]
    scored = [(score(known, _question(one)), one) for one in fitting]
    best = max((many for many, _ in scored), default=0)
    return [
        one
        for many, one in scored
        if many
        and many >= best - 1
        and many >= max(score(other, _question(one)) for other in facts if fits(other, one))
    ]


def _question(fact: Fact) -> str:
    return " ".join((fact.label, fact.label_en, *fact.ask.values(), *fact.again.values()))

"""The user of a conversation: what they say next, by what they were asked last."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from casewright.vocabulary.folding import fold

if TYPE_CHECKING:
    from evals.conversations.reading import Conversation, KnownFact

_DONT_KNOW = {"ro": "nu știu", "en": "I don't know"}
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

    def __post_init__(self) -> None:
        self.truth = {one.name: one.value for one in self.conversation.facts}
        self.kind = self.conversation.kind

    def next(self, question: str, *, parties: bool, read_back: bool) -> str:
        """The next message, to this question."""
        said = self._next(question, parties=parties, read_back=read_back)
        self.messages += 1
        return said

    def _next(self, question: str, *, parties: bool, read_back: bool) -> str:
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
        if parties:
            return _ADDED[language]
        fact = self.meant(question)
        if fact is None:
            return _DONT_KNOW[language]
        self.asked.append((fact.name, fact.name in self.told))
        self.told.add(fact.name)
        return fact.said

    def meant(self, question: str) -> KnownFact | None:
        """The fact that the question is for: the one with the most of its words in it; of two, one not told yet."""
        scored = [(score(one, question), one.name not in self.told, one) for one in self.conversation.facts]
        best = max(scored, key=lambda one: (one[0], one[1]), default=None)
        return best[2] if best is not None and best[0] else None

    def facts(self) -> list[KnownFact]:
        """What the user knows, as it is true by now."""
        return [replace(one, value=self.truth[one.name]) for one in self.conversation.facts]


def score(fact: KnownFact, question: str) -> int:
    """How many of the fact's words begin a word of the question."""
    folded = fold(question)
    return sum(re.search(rf"\b{re.escape(fold(word))}", folded) is not None for word in fact.asked_by)

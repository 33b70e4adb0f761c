"""The user of a conversation: what they say next, by what they were asked last."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from casewright.vocabulary.folding import fold

if TYPE_CHECKING:
    from evals.conversations.reading import Conversation, KnownFact

_DONT_KNOW = {"ro": "nu știu", "en": "I don't know"}
_PATIENCE = 6
_OFFERED = re.compile(r"(?:Ați scris mai devreme|You wrote earlier): [„“]([^”]+)”")
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
    """How often in a row they did not know."""

    @property
    def gave_up(self) -> bool:
        """Whether they have nothing more to say."""
        return self.blank >= _PATIENCE

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
        answers = []
        offered = _OFFERED.search(question)
        if offered is not None and self._would_take(offered[1]):
            return _YES[language]
        for asked in _questions(question):
            fact = self.meant(asked)
            if fact is not None and fact.said not in answers:
                self.asked.append((fact.name, fact.name in self.told))
                self.told.add(fact.name)
                answers.append(fact.said)
        self.blank = 0 if answers else self.blank + 1
        return ". ".join(answers) or _DONT_KNOW[language]

    def meant(self, question: str) -> KnownFact | None:
        """The fact that the question is for: the one with the most of its words in it; of two, one not told yet."""
        scored = [(score(one, question), one.name not in self.told, one) for one in self.conversation.facts]
        best = max(scored, key=lambda one: (one[0], one[1]), default=None)
        return best[2] if best is not None and best[0] else None

    def _would_take(self, words: str) -> bool:
        """Whether the user's own words, offered for something, say what they know in words."""
        told = [one for one in self.conversation.facts if one.type in ("reason", "deed", "wish")]
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


def score(fact: KnownFact, question: str) -> int:
    """How many of the fact's words begin a word of the question."""
    folded = fold(question)
    return sum(re.search(rf"\b{re.escape(fold(word))}", folded) is not None for word in fact.asked_by)

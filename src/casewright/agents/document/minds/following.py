"""What a question refers to in the answers before it: "it", "the other one", "the second one", "show the clause".

What is carried over is said in the answer; what could be several is asked back, and never guessed.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from casewright.agents.document.minds.cues import FOLLOW
from casewright.agents.document.minds.named_documents import Named
from casewright.iql.wording import fold_words
from casewright.questions.frame import frame_of
from casewright.questions.subjects import main_subject

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from casewright.agents.document.minds.intents import Intent
    from casewright.agents.document.minds.memory import Remembered

_LISTED: Final = 8
_NOUN: Final = r"(?:one|contract|agreement|document|lease|file|nda|deed)"
_LEAD: Final = (
    r"\W*(?:(?:and|but|so|then|now|ok|also|what about|how about|same (?:for|in)|si|dar|iar|ce zici de|in|for|of|from"
    r"|din|la|pentru)\b\W*)*(?:the )?"
)
_END: Final = r"(?:,? (?:please|then|too|as well|va rog|te rog))*\W*"
_SHOW: Final = re.compile(
    _LEAD + r"(?:(?:please|can you|could you|kindly) )*(?:"
    r"(?:show|quote|read|open|display|give|see|arata|citeaza|da|afiseaza|citeste)(?:-mi)?(?: me| us)?(?: out)?"
    r" (?:the |that |this )?(?:whole |full |entire |relevant |exact )?"
    r"(?:clause|passage|provision|paragraph|section|wording|sentence in full"
    r"|clauza|pasajul|prevederea|paragraful|articolul|textul exact)"
    r"(?: (?:itself|in full|whole|intreaga|aceea|respectiva))?"
    r"|where (?:does|do|is|did) (?:it|that|this|they) (?:say|state|stand|come from|said|stated|written)"
    r"(?: (?:so|that|this))?"
    r"|show me where(?: (?:it|that) (?:says|stands)(?: (?:so|that|this))?)?"
    r"|(?:which|what) clause (?:is|says) (?:that|it|this|so)"
    r"|(?:unde|in ce clauza|in ce articol) (?:scrie|spune|e scris|este scris|apare|sta scris|se spune)"
    r"(?: (?:asta|aceasta|acest lucru|aia|asa))?"
    rf")(?P<of> (?:of|in|for|from|din) .*)?{_END}"
)
_ORDINALS: Final = (
    ("first|1st|primul|prima", 0),
    ("second|2nd|al doilea|a doua", 1),
    ("third|3rd|al treilea|a treia", 2),
    ("fourth|4th|al patrulea|a patra", 3),
    ("fifth|5th|al cincilea|a cincea", 4),
    ("last|ultimul|ultima", -1),
)
_WHICH: Final = "|".join(f"(?P<n{at}>{words})" for at, (words, _) in enumerate(_ORDINALS))
_PICK: Final = re.compile(
    rf"\b(?:the )?(?:{_WHICH}|(?P<other>other|celalalt|cealalta))"
    r"(?P<noun> (?:one|contract\w*|agreement|document\w*|lease|file|nda|deed|acord\w*))?\b"
)
_MANY: Final = re.compile(
    r"\b(?:(?:which|any|all|some|how many|each|none|both) of (?:them|these|those)"
    r"|(?:these|those) (?:contracts|documents|agreements)|(?:care )?(?:dintre|din) (?:ele|acestea|ei))\b"
    r"|^\W*(?:and |but )?(?:[a-z]+ ){0,2}(?:do|did|are|were|will|can|could|may|must|have|shall|should) they\b"
)
_ONE: Final = re.compile(
    rf"\b(?:(?:that|the same|this same) {_NOUN}|that one|acest (?:contract|document)|acel (?:contract|document)"
    r"|contractul (?:acesta|acela))\b|^\W*(?:si |dar )?(?:[a-z]+ ){1,4}(?:acesta|acela)\W*$"
)
_IT: Final = re.compile(
    r"^\W*(?:and |but |so |si |dar )*"
    r"(?:(?:when|where|why|how(?: (?:long|much|many|often|soon|early))?|who|what|which \w+|until when|on what \w+"
    r"|by whom|with whom|for how long|under (?:what|which) law)(?: else)? )?"
    r"(?:(?:is|was|does|did|do|will|can|could|may|must|has|shall|should|would) (?:it|that)\b"
    r"(?!\s+(?:possible|allowed|permitted|true|ok|okay|takes?|costs?|matters?|means?|happens?|become|follow)\b)"
    r"|(?:it|its)\b"
    r"|(?:signs?|signed|drafted|wrote|governs|terminates?|ends?|owns|made|concluded|entered into|executed)"
    r" (?:it|that)\b"
    r"|(?:is|are|was|were) its\b)"
)
_THAT: Final = re.compile(
    r"\W*(?:and |si |dar )*"
    r"(?P<asks>how long|how much|when|how many days|until when|who|cat timp|cat|cand|pana cand|cat dureaza)"
    r" (?:is|was|e|este) (?:that|it|this|asta|aceasta|acesta)\W*"
)


@dataclass(frozen=True, slots=True)
class Following:
    """The thread as a question may refer to it. ``read`` says what words want by themselves.

    ``files``: all documents of the matter by id, None while they are not known. ``back`` is the question before it,
    where it was asked back and this may be the answer.
    """

    last: Sequence[Intent]
    memory: Sequence[Remembered]
    read: Callable[[str], Intent]
    back: str = ""
    files: Mapping[str, str] | None = None

    def intents(self, part: str, own: Intent) -> list[Intent] | None:
        """What the words want by what they refer to; None where they refer to nothing that is remembered."""
        said = " ".join(fold_words(part).lower().split())
        names = [one for one in own.named if one.words != "other"]
        if (hit := _SHOW.fullmatch(said)) is not None and not names:
            return [self._clause(own, said if hit["of"] else "")]
        if not self.memory or names:
            return None
        pick = _PICK.search(said)
        if pick is not None and (pick["noun"] or _is_all(said, pick)):
            return self._picked(part, said, pick)
        if _MANY.search(said):
            return [self._of_all(own)]
        if (hit := _THAT.fullmatch(said)) is not None and (asked := self._same_subject(hit["asks"])) is not None:
            return [self._of_one(replace(self.read(asked), words=asked), f"Read as: {asked}")]
        if _IT.search(said) or _ONE.search(said):
            return [self._of_one(own)]
        return None

    def goes_on(self, found: Sequence[Intent], part: str) -> list[Intent]:
        """What is asked next without a document ("and the penalty?") is asked of that of a single answer."""
        last = self.memory[0] if self.memory else None
        lead = FOLLOW.match(fold_words(part)) is not None
        if last is None or not last.one or len(last.documents) != 1 or not lead:
            return list(found)
        return [one if one.named or one.everything or _of_documents(one) else self._of_one(one) for one in found]

    def _clause(self, own: Intent, said: str) -> Intent:
        """The clause that the last answer stands in; of several documents the one that is picked."""
        places = list(self.memory[0].places) if self.memory else []
        if not places:
            why = "The last answer quotes no single clause." if self.memory else "Which clause do you mean?"
            return asked_back(own, f"{why} Ask something first, or name the clause by its number.")
        pick = _PICK.search(said)
        if pick is not None and len(places) > 1:
            chosen = self._chosen(pick, {str(one["document_id"]): str(one["filename"]) for one in places})
            if isinstance(chosen, dict):
                places = [one for one in places if str(one["document_id"]) in chosen]
        if len(places) > 1:
            names = [str(one["filename"]) for one in places]
            return asked_back(own, f"The clause of which document? {_numbered(names)}")
        arguments = {"place": places[0], "passages": self.memory[0].passages}
        return replace(own, tool="show_clause", arguments=arguments, named=(), frame=None)

    def _picked(self, part: str, said: str, pick: re.Match[str]) -> list[Intent]:
        """The document that is picked, asked the same as before, or what the other words ask."""
        known = self._pool(other=pick["other"] is not None)
        if known is None:
            return [replace(self.read(part), named=(Named("other", pick.start(), pick.end(), surely=False),))]
        chosen = self._chosen(pick, known)
        alone = _is_all(said, pick)
        if not isinstance(chosen, dict):
            return [asked_back(self.read(part), chosen)]
        told = f"In {', '.join(chosen.values())}."
        if (
            alone
            and asks_clause(self.back)
            and _PICK.search(self.back.lower()) is None
            and len(self.memory[0].places) > 1
        ):
            return [self._clause(self.read(part), said)]
        if alone:
            return [replace(one, named=(), about=tuple(chosen), carried=told) for one in self.last]
        rest = f"{said[: pick.start()]}it{said[pick.end() :]}"
        return [replace(self.read(rest), words=part.strip(), named=(), about=tuple(chosen), carried=told)]

    def _pool(self, *, other: bool) -> Mapping[str, str] | None:
        """The documents to pick from: of the last answer that has several, else of the last one.

        The other than that of a single one is another of the matter; None while these are not known.
        """
        several = next((one.documents for one in self.memory if len(one.documents) > 1), None)
        return several or (self.files if other else self.memory[0].documents)

    def _chosen(self, pick: re.Match[str], known: Mapping[str, str]) -> dict[str, str] | str:
        """The document that is picked of those ``known``, or the question back."""
        listed = list(known.items())
        if pick["other"]:
            now = list(self.memory[0].documents)[:1]
            others = [one for one in listed if one[0] not in now]
            if len(others) == 1:
                return dict(others)
            if not others:
                return "The other of which? Name the document that you mean."
            return f"Which other one do you mean? {_numbered([name for _, name in others])}"
        number = next(number for at, (_, number) in enumerate(_ORDINALS) if pick[f"n{at}"])
        if number >= len(listed) or not listed:
            has = f"only {len(listed)}" if listed else "no documents"
            return f"The last answer has {has}: {_numbered([name for _, name in listed])} Which one do you mean?"
        return dict([listed[number]])

    def _of_all(self, own: Intent) -> Intent:
        documents = self.memory[0].documents
        if not documents:
            return asked_back(own, "The last answer found no documents: which ones do you mean?")
        names = list(documents.values())
        more = f" and {len(names) - _LISTED} more" if len(names) > _LISTED else ""
        told = f"Of the {len(names)} found before: {', '.join(names[:_LISTED])}{more}."
        if len(names) == 1:
            told = f"In {names[0]}, as before."
        return replace(own, named=(), about=tuple(documents), carried=told)

    def _of_one(self, own: Intent, read_as: str = "") -> Intent:
        """The words asked of the document of the last answer; asked back where it had several."""
        documents = self.memory[0].documents
        if len(documents) > 1:
            return asked_back(own, f"Which document do you mean? {_numbered(list(documents.values()))}")
        if not documents:
            return own
        [(id_, name)] = documents.items()
        told = f"{read_as}, in {name}, as before." if read_as else f"In {name}, as before."
        return replace(own, named=(), about=(id_,), carried=told)

    def _same_subject(self, asks: str) -> str | None:
        """The question "how long is that?" with what the last question was about in the place of "that"."""
        subject = next((one for past in self.memory if (one := main_subject(past.question)) is not None), None)
        return None if subject is None or not subject.name else f"{asks} is {subject.name}?"


def asked_back(own: Intent, question: str) -> Intent:
    """No call, but a question back."""
    return replace(own, tool="asked_back", arguments={"say": question}, named=(), frame=None)


def asks_clause(words: str) -> bool:
    """Whether the words ask to be shown the clause that the last answer stands in."""
    return _SHOW.fullmatch(" ".join(fold_words(words).lower().split())) is not None


def _of_documents(intent: Intent) -> bool:
    """Whether the words ask about documents of the matter, as "which contracts …" does, or about none."""
    asks = intent.tool in ("isaacus_extract", "isaacus_iql", "isaacus_search", "find_section", "get_document_text")
    return not asks or frame_of(intent.words).asked in ("documents", "table", "comparison")


def refers(words: str) -> bool:
    """Whether the words speak of a document by a pronoun alone."""
    said = " ".join(fold_words(words).lower().split())
    return _IT.search(said) is not None or _ONE.search(said) is not None


def _is_all(said: str, pick: re.Match[str]) -> bool:
    """Whether the words say nothing but which document."""
    before, after = said[: pick.start()], said[pick.end() :]
    return re.fullmatch(_LEAD, f"{before} ") is not None and re.fullmatch(_END, after) is not None


def _numbered(names: Sequence[str]) -> str:
    listed = "; ".join(f"{at}. {name}" for at, name in enumerate(names[:_LISTED], 1))
    more = f"; and {len(names) - _LISTED} more" if len(names) > _LISTED else ""
    return f"{listed}{more}." if listed else ""

"""The frame of a question: what is asked, under which conditions, and what becomes of each of its words.

No word is dropped in silence: it is used, known to say nothing by itself, or named as not asked.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final, Literal

from casewright.evidence.facts.values.plain import words_of as plain_words
from casewright.questions.conditions import Condition, conditions_of
from casewright.questions.judgement import asks_judgement
from casewright.questions.specific import says_nothing
from casewright.questions.subjects import Subject, speaks_of, subjects_of
from casewright.questions.wants import Wants, wanted

if TYPE_CHECKING:
    from collections.abc import Sequence

Asked = Literal["value", "whether", "documents", "table", "comparison", "judgement"]
Use = Literal["used", "filler", "not_asked"]

LONGEST: Final = 2_000
"""Characters of a question that are read; of a longer one the rest is not asked, and the frame says so."""

_WORD: Final = re.compile(r"[^\W_]+(?:[.,'’/&-][^\W_]+)*|[%$£€§]")
_NOUNS: Final = (
    r"(?:contracts?|agreements?|documents?|leases?|ndas?|licen[cs]es?|deals?|files?|contracte\w*"
    r"|acorduri\w*|documente\w*"
    r"|inchirieri\w*)"
)
_DOCUMENTS: Final = re.compile(
    rf"\b(?:which|what|any|list|show|find|how many|name|identify|are there(?: any)?|do (?:any|all)(?: of)?)\b"
    rf"(?: (?!is\b|are\b|does\b)[\w'-]+){{0,5}}? {_NOUNS}\b"
    rf"|\b(?:which|care|cate|cati|ce)(?: dintre)?(?: [\w'-]+){{0,2}} {_NOUNS}\b|\bin (?:which|ce|care) {_NOUNS}\b"
    rf"|\b(?:which (?:of (?:them|these|those)|ones?)|care dintre (?:ele|acestea))\b"
)
_TABLE: Final = re.compile(
    rf"\b(?:table|tabel\w*|matrix|spreadsheet|for (?:each|every|all)(?: of the)? {_NOUNS}|per {_NOUNS}|each {_NOUNS}"
    rf"|(?:across|in|of|for) all (?:of )?(?:the |our |these )?{_NOUNS}|pentru fiecare"
    rf"|fiecare (?:contract|document|acord)"
    rf"|(?:in|din) toate {_NOUNS}|tuturor {_NOUNS})\b"
)
_COMPARISON: Final = re.compile(
    r"\b(?:compare\w*|comparison|compar\w+|differ(?:s|ence|ences|ent)? (?:between|from)"
    r"|how do(?:es)? .+ differ|versus|vs"
    r"|diferent\w* dintre|prin ce difera)\b"
)


USUAL: Final = (
    "document_name", "parties", "agreement_date", "effective_date", "expiration_date", "term", "renewal_term",
    "notice_of_termination", "governing_law",
)  # fmt: skip
"""The fields that are read for a table or a comparison which names none."""

_KINDRED: Final = {"term": "expiration_date", "agreement_date": "effective_date"}


@dataclass(frozen=True, slots=True)
class FramedWord:
    """A word of the question at ``[start:end]``, and what became of it: ``role`` is what it was used for."""

    text: str
    start: int
    end: int
    use: Use
    role: str = ""


@dataclass(frozen=True, slots=True)
class QuestionFrame:
    """``question`` is the tidied question, which all places are of; ``unread`` is what stands behind ``LONGEST``."""

    question: str
    asked: Asked
    wants: Wants
    subjects: tuple[Subject, ...]
    conditions: tuple[Condition, ...]
    words: tuple[FramedWord, ...]
    unread: int = 0

    @property
    def fields(self) -> tuple[str, ...]:
        """The fields of facts that it asks for or sets conditions on, each once."""
        asked = [*(one.field for one in self.subjects), *(one.field for one in self.conditions)]
        return tuple(dict.fromkeys(one for one in asked if one is not None))

    @property
    def not_asked(self) -> tuple[str, ...]:
        """What of the question nothing looks for, as it is written: neighbouring words together."""
        return pieces_of(self.question, [word for word in self.words if word.use == "not_asked"])


def pieces_of(question: str, words: Sequence[FramedWord]) -> tuple[str, ...]:
    """The words as they stand in the question, those with nothing but space between them together."""
    found: list[tuple[int, int]] = []
    for word in words:
        if found and not question[found[-1][1] : word.start].strip():
            found[-1] = (found[-1][0], word.end)
        else:
            found.append((word.start, word.end))
    return tuple(question[start:end] for start, end in found)


def frame_of(question: str, named: Sequence[str] = ()) -> QuestionFrame:
    """The frame; ``named`` are the words that name documents, as they stand in the question."""
    tidied = " ".join(question.split())
    said, unread = tidied[:LONGEST], max(len(tidied) - LONGEST, 0)
    text = plain_words(said)
    if len(text) != len(said):  # a letter that has two small ones: places must stay what they are
        text = said.lower() if len(said.lower()) == len(said) else said
    documents = _places(text, named)
    subjects = tuple(_trimmed(one, said) for one in subjects_of(said) if not _overlaps(one.start, one.end, documents))
    asked = _asked(said, text)
    conditions = tuple(conditions_of(said, text, subjects, listing=asked == "documents"))
    limits = [(one.start, one.end) for one in conditions if one.operator not in ("has", "lacks")]
    words = tuple(_words(said, documents, subjects, conditions))
    subjects = tuple(one for one in subjects if not _overlaps(one.start, one.end, limits))
    return QuestionFrame(said, asked, wanted(text), subjects, conditions, words, unread)


def fields_asked(frame: QuestionFrame) -> list[str]:
    """The fields of facts to read for the question, with those that state the same in another form."""
    if not frame.fields:
        return list(USUAL)
    also = [_KINDRED[one] for one in frame.fields if one in _KINDRED]
    return list(dict.fromkeys([*frame.fields, *also]))


def _trimmed(subject: Subject, question: str) -> Subject:
    """The subject without words behind it by which it is not named."""
    spoken = [hit.end() for hit in _WORD.finditer(question, subject.start, subject.end) if speaks_of(hit[0])]
    return replace(subject, end=spoken[-1]) if spoken else subject


def _asked(question: str, text: str) -> Asked:
    if asks_judgement(question):
        return "judgement"
    if _COMPARISON.search(text):
        return "comparison"
    if _TABLE.search(text):
        return "table"
    if _DOCUMENTS.search(text):
        return "documents"
    return "whether" if wanted(text) == "whether" else "value"


def _words(
    question: str, documents: Sequence[tuple[int, int]], subjects: Sequence[Subject], conditions: Sequence[Condition]
) -> list[FramedWord]:
    known = [(one.start, one.end, "condition") for one in conditions if one.kind == "fact" and one.value is not None]
    known += [(start, end, "document") for start, end in documents]
    limits = [(one.start, one.end) for one in conditions if one.value is None and one.kind != "left_out"]
    left = [(one.start, one.end) for one in conditions if one.kind == "left_out"]
    found = []
    for hit in _WORD.finditer(question):
        start, end = hit.span()
        role = next((role for low, high, role in known if low < end and start < high), "")
        mine = [one for one in subjects if one.start < end and start < one.end]
        if not role and (speaks_of(hit.group()) if mine else _overlaps(start, end, limits)):
            role = "condition" if _overlaps(start, end, limits) else "subject"
        if role and not _overlaps(start, end, left):
            found.append(FramedWord(hit.group(), start, end, "used", role))
        elif _overlaps(start, end, left) or not says_nothing(hit.group()):
            found.append(FramedWord(hit.group(), start, end, "not_asked"))
        else:
            found.append(FramedWord(hit.group(), start, end, "filler"))
    return found


def _places(text: str, named: Sequence[str]) -> list[tuple[int, int]]:
    found = []
    for one in named:
        words = plain_words(one)
        at = text.find(words) if words else -1
        if at >= 0:
            found.append((at, at + len(words)))
    return found


def _overlaps(start: int, end: int, spans: Sequence[tuple[int, int]]) -> bool:
    return any(low < end and start < high for low, high in spans)

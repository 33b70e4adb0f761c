"""An answer's citations, each held to the text at its place (spec/document-tools.md, "Citations").

A citation is a link ``cite:<document_id>[#<chunk_id>][@<start>-<end>]``, bare or as ``[label](cite:…)``, after the
quote it stands for. It holds where the quote's words stand at the offsets. White space may differ, because an answer
folds lines, and " … " may leave words out; what is shown as the citation's quote is always the document's own text.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from casewright.agents.document.ledger import holding, skipped_in
from casewright.domain.skipping import show_skipped, within

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

    from casewright.agents.document.state import Passage

UNVERIFIED = "[unverified]"
_UNOPENED = "the answer cites more documents that the model did not open than are opened to check it"
LINK = re.compile(
    r"(?:\[(?P<label>[^\]\n]*)\]\()?"
    r"cite:(?P<document>[0-9a-fA-F-]{36})(?:#(?P<chunk>[\w.:-]*\w))?(?:@(?P<start>\d{1,9})-(?P<end>\d{1,9}))?"
    r"(?(label)\))"
)
_AFTER_QUOTE = " \n\t([,–—-:"
_PAIRS = {"”": "“", "»": "«", '"': '"'}
_ELISION = re.compile(r"\s*(?:\[?(?:…|\.\.\.)\]?)\s*")
_SENTENCE_END = re.compile(r"(?<=[.!?])[”\"»’)\]]*\s+(?=[A-Z“\"«\[(0-9])|\n\s*\n|\n(?=\s*(?:[-*>]|\d+\.)\s)")


@dataclass(frozen=True, slots=True)
class Cited:
    """One link of an answer: where it stands in it, what it points at, its label, and what is said before it."""

    at: tuple[int, int]
    sentence: tuple[int, int]
    document_id: str
    start: int | None
    end: int | None
    before: str
    label: str

    @property
    def link(self) -> str:
        """``cite:<document_id>[@<start>-<end>]``."""
        place = "" if self.start is None else f"@{self.start}-{self.end}"
        return f"cite:{self.document_id}{place}"


@dataclass(frozen=True, slots=True)
class Held:
    """What came of an answer's links: the spans in it, with their quotes, of those that hold and of the ``broken``.

    ``marks`` are where in the answer the broken ones end.
    """

    citations: list[dict[str, Any]]
    places: list[tuple[int, int]]
    broken: list[tuple[int, int]]
    unverified: list[dict[str, str]]
    marks: list[int]


@dataclass(frozen=True, slots=True)
class Checked:
    """An answer after its citations were held to the documents."""

    text: str
    citations: list[dict[str, Any]]
    unverified: list[dict[str, str]]


def cited(answer: str) -> list[Cited]:
    """Every citation link of the answer, in order."""
    sentences = list(_sentences(answer))
    found: list[Cited] = []
    for match in LINK.finditer(answer):
        low, high = next(span for span in sentences if span[0] <= match.start() < span[1])
        since = max(low, found[-1].at[1]) if found else low
        start, end = match["start"], match["end"]
        found.append(
            Cited(
                at=match.span(),
                sentence=(low, high),
                document_id=match["document"].lower(),
                start=None if start is None else int(start),
                end=None if end is None else int(end),
                before=answer[since : match.start()],
                label=match["label"] or "",
            )
        )
    return found


def unseen(answer: str, shown: list[Passage]) -> list[str]:
    """The documents that must be read to check the answer: cited at places that no shown passage holds."""
    documents = [
        one.document_id
        for one in cited(answer)
        if one.start is not None and one.end is not None and not holding(shown, one.document_id, one.start, one.end)
    ]
    return list(dict.fromkeys(documents))


def held(answer: str, shown: list[Passage], read: Sequence[Passage], *, unopened: Collection[str] = ()) -> Held:
    """Each link of the answer held to the documents.

    ``shown`` is what the model was shown; ``read`` are whole documents that were read to check places it was not
    shown, ``unopened`` documents that were too many to read. A link without a quoted word before it holds only where
    its place was shown.
    """
    found = Held([], [], [], [], [])
    for one in cited(answer):
        why = _UNOPENED if one.document_id in unopened else _objection(one, shown, read)
        begins = _quote_begins(one, shown, read)
        if why is None:
            found.citations.append(_citation(one, shown, read))
            found.places.append((begins, one.at[1]))
        else:
            sentence = " ".join(answer[slice(*one.sentence)].split())
            found.unverified.append({"sentence": sentence, "link": one.link, "reason": why})
            found.marks.append(one.at[1])
            found.broken.append((begins, one.at[1]))
    return found


def checked(answer: str, shown: list[Passage], read: Sequence[Passage], *, unopened: Collection[str] = ()) -> Checked:
    """The answer with the links that failed marked, its citations that hold, and those that do not with the reason.

    For what follows no model: nothing but links is looked at.
    """
    found = held(answer, shown, read, unopened=unopened)
    return Checked(marked(answer, found.marks), once(found.citations), found.unverified)


def marked(answer: str, marks: Sequence[int]) -> str:
    """The answer with a mark at each of these places."""
    text = answer
    for at in sorted(marks, reverse=True):
        text = f"{text[:at]} {UNVERIFIED}{text[at:]}"
    return text


def once(citations: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """The citations, each place once."""
    return list({(one["document_id"], one["start"], one["end"]): one for one in citations}.values())


def _objection(one: Cited, shown: list[Passage], read: Sequence[Passage]) -> str | None:
    if one.start is None or one.end is None:
        return "the citation names no place in the document"
    passage = _passage(one, shown, read)
    quoted = _quoted(one.before, "" if passage is None else _at(passage, one))
    if not quoted:
        seen = holding(shown, one.document_id, one.start, one.end)
        return None if seen is not None else "nothing is quoted, and the place was not shown to the model"
    if passage is None:
        return "there is no such place in a document of this matter"
    stands = any(_same(words, _at(passage, one)) for words in quoted)
    return None if stands else "the quote does not stand at its place"


def _quote_begins(one: Cited, shown: list[Passage], read: Sequence[Passage]) -> int:
    """Where in the answer the quote of the link begins, with its quotation mark; the link itself where there is none.

    Of several it is the one that stands at the place, else the nearest. A quote that was never opened is none.
    """
    passage = _passage(one, shown, read)
    text = "" if passage is None else _at(passage, one)
    quoted = _quoted(one.before, text)
    words = next((words for words in quoted if text and _same(words, text)), *quoted[:1]) if quoted else None
    opening = len(one.before.rstrip(_AFTER_QUOTE)) - 2 - len(words or "")
    return one.at[0] if words is None or opening < 0 else one.at[0] - len(one.before) + opening


def _passage(one: Cited, shown: list[Passage], read: Sequence[Passage]) -> Passage | None:
    start, end = one.start or 0, one.end or 0
    return holding(shown, one.document_id, start, end) or holding(list(read), one.document_id, start, end)


def _quoted(before: str, text: str) -> list[str]:
    """What may be the quote that ends right before the link; nothing where there is none.

    Curly quotation marks are paired. Straight ones cannot be: the quote begins at the nearest one, or as many further
    back as the cited ``text`` itself holds.
    """
    ended = before.rstrip(_AFTER_QUOTE)
    opening = _PAIRS.get(ended[-1:])
    if opening is None:
        return []
    closing, inside = ended[-1], ended[:-1]
    if opening == closing:
        pieces = inside.split(opening)
        counts = dict.fromkeys((1, text.count(opening) + 1))
        return [opening.join(pieces[-count:]) for count in counts if count < len(pieces)]
    depth = 1
    for at in range(len(inside) - 1, -1, -1):
        depth += (inside[at] == closing) - (inside[at] == opening)
        if depth == 0:
            return [inside[at + 1 :]]
    return [inside]


def _at(passage: Passage, one: Cited) -> str:
    low = (one.start or 0) - passage["start"]
    return passage["quote"][low : low + (one.end or 0) - (one.start or 0)]


def _same(quoted: str, text: str) -> bool:
    """Whether the quoted words are the text's, from its first to its last but for what elisions leave out."""
    words = " ".join(text.split())
    parts = [" ".join(part.split()) for part in _ELISION.split(quoted)]
    if not any(parts):
        return False
    at = 0
    for number, part in enumerate(parts):
        found = words.find(part, at)
        if found < 0 or (number == 0 and part and found != 0):
            return False
        at = found + len(part)
    return parts[-1] == "" or words.endswith(parts[-1])


def _citation(one: Cited, shown: list[Passage], read: Sequence[Passage]) -> dict[str, Any]:
    passage = _passage(one, shown, read)
    assert passage is not None, "only citations that hold come here"
    place: dict[str, Any] = {name: value for name, value in passage.items() if name in ("page", "section", "ocr")}
    start, end = one.start or 0, one.end or 0
    skipped = within(start, end, skipped_in(passage))
    if skipped:
        place["skipped"] = [list(span) for span in skipped]
    return {
        "document_id": one.document_id,
        "filename": passage["filename"],
        "start": one.start,
        "end": one.end,
        "quote": show_skipped(_at(passage, one), start, skipped),
        "link": one.link,
        **place,
    }


def _sentences(text: str) -> Iterator[tuple[int, int]]:
    """The spans of the sentences, together the whole text. A full stop inside a link or a quote's end is none."""
    low = 0
    for match in _SENTENCE_END.finditer(text):
        if LINK.match(text, match.end()) is None and not _inside_quote(text[low : match.start()]):
            yield low, match.end()
            low = match.end()
    yield low, len(text) + 1


def _inside_quote(text: str) -> bool:
    return text.count("“") > text.count("”")

"""Documents that amend, restate or supersede another one, by their titles and recitals.

What is recognised is a proposal: a person confirms it (specification, "Amendments"). A document that only says "as
amended" amends nothing.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from casewright.domain.amendments import AmendmentKind
from casewright.evidence.extraction.entities import companies
from casewright.evidence.muhasabah.days import Span, days
from casewright.vocabulary.folding import fold, plain_letters
from casewright.vocabulary.lookalikes import read_alike

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from datetime import date

    from casewright.domain.ids import DocumentId


@dataclass(frozen=True, slots=True)
class Amending:
    """What a document says of another one: ``text[start:end]`` says so.

    ``title`` is what it calls the other one, ``dated`` the day that it gives it, ``number`` its own number among the
    amendments; None where it does not say.
    """

    kind: AmendmentKind
    title: str | None
    dated: date | None
    number: int | None
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Opening:
    """How a document begins, as far as others can name it: its title's words, the days and companies near its top."""

    document: DocumentId
    filename: str
    words: frozenset[str]
    days: frozenset[date]
    companies: frozenset[str]
    amending: Amending | None
    quote: str | None


_TITLE: Final = 1_500
_RECITALS: Final = 6_000
_DATE: Final = 240
"""Characters behind a title in which the day of the document that it names may stand."""

_ORDINALS: Final = (
    *("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"),
    *("eleventh", "twelfth"),
)
_ORDINAL: Final = rf"(?:(?P<ordinal>{'|'.join(_ORDINALS)}|\d{{1,2}}(?:st|nd|rd|th))\s+)?"
_NUMBER: Final = (
    r"(?:\s*(?:no\.?|number|nr\.?|n[°o]\.?|\#)\s*(?P<number>\d{1,2}|[ivx]{1,4}|one|two|three|four|five)\b)?"
)
_KIND_OF_PAPER: Final = (
    r"(?:agreement|contract|lease|deed|charter|indenture|note|terms|policy|plan|licen[cs]e|memorandum|nda|msa|sow)s?"
    r"(?:\s+(?:agreement|contract))?"
)
_NAMED: Final = rf"(?P<title>(?:[\w’'&/.,()-]+\s+){{0,14}}?{_KIND_OF_PAPER}\b)"
_THE: Final = r"(?:(?:that\s+certain|the|a|an)\s+)?"
_RO_NAMED: Final = r"(?P<title>contract(?:ul|ului)?\b(?:\s+(?!nr\b|din\b|dintre\b|incheiat\b)[\w’'/-]+){0,8})"

_OF_PAPERS: Final = (
    r"(?:amendment|addendum|supplement(?:al\s+agreement)?|amending\s+agreement|side\s+letter"
    r"|deed\s+of\s+(?:amendment|variation))"
)
_OF_PART: Final = r"(?:\s+and\s+\w+)?(?:\s+to\s+section\s[^\n]{0,40}?\s+of)?"
_RESTATED: Final = r"(?:amended\s+and\s+restated|amendment\s+and\s+restatement\s+of)"
_TITLES: Final = tuple(
    (kind, re.compile(form, re.IGNORECASE))
    for kind, form in (
        (AmendmentKind.RESTATES, rf"^\W*{_ORDINAL}{_RESTATED}\s+{_THE}{_NAMED}"),
        (AmendmentKind.AMENDS, rf"^\W*(?:{_ORDINAL}{_OF_PAPERS}{_NUMBER}{_OF_PART}\s+(?:to|of)\s+{_THE}){_NAMED}"),
        (AmendmentKind.AMENDS, rf"^\W*{_NAMED}\s*[,:–—-]?\s*{_ORDINAL}amendment{_NUMBER}\s*$"),
        (AmendmentKind.AMENDS, rf"^\W*{_ORDINAL}(?:amendment|addendum){_NUMBER}\s*$"),
        (AmendmentKind.AMENDS, rf"^\W*act(?:ul)?\s+aditional{_NUMBER}(?:.{{0,60}}?\bla\s+{_RO_NAMED})?"),
    )
)
_THIS_PAPER: Final = tuple(
    re.compile(form, re.IGNORECASE)
    for form in (
        rf"\bthis\s+{_ORDINAL}(?:amendment|addendum|supplement){_NUMBER}(?:\s*\([^)\n]{{0,60}}\))?\s+to\s+{_THE}{_NAMED}",
        rf"\bthis\s+{_NAMED}\s+{_ORDINAL}amendment{_NUMBER}",
    )
)
"""How a document without lines of its own for its title calls itself."""
_RESTATES: Final = r"\b(?:hereby\s+)?amends?\s+and\s+restates?\s+(?:in\s+(?:its|their)\s+entirety\s+)?"
_SUPERSEDES: Final = (
    r"\bthis\s+(?:\w+\s+){1,4}(?:hereby\s+|shall\s+)?(?:supersedes?|replaces?)"
    r"(?:\s+(?:and|,)\s+(?:supersedes?|replaces?|cancels?))*\s+(?:in\s+its\s+entirety\s+)?"
)
_AMENDS: Final = (
    r"\b(?:amends|(?:wish|desire|agree)\s+to\s+(?:further\s+)?amend|reference\s+is\s+(?:hereby\s+)?made\s+to)\s+"
)
_PARTIES_TO: Final = r"\b(?:entered\s+into|part(?:y|ies)\s+to|made)\s+(?:that\s+certain|a|an|the)\s+"
_RECITAL_FORMS: Final = tuple(
    (kind, re.compile(form, re.IGNORECASE))
    for kind, form in (
        (AmendmentKind.RESTATES, rf"{_RESTATES}{_THE}{_NAMED}"),
        (AmendmentKind.SUPERSEDES, rf"{_SUPERSEDES}{_THE}{_NAMED}"),
        (AmendmentKind.AMENDS, rf"{_AMENDS}{_THE}{_NAMED}"),
        (AmendmentKind.AMENDS, rf"{_PARTIES_TO}{_NAMED}(?=[^.;]{{0,60}}\bdated\b)"),
        (AmendmentKind.AMENDS, rf"\b(?:modifica|completeaza)\s+{_RO_NAMED}"),
    )
)
_SENTENCE: Final = re.compile(r"[.;]\s+(?=[A-Z])")
_OLD: Final = re.compile(r"(?i)\b(?:previous|prior|earlier|any|all|other|oral|such)\b")
_SMALL: Final = frozenset({
    "a", "an", "and", "the", "of", "to", "for", "by", "in", "on", "at", "as", "de", "la", "din", "si", "cu", "al",
    "ale", "this", "that", "certain", "dated", "agreement", "contract", "between",
})  # fmt: skip


def amending(text: str) -> Amending | None:
    """What the document says of another one that it amends, restates or supersedes; None where it says nothing.

    ``text`` is the document's, furniture blank. A title counts before a recital; the recitals of a document whose title
    says "amendment" only tell which one.
    """
    plain = plain_letters(text[:_RECITALS])
    titled = _titled(plain)
    told = _recited(plain, titled)
    if titled is None:
        return told if told is not None and told.kind is not AmendmentKind.AMENDS else _said_outright(plain, told)
    if titled.title is None and told is not None:
        return Amending(titled.kind, told.title, told.dated, titled.number, titled.start, titled.end)
    dated = titled.dated or (told.dated if told is not None else None)
    return Amending(titled.kind, titled.title, dated, titled.number, titled.start, titled.end)


def opening_of(document: DocumentId, filename: str, text: str) -> Opening:
    """What of a document's beginning others may name."""
    top, said = read_alike(text[:2_500]), amending(text)
    return Opening(
        document,
        filename,
        _words(" ".join(top[:400].split())) | _words(filename),
        frozenset(one.last for one in days(top) if one.span is Span.DAY and one.last is not None),
        frozenset(fold(one) for one in companies(top)),
        said,
        None if said is None else text[said.start : said.end],
    )


def amended_by(opening: Opening, others: Iterable[Opening]) -> list[Opening]:
    """The documents that ``opening`` may amend, the likeliest first; none where it names none that is there.

    One is meant where the title that is named has its words at its top and the day is one of its own, or where the
    title fits, companies are shared and no day speaks against it.
    """
    said = opening.amending
    if said is None:
        return []
    wanted = frozenset() if said.title is None else _words(said.title)
    found: list[tuple[tuple[float, ...], Opening]] = []
    for other in others:
        if other.document == opening.document or (said.title is None and said.dated is None):
            continue
        share = len(wanted & other.words) / len(wanted) if wanted else 0.0
        same_day = said.dated is not None and said.dated in other.days
        together = bool(opening.companies & other.companies)
        against = said.dated is not None and not same_day and bool(other.days)
        if (same_day and (share >= 0.5 or together)) or (share >= 0.75 and together and not against):
            is_base = other.amending is None
            found.append(((same_day, share, together, is_base), other))
    found.sort(key=lambda one: one[0], reverse=True)
    return [other for _, other in found]


def _titled(plain: str) -> Amending | None:
    top = plain[:_TITLE]
    lines = [(match.start(), match[0]) for match in re.finditer(r"[^\n]*\S[^\n]*", top)][:14]
    for number, (start, line) in enumerate(lines):
        if len(line) > 300:
            continue
        joined = " ".join([line, *(after for _, after in lines[number + 1 : number + 4])])
        for kind, form in _TITLES:
            match = form.match(line if form.pattern.endswith("$") else joined)
            if match is None or not _is_heading(line):
                continue
            end = start + min(match.end(), len(line))
            return _amending(kind, match, start, end, joined if "aditional" in form.pattern else None)
    for form in _THIS_PAPER:
        match = form.search(plain)
        if match is not None and match["title"][:1].isupper():
            return _amending(AmendmentKind.AMENDS, match, match.start(), match.end(), None)
    return None


def _is_heading(line: str) -> bool:
    """Whether it is written as a title: most of its words begin with a capital, and it ends no sentence."""
    words = [word for word in re.findall(r"[^\W\d_]+", line) if len(word) > 3]
    return bool(words) and sum(word[0].isupper() for word in words) * 3 >= len(words) * 2


def _recited(plain: str, titled: Amending | None) -> Amending | None:
    for kind, form in _RECITAL_FORMS:
        for match in form.finditer(plain):
            title = match["title"]
            if _OLD.search(title) or not any(character.isupper() for character in title):
                continue
            if kind is AmendmentKind.AMENDS and titled is None and not match[0].lower().startswith(("amends", "modif")):
                continue
            return _amending(kind, match, match.start(), match.end(), plain)
    return None


def _said_outright(plain: str, told: Amending | None) -> Amending | None:
    """Without a title that says so only "this … amends the … Agreement" counts."""
    if told is None:
        return None
    before = plain[max(0, told.start - 80) : told.start]
    return told if re.search(r"(?i)\b(?:this|prezentul|and)\b[^.]{0,70}$", before) else None


def _amending(kind: AmendmentKind, match: re.Match[str], start: int, end: int, plain: str | None) -> Amending:
    """``plain`` is where the day of the named document may stand behind the match: behind a title stands its own."""
    part = match.groupdict()
    title = " ".join((part.get("title") or "").split()) or None
    behind = "" if plain is None else _SENTENCE.split(plain[match.end() : match.end() + _DATE], maxsplit=1)[0]
    found = [one.last for one in days(behind) if one.span is Span.DAY and one.last is not None]
    return Amending(kind, title, found[0] if found else None, _number(part), start, end)


def _number(part: dict[str, str | None]) -> int | None:
    ordinal, number = part.get("ordinal"), part.get("number")
    if ordinal:
        word = ordinal.lower()
        return _ORDINALS.index(word) + 1 if word in _ORDINALS else int(re.sub(r"\D", "", word))
    if not number:
        return None
    if number.isdigit():
        return int(number)
    written: Sequence[str] = ("", "one", "two", "three", "four", "five")
    roman = {"i": 1, "ii": 2, "iii": 3, "iv": 4, "v": 5, "vi": 6, "vii": 7, "viii": 8, "ix": 9, "x": 10}
    word = number.lower()
    return written.index(word) if word in written else roman.get(word)


def _words(text: str) -> frozenset[str]:
    return frozenset(word for word in re.findall(r"[^\W_]{2,}", fold(text)) if word not in _SMALL)

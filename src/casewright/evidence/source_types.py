"""What kind of source a document is, and of what day, as its own words say; unknown where they do not say enough.

Kinds that grade A need the words that make them so: a report of auditors, an execution block that somebody signed,
a running balance of an account. English and Romanian.
"""

from __future__ import annotations

import re
from pathlib import PurePosixPath
from typing import TYPE_CHECKING, NamedTuple

from casewright.domain.evidence import SourceType
from casewright.domain.periods import PeriodKind
from casewright.evidence.data_room_index import index_entries
from casewright.evidence.extraction.entities import parties
from casewright.evidence.extraction.times import times
from casewright.evidence.extraction.vocabulary import plain

if TYPE_CHECKING:
    from collections.abc import Callable
    from datetime import date

_TOP = 1_500
_SHORT_LINE = 90
_MADE = re.compile(r"\b(?:made|dated|entered into|concluded|incheiat\w*)\b")
_BORN = re.compile(
    r"\b(?:founded|incorporated|registered|established|formed|since|stiftet|infiintat\w*|inmatriculat\w*)\b"
)
_TOLD = re.compile(
    r"\b(?:from|until|till|between|year|years|period|ended|ending|ends|to|since|by|through|months|quarter|half"
    r"|figures|de la|pana la|anul)\b"
)
_ENDING = 2_500


class Recognised(NamedTuple):
    """The kind of source, the day that the document bears, and what in it says so."""

    source_type: SourceType
    source_date: date | None
    why: str


def recognise(filename: str, text: str) -> Recognised:
    """What kind of source a document of this name and text is."""
    document = _Document(filename, text)
    if not text.strip():
        return Recognised(SourceType.UNKNOWN, None, "it has no text")
    if index_entries(filename, text, ()) is not None or re.search(r"\bindex\b", document.stem):
        return Recognised(SourceType.UNKNOWN, None, "it is an index of documents")
    for kind, rule in _RULES:
        why = rule(document)
        if why is not None:
            return Recognised(kind, document.dated(kind), why)
    return Recognised(SourceType.UNKNOWN, document.dated(SourceType.UNKNOWN), "nothing in it says what it is")


def _day_in_name(stem: str) -> date | None:
    """The day that a file's name ends in or begins with: 31-03-2025, 2025-02-20."""
    found = re.search(r"(?<!\d)(\d{1,2})[-_. ](\d{1,2})[-_. ]((?:19|20)\d\d)(?!\d)", stem)
    if found is not None:
        return _day(f"{found[1]}.{found[2]}.{found[3]}")
    iso = re.search(r"(?<!\d)((?:19|20)\d\d)[-_. ](\d\d)[-_. ](\d\d)(?!\d)", stem)
    return None if iso is None else _day(f"{iso[1]}-{iso[2]}-{iso[3]}")


class _Document:
    """A document in plain letters, with its first and its last part."""

    def __init__(self, filename: str, text: str) -> None:
        path = PurePosixPath(filename.replace("\\", "/"))
        self.stem = plain(re.sub(r"[\W_]+", " ", path.stem))
        self.is_mail = path.suffix.lower() in (".eml", ".msg")
        self.is_sheet = path.suffix.lower() in (".xlsx", ".xlsm", ".csv", ".xls")
        self.named_day = _day_in_name(path.stem)
        self.raw = text
        self.all = "\n".join(plain(line) for line in text[:200_000].split("\n"))
        self.top = self.all[:_TOP]
        self.end = "\n".join(plain(line) for line in text[-_ENDING:].split("\n"))
        self.end_raw = text[-_ENDING:]

    def first(self, pattern: str, where: str | None = None) -> str | None:
        """The words of the document that fit the pattern, on one line."""
        found = re.search(pattern, self.all if where is None else where)
        return None if found is None else " ".join(found[0].split())

    def dated(self, kind: SourceType) -> date | None:
        """The day that the document states as its own: of an e-mail its header's, else one near its beginning."""
        if self.named_day is not None and not self.is_mail:
            return self.named_day
        if self.is_mail or kind is SourceType.FOUNDER_EMAIL:
            header = re.search(r"^Date:.*?(\d{1,2} [A-Z][a-z]{2} \d{4})", self.raw, re.M)
            return None if header is None else _day(header[1])
        if kind is SourceType.AUDITED_ACCOUNTS:
            return self._day_after_report()
        if kind is SourceType.BANK_STATEMENT:
            days = [found for line in re.findall(r"^\s*(\d{4}-\d\d-\d\d)", self.raw, re.M) if (found := _day(line))]
            return max(days, default=None)
        if kind is SourceType.SIGNED_CONTRACT:
            made = re.search(r"(?:made|entered into|dated|incheiat\w*)\b[^.\n]{0,40}", self.top)
            return None if made is None else _day(made[0])
        said = re.search(
            r"\b(?:from the \w+ system on|as of|dated|prepared on|date|data)\b[: ]+([^\n,;]{6,24})", self.top
        )
        own = _day(said[1]) if said else None
        if self.is_sheet:
            lines = [line for line in self.raw[:_TOP].split("\n")[:4] if "\t" not in line]
            return own or _day("\n".join(line for line in lines if not _BORN.search(plain(line))))
        return own or self._day_of_its_own()

    def _day_of_its_own(self) -> date | None:
        """A day among the first lines that is the document's, not one of which it tells."""
        for line in self.top[:400].split("\n"):
            day = _day(line) if len(line) <= _SHORT_LINE else None
            if day is not None and (_MADE.search(line) or not _TOLD.search(line)):
                return day
        return None

    def _day_after_report(self) -> date | None:
        """Auditors sign with a place and a day at the end of their report."""
        found = re.search(_AUDITORS, self.all)
        if found is None:
            return None
        report = self.all[found.end() : found.end() + 8_000]
        signed = re.search(rf"(?m)^[^\n.]{{0,40}}{_DATED}\s*$", report)
        return None if signed is None else _day(signed[0])


_DATED = r"\b\d{1,2} [a-z]{3,12} (?:19|20)\d\d"
_AUDITORS = (
    r"\bindependent auditor'?s'? report\b|\breport of the independent auditors?\b|\braportul auditorului independent\b"
)
_OPINION = r"\bin our opinion\b|\bwe have audited\b|\bam auditat\b|\bin opinia noastra\b"


def _audited(document: _Document) -> str | None:
    said, opinion = document.first(_AUDITORS), document.first(_OPINION)
    if said is None or opinion is None or re.search(r"\b(?:unaudited|neauditat\w*)\b", document.top):
        return None
    return f"it has “{said}” and “{opinion}”"


def _filing(document: _Document) -> str | None:
    said = document.first(
        r"\bform (?:10-?[kq]|20-?f|8-?k|6-?k)\b|securities and exchange commission"
        r"|annual return\b.{0,40}companies (?:house|registration office)"
        r"|\bmonitorul oficial al romaniei, partea",
        document.top,
    )
    return None if said is None else f"it begins with “{said}”"


def _bank(document: _Document) -> str | None:
    title = document.first(
        r"\b(?:statement of account|account statement|bank statement|extras de cont)\b", document.top
    )
    title = title or document.first(r"\b(?:account statement|bank statement|extras de cont)\b", document.stem)
    moves = document.first(
        r"\b(?:opening balance|closing balance|balance brought forward|sold initial|sold final|balance \()"
    )
    paid = document.first(r"\b(?:paid (?:in|out)|debit|credit|withdrawals?|deposits?)\b")
    return f"it is called “{title}” and keeps a balance" if title and moves and paid else None


def _contract(document: _Document) -> str | None:
    title = document.first(
        r"\b(?:this (?:\w+ ){0,3}(?:agreement|contract|deed|lease)\b.{0,20}\b(?:is (?:made|entered into|dated)|made)"
        r"|prezentul contract|incheiat intre)\b",
        document.all[:4_000],
    )
    if title is None:
        return None
    if document.first(
        r"\b(?:draft|form of|template|specimen|for discussion|subject to contract|unsigned|proiect de contract)\b",
        document.top[:400],
    ):
        return None
    block = _block(document)
    if block is not None and _is_signed(document):
        return f"it says “{title}” and has the names of those who signed, “{block}”"
    signed = document.first(
        r"/s/ ?\w+|\bexecuted (?:as a deed|by|on)\b|\bsigned (?:by|for and on behalf|on behalf|in two|on)\b"
        r"|\bin witness whereof\b|\bsemnat (?:de|la|astazi)\b",
        document.end,
    )
    if signed is None or not _is_signed(document):
        return None
    return f"it says “{title}” and ends with “{signed}”"


def _block(document: _Document) -> str | None:
    """The first line of a block in which each of two parties is named with who signs for it, and a day after."""
    lines = re.findall(
        r"(?m)^(?:(?:[Ss]igned )?[Ff]or )?(.{3,60}?)(?:: | by )([A-ZÀ-Ž][\w’'-]+ [A-ZÀ-Ž][^\n,]{1,40}), [^\n]{3,60}$",
        document.raw,
    )
    between = parties(document.raw)
    named = [(party, person) for party, person in lines if party in between]
    if len({party for party, _ in named}) < 2:
        return None
    party, person = named[0]
    after = document.raw[document.raw.rindex(person) :][:300]
    return f"{party}: {person}" if _day(after) is not None else None


def _is_signed(document: _Document) -> bool:
    """Whether the execution block has names in it rather than lines to write on."""
    return "/s/" in document.end_raw or not re.search(r"_{4,}|\.{6,}|\[signature\]", document.end_raw)


def _mail(document: _Document) -> str | None:
    if not (document.is_mail or re.match(r"\s*from: [^\n]+\n", document.all)):
        return None
    sender = document.first(r"(?m)^from: [^\n]+", document.all)
    signed = document.first(
        r"\b(?:founder|co-founder|chief executive|ceo|managing director|fondator|director general)\b", document.end
    )
    if "founder" in document.stem.split():
        return f"an e-mail, {sender}, in a file called a founder's"
    return f"an e-mail, {sender}, signed “{signed}”" if signed and sender else None


def _press(document: _Document) -> str | None:
    said = document.first(
        r"\b(?:for immediate release|press release|comunicat de presa|media contact)\b", document.top[:500]
    )
    return None if said is None else f"it begins with “{said}”"


def _deck(document: _Document) -> str | None:
    said = document.first(
        r"\b(?:board deck|board presentation|investor (?:deck|presentation)|pitch deck"
        r"|management presentation|prezentare pentru investitori|(?:information|investment|sale|selling"
        r"|offering) memorandum"
        r"|memorandum of sale|company presentation|teaser|memorandum de prezentare)\b",
        document.top[:600] + "\n" + document.stem,
    )
    return None if said is None else f"it begins with “{said}”"


def _minutes(document: _Document) -> str | None:
    said = document.first(
        r"\b(?:minutes of (?:a |the )?(?:annual |extraordinary )?(?:meeting|board)[^\n]{0,40}|board minutes"
        r"|proces[- ]verbal al [^\n]{0,40}|minutes of the [^\n]{0,40}meeting"
        r"|resolutions? of the (?:sole )?shareholders?"
        r"|hotararea? (?:asociatului|actionarului|adunarii)[^\n]{0,30})",
        document.top[:500],
    )
    return None if said is None else f"it begins with “{said.strip()}”"


def _model(document: _Document) -> str | None:
    if not document.is_sheet:
        return None
    said = document.first(
        r"\b(?:financial model|forecast model|operating model|business plan|model financiar)\b", document.top[:600]
    )
    return None if said is None else f"a workbook that says “{said}”"


def _report(document: _Document) -> str | None:
    said = document.first(
        r"\b(?:management (?:report|accounts)|monthly report|quarterly report|internal report|arr schedule"
        r"|cap(?:italisation)? table|order book"
        r"|fully diluted capital|register of (?:members|shareholders)|shareholder register"
        r"|registrul actionarilor|key figures|raport de activitate|raport intern)\b",
        document.top[:600] + "\n" + document.stem,
    )
    if said is None and document.is_sheet:
        said = document.first(
            r"\b(?:income statement|profit and loss|balance sheet|cash flow|kpis?|key performance indicators"
            r"|fact ?book|register"
            r"|inventory|fleet list|staff list|price list|list of \w+|customers|order book|operating data"
            r"|registru\w*|balanta"
            r"|cont de profit)\b",
            document.top[:600] + "\n" + document.stem,
        )
    return None if said is None else f"it says “{said}” at its beginning"


def _estimate(document: _Document) -> str | None:
    said = document.first(
        r"\b(?:market (?:study|report|research)|industry report|valuation report|appraisal|survey report"
        r"|expert report|raport de evaluare|studiu de piata)\b",
        document.top[:500],
    )
    return None if said is None else f"it begins with “{said}”"


_RULES: tuple[tuple[SourceType, Callable[[_Document], str | None]], ...] = (
    (SourceType.FOUNDER_EMAIL, _mail),
    (SourceType.PRESS_RELEASE, _press),
    (SourceType.BOARD_DECK, _deck),
    (SourceType.INTERNAL_REPORT, _minutes),
    (SourceType.REGULATORY_FILING, _filing),
    (SourceType.AUDITED_ACCOUNTS, _audited),
    (SourceType.BANK_STATEMENT, _bank),
    (SourceType.SIGNED_CONTRACT, _contract),
    (SourceType.FINANCIAL_MODEL, _model),
    (SourceType.INTERNAL_REPORT, _report),
    (SourceType.THIRD_PARTY_ESTIMATE, _estimate),
)
"""Tried in this order: an e-mail that quotes a contract is an e-mail."""


def _day(text: str) -> date | None:
    """The first day that the text names."""
    return next((time.period.end for time in times(text) if time.period.kind is PeriodKind.DAY), None)

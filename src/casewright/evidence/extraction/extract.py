"""The figures of one document, by rules: from its tables, then from its running text."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from casewright.domain.claims import ClaimClass
from casewright.domain.evidence import SourceType
from casewright.domain.ids import DocumentId
from casewright.domain.periods import Period, PeriodKind
from casewright.evidence.extraction import generic_tables, generic_words
from casewright.evidence.extraction.bank import balances
from casewright.evidence.extraction.entities import companies, company_of, parties
from casewright.evidence.extraction.places import RoomDocument
from casewright.evidence.extraction.prose import Surroundings, in_sentence
from casewright.evidence.extraction.sentences import sentences
from casewright.evidence.extraction.source import style_and_dollars
from casewright.evidence.extraction.tables import Setting, in_table
from casewright.evidence.extraction.times import fiscal_end
from casewright.evidence.extraction.year_ends import TOP

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from casewright.domain.documents import Table
    from casewright.domain.values import Value
    from casewright.evidence.extraction.proposal import Proposal
    from casewright.evidence.extraction.source import Source
_TITLE = 160
_CALLED = 5
_CONTRACTS = frozenset({SourceType.SIGNED_CONTRACT, SourceType.UNKNOWN})


def extract(source: Source) -> tuple[Proposal, ...]:
    """What the document claims in figures, in order of their places; no place twice for one metric and value."""
    text = source.text
    ends = fiscal_end(text[:TOP]) or source.year_end
    style, dollars = style_and_dollars(source)
    setting = Setting(style, dollars, ends, _entity(source))
    year = None if ends is None else Period(PeriodKind.YEAR, ends)
    is_accounts = source.kind is SourceType.AUDITED_ACCOUNTS
    found: dict[tuple[int, int, str | None], Proposal] = {}
    at = 0
    for table in source.tables:
        seen = [] if source.kind is not SourceType.BANK_STATEMENT else balances(text, table, setting)
        for one in (*seen, *in_table(text, table, text[at : table.start], setting)):
            found.setdefault((one.figure_start, one.figure_end, one.metric), one)
        at = table.end
    if not any(table.name is not None for table in source.tables):  # a workbook has nothing but its sheets
        for start, end in _between(text, source.tables):
            before = ""
            for first, last in sentences(text, start, end):
                around = Surroundings(year, is_accounts, before)
                for one in in_sentence(text, first, last, setting, around):
                    found.setdefault((one.figure_start, one.figure_end, one.metric), one)
                before = text[first:last]
    for one in _unnamed(source, setting):
        if not any(start <= one.figure_start < end for start, end, _ in found):
            found[one.figure_start, one.figure_end, one.metric] = one
    return tuple(sorted(_clear(found.values()), key=lambda one: (one.figure_start, one.metric or "")))


def _unnamed(source: Source, setting: Setting) -> Iterator[Proposal]:
    """The figures of metrics that no vocabulary knows."""
    document = RoomDocument(DocumentId(""), source.name, source.text, source.tables, source.kind)
    yield from generic_tables.in_tables(document, setting)
    if not document.is_workbook:
        for start, end in _between(source.text, source.tables):
            for first, last in sentences(source.text, start, end):
                yield from generic_words.in_words(source.text, first, last, setting)


def _clear(found: Iterable[Proposal]) -> Iterator[Proposal]:
    """Without the terms of which one document has several, such as two periods of notice: they are not one term."""
    values: dict[tuple[str | None, str | None], set[Value | None]] = {}
    proposals = list(found)
    for one in proposals:
        values.setdefault((one.metric, one.entity), set()).add(one.value)
    for one in proposals:
        is_term = one.claim_class is ClaimClass.LEGAL_TERMS and one.period is None and one.cell is None
        if not (is_term and len(values[one.metric, one.entity]) > 1):
            yield one


def _between(text: str, tables: tuple[Table, ...]) -> Iterator[tuple[int, int]]:
    at = 0
    for table in tables:
        yield at, table.start
        at = table.end
    yield at, len(text)


def _entity(source: Source) -> str | None:
    """Whose figures a document has: of a contract, those of the party that is not the deal's company."""
    between = parties(source.text) if source.kind in _CONTRACTS else ()
    if between:
        return next((party for party in reversed(between) if party != source.entity), None)
    if source.kind is SourceType.BANK_STATEMENT:
        return source.entity
    text = source.text
    if any(table.name is not None for table in source.tables):  # of a workbook, its titles: rows name customers
        text = "\n".join(line for line in text.split("\n") if "\t" not in line)
    if source.entity is not None and (source.entity in companies(text) or _is_called(source.entity, text)):
        return company_of(text[:_TITLE]) or source.entity
    return company_of(text) or source.entity


def _is_called(company: str, text: str) -> bool:
    """Whether the text speaks of the company by the first word of its name."""
    first = company.split()[0]
    return len(first) >= _CALLED and re.search(rf"\b{re.escape(first)}\b", text) is not None

"""Figures extracted by rules: what is taken, what is left alone, and where it stands."""

from __future__ import annotations

from decimal import Decimal
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from casewright.domain.documents import Table, TableCell
from casewright.domain.evidence import SourceType
from casewright.domain.values import Monetary
from casewright.evidence.display import show_value
from casewright.evidence.extraction.extract import extract as extract_all
from casewright.evidence.extraction.numbers import Style, read_number
from casewright.evidence.extraction.source import Source, style_and_dollars
from casewright.evidence.extraction.unit_words import find_unit
from casewright.evidence.source_types import recognise
from evals.figures import SETS, figures, judge, labelled
from tests.unit.evidence.cases import cases

if TYPE_CHECKING:
    from collections.abc import Sequence

    from casewright.evidence.extraction.proposal import Proposal
    from tests.unit.evidence.cases import Case


def extract(source: Source) -> tuple[Proposal, ...]:
    """The figures of known metrics."""
    return tuple(one for one in extract_all(source) if not one.named_only)


def table(rows: Sequence[Sequence[str]], before: str = "", name: str | None = None) -> Source:
    """A document of one table."""
    text, made = before, []
    start = len(text)
    for number, row in enumerate(rows, start=1):
        cells = []
        for at, cell in enumerate(row):
            address = None if name is None else f"{name}!{'ABCDEFG'[at]}{number}"
            cells.append(TableCell(len(text), len(text) + len(cell), address))
            text += cell + "\t"
        made.append(tuple(cells))
        text += "\n"
    return Source("t", text, (Table(start, len(text), tuple(made), name),))


def told(proposals: Sequence[Proposal]) -> list[tuple[str | None, str, str | None]]:
    """Metric, value and period of each."""
    return [
        (
            one.metric,
            "" if one.value is None else show_value(one.value),
            None if one.period is None else str(one.period),
        )
        for one in proposals
    ]


@pytest.mark.requirement("extraction-prose")
@pytest.mark.parametrize("case", cases("extraction/figures"))
def test_sentence(case: Case) -> None:
    """A sentence gives the figures whose metric and value it states, and no other."""
    source = Source("s", case["text"])
    found = [
        [source.text[one.figure_start : one.figure_end], *row[:1], *row[1:], one.basis.value]
        for one, row in ((one, told([one])[0]) for one in extract(source))
    ]
    assert found == case["found"]


@pytest.mark.requirement("extraction-numbers")
@pytest.mark.parametrize("case", cases("extraction/numbers"))
def test_number(case: Case) -> None:
    """A number is read as its document writes numbers, or not at all."""
    expected = Decimal(case["number"]) if "number" in case else None
    assert expected == read_number(case["digits"], Style[case["style"]])


@pytest.mark.requirement("extraction-sources")
@pytest.mark.parametrize("case", cases("extraction/sources"))
def test_source(case: Case) -> None:
    """A document is the kind of source that its words make it, of the day that it states; in doubt neither."""
    found = recognise(case["name"], case["text"])
    assert (case["kind"], case.get("day")) == (found.source_type.value, found.source_date)
    assert found.why


@pytest.mark.requirement("extraction-tables")
@pytest.mark.parametrize(
    ("unit", "amount"),
    [("EUR thousands", 5_000), ("in lei", 5), ("€m", 5_000_000), ("kEUR", 5_000), ("$ in millions", None),
     ("mii lei", 5_000), ("£’000", 5_000), ("EUR and USD", None), ("EUR 5", None), ("pages", None)],
)  # fmt: skip
def test_unit_of_a_table(unit: str, amount: int | None) -> None:
    """A unit in the header gives the cell its currency and scale; an unclear one gives nothing."""
    found = extract(table([[unit, "FY2025"], ["Revenue", "5"]]))
    amounts = [one.value.amount for one in found if isinstance(one.value, Monetary)]
    assert ([] if amount is None else [Decimal(amount)]) == amounts
    assert all(one.confidence == 0.97 for one in found)


@pytest.mark.requirement("extraction-tables")
def test_cells_have_addresses_periods_and_bases() -> None:
    """A workbook's cell keeps its address; headers say period and basis; parentheses are below zero."""
    found = extract(table([["USD k", "FY2025A", "FY2026E"], ["EBITDA", "(2,310)", "450"]], name="Plan"))
    assert told(found) == [("ebitda", "USD -2,310,000", "FY2025"), ("ebitda", "USD 450,000", "FY2026")]
    assert [(one.cell, one.basis.value) for one in found] == [("Plan!B2", "actual"), ("Plan!C2", "forecast")]


@pytest.mark.requirement("extraction-tables")
def test_money_without_a_unit_is_left_out() -> None:
    """A cell whose unit nobody says is no claim; one without a period is less sure than 0.95."""
    assert extract(table([["", "FY2025"], ["Revenue", "5"]])) == ()
    (undated,) = extract(table([["", "EUR"], ["Revenue", "5"]]))
    assert undated.period is None
    assert undated.confidence < 0.95


@pytest.mark.requirement("extraction-tables")
def test_balances_of_a_bank_statement() -> None:
    """What the account held at the end of each month that is over, and at the last entry."""
    rows = [["Date", "Text", "Balance (EUR)"], ["2026-01-05", "a", "10.50"], ["2026-01-20", "b", "20.00"]]
    source = table([*rows, ["2026-02-03", "c", "15.25"]], name="bank")
    found = extract(Source(source.name, source.text, source.tables, SourceType.BANK_STATEMENT))
    assert told(found) == [("cash", "EUR 20", "2026-01-31"), ("cash", "EUR 15.25", "2026-02-03")]


@pytest.mark.requirement("extraction-prose")
def test_two_terms_of_one_name_are_neither() -> None:
    """Where a contract has two periods of notice, neither is the contract's notice period."""
    text = "Each party may end it by 30 days’ notice. In case of breach 10 days’ notice is enough."
    assert extract(Source("c", text, kind=SourceType.SIGNED_CONTRACT)) == ()


@pytest.mark.requirement("extraction-measured")
def test_measured_sets_hold_what_the_page_says() -> None:
    """The labelled sets can be read, and extraction does on them what docs/claims.md says."""
    rows = [figures([judge(one, extract) for one in labelled(name)])[-1] for name in SETS]
    assert [(row.labels, row.proposed, row.right) for row in rows] == [(92, 92, 92), (50, 45, 42), (40, 37, 37)]


_WORDS = st.sampled_from([
    "revenue", "ARR", "cash", "at", "31", "December", "2025", "was", "of", "EUR", "£", "5", "million", "12,480",
    "12.480", "(3)", "%", "FY2025", "Q1", "between", "and", "customers", "notice", "90", "days’", "preaviz",
    "lei", "to", "1.5", "-", ".", ",", ";", "\n",
])  # fmt: skip


@settings(max_examples=150, deadline=None)
@given(st.one_of(st.text(max_size=200), st.lists(_WORDS, max_size=40).map(" ".join)))
def test_every_proposal_stands_in_its_text(text: str) -> None:
    """Whatever the text, proposals lie inside it, hold their figure, never two of one metric at one figure."""
    found = extract(Source("x", text))
    for one in found:
        assert 0 <= one.start <= one.figure_start < one.figure_end <= one.end <= len(text)
        assert any(letter.isdigit() for letter in text[one.figure_start : one.figure_end])
        assert one.confidence == 0.85
    places = [(one.figure_start, one.figure_end, one.metric) for one in found]
    assert len(places) == len(set(places))


@given(st.text(max_size=60))
def test_any_label_is_a_unit_or_none(text: str) -> None:
    """No text makes reading a unit fail."""
    assert find_unit(text) is None or find_unit(text) == find_unit(text)


@pytest.mark.parametrize(
    ("said", "metric"),
    [
        ("Net debt was EUR 7.5m, or 2.5 times EBITDA.", "net debt to ebitda"),
        ("Net debt was EUR 7.5m, or 2.5 times normalised EBITDA.", "net debt to adjusted ebitda"),
        ("Net debt was EUR 7.5m, or 2.5 times underlying EBITDA.", None),
    ],
)
def test_multiple_is_of_what_its_words_say(said: str, metric: str | None) -> None:
    """A multiple of an EBITDA that is brought to something else is none of the EBITDA of the accounts."""
    multiples = [one.metric for one in extract_all(Source("Deck.pdf", said)) if " to " in str(one.metric)]

    assert multiples == ([metric] if metric else [])


@pytest.mark.parametrize(
    ("said", "currency"),
    [
        ("Rent: $173,880 a year. The software costs USD 148,000.", "AUD"),
        ("Rent: $173,880 a year. All amounts are in USD.", "USD"),
    ],
)
def test_one_amount_abroad_does_not_name_a_documents_dollars(said: str, currency: str) -> None:
    """A bare dollar is the room's, unless the document says whose it is apart from an amount."""
    assert style_and_dollars(Source("Lease.docx", said, dollars="AUD"))[1] == currency


def test_net_cash_is_no_cash() -> None:
    """Cash and net cash of one sentence are two metrics."""
    said = "Cash was EUR 4.4m at 30 June 2025 against a bank loan of EUR 2.2m, so net cash was EUR 2.2m."

    metrics = {one.metric for one in extract(Source("Deck.pdf", said))}

    assert {"cash", "net cash"} <= metrics
    assert len([one for one in extract(Source("Deck.pdf", said)) if one.metric == "cash"]) == 1

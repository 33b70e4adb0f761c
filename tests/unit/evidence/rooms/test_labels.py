"""What labels and sentences are of: stems, scopes, what is counted, growth and limits."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from casewright.evidence.extraction.vocabulary import plain
from casewright.evidence.rooms.labels import counted, is_bounding, is_growth, label_stems, phrase, scope, stems, thing

pytestmark = pytest.mark.requirement("rooms-checks")


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("Sales are up 5%", True), ("Revenue went up", True), ("Made up of three parts", False),
        ("It makes up a third", False), ("Staff make up 40% of costs", False), ("The upside", False),
        ("Costs are down 4%", True), ("Broken down by site", False), ("We break down the costs", False),
        ("A downturn", False), ("Revenue has grown", True), ("The growth of the market", True), ("Dropped by 4%", True),
        ("Sunrise", False), ("A rise of rents", True), ("Higher than before", True), ("Revenue of FY2024", False),
        ("Creșterea cifrei de afaceri", True),
    ],
)  # fmt: skip
def test_growth(words: str, expected: bool) -> None:
    """Words of more and less are growth; what is broken down or made up is not."""
    assert is_growth(plain(words)) is expected


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("Like-for-like revenue", {"alike"}), ("LFL sales", {"alike"}), ("Organic growth", {"alike"}),
        ("Comparable stores", {"alike"}), ("Adjusted EBITDA", {"adjusted"}), ("Underlying profit", {"adjusted"}),
        ("Run-rate ARR", {"run_rate"}), ("Annualised revenue", {"run_rate"}), ("In constant currency", {"constant"}),
        ("Constant currencies", {"constant"}), ("Revenue per customer", {"each"}), ("Average order", {"each"}),
        ("Adjusted EBITDA per site", {"adjusted", "each"}), ("Revenue", set()), ("Constant growth", set()),
    ],
)  # fmt: skip
def test_scope(words: str, expected: set[str]) -> None:
    """What a figure leaves out or is brought to."""
    assert scope(plain(words)) == expected


@pytest.mark.parametrize(
    ("words", "other"),
    [
        ("Revenue FY2024", "Turnover of the company"), ("Net sales in EUR thousand", "Revenues"),
        ("Employees", "Staff at 31 December 2024"), ("Headcount", "People"), ("The company’s customers", "Clients"),
        ("Order book", "Orders on hand"), ("Cash at bank", "Cash"), ("Customers cancelled", "Customer churn"),
        ("Delivery", "Deliveries"), ("Exports", "Abroad"),
    ],
)  # fmt: skip
def test_one_thing_has_one_stem(words: str, other: str) -> None:
    """Words for one thing are told by the same stems, whatever their ending and their time."""
    assert stems(words) == stems(other)
    assert stems(words)


@pytest.mark.parametrize(
    ("words", "other"),
    [("Revenue", "Cost of sales"), ("Customers", "Customers lost"), ("Net debt", "Net cash"), ("EBITDA", "EBIT")],
)
def test_two_things_have_two_stems(words: str, other: str) -> None:
    """Words for two things are told by different stems."""
    assert stems(words) != stems(other)


@pytest.mark.parametrize(
    ("label", "expected"),
    [
        ("Churn rate", "churn"), ("Share of revenue (of which new)", "revenue"), ("Occupancy (%)", "occupancy"),
        ("Average price", "price"), ("Rate", "rate"), ("(Rent)", "rent"),
    ],
)  # fmt: skip
def test_stems_of_a_label(label: str, expected: str) -> None:
    """That it is a rate, and what it says in brackets, count only where a label says nothing else."""
    assert label_stems(label) == stems(expected)


@pytest.mark.parametrize(
    ("label", "expected"),
    [
        ("Net debt (EUR thousand) FY2024", "netdebt"), ("Bank loans", "debt"),
        ("Total revenue for the group", "revenue"),
        ("Turnover 2024", "revenue"), ("Cost of sales", "cost revenue"),
    ],
)  # fmt: skip
def test_phrase(label: str, expected: str) -> None:
    """A label in its order, without times, units and what stands beside its name."""
    assert phrase(label) == expected


@pytest.mark.parametrize(
    ("words", "what", "of_things"),
    [
        ("120 beds in use", "bed", "bed"), ("tonnes of feed", "tonn", "tonn"), ("14 days", "day", ""),
        ("of them", "", ""), ("36 months", "month", ""),
    ],
)  # fmt: skip
def test_what_is_counted(words: str, what: str, of_things: str) -> None:
    """Things and times are counted; of things alone only things."""
    assert (counted(words), thing(words)) == (what, of_things)


@pytest.mark.parametrize(
    ("before", "expected"),
    [
        ("at least ", True), ("up to ", True), ("a target of ", True), ("not more than ", True), ("covenant is ", True),
        ("rose from ", True), ("below ", True), ("came to ", False), ("a share of ", False), ("at least once, ", False),
    ],
)  # fmt: skip
def test_limit(before: str, expected: bool) -> None:
    """Words right before a figure make it a limit; the same words further off do not."""
    assert is_bounding(before) is expected


@given(st.text(max_size=60))
def test_any_text_has_stems(words: str) -> None:
    """No text makes reading it fail, and its stems are told the same whatever stands around it."""
    assert stems(f" {words} ") == stems(words)
    assert label_stems(words) <= stems(words)

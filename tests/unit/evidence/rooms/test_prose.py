"""Figures that sentences tell, against the room's tables: each with what must be seen and its near twin."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from casewright.evidence.rooms import formulas, prose_figures, prose_ratios, retention
from tests.unit.evidence.rooms.sheets import blamed, prose, room, sheet

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from casewright.evidence.extraction.places import RoomDocument
    from casewright.evidence.rooms.seen import Room, Seen

    Check = Callable[[Room], Sequence[Seen]]

ACCOUNTS = sheet(
    "Accounts FY24.xlsx",
    """
EUR thousand | FY2023 | FY2024
Revenue | 8,000 | 9,260
Cost of sales | (4,600) | (5,100)
Gross profit | 3,400 | 4,160
EBITDA | 1,210 | 1,630
Interest paid | 200 | 210
Net debt | 4,100 | 3,912
Equity | 2,000 | 2,500
Total assets | 8,000 | 9,100
""",
)
CUSTOMERS = sheet(
    "Customers FY24.xlsx",
    "Customers FY2024 | Opening | New | Churned | Closing\nFY2024 | 1,240 | 210 | 93 | 1,357",
)
STAFF = sheet(
    "Headcount FY24.xlsx",
    "Headcount FY2024 | Opening | Joined | Left | Closing\nFY2024 | 200 | 30 | 24 | 206",
)
RECURRING = sheet(
    "ARR FY24.xlsx",
    "EUR thousand ARR | Opening ARR | New | Expansion | Contraction | Churned | Closing ARR\n"
    "FY2024 | 5,000 | 700 | 600 | 100 | 250 | 5,950",
)
MONTHS = sheet(
    "Subscribers.xlsx",
    "Month | Opening | New | Churned | Closing\n"
    + "\n".join(
        f"{month} | {1_000 + 10 * at} | 30 | 20 | {1_010 + 10 * at}"
        for at, month in enumerate(["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"])
    ),
)

CASES: list[tuple[str, Check, RoomDocument, str, list[str]]] = [
    ("the cell’s figure, rounded", prose_figures.find, ACCOUNTS, "Revenue in FY2024 came to EUR 9.3 million.", []),
    (
        "another figure",
        prose_figures.find,
        ACCOUNTS,
        "Revenue in FY2024 came to EUR 10.6 million.",
        ["EUR 10.6 million"],
    ),
    (
        "the figure of another year",
        prose_figures.find,
        ACCOUNTS,
        "Revenue in FY2023 came to EUR 9.26 million.",
        ["EUR 9.26 million"],
    ),
    ("a year that no table has", prose_figures.find, ACCOUNTS, "Revenue in FY2022 came to EUR 7.4 million.", []),
    ("a budget", prose_figures.find, ACCOUNTS, "We budget revenue of EUR 10.6 million for FY2024.", []),
    ("a limit", prose_figures.find, ACCOUNTS, "Revenue in FY2024 was at least EUR 7.4 million.", []),
    ("no limit", prose_figures.find, ACCOUNTS, "Revenue in FY2024 was EUR 7.4 million.", ["EUR 7.4 million"]),
    (
        "without a part",
        prose_figures.find,
        ACCOUNTS,
        "Revenue in FY2024 was EUR 7.4 million excluding Austria.",
        [],
    ),
    ("of another scope", prose_figures.find, ACCOUNTS, "Organic revenue in FY2024 was EUR 7.4 million.", []),
    (
        "billions for millions",
        prose_figures.find,
        ACCOUNTS,
        "Revenue in FY2024 came to EUR 9.26 billion.",
        ["EUR 9.26 billion", "Sheet1!C2"],
    ),
    (
        "billions of a market",
        prose_figures.find,
        ACCOUNTS,
        "The market’s revenue in FY2024 was EUR 9.26 billion.",
        [],
    ),
    (
        "thousands of a figure in thousands",
        prose_figures.find,
        ACCOUNTS,
        "Revenue came to EUR 9.26 thousand.",
        ["EUR 9.26 thousand", "Sheet1!C2"],
    ),
    (
        "the same digits in another currency",
        prose_figures.find,
        ACCOUNTS,
        "Revenue in FY2024 came to USD 9.26 million.",
        ["USD 9.26 million", "Sheet1!C2"],
    ),
    ("too few digits", prose_figures.find, ACCOUNTS, "Revenue in FY2024 came to USD 9.3 million.", []),
    ("dollars of no country", prose_figures.find, ACCOUNTS, "Revenue in FY2024 came to $9.26 million.", []),
    (
        "dollars whose country is told elsewhere",
        prose_figures.find,
        ACCOUNTS,
        "Revenue in FY2024 came to $9.26 million. Our price list is in USD.",
        [],
    ),
    (
        "told in both currencies",
        prose_figures.find,
        ACCOUNTS,
        "Revenue in FY2024 came to EUR 9.26 million, or USD 9.26 million.",
        [],
    ),
    ("growth as it was", prose_ratios.find, ACCOUNTS, "In FY2024 revenue grew by 15.8%.", []),
    ("growth that was not", prose_ratios.find, ACCOUNTS, "In FY2024 revenue grew by 22%.", ["22%"]),
    ("growth of a scope", prose_ratios.find, ACCOUNTS, "In FY2024 like-for-like revenue grew by 22%.", []),
    ("growth to come", prose_ratios.find, ACCOUNTS, "We expect revenue to grow by 22% in FY2024.", []),
    ("a share as it was", prose_ratios.find, ACCOUNTS, "In FY2024 EBITDA was 17.6% of revenue.", []),
    ("a share that was not", prose_ratios.find, ACCOUNTS, "In FY2024 EBITDA was 21.4% of revenue.", ["21.4%"]),
    ("a margin", formulas.find, ACCOUNTS, "The EBITDA margin was 17.6% in FY2024.", []),
    ("another margin", formulas.find, ACCOUNTS, "The EBITDA margin was 21.4% in FY2024.", ["21.4%"]),
    ("an adjusted margin", formulas.find, ACCOUNTS, "The adjusted EBITDA margin was 21.4% in FY2024.", []),
    ("a margin at least", formulas.find, ACCOUNTS, "The EBITDA margin was at least 14.1% in FY2024.", []),
    ("a gross margin", formulas.find, ACCOUNTS, "The gross margin was 44.9% in FY2024.", []),
    ("another gross margin", formulas.find, ACCOUNTS, "The gross margin was 42.5% in FY2024.", ["42.5%"]),
    ("a ratio of equity", formulas.find, ACCOUNTS, "The equity ratio was 27.5% at the end of FY2024.", []),
    ("another ratio of equity", formulas.find, ACCOUNTS, "The equity ratio was 31% at the end of FY2024.", ["31%"]),
    ("cover of interest", formulas.find, ACCOUNTS, "Interest cover was 7.8x in FY2024.", []),
    ("other cover of interest", formulas.find, ACCOUNTS, "Interest cover was 9.8x in FY2024.", ["9.8x"]),
    ("leverage", formulas.find, ACCOUNTS, "Net debt stood at 2.4x EBITDA at the end of FY2024.", []),
    ("other leverage", formulas.find, ACCOUNTS, "Leverage was 1.9x EBITDA at the end of FY2024.", ["1.9x"]),
    ("churn", retention.find, CUSTOMERS, "Customer churn in FY2024 was 7.5%.", []),
    ("another churn", retention.find, CUSTOMERS, "Customer churn in FY2024 was 4.1%.", ["4.1%"]),
    ("churn of staff, of whom no table tells", retention.find, CUSTOMERS, "Staff attrition in FY2024 was 4.1%.", []),
    ("what churn left", retention.find, CUSTOMERS, "Customer retention in FY2024 was 92.5%.", []),
    ("more than churn left", retention.find, CUSTOMERS, "Customer retention in FY2024 was 96%.", ["96%"]),
    ("staff who left", retention.find, STAFF, "Staff attrition in FY2024 was 12%.", []),
    ("more staff who left", retention.find, STAFF, "Staff attrition in FY2024 was 7%.", ["7%"]),
    ("customers, of whom no table tells", retention.find, STAFF, "Customer churn in FY2024 was 7%.", []),
    ("net retention", retention.find, RECURRING, "Net revenue retention in FY2024 was 105%.", []),
    ("higher net retention", retention.find, RECURRING, "Net revenue retention in FY2024 was 112%.", ["112%"]),
    ("gross retention", retention.find, RECURRING, "Gross revenue retention in FY2024 was 93%.", []),
    ("gross retention but for what shrank", retention.find, RECURRING, "Gross revenue retention was 95%.", []),
    ("higher gross retention", retention.find, RECURRING, "Gross revenue retention in FY2024 was 97%.", ["97%"]),
    ("churn a month", retention.find, MONTHS, "Monthly churn of subscribers was 1.9% on average.", []),
    ("more churn a month", retention.find, MONTHS, "Monthly churn of subscribers was 3.1% on average.", ["3.1%"]),
]


@pytest.mark.requirement("rooms-checks")
@pytest.mark.parametrize(("name", "check", "table", "said", "expected"), CASES, ids=[case[0] for case in CASES])
def test_figure_of_a_sentence(name: str, check: Check, table: RoomDocument, said: str, expected: list[str]) -> None:
    """A figure is blamed where the table gives another, and only there."""
    documents = room(table, prose("Presentation.pdf", f"# Presentation\n\n{said}\n"))

    assert blamed(list(check(documents)), documents) == expected, name

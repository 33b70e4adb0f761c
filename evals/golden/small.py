"""Twenty small deals written by hand: two of each type, a few claims each, the figures as a reader would see them.

The readings of the specification are those of the planters of the generated suite (``planting_figures`` and
``planting_chains``); here the numbers stand in the text.
"""

from __future__ import annotations

from datetime import date
from decimal import Decimal
from typing import TYPE_CHECKING

from casewright.domain.claims import Basis
from casewright.domain.defects import DefectType
from casewright.domain.evidence import SourceType
from casewright.domain.periods import Period, PeriodKind
from casewright.domain.values import Count, Date
from evals.golden.small_chains import (
    borrowed_audit,
    exchanged_evidence,
    loan,
    lost_claim,
    lost_document,
    side_letter,
    three_in_a_circle,
    two_in_a_circle,
)
from evals.golden.small_writing import (
    ACCOUNTS,
    DECK,
    FY,
    LTM,
    MODEL,
    PRESS,
    Q2,
    Q3,
    REPORT,
    YEAR_END,
    SmallDeal,
    money,
    share,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from evals.golden.truth import GoldenDeal


def _two_decks(deal: SmallDeal) -> None:
    arr = deal.say(DECK, "ARR as of 31 December 2025: EUR 8.40 million", "arr", YEAR_END, money("8400000"))
    other = deal.say(MODEL, "ARR | 31 December 2025 | EUR 7,310,000", "arr", YEAR_END, money("7310000"))
    deal.say(DECK, "Customers as of 31 December 2025: 412", "customers", YEAR_END, Count(Decimal(412), "customers"))
    deal.say(MODEL, "Customers | 31 December 2025 | 412", "customers", YEAR_END, Count(Decimal(412), "customers"))
    deal.plant(DefectType.INCONSISTENCY, "ARR is 8.40 million in the deck and 7.31 million in the model.", arr, other)


def _two_margins(deal: SmallDeal) -> None:
    deck = deal.say(DECK, "Gross margin FY2025: 47.0 %", "gross margin", FY, share("0.470"))
    report = deal.say(REPORT, "FY2025 gross margin came to 38.5 %", "gross margin", FY, share("0.385"))
    deal.say(
        MODEL,
        "Gross margin | FY2024 | 41.0 %",
        "gross margin",
        Period(PeriodKind.YEAR, date(2024, 12, 31)),
        share("0.41"),
    )
    deal.plant(DefectType.INCONSISTENCY, "Gross margin is 47.0 % and 38.5 %.", deck, report)


def _press_above_accounts(deal: SmallDeal) -> None:
    sound = deal.say(ACCOUNTS, "Revenue for FY2025 was EUR 21,480,112.", "revenue", FY, money("21480112"))
    press = deal.say(PRESS, "Revenue of EUR 25 million in FY2025, a record.", "revenue", FY, money("25000000"))
    deck = deal.say(DECK, "Revenue FY2025: EUR 21.5 million", "revenue", FY, money("21500000"))
    deal.plant(
        DefectType.ANOMALY_VS_STRONGER_SOURCES,
        "Press says 25 million, the accounts 21.5.",
        press,
        also=((DefectType.INCONSISTENCY, sound), (DefectType.INCONSISTENCY, deck)),
    )


def _deck_below_bank(deal: SmallDeal) -> None:
    bank = ("Bank statement December 2025.pdf", SourceType.BANK_STATEMENT, date(2026, 1, 2))
    sound = deal.say(bank, "Closing balance 31 December 2025 EUR 3,912,400.18", "cash", YEAR_END, money("3912400.18"))
    deck = deal.say(DECK, "Cash as of 31 December 2025: EUR 3.4 million", "cash", YEAR_END, money("3400000"))
    deal.say(
        MODEL,
        "Cash | plan 31 December 2025 | EUR 5,000,000",
        "cash",
        YEAR_END,
        money("5000000"),
        basis=Basis.FORECAST,
    )
    deal.plant(
        DefectType.ANOMALY_VS_STRONGER_SOURCES,
        "The deck's cash is 13 % below the bank's.",
        deck,
        also=((DefectType.INCONSISTENCY, sound),),
    )


def _thousands(deal: SmallDeal) -> None:
    read = deal.say(REPORT, "EBITDA | FY2025 | 3,204 (EUR thousand)", "ebitda", FY, money("3204"))
    other = deal.say(DECK, "EBITDA for FY2025 of EUR 3.2 million", "ebitda", FY, money("3200000"))
    deal.say(DECK, "Headcount as of 31 December 2025: 3,204", "headcount", YEAR_END, Count(Decimal(3204), "employees"))
    deal.plant(DefectType.UNIT_MISMATCH, "3,204 thousand was read as 3,204.", read, other)


def _millions(deal: SmallDeal) -> None:
    accounts = deal.say(ACCOUNTS, "Revenue (NOK m) | FY2025 | 388.2", "revenue", FY, money("388.2", "NOK"))
    other = deal.say(DECK, "FY2025 revenue: NOK 388.2 million", "revenue", FY, money("388200000", "NOK"))
    deal.say(DECK, "FY2025 online sales: NOK 96.0 million", "online sales", FY, money("96000000", "NOK"))
    deal.plant(DefectType.UNIT_MISMATCH, "388.2 million was read as 388.20.", accounts, other)


def _ltm_for_year(deal: SmallDeal) -> None:
    wrong = deal.say(DECK, "Revenue (LTM Sep 2025): EUR 13.4 million", "revenue", FY, money("13400000"))
    true = deal.say(REPORT, "Revenue | FY2025 | EUR 12,010 thousand", "revenue", FY, money("12010000"))
    ltm = deal.say(MODEL, "Revenue | LTM Sep 2025 | EUR 13,400 thousand", "revenue", LTM, money("13400000"))
    deal.plant(
        DefectType.TIME_WINDOW_MISMATCH,
        "The twelve months to September are filed as FY2025.",
        wrong,
        also=(
            *((DefectType.INCONSISTENCY, one) for one in (wrong, true)),
            *((DefectType.TIME_WINDOW_MISMATCH, one) for one in (true, ltm)),
        ),
    )


def _second_for_third_quarter(deal: SmallDeal) -> None:
    wrong = deal.say(DECK, "Order intake Q2 2025: CHF 9.1 million", "order intake", Q3, money("9100000", "CHF"))
    deal.say(REPORT, "Capital expenditure | Q3 2025 | CHF 410,000", "capex", Q3, money("410000", "CHF"))
    deal.say(REPORT, "Capital expenditure | Q2 2025 | CHF 655,000", "capex", Q2, money("655000", "CHF"))
    deal.plant(DefectType.TIME_WINDOW_MISMATCH, "The second quarter's orders are filed under the third.", wrong)


def _old_balance(deal: SmallDeal) -> None:
    day = Period(PeriodKind.DAY, date(2024, 6, 30))
    where = ("Interim balance sheet 2024-06.pdf", SourceType.INTERNAL_REPORT, date(2024, 8, 20))
    old = deal.say(where, "Inventory as of 30 June 2024: GBP 2,870,000", "inventory", day, money("2870000", "GBP"))
    fresh = ("Accounts 2024.pdf", SourceType.AUDITED_ACCOUNTS, date(2025, 2, 20))
    day = Period(PeriodKind.DAY, date(2024, 12, 31))
    deal.say(fresh, "Total assets as of 31 December 2024: GBP 9,114,020", "total assets", day, money("9114020", "GBP"))
    deal.plant(DefectType.STALENESS, "The only source of the inventory is nineteen months old.", old)


def _old_month(deal: SmallDeal) -> None:
    month = Period(PeriodKind.MONTH, date(2025, 7, 31))
    where = ("KPI July 2025.csv", SourceType.INTERNAL_REPORT, date(2025, 8, 4))
    old = deal.say(
        where, "Monthly recurring revenue (MRR), July 2025: USD 614,000", "mrr", month, money("614000", "USD")
    )
    deal.say(
        where,
        "Revenue LTM Jun 2025: USD 6.9 million",
        "revenue",
        Period(PeriodKind.LTM, date(2025, 6, 30)),
        money("6900000", "USD"),
    )
    deal.plant(DefectType.STALENESS, "A month's figure from a source of seven months.", old)


def _year_before_its_end(deal: SmallDeal) -> None:
    where = ("Investor update November 2025.pdf", SourceType.INTERNAL_REPORT, date(2025, 11, 28))
    early = deal.say(where, "Revenue for FY2025 was EUR 17.2 million.", "revenue", FY, money("17200000"))
    ahead = "EBITDA for FY2025 is expected at EUR 2.2 million."
    deal.say(where, ahead, "ebitda", FY, money("2200000"), basis=Basis.FORECAST)
    deal.plant(DefectType.CHRONO_IMPOSSIBLE, "November reports a year that ended in December.", early)


def _signed_after(deal: SmallDeal) -> None:
    where = ("Minutes 2025-12-10.pdf", SourceType.INTERNAL_REPORT, date(2025, 12, 10))
    line = "The supply contract with Wendel was signed on 15 January 2026."
    early = deal.say(where, line, "supply contract with wendel signed", None, Date(date(2026, 1, 15)))
    line = "The lease with Mottram was signed on 1 December 2025."
    deal.say(where, line, "lease with mottram signed", None, Date(date(2025, 12, 1)))
    deal.plant(DefectType.CHRONO_IMPOSSIBLE, "December's minutes report a signing of January.", early)


_DEALS: tuple[tuple[str, str, Callable[[SmallDeal], None]], ...] = (
    ("SaaS", "Quillon Ltd", _two_decks),
    ("manufacturing", "Hexholm AG", _two_margins),
    ("manufacturing", "Ardenmill plc", _press_above_accounts),
    ("retail", "Larkfield SAS", _deck_below_bank),
    ("manufacturing", "Vantrup Castings AG", _thousands),
    ("retail", "Nordlys Home AS", _millions),
    ("SaaS", "Tessaro GmbH", _ltm_for_year),
    ("manufacturing", "Brugge Valves SA", _second_for_third_quarter),
    ("retail", "Pemberly & Rye Ltd", _old_balance),
    ("SaaS", "Bitterroot Inc", _old_month),
    ("SaaS", "Lumenary GmbH", _year_before_its_end),
    ("manufacturing", "Tornby AG", _signed_after),
    ("SaaS", "Fennimore BV", two_in_a_circle),
    ("manufacturing", "Kettering Gear plc", three_in_a_circle),
    ("SaaS", "Palisant Inc", lost_document),
    ("retail", "Ondine Outfitters SAS", lost_claim),
    ("manufacturing", "Solvay Ridge Tools SA", borrowed_audit),
    ("retail", "Maplecroft Stores Ltd", exchanged_evidence),
    ("SaaS", "Harborline Ltd", side_letter),
    ("retail", "Casa Verdejo SAS", loan),
)


def small_deals() -> Iterator[GoldenDeal]:
    """The twenty."""
    for number, (business, company, write) in enumerate(_DEALS, start=1):
        deal = SmallDeal(number, business, company)
        write(deal)
        yield deal.writer.finish()

"""Twenty small deals written by hand: two of each type, a few claims each, the figures as a reader would see them.

The readings of the specification are those of the planters of the generated suite (``planting_figures`` and
``planting_chains``); here the numbers stand in the text.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from decimal import Decimal
from typing import TYPE_CHECKING

from casewright.domain.claims import Basis, ClaimClass
from casewright.domain.defects import DefectType
from casewright.domain.evidence import Sanad, SourceType
from casewright.domain.periods import Period, PeriodKind
from casewright.domain.values import Count, Date, Monetary, Percentage
from evals.golden.planting_chains import BESIDE_A_GRAFT
from evals.golden.truth import Planted
from evals.golden.writing import DealWriter

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from casewright.domain.ids import ClaimId
    from casewright.domain.values import Value
    from evals.golden.truth import GoldenDeal

_AS_OF = date(2026, 3, 15)
_FY = Period(PeriodKind.YEAR, date(2025, 12, 31))
_LTM = Period(PeriodKind.LTM, date(2025, 9, 30))
_Q2 = Period(PeriodKind.QUARTER, date(2025, 6, 30))
_Q3 = Period(PeriodKind.QUARTER, date(2025, 9, 30))
_YEAR_END = Period(PeriodKind.DAY, date(2025, 12, 31))
_ACCOUNTS = ("Annual accounts 2025 (audited).pdf", SourceType.AUDITED_ACCOUNTS, date(2026, 2, 18))
_DECK = ("Board deck Q4 2025.pdf", SourceType.BOARD_DECK, date(2026, 2, 3))
_MODEL = ("Financial model v7.xlsx", SourceType.FINANCIAL_MODEL, date(2026, 2, 10))
_REPORT = ("Management report January 2026.pdf", SourceType.INTERNAL_REPORT, date(2026, 2, 12))
_PRESS = ("Press release 2026-02-20.html", SourceType.PRESS_RELEASE, date(2026, 2, 20))

_Where = tuple[str, SourceType, date]


def _money(amount: str, currency: str = "EUR") -> Monetary:
    return Monetary(Decimal(amount), currency)


def _share(fraction: str) -> Percentage:
    return Percentage(Decimal(fraction))


class _Deal:
    """One deal of one company."""

    def __init__(self, number: int, business: str, company: str) -> None:
        self.writer = DealWriter(f"small-{number:02}", business, _AS_OF)
        self._company = company.casefold()

    def say(
        self,
        where: _Where,
        line: str,
        metric: str | None = None,
        period: Period | None = None,
        value: Value | None = None,
        *,
        basis: Basis = Basis.ACTUAL,
        entity: str | None = None,
        origin: str | None = None,
    ) -> ClaimId:
        """A line of a document, and the claim that says the same."""
        evidence = self.writer.cite(self.writer.paper(*where), line, origin=origin)
        about = (entity or self._company) if metric else None
        return self.writer.state(
            line,
            [evidence],
            value=value,
            metric=metric,
            entity=about,
            period=period,
            basis=basis,
            claim_class=ClaimClass.FINANCIAL if metric else ClaimClass.LEGAL_TERMS,
        )

    def derive(self, line: str, metric: str, value: Value, *inputs: ClaimId) -> ClaimId:
        """A claim that follows from others."""
        return self.writer.state(
            line, (), value=value, metric=metric, entity=self._company, period=_FY, derived_from=inputs
        )

    def plant(self, kind: DefectType, what: str, *claims: ClaimId, **more: object) -> None:
        """Note what was planted."""
        self.writer.plant(Planted(kind, claims, "by hand", what, **more))  # type: ignore[arg-type]  # Planted's own fields


def _two_decks(deal: _Deal) -> None:
    arr = deal.say(_DECK, "ARR as of 31 December 2025: EUR 8.40 million", "arr", _YEAR_END, _money("8400000"))
    other = deal.say(_MODEL, "ARR | 31 December 2025 | EUR 7,310,000", "arr", _YEAR_END, _money("7310000"))
    deal.say(_DECK, "Customers as of 31 December 2025: 412", "customers", _YEAR_END, Count(Decimal(412), "customers"))
    deal.say(_MODEL, "Customers | 31 December 2025 | 412", "customers", _YEAR_END, Count(Decimal(412), "customers"))
    deal.plant(DefectType.INCONSISTENCY, "ARR is 8.40 million in the deck and 7.31 million in the model.", arr, other)


def _two_margins(deal: _Deal) -> None:
    deck = deal.say(_DECK, "Gross margin FY2025: 47.0 %", "gross margin", _FY, _share("0.470"))
    report = deal.say(_REPORT, "FY2025 gross margin came to 38.5 %", "gross margin", _FY, _share("0.385"))
    deal.say(
        _MODEL,
        "Gross margin | FY2024 | 41.0 %",
        "gross margin",
        Period(PeriodKind.YEAR, date(2024, 12, 31)),
        _share("0.41"),
    )
    deal.plant(DefectType.INCONSISTENCY, "Gross margin is 47.0 % and 38.5 %.", deck, report)


def _press_above_accounts(deal: _Deal) -> None:
    sound = deal.say(_ACCOUNTS, "Revenue for FY2025 was EUR 21,480,112.", "revenue", _FY, _money("21480112"))
    press = deal.say(_PRESS, "Revenue of EUR 25 million in FY2025, a record.", "revenue", _FY, _money("25000000"))
    deck = deal.say(_DECK, "Revenue FY2025: EUR 21.5 million", "revenue", _FY, _money("21500000"))
    deal.plant(
        DefectType.ANOMALY_VS_STRONGER_SOURCES,
        "Press says 25 million, the accounts 21.5.",
        press,
        also=((DefectType.INCONSISTENCY, sound), (DefectType.INCONSISTENCY, deck)),
    )


def _deck_below_bank(deal: _Deal) -> None:
    bank = ("Bank statement December 2025.pdf", SourceType.BANK_STATEMENT, date(2026, 1, 2))
    sound = deal.say(bank, "Closing balance 31 December 2025 EUR 3,912,400.18", "cash", _YEAR_END, _money("3912400.18"))
    deck = deal.say(_DECK, "Cash as of 31 December 2025: EUR 3.4 million", "cash", _YEAR_END, _money("3400000"))
    deal.say(
        _MODEL,
        "Cash | plan 31 December 2025 | EUR 5,000,000",
        "cash",
        _YEAR_END,
        _money("5000000"),
        basis=Basis.FORECAST,
    )
    deal.plant(
        DefectType.ANOMALY_VS_STRONGER_SOURCES,
        "The deck's cash is 13 % below the bank's.",
        deck,
        also=((DefectType.INCONSISTENCY, sound),),
    )


def _thousands(deal: _Deal) -> None:
    read = deal.say(_REPORT, "EBITDA | FY2025 | 3,204 (EUR thousand)", "ebitda", _FY, _money("3204"))
    other = deal.say(_DECK, "EBITDA for FY2025 of EUR 3.2 million", "ebitda", _FY, _money("3200000"))
    deal.say(
        _DECK, "Headcount as of 31 December 2025: 3,204", "headcount", _YEAR_END, Count(Decimal(3204), "employees")
    )
    deal.plant(DefectType.UNIT_MISMATCH, "3,204 thousand was read as 3,204.", read, other)


def _millions(deal: _Deal) -> None:
    accounts = deal.say(_ACCOUNTS, "Revenue (NOK m) | FY2025 | 388.2", "revenue", _FY, _money("388.2", "NOK"))
    other = deal.say(_DECK, "FY2025 revenue: NOK 388.2 million", "revenue", _FY, _money("388200000", "NOK"))
    deal.say(_DECK, "FY2025 online sales: NOK 96.0 million", "online sales", _FY, _money("96000000", "NOK"))
    deal.plant(DefectType.UNIT_MISMATCH, "388.2 million was read as 388.20.", accounts, other)


def _ltm_for_year(deal: _Deal) -> None:
    wrong = deal.say(_DECK, "Revenue (LTM Sep 2025): EUR 13.4 million", "revenue", _FY, _money("13400000"))
    true = deal.say(_REPORT, "Revenue | FY2025 | EUR 12,010 thousand", "revenue", _FY, _money("12010000"))
    ltm = deal.say(_MODEL, "Revenue | LTM Sep 2025 | EUR 13,400 thousand", "revenue", _LTM, _money("13400000"))
    deal.plant(
        DefectType.TIME_WINDOW_MISMATCH,
        "The twelve months to September are filed as FY2025.",
        wrong,
        also=(
            *((DefectType.INCONSISTENCY, one) for one in (wrong, true)),
            *((DefectType.TIME_WINDOW_MISMATCH, one) for one in (true, ltm)),
        ),
    )


def _second_for_third_quarter(deal: _Deal) -> None:
    wrong = deal.say(_DECK, "Order intake Q2 2025: CHF 9.1 million", "order intake", _Q3, _money("9100000", "CHF"))
    deal.say(_REPORT, "Capital expenditure | Q3 2025 | CHF 410,000", "capex", _Q3, _money("410000", "CHF"))
    deal.say(_REPORT, "Capital expenditure | Q2 2025 | CHF 655,000", "capex", _Q2, _money("655000", "CHF"))
    deal.plant(DefectType.TIME_WINDOW_MISMATCH, "The second quarter's orders are filed under the third.", wrong)


def _old_balance(deal: _Deal) -> None:
    day = Period(PeriodKind.DAY, date(2024, 6, 30))
    where = ("Interim balance sheet 2024-06.pdf", SourceType.INTERNAL_REPORT, date(2024, 8, 20))
    old = deal.say(where, "Inventory as of 30 June 2024: GBP 2,870,000", "inventory", day, _money("2870000", "GBP"))
    fresh = ("Accounts 2024.pdf", SourceType.AUDITED_ACCOUNTS, date(2025, 2, 20))
    day = Period(PeriodKind.DAY, date(2024, 12, 31))
    deal.say(fresh, "Total assets as of 31 December 2024: GBP 9,114,020", "total assets", day, _money("9114020", "GBP"))
    deal.plant(DefectType.STALENESS, "The only source of the inventory is nineteen months old.", old)


def _old_month(deal: _Deal) -> None:
    month = Period(PeriodKind.MONTH, date(2025, 7, 31))
    where = ("KPI July 2025.csv", SourceType.INTERNAL_REPORT, date(2025, 8, 4))
    old = deal.say(
        where, "Monthly recurring revenue (MRR), July 2025: USD 614,000", "mrr", month, _money("614000", "USD")
    )
    deal.say(
        where,
        "Revenue LTM Jun 2025: USD 6.9 million",
        "revenue",
        Period(PeriodKind.LTM, date(2025, 6, 30)),
        _money("6900000", "USD"),
    )
    deal.plant(DefectType.STALENESS, "A month's figure from a source of seven months.", old)


def _year_before_its_end(deal: _Deal) -> None:
    where = ("Investor update November 2025.pdf", SourceType.INTERNAL_REPORT, date(2025, 11, 28))
    early = deal.say(where, "Revenue for FY2025 was EUR 17.2 million.", "revenue", _FY, _money("17200000"))
    ahead = "EBITDA for FY2025 is expected at EUR 2.2 million."
    deal.say(where, ahead, "ebitda", _FY, _money("2200000"), basis=Basis.FORECAST)
    deal.plant(DefectType.CHRONO_IMPOSSIBLE, "November reports a year that ended in December.", early)


def _signed_after(deal: _Deal) -> None:
    where = ("Minutes 2025-12-10.pdf", SourceType.INTERNAL_REPORT, date(2025, 12, 10))
    line = "The supply contract with Wendel was signed on 15 January 2026."
    early = deal.say(where, line, "supply contract with wendel signed", None, Date(date(2026, 1, 15)))
    line = "The lease with Mottram was signed on 1 December 2025."
    deal.say(where, line, "lease with mottram signed", None, Date(date(2025, 12, 1)))
    deal.plant(DefectType.CHRONO_IMPOSSIBLE, "December's minutes report a signing of January.", early)


def _two_in_a_circle(deal: _Deal) -> None:
    base = deal.say(_REPORT, "Revenue | FY2025 | EUR 5,120,000", "revenue", _FY, _money("5120000"))
    price = deal.derive("Average price per customer is EUR 12,800.", "average price", _money("12800"), base)
    count = deal.derive(
        "At that price there are 400 customers.", "customers implied", Count(Decimal(400), "customers"), price
    )
    nodes = deal.writer.claim(price).sanad.nodes
    closed = tuple(replace(node, inputs=(*node.inputs, f"claim:{count}")) for node in nodes)
    deal.writer.change(price, derived_from=(base, count), sanad=Sanad(closed, ()))
    deal.plant(DefectType.CIRCULARITY, "The price follows from the customers, who follow from the price.", price, count)


def _three_in_a_circle(deal: _Deal) -> None:
    base = deal.say(_MODEL, "Units produced | FY2025 | 48,000", "units produced", _FY, Count(Decimal(48000), "units"))
    first = deal.derive("Utilisation is 81 %.", "utilisation", _share("0.81"), base)
    second = deal.derive("Unit cost is EUR 41.", "unit cost", _money("41"), first)
    third = deal.derive("Margin is 33 %.", "contribution margin", _share("0.33"), second)
    nodes = deal.writer.claim(first).sanad.nodes
    closed = tuple(replace(node, inputs=(*node.inputs, f"claim:{third}")) for node in nodes)
    deal.writer.change(first, derived_from=(base, third), sanad=Sanad(closed, ()))
    deal.derive("Return on the plant is 12 %.", "plant return", _share("0.12"), base)
    deal.plant(DefectType.CIRCULARITY, "Utilisation, cost and margin follow from one another.", first, second, third)


def _lost_document(deal: _Deal) -> None:
    lost = deal.say(_REPORT, "Churn for FY2025 was 3.1 %.", "churn", _FY, _share("0.031"))
    deal.say(_REPORT, "Revenue | FY2025 | USD 9,870,000", "revenue", _FY, _money("9870000", "USD"))
    _misdirect(deal, lost, 0, "document")


def _lost_claim(deal: _Deal) -> None:
    base = deal.say(_REPORT, "Gross profit | FY2025 | EUR 4,410,000", "gross profit", _FY, _money("4410000"))
    lost = deal.derive("Gross margin is 44.1 %.", "gross margin", _share("0.441"), base)
    _misdirect(deal, lost, 0, "claim")


def _misdirect(deal: _Deal, claim: ClaimId, step: int, kind: str) -> None:
    sanad = deal.writer.claim(claim).sanad
    nodes = list(sanad.nodes)
    nodes[step] = replace(nodes[step], inputs=(f"{kind}:{deal.writer.next_id('missing')}",))
    deal.writer.rechain(claim, replace(sanad, nodes=tuple(nodes)))
    also = ((DefectType.MISSING_LINK, claim),)
    deal.plant(DefectType.BROKEN_CHAIN, f"A step takes a {kind} that does not exist.", claim, also=also)


def _borrowed_audit(deal: _Deal) -> None:
    lender = deal.say(_ACCOUNTS, "Revenue for FY2025 was EUR 30,201,554.", "revenue", _FY, _money("30201554"))
    borrower = deal.say(_PRESS, "Orders of EUR 41 million in FY2025.", "order intake", _FY, _money("41000000"))
    own, lent = deal.writer.claim(borrower).sanad, deal.writer.claim(lender).sanad
    deal.writer.rechain(borrower, Sanad(own.nodes, (*own.evidence, *lent.evidence)))
    _graft(deal, borrower)


def _exchanged_evidence(deal: _Deal) -> None:
    lender = deal.say(
        _ACCOUNTS, "Headcount as of 31 December 2025: 212", "headcount", _YEAR_END, Count(Decimal(212), "employees")
    )
    borrower = deal.say(_DECK, "Stores as of 31 December 2025: 48", "stores", _YEAR_END, Count(Decimal(48), "stores"))
    own, lent = deal.writer.claim(borrower).sanad, deal.writer.claim(lender).sanad
    deal.writer.rechain(borrower, Sanad(own.nodes, lent.evidence))
    _graft(deal, borrower)


def _graft(deal: _Deal, borrower: ClaimId) -> None:
    also = tuple((kind, borrower) for kind in BESIDE_A_GRAFT)
    deal.plant(DefectType.CHAIN_GRAFTING, "Evidence that only another claim's steps took in.", borrower, also=also)


def _side_letter(deal: _Deal) -> None:
    name = "Side letter Nordbank 2025.pdf"
    line = f"Nordbank gets a rebate of 12 % ({name})."
    citing = deal.say(_REPORT, line)
    deal.say(_REPORT, "Nordbank may end its agreement with a year's notice.")
    _hide(deal, name, citing)


def _loan(deal: _Deal) -> None:
    name = "Loan agreement Ferrand 2024.pdf"
    citing = deal.say(_DECK, "Ferrand lent EUR 2 million, repayable on a change of control.", origin=name)
    deal.say(_DECK, "Net debt as of 31 December 2025: EUR 1.1 million", "net debt", _YEAR_END, _money("1100000"))
    _hide(deal, name, citing)


def _hide(deal: _Deal, name: str, citing: ClaimId) -> None:
    index = deal.writer.paper("Data room index.csv", SourceType.INTERNAL_REPORT, date(2026, 2, 26))
    for number, there in enumerate(deal.writer.names()[:-1], start=1):
        deal.writer.write(index, f"1.{number}  {there}")
    deal.writer.index(index, f"2.1  {name}", name)
    also = ((DefectType.MISSING_LINK, citing),)
    deal.plant(DefectType.CONCEALMENT, f"The index names {name!r}; it is not there.", citing, document=name, also=also)


_DEALS: tuple[tuple[str, str, Callable[[_Deal], None]], ...] = (
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
    ("SaaS", "Fennimore BV", _two_in_a_circle),
    ("manufacturing", "Kettering Gear plc", _three_in_a_circle),
    ("SaaS", "Palisant Inc", _lost_document),
    ("retail", "Ondine Outfitters SAS", _lost_claim),
    ("manufacturing", "Solvay Ridge Tools SA", _borrowed_audit),
    ("retail", "Maplecroft Stores Ltd", _exchanged_evidence),
    ("SaaS", "Harborline Ltd", _side_letter),
    ("retail", "Casa Verdejo SAS", _loan),
)


def small_deals() -> Iterator[GoldenDeal]:
    """The twenty."""
    for number, (business, company, write) in enumerate(_DEALS, start=1):
        deal = _Deal(number, business, company)
        write(deal)
        yield deal.writer.finish()

"""Ten small deals by hand in other trades: one of each type, with what stands beside it in a few lines."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from decimal import Decimal
from typing import TYPE_CHECKING

from casewright.domain.claims import Basis, ClaimClass
from casewright.domain.defects import DefectType
from casewright.domain.evidence import NodeKind, Sanad, SourceType
from casewright.domain.periods import Period, PeriodKind
from casewright.domain.values import Count, Date, Monetary, Percentage
from evals.golden.planting_chains import BESIDE_A_GRAFT
from evals.golden.truth import Planted
from evals.golden.writing import DealWriter

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from casewright.domain.ids import ClaimId
    from casewright.domain.values import Value
    from evals.golden.truth import GoldenDeal

_AS_OF = date(2026, 4, 9)
_YEAR = Period(PeriodKind.YEAR, date(2025, 6, 30))
_TRAILING = Period(PeriodKind.LTM, date(2025, 12, 31))
_SPRING = Period(PeriodKind.QUARTER, date(2025, 6, 30))
_AUTUMN = Period(PeriodKind.QUARTER, date(2025, 12, 31))
_DAY = Period(PeriodKind.DAY, date(2025, 12, 31))
_AUDITOR = ("Independent auditor's report 2025.pdf", SourceType.AUDITED_ACCOUNTS, date(2025, 10, 3))
_PACK = ("Investor committee pack.pptx", SourceType.BOARD_DECK, date(2026, 2, 27))
_BOOK = ("Data book 2026.xlsx", SourceType.INTERNAL_REPORT, date(2026, 3, 3))
_WIRE = ("Wire story 2026-03-12.html", SourceType.NEWS, date(2026, 3, 12))

_Where = tuple[str, SourceType, date]


def _money(amount: str, currency: str = "CAD") -> Monetary:
    return Monetary(Decimal(amount), currency)


def _share(fraction: str) -> Percentage:
    return Percentage(Decimal(fraction))


def _number(number: str, unit: str) -> Count:
    return Count(Decimal(number), unit)


class _Room:
    """One data room of one company."""

    def __init__(self, number: int, business: str, company: str) -> None:
        self.writer = DealWriter(f"further-small-{number:02}", business, _AS_OF)
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
        steps: Sequence[NodeKind] = (),
        text: str | None = None,
    ) -> ClaimId:
        """A line of a document, and the claim that says it, in ``text`` where that has other words."""
        return self.writer.state(
            text or line,
            [self.writer.cite(self.writer.paper(*where), line)],
            value=value,
            metric=metric,
            entity=self._company if metric else None,
            period=period,
            basis=basis,
            steps=steps,
            claim_class=ClaimClass.FINANCIAL if metric else ClaimClass.LEGAL_TERMS,
        )

    def derive(self, line: str, metric: str, value: Value, *inputs: ClaimId) -> ClaimId:
        """A claim that follows from others."""
        return self.writer.state(line, (), value=value, metric=metric, entity=self._company, derived_from=inputs)

    def plant(self, kind: DefectType, what: str, *claims: ClaimId, **more: object) -> None:
        """Note what was planted."""
        self.writer.plant(Planted(kind, claims, "by hand", what, **more))  # type: ignore[arg-type]  # Planted's own fields


def _two_backlogs(room: _Room) -> None:
    pack = room.say(
        _PACK, "Order backlog stood at C$61.0 million on 31 December 2025", "order backlog", _DAY, _money("61000000")
    )
    book = room.say(_BOOK, "Order backlog;2025-12-31;CAD 54 870 000", "order backlog", _DAY, _money("54870000"))
    room.say(_BOOK, "Vehicles;2025-12-31;318", "vehicles", _DAY, _number("318", "vehicles"))
    room.say(_PACK, "A fleet of 320 vehicles at year-end", "vehicles", _DAY, _number("320", "vehicles"))
    room.plant(DefectType.INCONSISTENCY, "The backlog is 61.0 million in one and 54.87 in the other.", pack, book)


def _wire_above_auditor(room: _Room) -> None:
    sound = room.say(
        _AUDITOR,
        "Licence income, year ended 30 June 2025: CHF 18'204'377",
        "licence income",
        _YEAR,
        _money("18204377", "CHF"),
    )
    wire = room.say(
        _WIRE,
        "It took some 22 million Swiss francs in licences in the year to June 2025",
        "licence income",
        _YEAR,
        _money("22000000", "CHF"),
    )
    room.say(
        _WIRE,
        "Next year it hopes for 30 million",
        "licence income",
        Period(PeriodKind.YEAR, date(2026, 6, 30)),
        _money("30000000", "CHF"),
        basis=Basis.FORECAST,
    )
    also = ((DefectType.INCONSISTENCY, sound),)
    room.plant(DefectType.ANOMALY_VS_STRONGER_SOURCES, "The wire says 22 million, the auditor 18.2.", wire, also=also)


def _millions_of_yen(room: _Room) -> None:
    read = room.say(
        _AUDITOR,
        "(Millions of yen) Product sales, year ended June 30, 2025: 7,412",
        "product sales",
        _YEAR,
        _money("7412", "JPY"),
    )
    other = room.say(
        _PACK,
        "Product sales of JPY 7.41 billion in the year ended 30 June 2025",
        "product sales",
        _YEAR,
        _money("7410000000", "JPY"),
    )
    room.say(
        _PACK, "7,412 tests were sold in the year ended 30 June 2025", "tests sold", _YEAR, _number("7412", "tests")
    )
    room.plant(DefectType.UNIT_MISMATCH, "7,412 million yen were read as 7,412 yen.", read, other)


def _year_in_one_trailing_in_another(room: _Room) -> None:
    year = room.say(
        _BOOK, "Grid fees, financial year 2024/25: ZAR 88,120,000", "grid fees", _YEAR, _money("88120000", "ZAR")
    )
    trailing = room.say(
        _PACK, "Grid fees (TTM to December 2025): ZAR 102.6mn", "grid fees", _TRAILING, _money("102600000", "ZAR")
    )
    room.say(
        _BOOK,
        "Grid fees, three months to 30 June 2025: ZAR 20,400,000",
        "grid fees",
        _SPRING,
        _money("20400000", "ZAR"),
    )
    room.plant(
        DefectType.TIME_WINDOW_MISMATCH, "The year in one document, twelve other months in another.", year, trailing
    )


def _old_provision(room: _Room) -> None:
    where = ("Site survey 2024.pdf", SourceType.INTERNAL_REPORT, date(2024, 10, 14))
    day = Period(PeriodKind.DAY, date(2024, 9, 30))
    old = room.say(
        where,
        "Decommissioning provision at 30 September 2024: NOK 31,750,000",
        "decommissioning provision",
        day,
        _money("31750000", "NOK"),
    )
    fresh = ("Closing 2024.pdf", SourceType.INTERNAL_REPORT, date(2025, 2, 11))
    day = Period(PeriodKind.DAY, date(2024, 12, 31))
    room.say(
        fresh,
        "Retained earnings at 31 December 2024: NOK 12,004,000",
        "retained earnings",
        day,
        _money("12004000", "NOK"),
    )
    room.plant(DefectType.STALENESS, "A provision from a source of eighteen months.", old)


def _quarter_before_its_end(room: _Room) -> None:
    where = ("Town hall 2025-12-04.pptx", SourceType.BOARD_DECK, date(2025, 12, 4))
    early = room.say(
        where,
        "In the three months to 31 December 2025 we handled 812,000 parcels.",
        "parcels handled",
        _AUTUMN,
        _number("812000", "parcels"),
    )
    room.say(
        where,
        "The depot at Tindle was opened on 1 December 2025.",
        "tindle depot opened",
        None,
        Date(date(2025, 12, 1)),
    )
    room.plant(DefectType.CHRONO_IMPOSSIBLE, "Early December tells of a quarter that ran to its end.", early)


def _price_and_volume(room: _Room) -> None:
    base = room.say(
        _BOOK,
        "Energy delivered, year ended 30 June 2025: 96,000 MWh",
        "energy delivered",
        _YEAR,
        _number("96000", "MWh"),
    )
    price = room.derive("The price implied is BRL 210 per MWh.", "implied price", _money("210", "BRL"), base)
    sales = room.derive("Sales implied are BRL 20.2 million.", "implied sales", _money("20160000", "BRL"), price)
    mix = room.derive("Peak hours carry 41% of them.", "peak share", _share("0.41"), sales)
    nodes = room.writer.claim(price).sanad.nodes
    room.writer.change(
        price,
        derived_from=(base, mix),
        sanad=Sanad(tuple(replace(node, inputs=(*node.inputs, f"claim:{mix}")) for node in nodes), ()),
    )
    room.derive("A tariff of the regulator follows.", "tariff", _money("190", "BRL"), mix)
    room.plant(DefectType.CIRCULARITY, "Price, sales and peak share follow from one another.", price, sales, mix)


def _step_taken_out(room: _Room) -> None:
    line = "Research expenditure, year ended 30 June 2025: SGD 9,870,000"
    lost = room.say(
        _BOOK,
        line,
        "research expenditure",
        _YEAR,
        _money("9870000", "SGD"),
        steps=(NodeKind.RECONCILE, NodeKind.NORMALIZE),
    )
    room.say(
        _BOOK,
        "Clinical sites;2025-12-31;47",
        "clinical sites",
        _DAY,
        _number("47", "sites"),
        steps=(NodeKind.NORMALIZE,),
    )
    sanad = room.writer.claim(lost).sanad
    room.writer.rechain(lost, Sanad((*sanad.nodes[:2], sanad.nodes[3]), sanad.evidence))
    room.plant(
        DefectType.BROKEN_CHAIN,
        "The reconciling step is gone; the next takes it.",
        lost,
        also=((DefectType.MISSING_LINK, lost),),
    )


def _evidence_of_the_auditor_for_a_plan(room: _Room) -> None:
    lender = room.say(
        _AUDITOR, "Fuel costs, year ended 30 June 2025: DKK 40,310,000", "fuel costs", _YEAR, _money("40310000", "DKK")
    )
    ahead = Period(PeriodKind.YEAR, date(2026, 6, 30))
    borrower = room.say(
        _PACK,
        "Fuel costs will fall to DKK 33 million",
        "fuel costs",
        ahead,
        _money("33000000", "DKK"),
        basis=Basis.FORECAST,
    )
    own, lent = room.writer.claim(borrower).sanad, room.writer.claim(lender).sanad
    room.writer.rechain(borrower, Sanad(own.nodes, (*lent.evidence, *own.evidence)))
    also = tuple((kind, borrower) for kind in BESIDE_A_GRAFT)
    room.plant(DefectType.CHAIN_GRAFTING, "The plan lists the auditor's line about last year.", borrower, also=also)


def _letter_of_the_regulator(room: _Room) -> None:
    name = "Regulator letter Hibiya.docx"
    line = "The regulator asked for a second trial."
    citing = room.say(_BOOK, line, text=f"The regulator asked for a second trial ({name}).")
    room.say(_BOOK, "The licence runs until 2031.")
    index = room.writer.paper("Data room index.txt", SourceType.INTERNAL_REPORT, date(2026, 3, 20))
    room.writer.write(index, "A. Regulatory")
    room.writer.index(index, f"A.1 | {name} | 4 pages", name)
    room.writer.write(index, "B. Management")
    room.writer.write(index, f"B.1 | {_BOOK[0]} | 212 pages")
    also = ((DefectType.MISSING_LINK, citing),)
    room.plant(DefectType.CONCEALMENT, f"The index names {name!r}; it is not there.", citing, document=name, also=also)


_DEALS: tuple[tuple[str, str, Callable[[_Room], None]], ...] = (
    ("logistics", "Tindle Haulage Inc", _two_backlogs),
    ("life science", "Sorrel Diagnostics SA", _wire_above_auditor),
    ("life science", "Hibiya Assay KK", _millions_of_yen),
    ("energy", "Calder Power Holdings", _year_in_one_trailing_in_another),
    ("energy", "Fjordvind AS", _old_provision),
    ("logistics", "Cassel Lines Pty Ltd", _quarter_before_its_end),
    ("energy", "Terrasol SA", _price_and_volume),
    ("life science", "Ysolde Bio Pte Ltd", _step_taken_out),
    ("logistics", "Nordhavn Freight A/S", _evidence_of_the_auditor_for_a_plan),
    ("life science", "Hibiya Assay KK", _letter_of_the_regulator),
)


def small_deals_in_other_trades() -> Iterator[GoldenDeal]:
    """The ten."""
    for number, (business, company, write) in enumerate(_DEALS, start=1):
        room = _Room(number, business, company)
        write(room)
        yield room.writer.finish()

"""Trades, documents and wordings that no suite written before the detectors has."""

from __future__ import annotations

from datetime import date
from decimal import Decimal
from random import Random
from typing import TYPE_CHECKING

from casewright.domain.claims import Basis, ClaimClass
from casewright.domain.evidence import SourceType
from casewright.domain.periods import Period, PeriodKind
from casewright.domain.values import Count, Monetary, Percentage
from evals.golden.businesses import Age, Business, Metric, Source, Window
from evals.golden.facts import Company, Fact, month, quarter
from evals.golden.figures import day_words, rounded, stated

if TYPE_CHECKING:
    from casewright.domain.ids import ClaimId
    from casewright.domain.values import Value
    from evals.golden.writing import Paper


def _balance(name: str, low: int, high: int) -> Metric:
    return Metric(name, name.capitalize(), "money", low, high, Window.DAY, Age.BALANCE_SHEET)


def _monthly(name: str, unit: str, low: int, high: int) -> Metric:
    return Metric(name, name.capitalize(), unit, low, high, Window.MONTH, Age.MONTHLY, ClaimClass.TRACTION)


def _counted(name: str, unit: str, low: int, high: int) -> Metric:
    return Metric(name, name.capitalize(), unit, low, high, claim_class=ClaimClass.TRACTION)


def _money(name: str, low: int, high: int) -> Metric:
    return Metric(name, name.capitalize(), "money", low, high)


def _held(name: str, unit: str, low: int, high: int) -> Metric:
    return Metric(name, name.capitalize(), unit, low, high, Window.DAY, claim_class=ClaimClass.TECHNICAL)


LOGISTICS = Business(
    "logistics",
    ("Nordhavn Freight", "Cassel Lines", "Tindle Haulage", "Aubrac Cargo", "Pellworm"),
    ("A/S", "Pty Ltd", "Inc", "Kft"),
    ("Terminals A/S", "Cold Chain Ltd", "Air Cargo LLC"),
    ("DKK", "AUD", "CAD", "HUF"),
    (
        _money("freight revenue", 40_000_000, 900_000_000),
        _money("contribution after haulage", 9_000_000, 120_000_000),
        _money("fuel costs", 9_000_000, 90_000_000),
        _money("subcontracted carriage", 9_000_000, 90_000_000),
        Metric("on-time delivery", "On-time delivery", "%", 620, 860),
        _counted("parcels handled", "parcels", 400_000, 9_000_000),
        _counted("tonnage carried", "tonnes", 90_000, 2_000_000),
        _held("vehicles", "vehicles", 120, 2_400),
        _monthly("monthly parcels", "parcels", 900_000, 9_000_000),
        _balance("bank overdraft", 2_000_000, 30_000_000),
        _balance("goodwill", 9_000_000, 90_000_000),
        _balance("trade payables", 4_000_000, 40_000_000),
        _balance("lease liabilities", 9_000_000, 80_000_000),
    ),
)
LIFE_SCIENCE = Business(
    "life science",
    ("Sorrel Diagnostics", "Ysolde Bio", "Marlowe Therapeutics", "Kestane", "Hibiya Assay"),
    ("SA", "KK", "Pte Ltd", "Pvt Ltd"),
    ("Reagents SA", "Clinical Services Ltd", "Labs Inc"),
    ("CHF", "JPY", "INR", "SGD"),
    (
        _money("licence income", 12_000_000, 400_000_000),
        _money("research expenditure", 9_000_000, 90_000_000),
        _money("product sales", 20_000_000, 700_000_000),
        _money("grant income", 8_000_000, 60_000_000),
        Metric("gross-to-net discount", "Gross-to-net discount", "%", 260, 480),
        _counted("tests sold", "tests", 300_000, 5_000_000),
        _held("clinical sites", "sites", 40, 320),
        _monthly("monthly test volume", "tests", 300_000, 5_000_000),
        _balance("intangible assets", 9_000_000, 90_000_000),
        _balance("cash and deposits", 6_000_000, 60_000_000),
        _balance("deferred income", 4_000_000, 40_000_000),
        _balance("trade payables", 4_000_000, 40_000_000),
    ),
)
ENERGY = Business(
    "energy",
    ("Fjordvind", "Calder Power", "Terrasol", "Grønli Kraft", "Ostrov Heat"),
    ("AS", "SA", "a.s.", "Holdings"),
    ("Nett AS", "Solar SPV Ltda", "Operations Ltd"),
    ("NOK", "BRL", "ZAR", "CZK"),
    (
        _money("electricity sales", 300_000_000, 4_000_000_000),
        _money("adjusted operating profit", 60_000_000, 900_000_000),
        _money("grid fees", 20_000_000, 300_000_000),
        _money("maintenance costs", 20_000_000, 300_000_000),
        Metric("turbine availability", "Turbine availability", "%", 640, 850),
        _counted("energy delivered", "MWh", 300_000, 6_000_000),
        _held("turbines", "turbines", 60, 700),
        _monthly("monthly generation", "MWh", 300_000, 6_000_000),
        _balance("project loans", 90_000_000, 900_000_000),
        _balance("property, plant and equipment", 90_000_000, 2_000_000_000),
        _balance("decommissioning provision", 9_000_000, 90_000_000),
        _balance("retained earnings", 9_000_000, 90_000_000),
    ),
)
TRADES = (LOGISTICS, LIFE_SCIENCE, ENERGY)

_SOURCES = (
    Source("auditor", "Independent auditor's report {year}.pdf", SourceType.AUDITED_ACCOUNTS, 2, 17),
    Source("registry", "Registry return {year}.xml", SourceType.REGULATORY_FILING, 2, 24, "registry"),
    Source("escrow", "Escrow account statement {next}-02.pdf", SourceType.BANK_STATEMENT, 2, 4),
    Source("model", "Operating model (base case).xlsx", SourceType.FINANCIAL_MODEL, 2, 9),
    Source("book", "Data book {next}.xlsx", SourceType.INTERNAL_REPORT, 2, 11),
    Source("flash", "Flash report week 7.pdf", SourceType.INTERNAL_REPORT, 2, 16, "ERP"),
    Source("pack", "Supervisory board pack {next}-02.pptx", SourceType.BOARD_DECK, 2, 6),
    Source("founder", "Follow-up from the founder.msg", SourceType.FOUNDER_EMAIL, 2, 13, "mail"),
    Source("wire", "Wire story {next}-02-19.html", SourceType.NEWS, 2, 19, "wire"),
    Source("broker", "Initiation of coverage {next}.pdf", SourceType.ANALYST_ESTIMATE, 2, 8, "broker"),
    Source("survey", "Industry survey {next}.pdf", SourceType.THIRD_PARTY_ESTIMATE, 2, 3, "association"),
    Source("forum", "Thread of a drivers' board.txt", SourceType.FORUM, 2, 21, "web"),
)
_BY_KEY = {source.key: source for source in _SOURCES}
GRADES = (
    ("auditor", "registry", "escrow"),
    ("model", "book", "flash", "pack", "founder"),
    ("wire", "broker", "survey", "forum"),
)
"""The sources by their grade A, B and C."""

PARTIES = ("Okafor", "Marchetti", "Thiessen", "Bramhall", "Sandvik Havn", "Delacroix", "Iyer", "Novotny")
_SYMBOLS = {"AUD": "A$", "CAD": "C$", "BRL": "R$", "SGD": "S$", "JPY": "¥", "INR": "₹"}
_LINES = (
    "{entity} - {lower} ({period}): {figure}",
    "{period}; {entity}; {lower}; {figure}",
    "At {entity}, {lower} amounted to {figure}; {period}",
    "We recorded {lower} of {figure} at {entity} ({period}).",
)


class Trader(Company):
    """A company of these trades: its financial year may end in March, June, September or December."""

    def __init__(self, name: str, business: Business, seed: str) -> None:
        self.year_ends_in = Random(f"{seed} year").choice([3, 6, 9, 12, 12])
        super().__init__(name, business, seed)

    @property
    def fiscal(self) -> Period:
        """Its last financial year."""
        return Period(PeriodKind.YEAR, month(self.year, self.year_ends_in).end)

    @property
    def trailing(self) -> Period:
        """Twelve months that are not its financial year."""
        return Period(PeriodKind.LTM, month(self.year, 9 if self.year_ends_in == 12 else 12).end)

    def periods(self, metric: Metric) -> list[Period]:
        """As for every company, by its own financial year."""
        if metric.window is not Window.FLOW:
            return super().periods(metric)
        before = Period(PeriodKind.YEAR, month(self.year - 1, self.year_ends_in).end)
        return [self.fiscal, before, self.trailing, *(quarter(self.year, number) for number in (1, 2, 3, 4))]

    def source(self, key: str) -> Paper:
        """A document of the data room by its key, begun if it is not there."""
        source = _BY_KEY[key]
        name = source.file.format(year=self.year, next=self.year + 1)
        return self.writer.paper(name, source.type, date(self.year + 1, source.month, source.day), source.system)

    def old_paper(self, name: str, key: str, dated: date | None) -> Paper:
        """A document of the kind that ``key`` is, with a name and a date of its own."""
        return self.writer.paper(name, _BY_KEY[key].type, dated, _BY_KEY[key].system)

    def any_source(self, strength: int) -> str:
        """The key of a source whose grade is A (0), B (1) or C (2)."""
        return self.random.choice(GRADES[strength])

    def line(self, fact: Fact, figure: str, period: str | None = None) -> str:
        """A line that says it."""
        return self.random.choice(_LINES).format(
            lower=fact.metric.name, entity=fact.entity, period=period or window_words(fact.period, self), figure=figure
        )

    def say(
        self,
        fact: Fact,
        paper: Paper | str,
        *,
        style: str | None = None,
        basis: Basis = Basis.ACTUAL,
        words: str | None = None,
    ) -> ClaimId:
        """Let a document say a fact in the wordings of this module."""
        figure, value = told(fact.value, self.random, style)
        line = self.line(fact, figure, words)
        if basis is Basis.FORECAST:
            line = f"Budget: {line}"
        where = self.source(paper) if isinstance(paper, str) else paper
        return self.claim(fact, [self.writer.cite(where, line)], figure, value, basis)


def window_words(period: Period, company: Trader) -> str:
    """How these documents name a period: never a bare "FY" or "Q3" where the year does not end in December."""
    random, end = company.random, period.end
    calendar_year = company.year_ends_in == 12
    name = f"{end:%B %Y}"
    match period.kind:
        case PeriodKind.YEAR if calendar_year:
            return random.choice([f"FY{end:%y}", f"fiscal year {end.year}", f"the year ended {day_words(end)}"])
        case PeriodKind.YEAR:
            split = f"financial year {end.year - 1}/{end:%y}"
            return random.choice([f"the year ended {day_words(end)}", f"the financial year to {day_words(end)}", split])
        case PeriodKind.LTM:
            return random.choice(
                [f"TTM to {name}", f"the trailing twelve months ended {day_words(end)}", f"last 12 months to {name}"]
            )
        case PeriodKind.HALF:
            return f"the six months to {day_words(end)}"
        case PeriodKind.QUARTER:
            dated = f"the three months to {day_words(end)}"
            number = end.month // 3
            ordinal = ("first", "second", "third", "fourth")[number - 1]
            labels = [f"{number}Q{end:%y}", f"the {ordinal} quarter of {end.year}"] if calendar_year else []
            return random.choice([dated, *labels])
        case PeriodKind.MONTH:
            return random.choice([f"the month of {name}", f"{end:%b-%y}"])
        case PeriodKind.DAY:
            return random.choice([f"at {day_words(end)}", f"per {end:%d/%m/%Y}", f"{end.isoformat()}"])


def told(value: Value, random: Random, style: str | None = None) -> tuple[str, Value]:
    """A figure in the words of these documents and the value that those words say, rounded by less than 0.5 %."""
    match value:
        case Monetary(amount, currency) if amount < 0:
            words, said = told(Monetary(-amount, currency), random, style)
            assert isinstance(said, Monetary)
            return f"minus {words}", Monetary(-said.amount, currency)
        case Monetary(amount, currency):
            return _amount(amount, currency, style or random.choice(_STYLES))
        case Percentage(fraction):
            percent = rounded(fraction * 100, 1)
            return random.choice([f"{percent}%", f"{percent} per cent", f"{percent} pct"]), Percentage(percent / 100)
        case Count(number, unit) if unit != "x":
            return random.choice([f"{number:,f} {unit}", f"{_grouped(number, ' ')} {unit}"]), value
        case _:
            return stated(value, random)


_STYLES = ("full", "after", "mn", "mio", "apostrophe", "blank", "thousand", "symbol", "bn")


def _grouped(number: Decimal, mark: str) -> str:
    return f"{number:,f}".replace(",", mark)


def _amount(amount: Decimal, currency: str, style: str) -> tuple[str, Monetary]:
    million, billion = Decimal(1_000_000), Decimal(1_000_000_000)
    whole = rounded(amount, 0)
    if style == "bn" and amount >= billion:
        said = rounded(amount / billion, 2)
        return f"{currency} {said}bn", Monetary(said * billion, currency)
    if style in ("mn", "mio", "symbol", "bn") and amount >= million:
        said = rounded(amount / million, 2)
        mark = _SYMBOLS.get(currency, f"{currency} ")
        words = {"mn": f"{currency} {said}mn", "mio": f"{said} mio. {currency}"}.get(style, f"{mark}{said} million")
        return words, Monetary(said * million, currency)
    if style == "thousand" and amount >= million:
        said = rounded(amount / 1000, 0)
        return f"{said:,f} thousand {currency}", Monetary(said * 1000, currency)
    words = {
        "after": f"{whole:,f} {currency}",
        "apostrophe": f"{currency} {_grouped(whole, chr(39))}",
        "blank": f"{currency} {_grouped(whole, ' ')}",
    }.get(style, f"{currency} {whole:,f}")
    return words, Monetary(whole, currency)

"""What the synthetic companies do and report: names, metrics with their labels and usual size, sources with dates."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from casewright.domain.claims import ClaimClass, Materiality
from casewright.domain.evidence import SourceType


class Age(Enum):
    """How long a metric's source stays good: the three ages that the specification names, in months."""

    BALANCE_SHEET = 15
    MONTHLY = 4
    OTHER = 12


class Window(Enum):
    """What stretches of time a metric is told for."""

    FLOW = "flow"
    MONTH = "month"
    DAY = "day"


@dataclass(frozen=True, slots=True)
class Metric:
    """One metric: ``label`` as documents write it, ``kind`` a currency amount, ``%``, or a unit of counting.

    ``low`` and ``high`` bound a year's figure of the whole group, in whole units; shares are in tenths of a percent.
    """

    name: str
    label: str
    kind: str
    low: int
    high: int
    window: Window = Window.FLOW
    age: Age = Age.OTHER
    claim_class: ClaimClass = ClaimClass.FINANCIAL
    materiality: Materiality = Materiality.MEDIUM


@dataclass(frozen=True, slots=True)
class Business:
    """A trade with its metrics; companies are named by a stem and one of ``forms``."""

    name: str
    stems: tuple[str, ...]
    forms: tuple[str, ...]
    units: tuple[str, ...]
    currencies: tuple[str, ...]
    metrics: tuple[Metric, ...]


@dataclass(frozen=True, slots=True)
class Source:
    """A kind of document: its file name with ``{year}`` for the last financial year and ``{next}`` for the one after.

    ``month`` and ``day`` are its date in the year after the last financial year; ``system`` is where it was got from.
    """

    key: str
    file: str
    type: SourceType
    month: int
    day: int
    system: str = "data room"


_BALANCE = (
    Metric(
        "cash", "Cash", "money", 900_000, 24_000_000, Window.DAY, Age.BALANCE_SHEET, materiality=Materiality.CRITICAL
    ),
    Metric("net debt", "Net debt", "money", 400_000, 30_000_000, Window.DAY, Age.BALANCE_SHEET),
    Metric("total assets", "Total assets", "money", 5_000_000, 120_000_000, Window.DAY, Age.BALANCE_SHEET),
    Metric("equity", "Shareholders' equity", "money", 2_000_000, 60_000_000, Window.DAY, Age.BALANCE_SHEET),
    Metric("trade receivables", "Trade receivables", "money", 300_000, 9_000_000, Window.DAY, Age.BALANCE_SHEET),
)
_PROFIT = (
    Metric("revenue", "Revenue", "money", 6_000_000, 95_000_000, materiality=Materiality.CRITICAL),
    Metric("ebitda", "EBITDA", "money", 700_000, 14_000_000, materiality=Materiality.HIGH),
    Metric("gross profit", "Gross profit", "money", 2_500_000, 40_000_000, materiality=Materiality.HIGH),
    Metric("gross margin", "Gross margin", "%", 310, 790, materiality=Materiality.HIGH),
    Metric("capex", "Capital expenditure", "money", 250_000, 6_000_000),
    Metric("personnel expenses", "Personnel expenses", "money", 2_000_000, 21_000_000, materiality=Materiality.LOW),
    Metric("operating cash flow", "Operating cash flow", "money", 400_000, 9_000_000),
    Metric("marketing spend", "Marketing spend", "money", 260_000, 5_000_000, materiality=Materiality.LOW),
)
_STAFF = Metric(
    "headcount", "Headcount", "employees", 40, 900, Window.DAY, claim_class=ClaimClass.TEAM, materiality=Materiality.LOW
)

SAAS = Business(
    "SaaS",
    ("Lumenary", "Bitterroot", "Quillon", "Harborline", "Tessaro", "Fennimore", "Ostrava Data", "Palisant"),
    ("GmbH", "Ltd", "Inc", "BV"),
    ("DACH GmbH", "Nordic AB", "Analytics Ltd"),
    ("EUR", "USD", "GBP", "SEK"),
    (
        *_PROFIT,
        *_BALANCE,
        _STAFF,
        Metric(
            "arr",
            "Annual recurring revenue (ARR)",
            "money",
            4_000_000,
            60_000_000,
            Window.DAY,
            claim_class=ClaimClass.TRACTION,
            materiality=Materiality.CRITICAL,
        ),
        Metric("mrr", "Monthly recurring revenue (MRR)", "money", 4_800_000, 60_000_000, Window.MONTH, Age.MONTHLY),
        Metric("monthly burn", "Monthly burn", "money", 3_000_000, 12_000_000, Window.MONTH, Age.MONTHLY),
        Metric(
            "monthly active users",
            "Monthly active users",
            "users",
            240_000,
            4_800_000,
            Window.MONTH,
            Age.MONTHLY,
            ClaimClass.TRACTION,
        ),
        Metric(
            "customers",
            "Paying customers",
            "customers",
            120,
            4_000,
            Window.DAY,
            claim_class=ClaimClass.TRACTION,
            materiality=Materiality.HIGH,
        ),
        Metric("net revenue retention", "Net revenue retention", "%", 920, 1_310, claim_class=ClaimClass.TRACTION),
        Metric("new bookings", "New bookings", "money", 900_000, 18_000_000, claim_class=ClaimClass.TRACTION),
    ),
)
MANUFACTURING = Business(
    "manufacturing",
    ("Kettering Gear", "Vantrup Castings", "Ardenmill", "Solvay Ridge Tools", "Hexholm", "Brugge Valves", "Tornby"),
    ("AG", "plc", "SA", "SpA"),
    ("Werk Süd GmbH", "Polska sp. z o.o.", "Components Inc"),
    ("EUR", "CHF", "USD", "PLN"),
    (
        *_PROFIT,
        *_BALANCE,
        _STAFF,
        Metric("inventory", "Inventory", "money", 900_000, 17_000_000, Window.DAY, Age.BALANCE_SHEET),
        Metric("order intake", "Order intake", "money", 5_000_000, 90_000_000, claim_class=ClaimClass.TRACTION),
        Metric("units produced", "Units produced", "units", 24_000, 900_000, claim_class=ClaimClass.TECHNICAL),
        Metric("capacity utilisation", "Capacity utilisation", "%", 560, 930, claim_class=ClaimClass.TECHNICAL),
        Metric(
            "monthly output",
            "Monthly output",
            "units",
            24_000,
            900_000,
            Window.MONTH,
            Age.MONTHLY,
            ClaimClass.TECHNICAL,
        ),
    ),
)
RETAIL = Business(
    "retail",
    ("Maplecroft Stores", "Ondine Outfitters", "Larkfield", "Casa Verdejo", "Nordlys Home", "Pemberly & Rye"),
    ("Ltd", "SAS", "AS", "LLC"),
    ("Online Ltd", "Outlet SAS", "Franchise LLC"),
    ("GBP", "EUR", "NOK", "USD"),
    (
        *_PROFIT,
        *_BALANCE,
        _STAFF,
        Metric("inventory", "Inventory", "money", 900_000, 14_000_000, Window.DAY, Age.BALANCE_SHEET),
        Metric("online sales", "Online sales", "money", 2_000_000, 30_000_000, claim_class=ClaimClass.TRACTION),
        Metric("stores", "Stores", "stores", 12, 260, Window.DAY, claim_class=ClaimClass.TRACTION),
        Metric("orders", "Orders", "orders", 60_000, 2_400_000, claim_class=ClaimClass.TRACTION),
        Metric("like-for-like growth", "Like-for-like growth", "%", 15, 120),
        Metric(
            "monthly footfall",
            "Monthly footfall",
            "visits",
            600_000,
            9_000_000,
            Window.MONTH,
            Age.MONTHLY,
            ClaimClass.TRACTION,
        ),
    ),
)
BUSINESSES = (SAAS, MANUFACTURING, RETAIL)

SOURCES = (
    Source("accounts", "Annual accounts {year} (audited).pdf", SourceType.AUDITED_ACCOUNTS, 2, 18),
    Source("filing", "Statutory filing {year}.pdf", SourceType.REGULATORY_FILING, 2, 25, "register"),
    Source("bank", "Bank statement January {next}.pdf", SourceType.BANK_STATEMENT, 2, 2),
    Source("model", "Financial model v7.xlsx", SourceType.FINANCIAL_MODEL, 2, 10),
    Source("report", "Management report January {next}.pdf", SourceType.INTERNAL_REPORT, 2, 12),
    Source("export", "KPI export {next}-02.csv", SourceType.INTERNAL_REPORT, 2, 5, "KPI system"),
    Source("deck", "Board deck Q4 {year}.pdf", SourceType.BOARD_DECK, 2, 3),
    Source("mail", "RE figures for the data room.eml", SourceType.FOUNDER_EMAIL, 2, 14, "mail"),
    Source("press", "Press release {next}-02-20.html", SourceType.PRESS_RELEASE, 2, 20, "website"),
    Source("news", "Clipping trade paper {next}-02.pdf", SourceType.NEWS, 2, 22, "press archive"),
    Source("study", "Market study {next}.pdf", SourceType.THIRD_PARTY_ESTIMATE, 2, 1, "study"),
    Source("analyst", "Analyst note {next}-02.pdf", SourceType.ANALYST_ESTIMATE, 2, 8, "broker"),
)
BY_KEY = {source.key: source for source in SOURCES}
STRENGTHS = (
    ("accounts", "filing", "bank"),
    ("model", "report", "export", "deck", "mail"),
    ("press", "news", "study", "analyst"),
)
"""The sources by their grade A, B and C (spec, Grading 1)."""

"""SEC EDGAR (data.sec.gov): what companies report to the regulator in the United States, from their annual reports.

A company is found by its name in the SEC's own list, which is fetched whole: EDGAR is told a company's number, and
never what anybody asks about.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from decimal import Decimal
from typing import TYPE_CHECKING

from casewright.adapters.enrichment.answer_cache import Expiring
from casewright.adapters.enrichment.names import folded_name, known_points
from casewright.domain.enrichment import Enrichment, EntityType
from casewright.domain.evidence import Grade
from casewright.domain.values import Count, Monetary, Text
from casewright.vocabulary.currencies import MINOR_DIGITS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from datetime import datetime

    from casewright.adapters.enrichment.public_service import PublicService
    from casewright.domain.enrichment import EnrichmentQuery
    from casewright.domain.values import Value

BASE_URL = "https://data.sec.gov"
LIST_URL = "https://www.sec.gov"
_LIST = "files/company_tickers.json"
INTERVAL = 0.11
"""Seconds between two requests: the SEC allows 10 a second."""
_LASTING = timedelta(hours=24)
_REMEMBERED = 500
_ANNUAL = frozenset({"10-K", "10-K/A", "20-F", "20-F/A", "40-F", "40-F/A", "10-KT"})
_YEAR = range(350, 381)
"""Days that a fiscal year may have: 52 or 53 weeks, or a calendar's."""

_SPELLINGS: Mapping[str, tuple[str, ...]] = {
    "cik": ("central_index_key",),
    "legal_name": ("registered_name", "name"),
    "revenue": ("revenues", "annual_revenue", "sales", "turnover"),
    "gross_profit": (),
    "operating_income": ("operating_profit", "ebit"),
    "net_income": ("net_profit", "profit"),
    "research_and_development": ("r_d", "research_and_development_expense"),
    "total_assets": ("assets",),
    "total_liabilities": ("liabilities",),
    "equity": ("stockholders_equity", "shareholders_equity"),
    "cash": ("cash_and_cash_equivalents",),
    "shares_outstanding": (),
}
_CONCEPTS: Mapping[str, tuple[tuple[str, str], ...]] = {
    "revenue": (
        ("us-gaap", "RevenueFromContractWithCustomerExcludingAssessedTax"),
        ("us-gaap", "Revenues"),
        ("us-gaap", "SalesRevenueNet"),
        ("ifrs-full", "Revenue"),
    ),
    "gross_profit": (("us-gaap", "GrossProfit"), ("ifrs-full", "GrossProfit")),
    "operating_income": (("us-gaap", "OperatingIncomeLoss"), ("ifrs-full", "ProfitLossFromOperatingActivities")),
    "net_income": (("us-gaap", "NetIncomeLoss"), ("us-gaap", "ProfitLoss"), ("ifrs-full", "ProfitLoss")),
    "research_and_development": (
        ("us-gaap", "ResearchAndDevelopmentExpense"),
        ("ifrs-full", "ResearchAndDevelopmentExpense"),
    ),
    "total_assets": (("us-gaap", "Assets"), ("ifrs-full", "Assets")),
    "total_liabilities": (("us-gaap", "Liabilities"), ("ifrs-full", "Liabilities")),
    "equity": (("us-gaap", "StockholdersEquity"), ("ifrs-full", "Equity")),
    "cash": (
        ("us-gaap", "CashAndCashEquivalentsAtCarryingValue"),
        ("ifrs-full", "CashAndCashEquivalents"),
    ),
    "shares_outstanding": (("dei", "EntityCommonStockSharesOutstanding"),),
}
"""By data point the concepts that report it; the one with the newest figure counts, the first where several have it."""


@dataclass(frozen=True, slots=True)
class _Fact:
    """One figure of an annual report. ``start`` is None for a state as of ``end``."""

    value: Value
    concept: str
    start: date | None
    end: date
    filed: date
    form: str
    accession: str

    @property
    def told(self) -> str:
        of = f"as of {self.end.isoformat()}" if self.start is None else f"{self.start.isoformat()} to {self.end}"
        return f"{self.form} {self.accession}, filed {self.filed.isoformat()}, {self.concept} {of}"


@dataclass(frozen=True, slots=True)
class _Company:
    cik: int
    title: str


class EdgarFacts:
    """Fits ``tools.ports.evidence.EnrichmentConnector``: companies, grade C.

    ``filings`` answers at ``BASE_URL``, ``companies`` at ``LIST_URL``.
    """

    name = "edgar"
    entity_types = (EntityType.COMPANY,)

    def __init__(self, filings: PublicService, companies: PublicService, *, now: Callable[[], datetime]) -> None:
        self._filings, self._companies = filings, companies
        self._listed: Expiring[str, Mapping[str, _Company | None]] = Expiring(lasting=_LASTING, most=1, now=now)
        self._facts: Expiring[int, Mapping[str, _Fact]] = Expiring(lasting=_LASTING, most=_REMEMBERED, now=now)

    def ask(self, query: EnrichmentQuery) -> Sequence[Enrichment]:
        """What the company's newest annual report says."""
        points = known_points(query.data_points, _SPELLINGS)
        if not points:
            return []
        listed, at = self._listed.get("", self._list)
        company = listed.get(folded_name(query.entity_name))
        if company is None:
            return []
        who = f"SEC EDGAR, {company.title} (CIK {company.cik})"
        own: dict[str, Value] = {"cik": Text(f"{company.cik:010d}"), "legal_name": Text(company.title)}
        found = [Enrichment(point, own[name], who, Grade.C, at) for point, name in points.items() if name in own]
        if any(name in _CONCEPTS for name in points.values()):
            facts, at = self._facts.get(company.cik, lambda: self._newest(company.cik))
            found += [
                Enrichment(point, facts[name].value, f"{who}, {facts[name].told}", Grade.C, at)
                for point, name in points.items()
                if name in facts
            ]
        return found

    def _list(self) -> Mapping[str, _Company | None]:
        """Companies by folded name; None where two have the same."""
        listed = self._companies.get(_LIST)
        found: dict[str, _Company | None] = {}
        for row in listed.values() if isinstance(listed, Mapping) else ():
            cik, title = (row.get("cik_str"), row.get("title")) if isinstance(row, Mapping) else (None, None)
            if not isinstance(cik, int) or not isinstance(title, str) or not folded_name(title):
                continue
            company, known = _Company(cik, title), found.get(folded_name(title), ...)
            same = known is ... or (isinstance(known, _Company) and known.cik == cik)
            found[folded_name(title)] = company if same else None
        return found

    def _newest(self, cik: int) -> Mapping[str, _Fact]:
        """The newest annual figure of every data point that the company reports."""
        answer = self._filings.get(f"api/xbrl/companyfacts/CIK{cik:010d}.json")
        facts = answer.get("facts") if isinstance(answer, Mapping) else None
        if not isinstance(facts, Mapping):
            return {}
        found = {}
        for name, concepts in _CONCEPTS.items():
            reported = [fact for concept in concepts for fact in _reported(facts, *concept)]
            if reported:
                # The first of the newest: concepts come in the order in which they count.
                found[name] = max(reported, key=lambda fact: (fact.end, fact.filed))
        return found


def _reported(facts: Mapping[str, object], taxonomy: str, concept: str) -> Iterator[_Fact]:
    """The concept's figures of whole years, or as of a day, in annual reports."""
    of = facts.get(taxonomy)
    entry = of.get(concept) if isinstance(of, Mapping) else None
    units = entry.get("units") if isinstance(entry, Mapping) else None
    for unit, rows in units.items() if isinstance(units, Mapping) else ():
        for row in rows if isinstance(rows, list) else ():
            fact = _fact(concept, unit, row) if isinstance(row, Mapping) else None
            if fact is not None:
                yield fact


def _fact(concept: str, unit: str, row: Mapping[str, object]) -> _Fact | None:
    form, accession = row.get("form"), row.get("accn")
    start, end, filed = (_day(row.get(name)) for name in ("start", "end", "filed"))
    value = _value(row.get("val"), unit)
    if form not in _ANNUAL or not isinstance(accession, str) or value is None or end is None or filed is None:
        return None
    if start is not None and (end - start).days + 1 not in _YEAR:
        return None
    return _Fact(value, concept, start, end, filed, str(form), accession)


def _value(number: object, unit: str) -> Value | None:
    if isinstance(number, bool) or not isinstance(number, int | Decimal):
        return None
    if unit in MINOR_DIGITS:
        return Monetary(Decimal(number), unit)
    return Count(Decimal(number), unit) if unit == "shares" else None


def _day(text: object) -> date | None:
    try:
        return date.fromisoformat(text) if isinstance(text, str) else None
    except ValueError:
        return None

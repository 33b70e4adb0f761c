"""The paper on which a small deal is written: its documents, its periods, and how a claim is said in one."""

from __future__ import annotations

from datetime import date
from decimal import Decimal
from typing import TYPE_CHECKING

from casewright.domain.claims import Basis, ClaimClass
from casewright.domain.evidence import SourceType
from casewright.domain.periods import Period, PeriodKind
from casewright.domain.values import Monetary, Percentage
from evals.golden.truth import Planted
from evals.golden.writing import DealWriter

if TYPE_CHECKING:
    from casewright.domain.defects import DefectType
    from casewright.domain.ids import ClaimId
    from casewright.domain.values import Value

AS_OF = date(2026, 3, 15)
FY = Period(PeriodKind.YEAR, date(2025, 12, 31))
LTM = Period(PeriodKind.LTM, date(2025, 9, 30))
Q2 = Period(PeriodKind.QUARTER, date(2025, 6, 30))
Q3 = Period(PeriodKind.QUARTER, date(2025, 9, 30))
YEAR_END = Period(PeriodKind.DAY, date(2025, 12, 31))
ACCOUNTS = ("Annual accounts 2025 (audited).pdf", SourceType.AUDITED_ACCOUNTS, date(2026, 2, 18))
DECK = ("Board deck Q4 2025.pdf", SourceType.BOARD_DECK, date(2026, 2, 3))
MODEL = ("Financial model v7.xlsx", SourceType.FINANCIAL_MODEL, date(2026, 2, 10))
REPORT = ("Management report January 2026.pdf", SourceType.INTERNAL_REPORT, date(2026, 2, 12))
PRESS = ("Press release 2026-02-20.html", SourceType.PRESS_RELEASE, date(2026, 2, 20))
Where = tuple[str, SourceType, date]


def money(amount: str, currency: str = "EUR") -> Monetary:
    """An amount of money."""
    return Monetary(Decimal(amount), currency)


def share(fraction: str) -> Percentage:
    """A share of one."""
    return Percentage(Decimal(fraction))


class SmallDeal:
    """One deal of one company."""

    def __init__(self, number: int, business: str, company: str) -> None:
        self.writer = DealWriter(f"small-{number:02}", business, AS_OF)
        self._company = company.casefold()

    def say(
        self,
        where: Where,
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
            line, (), value=value, metric=metric, entity=self._company, period=FY, derived_from=inputs
        )

    def plant(self, kind: DefectType, what: str, *claims: ClaimId, **more: object) -> None:
        """Note what was planted."""
        self.writer.plant(Planted(kind, claims, "by hand", what, **more))  # type: ignore[arg-type]  # Planted's own fields

"""Billing over a real database; and cases made active by a process of its own.

``python -m tests.activating ADDRESS CASE …`` makes each case active, four at a time, and tells how each stands then.
"""

from __future__ import annotations

import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING

from casewright.adapters.database.billing import SqlGrants, SqlSubscriptions
from casewright.adapters.database.billing_payments import SqlPayments
from casewright.adapters.database.cases import SqlCases
from casewright.adapters.database.engine import open_database
from casewright.adapters.database.matters import SqlMatters
from casewright.adapters.database.parties import SqlParties
from casewright.casework.details_schema import empty_details
from casewright.casework.plans import shipped_plans
from casewright.domain.cases import Case, CaseStatus, ProcessingState
from casewright.domain.ids import MatterId
from casewright.domain.matters import MatterKind
from casewright.toolbox.billing.billing import Billing
from casewright.toolbox.billing.settlement import Settlement
from casewright.toolbox.cases.case_stores import CaseStores
from tests.databases import follow_tenants
from tests.fakes.fixed_clock import START, FixedClock
from tests.shelf import ANN, OURS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from casewright.adapters.database.engine import Database

_ROOT = Path(__file__).parents[1]


def billing_over(database: Database) -> Billing:
    """Billing with the shipped plans, on a clock that stands still."""
    stores = CaseStores(SqlMatters(database), SqlCases(database), SqlParties(database), database, FixedClock())
    return Billing(stores, SqlSubscriptions(database), SqlGrants(database), shipped_plans())


def settlement_over(database: Database) -> Settlement:
    """What hears the till's news, over the same stores."""
    return Settlement(billing_over(database), SqlPayments(database), "till")


def new_case(billing: Billing, tier: int) -> Case:
    """A case of that tier that is not active yet."""
    matter = billing.stores.matters.create(
        OURS, title="", description="", kind=MatterKind.CASE, jurisdiction="RO", created_by=ANN, at=START
    ).id
    nothing, details = ProcessingState(None, None, None), empty_details(START.isoformat())
    case = Case(matter, OURS, CaseStatus.TIER_PENDING, tier, details, nothing, ("a", "r"), 1, ANN, START, START)
    billing.stores.cases.add(case)
    return case


def activated(billing: Billing, case: Case) -> str:
    """How the case stands after it was made active, or was not."""
    return billing.activate(case).status.value


def start(address: str, cases: Sequence[Case]) -> subprocess.Popen[str]:
    """Make these active in a process of its own."""
    command = [sys.executable, "-m", __name__, address, *(case.id for case in cases)]
    return subprocess.Popen(command, cwd=_ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def main(address: str, cases: Sequence[str]) -> None:
    """Make the cases active; a line for each."""
    database = follow_tenants(open_database(address, busy_timeout=60.0))
    billing = billing_over(database)
    found = [case for name in cases if (case := billing.stores.cases.get(OURS, MatterId(name))) is not None]
    with ThreadPoolExecutor(4) as pool:
        for status in pool.map(lambda case: activated(billing, case), found):
            sys.stdout.write(f"{status}\n")
    database.close()


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2:])

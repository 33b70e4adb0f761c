"""How a case's status changes: as the newest version has it, and what may not change any more stays."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from casewright.domain.cases import CaseStatus
from casewright.errors import NotFound, Refused, Unavailable
from casewright.toolbox.cases.case_words import CASE_NOT_FOUND

if TYPE_CHECKING:
    from collections.abc import Callable

    from casewright.domain.cases import Case
    from casewright.toolbox.cases.case_stores import CaseStores

DONE = frozenset({CaseStatus.CLOSED, CaseStatus.ARCHIVED})
"""What a case does not come back from."""
_TRIES = 100


def moved(stores: CaseStores, case: Case, to: Callable[[Case], CaseStatus]) -> tuple[Case, Case]:
    """Give the case the status that ``to`` names for its newest version; the case before and after.

    Nothing is written where it has that status already. Raises what ``to`` raises, and ``Unavailable`` where others
    come first again and again.
    """
    with stores.transaction.together():
        for _ in range(_TRIES):
            before = stores.cases.get(case.tenant, case.id)
            if before is None:
                raise NotFound(CASE_NOT_FOUND)
            status = to(before)
            if status is before.status:
                return before, before
            after = replace(before, status=status, version=before.version + 1, updated_at=stores.clock.now())
            if stores.cases.replace(before.version, after):
                return before, after
    raise Unavailable("The case is being changed by others all the time: try again")


def require_open(case: Case) -> None:
    """Raise ``Refused`` where the case is closed or archived."""
    if case.status in DONE:
        raise Refused(f"The case is {case.status.value}: it can be read, not changed")

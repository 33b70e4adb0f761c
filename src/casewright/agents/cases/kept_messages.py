"""A message is kept in the case file before anything else is done with it, and found there by the next turn.

It is masked by then: the firewall stands before the call. Its id is that of its entries, so that taking it down later
adds nothing.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from casewright.agents.cases.notes import LOG, message_entries
from casewright.agents.cases.state import Event
from casewright.casework.details import update_details
from casewright.domain.cases import CaseStatus
from casewright.errors import NotFound, Unavailable

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from datetime import datetime

    from casewright.agents.cases.run import CaseRecords
    from casewright.domain.cases import Case

_OVER = (CaseStatus.CLOSED, CaseStatus.ARCHIVED)
_TAKEN_UP = (CaseStatus.TIER_PENDING, CaseStatus.ACTIVE)
"""In these what was left is answered with the next turn; otherwise once the case goes on."""
_TRIES = 100


def keep_message(records: CaseRecords, case: Case, message: str, known: str, now: datetime) -> Case:
    """The case with the message in its file, under the id ``known``; one that is over stays as it is.

    Raises ``Unavailable`` where others change the case all the time, and ``NotFound`` where it is gone.
    """
    if case.status in _OVER:
        return case
    at = now.isoformat(timespec="microseconds")
    entries = message_entries(message).items()
    updates = {path: [{"id": known, "timestamp": at, **entry}] for path, entry in entries}
    for _ in range(_TRIES):
        details = {**update_details(case.details, updates), "last_updated": at}
        after = replace(case, details=details, version=case.version + 1, updated_at=now)
        if records.replace(case.version, after):
            return after
        found = records.get(case.tenant, case.id)
        if found is None:
            raise NotFound("Case ID not found")
        case = found
    raise Unavailable("The case is being changed by others all the time: try again")


def left_messages(case: Case) -> list[Event]:
    """What the user said last and no turn took up: messages at the end of the log, oldest first."""
    if case.status not in _TAKEN_UP:
        return []
    log: Sequence[Mapping[str, Any]] = case.details[LOG.partition(".")[0]][LOG.partition(".")[2]]
    texts = {one.get("id"): one.get("text") for one in case.details["user_statements"] if isinstance(one, dict)}
    left: list[Event] = []
    for one in reversed(log):
        known = one.get("id")
        if (one.get("who"), one.get("event")) != ("user", "message") or not isinstance(texts.get(known), str):
            break
        left.append(Event(message=texts[known], at=str(one.get("timestamp")), id=str(known)))
    return left[::-1]

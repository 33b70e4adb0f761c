"""By whom, when and why something was decided or ended, as the report tells it behind how it stands."""

from __future__ import annotations

from typing import TYPE_CHECKING

from casewright.evidence.display import show_day
from casewright.evidence.reporting.parts import figure, ours, quote_part

if TYPE_CHECKING:
    from datetime import datetime

    from casewright.evidence.reporting.parts import Line, Part


def ending(source: str, by: str | None, at: datetime | None, why: str | None) -> Line:
    """`` by Anna on 5 May 2025: it was shown``, as far as each is known; ``source`` is whose words these are."""
    told: list[Part] = []
    if by:
        told += [ours(" by "), quote_part(by, source)]
    if at is not None:
        told += [ours(" on "), figure(show_day(at.date()), source)]
    if why:
        told += [ours(": "), quote_part(why, source)]
    return tuple(told)

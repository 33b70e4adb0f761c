"""How much of a file was read, as JSON."""

from __future__ import annotations

import json
from functools import lru_cache

from casewright.domain.documents import ReadingReport, ReadingState


def dump_report(report: ReadingReport) -> str:
    """The report as one line of JSON."""
    fields = {
        "state": report.state.value,
        "reason": report.reason,
        "pages_read": report.pages_read,
        "remedy": report.remedy,
    }
    return json.dumps({name: value for name, value in fields.items() if value is not None})


@lru_cache(maxsize=256)
def load_report(data: str) -> ReadingReport:
    """The report as it was dumped. Most documents have the same one, which is read once."""
    fields = json.loads(data)
    return ReadingReport(
        ReadingState(fields["state"]), fields.get("reason"), fields.get("pages_read"), fields.get("remedy")
    )

"""What is said of cases in words of their own."""

from __future__ import annotations

from casewright.domain.matters import MatterKind
from casewright.tools.matter_access import MatterWords

CASE_NOT_FOUND = "Case ID not found"
"""The seed's words (case-agent.md, tools 2, 5, 6)."""

CASE_WORDS = MatterWords(
    MatterKind.CASE,
    argument="case_id",
    not_found=CASE_NOT_FOUND,
    closed="The case is {status}: it can be read, not changed",
)

"""What was found when a home was examined."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from casewright.errors import CasewrightError


class Verdict(StrEnum):
    """How a check came out."""

    WELL = "well"
    NOTE = "note"
    WRONG = "wrong"


@dataclass(frozen=True, slots=True)
class Finding:
    """What one check found. ``kind`` is the error that what is wrong would be, None where nothing is wrong."""

    check: str
    verdict: Verdict
    text: str
    kind: type[CasewrightError] | None = None


def well(check: str, text: str) -> Finding:
    """The check found nothing wrong."""
    return Finding(check, Verdict.WELL, text)


def note(check: str, text: str) -> Finding:
    """Something to know, which is no fault by itself, or a check that was not made."""
    return Finding(check, Verdict.NOTE, text)


def wrong(check: str, error: CasewrightError) -> Finding:
    """What the error says is wrong."""
    return Finding(check, Verdict.WRONG, str(error), type(error))

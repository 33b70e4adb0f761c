"""A case file as those read it who print it: ``get_case_details`` promises the whole file as plain data."""

from __future__ import annotations

from pydantic import BaseModel


class SummaryView(BaseModel):
    """The summary as it is now."""

    current: str


class FactView(BaseModel):
    """One fact, and when it was, where that is known."""

    fact: str
    timestamp: str | None = None


class DetailsView(BaseModel):
    """The parts of the file that are shown."""

    summary: SummaryView
    facts: list[FactView]

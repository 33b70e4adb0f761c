"""A fact's value as results carry it: its type, its parts as ``domain.facts`` names them, and plain English.

Dates are in ISO 8601, decimals are strings.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, Field, TypeAdapter

from casewright.domain.facts import DurationUnit, FactValue
from casewright.evidence.facts.values.as_json import as_json, from_json
from casewright.evidence.facts.values.showing import shown


class _Shown(BaseModel):
    shown: str = Field(description="The value in plain English")


class TextView(_Shown):
    """A title, a place, or words that nothing more exact could be made of."""

    type: Literal["text"]
    text: str


class PartyView(_Shown):
    """A party, what the contract calls it, and its role where the text says one."""

    type: Literal["party"]
    name: str
    defined_as: list[str]
    role: str | None


class DateView(_Shown):
    """A day."""

    type: Literal["date"]
    date: str


class DurationView(_Shown):
    """A length of time; ``count`` is a decimal."""

    type: Literal["duration"]
    count: str
    unit: DurationUnit


class EndView(_Shown):
    """When a contract ends: ``period`` after ``event``, never (``perpetual``), or upon ``event``."""

    type: Literal["end"]
    period: DurationView | None
    event: str | None
    perpetual: bool


class RenewalView(_Shown):
    """How long a renewal lasts, whether renewals follow one another, how many there may be, whether by themselves."""

    type: Literal["renewal"]
    period: DurationView | None
    successive: bool
    times: int | None
    automatic: bool | None
    perpetual: bool


class MoneyView(_Shown):
    """A sum; ``currency`` as ISO 4217 has it, null where the text does not say."""

    type: Literal["money"]
    amount: str
    currency: str | None


class PercentView(_Shown):
    """So many parts of a hundred."""

    type: Literal["percent"]
    percent: str


class LawView(_Shown):
    """The law of a place; ``country`` as ISO 3166-1."""

    type: Literal["law"]
    place: str
    country: str | None


class ClauseView(_Shown):
    """That the clause is there, with the sums, shares and times that stand in it, in their order."""

    type: Literal["clause"]
    amounts: list[Annotated[MoneyView | PercentView | DurationView, Field(discriminator="type")]]


ValueView = Annotated[
    TextView
    | PartyView
    | DateView
    | DurationView
    | EndView
    | RenewalView
    | MoneyView
    | PercentView
    | LawView
    | ClauseView,
    Field(discriminator="type"),
]

_VIEW: TypeAdapter[ValueView] = TypeAdapter(ValueView)


def value_view(value: FactValue | None) -> ValueView | None:
    """The value as results carry it; None where the words could not be read as one."""
    return None if value is None else _VIEW.validate_python(_with_words(as_json(value)))


def _with_words(data: Any) -> Any:  # JSON
    """The value's data, each value in it with its words; a clause that states nothing more is there."""
    if isinstance(data, list):
        return [_with_words(one) for one in data]
    if not isinstance(data, dict):
        return data
    parts = {name: _with_words(part) for name, part in data.items()}
    return {**parts, "shown": shown(from_json(data)) or "yes"}

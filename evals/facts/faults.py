"""The faults behind the figures, for whoever mends a reader: what was found wrongly, missed, or valued wrongly."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Sequence

    from evals.facts.judging import JudgedField, JudgedFind, Missed

LONGEST: Final = 200
"""Of a longer quote, so many characters are shown."""


def faults(judged: Sequence[JudgedField], names: Sequence[str], count: int) -> list[dict[str, Any]]:
    """The first ``count`` of each kind in each field, the surest first: wrong place, wrong value, missed.

    ``names`` are those of the contracts.
    """
    listed = []
    for field in judged:
        finds = sorted(field.finds, key=lambda one: -one.confidence)
        wrong = [one for one in finds if not one.right]
        valued = [one for one in finds if one.value is False]
        kinds: tuple[tuple[str, Sequence[JudgedFind | Missed]], ...] = (
            ("wrong place", wrong),
            ("wrong value", valued),
            ("missed", field.missed),
        )
        listed += [_fault(field.field.name, kind, one, names) for kind, found in kinds for one in found[:count]]
    return listed


def _fault(field: str, kind: str, one: JudgedFind | Missed, names: Sequence[str]) -> dict[str, Any]:
    quote = one.quote if len(one.quote) <= LONGEST else one.quote[: LONGEST - 1] + "…"
    return {
        "field": field,
        "fault": kind,
        "contract": names[one.contract],
        "start": one.start,
        "end": one.end,
        "quote": quote,
        "confidence": getattr(one, "confidence", None),
    }

"""Whether a passage that a search found bears out one side of a dispute, and not another."""

from __future__ import annotations

from typing import TYPE_CHECKING

from casewright.domain.evidence import Grade
from casewright.evidence.metrics import metric_name
from casewright.evidence.muhasabah.free_facts import readable
from casewright.evidence.muhasabah.matches import StatedValue
from casewright.evidence.muhasabah.number_words import with_digits
from casewright.evidence.muhasabah.numbers import numbers
from casewright.evidence.period_names import read_period
from casewright.vocabulary.folding import plain_letters

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

    from casewright.agents.debate.mind import ClaimView
    from casewright.agents.debate.minds.disputes import Dispute
    from casewright.agents.debate.minds.lookup import Passage

_GOOD = (Grade.A.value, Grade.B.value)


def find_support(
    dispute: Dispute, passages: Iterable[Passage], known: Collection[str]
) -> tuple[ClaimView, Passage] | None:
    """The claim whose figure a passage gives, with the passage; None where none does, or where two sides are given.

    A passage counts where it stands in a document that no side rests on (``known`` are those documents), is of grade A
    or B, names metric and period, and gives the figure of one side only.
    """
    found: dict[int, tuple[ClaimView, Passage]] = {}
    for passage in passages:
        if passage.document is None or passage.document in known or passage.grade not in _GOOD:
            continue
        sides = [
            number for number, camp in enumerate(dispute.camps) if any(_gives(passage.text, view) for view in camp)
        ]
        if len(sides) == 1:
            found.setdefault(sides[0], (dispute.camps[sides[0]][0], passage))
    return next(iter(found.values())) if len(found) == 1 else None


def proof(view: ClaimView, passages: Iterable[Passage], known: Collection[str]) -> Passage | None:
    """A passage that gives the claim's figure in a document beyond those (``known``) that it rests on; None without."""
    for passage in passages:
        elsewhere = passage.document is not None and passage.document not in known
        if elsewhere and passage.grade in _GOOD and _gives(passage.text, view):
            return passage
    return None


def _gives(text: str, view: ClaimView) -> bool:
    text = with_digits(readable(text))
    if view.value is None or view.metric is None or not _names(text, view.metric):
        return False
    dates, figures = numbers(text)
    period = None if view.period is None else read_period(view.period)
    if view.period is not None and (period is None or not any(day.is_period(period) for day in dates)):
        return False
    said = StatedValue(view.value, (), view.text)
    return any(said.tells(figure) for figure in figures)


def _names(text: str, metric: str) -> bool:
    plain = " ".join(plain_letters(text).casefold().replace("-", " ").split())
    return any(name in plain for name in {metric.casefold().replace("_", " "), metric_name(metric)})

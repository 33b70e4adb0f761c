"""Which claims follow from which: what a change of one reaches, and which go round in a circle."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from casewright.domain.ids import ClaimId

    RestsOn = Mapping[ClaimId, Collection[ClaimId]]
    """By each derived claim of a deal those that it comes from; claims that are not there count for nothing."""


def reached(claims: Collection[ClaimId], rests_on: RestsOn) -> set[ClaimId]:
    """These claims and all that are derived from them, directly or by way of others."""
    leads_to: dict[ClaimId, list[ClaimId]] = {}
    for claim, sources in rests_on.items():
        for source in sources:
            leads_to.setdefault(source, []).append(claim)
    found, waiting = set(claims), list(claims)
    while waiting:
        for after in leads_to.get(waiting.pop(), ()):
            if after not in found:
                found.add(after)
                waiting.append(after)
    return found


def circling(rests_on: RestsOn) -> set[ClaimId]:
    """The derived claims that go round in a circle, with all that rests on them."""
    waiting = {claim: sum(source in rests_on for source in set(sources)) for claim, sources in rests_on.items()}
    leads_to: dict[ClaimId, list[ClaimId]] = {}
    for claim, sources in rests_on.items():
        for source in set(sources):
            leads_to.setdefault(source, []).append(claim)
    free = [claim for claim, count in waiting.items() if not count]
    for claim in free:  # grows while it is read
        for after in leads_to.get(claim, ()):
            waiting[after] -= 1
            if not waiting[after]:
                free.append(after)
    return waiting.keys() - set(free)

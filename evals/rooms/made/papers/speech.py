"""How narrative documents come to their sentences: topics of their own, those on the agenda, and small talk."""

from __future__ import annotations

from typing import TYPE_CHECKING

from evals.rooms.made.claims import CLAIMS
from evals.rooms.made.document import Sentence
from evals.rooms.made.topics import NUMBERS

from .opening import paragraphs

if TYPE_CHECKING:
    from evals.rooms.made.scribe import Scribe


def speak(scribe: Scribe, topics: tuple[str, ...] | list[str], count: int) -> list[Sentence]:
    """Sentences on some of the topics; one that is on the agenda is left to it."""
    room = scribe.room
    planned = room.agenda.get(scribe.doc.type, [])
    free = [
        one
        for one in topics
        if one not in planned and scribe.speaks(one) and (one != "pipeline" or room.has("pipeline"))
    ]
    chosen = scribe.rng.sample(free, min(count, len(free)))
    return [NUMBERS[one](scribe) for one in chosen]


def agenda(scribe: Scribe) -> tuple[list[Sentence], list[Sentence]]:
    """What the document has to speak of: figures, then claims."""
    figures: list[Sentence] = []
    claims: list[Sentence] = []
    for topic in scribe.room.agenda.get(scribe.doc.type, []):
        if topic in NUMBERS:
            figures.append(NUMBERS[topic](scribe))
        else:
            (claims if topic.startswith("claims.") else figures).append(CLAIMS[topic](scribe))
    return figures, claims


def chat(scribe: Scribe, count: int) -> list[Sentence]:
    """Sentences of the trade that say nothing to check, those first that the room has used least."""
    if scribe.romanian:
        return []
    lines = scribe.company.trade.lists["filler"]
    least = min(scribe.room.said.get(one, 0) for one in lines)
    fresh = [one for one in lines if scribe.room.said.get(one, 0) == least]
    chosen = scribe.rng.sample(fresh, min(count, len(fresh)))
    for one in chosen:
        scribe.room.said[one] = least + 1
    return [Sentence([one]) for one in chosen]


def put_down(scribe: Scribe, said: list[Sentence], *, bullets: bool) -> None:
    """The sentences as items of a list or in paragraphs."""
    if not bullets:
        paragraphs(scribe, said)
        return
    for one in said:
        scribe.doc.item(one)
    scribe.doc.gap()

"""A question to the documents of a matter, as an agent is handed it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from casewright.domain.actors import Actor
    from casewright.domain.documents import Document
    from casewright.domain.matters import Matter
    from casewright.domain.threads import Thread

LONGEST = 10_000
"""Characters of a question."""


@dataclass(frozen=True, slots=True)
class Question:
    """What ``person`` asks in ``matter``. Without ``text`` the thread goes on where it stopped.

    ``open_document`` is the one on the screen, ``chosen`` those picked; ``documents`` are all the matter has, where
    one of these is named.
    """

    person: Actor
    matter: Matter
    text: str | None
    thread: Thread | None = None
    open_document: str | None = None
    chosen: tuple[str, ...] = ()
    documents: tuple[Document, ...] = ()

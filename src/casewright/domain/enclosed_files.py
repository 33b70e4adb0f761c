"""What archives and e-mails hold: files of their own, some of which cannot be taken out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from casewright.domain.documents import ReadingReport


@dataclass(frozen=True, slots=True)
class NotTaken:
    """A file of a container that could not be taken out, with what is wrong with it. ``size`` in bytes, as declared.

    ``name`` is its path inside the container; empty where it is the container itself that cannot be opened.
    """

    name: str
    size: int
    report: ReadingReport


@dataclass(frozen=True, slots=True)
class PassedOver:
    """What in a container is no document: a file of the operating system, a link, a picture within an e-mail's text."""

    name: str
    reason: str


@dataclass(frozen=True, slots=True)
class Opened:
    """What of a container was not handed out, and why."""

    not_taken: tuple[NotTaken, ...] = ()
    passed_over: tuple[PassedOver, ...] = ()

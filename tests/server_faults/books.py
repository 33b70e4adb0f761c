"""What clients asked of a server, and what it acknowledged: kept outside of it."""

from __future__ import annotations

import threading
from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from tests.served import API

if TYPE_CHECKING:
    import httpx

UNANSWERED = 0
"""In place of a status: the connection broke before an answer came."""


@dataclass(slots=True)
class Act:
    """One thing that was asked. ``key`` is what makes it happen once; a job has none."""

    kind: str
    path: str
    name: str
    """What it can be found by: a file's name, a title, a text."""
    key: str | None
    sent: dict[str, Any]
    status: int = UNANSWERED
    answer: dict[str, Any] = field(default_factory=dict)
    said: str = ""

    @property
    def acknowledged(self) -> bool:
        """Whether it was said that it is done, or taken as a job."""
        return self.status in (200, 201, 202)

    def ask(self, client: httpx.Client) -> httpx.Response:
        """Ask for it. Raises ``httpx.TransportError``."""
        headers = {} if self.key is None else {"Idempotency-Key": self.key}
        return client.post(f"{API}{self.path}", **{**self.sent, "headers": {**headers, **self.sent.get("headers", {})}})


@dataclass(slots=True)
class Books:
    """Every act, and every answer that was none of success; safe to write into from several threads."""

    acts: list[Act] = field(default_factory=list)
    answers: Counter[int] = field(default_factory=Counter)
    wrong: list[str] = field(default_factory=list)
    """Answers that nobody should be given: no sentence, or a server's own fault."""
    slowest: float = 0.0
    lock: threading.Lock = field(default_factory=threading.Lock)

    def add(self, act: Act) -> Act:
        """Keep it before it is asked for."""
        with self.lock:
            self.acts.append(act)
        return act

    def note(self, act: Act, response: httpx.Response | None) -> None:
        """Keep what was answered; None: nothing was."""
        with self.lock:
            status = UNANSWERED if response is None else response.status_code
            self.answers[status] += 1
            act.status = status
            if response is None:
                return
            self.slowest = max(self.slowest, response.elapsed.total_seconds())
            if response.is_success:
                act.answer = response.json()
                return
            act.said = response.text
            if (flaw := flaw_of(response)) is not None:
                self.wrong.append(f"{act.kind} {act.name}: {flaw}")

    def of(self, *kinds: str) -> list[Act]:
        """The acts of these kinds that were acknowledged."""
        return [one for one in self.acts if one.kind in kinds and one.acknowledged]


def flaw_of(response: httpx.Response) -> str | None:
    """What is wrong with an answer that is no success: it is to be a problem in words, and none of 500."""
    told = f"{response.status_code} {response.text[:300]}"
    if response.status_code == 500:
        return told
    if response.headers.get("content-type") != "application/problem+json":
        return f"no problem in words: {told}"
    detail = response.json().get("detail", "")
    return None if " " in detail and "Traceback" not in detail else f"no sentence: {told}"

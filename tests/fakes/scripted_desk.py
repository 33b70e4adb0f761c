"""A reasoner's desk that says what a test has it say."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from casewright.domain.cases import Case


class ScriptedDesk:
    """Fits ``ReasonerDesk``. ``reply`` is what is answered: a text, an error to raise, None for no answer at all."""

    def __init__(self) -> None:
        self.reply: str | BaseException | None = "Bine.\nACȚIUNE: RASPUNDE"
        self.asked: list[tuple[str, str]] = []

    def called(self, _case: Case) -> str:
        return "scripted"

    async def advise(self, _case: Case, summary: str, question: str) -> str:
        self.asked.append((summary, question))
        if self.reply is None:
            await asyncio.Event().wait()
        if isinstance(self.reply, BaseException):
            raise self.reply
        return str(self.reply)

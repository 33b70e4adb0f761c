"""What agents remember of cases, in memory."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from casewright.domain.cases import Case


class MemorySessions:
    """Fits ``CaseSessions``. ``texts`` are by case."""

    def __init__(self) -> None:
        self.texts: dict[str, list[str]] = {}

    def forget_where(self, case: Case, unfit: Callable[[str], bool]) -> bool:
        found = any(unfit(text) for text in self.texts.get(case.id, []))
        if found:
            del self.texts[case.id]
        return found

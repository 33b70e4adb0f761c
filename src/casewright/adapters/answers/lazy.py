"""A reader of answers that is loaded when it is first asked."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from casewright.tools.ports.search import Answer, AnswerReader, Read


class LazyReader:
    """Fits ``tools.ports.search.AnswerReader`` over what ``load`` gives."""

    def __init__(self, load: Callable[[], AnswerReader]) -> None:
        self._load = load

    @cached_property
    def _loaded(self) -> AnswerReader:
        return self._load()

    def promise(self, question: str, passages: Sequence[Read]) -> Sequence[int]:
        """For each passage how far it has what could answer at all."""
        return self._loaded.promise(question, passages)

    def read(self, question: str, passages: Sequence[Read]) -> Sequence[Answer]:
        """The answers to the question, best first."""
        return self._loaded.read(question, passages)

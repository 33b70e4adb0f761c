"""The score of every chunk for every statement of a query, a party's other names in each contract included."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from casewright.iql import BUILTIN
from casewright.iql.templates import invocation_of
from casewright.toolbox.documents.party_names import other_names

if TYPE_CHECKING:
    from collections.abc import Mapping

    from casewright.domain.ids import TenantId
    from casewright.toolbox.documents.stored_chunks import StoredChunks
    from casewright.tools.ports.scoring import ClauseScores, FloatArray, IntArray

_ABOUT_A_PARTY = ("clause obligating", "clause entitling")
_TOLD = 5
"""How many documents are named in the notes about other names; the rest is counted."""


class StatementScores:
    """Scores over ``chunks``; ``notes`` says where a party was read under the name that its contract gives it.

    ``given`` are whole columns that something else has scored, by statement.
    """

    def __init__(
        self, scores: ClauseScores, tenant: TenantId, chunks: StoredChunks, given: Mapping[str, FloatArray]
    ) -> None:
        self._scores, self._tenant, self._chunks, self._given = scores, tenant, chunks, given
        self._read_as: list[str] = []

    @property
    def notes(self) -> list[str]:
        """A sentence a document, for the first few."""
        told = self._read_as[:_TOLD]
        left = len(self._read_as) - len(told)
        return [*told, *([f"So it was in {left} more documents"] if left else [])]

    def column(self, statement: str) -> FloatArray:
        """The statement's score for every chunk, shape (chunks,)."""
        if statement in self._given:
            return self._given[statement]
        chunks = self._chunks
        column = self._scores.scores(self._tenant, statement, chunks.content, chunks.texts)
        invocation = invocation_of(statement)
        if invocation is None or invocation.template not in _ABOUT_A_PARTY or not invocation.argument:
            return column
        column = column.copy()
        for number, document in enumerate(chunks.documents):
            names = other_names(chunks.opening(number), invocation.argument)
            if names:
                self._read_as.append(_note(document.filename, invocation.argument, names))
            for name in names:
                self._raise(column, number, _about(invocation.template, name))
        return column

    def _raise(self, column: FloatArray, number: int, statement: str) -> None:
        """Where the document scores higher under another name, let that count."""
        low, high = int(self._chunks.bounds[number]), int(self._chunks.bounds[number + 1])

        def texts(positions: IntArray) -> list[str]:
            return self._chunks.texts(positions + low)

        scored = self._scores.scores(self._tenant, statement, self._chunks.content[low:high], texts)
        np.maximum(column[low:high], scored, out=column[low:high])


def _about(template: str, name: str) -> str:
    known = BUILTIN[template]
    return known.expansion.replace(known.slot, name)


def _note(filename: str, asked: str, names: tuple[str, ...]) -> str:
    written = " and ".join(f'"{name}"' for name in names)
    return f'{filename} defines "{asked}" as {written}, so clauses about {written} count'

"""The score of chunks for the statements of a query, a party's other names in each contract included."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

import numpy as np

from casewright.iql import BUILTIN
from casewright.iql.templates import invocation_of
from casewright.toolbox.queries.party_names import other_names
from casewright.toolbox.queries.push_down import PushDown

if TYPE_CHECKING:
    from collections.abc import Sequence

    from casewright.domain.ids import TenantId
    from casewright.iql import Query
    from casewright.toolbox.documents.stored_chunks import StoredChunks
    from casewright.toolbox.queries.clause_results import Request
    from casewright.tools.ports.scoring import ClauseScores, Estimate, FloatArray, IntArray, PaidScores

_ABOUT_A_PARTY = ("clause obligating", "clause entitling")
_SHORT = 40
"""Letters of a statement that a note shows."""

_TOLD = 5
"""How many documents are named in the notes about other names; the rest is counted."""


class StatementScores:
    """Scores over ``chunks``; ``notes`` says where a party was read under the name that its contract gives it.

    And which statement was too long to be read whole, or says nothing that could be looked for.

    ``given`` are whole columns that something else has scored, by statement.
    """

    def __init__(
        self, scores: ClauseScores, tenant: TenantId, chunks: StoredChunks, given: Mapping[str, FloatArray]
    ) -> None:
        self._scores, self._tenant, self._chunks, self._given = scores, tenant, chunks, given
        self._paid = scores.paid(tenant)
        self._read_as: list[str] = []
        self._cut: list[str] = []
        self._names: dict[str, Mapping[int, Sequence[str]]] = {}

    @property
    def notes(self) -> list[str]:
        """A sentence a long statement, a sentence a document, for the first few, and what the scores cost."""
        told = self._read_as[:_TOLD]
        left = len(self._read_as) - len(told)
        return [*self._cut, *told, *([f"So it was in {left} more documents"] if left else []), *self._cost()]

    def columns(self, request: Request, *, exact: bool) -> dict[str, FloatArray]:
        """Each statement's score for every chunk, shape (chunks,); NaN where the results do not need it.

        ``exact`` scores every chunk, and so does a scorer that costs nothing, and a threshold for each statement: what
        then cannot match is not known from bounds of the query's score. Raises what the scorer raises.
        """
        query = request.query
        for statement in query.statements:
            self._names[statement] = self._other_names(statement)
            if statement not in self._given and not self._scores.answers(statement):
                self._cut.append(f"Nothing was looked for with {_short(statement)}: no word of it says what is meant")
            if read := self._scores.cut_short(statement):
                self._cut.append(f"Of the statement {_short(statement)} only the first {read} tokens were read")
        if self._paid is None:
            return {statement: self._all(statement) for statement in query.statements}
        columns = {statement: self._known(statement, self._paid) for statement in query.statements}
        self._paid.allow(self._wanted(query, columns))
        if exact or request.method != "chunk_max" or isinstance(request.threshold, Mapping):
            for statement, column in columns.items():
                missing = np.flatnonzero(np.isnan(column))
                column[missing] = self._at(statement, missing)
            return columns
        plan = PushDown(query, request.threshold, request.semantics, self._chunks.bounds, columns, self._at)
        plan.by_chunk() if request.scope == "chunk" else plan.by_document()
        return columns

    def estimate(self, query: Query) -> Estimate | None:
        """What scoring everything that is not known would cost at most; None where scores are free. Sends nothing."""
        if self._paid is None:
            return None
        for statement in query.statements:
            self._names[statement] = self._other_names(statement)
        columns = {statement: self._known(statement, self._paid) for statement in query.statements}
        return self._paid.estimate(self._wanted(query, columns))

    def _all(self, statement: str) -> FloatArray:
        if statement in self._given:
            return self._given[statement]
        return self._at(statement, np.arange(len(self._chunks.content)))

    def _at(self, statement: str, positions: IntArray) -> FloatArray:
        """The statement's scores at these ascending positions: under every name, the best of them."""
        column = self._asked(statement, positions)
        for asked, places in self._under_other_names(statement, positions):
            column[places] = np.maximum(column[places], self._asked(asked, positions[places]))
        return column

    def _asked(self, statement: str, positions: IntArray) -> FloatArray:
        # What was paid for is kept by slices, which a change of what is read of them leaves as they are.
        if self._paid is not None:
            content = self._chunks.content[positions]
            bought = self._paid.scores(statement, content, lambda rows: self._chunks.slices(positions[rows]))
            return np.array(bought, np.float32)
        unit = self._chunks.unit[positions]
        found = self._scores.scores(self._tenant, statement, unit, lambda rows: self._chunks.units(positions[rows]))
        return np.array(found, np.float32)

    def _known(self, statement: str, paid: PaidScores) -> FloatArray:
        """What was given or bought before; NaN where any of a party's names is still to be asked."""
        if statement in self._given:
            return np.array(self._given[statement], np.float32)
        content = self._chunks.content
        column = np.array(paid.known(statement, content), np.float32)
        for asked, places in self._under_other_names(statement, np.arange(len(content))):
            column[places] = np.maximum(column[places], paid.known(asked, content[places]))
        return column

    def _wanted(self, query: Query, columns: Mapping[str, FloatArray]) -> dict[str, IntArray]:
        """The lengths of the texts that every statement would have to be bought for, if all were scored."""
        lengths, content = self._chunks.lengths, self._chunks.content
        wanted: dict[str, IntArray] = {}
        for statement in query.statements:
            missing = np.flatnonzero(np.isnan(columns[statement]))
            parts = [(statement, missing)]
            parts += [(asked, missing[places]) for asked, places in self._under_other_names(statement, missing)]
            for asked, positions in parts:
                # Chunks of the same text are bought once.
                once = positions[np.unique(content[positions], return_index=True)[1]]
                wanted[asked] = np.concatenate((wanted.get(asked, once[:0]), lengths[once]))
        return wanted

    def _under_other_names(self, statement: str, positions: IntArray) -> list[tuple[str, IntArray]]:
        """Each statement that asks the same of a party's other name, and which of ``positions`` it is asked of."""
        found: list[tuple[str, IntArray]] = []
        for number, others in self._names.get(statement, {}).items():
            low, high = np.searchsorted(positions, self._chunks.bounds[number : number + 2])
            if high > low:
                found += [(asked, np.arange(low, high)) for asked in others]
        return found

    def _other_names(self, statement: str) -> dict[int, list[str]]:
        """What to ask besides, by the number of the document whose contract defines another name for the party."""
        invocation = invocation_of(statement)
        if invocation is None or invocation.template not in _ABOUT_A_PARTY or not invocation.argument:
            return {}
        found: dict[int, list[str]] = {}
        for number, document in enumerate(self._chunks.documents):
            names = other_names(self._chunks.opening(number), invocation.argument)
            if names:
                self._read_as.append(_note(document.filename, invocation.argument, names))
                found[number] = [_about(invocation.template, name) for name in names]
        return found

    def _cost(self) -> list[str]:
        bought = None if self._paid is None else self._paid.bought
        if bought is None or not bought.texts:
            return []
        return [f"{bought.texts:,} texts were sent to {bought.provider}, {bought.tokens:,} tokens"]


def _short(statement: str) -> str:
    return repr(statement if len(statement) <= _SHORT else statement[:_SHORT] + "…")


def _about(template: str, name: str) -> str:
    known = BUILTIN[template]
    return known.expansion.replace(known.slot, name)


def _note(filename: str, asked: str, names: tuple[str, ...]) -> str:
    written = " and ".join(f'"{name}"' for name in names)
    return f'{filename} defines "{asked}" as {written}, so clauses about {written} count'

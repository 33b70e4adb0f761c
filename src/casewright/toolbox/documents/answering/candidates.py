"""An answer that one of the paths proposes, and what is known of how often such answers are right."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from casewright.domain.citations import Citation
    from casewright.questions.wants import Wants

How = Literal["facts", "clauses", "search"]
Path = Literal[
    "facts",
    "facts and clauses",
    "facts, no clause",
    "clauses",
    "clauses, no fact",
    "search",
    "search, no fact",
    "search, no field",
    "facts, Romanian",
    "search, Romanian",
]
"""How an answer was found; "no fact" where the field was looked for in the document before, and not found; "no
field" where what is asked is no fact that is kept.

A fact whose place the clause scorer takes for such a clause as well is "facts and clauses", else "facts, no clause".
"""


@dataclass(frozen=True, slots=True)
class Candidate:
    """The words at ``citation`` answer the question. ``score`` is what the path says of it, in [0, 1].

    ``kind`` is the field's, or what the question wants; ``read`` are the passages that bear it out; ``values`` has
    one value, or all where several facts answer (parties); ``field`` is that of the fact, empty where it is none.
    """

    citation: Citation
    path: Path
    kind: str
    score: float
    values: Sequence[Mapping[str, Any]] = ()
    read: Sequence[Citation] = ()
    field: str = ""

    @property
    def how(self) -> How:
        """The path's name as results have it."""
        return "facts" if self.path.startswith("facts") else "clauses" if self.path.startswith("clauses") else "search"


VALUED: frozenset[Wants] = frozenset({"when", "how_long", "how_much", "who", "which_law", "where"})
"""What is answered with a value: a passage alone does not answer it."""

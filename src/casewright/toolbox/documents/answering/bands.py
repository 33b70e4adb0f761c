"""How often answers of a path and kind were right on questions never seen: what confidence means.

The table (``bands.toml``) is what ``python -m evals answers --bands`` prints. A row is a path, a kind and a least
score; where a kind has too few answers its share leans on the path's own. Paths that were never measured count as
perhaps.
"""

from __future__ import annotations

import math
import tomllib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Final, Literal

if TYPE_CHECKING:
    from casewright.toolbox.documents.answering.candidates import Candidate

AnswerBand = Literal["high", "medium", "perhaps"]
HIGH: Final = 0.9
MEDIUM: Final = 0.7
LEVELS: Final = (0.0, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95)
"""The least scores that answers are told apart by."""
LEAN: Final = 8
"""As many answers of the path and level are added to a kind's own, right in the path's share; and as many to those of a
path that says itself how likely it is right, right in that share."""
UNKNOWN: Final = 0.5
UNMEASURED: Final = frozenset({"facts, Romanian"})
PERHAPS: Final = 0.6
"""What is said of paths that no labelled contracts measure: an answer, and never more than perhaps."""
PERSON: Final = 1.0


@dataclass(frozen=True, slots=True)
class Measured:
    """So many answers of a path, a kind (empty: all) and a level, of which so many were right."""

    path: str
    kind: str
    level: float
    answers: int
    right: int


def level_of(score: float) -> float:
    """The level that the score reaches."""
    return max(level for level in LEVELS if level <= max(score, 0.0))


def measured(candidate: Candidate) -> Measured:
    """The answers of the candidate's path, kind and level that were measured; none where there were none."""
    key = (candidate.path, candidate.kind, level_of(candidate.score))
    return _table().get(key, Measured(*key, 0, 0))


def share(candidate: Candidate) -> float:
    """The measured share of such answers that were right."""
    if candidate.how == "facts" and candidate.score >= PERSON:
        return PERSON
    rows = _table()
    level = level_of(candidate.score)
    if candidate.path in UNMEASURED:
        return PERHAPS
    all_ = rows.get((candidate.path, "", level)) or rows.get((candidate.how, "", level))
    own = rows.get((candidate.path, candidate.kind, level))
    right, answers = (0, 0) if all_ is None else (all_.right, all_.answers)
    if candidate.how == "search":  # its score is a likelihood, fitted on questions kept apart (``training/reader``)
        base = (right + LEAN * candidate.score) / (answers + LEAN)
    else:
        base = (right + UNKNOWN * 2) / (answers + 2)
    if own is None:
        return _cautious(base, answers)
    return _cautious((own.right + LEAN * base) / (own.answers + LEAN), own.answers)


def _cautious(share: float, answers: int) -> float:
    """The share, less half of its standard error: of few answers little is known."""
    return round(max(0.0, share - 0.5 * math.sqrt(share * (1 - share) / (answers + LEAN))), 4)


def band(share: float) -> AnswerBand:
    """The word for a measured share."""
    return "high" if share >= HIGH else "medium" if share >= MEDIUM else "perhaps"


@cache
def _table() -> dict[tuple[str, str, float], Measured]:
    data = tomllib.loads(files("casewright.toolbox.documents.answering").joinpath("bands.toml").read_text("utf-8"))
    rows = [Measured(path, kind, level, answers, right) for path, kind, level, answers, right in data["rows"]]
    return {(one.path, one.kind, one.level): one for one in rows}

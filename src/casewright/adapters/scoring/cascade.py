"""Words first, the encoder where they leave doubt: which texts a statement may hold of, by their words alone.

To read a text with the encoder takes hundreds of times what its words take. Every path ranks texts by words as well as
by vectors; here the vector is estimated from the words, too (``word_vectors``). A text that so ranks with the lower
part of ordinary clauses is settled by its words. Whether one is depends on the text and the statement alone, as scores
do. How much of the average precision that loses is measured by ``python -m evals cascade``.
"""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING, Final

import numpy as np

from casewright.adapters.scoring.named_party import ByName
from casewright.adapters.scoring.plans import ByWords

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from numpy.typing import NDArray

    from casewright.adapters.scoring.embedded_scorer import EmbeddedScorer
    from casewright.adapters.scoring.features import Features
    from casewright.adapters.scoring.plans import Plan
    from casewright.adapters.scoring.word_vectors import WordVectors
    from casewright.tools.ports.scoring import Tier

    FloatArray = NDArray[np.float32]
    IntArray = NDArray[np.int64]
    Texts = Callable[[IntArray], Sequence[str]]

DOUBTED: Final[Mapping[Tier, float]] = {"head": 0.1, "routed": 0.15, "free": 0.5}
"""By what answers a statement, the share of ordinary clauses whose words leave it in doubt.

Chosen over all of CUAD's training part so that about a hundredth of the average precision is lost at most
(docs/scaling.md). Of free statements that no head answers words say least, so that half is read.
"""

SETTLED: Final = 1e-3
"""What a score by words alone is multiplied by where they settle it: it matches nothing, and keeps its rank."""


class Cascade:
    """Asks a scorer in two steps.

    ``estimates`` are its model's word vectors and ``plan`` what answers a statement; left out, the scorer's own. Raises
    ``IntegrityError`` where the model has no word vectors that can be used.
    """

    def __init__(
        self,
        scorer: EmbeddedScorer,
        doubted: Mapping[Tier, float] = DOUBTED,
        *,
        estimates: WordVectors | None = None,
        plan: Callable[[str], Plan] | None = None,
    ) -> None:
        self._scorer, self._doubted = scorer, doubted
        self._estimates = scorer.word_vectors if estimates is None else estimates
        self._plan = plan or scorer.plan
        self._lines: dict[str, float] = {}

    @property
    def model(self) -> str:
        """Such as ``embedded-0.2+1a2b3c4d-cascade+5e6f7a8b``: the scorer's, and what else scores depend on."""
        told = f"{self._estimates.sha256} {sorted(self._doubted.items())}"
        return f"{self._scorer.model}-cascade+{sha256(told.encode('ascii')).hexdigest()[:8]}"

    def needs_vectors(self, statement: str) -> bool:
        """Whether vectors have any part in the statement's scores; rules and phrases need none."""
        return _needs_vectors(self._plan(statement))

    def is_whole(self, statement: str) -> bool:
        """Whether the encoder reads every text."""
        return self.needs_vectors(statement) and self._doubted[self._plan(statement).tier] >= 1

    def by_words(self, statement: str, features: Features, texts: Texts) -> FloatArray:
        """The statement's scores where nothing is known of vectors but what words say of them, shape (texts,)."""
        return self._scorer.answer(self._plan(statement), self._scorer.estimated(features, self._estimates), texts)

    def doubtful(self, statement: str, by_words: FloatArray) -> NDArray[np.bool_]:
        """Of which texts, by these scores, words leave doubt, shape (texts,)."""
        if not self.needs_vectors(statement):
            return np.zeros(len(by_words), np.bool_)
        if self.is_whole(statement):
            return np.ones(len(by_words), np.bool_)
        return np.asarray(by_words > self._line(statement))

    def score(
        self, statement: str, features: Features, texts: Texts, encoded: Callable[[IntArray], Features]
    ) -> FloatArray:
        """The statement's scores; ``encoded(rows)`` gives the features of some texts with their vectors."""
        by_words = self.by_words(statement, features, texts)
        if not self.needs_vectors(statement):
            return by_words
        doubted = np.flatnonzero(self.doubtful(statement, by_words))
        scores = np.asarray(by_words * np.float32(SETTLED), np.float32)
        if len(doubted):
            plan = self._plan(statement)
            scores[doubted] = self._scorer.answer(plan, encoded(doubted), lambda rows: texts(doubted[rows]))
        return scores

    def _line(self, statement: str) -> float:
        """What so large a share of ordinary clauses reaches by words."""
        if statement not in self._lines:
            found = self.by_words(statement, self._scorer.ordinary, lambda rows: [""] * len(rows))
            self._lines[statement] = float(np.quantile(found, 1 - self._doubted[self._plan(statement).tier]))
        return self._lines[statement]


def _needs_vectors(plan: Plan) -> bool:
    if isinstance(plan, ByName):
        return False
    if isinstance(plan, ByWords):
        return plan.asked is not None
    return plan.asked is not None or any(part.head is not None and part.head.direction.any() for part, _ in plan.shares)

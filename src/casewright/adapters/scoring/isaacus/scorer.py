"""Isaacus as a scorer: statement by statement, in batches, with tries that are paid for one by one."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Protocol

import numpy as np

from casewright.adapters.scoring.isaacus.client import BASE_URL, MODEL, Answer, IsaacusClient, NoAnswer
from casewright.adapters.scoring.isaacus.spend import batches, tokens_of
from casewright.errors import Unavailable
from casewright.iql.printer import written_leaf
from casewright.iql.templates import invocation_of
from casewright.tools.cancellation import stop_if_cancelled
from casewright.tools.ports.scoring import LINE

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from numpy.typing import NDArray

    from casewright.tools.ports.scoring import Tier

    FloatArray = NDArray[np.float32]
    IntArray = NDArray[np.int64]

BACKOFF = (1.0, 4.0)
"""Seconds before the second and the third, last try, where the server does not say how long."""
LONGEST_WAIT = 60.0
"""A server that asks for more than these seconds is not waited for."""
_SLICE = 1.0
"""Seconds between two looks at whether the call was given up."""


class Purse(Protocol):
    """Holds what scores may cost. Each try is reserved before it is made, and settled after."""

    def reserve(self, tokens: int) -> None:
        """Take about so many tokens. Raises ``Refused`` where they are not there."""
        ...

    def settle(self, reserved: int, texts: int, tokens: int) -> None:
        """What was reserved turned out to be ``tokens``, for ``texts`` that were scored."""
        ...


class _Open:
    """A purse without a bottom."""

    def reserve(self, tokens: int) -> None:
        """Nothing is counted."""

    def settle(self, reserved: int, texts: int, tokens: int) -> None:
        """Nothing is counted."""


class IsaacusScorer:
    """Fits the ``Scorer`` port. A template is sent as ``{IS …}``, any other statement as it is, never a whole query."""

    def __init__(self, client: IsaacusClient, *, base_url: str = BASE_URL, sleep: Callable[[float], None] = time.sleep):
        self._client, self._sleep = client, sleep
        self._own = base_url.rstrip("/") == BASE_URL

    @property
    def model(self) -> str:
        """Such as ``isaacus/kanon-universal-classifier``, with the host where it is not Isaacus' own."""
        return f"isaacus/{MODEL}" if self._own else f"isaacus/{MODEL}@{self._client.host}"

    def tier(self, statement: str) -> Tier:  # noqa: ARG002 (all are alike)
        """One model answers every statement."""
        return "head"

    def threshold(self, statement: str) -> float:  # noqa: ARG002 (all are alike)
        """A half: what another threshold would gain was not measured."""
        return LINE

    def score(self, statement: str, texts: Sequence[str]) -> FloatArray:
        """The probabilities that the statement holds, shape (texts,), whatever they cost."""
        scores = np.full(len(texts), np.nan, np.float32)
        for places, found in self.buy(statement, texts, _Open()):
            scores[places] = found
        return scores

    def buy(self, statement: str, texts: Sequence[str], purse: Purse) -> Iterator[tuple[IntArray, FloatArray]]:
        """The scores as they come: places in ``texts`` and their scores, every place once.

        Raises ``Refused`` where the purse is empty, ``BadSettings``, ``Unavailable``, ``InvalidInput`` or
        ``ToolFailed`` where there is no answer; what came before is paid for and stays good.
        """
        blank = np.array([place for place, text in enumerate(texts) if not text.strip()], np.int64)
        if len(blank):  # which the API refuses
            yield blank, np.zeros(len(blank), np.float32)
        asked = np.array([place for place, text in enumerate(texts) if text.strip()], np.int64)
        for batch in batches([len(texts[place]) for place in asked]):
            places = asked[batch]
            yield places, self._batch(statement, [_sendable(texts[place]) for place in places], purse)

    def _batch(self, statement: str, texts: Sequence[str], purse: Purse) -> FloatArray:
        reserved = tokens_of(statement, [len(text) for text in texts])
        backoffs = iter(BACKOFF)
        while True:
            stop_if_cancelled()
            purse.reserve(reserved)
            answer = self._ask(statement, texts)
            if isinstance(answer, Answer):
                purse.settle(reserved, len(texts), reserved if answer.tokens is None else answer.tokens)
                return answer.scores
            if not answer.charged:
                purse.settle(reserved, 0, 0)
            if not answer.again:
                raise answer.error
            backoff = next(backoffs, None)
            if backoff is None:
                raise type(answer.error)(f"{answer.error}; {len(BACKOFF) + 1} tries were made")
            self._wait(answer, backoff)

    def _ask(self, statement: str, texts: Sequence[str]) -> Answer | NoAnswer:
        invocation = invocation_of(statement)
        if invocation is None:
            return self._client.classify(_sendable(statement), texts, is_iql=False)
        return self._client.classify(_sendable(written_leaf(invocation)), texts, is_iql=True)

    def _wait(self, answer: NoAnswer, backoff: float) -> None:
        left = backoff if answer.wait is None else answer.wait
        if left > LONGEST_WAIT:
            raise Unavailable(f"{answer.error}; it asks to be left alone for {left:,.0f} s: try again then")
        while left > 0:
            self._sleep(min(left, _SLICE))
            left -= _SLICE
            stop_if_cancelled()


def _sendable(text: str) -> str:
    """The text without lone surrogates, which no request can carry."""
    return text.encode("utf-8", "replace").decode()

"""One request to Isaacus' universal classifier, and every way it can end, over the official client library.

The library's own retries are off: they are ``scorer``'s, which counts what each try may cost. It follows no
redirect, so that no text goes where nobody consented to. What the server says about an error is not repeated: its
status says enough, and its words could hold anything.
"""

from __future__ import annotations

from dataclasses import dataclass
from email.utils import parsedate_to_datetime
from typing import TYPE_CHECKING, Literal

import httpx
import isaacus
import numpy as np

from casewright.adapters.proxies import way_to
from casewright.errors import CasewrightError, InvalidInput, ToolFailed, Unavailable

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from datetime import datetime

    from numpy.typing import NDArray

    FloatArray = NDArray[np.float32]

MODEL: Literal["kanon-universal-classifier"] = "kanon-universal-classifier"
"""The one model that Isaacus serves for this; the contract's name ending in -mini means it, too."""
BASE_URL = "https://api.isaacus.com/v1"
_TIMEOUT = 60.0

_REFUSED: Mapping[int, tuple[type[CasewrightError], str]] = {
    401: (Unavailable, "the API key was refused (401): check CASEWRIGHT_ISAACUS_API_KEY"),
    402: (Unavailable, "the account is out of funds or overdue (402): pay what is open, then ask again"),
    403: (Unavailable, "the API key may not use the classifier (403): check the account's subscription"),
    404: (Unavailable, "nothing answers there (404): check CASEWRIGHT_ISAACUS_BASE_URL"),
    413: (ToolFailed, "the request was too large (413)"),
    429: (Unavailable, "too many requests (429)"),
}
_TITLES: Mapping[str, tuple[type[CasewrightError], str]] = {
    "Query too long error": (InvalidInput, "the statement is longer than the model's window: shorten it"),
    "Invalid IQL query error": (ToolFailed, "the server does not know this template"),
}
"""Titles of the API's 400 answers that say more than their status."""


@dataclass(frozen=True, slots=True)
class Answer:
    """The scores, in the order of the texts, and the tokens that were counted; None where the server did not say."""

    scores: FloatArray
    tokens: int | None


@dataclass(frozen=True, slots=True)
class NoAnswer:
    """Why there are no scores. ``again`` where another try may work, after ``wait`` seconds if the server said so.

    ``charged`` where the provider may have done the work all the same.
    """

    error: CasewrightError
    again: bool = False
    wait: float | None = None
    charged: bool = False


class IsaacusClient:
    """Asks one statement of some texts. Safe to use from several threads. ``now`` reads dates in Retry-After."""

    def __init__(
        self, *, key: str, base_url: str = BASE_URL, now: Callable[[], datetime], timeout: float = _TIMEOUT
    ) -> None:
        self.host = httpx.URL(base_url).netloc.decode()
        self._now, self._timeout = now, timeout
        self._client = isaacus.Isaacus(
            api_key=key,
            base_url=base_url,
            max_retries=0,
            http_client=httpx.Client(
                follow_redirects=False, timeout=timeout, **way_to(base_url, httpx.create_ssl_context())
            ),
        )

    def close(self) -> None:
        """Close its connections."""
        self._client.close()

    def classify(self, query: str, texts: Sequence[str], *, is_iql: bool) -> Answer | NoAnswer:
        """Send one request; ``texts`` are not blank."""
        try:
            found = self._client.classifications.universal.create(
                model=MODEL, query=query, texts=list(texts), is_iql=is_iql, scoring_method="chunk_max"
            )
        except isaacus.APITimeoutError:
            return NoAnswer(Unavailable(f"no answer within {self._timeout:g} s"), again=True, charged=True)
        except isaacus.APIConnectionError as error:
            unsent = isinstance(error.__cause__, httpx.ConnectError)
            why = Unavailable(f"{self.host} cannot be reached: check the network")
            return NoAnswer(why, again=True, charged=not unsent)
        except isaacus.APIStatusError as error:
            return self._refusal(error)
        except (isaacus.IsaacusError, ValueError):
            return _unusable("it is not what the API promises")
        return _checked(found, len(texts))

    def _refusal(self, error: isaacus.APIStatusError) -> NoAnswer:
        status = error.status_code
        if status >= 500:
            return NoAnswer(Unavailable(f"the server failed ({status})"), again=True, wait=self._wait(error.response))
        kind, said = _REFUSED.get(status, (ToolFailed, f"the request was refused ({status})"))
        if status == 400 and isinstance(error.body, dict):
            kind, said = _TITLES.get(str(error.body.get("title")), (kind, said))
        return NoAnswer(kind(said), again=status == 429, wait=self._wait(error.response))

    def _wait(self, response: httpx.Response) -> float | None:
        """What Retry-After asks for, in seconds: a number or a date; None where it says neither."""
        given = response.headers.get("retry-after", "").strip()
        if given.isascii() and given.isdigit():
            return float(given)
        try:
            return max(0.0, (parsedate_to_datetime(given) - self._now()).total_seconds())
        except (ValueError, TypeError):
            return None


def _checked(found: object, count: int) -> Answer | NoAnswer:
    """The scores put into the order of the texts, each text's once, each in [0, 1]."""
    listed = getattr(found, "classifications", None)
    if not isinstance(listed, list):
        return _unusable("it has no classifications")
    if len(listed) != count:
        return _unusable(f"it has {len(listed)} scores for {count} texts")
    scores = np.full(count, np.nan, np.float32)
    for one in listed:
        index, score = getattr(one, "index", None), getattr(one, "score", None)
        if not isinstance(index, int) or not 0 <= index < count or not np.isnan(scores[index]):
            return _unusable(f"a score is for text {index!r}, which is none of those sent or has one already")
        if isinstance(score, bool) or not isinstance(score, int | float) or not 0 <= score <= 1:
            return _unusable(f"a score is {score!r}, not a number from 0 to 1")
        scores[index] = score
    tokens = getattr(getattr(found, "usage", None), "input_tokens", None)
    return Answer(scores, tokens if isinstance(tokens, int) and tokens >= 0 else None)


def _unusable(why: str) -> NoAnswer:
    return NoAnswer(ToolFailed(f"the server's answer cannot be used: {why}"), charged=True)

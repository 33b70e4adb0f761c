"""What a provider's failure means for the one who asked: which of our errors it is, and whether to try again.

What a server says in words is not repeated: it can hold part of a key or of a document. Its status and its code, one
word out of the provider's own list, say enough; the foreign error stays the cause.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from email.utils import parsedate_to_datetime
from typing import TYPE_CHECKING

from casewright.errors import BadSettings, CasewrightError, InvalidInput, Refused, ToolFailed, Unavailable

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from datetime import datetime

    from casewright.adapters.models.choice import ModelChoice

_CODE = re.compile(r"[A-Za-z][A-Za-z0-9_.-]{0,63}")
_OUT_OF_QUOTA = frozenset({"insufficient_quota", "billing_error", "billing_hard_limit_reached", "credit_exhausted"})
_WRONG_KEY = frozenset({"API_KEY_INVALID", "invalid_api_key", "authentication_error"})
_NO_MODEL = frozenset({"model_not_found"})
_TOO_LONG = frozenset({"context_length_exceeded", "request_too_large", "context_overflow"})
_STATUS_OF_CODE: Mapping[str, int] = {
    "overloaded_error": 529,
    "api_error": 500,
    "server_error": 500,
    "internal_error": 500,
    "timeout_error": 504,
    "rate_limit_error": 429,
    "rate_limit_exceeded": 429,
}
"""Errors that come in the middle of a stream have a code alone, under the status 200 that the stream began with."""


class BrokenAnswer(Exception):
    """The provider answered, and the answer cannot be used; another try may give one that can."""


class Declined(Exception):
    """The model, or a filter of its provider, declined to answer; the message is the provider's word for why."""


@dataclass(frozen=True, slots=True)
class Details:
    """What a provider's library tells of a failure."""

    status: int | None = None
    codes: tuple[str, ...] = ()
    retry_after: str | None = None

    @property
    def shown(self) -> str:
        """Status and first code, as sentences show them."""
        word = next((code for code in self.codes if _CODE.fullmatch(code)), None)
        return ", ".join(str(part) for part in (self.status, word) if part is not None) or "no reason given"


@dataclass(frozen=True, slots=True)
class Failure:
    """The error to raise; ``again`` where another try may work, after ``wait`` seconds if the server said so."""

    error: CasewrightError
    again: bool = False
    wait: float | None = None


@dataclass(frozen=True, slots=True)
class Failures:
    """Sentences about one chosen model."""

    choice: ModelChoice
    timeout: float
    now: Callable[[], datetime]

    def of(self, error: BaseException, details: Details | None, *, begun: bool = False) -> Failure:
        """What this error means; ``details`` are what the provider's library told, None where it told nothing.

        ``begun`` where a part of the answer was shown already: it is not asked for again.
        """
        failure = self._of(error, details)
        if begun and failure.again:
            return Failure(Unavailable(f"The answer of {self.choice.name} broke off: ask again"))
        return failure

    def is_free(self, error: BaseException, details: Details | None) -> bool:
        """Whether it surely costs nothing: the provider said no, or was not reached."""
        if isinstance(error, Declined | BrokenAnswer) or _is_timeout(error):
            return False
        return details is not None or _is_network(error)

    def _of(self, error: BaseException, details: Details | None) -> Failure:
        if isinstance(error, CasewrightError):
            return Failure(error)
        if isinstance(error, Declined):
            return Failure(
                Refused(
                    f"{self.choice.name} declined to answer ({error}): put the question in other words, or choose "
                    f"another model with {self.choice.setting}"
                )
            )
        if isinstance(error, BrokenAnswer):
            return Failure(ToolFailed(f"{self.choice.name} gave an answer that cannot be used: {error}"), again=True)
        if _is_timeout(error):
            return Failure(
                Unavailable(
                    f"{self.choice.host} did not go on with its answer for {self.timeout:g} s: ask again later, or "
                    "raise CASEWRIGHT_MODEL_TIMEOUT"
                )
            )
        if details is None and _is_network(error):
            return Failure(Unavailable(f"{self.choice.host} cannot be reached: check the network"), again=True)
        if details is None:
            kind = type(error).__name__
            return Failure(ToolFailed(f"The answer of {self.choice.name} cannot be read ({kind}): is it of its kind?"))
        return self._of_details(details)

    def _of_details(self, details: Details) -> Failure:
        codes, shown, name, setting = set(details.codes), details.shown, self.choice.name, self.choice.setting
        status = details.status
        if status is None or status < 300:
            status = next((_STATUS_OF_CODE[code] for code in details.codes if code in _STATUS_OF_CODE), None)
        if status == 402 or codes & _OUT_OF_QUOTA:
            return Failure(Unavailable(f"The account for {name} is out of quota ({shown}): see to its payment or plan"))
        if status in (401, 403) or codes & _WRONG_KEY:
            return Failure(BadSettings(f"The key for {name} was refused ({shown}): check {setting}_API_KEY"))
        if status == 413 or codes & _TOO_LONG:
            return Failure(
                InvalidInput(f"This is more than {name} can read at once ({shown}): ask about less, or start anew")
            )
        if status == 404 or codes & _NO_MODEL:
            return Failure(BadSettings(self._no_such_model(shown)))
        if status is not None and 300 <= status < 400:
            return Failure(
                BadSettings(f"{self.choice.host} sends us on to another address ({shown}): check {setting}_BASE_URL")
            )
        wait = seconds_to_wait(details.retry_after, now=self.now())
        if status == 429:
            asked = "" if wait is None else f"; it asks to wait {wait:g} s"
            return Failure(
                Unavailable(f"{name} was asked too often ({shown}){asked}: ask again later"), again=True, wait=wait
            )
        if status is not None and status >= 500:
            return Failure(Unavailable(f"{name} failed ({shown}): ask again later"), again=True, wait=wait)
        return Failure(ToolFailed(f"{name} did not take the request ({shown})"))

    def _no_such_model(self, shown: str) -> str:
        missing = f"{self.choice.host} has no model {self.choice.model!r}"
        if self.choice.provider.name == "ollama":
            return f"{missing} ({shown}): run ollama pull {self.choice.model}, or check {self.choice.setting}"
        setting = self.choice.setting
        return f"{missing}, or not for this key ({shown}): check {setting} and {setting}_BASE_URL"


def chain(error: BaseException) -> Iterator[BaseException]:
    """The error and what it came from."""
    seen: BaseException | None = error
    while seen is not None:
        yield seen
        seen = seen.__cause__ or seen.__context__


def seconds_to_wait(given: str | None, *, now: datetime) -> float | None:
    """What Retry-After asks for: a number, one with an s as Google writes it, or a date; None for anything else."""
    text = (given or "").strip()
    if re.fullmatch(r"[0-9]{1,9}(\.[0-9]{1,9})?s?", text):
        return float(text.removesuffix("s"))
    try:
        return max(0.0, (parsedate_to_datetime(text) - now).total_seconds())
    except (ValueError, TypeError):
        return None


def _is_timeout(error: BaseException) -> bool:
    return any(
        isinstance(one, TimeoutError) or _named(one, "TimeoutException", "APITimeoutError") for one in chain(error)
    )


def _is_network(error: BaseException) -> bool:
    return any(isinstance(one, OSError) or _named(one, "TransportError", "ClientError") for one in chain(error))


def _named(error: BaseException, *names: str) -> bool:
    """Whether it is one of the HTTP libraries' errors of these names, whichever of them the provider's library uses."""
    libraries = ("httpx", "httpx2", "httpcore", "httpcore2", "aiohttp", "openai", "anthropic")
    return any(
        kind.__name__ in names and kind.__module__.partition(".")[0] in libraries for kind in type(error).__mro__
    )

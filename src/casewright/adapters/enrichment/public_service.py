"""A public service in the network that answers in JSON: paced, with time-outs, and every way it can fail.

It follows no redirect, so that no name goes where nobody consented to. What the server says about an error is not
repeated: its status says enough, and its words could hold anything.
"""

from __future__ import annotations

import json
import threading
import time
from decimal import Decimal
from typing import TYPE_CHECKING

import httpx

from casewright.adapters.proxies import way_to
from casewright.errors import Unavailable

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

TRIES = 3
MOST_BYTES = 64_000_000
"""What an answer may have at most; the largest companies' facts have some 10 MB."""
_TIMEOUT = 15.0
_WHOLE = 45.0
"""Seconds for one answer from its first byte to its last."""
_LONGEST_WAIT = 10.0
_AGAIN = (429, 500, 502, 503, 504)


class Pace:
    """Lets one request begin in ``interval`` seconds, whoever asks. Safe to use from several threads."""

    def __init__(
        self,
        interval: float,
        *,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self._interval, self._clock, self._sleep = interval, clock, sleep
        self._lock = threading.Lock()
        self._next = clock()

    def wait(self) -> None:
        """Wait for the next turn."""
        with self._lock:
            now = self._clock()
            turn = max(now, self._next)
            self._next = turn + self._interval
        if turn > now:
            self._sleep(turn - now)


class PublicService:
    """Asks ``base_url`` at this pace. Safe to use from several threads."""

    def __init__(
        self,
        title: str,
        base_url: str,
        *,
        pace: Pace,
        user_agent: str,
        accept: str = "application/json",
        timeout: float = _TIMEOUT,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self._title = title
        self._client = httpx.Client(
            base_url=base_url,
            timeout=timeout,
            follow_redirects=False,
            headers={"user-agent": user_agent, "accept": accept},
            **way_to(base_url, httpx.create_ssl_context()),
        )
        self._pace, self._clock, self._sleep = pace, clock, sleep

    def close(self) -> None:
        """Close its connections."""
        self._client.close()

    def get(self, path: str, params: Mapping[str, str | int] | None = None) -> object:
        """The JSON at ``path``, decimals exact; None where there is nothing (404).

        Tries again where that may help. Raises ``Unavailable`` where it does not answer or answers otherwise.
        """
        for left in reversed(range(TRIES)):
            self._pace.wait()
            try:
                status, body, asked_to_wait = self._fetched(path, params)
            except httpx.TimeoutException as error:
                failure, wait = self._unavailable("did not answer in time", error), 1.0
            except httpx.HTTPError as error:
                failure, wait = self._unavailable("cannot be reached: check the network", error), 1.0
            else:
                if status == 200:
                    return self._parsed(body)
                if status == 404:
                    return None
                failure, wait = self._unavailable(_told(status)), asked_to_wait
                if status not in _AGAIN:
                    raise failure
            if not left or wait > _LONGEST_WAIT:
                raise failure
            self._sleep(wait)
        raise AssertionError("the last try returns or raises")

    def _fetched(self, path: str, params: Mapping[str, str | int] | None) -> tuple[int, bytes, float]:
        """Status, body and the seconds that the server asks to wait."""
        until = self._clock() + _WHOLE
        parts, size = [], 0
        with self._client.stream("GET", path, params=params) as response:
            if response.status_code != 200:
                return response.status_code, b"", _retry_after(response)
            for part in response.iter_bytes():
                parts.append(part)
                size += len(part)
                if size > MOST_BYTES:
                    raise self._unavailable(f"answered with more than {MOST_BYTES:,} bytes")
                if self._clock() > until:
                    raise self._unavailable(f"took more than {_WHOLE:g} s for one answer")
        return 200, b"".join(parts), 0.0

    def _parsed(self, body: bytes) -> object:
        try:
            return json.loads(body, parse_float=Decimal)
        except (ValueError, RecursionError) as error:
            raise self._unavailable("answered with something that is no JSON", error) from error

    def _unavailable(self, what: str, cause: Exception | None = None) -> Unavailable:
        failure = Unavailable(f"{self._title} {what}")
        failure.__cause__ = cause
        return failure


def _told(status: int) -> str:
    if status == 403:
        return "refused the request (403): check the contact that is set, and ask less often"
    if status == 429:
        return "was asked too often (429): try again later"
    return f"failed ({status})" if status >= 500 else f"refused the request ({status})"


def _retry_after(response: httpx.Response) -> float:
    given = response.headers.get("retry-after", "").strip()
    return float(given) if given.isascii() and given.isdigit() else 1.0

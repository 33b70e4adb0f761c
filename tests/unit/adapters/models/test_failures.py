"""What failures mean, and how long to wait after them."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from casewright.adapters.models.choice import choose
from casewright.adapters.models.failures import BrokenAnswer, Declined, Details, Failures, seconds_to_wait
from casewright.adapters.models.retries import Tries
from casewright.errors import BadSettings, CasewrightError, InvalidInput, Refused, ToolFailed, Unavailable

NOW = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)
FAILURES = Failures(choose("openai:m", role="assistant", key="sk-1"), 30.0, lambda: NOW)
OLLAMA = Failures(choose("ollama:m", role="assistant"), 30.0, lambda: NOW)


@pytest.mark.requirement("models-errors")
@pytest.mark.parametrize(
    ("details", "kind", "again"),
    [
        (Details(401), BadSettings, False),
        (Details(403, ("permission_error",)), BadSettings, False),
        (Details(400, ("API_KEY_INVALID", "INVALID_ARGUMENT")), BadSettings, False),
        (Details(402), Unavailable, False),
        (Details(429, ("insufficient_quota",)), Unavailable, False),
        (Details(404), BadSettings, False),
        (Details(400, ("model_not_found",)), BadSettings, False),
        (Details(413), InvalidInput, False),
        (Details(400, ("context_length_exceeded",)), InvalidInput, False),
        (Details(308), BadSettings, False),
        (Details(400), ToolFailed, False),
        (Details(400, ("server_error",)), ToolFailed, False),
        (Details(409), ToolFailed, False),
        (Details(422), ToolFailed, False),
        (Details(429), Unavailable, True),
        (Details(500), Unavailable, True),
        (Details(529), Unavailable, True),
        (Details(200, ("overloaded_error",)), Unavailable, True),
        (Details(None, ("rate_limit_exceeded",)), Unavailable, True),
        (Details(None, ()), ToolFailed, False),
    ],
    ids=repr,
)
def test_details_have_their_error(details: Details, kind: type[CasewrightError], again: bool) -> None:
    """Each status and code has its error; only 5xx and 429 are tried again."""
    failure = FAILURES.of(RuntimeError("foreign"), details)
    assert (type(failure.error), failure.again) == (kind, again)


@pytest.mark.requirement("models-errors")
@pytest.mark.parametrize(
    ("error", "kind", "again"),
    [
        (TimeoutError(), Unavailable, False),
        (ConnectionResetError(), Unavailable, True),
        (BrokenAnswer("it breaks off"), ToolFailed, True),
        (Declined("SAFETY"), Refused, False),
        (ValueError("foreign"), ToolFailed, False),
        (Refused("ours"), Refused, False),
    ],
    ids=repr,
)
def test_errors_without_details(error: Exception, kind: type[CasewrightError], again: bool) -> None:
    """What the provider's library says nothing about has its error, too; ours stay as they are."""
    failure = FAILURES.of(error, None)
    assert (type(failure.error), failure.again) == (kind, again)


@pytest.mark.requirement("models-errors")
@given(st.integers(min_value=100, max_value=599) | st.none(), st.lists(st.text()), st.booleans())
def test_every_failure_is_a_sentence_of_ours(status: int | None, codes: list[str], begun: bool) -> None:
    """Whatever a server sends as status and codes becomes one line; what has begun is not begun again."""
    failure = FAILURES.of(RuntimeError("sk-1 /home/somebody"), Details(status, tuple(codes)), begun=begun)
    text = str(failure.error)
    assert text.isprintable()
    assert "sk-1" not in text
    assert "somebody" not in text
    assert len(text) < 300
    assert not (begun and failure.again)


def test_missing_model_of_ollama_names_the_command() -> None:
    """Ollama's models are there when they were pulled."""
    assert "run ollama pull m" in str(OLLAMA.of(RuntimeError(), Details(404)).error)


@pytest.mark.requirement("models-retries")
@pytest.mark.parametrize(
    ("given", "seconds"),
    [
        ("7", 7.0),
        ("1.5", 1.5),
        ("34s", 34.0),
        ("34.5s", 34.5),
        ("0", 0.0),
        ("Sun, 01 Mar 2026 12:00:30 GMT", 30.0),
        ("Sun, 01 Mar 2026 11:00:00 GMT", 0.0),
        ("soon", None),
        ("-3", None),
        ("1e9", None),
        ("٣", None),
        ("", None),
        (None, None),
    ],
)
def test_retry_after(given: str | None, seconds: float | None) -> None:
    """Seconds, Google's seconds and dates are read; anything else is no wish."""
    assert seconds_to_wait(given, now=NOW) == seconds


@given(st.text())
def test_retry_after_is_never_a_crash(text: str) -> None:
    """Whatever stands in the header, there is a wait of zero or more, or none."""
    wait = seconds_to_wait(text, now=NOW)
    assert wait is None or wait >= 0


@pytest.mark.requirement("models-retries")
def test_waits_grow_and_end() -> None:
    """Half a second and a second, each up to half as long again; nothing after the third try or for a longer wish."""
    least, most = Tries(chance=lambda: 0.0), Tries(chance=lambda: 1.0)
    assert [least.wait_after(number, None) for number in (1, 2, 3)] == [0.5, 1.0, None]
    assert [most.wait_after(number, None) for number in (1, 2, 3)] == [0.75, 1.5, None]
    assert [least.wait_after(1, wish) for wish in (0.0, 60.0, 60.1)] == [0.0, 60.0, None]
    assert abs(Tries().now() - datetime.now(UTC)) < timedelta(minutes=1)

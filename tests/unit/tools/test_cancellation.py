"""Tests of casewright.tools.cancellation."""

from __future__ import annotations

import pytest

from casewright.errors import ToolFailed
from casewright.tools.cancellation import Cancellation, current, ended_by, stop_if_cancelled


def test_nothing_is_cancelled_outside_a_call() -> None:
    """Code that asks outside of any call goes on; inside one it goes on until the call is given up."""
    stop_if_cancelled()
    cancellation = Cancellation()
    token = current.set(cancellation)
    try:
        stop_if_cancelled()
        cancellation.request()
        with pytest.raises(ToolFailed, match="nothing was changed"):
            stop_if_cancelled()
    finally:
        current.reset(token)


def test_what_a_call_waits_for_is_ended_when_it_is_given_up() -> None:
    """Once it is given up, also what it waits for afterwards; what it waits for no more is left alone."""
    ended: list[str] = []
    cancellation = Cancellation()
    token = current.set(cancellation)
    try:
        with ended_by(lambda: ended.append("before")):
            pass
        with ended_by(lambda: ended.append("within")):
            cancellation.request()
        with ended_by(lambda: ended.append("after")):
            pass
    finally:
        current.reset(token)
    with ended_by(lambda: ended.append("outside of calls")):
        pass
    assert ended == ["within", "after"]

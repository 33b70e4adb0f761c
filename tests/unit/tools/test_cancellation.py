"""Tests of casewright.tools.cancellation."""

from __future__ import annotations

import pytest

from casewright.errors import ToolFailed
from casewright.tools.cancellation import Cancellation, current, stop_if_cancelled


def test_nothing_is_cancelled_outside_a_call() -> None:
    """Code that asks outside of any call goes on; inside one it goes on until the call is given up."""
    stop_if_cancelled()
    cancellation = Cancellation()
    token = current.set(cancellation)
    try:
        stop_if_cancelled()
        cancellation.requested = True
        with pytest.raises(ToolFailed, match="nothing was changed"):
            stop_if_cancelled()
    finally:
        current.reset(token)

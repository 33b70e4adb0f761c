"""Work that can be given up leaves nothing behind in the process."""

from __future__ import annotations

import subprocess
import sys

import pytest

_PROFILED = """
import sys
from casewright.adapters.workspace.stoppable import stoppable

with stoppable():
    pass
calls = []
sys.setprofile(lambda _frame, event, _argument: calls.append(event))
len("four")
(lambda: None)()
sys.setprofile(None)
print("call" in calls)
"""


@pytest.mark.requirement("workspace-eval")
def test_a_profiler_goes_on_after_a_block() -> None:
    """An exception that was called back would stop it for good, in this process and every later call of it."""
    ended = subprocess.run([sys.executable, "-c", _PROFILED], capture_output=True, text=True, timeout=60, check=True)
    assert ended.stdout == "True\n"

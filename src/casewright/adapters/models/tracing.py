"""Keeps LangChain's libraries from sending what they see to LangSmith, whatever the environment says."""

from __future__ import annotations

import os

import langsmith

# Where one of these is set, the library raises in place of tracing.
_OLD_SWITCHES = ("LANGCHAIN_TRACING", "LANGCHAIN_HANDLER")


def forbid_tracing() -> None:
    """Switch tracing off in this process; contracts do not leave the machine by a variable that somebody forgot."""
    langsmith.configure(enabled=False)
    for name in _OLD_SWITCHES:
        os.environ.pop(name, None)

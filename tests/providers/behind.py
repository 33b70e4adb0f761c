"""A scripted provider behind a role, by settings alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import pytest

    from tests.providers.scripted import ScriptedProvider


def put_behind(server: ScriptedProvider, monkeypatch: pytest.MonkeyPatch, role: str = "assistant") -> None:
    """Make the server's model the role's."""
    for name, value in server.environment(role).items():
        monkeypatch.setenv(name, value)

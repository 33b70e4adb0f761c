"""A dotted name is bounded before it is looked up: the time that takes grows with the square of its parts."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.fakes.open_workspace import OpenWorkspace

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.requirement("workspace-symbols")
@pytest.mark.parametrize(("tool", "field"), [("describe_symbol", "symbol"), ("function_arglist", "function")])
def test_long_name_is_not_looked_up(tmp_path: Path, tool: str, field: str) -> None:
    """1,000 characters are looked up, and one more is refused, with the bound."""
    workspace = OpenWorkspace(tmp_path, approver=None)
    most = workspace.call(tool, {field: "a." * 499 + "aa"})
    more = workspace.call(tool, {field: "a." * 500 + "a"})
    workspace.close()

    assert "not found" in most.content
    assert "not found" not in more.content
    assert "1000" in more.content
    assert len(more.content) < 500

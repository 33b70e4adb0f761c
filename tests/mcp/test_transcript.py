"""The session that the documentation shows is one that was held."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.mcp.servers import make_home
from tests.mcp.transcript import session, shown

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.requirement("docs-run")
def test_session_of_the_page_is_what_a_client_gets(tmp_path: Path) -> None:
    """Word for word, but for ids and times; otherwise run python -m tests.mcp.transcript."""
    assert shown() == session(make_home(tmp_path / "home"))

"""A home and a server over HTTP that the tests share: both take seconds to start."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.mcp.servers import PAGE, make_home, serving

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


@pytest.fixture(scope="session")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A home with four people and a matter with a document."""
    return make_home(tmp_path_factory.mktemp("mcp") / "home")


@pytest.fixture(scope="session")
def server(home: Path) -> Iterator[str]:
    """A server that sends clients to a page for approvals, and does not wait for anybody."""
    with serving(home, **PAGE) as address:
        yield address

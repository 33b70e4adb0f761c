"""A home that the tests of a module share."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.mcp.servers import make_home

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A home with four people and a matter."""
    return make_home(tmp_path_factory.mktemp("mcp") / "home")

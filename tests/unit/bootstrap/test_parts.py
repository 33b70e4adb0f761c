"""Opening the parts of a home, and letting go of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from casewright.bootstrap.opening import open_parts
from casewright.bootstrap.policies import shipped_policy
from casewright.config import read_settings
from casewright.errors import BadPolicy

if TYPE_CHECKING:
    from pathlib import Path


def test_home_that_cannot_be_opened_is_let_go_of(tmp_path: Path) -> None:
    """A policy that names a tool there is none of leaves nothing open: SQLite's log goes with its last user."""
    policy = tmp_path / "policy.toml"
    policy.write_text(
        "\n".join(shipped_policy().values()).replace("[tools.list_matters]", "[tools.list_martians]"), "utf-8"
    )
    settings = read_settings(home=tmp_path, policy=policy)
    with pytest.raises(BadPolicy, match="list_martians"):
        open_parts(settings)
    assert settings.database_file.exists()
    assert not settings.database_file.with_name(f"{settings.database_file.name}-wal").exists()

"""Every tool there is, and the policy over them, without a home."""

from __future__ import annotations

from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from casewright.bootstrap.parts import open_parts

if TYPE_CHECKING:
    from pathlib import Path

    from casewright.policy.policy import Policy
    from casewright.tools.definition import Tool


def catalogue() -> tuple[Tool, ...]:
    """Every tool there is, over a temporary home."""
    return compiled_policy()[1]


def compiled_policy(file: Path | None = None) -> tuple[Policy, tuple[Tool, ...]]:
    """The policy of this file, checked like at a start, and every tool there is; touches no home.

    Left out: the policy that is set, or the shipped one. Raises ``BadPolicy`` saying what is wrong with it.
    """
    from casewright.config import read_settings

    with TemporaryDirectory(prefix="casewright-") as folder:
        settings = read_settings(home=folder, policy=file).model_copy(update={"database_url": None})
        parts = open_parts(settings)
        try:
            return parts.policy, tuple(parts.registry.tools.values())
        finally:
            parts.close()

"""Chat models that are set, and how they are put through checks."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Callable

    from casewright.domain.model_checks import CheckedModel, CheckResult, ModelRole


class ModelExaminer(Protocol):
    """Puts chat models through checks, which send invented text and nothing else."""

    def provider(self, role: ModelRole) -> str | None:
        """Who is asked in the role: model and host; None where no model is set. Raises ``BadSettings``."""
        ...

    async def check(self, role: ModelRole, tell: Callable[[CheckResult], None]) -> CheckedModel:
        """How the model did; each result is told as it comes. Raises ``BadSettings`` or ``Unavailable``."""
        ...

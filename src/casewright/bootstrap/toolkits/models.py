"""Chat models that are set."""

from __future__ import annotations

from typing import TYPE_CHECKING

from casewright.bootstrap.models import ModelChecks
from casewright.bootstrap.toolkits.toolkit import CAUTIOUS, Toolkit

if TYPE_CHECKING:
    from casewright.bootstrap.materials import Materials
    from casewright.domain.model_checks import ModelRole
    from casewright.tools.definition import Tool

TOOLKIT = Toolkit("models")
_ROLES: tuple[ModelRole, ...] = ("assistant", "reasoner")


@TOOLKIT.tool(CAUTIOUS, "models")
def check_model(given: Materials) -> Tool:
    from casewright.toolbox.models.check_model import check_model

    checks = ModelChecks(given.settings, given.model_money)
    asked = {role: found for role in _ROLES if (found := checks.provider(role)) is not None}
    return check_model(examiner=checks, asked=asked)

"""What thinks in cases: the minds that were handed in, or those that the settings name."""

from __future__ import annotations

from typing import TYPE_CHECKING

from casewright.bootstrap.chat_models import model_choice
from casewright.errors import BadSettings

if TYPE_CHECKING:
    from casewright.agents.cases.mind import CaseMinds
    from casewright.bootstrap.materials import Materials
    from casewright.config import ModelRole


def case_minds(given: Materials) -> CaseMinds:
    """The minds that cases are worked on with here. Raises ``BadSettings`` for a model that is not configured."""
    return given.case_minds if given.case_minds is not None else open_case_minds(given)


def case_providers(given: Materials, *roles: ModelRole) -> tuple[str, ...]:
    """The providers that the models of these roles send text to; none for embedded minds and for those handed in."""
    if given.case_minds is not None:
        return ()
    found = []
    for role in roles:
        try:
            choice = model_choice(given.settings, role)
        except BadSettings:
            continue  # such a model sends nothing: the first call says what is wrong with the setting
        if choice is not None and choice.consent is not None:
            found.append(choice.consent)
    return tuple(dict.fromkeys(found))


def open_case_minds(given: Materials) -> CaseMinds:
    """The minds that the settings name: chat models, or the embedded ones where none is set."""
    raise BadSettings(f"There are no embedded minds for cases in this home yet: {str(given.settings.home)!r}")

"""Where the policy comes from: the file that is set, or the texts that come with the package."""

from __future__ import annotations

from importlib.resources import files
from typing import TYPE_CHECKING

from casewright.errors import BadPolicy

if TYPE_CHECKING:
    from collections.abc import Mapping

    from casewright.config import Settings
    from casewright.policy.policy import Policy

FAMILIES = (
    "matters",
    "audit",
    "people",
    "consents",
    "approvals",
    "jobs",
    "documents",
    "pages",
    "amendments",
    "facts",
    "reviews",
    "questions",
    "queries",
    "bulk",
    "templates",
    "deals",
    "claims",
    "evidence",
    "defects",
    "calculations",
    "gates",
    "debates",
    "reports",
    "cases",
    "parties",
    "billing",
    "support",
    "drafts",
    "research",
)
_FRAGMENTS = ("policy/roles.toml", *(f"toolbox/{family}/policy.toml" for family in FAMILIES))


def shipped_policy() -> Mapping[str, str]:
    """The texts of the policy that comes with the package, by name."""
    root = files("casewright")
    return {name: root.joinpath(name).read_text(encoding="utf-8") for name in _FRAGMENTS}


def load_policy(settings: Settings, own: str = "") -> Policy:
    """The policy that holds here, checked, with the text of ``own`` rules added to it.

    Raises ``BadPolicy`` saying what is wrong with it.
    """
    from casewright.policy.policy import compile_policy

    if settings.policy is None:
        fragments = shipped_policy()
    else:
        try:
            fragments = {str(settings.policy): settings.policy.read_text(encoding="utf-8")}
        except (OSError, UnicodeDecodeError) as error:
            raise BadPolicy(f"the policy file {str(settings.policy)!r} cannot be read: {error}") from error
    return compile_policy({**fragments, "rules": own} if own else fragments)

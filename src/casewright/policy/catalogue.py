"""The tools that the contracts name and that are still to come: the policy may speak of them before they exist.

The self-check at start refuses a policy that names any other unknown tool. A tool leaves this list with the change
that registers it; a test holds the two apart.
"""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

_CASES = "case-agent seed, function tools"

TO_COME: Mapping[str, str] = MappingProxyType(
    {
        "check_quota": _CASES,
    }
)
"""Each with the contract that names it."""


def known_tools(registered: Collection[str]) -> frozenset[str]:
    """Every tool that a policy may name: those there are, and those to come."""
    return frozenset(registered) | TO_COME.keys()

"""What an API key is for: all that its holder may do, or some tools, or one matter."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from casewright.domain.accounts import EVERY_TOOL

if TYPE_CHECKING:
    from casewright.domain.ids import MatterId

GIVE_ACCESS = frozenset(
    {"add_user", "invite_user", "add_service_account", "set_role", "add_api_key", "link_identity"},
)
"""Tools by which somebody would get more than a confined key has: no such key may call them."""


@dataclass(frozen=True, slots=True)
class KeyScope:
    """The ``tools`` by name, or ``EVERY_TOOL`` alone, and the ``matter`` that every call keeps to, None for all."""

    tools: frozenset[str] = frozenset({EVERY_TOOL})
    matter: MatterId | None = None

    @property
    def is_whole(self) -> bool:
        """Whether it is for everything that its holder may do."""
        return EVERY_TOOL in self.tools and self.matter is None

    def may_call(self, tool: str) -> bool:
        """Whether the key lets its holder call the tool; what their role permits is the policy's to say."""
        return self.is_whole if tool in GIVE_ACCESS else EVERY_TOOL in self.tools or tool in self.tools

    def objection(self, tool: str) -> str | None:
        """Why the key does not let its holder call the tool, None where it does."""
        if self.may_call(tool):
            return None
        if tool in GIVE_ACCESS:
            return f"{tool!r} gives others access, and this key is for some tools or one matter: use a whole one"
        return f"This key was not made for {tool!r}: make one that names it"


WHOLE = KeyScope()
"""Of a personal key, and of a session."""

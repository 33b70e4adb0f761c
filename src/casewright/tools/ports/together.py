"""Several writes that stand or fall as one, and several reads in one transaction."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from contextlib import AbstractContextManager


class Together(Protocol):
    """What the stores over one database have in common."""

    def together(self) -> AbstractContextManager[None]:
        """Everything that is written inside is stored at the end; where anything is raised, nothing of it is."""
        ...

    def reading(self) -> AbstractContextManager[None]:
        """Everything that is read inside is read in one transaction; what is written inside may not be read there."""
        ...

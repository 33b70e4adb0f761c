"""Which passwords can be used."""

from __future__ import annotations

from casewright.errors import InvalidInput

SHORTEST, LONGEST, DIFFERENT = 12, 1000, 5


def require_usable(password: str) -> None:
    """Raise ``InvalidInput`` for a password that is too short, too long or too plain."""
    if not SHORTEST <= len(password) <= LONGEST:
        raise InvalidInput(f"The password has {len(password):,} characters: choose one of {SHORTEST} to {LONGEST:,}")
    if len(set(password)) < DIFFERENT:
        raise InvalidInput(f"The password has {len(set(password))} different characters: choose one of {DIFFERENT} on")

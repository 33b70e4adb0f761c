"""What a tenant may keep and spend, and what of it is used. Money is in millionths of a US dollar: micros."""

from __future__ import annotations

from dataclasses import dataclass

GIGABYTE = 1_000_000_000
MICROS = 1_000_000
"""One US dollar."""


@dataclass(frozen=True, slots=True)
class TenantLimits:
    """What holds for one tenant; None is no limit of its own."""

    storage_bytes: int | None = None
    model_micros: int | None = None

    def over(self, others: TenantLimits) -> TenantLimits:
        """These, and the others' where these say nothing."""
        return TenantLimits(
            others.storage_bytes if self.storage_bytes is None else self.storage_bytes,
            others.model_micros if self.model_micros is None else self.model_micros,
        )


def bytes_shown(number: int) -> str:
    """Bytes as people read them."""
    for unit, size in (("GB", GIGABYTE), ("MB", 1_000_000), ("KB", 1_000)):
        if number >= size:
            return f"{number / size:,.2f} {unit}"
    return f"{number} bytes"


def dollars(micros: int) -> str:
    """Micros as people read them."""
    return f"${micros / MICROS:,.2f}"

"""What a backup says of itself."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping


@dataclass(frozen=True, slots=True)
class BackupPart:
    """One file in it."""

    size: int
    sha256: str


@dataclass(frozen=True, slots=True)
class BackedUpChain:
    """How far a tenant's audit had come."""

    count: int
    head: str


@dataclass(frozen=True, slots=True)
class BackupManifest:
    """``schema`` is the revision of the records, None where they are not in the archive (PostgreSQL).

    ``links`` are those of the corpora's folder: by their names, the names that they lead to. ``left_out`` are sentences
    about what the home has and the archive does not.
    """

    made_at: str
    version: str
    schema: str | None
    with_keys: bool
    chains: Mapping[str, BackedUpChain]
    parts: Mapping[str, BackupPart]
    links: Mapping[str, str] = field(default_factory=dict)
    left_out: tuple[str, ...] = ()

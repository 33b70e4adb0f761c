"""What a backup says of itself: its last member, with the size and the SHA-256 of every other."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import PurePosixPath
from typing import Any

from casewright.domain.backups import BackedUpChain, BackupManifest, BackupPart
from casewright.errors import IntegrityError

MANIFEST = "casewright-backup.json"
FORMAT = 1
LARGEST = 1 << 28
"""Bytes of a manifest: more than a million members have."""


def write(manifest: BackupManifest) -> bytes:
    """The manifest as JSON."""
    return json.dumps({"format": FORMAT, **asdict(manifest)}, indent=1, sort_keys=True).encode()


def read(data: bytes, archive: str) -> BackupManifest:
    """The manifest that was written. Raises ``IntegrityError`` for anything else."""
    try:
        told = json.loads(data)
        if told["format"] != FORMAT:
            raise IntegrityError(
                f"The backup {archive!r} has format {told['format']!r} and this version of Casewright reads {FORMAT}: "
                "restore it with the version that made it."
            )
        return _read(told)
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise IntegrityError(
            f"The list of parts in {archive!r} cannot be read: it is no backup of Casewright's, or was changed."
        ) from error


# Any: JSON as it stands in the file; what does not fit raises what ``read`` translates.
def _read(told: Any) -> BackupManifest:
    parts = {name: BackupPart(int(one["size"]), str(one["sha256"])) for name, one in told["parts"].items()}
    links = {str(name): str(target) for name, target in told["links"].items()}
    if not all(_is_name(name) and _is_name(target) for name, target in links.items()):
        raise ValueError("a link that leads elsewhere")
    return BackupManifest(
        made_at=str(told["made_at"]),
        version=str(told["version"]),
        schema=None if told["schema"] is None else str(told["schema"]),
        with_keys=bool(told["with_keys"]),
        chains={name: BackedUpChain(int(one["count"]), str(one["head"])) for name, one in told["chains"].items()},
        parts=parts,
        links=links,
        left_out=tuple(map(str, told["left_out"])),
    )


def is_place(name: str) -> bool:
    """Whether it can be the name of a part: a path below the home, in plain steps."""
    steps = name.split("/")
    return PurePosixPath(name).as_posix() == name and all(map(_is_name, steps)) and len(name) <= _LONGEST


_LONGEST = 1_000


def _is_name(step: str) -> bool:
    plain = step not in ("", ".", "..") and len(step.encode("utf-8", "replace")) <= 255
    return plain and not any(one in "/\\:" or ord(one) < 0x20 or 0xD800 <= ord(one) < 0xE000 for one in step)

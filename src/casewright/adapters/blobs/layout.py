"""Where bytes lie below the root of a store, and what is said where they do not fit: the same in every store."""

from __future__ import annotations

import errno
import re
from hashlib import sha256
from typing import TYPE_CHECKING, Final

from casewright.domain.ids import BlobId
from casewright.errors import IntegrityError, InvalidInput, NotFound, Refused

if TYPE_CHECKING:
    from casewright.domain.ids import TenantId

FULL: Final = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EFBIG})
"""The operating system's numbers for a disk, a quota or a file that is full."""
_BLOB: Final = re.compile(r"[0-9a-f]{64}")
_PLAIN: Final = re.compile(r"[^a-z0-9-]")
_STEP: Final = re.compile(r"(?!\.)[^/\\\x00-\x1f]{1,200}")
_MAX_NAME: Final = 120


def blob_id(data: bytes) -> BlobId:
    """The SHA-256 of the bytes, in hexadecimal."""
    return BlobId(sha256(data).hexdigest())


def is_blob_id(blob: str) -> bool:
    """Whether it can be the id of bytes at all."""
    return _BLOB.fullmatch(blob) is not None


def original_steps(tenant: TenantId, blob: BlobId) -> list[str]:
    """The steps to an original: ``<tenant>/<first two digits>/<SHA-256>``."""
    return [folder_name(tenant), blob[:2], blob]


def draft_steps(place: str) -> list[str]:
    """The steps of a relative path. Raises ``InvalidInput`` where one is empty, hides a file or leads upwards."""
    steps = place.split("/")
    if not all(_STEP.fullmatch(step) for step in steps):
        raise InvalidInput(
            f"{place!r} is no place for a draft: steps between slashes, none empty, none with a dot first"
        )
    return steps


def folder_name(tenant: str) -> str:
    """A folder's name for the tenant: never a path, another one for every tenant, also where case is ignored."""
    quoted = "t-" + _PLAIN.sub(lambda found: "".join(f"%{byte:02x}" for byte in found[0].encode()), tenant)
    return quoted if len(quoted) <= _MAX_NAME else "h-" + sha256(tenant.encode()).hexdigest()


def missing_blob(blob: str) -> NotFound:
    """The error for an id that nothing is kept under."""
    return NotFound(f"There are no stored bytes {blob!r}: check the id, or add the document again.")


def require_intact(data: bytes, blob: BlobId, place: str) -> None:
    """Raise ``IntegrityError`` where the bytes, read at ``place``, are not those of the id."""
    if blob_id(data) != blob:
        raise IntegrityError(
            f"The stored original {place!r} is no longer what was stored (its SHA-256 is another): restore it"
            " from a backup, or add the document again."
        )


def require_same(place: str, kept: bytes | None, data: bytes) -> None:
    """Raise ``Refused`` where a draft is kept already with other bytes."""
    if kept != data:
        raise Refused(f"{place!r} is kept already with other content, and is never overwritten: use the next revision")

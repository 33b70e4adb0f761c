"""Threads and what they used, in a file of JSON lines each."""

from __future__ import annotations

import errno
import json
import os
from contextlib import contextmanager
from dataclasses import replace
from datetime import datetime
from hashlib import sha256
from typing import TYPE_CHECKING, Any

from casewright.adapters.blobs.layout import folder_name
from casewright.domain.ids import ActorId, MatterId
from casewright.domain.threads import Thread, ThreadId, Usage
from casewright.errors import StorageFull, Unavailable

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from casewright.domain.ids import TenantId

_FULL = (errno.ENOSPC, errno.EFBIG, errno.EDQUOT)


class FileThreads:
    """Fits ``tools.ports.documents.ThreadStore``: a file a thread, in a folder of the tenant's own under ``root``.

    The first line is the thread, each further one what was used. Lines are appended, each in one write, so that side by
    side nothing is lost; the folder must be on a local disk. Raises ``StorageFull`` or ``Unavailable``.
    """

    def __init__(self, root: Path) -> None:
        self._root = root

    def add(self, thread: Thread) -> None:
        """Store a new thread."""
        place = self._place(thread.tenant, thread.id)
        draft = place.with_suffix(".draft")
        line = {
            "id": thread.id,
            "matter": thread.matter,
            "owner": thread.owner,
            "title": thread.title,
            "created_at": thread.created_at.isoformat(),
            **_counts(thread.used),
        }
        with _told(place):
            place.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            _append(draft, line, os.O_CREAT | os.O_EXCL)
            draft.rename(place)

    def get(self, tenant: TenantId, thread: ThreadId) -> Thread | None:
        """The thread, or None where this tenant has none of that id."""
        place = self._place(tenant, thread)
        with _told(place):
            return _read(tenant, place) if place.exists() else None

    def of_owner(self, tenant: TenantId, matter: MatterId, owner: ActorId) -> Sequence[Thread]:
        """The person's threads in the matter, newest first."""
        own = sorted((one for one in self._of_matter(tenant, matter) if one.owner == owner), key=lambda one: one.id)
        return sorted(own, key=lambda one: one.created_at, reverse=True)

    def spend(self, tenant: TenantId, thread: ThreadId, used: Usage) -> None:
        """Add to what the thread used."""
        place = self._place(tenant, thread)
        with _told(place):
            if place.exists():
                _append(place, _counts(used))

    def used_in(self, tenant: TenantId, matter: MatterId) -> Usage:
        """What all threads of the matter used together."""
        return _sum(one.used for one in self._of_matter(tenant, matter))

    def _of_matter(self, tenant: TenantId, matter: MatterId) -> list[Thread]:
        folder = self._root / folder_name(tenant)
        with _told(folder):
            found = [_read(tenant, place) for place in folder.glob("*.jsonl")]
        return [one for one in found if one.matter == matter]

    def _place(self, tenant: TenantId, thread: ThreadId) -> Path:
        return self._root / folder_name(tenant) / f"{sha256(thread.encode()).hexdigest()}.jsonl"


def _read(tenant: TenantId, place: Path) -> Thread:
    first, *later = (json.loads(line) for line in place.read_bytes().splitlines())
    thread = Thread(
        id=ThreadId(first["id"]),
        tenant=tenant,
        matter=MatterId(first["matter"]),
        owner=ActorId(first["owner"]),
        title=first["title"],
        created_at=datetime.fromisoformat(first["created_at"]),
    )
    return replace(thread, used=_sum(Usage(one["input_tokens"], one["output_tokens"]) for one in (first, *later)))


def _append(place: Path, line: dict[str, Any], flags: int = 0) -> None:  # whatever JSON holds
    file = os.open(place, os.O_WRONLY | os.O_APPEND | flags, 0o600)
    try:
        os.write(file, json.dumps(line).encode() + b"\n")
        os.fsync(file)
    finally:
        os.close(file)


def _counts(used: Usage) -> dict[str, int]:
    return {"input_tokens": used.input_tokens, "output_tokens": used.output_tokens}


def _sum(used: Iterator[Usage]) -> Usage:
    counted = list(used)
    return Usage(sum(one.input_tokens for one in counted), sum(one.output_tokens for one in counted))


@contextmanager
def _told(place: Path) -> Iterator[None]:
    """Within it an error of the file system is ours."""
    try:
        yield
    except OSError as error:
        kind = StorageFull if error.errno in _FULL else Unavailable
        raise kind(f"The threads in {str(place)!r} cannot be reached: {error.strerror or error}") from error

"""The audit's export: one zip with events, checkpoints, public keys and a verifier that needs nothing of ours."""

from __future__ import annotations

import errno
import json
import os
from contextlib import suppress
from hashlib import sha256
from importlib.resources import files
from itertools import islice
from typing import TYPE_CHECKING, Protocol
from uuid import uuid4
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from casewright.adapters.blobs.layout import folder_name
from casewright.audit.chain import EMPTY, Chains
from casewright.errors import IntegrityError, StorageFull, Unavailable
from casewright.tools.cancellation import stop_if_cancelled
from casewright.tools.ports.audit import Exported

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence
    from pathlib import Path
    from typing import IO

    from casewright.audit.chain import Flaw, Record
    from casewright.audit.checkpoint import Checkpoint
    from casewright.domain.ids import TenantId

_FULL = (errno.ENOSPC, errno.EFBIG, errno.EDQUOT)
_FORMAT = 1
_README = """An export of a Casewright audit.

  events.jsonl       one event a line: its number, its body exactly as it was recorded, its hash
  checkpoints.jsonl  one signed checkpoint a line: how many events there were, the last one's hash, when
  keys.json          the public keys that signed, by their ids
  manifest.json      whose audit it is and where the export starts
  verify.py          verifies all of it; needs Python and nothing else

Verify it:

  python verify.py

It ends with 0 only where everything holds. It came with the export, so whoever changed the one could change the other:
to be sure, run a copy that you got from somewhere else, on this folder, and compare the key's id with one that you
know:

  python /elsewhere/verify.py . --expect-key ID
"""


class _Log(Chains, Protocol):
    def checkpoint(self, tenant: TenantId) -> Checkpoint | None: ...


class AuditZips:
    """Fits ``tools.ports.audit.AuditExports``: zip files in a folder of the tenant's own under ``root``.

    The same events and checkpoints make the same bytes. ``flaw`` says what is wrong with a tenant's whole audit, None
    where nothing is.
    """

    def __init__(
        self,
        root: Path,
        *,
        log: _Log,
        checkpoints: Callable[[TenantId], Sequence[Checkpoint]],
        keys: Callable[[], Mapping[str, bytes]],
        flaw: Callable[[TenantId], Flaw | None],
    ) -> None:
        self._root = root
        self._log = log
        self._checkpoints = checkpoints
        self._keys = keys
        self._flaw = flaw

    def write(self, tenant: TenantId, after: int) -> Exported | None:
        """Sign the head and write the events above ``after`` up to it; None where there are none.

        Raises ``IntegrityError`` where the audit does not hold from its first event on.
        """
        newest = self._log.checkpoint(tenant)
        if newest is None or newest.count <= after:
            return None
        flaw = self._flaw(tenant)
        if flaw is not None:
            raise IntegrityError(
                f"The audit's history does not hold, so it is not exported: at event {flaw.seq}, {flaw.reason}. "
                "'casewright audit verify' says more."
            )
        filename = f"audit-{after + 1}-{newest.count}.zip"
        place = self.folder(tenant) / filename
        draft = place.with_name(f".{filename}.{uuid4().hex}")
        try:
            place.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            with draft.open("xb") as file:
                self._fill(file, tenant, after, newest.count)
                file.flush()
                os.fsync(file.fileno())
            size, digest = draft.stat().st_size, _digest(draft)
            draft.replace(place)
        except OSError as error:
            kind = StorageFull if error.errno in _FULL else Unavailable
            raise kind(f"The export {str(place)!r} cannot be written: {error.strerror or error}") from error
        finally:
            with suppress(OSError):
                draft.unlink(missing_ok=True)
        return Exported(filename=filename, first=after + 1, last=newest.count, size=size, sha256=digest)

    def folder(self, tenant: TenantId) -> Path:
        """Where the tenant's exports are."""
        return self._root / folder_name(tenant)

    def _fill(self, file: IO[bytes], tenant: TenantId, after: int, last: int) -> None:
        checkpoints = [one for one in self._checkpoints(tenant) if one.count <= last]
        manifest = {
            "format": _FORMAT,
            "tenant_id": tenant,
            "after": after,
            "previous": _hash_at(self._log, tenant, after),
        }
        keys = {name: key.hex() for name, key in sorted(self._keys().items())}
        verifier = files("casewright.audit").joinpath("verifier.py").read_bytes()
        with ZipFile(file, "w", ZIP_DEFLATED) as archive:
            _add(archive, "README.txt", [_README.encode()])
            _add(archive, "verify.py", [verifier])
            _add(archive, "manifest.json", [_line(manifest)])
            _add(archive, "keys.json", [_line(keys)])
            _add(archive, "checkpoints.jsonl", (one.to_json() + b"\n" for one in checkpoints))
            _add(archive, "events.jsonl", _events(islice(self._log.records(tenant, after), last - after)))


def _events(records: Iterable[Record]) -> Iterable[bytes]:
    for record in records:
        stop_if_cancelled()
        # What a hand put there that is no text must come out as the same bytes, or the change would look like ours.
        body = record.body.decode("utf-8", "surrogateescape")
        yield _line({"seq": record.seq, "body": body, "hash": record.hash})


def _hash_at(log: Chains, tenant: TenantId, seq: int) -> str:
    if seq == 0:
        return EMPTY.hash
    record = next(iter(log.records(tenant, seq - 1)), None)
    return EMPTY.hash if record is None else record.hash


def _line(value: Mapping[str, object]) -> bytes:
    return json.dumps(value, separators=(",", ":")).encode() + b"\n"


def _add(archive: ZipFile, name: str, parts: Iterable[bytes]) -> None:
    """Write a member whose bytes depend on ``parts`` alone: no clock, no user."""
    about = ZipInfo(name)
    about.compress_type = ZIP_DEFLATED
    about.create_system = 3
    about.external_attr = 0o644 << 16
    with archive.open(about, "w", force_zip64=True) as member:
        for part in parts:
            member.write(part)


def _digest(path: Path) -> str:
    digest = sha256()
    with path.open("rb") as file:
        while part := file.read(1 << 20):
            digest.update(part)
    return digest.hexdigest()

"""Exports of the audit: files in a folder of the tenant's own, each written whole or not at all."""

from __future__ import annotations

import errno
import os
from contextlib import suppress
from hashlib import sha256
from itertools import islice
from typing import TYPE_CHECKING, Protocol
from uuid import uuid4

from casewright.adapters.blobs.layout import folder_name
from casewright.adapters.exports.audit_ocsf import write_ocsf
from casewright.adapters.exports.audit_zip import AuditContents, write_zip
from casewright.audit.chain import EMPTY, Chains
from casewright.errors import IntegrityError, StorageFull, Unavailable
from casewright.tools.ports.audit import Exported

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from pathlib import Path
    from typing import IO

    from casewright.audit.chain import Flaw, Record
    from casewright.audit.checkpoint import Checkpoint
    from casewright.domain.ids import TenantId
    from casewright.tools.ports.audit import ExportForm

_FULL = (errno.ENOSPC, errno.EFBIG, errno.EDQUOT)
_ENDINGS: Mapping[ExportForm, str] = {"zip": "zip", "ocsf": "ocsf.jsonl"}


class _Log(Chains, Protocol):
    def checkpoint(self, tenant: TenantId) -> Checkpoint | None: ...


class AuditFiles:
    """Fits ``tools.ports.audit.AuditExports``: files under ``root``.

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

    def write(self, tenant: TenantId, after: int, form: ExportForm = "zip") -> Exported | None:
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
        filename = f"audit-{after + 1}-{newest.count}.{_ENDINGS[form]}"
        place = self.folder(tenant) / filename
        draft = place.with_name(f".{filename}.{uuid4().hex}")
        try:
            place.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            with draft.open("xb") as file:
                left_out = self._fill(file, tenant, after, newest.count, form)
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
        return Exported(filename, first=after + 1, last=newest.count, size=size, sha256=digest, left_out=left_out)

    def folder(self, tenant: TenantId) -> Path:
        """Where the tenant's exports are."""
        return self._root / folder_name(tenant)

    def _fill(self, file: IO[bytes], tenant: TenantId, after: int, last: int, form: ExportForm) -> int:
        """Write the file; how many events were left out of it."""

        def records() -> Iterator[Record]:
            return islice(iter(self._log.records(tenant, after)), last - after)

        if form == "ocsf":
            return write_ocsf(file, records)
        contents = AuditContents(
            tenant=tenant,
            after=after,
            previous=_hash_at(self._log, tenant, after),
            keys=self._keys(),
            checkpoints=[one for one in self._checkpoints(tenant) if one.count <= last],
        )
        write_zip(file, contents, records())
        return 0


def _hash_at(log: Chains, tenant: TenantId, seq: int) -> str:
    if seq == 0:
        return EMPTY.hash
    record = next(iter(log.records(tenant, seq - 1)), None)
    return EMPTY.hash if record is None else record.hash


def _digest(path: Path) -> str:
    digest = sha256()
    with path.open("rb") as file:
        while part := file.read(1 << 20):
            digest.update(part)
    return digest.hexdigest()

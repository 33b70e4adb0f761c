"""Files of a tenant's own in the home's exports, written whole or not at all."""

from __future__ import annotations

import errno
import os
from contextlib import suppress
from hashlib import sha256
from typing import TYPE_CHECKING
from uuid import uuid4

from casewright.adapters.blobs.layout import folder_name
from casewright.errors import StorageFull, Unavailable
from casewright.tools.ports.reports import WrittenFile

if TYPE_CHECKING:
    from pathlib import Path

    from casewright.domain.ids import TenantId

_FULL = (errno.ENOSPC, errno.EFBIG, errno.EDQUOT)


class ExportedFiles:
    """Fits ``tools.ports.reports.ReportFiles``: files in a folder of the tenant's own under ``root``."""

    def __init__(self, root: Path) -> None:
        self._root = root

    def write(self, tenant: TenantId, filename: str, data: bytes) -> WrittenFile:
        """Write the file whole or not at all; one of this name is replaced.

        Raises ``StorageFull`` or ``Unavailable``; then the old one stays.
        """
        place = self._root / folder_name(tenant) / filename
        draft = place.with_name(f".{filename}.{uuid4().hex}")
        try:
            place.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            with draft.open("xb") as file:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
            draft.replace(place)
        except OSError as error:
            kind = StorageFull if error.errno in _FULL else Unavailable
            raise kind(f"The file {str(place)!r} cannot be written: {error.strerror or error}") from error
        finally:
            with suppress(OSError):
                draft.unlink(missing_ok=True)
        return WrittenFile(filename=filename, size=len(data), sha256=sha256(data).hexdigest())

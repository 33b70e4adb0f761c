"""Locks as files in a folder of the home's: the system lets go of them when their process ends, however it ends."""

from __future__ import annotations

import os
import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING

from casewright.adapters.locks.names import digest, taken
from casewright.errors import Unavailable

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from casewright.domain.ids import TenantId

if sys.platform != "win32":
    import fcntl


class FileLocks:
    """Fits ``tools.ports.cases.CaseLocks``. ``what`` is locked, in a word.

    A lock's file stays where it is when it is let go of: whoever removed it would take it from one who waits to open
    it. The folder must be on a local disk. On Windows nothing can be held.
    """

    def __init__(self, folder: Path, *, what: str = "case") -> None:
        self._folder = folder
        self._what = what

    @contextmanager
    def held(self, tenant: TenantId, name: str, /) -> Iterator[None]:
        """Within it nobody else holds it. Raises ``Busy`` where somebody does, ``Unavailable``."""
        file = self._open(tenant, name)
        try:
            if not _locked(file):
                raise taken(self._what, name)
            yield
        finally:
            os.close(file)

    def _open(self, tenant: TenantId, name: str) -> int:
        path = self._folder / f"{digest(self._what, tenant, name).hex()}.lock"
        try:
            self._folder.mkdir(mode=0o700, exist_ok=True)
            return os.open(path, os.O_CREAT | os.O_RDWR, 0o600)
        except OSError as error:
            raise Unavailable(f"The lock {str(path)!r} cannot be opened: {error.strerror}") from error


if sys.platform != "win32":

    def _locked(file: int) -> bool:
        """Lock the open file, which no child inherits; False where somebody has it locked."""
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        except OSError as error:
            raise Unavailable(f"The file system of the home cannot lock files: {error.strerror}") from error
        return True

else:

    def _locked(_file: int) -> bool:
        """Raise: there is nothing to lock with."""
        raise Unavailable("Cases cannot be locked on Windows: use a PostgreSQL database, or another system")

"""The heads that a home remembers of its audit's chains: a file a tenant, outside of the database."""

from __future__ import annotations

import json
import os
import secrets
import shutil
import sys
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime
from hashlib import sha256
from typing import TYPE_CHECKING

from casewright.adapters.vault.key_files import replace_file
from casewright.audit.chain import Head
from casewright.audit.remembered import Remembered
from casewright.errors import IntegrityError, Unavailable

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

    from casewright.domain.ids import TenantId

if sys.platform != "win32":
    import fcntl

_LATEST = "latest"
_TYPES: dict[str, type | tuple[type, ...]] = {
    "tenant_id": str,
    "count": int,
    "head": str,
    "macs_after": int,
    "checkpoints": int,
    "newest_checkpoint": int,
    "lost": bool,
    "refused": (str, type(None)),
}


class FolderHeads:
    """Fits ``audit.remembered.RememberedHeads``. Several processes, and hosts on a shared folder, may use it at once.

    A file is replaced whole, under a lock, and only by a head that is ahead of its own.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    @property
    def exists(self) -> bool:
        """Whether heads were ever remembered here."""
        return self._folder.is_dir()

    def make(self, remembered: Mapping[TenantId, Remembered]) -> None:
        """Make the folder with these heads in it, whole; where another process was first, its folder stays."""
        draft = self._folder.with_name(f".{self._folder.name}.{secrets.token_hex(8)}")
        try:
            draft.mkdir(mode=0o700, parents=True)
            for tenant, one in remembered.items():
                replace_file(draft / _name(tenant), _text(tenant, one))
            draft.rename(self._folder)
        except OSError as error:
            if not self.exists:
                raise _unwritable(self._folder, error) from error
        finally:
            shutil.rmtree(draft, ignore_errors=True)

    def of(self, tenant: TenantId) -> Remembered:
        """What is remembered; of a tenant that nothing is remembered of, an empty chain. Raises ``IntegrityError``."""
        path = self._folder / _name(tenant)
        try:
            found = json.loads(path.read_bytes())
        except FileNotFoundError:
            return Remembered()
        except OSError as error:
            raise Unavailable(f"The audit's remembered head {str(path)!r} cannot be read: {error.strerror}") from error
        except ValueError:
            found = None
        if not isinstance(found, dict) or set(found) != set(_TYPES) or found["tenant_id"] != tenant:
            raise _changed(path)
        if not all(isinstance(found[name], kind) for name, kind in _TYPES.items()):
            raise _changed(path)
        return Remembered(
            head=Head(found["count"], found["head"]),
            **{name: found[name] for name in ("macs_after", "checkpoints", "newest_checkpoint", "lost", "refused")},
        )

    def lose(self) -> None:
        """Note of every chain that its head was lost: what is here is as old as the backup that it was restored from.

        Nothing is signed then until a restored log is accepted. Raises ``IntegrityError`` for a changed file.
        """
        for path in sorted(self._folder.glob("*.json")):
            try:
                tenant = json.loads(path.read_bytes())["tenant_id"]
            except (OSError, ValueError, KeyError, TypeError):
                raise _changed(path) from None
            if path.name != _name(str(tenant)):
                raise _changed(path)
            self.replace(tenant, replace(self.of(tenant), lost=True))

    def latest(self) -> datetime | None:
        """The newest time at which a head was remembered; None where that is not known."""
        try:
            found = datetime.fromisoformat((self._folder / _LATEST).read_text("ascii"))
        except (OSError, ValueError):
            return None
        return found.astimezone(UTC)

    def advance(self, tenant: TenantId, head: Head, *, checkpoints: int, newest_checkpoint: int, at: str) -> None:
        """Remember this head where it is ahead of the one there is, with the checkpoints that there are now."""
        with self._locked():
            now = self.of(tenant)
            new = replace(
                now,
                head=max(now.head, head, key=lambda one: one.count),
                checkpoints=max(now.checkpoints, checkpoints),
                newest_checkpoint=max(now.newest_checkpoint, newest_checkpoint),
                refused=None,
            )
            if new != now:
                self._write(tenant, new)
            latest = self.latest()
            if latest is None or latest < datetime.fromisoformat(at):
                replace_file(self._folder / _LATEST, at.encode("ascii"))

    def replace(self, tenant: TenantId, remembered: Remembered) -> None:
        """Remember this in place of what there is."""
        with self._locked():
            self._write(tenant, remembered)

    def refuse(self, tenant: TenantId, reason: str) -> bool:
        """Note why the head was refused; whether that is news."""
        with self._locked():
            now = self.of(tenant)
            if now.refused == reason:
                return False
            self._write(tenant, replace(now, refused=reason))
            return True

    def _write(self, tenant: TenantId, remembered: Remembered) -> None:
        replace_file(self._folder / _name(tenant), _text(tenant, remembered))

    @contextmanager
    def _locked(self) -> Iterator[None]:
        path = self._folder / "lock"
        try:
            self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            file = os.open(path, os.O_CREAT | os.O_RDWR, 0o600)
        except OSError as error:
            raise _unwritable(path, error) from error
        try:
            if sys.platform != "win32":
                fcntl.flock(file, fcntl.LOCK_EX)
            yield
        finally:
            os.close(file)


def _name(tenant: str) -> str:
    return f"{sha256(tenant.encode()).hexdigest()}.json"


def _text(tenant: str, remembered: Remembered) -> bytes:
    named = {
        "tenant_id": tenant,
        "count": remembered.head.count,
        "head": remembered.head.hash,
        "macs_after": remembered.macs_after,
        "checkpoints": remembered.checkpoints,
        "newest_checkpoint": remembered.newest_checkpoint,
        "lost": remembered.lost,
        "refused": remembered.refused,
    }
    return json.dumps(named, indent=1).encode() + b"\n"


def _changed(path: Path) -> IntegrityError:
    return IntegrityError(
        f"The audit's remembered head {str(path)!r} was changed: restore it from a backup, or move its folder "
        "away and have an ADMIN run 'casewright audit accept-restored'"
    )


def _unwritable(path: Path, error: OSError) -> Unavailable:
    return Unavailable(f"The audit's remembered head {str(path)!r} cannot be written: {error.strerror}")

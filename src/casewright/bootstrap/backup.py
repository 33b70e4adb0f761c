"""A home in one file while others use it, and a home out of such a file.

The home is not opened to be backed up: nothing is migrated, and one that cannot be opened can be backed up.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING

from casewright.bootstrap.local_actors import LOCAL_TENANT
from casewright.errors import CasewrightError, InvalidInput, NotFound, Refused

if TYPE_CHECKING:
    from collections.abc import Iterator

    from casewright.adapters.backup.writing import Writing
    from casewright.canonical import Json
    from casewright.config import Settings
    from casewright.domain.backups import BackupManifest

_DATABASE = "casewright.db"
_CHECKPOINTS = "checkpoints.db"
_BLOBS, _DRAFTS, _CORPORA, _HEADS = "blobs", "drafts", "corpora", "audit-keys/heads"
POSTGRESQL = (
    "The records are in PostgreSQL and not in this file: back them up with pg_dump right before it (docs/operations.md)"
)


@dataclass(frozen=True, slots=True)
class BackedUp:
    """A backup that was made and read again. ``unrecorded`` is why it is not in the audit; None where it is."""

    manifest: BackupManifest
    size: int
    sha256: str
    unrecorded: str | None


def back_up(settings: Settings, target: Path, *, with_keys: bool = False, force: bool = False) -> BackedUp:
    """Write the home into one file, whole or not at all, read it again, and record that in the audit.

    Others may use the home meanwhile. Raises ``NotFound`` where there is no home, ``Refused`` for a user who is no
    ADMIN, ``InvalidInput``, ``IntegrityError`` for a damaged database, ``StorageFull`` or ``Unavailable``.
    """
    from casewright.adapters.backup.reading import file_hash, verified
    from casewright.adapters.backup.writing import draft_of, new_archive

    if not settings.home.is_dir() or (settings.database_url is None and not settings.database_file.exists()):
        raise NotFound(f"There is no home in {str(settings.home)!r}: name it with --home")
    _require_admin(settings)
    if target.resolve().is_relative_to(settings.home.resolve()):
        raise InvalidInput(f"{str(target)!r} is in the home itself: name a file elsewhere, best on another disk")
    with draft_of(target, force=force) as draft:
        with new_archive(draft) as writing:
            manifest = _Home(settings, writing, draft, with_keys=with_keys).put_in()
            writing.finish(manifest)
        verified(draft)
        size, digest = draft.stat().st_size, file_hash(draft)
    return BackedUp(manifest, size, digest, _record(settings, manifest, digest))


def restore(settings: Settings, archive: Path) -> BackupManifest:
    """Make the home that the settings name out of the backup, whole or not at all.

    Every part is held to its hash before anything is written. The remembered heads are marked as lost: the audit may
    be older than one that there was, which an ADMIN accepts. Raises ``InvalidInput`` where there is anything in the
    home, ``IntegrityError`` for a file that is no backup or was changed, ``SchemaTooNew``, ``StorageFull`` or
    ``Unavailable``.
    """
    from casewright.adapters.backup.reading import put_back
    from casewright.adapters.database.revision import state_of, too_new
    from casewright.adapters.vault.remembered_heads import FolderHeads

    def mend(folder: Path, manifest: BackupManifest) -> None:
        if manifest.schema is not None and state_of(manifest.schema) == "newer":
            raise too_new(str(archive), manifest.schema)
        FolderHeads(folder / _HEADS).lose()
        for name, target in manifest.links.items():
            with suppress(FileNotFoundError):
                (folder / _CORPORA / name).symlink_to(target)

    return put_back(archive, settings.home, mend)


def hash_of(archive: Path) -> str:
    """The SHA-256 of the whole file. Raises ``InvalidInput`` where there is none."""
    from casewright.adapters.backup.reading import file_hash

    return file_hash(archive)


class _Home:
    """What of the home goes into the archive, in the order in which it has to."""

    def __init__(self, settings: Settings, writing: Writing, draft: Path, *, with_keys: bool) -> None:
        self._settings = settings
        self._writing = writing
        self._draft = draft
        self._with_keys = with_keys
        self._left_out: list[str] = []

    def put_in(self) -> BackupManifest:
        """Put it in. What is remembered of the audit comes first: it may lag behind the records, never lead.

        Then the originals, the agents' states and the records, each as it is at one moment; then the originals that
        came in between, so that none that the records name is missing.
        """
        from casewright.adapters.backup.home_files import links_in
        from casewright.domain.backups import BackedUpChain, BackupManifest

        settings = self._settings
        links = links_in(settings.corpus_folder)
        self._heads()
        for name, path in (*self._own_files(), *self._stored()):
            self._add(name, path)
        schema, heads, originals = self._records()
        for name, path in self._stored():
            self._add(name, path)
        self._missing(originals)
        return BackupManifest(
            made_at=datetime.now(UTC).isoformat(timespec="seconds"),
            version=version("casewright"),
            schema=schema,
            with_keys=self._with_keys,
            chains={tenant: BackedUpChain(count, head) for tenant, (count, head) in heads.items()},
            parts=self._writing.parts,
            links=links,
            left_out=tuple(self._left_out),
        )

    def _add(self, name: str, path: Path) -> None:
        from casewright.adapters.backup.manifest import is_place

        if name in self._writing.parts:
            return
        if not is_place(name):
            self._left_out.append(f"The file {name!r} is left out: its name cannot stand in an archive")
        elif not self._writing.add(name, path):
            self._left_out.append(f"The file {name!r} was removed meanwhile")

    def _heads(self) -> None:
        from casewright.adapters.backup.home_files import files_below

        for name, path in files_below(self._settings.audit_head_folder):
            if name != "lock":
                self._add(f"{_HEADS}/{name}", path)

    def _own_files(self) -> Iterator[tuple[str, Path]]:
        """What stands in the home, but for what is put in otherwise, temporary, or a key that is not to be."""
        from casewright.adapters.backup.home_files import KEY, files_below

        settings, home = self._settings, self._settings.home
        databases = [settings.database_file, settings.checkpoint_file]
        logs = [path.with_name(path.name + end) for path in databases for end in ("-wal", "-shm", "-journal")]
        places = [Path(one) for one in (settings.blob_place, settings.draft_place) if "://" not in one]
        others = [settings.lock_folder, settings.export_folder, settings.audit_head_folder, *places]
        keys = 0
        for name, path in files_below(home, without=[*databases, *logs, *others]):
            if name.endswith(KEY) and not self._with_keys:
                keys += 1
            elif not (name.startswith((f"{_BLOBS}/", f"{_DRAFTS}/", f"{_HEADS}/"))):
                yield name, path
        if keys:
            self._left_out.append(f"{keys} key files are left out: keep them elsewhere, or back up with --with-keys")

    def _stored(self) -> Iterator[tuple[str, Path]]:
        """Originals and drafts in folders of this machine, wherever they are; what is elsewhere is said once."""
        from casewright.adapters.backup.home_files import files_below

        for what, place in ((_BLOBS, self._settings.blob_place), (_DRAFTS, self._settings.draft_place)):
            if "://" not in place:
                yield from ((f"{what}/{name}", path) for name, path in files_below(Path(place)))
                continue
            said = f"The {what} are in {place} and not in this file: back them up there"
            if said not in self._left_out:
                self._left_out.append(said)

    def _records(self) -> tuple[str | None, dict[str, tuple[int, str]], set[tuple[str, str]]]:
        """Put agents' states and records in: revision of the schema, heads of the chains, originals that are named."""
        from casewright.adapters.database.online_copy import heads_in, originals_in, revision_in

        if self._settings.database_url is not None:
            self._left_out.append(POSTGRESQL)
            return None, {}, set()
        # Agents go on from an earlier state as after a crash; from a later one than the records they could not.
        if self._settings.checkpoint_file.exists():
            with self._copied(self._settings.checkpoint_file) as copy:
                self._writing.add(_CHECKPOINTS, copy)
        with self._copied(self._settings.database_file) as copy:
            self._writing.add(_DATABASE, copy)
            return revision_in(copy), dict(heads_in(copy)), originals_in(copy)

    def _copied(self, source: Path) -> _Copied:
        return _Copied(source, self._draft.with_name(f"{self._draft.name}.db"), self._settings.busy_timeout)

    def _missing(self, originals: set[tuple[str, str]]) -> None:
        from casewright.adapters.blobs.layout import original_steps
        from casewright.domain.ids import BlobId, TenantId

        if "://" in self._settings.blob_place:
            return
        wanted = {"/".join((_BLOBS, *original_steps(TenantId(one), BlobId(blob)))) for one, blob in originals}
        missing = wanted - set(self._writing.parts)
        if missing:
            self._left_out.append(
                f"{len(missing)} originals that the records name are not there ('casewright doctor --all' names them)"
            )


class _Copied:
    """A copy of a SQLite file for the length of a block."""

    def __init__(self, source: Path, copy: Path, busy_timeout: float) -> None:
        self._source, self._copy, self._busy_timeout = source, copy, busy_timeout

    def __enter__(self) -> Path:
        from casewright.adapters.database.online_copy import copy_whole

        try:
            copy_whole(self._source, self._copy, busy_timeout=self._busy_timeout)
        except BaseException:
            self.__exit__()
            raise
        return self._copy

    def __exit__(self, *_: object) -> None:
        for end in ("", "-wal", "-shm", "-journal"):
            self._copy.with_name(self._copy.name + end).unlink(missing_ok=True)


def _require_admin(settings: Settings) -> None:
    """Whoever acts by a personal key must be an ADMIN: a backup has everything of everybody."""
    if settings.user_key is None:
        return
    from casewright.bootstrap.home import Casewright

    with Casewright.open(settings.home, user_key=settings.user_key) as casewright:
        if casewright.actor.role != "ADMIN" or casewright.actor.tenant != LOCAL_TENANT:
            raise Refused("A backup holds everything that the home does, of all tenants: only ADMIN makes one")


def _record(settings: Settings, manifest: BackupManifest, digest: str) -> str | None:
    """Tell the audit of it; why it was not told, where it was not."""
    from casewright.adapters.database.revision import state_of
    from casewright.bootstrap.home import Casewright

    if settings.database_url is None and state_of(manifest.schema) != "current":
        return "the records are of another version, and opening them would change them"
    details: dict[str, Json] = {"sha256": digest, "with_keys": manifest.with_keys, "parts": len(manifest.parts)}
    try:
        with Casewright.open(settings.home, user_key=settings.user_key) as casewright:
            casewright.parts.materials.proofs.tell(casewright.actor, "home.backed_up", "back_up", details)
    except CasewrightError as error:
        return str(error)
    return None

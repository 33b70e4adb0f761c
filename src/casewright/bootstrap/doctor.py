"""A home, examined: what is wrong with it, in plain sentences. It is not opened, and nothing is changed.

Nothing is sent anywhere; a database and originals that are not on this machine are the one exception: the database is
asked, the originals are not.
"""

from __future__ import annotations

import shutil
from contextlib import ExitStack
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

from casewright.domain.findings import note, well, wrong
from casewright.errors import (
    BadSettings,
    CasewrightError,
    IntegrityError,
    NotFound,
    Refused,
    StorageFull,
    Unavailable,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from casewright.adapters.database.engine import Database
    from casewright.audit.checkpoint import Signer
    from casewright.config import Settings
    from casewright.domain.findings import Finding

SAMPLE = 200
"""How many originals are read where not all are asked for."""
_TOLD = 5
_NO_ROOM, _LITTLE_ROOM = 50_000_000, 1_000_000_000
"""Bytes: with less nothing can be worked with; with less it is time to make some."""
_BEHIND = timedelta(minutes=1)


def examine(settings: Settings, *, every_original: bool = False) -> Iterator[Finding]:
    """What each check finds, as it comes; a check that cannot be made says so and the next one is made."""
    from casewright.bootstrap.settings_check import check_settings

    yield from _guarded("settings", lambda: check_settings(settings))
    if not settings.home.is_dir():
        yield wrong("home", NotFound(f"There is no home in {str(settings.home)!r}: name it with --home"))
        return
    yield from _guarded("rights", lambda: _rights(settings))
    yield from _guarded("disk", lambda: _disk(settings))
    yield from _guarded("keys", lambda: _keys(settings))
    yield from _guarded("locks", lambda: _locks(settings))
    if settings.database_url is None and not settings.database_file.exists():
        yield wrong("database", NotFound(f"There is no database {str(settings.database_file)!r}: restore a backup"))
        return
    with ExitStack() as closing:
        opened: list[Database] = []
        yield from _guarded("database", lambda: _database(settings, opened, closing))
        if opened:
            database = opened[0]
            yield from _guarded("vault", lambda: _vault(settings, database))
            yield from _guarded("clock", lambda: _clock(settings, database))
            yield from _guarded("audit", lambda: _audit(settings, database))
            yield from _guarded("originals", lambda: _originals(settings, database, every=every_original))
            yield from _guarded("calls", lambda: _calls(database))


def _guarded(check: str, run: Callable[[], Iterator[Finding]]) -> Iterator[Finding]:
    try:
        yield from run()
    except CasewrightError as error:
        yield wrong(check, error)
    except OSError as error:
        told = f"{error.filename or 'The home'} cannot be looked at: {error.strerror or error}"
        yield wrong(check, Unavailable(told))


def _rights(settings: Settings) -> Iterator[Finding]:
    from casewright.adapters.vault.key_rights import of_another, open_to_others

    home = settings.home
    if of_another(home):
        yield wrong("rights", Refused(f"The home {str(home)!r} is another user's: work with it as that user"))
    found = [f"{str(path)!r} ({mode:o})" for path, mode in open_to_others(home)]
    if found:
        more = f" and {len(found) - _TOLD} more" if len(found) > _TOLD else ""
        told = ", ".join(found[:_TOLD])
        yield wrong("rights", Refused(f"Others may use {told}{more}: take their rights with chmod -R go= {home}"))
    else:
        yield well("rights", f"Only its owner may use the home {str(home)!r}")


def _disk(settings: Settings) -> Iterator[Finding]:
    free = shutil.disk_usage(settings.home).free
    told = f"{free / 1e9:,.1f} GB are free where the home is"
    if free < _NO_ROOM:
        yield wrong("disk", StorageFull(f"{told}: free some space"))
    elif free < max(_LITTLE_ROOM, _size(settings.database_file)):
        yield note("disk", f"{told}: little, and masking anew writes the database a second time")
    else:
        yield well("disk", told)


def _size(path: Path) -> int:
    return path.stat().st_size if path.exists() else 0


def _keys(settings: Settings) -> Iterator[Finding]:
    from casewright.adapters.vault.key_files import found_key
    from casewright.adapters.vault.signing import public_keys_in

    keys = {
        "secret.key, which marks the audit's records": (settings.key_file, settings.secret_key),
        "audit-keys/signing.key, which signs checkpoints": (
            settings.audit_key_folder / "signing.key",
            settings.audit_signing_key,
        ),
    }
    for name, (path, given) in keys.items():
        if given is None and found_key(path) is None:
            yield wrong("keys", BadSettings(f"There is no {name}: restore it from a backup"))
        else:
            yield well("keys", f"{name}, is there{'' if given is None else ', from the environment'}")
    yield well("keys", f"{len(public_keys_in(settings.audit_key_folder))} public keys of the audit are there and right")


def _vault(settings: Settings, database: Database) -> Iterator[Finding]:
    from casewright.adapters.database.sealed_values import SqlSealedValues
    from casewright.adapters.vault.vault_keys import VaultKeys

    values, given = SqlSealedValues(database), settings.vault_key
    if values.check_value() is None:
        yield well("keys", "No personal data was ever sealed here")
        return
    VaultKeys(settings.vault_key_file, values, given=None if given is None else given.get_secret_value())
    yield well("keys", "The vault's key is the one that personal data were sealed with")


def _locks(settings: Settings) -> Iterator[Finding]:
    from casewright.adapters.locks.left import held_and_left

    held, left = held_and_left(settings.lock_folder)
    yield well("locks", f"{held} locks of agents are held now; {left} files were left by locks, and stop nobody")


def _database(settings: Settings, opened: list[Database], closing: ExitStack) -> Iterator[Finding]:
    from casewright.adapters.database.engine import open_database
    from casewright.adapters.database.examination import damage_of, revision_of
    from casewright.adapters.database.online_copy import integrity_of

    database = open_database(settings.database_url or settings.database_file, busy_timeout=settings.busy_timeout)
    closing.callback(database.close)
    damage = damage_of(database)
    if damage is not None:
        yield wrong("database", IntegrityError(f"The database {database.name} is damaged: {damage}. Restore a backup"))
    elif database.dialect == "sqlite":
        yield well("database", f"SQLite finds no damage in {database.name}")
    if settings.database_url is None and settings.checkpoint_file.exists():
        damage = integrity_of(settings.checkpoint_file)
        if damage is not None:
            told = f"The states of agents in {str(settings.checkpoint_file)!r} are damaged: {damage}"
            yield wrong("database", IntegrityError(told))
    state, revision = database.schema_state(), revision_of(database)
    if state == "current":
        yield well("schema", f"The schema is at revision {revision}, this version's own")
        opened.append(database)
    else:
        yield note("schema", f"The schema is {state} (revision {revision}): it is brought up to date when it is opened")
        yield note("schema", "Keys of the vault, clock, audit, originals and calls were not looked at")


def _clock(settings: Settings, database: Database) -> Iterator[Finding]:
    from casewright.adapters.database.audit_log import SqlAuditLog
    from casewright.adapters.vault.remembered_heads import FolderHeads

    log, heads = SqlAuditLog(database, durability="each"), FolderHeads(settings.audit_head_folder)
    latest = max((one for one in (log.last_recorded(), heads.latest()) if one is not None), default=None)
    now = datetime.now(UTC)
    if latest is not None and latest - now > _BEHIND:
        told = (
            f"The clock says {now:%Y-%m-%d %H:%M}, and {latest:%Y-%m-%d %H:%M} was recorded before: set the clock right"
        )
        yield wrong("clock", Unavailable(told))
    else:
        yield well("clock", f"The clock says {now:%Y-%m-%d %H:%M} UTC, which is not before the last record")


def _audit(settings: Settings, database: Database) -> Iterator[Finding]:
    from casewright.adapters.database.audit_checkpoints import SqlCheckpoints
    from casewright.adapters.database.audit_log import SqlAuditLog
    from casewright.adapters.database.examination import chains_of
    from casewright.adapters.vault.remembered_heads import FolderHeads
    from casewright.adapters.vault.signing import public_keys_in, verify
    from casewright.audit.macs import RecordMacs
    from casewright.audit.proof import prove
    from casewright.bootstrap.proofs import secret_key

    if settings.secret_key is None and not settings.key_file.exists():
        yield note("audit", "The audit was not verified: its key is missing")
        return
    macs, heads = RecordMacs(secret_key(settings)), FolderHeads(settings.audit_head_folder)
    if not heads.exists:
        yield note("audit", "No head of the audit is remembered: records were not held to one")
    log = SqlAuditLog(database, durability="each", macs=macs)
    checkpoints = SqlCheckpoints(database, signer=_nobody, now=lambda: datetime.now(UTC))
    keys = public_keys_in(settings.audit_key_folder)
    for tenant in chains_of(database):
        # In this order: what is read first is never ahead of what is read after it.
        remembered = heads.of(tenant) if heads.exists else None
        stored = checkpoints.all(tenant)
        proof = prove(log, tenant, stored, keys, verify, remembered=remembered, macs=macs if heads.exists else None)
        if proof.flaw is not None:
            told = f"The audit of {tenant} does not verify: at event {proof.flaw.seq}, {proof.flaw.reason}"
            yield wrong("audit", IntegrityError(f"{told}. 'casewright audit verify' says more"))
        else:
            yield well("audit", f"The audit of {tenant} verifies: {proof.reached.count:,} events")


def _originals(settings: Settings, database: Database, *, every: bool) -> Iterator[Finding]:
    from casewright.adapters.blobs.opening import open_blobs
    from casewright.adapters.database.examination import originals_of

    named = originals_of(database)
    if "://" in settings.blob_place and not settings.blob_place.startswith(("file://", "local://")):
        yield note("originals", f"The {len(named)} originals are in {settings.blob_place}, which was not asked")
        return
    blobs = open_blobs(settings.blob_place)
    missing = [one for one in named if not blobs.has(one.tenant, one.blob)]
    if missing:
        names = ", ".join(repr(one.filename) for one in (missing if every else missing[:_TOLD]))
        more = f" and {len(missing) - _TOLD} more (--all names them)" if len(missing) > _TOLD and not every else ""
        yield wrong("originals", IntegrityError(f"{len(missing)} originals are missing: {names}{more}"))
    there = [one for one in named if one not in set(missing)]
    looked = there if every else there[:: max(1, -(-len(there) // SAMPLE))]
    for one in looked:
        try:
            blobs.get(one.tenant, one.blob)
        except NotFound:
            continue  # removed since it was looked for
        except CasewrightError as error:
            yield wrong("originals", type(error)(f"{one.filename!r}: {error}"))
    if not missing:
        yield well(
            "originals", f"All {len(named)} originals are there; {len(looked)} were read and held to their hashes"
        )


def _calls(database: Database) -> Iterator[Finding]:
    from casewright.adapters.database.audit_log import SqlAuditLog
    from casewright.adapters.database.examination import chains_of
    from casewright.adapters.database.journal import SqlJournal
    from casewright.toolbox.approvals.unresolved_calls import unresolved_calls

    log, journal = SqlAuditLog(database, durability="each"), SqlJournal(database)
    found = sum(len(unresolved_calls(log, journal, tenant)) for tenant in chains_of(database))
    if found:
        yield note("calls", f"{found} calls have no outcome: they run just now, or see 'casewright calls unresolved'")
    else:
        yield well("calls", "Every call that was begun has its outcome")


def _nobody() -> Signer:
    raise Refused("Nothing is signed here")

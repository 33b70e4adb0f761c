"""``casewright backup`` and ``casewright restore``: a home in one file, and a home out of it."""

from __future__ import annotations

import re
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from casewright.cli.files import Force
from casewright.cli.log_notes import warnings_shown
from casewright.cli.output import counted
from casewright.errors import IntegrityError, InvalidInput
from casewright.vocabulary.outside_text import show_line

if TYPE_CHECKING:
    from casewright.cli.output import Output
    from casewright.cli.state import State
    from casewright.domain.backups import BackupManifest

_HASH = re.compile(r"[0-9a-fA-F]{64}")


def backup(
    context: typer.Context,
    file: Annotated[Path, typer.Argument(help="The file to write; best on another disk.")],
    with_keys: Annotated[
        bool,
        typer.Option(
            "--with-keys",
            help="Put the secret keys in as well: whoever has the file can then read sealed data and forge the audit.",
        ),
    ] = False,
    force: Force = False,
) -> None:
    """Write the whole home into one file, while it is used, and read that file again."""
    from casewright.bootstrap.backup import back_up
    from casewright.config import read_settings

    state: State = context.obj
    settings = read_settings(home=state.home, user_key=state.user_key)
    with warnings_shown(state.output):
        made = back_up(settings, file, with_keys=with_keys, force=force)
    output, manifest = state.output, made.manifest
    output.document(
        {
            "out": str(file),
            "size": made.size,
            "sha256": made.sha256,
            "recorded": made.unrecorded is None,
            **_told(manifest),
        }
    )
    parts = counted(len(manifest.parts), "file")
    output.line(f"{parts} in {show_line(str(file))}, {made.size:,} bytes, read again: every part has its hash")
    output.line(f"SHA-256 {made.sha256}")
    _audit_line(output, manifest)
    for said in manifest.left_out:
        output.note(f"{show_line(said)}.", style="yellow")
    if made.unrecorded is not None:
        output.note(f"The audit was not told of this backup: {show_line(made.unrecorded)}", style="yellow")
    output.prose(
        "The hashes show damage, not forgery: keep the SHA-256 elsewhere, and give it to 'casewright restore --sha256'."
    )


def restore(
    context: typer.Context,
    file: Annotated[Path, typer.Argument(help="The file that casewright backup wrote.")],
    sha256: Annotated[
        str | None,
        typer.Option("--sha256", help="What the backup's SHA-256 has to be, as you kept it.", show_default=False),
    ] = None,
) -> None:
    """Make a home out of a backup: in a folder that is empty or not there, whole or not at all."""
    from casewright.bootstrap.backup import hash_of, restore
    from casewright.config import read_settings

    state: State = context.obj
    if sha256 is not None and not _HASH.fullmatch(sha256):
        raise InvalidInput(f"--sha256 is {sha256!r}: a SHA-256 is 64 hexadecimal digits")
    if sha256 is not None and hash_of(file) != sha256.lower():
        raise IntegrityError(f"{str(file)!r} is not the backup that was kept: its SHA-256 is another")
    settings = read_settings(home=state.home)
    manifest = restore(settings, file)
    output = state.output
    output.document({"home": str(settings.home), **_told(manifest)})
    output.line(f"Restored {counted(len(manifest.parts), 'file')} into {show_line(str(settings.home))}")
    output.line(f"As of {manifest.made_at}, by Casewright {manifest.version}")
    _audit_line(output, manifest)
    for said in manifest.left_out:
        output.note(f"Not in the backup: {show_line(said)}.", style="yellow")
    for name, value, used in (
        ("CASEWRIGHT_DATABASE_URL", settings.database_url, manifest.schema is not None),
        ("CASEWRIGHT_BLOBS", settings.blobs, True),
        ("CASEWRIGHT_DRAFTS", settings.drafts, True),
        ("CASEWRIGHT_AUDIT_HEADS", settings.audit_heads, True),
    ):
        if value is not None and used:
            output.note(
                f"{name} is set: what was restored in its stead is in the home, and is not used.", style="yellow"
            )
    if not manifest.with_keys:
        output.prose(
            "The keys were not in it. Put secret.key, audit-keys/signing.key and, where there was one, vault.key back "
            "before the first start."
        )
    output.prose(
        "Next, an ADMIN runs 'casewright audit accept-restored', for each tenant: until then 'audit verify' says that "
        "the audit may have been cut short and nothing is signed, since what was recorded after the backup is gone."
    )


def _audit_line(output: Output, manifest: BackupManifest) -> None:
    for tenant, chain in sorted(manifest.chains.items()):
        output.line(f"Audit of {show_line(tenant)}: {chain.count:,} events, head {chain.head}")


def _told(manifest: BackupManifest) -> dict[str, object]:
    told = asdict(manifest)
    return {**told, "parts": len(manifest.parts)}

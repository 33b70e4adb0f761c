"""The audit's export: one zip with events, checkpoints, public keys and a verifier that needs nothing of ours."""

from __future__ import annotations

import json
from dataclasses import dataclass
from importlib.resources import files
from typing import TYPE_CHECKING
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from casewright.tools.cancellation import stop_if_cancelled

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from typing import IO

    from casewright.audit.chain import Record
    from casewright.audit.checkpoint import Checkpoint
    from casewright.domain.ids import TenantId

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


@dataclass(frozen=True, slots=True)
class AuditContents:
    """What a zip holds beside the events above ``after``; ``previous`` is the hash at that event."""

    tenant: TenantId
    after: int
    previous: str
    keys: Mapping[str, bytes]
    checkpoints: Sequence[Checkpoint]


def write_zip(file: IO[bytes], contents: AuditContents, records: Iterable[Record]) -> None:
    """Write the events of these records with what proves them."""
    manifest = {
        "format": _FORMAT,
        "tenant_id": contents.tenant,
        "after": contents.after,
        "previous": contents.previous,
    }
    keys = {name: key.hex() for name, key in sorted(contents.keys.items())}
    verifier = files("casewright.audit").joinpath("verifier.py").read_bytes()
    with ZipFile(file, "w", ZIP_DEFLATED) as archive:
        _add(archive, "README.txt", [_README.encode()])
        _add(archive, "verify.py", [verifier])
        _add(archive, "manifest.json", [_line(manifest)])
        _add(archive, "keys.json", [_line(keys)])
        _add(archive, "checkpoints.jsonl", (one.to_json() + b"\n" for one in contents.checkpoints))
        _add(archive, "events.jsonl", _events(records))


def _events(records: Iterable[Record]) -> Iterable[bytes]:
    for record in records:
        stop_if_cancelled()
        # What a hand put there that is no text must come out as the same bytes, or the change would look like ours.
        body = record.body.decode("utf-8", "surrogateescape")
        yield _line({"seq": record.seq, "body": body, "hash": record.hash})


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

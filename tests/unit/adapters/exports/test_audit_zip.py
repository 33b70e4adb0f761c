"""An export of an audit holds every event as it was recorded, and proves itself."""

from __future__ import annotations

import errno
import json
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from casewright.audit import verifier
from casewright.audit.chain import Record
from casewright.errors import StorageFull
from tests.audit_exports import dropped, filled, flaw, lines, rewrite, unzipped, verified, zips
from tests.fakes.signed_log import OURS, SignedLog

if TYPE_CHECKING:
    from collections.abc import Iterator

    from casewright.domain.ids import TenantId


@pytest.mark.requirement("audit-export")
def test_export_proves_itself(export: Path) -> None:
    """The verifier in the zip, run without anything of ours, ends with 0, says what holds and what it cannot see."""
    code, said = verified(export)

    assert code == 0
    assert "Verified: 6 events, 1 to 6, each chained to the one before." in said
    assert "Verified: 2 signed checkpoints, newest at event 6" in said
    assert "What this cannot see:" in said
    assert "Whether events after number 6 were cut off together with their checkpoints" in said
    assert "What was never recorded" in said


def test_verifier_is_the_packages_own(export: Path) -> None:
    """verify.py is the module of the package, byte for byte, and imports the standard library only."""
    source = (export / "verify.py").read_bytes()

    assert source == Path(verifier.__file__).read_bytes()
    assert b"casewright." not in b"".join(line for line in source.splitlines() if b"import" in line)


def test_export_holds_every_event_as_it_was_recorded(export: Path) -> None:
    """The bodies are the recorded ones, byte for byte."""
    recorded = [(record.seq, record.body.decode(), record.hash) for record in filled().records(OURS)]

    assert [(row["seq"], row["body"], row["hash"]) for row in lines(export, "events.jsonl")] == recorded


@pytest.mark.requirement("audit-export")
def test_same_log_makes_the_same_bytes(tmp_path: Path) -> None:
    """No clock, user or order of a folder enters the zip."""
    made = [zips(tmp_path / name, filled()).write(OURS, 0) for name in ("one", "two")]

    assert made[0] is not None
    assert made[0] == made[1]
    assert made[0].filename == "audit-1-6.zip"


def test_export_is_held_to_what_was_kept(export: Path, tmp_path: Path) -> None:
    """A head or a checkpoint kept from before is met, and another one at its place is found."""
    rows, signed = lines(export, "events.jsonl"), lines(export, "checkpoints.jsonl")
    kept = tmp_path / "kept.json"
    kept.write_text(json.dumps(signed[0]))

    code, said = verified(export, "--expect-count", "5", "--expect-head", rows[4]["hash"], "--checkpoint", str(kept))
    assert code == 0
    assert "Verified: event 5 is the one that you expected." in said
    assert "Verified: event 3 is the one that you expected." in said
    code, said = verified(export, "--expect-count", "4", "--expect-head", rows[4]["hash"])
    assert (code, said) == (1, "NOT verified: at event 4 the hash is not the one that was expected here.\n")


@pytest.mark.requirement("audit-export")
@pytest.mark.parametrize("after", [1, 3, 5])
def test_part_of_a_log_is_exported(tmp_path: Path, after: int) -> None:
    """Events after a number verify from the hash before them, and what is left out is said."""
    folder = unzipped(tmp_path, filled(), after)

    code, said = verified(folder)

    assert code == 0
    assert f"Verified: {6 - after:,} events, {after + 1} to 6" in said
    assert f"- Events 1 to {after} are not in this export." in said
    rewrite(folder, "events.jsonl", dropped(lines(folder, "events.jsonl")) if after < 4 else [])
    assert flaw(folder) != ""


def test_start_of_a_part_is_held_to_its_checkpoint(tmp_path: Path) -> None:
    """Where a checkpoint stands at the start of a part, the part must start from its head."""
    folder = unzipped(tmp_path, filled(), 3)
    signed = lines(folder, "checkpoints.jsonl")
    assert signed[0]["count"] == 3
    manifest = json.loads((folder / "manifest.json").read_text())
    rewrite(folder, "events.jsonl", [])
    manifest["previous"] = "ab" * 32
    (folder / "manifest.json").write_text(json.dumps(manifest))

    assert "does not start from the hash that was signed" in flaw(folder)


@pytest.mark.requirement("audit-offline-verifier")
def test_nothing_is_no_export(tmp_path: Path) -> None:
    """There is no export of an empty log, nor of one that has nothing after the number."""
    assert zips(tmp_path, SignedLog()).write(OURS, 0) is None
    assert zips(tmp_path, filled()).write(OURS, 6) is None
    assert list(tmp_path.rglob("*.zip")) == []


class DamagedLog(SignedLog):
    """A log in which a hand put bytes that are no text."""

    def records(self, tenant: TenantId, after: int = 0) -> Iterator[Record]:
        for record in super().records(tenant, after):
            yield Record(record.seq, b"\xff" + record.body[1:], record.hash) if record.seq == 2 else record


def test_damaged_log_is_exported_as_it_is(tmp_path: Path) -> None:
    """A changed event is exported with its change, and found."""
    log = DamagedLog()
    log.fill(3)

    assert flaw(unzipped(tmp_path, log)) == "event 2 or its hash was changed"


class FullDisk(SignedLog):
    """A log during whose reading the disk becomes full."""

    def records(self, tenant: TenantId, after: int = 0) -> Iterator[Record]:
        yield from list(super().records(tenant, after))[:1]
        raise OSError(errno.ENOSPC, "No space left on device")


@pytest.mark.requirement("audit-export")
def test_export_that_fails_leaves_nothing(tmp_path: Path) -> None:
    """An export is there whole or not at all."""
    log = FullDisk()
    log.fill(3)

    with pytest.raises(StorageFull, match="audit-1-3.zip"):
        zips(tmp_path, log).write(OURS, 0)
    assert [path for path in tmp_path.rglob("*") if path.is_file()] == []


@pytest.mark.parametrize(
    "arguments",
    [["--expect-count", "5"], ["--expect-head", "a" * 64], ["--expect-count", "5", "--expect-head", "ab"], ["a", "b"]],
)
def test_arguments_that_cannot_be_used(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    """Arguments that it cannot use end with 2."""
    with pytest.raises(SystemExit) as ended:
        verifier.main(arguments)
    assert ended.value.code == 2
    assert "usage" in capsys.readouterr().err

"""An export proves itself, and every change of it is found by the verifier that it carries."""

from __future__ import annotations

import errno
import json
import shutil
import subprocess
import sys
import zipfile
from dataclasses import fields
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from casewright.adapters.exports.audit_zip import AuditZips
from casewright.audit import verifier
from casewright.audit.chain import DOMAIN, Head, Record
from casewright.audit.checkpoint import Checkpoint, make_checkpoint
from casewright.audit.events import Event
from casewright.canonical import canonical_json
from casewright.errors import StorageFull
from tests.fakes.signed_log import FOREIGN_KEY, OURS, SignedLog

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from casewright.domain.ids import TenantId

EVENT_FIELDS = [*(field.name for field in fields(Event)), "seq"]


def filled() -> SignedLog:
    """Six events under two checkpoints, the second by another key."""
    log = SignedLog()
    log.fill(3)
    log.checkpoint()
    log.rotate()
    log.fill(3)
    return log


def zips(root: Path, log: SignedLog) -> AuditZips:
    return AuditZips(root, log=log, checkpoints=log.checkpoints, keys=log.keys)


def unzipped(root: Path, log: SignedLog, after: int = 0) -> Path:
    """An export of the log, unzipped."""
    made = zips(root, log)
    exported = made.write(OURS, after)
    assert exported is not None
    folder = root / "unzipped"
    with zipfile.ZipFile(made.folder(OURS) / exported.filename) as archive:
        archive.extractall(folder)
    return folder


@pytest.fixture(scope="module")
def template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return unzipped(tmp_path_factory.mktemp("template"), filled())


@pytest.fixture
def export(template: Path, tmp_path: Path) -> Path:
    """An unzipped export of one's own."""
    return Path(shutil.copytree(template, tmp_path / "export"))


def verified(folder: Path, *arguments: str) -> tuple[int, str]:
    """The exit code and output of the export's own verifier, in a process that knows nothing of this project."""
    done = subprocess.run(
        [sys.executable, "-I", "verify.py", *arguments],
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
        env={},
    )
    assert done.stderr == ""
    return done.returncode, done.stdout


def flaw(folder: Path) -> str:
    """What the verifier says is wrong; nothing where all holds."""
    try:
        verifier.verified(folder)
    except verifier.NotVerified as found:
        return str(found)
    return ""


def lines(folder: Path, name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (folder / name).read_text("utf-8").splitlines()]


def rewrite(folder: Path, name: str, rows: list[dict[str, Any]]) -> None:
    (folder / name).write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")


def relinked(rows: list[dict[str, Any]], start: int = 0) -> list[dict[str, Any]]:
    """The events with every hash from ``start`` on made to fit."""
    previous = bytes.fromhex(rows[start - 1]["hash"]) if start else bytes(32)
    for row in rows[start:]:
        previous = sha256(DOMAIN + previous + row["body"].encode()).digest()
        row["hash"] = previous.hex()
    return rows


def other(value: Any) -> Any:
    """Another value of the same kind."""
    if value is None:
        return "not empty"
    if isinstance(value, dict):
        return {**value, "added": 1}
    return value + 1 if isinstance(value, int) else value[:-1] + ("0" if value[-1:] != "0" else "1")


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


@pytest.mark.requirement("audit-offline-verifier")
@pytest.mark.parametrize("fitting", ["old hash", "own hash fits", "all hashes fit"])
@pytest.mark.parametrize("name", EVENT_FIELDS)
def test_changed_field_of_an_event_is_found(export: Path, name: str, fitting: str) -> None:
    """Another value in any field of an exported event, with or without hashes made to fit, is found."""
    rows = lines(export, "events.jsonl")
    body = json.loads(rows[3]["body"])
    rows[3]["body"] = canonical_json({**body, name: other(body[name])}).decode()
    if fitting != "old hash":
        fit = relinked([dict(row) for row in rows], 3)
        rows = [*rows[:3], *fit[3:]] if fitting == "all hashes fit" else [*rows[:3], fit[3], *rows[4:]]
    rewrite(export, "events.jsonl", rows)

    assert flaw(export) != ""


@pytest.mark.requirement("audit-offline-verifier")
@pytest.mark.parametrize("name", [field.name for field in fields(Record)])
def test_changed_part_of_an_exported_record_is_found(export: Path, name: str) -> None:
    """Another number, body or hash beside the others is found."""
    rows = lines(export, "events.jsonl")
    rows[3][name] = other(rows[3][name])
    rewrite(export, "events.jsonl", rows)

    assert "event 4" in flaw(export)


@pytest.mark.requirement("audit-offline-verifier")
@pytest.mark.parametrize("place", [0, 1])
@pytest.mark.parametrize("name", [field.name for field in fields(Checkpoint)])
def test_changed_field_of_a_checkpoint_is_found(export: Path, name: str, place: int) -> None:
    """Another value in any field of an exported checkpoint is found."""
    rows = lines(export, "checkpoints.jsonl")
    rows[place][name] = other(rows[place][name])
    rewrite(export, "checkpoints.jsonl", rows)

    assert "checkpoint" in flaw(export)


@pytest.mark.requirement("audit-offline-verifier")
@pytest.mark.parametrize("name", ["format", "tenant_id", "after", "previous"])
def test_changed_field_of_the_manifest_is_found(export: Path, name: str) -> None:
    """Another value in any field of the manifest is found; there are no other fields."""
    manifest = json.loads((export / "manifest.json").read_text())
    assert list(manifest) == ["format", "tenant_id", "after", "previous"]
    manifest[name] = other(manifest[name])
    (export / "manifest.json").write_text(json.dumps(manifest))

    assert flaw(export) != ""


def dropped(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [*rows[:2], *rows[3:]]


def dropped_and_renumbered(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return relinked([{**row, "seq": place} for place, row in enumerate(dropped(rows), 1)])


def swapped(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [*rows[:2], rows[3], rows[2], *rows[4:]]


def swapped_keeping_numbers(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return relinked([{**row, "seq": place} for place, row in enumerate(swapped(rows), 1)])


def inserted(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [*rows[:3], rows[3], *rows[3:]]


def appended(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    body = canonical_json({**json.loads(rows[-1]["body"]), "seq": 7}).decode()
    return relinked([*rows, {"seq": 7, "body": body, "hash": ""}], 6)


def cut(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return rows[:-1]


def cut_below_the_first_checkpoint(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return rows[:2]


def emptied(_rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return []


CHANGES = [
    *(dropped, dropped_and_renumbered, swapped, swapped_keeping_numbers, inserted, appended),
    *(cut, cut_below_the_first_checkpoint, emptied),
]


@pytest.mark.requirement("audit-offline-verifier")
@pytest.mark.parametrize("change", CHANGES, ids=lambda change: change.__name__)
def test_changed_order_or_number_of_events_is_found(
    export: Path, change: Callable[[list[dict[str, Any]]], list[dict[str, Any]]]
) -> None:
    """Events dropped, swapped, put in or cut off the exported log: the verifier, on its own, ends with 1."""
    rewrite(export, "events.jsonl", change(lines(export, "events.jsonl")))

    code, said = verified(export)

    assert code == 1
    assert said.startswith("NOT verified: ")


@pytest.mark.requirement("audit-truncation-limit")
def test_export_cut_back_to_an_older_checkpoint_is_found_only_by_what_was_kept(export: Path, tmp_path: Path) -> None:
    """The limit: events cut off with their checkpoints go unseen, which is said; what a verifier kept shows it."""
    rows, signed = lines(export, "events.jsonl"), lines(export, "checkpoints.jsonl")
    head, kept = rows[-1]["hash"], tmp_path / "kept.json"
    kept.write_text(json.dumps(signed[1]))
    rewrite(export, "events.jsonl", rows[:3])
    rewrite(export, "checkpoints.jsonl", signed[:1])

    code, said = verified(export)
    assert code == 0
    assert "cannot see" in said
    assert "Whether events after number 3 were cut off together with their checkpoints" in said
    for arguments in (["--expect-count", "6", "--expect-head", head], ["--checkpoint", str(kept)]):
        code, said = verified(export, *arguments)
        assert (code, said) == (1, "NOT verified: event 6 was expected and is missing: the export was cut short.\n")


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


@pytest.mark.requirement("audit-offline-verifier")
def test_whole_export_forged_with_another_key_is_found_by_the_keys_id(export: Path, tmp_path: Path) -> None:
    """Who rewrites everything, checkpoints and keys included, has another key: --expect-key shows it."""
    known = [one["key_id"] for one in lines(export, "checkpoints.jsonl")]
    log = SignedLog(FOREIGN_KEY)
    log.fill(6)
    forged = unzipped(tmp_path / "forged", log)

    assert verified(forged)[0] == 0
    assert "Whether the keys are the right ones" in verified(forged)[1]
    code, said = verified(forged, "--expect-key", known[0], "--expect-key", known[1])
    assert code == 1
    assert "not one that you expect" in said
    code, said = verified(export, "--expect-key", known[0], "--expect-key", known[1])
    assert code == 0
    assert "Whether the keys are the right ones" not in said


@pytest.mark.requirement("audit-offline-verifier")
def test_checkpoint_forged_for_a_rewritten_chain_is_found(export: Path) -> None:
    """A rewritten end under a new checkpoint is found: its key is not in the export, or did not sign it."""
    rows, signed = lines(export, "events.jsonl"), lines(export, "checkpoints.jsonl")
    body = json.loads(rows[5]["body"])
    rows[5]["body"] = canonical_json({**body, "agent_id": "nobody"}).decode()
    rewrite(export, "events.jsonl", relinked(rows, 5))
    head = rows[5]["hash"]
    for key_id in (None, signed[1]["key_id"]):
        forged = json.loads(make_checkpoint(OURS, Head(6, head), "t", FOREIGN_KEY).to_json())
        forged["key_id"] = key_id or forged["key_id"]
        rewrite(export, "checkpoints.jsonl", [signed[0], forged])

        assert "checkpoint at event 6" in flaw(export)


def test_missing_checkpoints_are_found(export: Path) -> None:
    """An export always ends with a checkpoint: one without it was changed."""
    (export / "checkpoints.jsonl").write_text("")

    assert "is not signed" in flaw(export)


@pytest.mark.parametrize("name", ["events.jsonl", "checkpoints.jsonl", "keys.json", "manifest.json"])
@pytest.mark.parametrize("text", [None, b"", b"\xff\xfe", b"[]\n", b"{\n", b'{"a":1}\n'])
def test_damaged_file_is_told(export: Path, name: str, text: bytes | None) -> None:
    """A missing, empty or unreadable file ends with 1 and a sentence, never a traceback."""
    if text is None:
        (export / name).unlink()
    else:
        (export / name).write_bytes(text)

    assert verifier.main([str(export)]) == 1


def test_changed_key_is_found(export: Path) -> None:
    """Keys under ids that are not theirs are found."""
    keys = json.loads((export / "keys.json").read_text())
    first, second = keys
    (export / "keys.json").write_text(json.dumps({first: keys[second], second: keys[first]}))

    assert "is not the key of that id" in flaw(export)


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

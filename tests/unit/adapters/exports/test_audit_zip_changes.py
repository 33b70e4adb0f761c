"""Every change of an exported audit is found by the verifier that the export carries."""

from __future__ import annotations

import json
from dataclasses import fields
from typing import TYPE_CHECKING, Any

import pytest

from casewright.audit import verifier
from casewright.audit.chain import Head, Record
from casewright.audit.checkpoint import Checkpoint, make_checkpoint
from casewright.audit.events import Event
from casewright.canonical import canonical_json
from tests.audit_exports import dropped, flaw, lines, other, relinked, rewrite, unzipped, verified
from tests.fakes.signed_log import FOREIGN_KEY, OURS, SignedLog

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path


EVENT_FIELDS = [*(field.name for field in fields(Event)), "seq"]


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
@pytest.mark.parametrize("name", [field.name for field in fields(Record) if field.name != "mac"])
def test_changed_part_of_an_exported_record_is_found(export: Path, name: str) -> None:
    """Another number, body or hash beside the others is found. A MAC is not exported: only its home can read it."""
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

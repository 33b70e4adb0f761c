"""The books that are reconciled after kills: they fit, and every way to spoil them by hand is told."""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING

import pytest

from tests.kills.acknowledged import lost
from tests.kills.books import differences, reconcile
from tests.kills.ledger import read_ledger
from tests.kills.works import WORKS

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

SPOILED: Mapping[str, tuple[str, str, str]] = {
    "mark left": (
        "query",
        "INSERT INTO call_effects (tenant_id, intent_seq) VALUES ('local', 1)",
        "the effect of event 1 is not settled",
    ),
    "document removed": ("query", "DELETE FROM documents WHERE filename = 'mail.eml'", "13 documents were added"),
    "document put in": (
        "query",
        (
            "INSERT INTO documents SELECT tenant_id, 'd', matter_id, x'00', 99, filename, media_type, size, 'b',"
            " 'error', error, characters, chunk_count, uploaded_by, uploaded_at, dated,"
            " report, reader_version, replaced_by FROM documents LIMIT 1"
        ),
        "document d has no event",
    ),
    "document doubled": (
        "query",
        (
            "INSERT INTO documents SELECT tenant_id, 'd', matter_id, x'00', 99, filename, media_type, size, blob,"
            " status, error, characters, chunk_count, uploaded_by, uploaded_at, dated,"
            " report, reader_version, replaced_by FROM documents LIMIT 1"
        ),
        "is there 2 times",
    ),
    "text removed": ("query", "DELETE FROM document_texts WHERE rowid = 1", "its text is missing"),
    "text cut": ("query", "UPDATE document_texts SET text = x'41' WHERE rowid = 1", "is not whole"),
    "words removed": ("query", "DELETE FROM chunk_words WHERE rowid = 1", "chunks and the words of"),
    "words left": ("query", "DELETE FROM word_documents WHERE number = 1", "which is no document's"),
    "scores removed": ("query", "DELETE FROM score_pages WHERE rowid = 1", "pages of scores"),
    "scores counted": ("query", "UPDATE score_usage SET pages = pages + 1", "are counted"),
    "features doubled": (
        "query",
        "INSERT INTO feature_runs SELECT tenant_id, model, first + 1, count, data FROM feature_runs WHERE count > 1",
        "are stored twice",
    ),
    "matter without event": (
        "query",
        "UPDATE audit_events SET body = replace(body, 'create_matter', 'create_hatter')",
        "matters has 1 rows",
    ),
    "two ends": (
        "query",
        (
            "INSERT INTO audit_events SELECT tenant_id, 9999, body, hash, mac FROM audit_events"
            ' WHERE instr(CAST(body AS TEXT), \'"phase":"outcome"\') LIMIT 1'
        ),
        "ended 2 times",
    ),
    "end without a beginning": (
        "query",
        'DELETE FROM audit_events WHERE instr(CAST(body AS TEXT), \'"phase":"intent"\')',
        "is no call that was begun",
    ),
    "journal without a result": ("deletion", "UPDATE call_journal SET status = NULL", "the journal has no result"),
    "deleted and there": (
        "deletion",
        (
            "INSERT INTO documents SELECT tenant_id, (SELECT json_extract(CAST(body AS TEXT),"
            " '$.tool_args.document_id') FROM audit_events WHERE instr(CAST(body AS TEXT), 'delete_document') LIMIT 1),"
            " matter_id, x'00', 99, filename, media_type, size, blob, 'error', error, characters,"
            " chunk_count, uploaded_by, uploaded_at, dated,"
            " report, reader_version, replaced_by FROM documents LIMIT 1"
        ),
        "was deleted and is there",
    ),
    "request removed": ("deletion", "DELETE FROM approvals WHERE rowid = 1", "approvals has 6 rows"),
    "request not granted": ("deletion", "UPDATE approvals SET state = 'pending'", "its call ran 1 times"),
    "grant without event": (
        "deletion",
        "UPDATE audit_events SET body = replace(body, 'approval.granted', 'approval.doubted')",
        "its events tell otherwise",
    ),
    "claim doubled": (
        "debate",
        "UPDATE claims SET text = (SELECT text FROM claims LIMIT 1), span = (SELECT span FROM claims LIMIT 1)",
        "the claim",
    ),
    "claim removed": ("debate", "DELETE FROM claims WHERE rowid = 1", "claims has 2 rows"),
    "defect removed": ("debate", "DELETE FROM defects", "defects has 0 rows"),
    "debate without event": (
        "debate",
        "UPDATE audit_events SET body = replace(body, 'debate.started', 'debate.dreamt')",
        "debates has 1 rows",
    ),
    "debate that did not end": (
        "debate",
        "UPDATE debates SET result = NULL, status = 'running'",
        "ended 1 times, and its",
    ),
    "message doubled": (
        "case",
        (
            "UPDATE case_details SET content = json_insert(content, '$[#]', json_extract(content, '$[0]'))"
            " WHERE field = 'user_statements'"
        ),
        "the message",
    ),
    "original of a case removed": ("case", "DELETE FROM vault_values", "is missing in the vault"),
    "original of a case left": (
        "case",
        "INSERT INTO vault_values VALUES ('local', 'original/gone', x'00')",
        "without its document",
    ),
    "unit taken twice": ("case", "UPDATE quota_use SET used = used + 1", "2 units were taken"),
    "unit without event": ("case", "UPDATE case_grants SET case_id = 'other'", "was granted a unit without an event"),
}


@pytest.fixture(scope="module")
def done(tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, tuple[Path, list[tuple[str, str]]]]:
    """By work, a place where it was done to its end, and what was acknowledged."""
    places = {}
    for name in ("query", "deletion", "debate", "case"):
        place = tmp_path_factory.mktemp(name) / "place"
        place.mkdir()
        told: list[tuple[str, str]] = []
        known = WORKS[name].prepare(place)
        WORKS[name].do(place, known, lambda kind, what, told=told: told.append((kind, what)))  # type: ignore[misc]
        places[name] = place, told
    return places


@pytest.mark.requirement("kills")
def test_books_of_undisturbed_work_fit(done: Mapping[str, tuple[Path, list[tuple[str, str]]]]) -> None:
    """Where nobody killed or spoiled anything, nothing is told."""
    for place, told in done.values():
        assert reconcile(place / "home") == []
        assert lost(read_ledger(place / "home"), told) == []


@pytest.mark.requirement("kills")
@pytest.mark.parametrize("spoiled", SPOILED)
def test_spoiled_books_are_told(
    done: Mapping[str, tuple[Path, list[tuple[str, str]]]], tmp_path: Path, spoiled: str
) -> None:
    """A row that is removed, put in, doubled or changed by hand is told."""
    work, statement, told = SPOILED[spoiled]
    home = _copy(done[work][0], tmp_path)
    with closing(sqlite3.connect(home / "casewright.db")) as connection, connection:
        assert connection.execute(statement).rowcount > 0
    assert told in "\n".join(differences(read_ledger(home)))


@pytest.mark.requirement("kills")
def test_spoiled_files_are_told(done: Mapping[str, tuple[Path, list[tuple[str, str]]]], tmp_path: Path) -> None:
    """An original that is missing, changed, doubled or nobody's is told."""
    home = _copy(done["query"][0], tmp_path)
    with closing(sqlite3.connect(home / "casewright.db")) as connection:
        named = {blob for (blob,) in connection.execute("SELECT blob FROM documents")}
    first, second, third, *_ = sorted(path for path in (home / "blobs").rglob("*") if path.name in named)
    first.unlink()
    second.write_bytes(b"changed")
    elsewhere = home / "blobs" / "t-local" / "zz" / third.name
    elsewhere.parent.mkdir()
    elsewhere.write_bytes(third.read_bytes())
    (home / "blobs" / "left").write_bytes(b"left")
    told = "\n".join(differences(read_ledger(home)))
    assert f"the original {first.name} is missing" in told
    assert f"{second.name} is not what its name says" in told
    assert f"the original {third.name} is there 2 times" in told
    assert "blobs/left is not what its name says" in told


@pytest.mark.requirement("kills")
@pytest.mark.parametrize("work", ["query", "deletion", "debate", "case"])
def test_what_was_acknowledged_and_is_gone_is_told(
    done: Mapping[str, tuple[Path, list[tuple[str, str]]]], tmp_path: Path, work: str
) -> None:
    """Where every row that an acknowledgement rests on is removed, each is told as lost."""
    place, acknowledged = done[work]
    home = _copy(place, tmp_path)
    with closing(sqlite3.connect(home / "casewright.db")) as connection, connection:
        for table in ("saved_queries", "approvals", "audit_events", "debates", "case_details", "document_texts"):
            connection.execute(f"DELETE FROM {table}")
        connection.execute("DELETE FROM documents")
    assert len(lost(read_ledger(home), acknowledged)) == len(acknowledged) > 0


def _copy(place: Path, folder: Path) -> Path:
    shutil.copytree(place, folder / "spoiled")
    return folder / "spoiled" / "home"

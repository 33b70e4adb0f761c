"""The folder that the processes of a run share: claims, commits, and what is told in the end."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

import pytest

from casewright.adapters.bulk.results import ResultFolder
from casewright.adapters.bulk.tables import from_parquet
from casewright.domain.bulk import BulkFailure, BulkOutcome, FailureKind, Member, Partition
from casewright.errors import InvalidInput

if TYPE_CHECKING:
    from pathlib import Path

PLAN = {"plan": "1", "query": "{x}"}
FIRST, SECOND = (Partition(number, (Member(f"{number}.txt", 1, ""),)) for number in range(2))
BAD = BulkFailure(FailureKind.UNREADABLE, "a.pdf", "", "is damaged")


def outcome(data: bytes = b"rows") -> BulkOutcome:
    """With one document that could not be read."""
    return BulkOutcome("m", {"documents": data, "matches": data}, (BAD,), 1, 2, 3, 4, 5, 6, 0.5, ("a note",))


def test_a_partition_is_had_by_one(tmp_path: Path) -> None:
    """Until it lets go of it; then by another."""
    one, other = ResultFolder(tmp_path), ResultFolder(tmp_path)
    one.begin(PLAN)
    assert one.claim(FIRST)
    assert not other.claim(FIRST)
    one.give_up(FIRST, None)
    assert other.claim(FIRST)


def test_of_many_at_once_one_has_it(tmp_path: Path) -> None:
    """However they race."""
    folders = [ResultFolder(tmp_path) for _ in range(8)]
    folders[0].begin(PLAN)
    with ThreadPoolExecutor(8) as pool:
        assert sum(pool.map(lambda folder: folder.claim(FIRST), folders)) == 1


def test_what_is_done_is_never_claimed_again(tmp_path: Path) -> None:
    """And committed once."""
    one = ResultFolder(tmp_path)
    one.begin(PLAN)
    assert one.claim(FIRST)
    assert one.commit(FIRST, outcome())
    assert not one.claim(FIRST)
    assert not one.commit(FIRST, outcome())
    assert one.done() == {0}
    assert not list((tmp_path / "claims").iterdir())


def test_a_claim_of_a_process_that_has_ended_is_anybodys(tmp_path: Path) -> None:
    """Of this machine at once; of another after two minutes without a sign of life."""
    one = ResultFolder(tmp_path)
    one.begin(PLAN)
    assert one.claim(FIRST)
    assert one.claim(SECOND)
    ended = subprocess.Popen([sys.executable, "-c", ""])
    ended.wait()
    claim = tmp_path / "claims" / FIRST.name
    claim.write_text(json.dumps({**json.loads(claim.read_text()), "pid": ended.pid}))
    elsewhere = tmp_path / "claims" / SECOND.name
    elsewhere.write_text(json.dumps({"host": "another", "pid": 1}))
    other = ResultFolder(tmp_path)
    assert other.claim(FIRST)
    assert not other.claim(SECOND)
    os.utime(elsewhere, (0, 0))
    assert other.claim(SECOND)


def test_whoever_works_gives_signs_of_life(tmp_path: Path) -> None:
    """So that a claim of long work is not taken."""
    one = ResultFolder(tmp_path, beat=0.05)
    one.begin(PLAN)
    assert one.claim(FIRST)
    claim = tmp_path / "claims" / FIRST.name
    os.utime(claim, (0, 0))
    for _ in range(100):
        if claim.stat().st_mtime > 1:
            break
        one._ended.wait(0.05)
    assert claim.stat().st_mtime > 1
    one.close()
    assert not claim.exists()


def test_another_run_is_not_mixed_in(tmp_path: Path) -> None:
    """The sentence says what differs; the same one goes on."""
    ResultFolder(tmp_path / "r").begin(PLAN)
    ResultFolder(tmp_path / "r").begin(dict(PLAN))
    with pytest.raises(InvalidInput, match="its query differ"):
        ResultFolder(tmp_path / "r").begin({**PLAN, "query": "{y}"})


def test_a_folder_with_other_files_is_left_alone(tmp_path: Path) -> None:
    """Nothing is written beside them."""
    (tmp_path / "thesis.txt").write_text("mine")
    with pytest.raises(InvalidInput, match="holds other files"):
        ResultFolder(tmp_path).begin(PLAN)
    assert [one.name for one in tmp_path.iterdir()] == ["thesis.txt"]


def test_what_was_not_read_is_in_one_table(tmp_path: Path) -> None:
    """Objects that were skipped, documents that are damaged, partitions that failed."""
    one = ResultFolder(tmp_path)
    one.begin(PLAN)
    assert one.claim(FIRST)
    assert one.claim(SECOND)
    one.commit(FIRST, outcome())
    one.give_up(SECOND, "its worker ended over it")
    found = one.finish([BulkFailure(FailureKind.SKIPPED, "x.exe", "", "is of a format that is not read")])
    assert (found.done, found.documents, found.chunks, found.found) == (1, 1, 2, 3)
    assert (found.unreadable, found.skipped, found.failed_partitions, found.notes) == (1, 1, 1, ("a note",))
    table = from_parquet((tmp_path / "failures.parquet").read_bytes(), ["kind", "source", "reason"])
    assert table["kind"].tolist() == ["skipped", "unreadable", "partition"]
    assert table["source"].tolist() == ["x.exe", "a.pdf", "1.txt"]
    assert one.claim(SECOND)
    one.commit(SECOND, outcome())
    assert one.finish([]).failed_partitions == 0

"""``verify.py --since``: one export is proved to extend another."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING

import pytest

from casewright.audit import verifier
from tests.audit_events import event
from tests.audit_exports import filled, lines, rewrite, unzipped, verified
from tests.fakes.signed_log import OURS, SignedLog

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.requirement("audit-since")


@pytest.fixture
def log() -> SignedLog:
    """Six events."""
    return filled()


@pytest.fixture
def earlier(log: SignedLog, tmp_path: Path) -> Path:
    """An export of them."""
    return unzipped(tmp_path / "earlier", log)


def later(log: SignedLog, tmp_path: Path, more: int = 4, after: int = 0) -> Path:
    log.fill(more)
    return unzipped(tmp_path / "later", log, after)


def refusal(folder: Path, since: Path) -> str:
    with pytest.raises(verifier.NotVerified) as found:
        verifier.verified(folder, since=since)
    return str(found.value)


@pytest.mark.parametrize("after", [0, 3, 6])
def test_later_export_extends_the_earlier_one(log: SignedLog, earlier: Path, tmp_path: Path, after: int) -> None:
    """Whole, overlapping or beginning where the earlier one ends, given as its folder or as its checkpoint."""
    folder = later(log, tmp_path, after=after)
    kept = tmp_path / "kept.json"
    kept.write_text((earlier / "checkpoints.jsonl").read_text("utf-8").splitlines()[-1], "utf-8")

    for since in (earlier, kept):
        code, said = verified(folder, "--since", str(since))
        assert code == 0, said
        assert "extends the earlier one, which ends at event 6: events 7 to 10 are new." in said


def test_same_export_extends_itself(earlier: Path) -> None:
    """Nothing new is no flaw."""
    assert "no event is new" in "".join(verifier.verified(earlier, since=earlier))


def test_export_that_leaves_events_out_does_not_extend(log: SignedLog, earlier: Path, tmp_path: Path) -> None:
    """What is in neither is named."""
    assert "events 7 to 8 are in neither" in refusal(later(log, tmp_path, after=8), earlier)


def test_older_export_does_not_extend_a_newer_one(log: SignedLog, earlier: Path, tmp_path: Path) -> None:
    """Cut short."""
    newer = later(log, tmp_path)

    assert "event 10 was in the earlier export and is missing" in refusal(earlier, newer)


def test_other_history_does_not_extend(earlier: Path, tmp_path: Path) -> None:
    """Another chain under the same keys, as long and longer."""
    other = SignedLog()
    other.submit(event("elsewhere", tenant=OURS))
    other.fill(5)
    other.checkpoint()
    other.rotate()
    other.fill(3)
    folder = unzipped(tmp_path / "other", other)

    assert verifier.verified(folder)
    assert "at event 6 the hash is not the one that was in the earlier export here" in refusal(folder, earlier)


def test_earlier_export_that_does_not_hold_proves_nothing(log: SignedLog, earlier: Path, tmp_path: Path) -> None:
    """A changed earlier export is a flaw."""
    folder = later(log, tmp_path)
    changed = shutil.copytree(earlier, tmp_path / "changed")
    rows = lines(changed, "events.jsonl")
    rows[1]["body"] = rows[1]["body"].replace("call", "cell")
    rewrite(changed, "events.jsonl", rows)

    assert "event 2 or its hash was changed" in refusal(folder, changed)

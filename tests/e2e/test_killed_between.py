"""Kills at one exact place each: between a row and its event, and between a deletion and its original."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from typing import TYPE_CHECKING, Any

import pytest

from casewright.bootstrap.home import Casewright
from tests.kills.ledger import read_ledger
from tests.kills.works import WORKS

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

_DYING = """
import json, os, signal, sys
from pathlib import Path
from casewright.adapters.blobs.folder import FolderBlobs
from casewright.adapters.database.audit_log import SqlAuditLog
from casewright.adapters.database.sealed_values import SqlSealedValues
from tests.kills.works import WORKS

place, work, known, where = sys.argv[1:]

def die(*_):
    os.kill(os.getpid(), signal.SIGKILL)

if where == "discard":
    FolderBlobs.discard = die
elif where == "unseal":
    SqlSealedValues.remove = die
else:
    chain = SqlAuditLog.chain

    def chain_or_die(self, connection, events):
        if any(one.event_type == where for one in events):
            die()
        return chain(self, connection, events)

    SqlAuditLog.chain = chain_or_die

WORKS[work].do(Path(place), json.loads(known), lambda *_: None)
"""


@pytest.fixture
def killed(tmp_path: Path) -> Callable[[str, str], Path]:
    """Does a work; its place.

    It is killed right before an event of that type is chained, or an original is discarded, or taken out of the vault.
    """

    def kill(work: str, where: str) -> Path:
        place = tmp_path / work
        place.mkdir()
        known = WORKS[work].prepare(place)
        command = [sys.executable, "-c", _DYING, str(place), work, json.dumps(known), where]
        died = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
        assert died.returncode == -signal.SIGKILL, died.stderr
        return place

    return kill


def asked(place: Path, tool: str, **arguments: object) -> Any:
    """What the tool gives ada."""
    key = place / "home" / "keys" / "ada.key"
    with Casewright.open(place / "home", user_key=key if key.exists() else None) as casewright:
        return casewright.call(tool, arguments).structured


@pytest.mark.requirement("originals-removed")
def test_original_of_a_deleted_document_goes_when_the_home_is_opened(killed: Callable[[str, str], Path]) -> None:
    """Killed after the deletion was committed and before its original went: opened again, the home has it no more."""
    place = killed("deletion", "discard")
    blobs = place / "home" / "blobs"
    kept = len(list(blobs.glob("*/*/*")))
    [listed] = [one["matter_id"] for one in asked(place, "list_matters")["matters"] if one["title"] == "Alpha"]
    assert asked(place, "list_matter_documents", matter_id=listed)["total_count"] == kept - 2, "an archive waits its hour"
    assert len(list(blobs.glob("*/*/*"))) == kept - 1


@pytest.mark.requirement("originals-removed")
def test_document_of_a_case_goes_with_its_sealed_original(killed: Callable[[str, str], Path]) -> None:
    """Killed between the two, both are there: the document and what the vault has of it go in one transaction."""
    place = killed("deletion", "unseal")
    ledger = read_ledger(place / "home")
    cases = {row["id"] for row in ledger.rows("cases")}
    kept = {f"original/{row['id']}" for row in ledger.rows("documents") if row["matter_id"] in cases}
    assert len(kept) == 2
    assert kept == {row["place"] for row in ledger.rows("vault_values") if row["place"].startswith("original/")}


@pytest.mark.requirement("recorded-with-its-event")
@pytest.mark.parametrize(
    ("event", "states"), [("approval.requested", []), ("approval.granted", ["pending"])], ids=["request", "decision"]
)
def test_request_and_decision_are_there_with_their_events(
    killed: Callable[[str, str], Path], event: str, states: list[str]
) -> None:
    """Killed before the event of a request, or of a decision, neither is there: it can be made again."""
    place = killed("deletion", event)
    found = asked(place, "list_approvals", state=None)["approvals"]
    assert [one["state"] for one in found] == states


@pytest.mark.requirement("recorded-with-its-event")
@pytest.mark.parametrize(("event", "statuses"), [("debate.started", []), ("debate.ended", ["running"])])
def test_debate_begins_and_ends_with_its_events(
    killed: Callable[[str, str], Path], event: str, statuses: list[str]
) -> None:
    """Killed before the event of its beginning a debate is not there; before that of its end, it has not ended."""
    place = killed("debate", event)
    deal = asked(place, "list_matters")["matters"][0]["matter_id"]
    found = asked(place, "list_debates", deal_id=deal)["debates"]
    assert [one["status"] for one in found] == statuses

"""A clock that is set back is noticed, and brings nothing back that had expired."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

import pytest

from casewright.bootstrap import clock
from casewright.bootstrap.home import Casewright
from casewright.domain.ids import ActorId
from casewright.tools.calls import Status
from casewright.tools.decisions import Approve

if TYPE_CHECKING:
    from pathlib import Path

    from tests.e2e.conftest import Shell

pytestmark = pytest.mark.requirement("clock-set-back")


@pytest.fixture
def set_clock(monkeypatch: pytest.MonkeyPatch) -> Moved:
    """Sets the machine's clock by so much, from here on."""
    return Moved(monkeypatch)


class Moved:
    """The clock that this process asks, moved."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self._monkeypatch = monkeypatch

    def __call__(self, **by: float) -> None:
        """Let it say a time that differs from the machine's."""
        delta = timedelta(**by)

        class Clock(datetime):
            @classmethod
            def now(cls, tz: object = None) -> datetime:  # type: ignore[override]
                assert tz is UTC
                return datetime.now(UTC) + delta

        self._monkeypatch.setattr(clock, "datetime", Clock)


def test_expired_request_stays_expired(tmp_path: Path, set_clock: Moved) -> None:
    """Filed, then expired while others worked, then the clock goes back: nobody can approve it."""
    with Casewright.open(tmp_path) as casewright:
        casewright.add_user("pat", "PARTNER")
    with Casewright.open(tmp_path, user_key=tmp_path / "keys" / "pat.key") as pat:
        made = pat.call("create_matter", {"title": "Alpha"}).structured
        assert isinstance(made, dict)
        blob = pat.keep(made["matter_id"], b"The supplier shall deliver.")
        given = {"matter_id": made["matter_id"], "filename": "a.txt", "blob_id": blob}
        document = pat.call("add_document", given).structured
        assert isinstance(document, dict)
        arguments = {"matter_id": made["matter_id"], "document_id": document["document_id"]}
        asked = pat.call("delete_document", arguments)
    set_clock(days=30)
    with Casewright.open(tmp_path) as casewright:
        casewright.call("list_matters")
    set_clock(days=0)

    with Casewright.open(tmp_path) as casewright:
        decided = casewright.decide(str(asked.metadata.approval_id), Approve())

    assert (decided.status, "expired" in decided.content) == (Status.DENIED, True)
    assert casewright.actor.id != ActorId("pat")


def test_clock_behind_is_told_and_recorded(shell: Shell, set_clock: Moved) -> None:
    """A warning and an event with both times, and again as long as it is behind; a minute is not noticed."""
    set_clock(hours=5)
    shell.matter("Alpha")
    set_clock(hours=4)
    assert "set the clock right" in shell("matter", "list").err
    assert "set the clock right" in shell("matter", "list").err
    events = shell("--json", "audit", "show").json["events"]
    assert [one["tool_args"].keys() for one in events if one["event_type"] == "clock.set_back"] == [
        {"clock", "recorded"}
    ] * 3
    assert shell("--json", "audit", "verify").json["verified"] is True
    set_clock(hours=5)
    assert shell("matter", "list").err == ""

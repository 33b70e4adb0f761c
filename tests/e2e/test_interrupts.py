"""Ctrl-C during work: heard within a second by every command that takes long, whatever it is stuck in."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from casewright.bootstrap.home import Casewright
from tests.deal_room import DealRoom
from tests.e2e.conftest import LEASE, Shell

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

PATIENCE = 300.0
"""Seconds after which a command has not listened. What it is stuck in never ends: this guards against hanging alone."""
SAID = "Interrupted: what was finished stays, what was not is not there."


def asked(shell: Shell, tmp_path: Path) -> list[object]:
    """A query to a file."""
    (tmp_path / "lease.txt").write_text(LEASE)
    return ["iql", "{IS governing law clause}", tmp_path / "lease.txt"]


def ingest(shell: Shell, tmp_path: Path) -> list[object]:
    """A folder of two files put into a matter."""
    (tmp_path / "room").mkdir()
    for name in ("a.txt", "b.txt"):
        (tmp_path / "room" / name).write_text(f"{name}\n\n{LEASE}")
    return ["ingest", shell.matter(), tmp_path / "room"]


def question(shell: Shell, tmp_path: Path) -> list[object]:
    """A question to a matter with a document."""
    matter = shell.matter()
    (tmp_path / "lease.txt").write_text(LEASE)
    shell("ingest", matter, tmp_path / "lease.txt")
    return ["ask", matter, "Which law governs the lease?"]


def deal(shell: Shell) -> str:
    """A deal with a claim."""
    room = DealRoom(shell.home)
    said = "The annual recurring revenue for 2025 was EUR 12.1 million."
    room.claim(said, room.put("deck.txt", said), said)
    room.close()
    return room.deal


def debate(shell: Shell, tmp_path: Path) -> list[object]:
    """A debate about a deal."""
    return ["debate", "run", deal(shell)]


def report(shell: Shell, tmp_path: Path) -> list[object]:
    """A deal's report on paper."""
    return ["report", deal(shell), "--pdf", tmp_path / "report.pdf"]


def case(shell: Shell, tmp_path: Path) -> list[object]:
    """A message in a case."""
    with Casewright.open(shell.home) as casewright:
        made = casewright.call("create_case", {"title": "Amendă"}).structured
        assert isinstance(made, dict)
        given = {"kind": "individual", "firstName": "Ana", "lastName": "Pop"}
        party = casewright.call("add_party", given).structured
        assert isinstance(party, dict)
        attached = {"case_id": made["case_id"], "party_id": party["party_id"], "role": "petent"}
        assert casewright.call("attach_party", attached).success
    return ["case", "message", made["case_id"], "Am primit o amendă de circulație"]


def words(*arguments: str) -> Callable[[Shell, Path], list[object]]:
    """A command that needs nothing but a home with a matter."""

    def prepare(shell: Shell, _: Path) -> list[object]:
        shell.matter()
        return [*arguments]

    return prepare


SCORER = "casewright.adapters.scoring.embedded_scorer:EmbeddedScorer.score_features"
CHECKPOINTS = "casewright.adapters.checkpoints.sqlite:SqliteCheckpoints.put"
WORK = {
    "ingest": (ingest, "casewright.adapters.ingest.reader:FileReader.read"),
    "query": (asked, SCORER),
    "ask": (question, CHECKPOINTS),
    "debate": (debate, CHECKPOINTS),
    "case turn": (case, CHECKPOINTS),
    "report": (report, "casewright.adapters.drafting.typst_engine:TypstEngine.compile"),
    "export": (words("audit", "export"), "casewright.adapters.exports.audit_files:AuditFiles._fill"),
    "verify": (words("audit", "verify"), "casewright.adapters.database.audit_log:SqlAuditLog.records"),
    "demo": (words("demo"), SCORER),
}
"""By what is done, how it is prepared, and where it gets stuck: in a thread, in the loop's own or in the main one."""


@pytest.mark.requirement("cli-interrupt-heard")
@pytest.mark.parametrize(("work", "as_json"), [*((work, False) for work in WORK), ("ingest", True), ("verify", True)])
def test_ctrl_c_is_heard(shell: Shell, tmp_path: Path, work: str, as_json: bool) -> None:
    """The process ends with 130 and a sentence, though the library that it is in never returns; the home is sound."""
    prepare, place = WORK[work]
    arguments = [*(["--json"] if as_json else []), *prepare(shell, tmp_path)]
    with started(shell, place, arguments) as process:
        assert process.stderr is not None
        told = b""
        while b"at work" not in told:
            block = os.read(process.stderr.fileno(), 4096)
            assert block, told
            told += block
        out, rest = interrupted(process)
    assert (told.decode() + rest).count(SAID) == 1
    assert "Traceback" not in told.decode() + rest
    if as_json:
        assert json.loads(out) == {"error": SAID}
    assert shell("--json", "audit", "verify").json["verified"]
    assert not (tmp_path / "report.pdf").exists()


@pytest.mark.requirement("cli-interrupt-heard")
def test_ctrl_c_is_heard_while_a_child_reads(shell: Shell, tmp_path: Path) -> None:
    """The process that opens a document and never answers is ended, and nothing of the document is there."""
    matter = shell.matter()
    (tmp_path / "page.html").write_text("misbehave")
    os.mkfifo(pipe := tmp_path / "pipe")
    with started(shell, f"child:{pipe}", ["ingest", matter, tmp_path / "page.html"]) as process:
        assert pipe.read_text() == "at work"
        _, err = interrupted(process)
    assert err.count(SAID) == 1
    assert shell("--json", "audit", "verify").json["verified"]
    asked_for = json.dumps({"matter_id": matter})
    listed = shell("--json", "tools", "call", "list_matter_documents", "--args", asked_for).json
    assert listed["structured"]["documents"] == []


def started(shell: Shell, place: str, arguments: Sequence[object]) -> subprocess.Popen[bytes]:
    """The command, to get stuck at that place (tests/interrupted.py)."""
    command = [sys.executable, "-m", "tests.interrupted", place, "--home", str(shell.home), *map(str, arguments)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE)


def interrupted(process: subprocess.Popen[bytes]) -> tuple[str, str]:
    """What the process still says after a Ctrl-C, which ends it with 130."""
    process.send_signal(signal.SIGINT)
    try:
        out, err = process.communicate(timeout=PATIENCE)
    finally:
        process.kill()
    assert process.returncode == 130, err
    return out.decode(), err.decode()

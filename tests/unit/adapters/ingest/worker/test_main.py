"""The worker as a process of its own."""

from __future__ import annotations

import subprocess
import sys

import pytest

from casewright.adapters.children.limits import Limits
from casewright.adapters.children.pool import worker_command, worker_environment
from casewright.adapters.ingest.children import WORKER, Children
from casewright.adapters.ingest.wire import Extract, Fault
from casewright.adapters.ingest.worker.__main__ import answer
from tests.unit.adapters.ingest.pdf_files import pdf


def test_question_of_no_kind_is_damaged() -> None:
    """What nobody can read is a fault, never an exception."""
    assert answer("nonsense", b"") == Fault("damaged")
    assert answer("docx", b"PK\x03\x04") == Fault("damaged")


def test_one_worker_answers_question_after_question() -> None:
    """Files of all kinds go through one process, faults between them."""
    children = Children(count=1, limits=Limits())
    try:
        assert children.ask("html", b"<p>one") == Extract("one")
        assert children.ask("pdf", b"%PDF-1.4 no") == Fault("damaged")
        assert isinstance(children.ask("pdf", pdf(["two"])), Extract)
    finally:
        children.close()


@pytest.mark.requirement("documents-child-limits")
def test_worker_inherits_no_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    """Secrets of the environment do not reach the process that opens files of others."""
    monkeypatch.setenv("CASEWRIGHT_SECRET", "s3cret")

    assert set(worker_environment()) <= {"PYTHONPATH", "LC_ALL", "MALLOC_ARENA_MAX", "SYSTEMROOT"}


def test_worker_ends_with_its_input() -> None:
    """When the reader is gone, the worker goes, too."""
    ended = subprocess.run(
        worker_command(WORKER, Limits()),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        timeout=60,
        env=worker_environment(),
    )

    assert (ended.returncode, ended.stdout, ended.stderr) == (0, b"", b"")


@pytest.mark.requirement("documents-child-limits")
@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such limits")
def test_worker_can_write_no_file() -> None:
    """A process that opens files of others cannot leave any behind."""
    code = (
        "from casewright.adapters.children.limits import limit_process\n"
        "import tempfile\n"
        "limit_process(2**31)\n"
        "try:\n"
        "    file = tempfile.TemporaryFile(); file.write(b'x'); file.flush()\n"
        "except OSError: print('refused')\n"
    )
    ended = subprocess.run([sys.executable, "-c", code], capture_output=True, timeout=60, check=False)

    assert ended.stdout.strip() == b"refused"

"""A shell that runs the command line, each test with a home of its own."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import pytest

from casewright.cli.main import run as run_casewright
from evals.command_line import run as run_evals
from scripts.demo_models import run as run_demo_models
from tests.debate_table import Table
from tests.e2e.acme_deal import ACCOUNTS, DECK, INDEX
from tests.providers.stripe import StripeServer

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from pathlib import Path


@dataclass(frozen=True, slots=True)
class Ended:
    """How a command ended."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        """Standard output as its one JSON document."""
        return json.loads(self.out)


class Shell:
    """Runs ``casewright`` in this process; ``process`` runs it in one of its own."""

    def __init__(
        self, home: Path, capfd: pytest.CaptureFixture[str], run: Callable[[Sequence[str]], int] = run_casewright
    ) -> None:
        self.home = home
        self._capfd = capfd
        self._run_arguments = run

    def __call__(self, *arguments: object, code: int = 0) -> Ended:
        """Run a command, which must end with ``code`` and without a traceback."""
        result = self.any(*arguments)
        assert result.code == code, result
        return result

    def any(self, *arguments: object) -> Ended:
        """Run a command, however it ends; never with a traceback."""
        self._capfd.readouterr()
        ended = self._run([str(argument) for argument in arguments])
        captured = self._capfd.readouterr()
        result = Ended(ended, captured.out, captured.err)
        assert "Traceback" not in result.out + result.err
        return result

    def process(self, *arguments: object, code: int = 0, **settings: Any) -> Ended:
        """Run a command in a process of its own; ``settings`` go to ``subprocess.run``."""
        done = subprocess.run(
            self.command(*arguments), capture_output=True, text=True, timeout=120, check=False, **settings
        )
        result = Ended(done.returncode, done.stdout, done.stderr)
        assert "Traceback" not in result.out + result.err
        assert result.code == code, result
        return result

    def command(self, *arguments: object) -> list[str]:
        """The command line of a process of its own."""
        return [sys.executable, "-m", "casewright", "--home", str(self.home), *map(str, arguments)]

    def _run(self, arguments: list[str]) -> int:
        return self._run_arguments(["--home", str(self.home), *arguments])

    def matter(self, title: str = "Alpha") -> str:
        """Create a matter; its id."""
        created: dict[str, str] = self("--json", "matter", "create", title).json
        return created["matter_id"]


class EvalsShell(Shell):
    """Runs ``python -m evals``, which has no home to be told."""

    def command(self, *arguments: object) -> list[str]:
        """The command line of a process of its own."""
        return [sys.executable, "-m", "evals", *map(str, arguments)]

    def _run(self, arguments: list[str]) -> int:
        return run_evals(arguments)


@pytest.fixture
def shell(tmp_path: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Shell:
    """A shell with an empty home and none of the machine's settings and proxies."""
    for name in [name for name in os.environ if name.startswith("CASEWRIGHT_") or name.lower().endswith("_proxy")]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("COLUMNS", "120")
    return Shell(tmp_path / "home", capfd)


@pytest.fixture
def evals(shell: Shell, capfd: pytest.CaptureFixture[str]) -> EvalsShell:
    """The same for the evaluations."""
    return EvalsShell(shell.home, capfd)


@pytest.fixture
def demo_models(shell: Shell, capfd: pytest.CaptureFixture[str]) -> Shell:
    """The same for what ``make demo-models`` runs."""
    return Shell(shell.home, capfd, run_demo_models)


LEASE = """LEASE

1. Rent
The Tenant shall pay the Landlord EUR 1,000 a month in advance, on the first day of each month.

2. Governing law
This lease is governed by and construed in accordance with the laws of England and Wales.

3. Notices
Any notice under this lease shall be in writing and delivered by hand or by post.
"""


@pytest.fixture
def contracts(tmp_path: Path) -> Path:
    """A folder with one short lease, one file that is empty and one that is no document."""
    folder = tmp_path / "contracts"
    folder.mkdir()
    (folder / "lease.txt").write_text(LEASE)
    (folder / "empty.txt").write_text("")
    (folder / "picture.png").write_bytes(b"\x89PNG\r\n\x1a\n")
    return folder


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    """A deal with two claims, and five scripted minds that agree."""
    found = Table(tmp_path / "home")
    yield found
    found.room.close()


@pytest.fixture
def room(tmp_path: Path) -> Path:
    """A data room of three files, one of which names a document that is not there."""
    folder = tmp_path / "room"
    folder.mkdir()
    for name, text in (("Deck.txt", DECK), ("Accounts.txt", ACCOUNTS), ("Index.txt", INDEX)):
        (folder / name).write_text(text, encoding="utf-8")
    return folder


@pytest.fixture
def deal(shell: Shell, room: Path) -> str:
    """A deal with the room in it; its id."""
    made = shell("--json", "deal", "create", "Acme", "--documents", room).json
    assert [one["filename"] for one in made["documents"]] == ["Accounts.txt", "Deck.txt", "Index.txt"]
    found: str = made["deal"]["matter_id"]
    return found


@pytest.fixture
def stripe_server(monkeypatch: pytest.MonkeyPatch) -> Iterator[StripeServer]:
    """Stripe on this machine, and the settings that name it."""
    with StripeServer() as server:
        for name, value in server.environment.items():
            monkeypatch.setenv(name, value)
        yield server


@pytest.fixture
def matter(shell: Shell, contracts: Path) -> str:
    """A matter with the lease in it."""
    made = shell.matter()
    shell("ingest", made, contracts / "lease.txt")
    return made

"""A backup and a restore that are killed leave a whole file and a whole home, or none."""

from __future__ import annotations

import subprocess
from threading import Event
from typing import TYPE_CHECKING

from casewright.adapters.backup.reading import verified
from tests.e2e.test_faults import long_text, require_clean

if TYPE_CHECKING:
    from pathlib import Path

    from tests.e2e.conftest import Shell


def test_killed_at_any_moment(shell: Shell, matter: str, tmp_path: Path) -> None:
    """kill -9: no file or a whole one, no home or a whole one, and the home that was backed up as it was."""
    other = type(shell)(tmp_path / "other", shell._capfd)
    (tmp_path / "long.txt").write_text(long_text(20_000))
    shell("ingest", matter, tmp_path / "long.txt")
    archive = tmp_path / "place" / "home.backup"
    archive.parent.mkdir()
    for drafts in range(1, 4):
        with subprocess.Popen(shell.command("backup", archive, "--force", "--with-keys")) as process:
            # Once a draft more is there it is being written.
            while process.poll() is None and len(list(archive.parent.iterdir())) < drafts:
                Event().wait(0.001)
            process.kill()
        assert not archive.exists() or verified(archive).parts
    shell("backup", archive, "--force", "--with-keys")
    assert len(require_clean(shell, matter)) == 2
    with subprocess.Popen(other.command("restore", archive)) as process:
        while process.poll() is None and not list(tmp_path.glob(f".{other.home.name}.*/*")):
            Event().wait(0.001)
        process.kill()
    if not other.home.exists():
        other("restore", archive)
    other("audit", "accept-restored")
    assert len(require_clean(other, matter)) == 2

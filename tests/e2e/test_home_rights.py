"""A home and all in it are its owner's alone."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from casewright.bootstrap.home import Casewright

if TYPE_CHECKING:
    from tests.e2e.conftest import Shell

pytestmark = [
    pytest.mark.requirement("keys-private"),
    pytest.mark.skipif(os.name != "posix", reason="rights are those of POSIX"),
]


def open_to_others(home: Path) -> list[str]:
    """What others than the owner may use, the home itself included."""
    return [str(path) for path in (home, *home.rglob("*")) if stat.S_IMODE(path.lstat().st_mode) & 0o077]


def test_everything_that_is_made_is_the_owners(tmp_path: Path) -> None:
    """After the demo, started under the usual mask that lets others read."""
    home = tmp_path / "home"
    command = [sys.executable, "-m", "casewright", "--home", str(home), "demo"]
    subprocess.run(command, check=True, capture_output=True, umask=0o022, timeout=300)
    assert open_to_others(home) == []


def test_library_makes_a_database_for_the_owner(tmp_path: Path) -> None:
    """Whatever mask the host's process has."""
    before = os.umask(0o022)
    try:
        with Casewright.open(tmp_path / "home") as casewright:
            made = casewright.call("create_matter", {"title": "Alpha"}).structured
            assert isinstance(made, dict)
            casewright.keep(made["matter_id"], b"text")
            # Folders below a home that nobody else may enter need no rights of their own.
            assert [path for path in open_to_others(tmp_path / "home") if not Path(path).is_dir()] == []
            assert stat.S_IMODE((tmp_path / "home").stat().st_mode) == 0o700
    finally:
        os.umask(before)


def test_home_that_others_may_enter_is_closed(shell: Shell) -> None:
    """Its folder and all that is in it but keys; what a link leads to stays as it is."""
    shell.matter("Alpha")
    outside = shell.home.parent / "outside.txt"
    outside.write_text("x")
    outside.chmod(0o644)
    (shell.home / "link").symlink_to(outside)
    for path in (shell.home, *shell.home.rglob("*")):
        if path.suffix != ".key" and not path.is_symlink():
            path.chmod(0o755 if path.is_dir() else 0o644)

    shell("matter", "list")

    (shell.home / "link").unlink()
    assert open_to_others(shell.home) == []
    assert stat.S_IMODE(outside.stat().st_mode) == 0o644


@pytest.mark.parametrize("name", ["secret.key", "audit-keys/signing.key"])
def test_key_that_others_could_read_is_refused(shell: Shell, name: str) -> None:
    """Nothing is done with it."""
    shell.matter("Alpha")
    (shell.home / name).chmod(0o644)

    said = shell("matter", "list", code=3).err

    assert f"{Path(name).name}' can be read by others" in said
    assert "chmod 600" in said


def test_folder_of_other_things_is_not_taken(shell: Shell) -> None:
    """A folder that others use is not closed to them: another has to be chosen."""
    shell.home.mkdir()
    (shell.home / "theirs.txt").write_text("x")
    shell.home.chmod(0o755)

    assert "choose a folder of its own" in shell("matter", "list", code=3).err
    assert stat.S_IMODE(shell.home.stat().st_mode) == 0o755
    assert [path.name for path in shell.home.iterdir()] == ["theirs.txt"]

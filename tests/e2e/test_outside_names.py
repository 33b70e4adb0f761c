"""No name, path or text from outside steers a terminal: every command, as text, as JSON, and on a terminal."""

from __future__ import annotations

import fcntl
import json
import logging
import os
import pty
import re
import shutil
import struct
import subprocess
import sys
import termios
from typing import TYPE_CHECKING, Any

import pytest
import typer

from casewright.cli.commands import Listed
from casewright.cli.log_notes import warnings_shown
from casewright.cli.main import app
from casewright.cli.output import Output
from casewright.vocabulary.outside_text import show_text
from tests.hostile_commands import CALLED, SHOWS, arguments_of
from tests.hostile_home import HOSTILE, make_home

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.e2e.conftest import Shell

SHOWN = r"\x1b]0;PWNED\x07\x1b[5;41m\x9b2J\u202e\u200e\u061c\u2028"
OURS = re.compile(r"\x1b\[(?:0|[1-4]|9[0-7]|3[0-9]|38;5;\d+)(?:;\d+)*m|\x1b\[\?25[lh]|\x1b\[[12]?[AK]|\r")
"""What the terminal's library itself sends: plain styles, the cursor, and a line to be drawn anew."""


def commands(command: Any, path: tuple[str, ...] = ()) -> Iterator[tuple[str, Any]]:
    """Every command that does something, with the words that call it. Any: of the library that typer stands on."""
    command = command.load() if isinstance(command, Listed) else command
    for name, one in getattr(command, "commands", {}).items():
        yield from commands(one, (*path, name))
    if path and (not hasattr(command, "commands") or command.invoke_without_command):
        yield " ".join(path), command


EVERY = dict(commands(typer.main.get_group(app)))


def steering(text: str) -> list[str]:
    """What in the text has no shape and is neither a tab nor the end of a line."""
    return [repr(sign) for sign in text if show_text(sign) != sign]


@pytest.fixture(scope="module")
def filled(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict[str, str]]:
    """A home full of hostile names, closed."""
    folder = tmp_path_factory.mktemp("hostile")
    (folder / "given").mkdir()
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("LOGNAME", HOSTILE)
        return folder, make_home(folder / "home", folder / "given")


@pytest.fixture
def names(filled: tuple[Path, dict[str, str]], shell: Shell) -> dict[str, str]:
    """The shell has a copy of that home; what stands for what in a command."""
    shutil.copytree(filled[0] / "home", shell.home)
    return filled[1]


@pytest.mark.requirement("outside-names")
def test_table_has_every_command() -> None:
    """A new command is called with hostile names, too."""
    assert sorted([*SHOWS, *CALLED]) == sorted(EVERY)


@pytest.mark.requirement("outside-names")
@pytest.mark.parametrize("command", [*SHOWS, *CALLED])
def test_no_command_lets_a_name_steer(
    shell: Shell, names: dict[str, str], command: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What a command prints holds escapes in place of what has no shape, and markup as it is; JSON is JSON."""
    monkeypatch.setenv("LOGNAME", HOSTILE)
    printed = ""
    for call in SHOWS.get(command, []) + CALLED.get(command, []):
        arguments = arguments_of(command, call, names)
        ended = shell.any(*arguments)
        assert steering(ended.out + ended.err) == [], ended
        assert "This is a bug" not in ended.err, ended
        printed += "".join((ended.out + ended.err).split())  # as if no line had been wrapped
        ended = shell.any("--json", *arguments)
        assert steering(ended.out + ended.err) == [], ended
        assert json.loads(ended.out) is not None
    assert (SHOWN in printed) == (command in SHOWS), printed


@pytest.mark.requirement("outside-names")
@pytest.mark.parametrize("command", EVERY)
def test_no_command_lets_an_argument_steer(shell: Shell, command: str) -> None:
    """Hostile words in the place of every argument, one too many of them, and as an option."""
    places = [HOSTILE for one in EVERY[command].params if one.param_type_name == "argument"]
    for arguments in ([*places, HOSTILE], [f"--{HOSTILE}"]):
        ended = shell.any(*command.split(), *arguments)
        assert ended.code not in (0, 1), ended
        assert steering(ended.out + ended.err) == [], ended


@pytest.mark.requirement("outside-names")
def test_no_name_steers_a_terminal(shell: Shell, names: dict[str, str], tmp_path: Path) -> None:
    """On a terminal, with colours and a bar that runs: nothing but what the terminal's library itself sends."""
    lines = [arguments_of(command, call, names) for command, calls in SHOWS.items() for call in calls]
    (tmp_path / "lines.json").write_text(json.dumps(lines))
    command = [sys.executable, "-m", "tests.hostile_terminal", str(shell.home), str(tmp_path / "lines.json")]
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 50, 200, 0, 0))
    settings = {**os.environ, "TERM": "xterm-256color", "LOGNAME": HOSTILE, "COLUMNS": "200"}
    with subprocess.Popen(command, stdin=theirs, stdout=theirs, stderr=theirs, env=settings) as process:
        os.close(theirs)
        printed = b"".join(iter(lambda: _read(ours), b"")).decode()
    os.close(ours)
    assert process.returncode == 0
    assert "Reading" in printed, "no bar ran"
    assert "Traceback" not in printed
    assert printed.count(SHOWN) >= len(SHOWS)
    assert steering(OURS.sub("", printed)) == []


def _read(terminal: int) -> bytes:
    try:
        return os.read(terminal, 65536)
    except OSError:  # how Linux says that nobody is at the other end any more
        return b""


@pytest.mark.requirement("outside-names")
def test_no_log_line_steers(capfd: pytest.CaptureFixture[str]) -> None:
    """What the program warns of names things from outside, too."""
    with warnings_shown(Output(json=False)):
        logging.getLogger("casewright.executor").warning("hook %s failed", HOSTILE)
    err = capfd.readouterr().err
    assert SHOWN in err
    assert steering(err) == []

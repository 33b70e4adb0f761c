"""What keeps ``casewright mcp`` from starting is one sentence with its remedy."""

from __future__ import annotations

import socket
import subprocess
import sys
from pathlib import Path

import pytest

from casewright.bootstrap import mcp_door
from casewright.cli.main import run
from tests.mcp.servers import environment, key_file

pytestmark = pytest.mark.requirement("mcp-command")


@pytest.fixture(autouse=True)
def bare(monkeypatch: pytest.MonkeyPatch) -> None:
    """None of the machine's settings."""
    for name in ("CASEWRIGHT_HOME", "CASEWRIGHT_USER_KEY", "CASEWRIGHT_MCP_URL"):
        monkeypatch.delenv(name, raising=False)


@pytest.mark.parametrize(
    ("arguments", "code", "told"),
    [
        (["--http", "here"], 2, "'here' is no HOST:PORT: give one such as 127.0.0.1:8765, or the port alone"),
        (["--role", "document_agent"], 2, "A model sees one matter and no other: name it with --matter"),
        (["--http", "127.0.0.1:99999"], 2, "'127.0.0.1:99999' is no HOST:PORT"),
        (["--http", "0.0.0.0:0"], 2, "can be reached from other machines: name the address that clients use in"),
        (["--http", "127.0.0.1:0", "--matter", "Alpha"], 2, "over HTTP give the UUID"),
        (["--role", "judge"], 2, "'judge' is no role of models: the policy has advocate, arbiter"),
        (["--matter", "No such matter"], 2, "No such matter"),
        (["--as", "/no/such.key"], 2, "the key file '/no/such.key' cannot be read"),
    ],
)
def test_what_cannot_be_served_is_told(
    home: Path, arguments: list[str], code: int, told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """With the exit code of wrong input, and nothing on standard output, which is a client's."""
    assert run(["--home", str(home), "mcp", *arguments]) == code
    captured = capsys.readouterr()
    assert told in " ".join(captured.err.split())
    assert captured.out == ""


def test_a_port_that_is_taken_is_told(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """With the address, and what to do."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        assert run(["--home", str(home), "mcp", "--http", str(port)]) == 4
    assert f"127.0.0.1:{port} cannot be listened at (Address already in use)" in capsys.readouterr().err


def test_one_persons_key_is_refused_where_everybody_brings_one(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Over HTTP the client's key says who calls."""
    key = str(key_file(home, "ada"))
    assert run(["--home", str(home), "--as", key, "mcp", "--http", "127.0.0.1:0"]) == 2
    assert "each client brings its own key" in " ".join(capsys.readouterr().err.split())


def test_a_library_that_is_missing_is_named(
    home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """With the command that installs it."""
    monkeypatch.setattr(mcp_door, "find_spec", lambda _name: None)
    assert run(["--home", str(home), "mcp"]) == 2
    assert "pip install 'casewright[mcp]'" in capsys.readouterr().err


def test_a_client_that_goes_ends_the_server(home: Path) -> None:
    """Without a word from the client: exit code 0, and nothing on either output."""
    command = [sys.executable, "-m", "casewright", "--home", str(home), "mcp"]
    ended = subprocess.run(
        command, stdin=subprocess.DEVNULL, capture_output=True, timeout=60, check=False, env=environment()
    )
    assert (ended.returncode, ended.stdout, ended.stderr) == (0, b"", b"")


def test_input_that_is_closed_is_told(home: Path) -> None:
    """With the ways to serve that there are."""
    command = f"{sys.executable} -m casewright --home {home} mcp <&-"
    ended = subprocess.run(
        command, shell=True, capture_output=True, text=True, timeout=60, check=False, env=environment()
    )
    assert ended.returncode == 4
    assert ended.stderr.startswith("Standard input is closed: have an MCP client start 'casewright mcp'")


@pytest.mark.skipif(not Path("/proc/self/fd").exists(), reason="what a process has open is seen on Linux alone")
def test_nothing_but_the_server_reads_the_client(home: Path) -> None:
    """A program that a tool starts finds standard input empty: no message is lost to it."""
    command = [sys.executable, "-m", "casewright", "--home", str(home), "mcp"]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, env=environment()) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(b'{"jsonrpc":"2.0","id":1,"method":5}\n')
        process.stdin.flush()
        assert b"The message is none" in process.stdout.readline()
        assert Path(f"/proc/{process.pid}/fd/0").readlink() == Path("/dev/null")
        process.stdin.close()
        assert process.wait(timeout=60) == 0

"""Tests of casewright.cli.commands."""

from __future__ import annotations

import subprocess
import sys

import pytest

from casewright.cli.commands import ENTRIES, Entry, Listed


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry.name)
def test_line_is_what_the_command_says_of_itself(entry: Entry) -> None:
    """The list of commands and a command's own help do not differ."""
    command = Listed(entry).load()
    first, _, _ = command.help.partition("\n\n")
    assert (command.name, " ".join(first.split())) == (entry.name, entry.line)


def test_commands_of_other_modules_come_last() -> None:
    """A family's help lists its own commands, then those that stand in modules of their own."""
    (deal,) = (entry for entry in ENTRIES if entry.name == "deal")
    assert [*Listed(deal).load().commands][-3:] == ["extract", "source", "sources"]


@pytest.mark.parametrize(("arguments", "loaded"), [(["--help"], set()), (["matter", "--help"], {"matter"})])
def test_only_the_called_command_is_imported(arguments: list[str], loaded: set[str]) -> None:
    """The help imports no command, and a command no other."""
    code = f"import sys; from casewright.cli.main import run; run({arguments}); print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    modules = set(done.stdout.splitlines()[-1].split())
    places = {entry.place.partition(":")[0] for entry in ENTRIES}
    assert {place for place in places if f"casewright.cli.{place}" in modules} == loaded

"""What a deleted matter said is in no file of the home's database any more: rows, the full-text index, the log."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from pathlib import Path

    from tests.e2e.conftest import Shell

WORDS = [f"{letter}qxwv{number:03}hollowbrook" for number in range(200) for letter in "bgkz"]
"""Words that only the deleted matter has: so many that the pages and segments which hold them are split."""


def remains(home: Path) -> set[str]:
    """The words of the deleted matter that the database's files hold, less the first letter.

    The full-text index writes of a word what differs from the one before it.
    """
    held = b"".join(path.read_bytes() for path in home.glob("casewright.db*"))
    return {word for word in WORDS if word[1:].encode() in held}


@pytest.mark.requirement("matter-deleted")
def test_no_word_of_a_deleted_matter_is_left_in_the_file(shell: Shell, tmp_path: Path) -> None:
    """Neither where rows stood before a page was split, nor in the index of words, nor in the log ahead of the file."""
    kept, gone = shell.matter("Beta"), shell.matter("Alpha")
    for number in range(5):
        (tmp_path / f"{number}.txt").write_text("".join(f"The {word} pays the rent.\n\n" for word in WORDS[number::5]))
        (tmp_path / f"other{number}.txt").write_text(f"Clause {number}. The tenant pays the rent.\n\n" * 40)
        shell("ingest", gone, tmp_path / f"{number}.txt")
        shell("ingest", kept, tmp_path / f"other{number}.txt")
    assert len(remains(shell.home)) > len(WORDS) // 2
    key = shell("--json", "users", "add", "pat", "--role", "PARTNER").json["key_file"]
    shell("matter", "share", gone, "pat", "--role", "counsel")
    shell("matter", "delete", gone, code=3)
    [request] = shell("--json", "approvals", "list").json["approvals"]
    shell("--as", key, "approvals", "approve", request["approval_id"])
    assert remains(shell.home) == set()

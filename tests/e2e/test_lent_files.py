"""Files that are read once, by an import, are not kept: no original lies about that no document has."""

from __future__ import annotations

import json
import sqlite3
from typing import TYPE_CHECKING

import pytest

from casewright.cli.exit_codes import INVALID
from tests.e2e.acme_deal import DECK, claim, write
from tests.kills.books import reconcile

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.e2e.conftest import Shell

pytestmark = pytest.mark.requirement("originals-removed")
ACT = {"doc_id": "a1", "title": "OG 2/2001", "full_text": "Contravenția.", "synthetic": True}


def kept_files(shell: Shell) -> list[Path]:
    """The originals that are kept."""
    return [path for path in (shell.home / "blobs").rglob("*") if path.is_file()]


def claims(shell: Shell, folder: Path) -> None:
    """A deal, and claims of a file that is read; and one that cannot be."""
    shell("deal", "create", "Acme")
    (folder / "Deck.txt").write_text(DECK)
    shell("--json", "ingest", "Acme", folder / "Deck.txt")
    place = "Deck.txt"
    quoted = claim("The team is the best in Europe", "Our team is the best in Europe", place, subjective=True)
    shell("deal", "import-claims", "Acme", write(folder, [quoted]))
    shell("deal", "import-claims", "Acme", write(folder, [{"claim_class": "OTHER"}], "bad.json"), code=INVALID)


def acts(shell: Shell, folder: Path) -> None:
    """A corpus of a file that is read; and one that cannot be."""
    (folder / "acts.jsonl").write_text(json.dumps(ACT) + "\n")
    shell("corpus", "import", folder / "acts.jsonl")
    (folder / "bad.jsonl").write_text("{}\n")
    shell("corpus", "import", folder / "bad.jsonl", code=INVALID)


@pytest.mark.parametrize("imported", [claims, acts])
def test_imported_file_goes(shell: Shell, tmp_path: Path, imported: Callable[[Shell, Path], None]) -> None:
    """What was imported, and what could not be, is noted to go; once its time has come it is gone."""
    imported(shell, tmp_path)
    kept = kept_files(shell)
    assert reconcile(shell.home) == []
    with sqlite3.connect(shell.home / "casewright.db") as connection:
        connection.execute("UPDATE original_removals SET due_at = '2020-01-01 00:00:00.000000'")
    connection.close()
    shell("matter", "list")
    assert len(kept) - len(kept_files(shell)) == 2
    assert {path.read_text() for path in kept_files(shell)} <= {DECK}
    assert reconcile(shell.home) == []

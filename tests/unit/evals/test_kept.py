"""What evaluations keep between their runs."""

from __future__ import annotations

from pathlib import Path

import pytest

from casewright.errors import InvalidInput
from evals import kept
from evals.kept import Kept
from tests.fakes.plain_reader import PlainReader

TEXT = "One paragraph.\n\nAnother paragraph."


class CountingReader(PlainReader):
    """Counts what it reads."""

    def __init__(self) -> None:
        self.count = 0

    def read(self, data: bytes, filename: str):  # type: ignore[no-untyped-def]  # as its parent's
        self.count += 1
        return super().read(data, filename)


@pytest.mark.requirement("facts-eval-kept")
def test_reading_is_kept_by_text_and_code(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same text is read once; another text, and the same one by other code, anew."""
    reader, folder = CountingReader(), tmp_path / "kept"
    first = Kept(folder).reading(reader, TEXT)
    assert Kept(folder).reading(reader, TEXT) == first
    assert reader.count == 1
    Kept(folder).reading(reader, TEXT + " More.")
    assert reader.count == 2
    monkeypatch.setattr(kept, "code_of", lambda _: b"changed")
    Kept(folder).reading(reader, TEXT)
    assert reader.count == 3


def test_damaged_file_is_made_anew(tmp_path: Path) -> None:
    """A file that is cut off is as none."""
    reader = CountingReader()
    first = Kept(tmp_path).reading(reader, TEXT)
    (file,) = tmp_path.rglob("*.json")
    file.write_text(file.read_text("utf-8")[:20], "utf-8")
    assert Kept(tmp_path).reading(reader, TEXT) == first
    assert reader.count == 2
    assert Kept(tmp_path).reading(reader, TEXT) == first
    assert reader.count == 2


def test_no_folder_keeps_nothing() -> None:
    """Without a folder everything is read anew."""
    reader = CountingReader()
    Kept(None).reading(reader, TEXT)
    Kept(None).reading(reader, TEXT)
    assert reader.count == 2


@pytest.mark.requirement("facts-eval-kept")
def test_the_repository_is_no_place_for_contracts(tmp_path: Path) -> None:
    """A folder of the repository is refused; one that cannot be written is named."""
    with pytest.raises(InvalidInput, match="lies in the repository"):
        Kept(Path(__file__).parent / "kept")
    (tmp_path / "file").write_text("")
    with pytest.raises(InvalidInput, match="cannot be written"):
        Kept(tmp_path / "file").reading(PlainReader(), TEXT)

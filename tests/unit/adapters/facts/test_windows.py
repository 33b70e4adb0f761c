"""Units longer than the encoder's window: every token counts once, in its place, behind the same heading."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from casewright.adapters.facts.windows import Unit, whole_marks
from tests.fakes.marking_encoder import marking_encoder

if TYPE_CHECKING:
    from pathlib import Path

    from casewright.adapters.scoring.encoder import TokenMarks

HEADING = "9. Notices\n"
SENTENCES = "A notice is given here. It is a long word of theirs. Then a notice follows. Last comes one more notice. "
WORDS = {"period": "notice"}


def read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, unit: Unit, window: int) -> tuple[list[str], list[int], int]:
    """The marked words with where they begin, and how many windows it took."""
    encoder, session = marking_encoder(tmp_path, monkeypatch, WORDS, window)
    [marks] = whole_marks(encoder, [unit])
    places = marks.places[marks.told].tolist()
    starts = [start for start, _ in marks.places.tolist()]
    assert starts == sorted(set(starts))
    return [unit.text[start:end] for start, end in places], [start for start, _ in places], len(session.runs)


@pytest.mark.requirement("facts-long-units")
@pytest.mark.parametrize("window", [14, 20, 33, 400])
def test_every_word_is_read_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, window: int) -> None:
    """Whatever the window is, the same words are found in the same places."""
    unit = Unit(HEADING + SENTENCES * 5, len(HEADING))
    words, starts, windows = read(tmp_path, monkeypatch, unit, window)
    expected = [at for at in range(len(unit.text)) if unit.text.startswith("notice", at)]
    assert [start for start in starts if start >= len(HEADING)] == expected
    assert set(words) <= {"notice", "Notice", "Notices"}
    assert (windows > 1) == (window < 400)


def test_windows_end_with_sentences_and_begin_with_the_heading(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No sentence is read in two halves where it fits into one window."""
    encoder, _ = marking_encoder(tmp_path, monkeypatch, WORDS, 20)
    asked: list[str] = []
    marks = encoder.marks

    def told(texts: list[str]) -> list[TokenMarks]:
        asked.extend(texts)
        return marks(texts)

    monkeypatch.setattr(encoder, "marks", told)
    whole_marks(encoder, [Unit(HEADING + SENTENCES, len(HEADING)), Unit("Short.", 0)])
    assert all(text.startswith(HEADING) for text in asked if text != "Short.")
    begins = [text[len(HEADING) :].split(" ")[0] for text in asked if text != "Short."]
    assert begins[0] == "A"
    assert set(begins[1:]) <= {"It", "Then", "Last"}
    assert len(begins) > 2


@pytest.mark.parametrize("text", ["notice " * 60, "notice/" * 60, "; ".join(["no notice"] * 40)])
def test_text_without_sentences_is_read_to_its_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    """One that nothing parts is cut where reading ended."""
    _, starts, windows = read(tmp_path, monkeypatch, Unit(HEADING + text, len(HEADING)), 20)
    assert windows > 1
    assert starts[-1] >= len(HEADING + text) - 8


def test_heading_that_fills_the_window_is_left_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Behind it nothing would be read."""
    heading = "one two three four five six seven eight nine ten eleven\n"
    _, starts, _ = read(tmp_path, monkeypatch, Unit(f"{heading}A notice. " + "And more. " * 9, len(heading)), 10)
    assert starts == [len(heading) + 2]

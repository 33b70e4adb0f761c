"""What an encoder says of tokens: where they stand, in one pass with the vectors, whoever asks at the same time."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

import numpy as np
import pytest

from casewright.adapters.scoring import encoder as encoders
from casewright.adapters.scoring.encoder import Encoder, speaking
from casewright.adapters.scoring.model_file import SHIPPED
from tests.fakes.marking_encoder import MarkingSession, marking_encoder

if TYPE_CHECKING:
    from pathlib import Path

    from casewright.adapters.scoring.encoder import TokenMarks

TEXTS = ["The court of Kenya decides.", "Notice of thirty days.", "Nothing else."]
Made = tuple[Encoder, MarkingSession]


@pytest.fixture
def made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Made:
    return marking_encoder(tmp_path, monkeypatch, {"place": "court", "period": "notice"})


def words_of(text: str, marks: TokenMarks, field: int) -> list[str]:
    """The words of the text that the field's tokens stand on."""
    told = marks.told[marks.inside[:, field] > 0]
    return [text[start:end] for start, end in marks.places[told].tolist()]


def test_tokens_stand_where_their_words_do(made: Made) -> None:
    """Of each text those that say something, by field; a text without a word has none."""
    marks = made[0].marks([*TEXTS, "  "])
    assert [words_of(text, one, 0) for text, one in zip(TEXTS[:2], marks, strict=False)] == [["court"], []]
    assert words_of(TEXTS[1], marks[1], 1) == ["Notice"]
    assert [len(one.told) for one in marks] == [1, 1, 0, 0]
    assert [len(one.places) > 0 for one in marks] == [True, True, True, False]


@pytest.mark.requirement("facts-one-pass")
def test_one_pass_serves_vectors_and_marks(made: Made) -> None:
    """Where marks are kept; they are given out once, so that memory holds those of nothing that was read."""
    encoder, session = made
    encoder.keep_marks()
    encoder.read(TEXTS)
    assert len(session.runs) == len(TEXTS)
    marks = encoder.marks(TEXTS)
    assert (len(session.runs), [len(one.told) for one in marks]) == (len(TEXTS), [1, 1, 0])
    assert [len(one.told) for one in encoder.marks(TEXTS)] == [1, 1, 0]
    assert len(session.runs) == 2 * len(TEXTS)


def test_marks_wait_only_where_they_are_kept(made: Made, monkeypatch: pytest.MonkeyPatch) -> None:
    """Else the texts are run again; of too many that wait the oldest go; vectors alone say nothing of tokens."""
    encoder, session = made
    encoder.read(TEXTS)
    encoder.marks(TEXTS)
    assert len(session.runs) == 2 * len(TEXTS)

    monkeypatch.setattr(encoders, "_KEPT", 1)
    encoder.keep_marks()
    for text in TEXTS:
        encoder.read([text])
    session.runs.clear()
    encoder.marks(TEXTS)
    assert len(session.runs) == 1
    encoder.embed(TEXTS)
    encoder.marks(TEXTS)
    assert len(session.runs) == 1 + 2 * len(TEXTS)


def test_several_may_ask_for_the_same_text(made: Made) -> None:
    """Each gets what is said of it, in one call or in several threads."""
    encoder, _ = made
    encoder.keep_marks()
    assert [len(one.told) for one in encoder.marks([TEXTS[0]] * 3)] == [1, 1, 1]
    with ThreadPoolExecutor(8) as pool:
        for found in pool.map(lambda _: encoder.marks(TEXTS[:1]), range(64)):
            assert [len(one.told) for one in found] == [1]


def test_how_far_tokens_speak(made: Made) -> None:
    """From -1 to 1, by the highest few; the marks around a text do not speak."""
    _, spoken = made[0].read(["court " * 12, "nothing of it"])
    assert spoken.shape == (2, 2)
    assert spoken[0].tolist() == [0.5, -0.625]
    assert spoken[1].max() < 0
    assert speaking(np.full((2, 4), 9.0, np.float32)).tolist() == [-1, -1]


def test_shipped_encoder_says_where_tokens_stand() -> None:
    """Every token of a text in its place, in order."""
    encoder = Encoder.from_folder(SHIPPED)
    if not encoder.fields:
        pytest.skip("the shipped encoder marks no fields")
    text = "This Agreement is governed by the laws of the State of New York."
    [marks] = encoder.marks([text])
    assert len(marks.told)
    assert (np.diff(marks.places[:, 0]) > 0).all()
    assert marks.places[-1].tolist() == [len(text) - 1, len(text)]

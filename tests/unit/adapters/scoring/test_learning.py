"""Heads learned from a handful of examples."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest

from casewright.adapters.scoring.embedded_scorer import EmbeddedScorer
from casewright.adapters.scoring.features import Features, Hasher
from casewright.adapters.scoring.learning import learn, pack, unpack, unpack_background
from casewright.adapters.scoring.model_file import BACKGROUND, SHIPPED, load
from casewright.errors import IntegrityError, InvalidInput
from tests.e2e.test_templates import LATE

if TYPE_CHECKING:
    from pathlib import Path

FITTING = (
    "Any sum which remains unpaid after its due date shall carry interest at 1% per month until it is paid.",
    "The Tenant shall pay a late charge of three percent of any instalment that is overdue.",
)
OTHER = (
    "This Agreement is governed by the laws of the State of New York.",
    "The Customer shall pay each invoice within thirty days of its date.",
    "Neither party may assign this Agreement without the consent of the other.",
    "4. NOTICES",
    "",
)


IDF = np.ones(1 << 16, np.float32)


@pytest.fixture(scope="module")
def scorer() -> EmbeddedScorer:
    return EmbeddedScorer.from_folder()


@pytest.fixture(scope="module")
def head(scorer: EmbeddedScorer) -> bytes:
    return scorer.learn(LATE, ())


@pytest.mark.requirement("templates-trained")
def test_fitting_texts_are_above_the_line_and_others_below(scorer: EmbeddedScorer, head: bytes) -> None:
    """Texts like the examples score at least 0.5, others of the same contracts do not."""
    assert (scorer.score_learned(head, scorer.features(FITTING)) >= 0.5).all()
    assert (scorer.score_learned(head, scorer.features(OTHER)) < 0.5).all()


def test_negative_examples_push_their_like_down(scorer: EmbeddedScorer, head: bytes) -> None:
    """What is given as not fitting lowers texts like it."""
    unlike = "The Customer shall pay each invoice within thirty days of its date by bank transfer."
    other = scorer.learn(LATE, [unlike])

    text = scorer.features(["The Customer shall pay each invoice within thirty days of its date by cheque."])

    assert scorer.score_learned(other, text)[0] < scorer.score_learned(head, text)[0]


def test_the_same_examples_make_the_same_head(scorer: EmbeddedScorer, head: bytes) -> None:
    """Learning has no chance in it."""
    assert scorer.learn(LATE, ()) == head


def test_neighbours_do_not_matter(scorer: EmbeddedScorer, head: bytes) -> None:
    """A text scores the same alone and among others."""
    texts = [*FITTING, *OTHER]
    together = scorer.score_learned(head, scorer.features(texts))
    alone = [scorer.score_learned(head, scorer.features([text]))[0] for text in texts]
    np.testing.assert_array_equal(together, alone)


def test_head_comes_back_from_its_bytes(head: bytes) -> None:
    """What is packed is unpacked the same."""
    assert pack(unpack(head)) == head


@pytest.mark.parametrize("data", [b"", b"PK\x03\x04", b"\x00" * 100])
def test_damaged_head_is_refused(data: bytes) -> None:
    """Bytes that are no head say that the template must be trained again."""
    with pytest.raises(IntegrityError, match="train it again"):
        unpack(data)


def test_cut_head_is_refused(head: bytes) -> None:
    """A head that was cut anywhere is refused."""
    for size in range(0, len(head), max(len(head) // 20, 1)):
        with pytest.raises(IntegrityError):
            unpack(head[:size])


@pytest.mark.parametrize(
    ("positive", "negative", "named"), [(["a", "--"], [], "positive example 2"), (["a"], ["…"], "negative example 1")]
)
def test_example_without_words_is_named(
    scorer: EmbeddedScorer, positive: list[str], negative: list[str], named: str
) -> None:
    """An example without a word teaches nothing and is named."""
    with pytest.raises(InvalidInput, match=named):
        scorer.learn(positive, negative)


def _with_vectors(texts: list[str], vectors: list[list[float]]) -> Features:
    counted = Hasher().features(texts)
    return Features(counted.indptr, counted.index, counted.count, np.array(vectors, np.float16))


def test_vectors_tell_apart_what_words_do_not() -> None:
    """Where all texts have the same words their vectors decide, and texts of no side lie below the line."""
    positive = _with_vectors(["x y"] * 8, [[1, 0, 0]] * 8)
    negative = _with_vectors(["x y"] * 4, [[0, 1, 0]] * 4)
    background = _with_vectors(["x y"] * 40, [[0, 0.3, 1]] * 40)

    found = learn(positive, negative, background, IDF)

    assert found.direction[0] > found.direction[1]
    assert found.direction[0] > found.direction[2]


@pytest.mark.requirement("scoring-damage")
def test_background_of_another_encoder_is_refused() -> None:
    """Vectors of two encoders are never learned from together; the shipped background is of the shipped encoder."""
    shipped = (SHIPPED / BACKGROUND).read_bytes()
    assert len(unpack_background(shipped, load().encoder)) >= 500
    with pytest.raises(IntegrityError, match="is of the encoder"):
        unpack_background(shipped, "0" * 64)


def test_likeness_to_the_examples_counts() -> None:
    """Of two texts with the same words the one that is nearer to the examples scores higher."""
    random = np.random.default_rng(0)
    background = _with_vectors(["x y"] * 60, random.normal(size=(60, 4)).tolist())
    positive = _with_vectors(["x z"] * 8, (np.array([2, 0, 0, 0]) + random.normal(size=(8, 4)) / 10).tolist())
    found = learn(positive, background.take(np.empty(0, np.int64)), background, IDF)
    assert found.direction[0] > 3 * np.abs(found.direction[1:]).max()


@pytest.mark.requirement("scoring-damage")
def test_missing_background_is_named(tmp_path: Path) -> None:
    """A model folder without the background scores, and says what is missing when it is to learn."""
    for path in SHIPPED.iterdir():
        if path.name != BACKGROUND:
            (tmp_path / path.name).symlink_to(path)
    with pytest.raises(IntegrityError, match=r"background\.bin"):
        EmbeddedScorer.from_folder(tmp_path).learn(LATE, ())

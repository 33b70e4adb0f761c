"""Differences in wording: each stands where it is said to stand, and nothing else differs."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from casewright.agents.document.minds.overviews.wording import alike, differences, overlap, words_of

WORDS = st.lists(
    st.sampled_from(["rent", "Tenant", "shall", "pay", "EUR", "1,000", "și", "thirty", "days"]), max_size=40
)
TEXTS = st.builds(lambda words, sign: sign.join(words), WORDS, st.sampled_from([" ", "\n", ", ", ".  "]))


@pytest.mark.requirement("answer-comparison")
@given(left=TEXTS, right=TEXTS)
def test_what_is_left_out_of_the_differences_is_the_same(left: str, right: str) -> None:
    """Every word outside of all differences stands in both, in the same order; places are those of the texts."""
    found = differences(words_of(left), words_of(right))
    kept = []
    for text, places in ((left, [one.left for one in found]), (right, [one.right for one in found])):
        spans = [place for place in places if place is not None]
        assert all(0 <= start < end <= len(text) for start, end in spans)
        assert spans == sorted(spans)
        words = words_of(text)
        kept.append([one for one in words if not any(low <= one.start < high for low, high in spans)])
    for words, other in ((kept[0], right), (kept[1], left)):
        others = iter(one.said for one in words_of(other))
        assert all(one.said in others for one in words)
    if not found:
        assert [one.said for one in words_of(left)] == [one.said for one in words_of(right)]


@pytest.mark.requirement("answer-comparison")
@given(text=TEXTS)
def test_the_same_words_do_not_differ(text: str) -> None:
    """Layout, punctuation, case, marks on letters and the numbers of clauses make no difference."""
    other = text.upper().replace(" ", "\n\n").replace("Ș", "S")
    assert differences(words_of(text), words_of(other)) == []
    assert alike(words_of(text), words_of(other)) == 1.0


@pytest.mark.requirement("answer-comparison")
def test_a_changed_word_is_shown_with_what_is_around_it() -> None:
    """Of two versions the changed words are quoted with a few that are not; a sentence that one lacks stands alone."""
    left = "1. Rent.\nThe Tenant shall pay the rent within thirty days after the invoice.\n2. Pets.\nNo pets at all."
    right = "7) Rent. The Tenant shall pay the rent within sixty (60) days after the invoice."
    [changed, gone] = differences(words_of(left), words_of(right))
    assert changed.left is not None
    assert changed.right is not None
    assert left[slice(*changed.left)] == "pay the rent within thirty days after the invoice"
    assert right[slice(*changed.right)] == "pay the rent within sixty (60) days after the invoice"
    assert gone.right is None
    assert gone.left is not None
    assert left[slice(*gone.left)] == "Pets.\nNo pets at all"


@pytest.mark.requirement("answer-comparison")
def test_overlap_tells_versions_from_other_texts() -> None:
    """Two versions share most runs of four words, two texts on one matter next to none."""
    version = "The Tenant shall pay the rent on the first day of each month without demand or deduction."
    later = version.replace("first", "fifth")
    other = "Rent is due from the Tenant monthly in advance, and no set-off is allowed."
    assert overlap(words_of(version), words_of(later)) > 0.6
    assert overlap(words_of(version), words_of(other)) < 0.1
    assert overlap([], []) == 0.0


@pytest.mark.requirement("answer-comparison")
def test_changes_close_together_are_one() -> None:
    """Two changed words with two equal ones between them are shown once, with three apart."""
    [one] = differences(words_of("a fee of five euro per month"), words_of("a sum of five dollars per month"))
    assert one.size == 4
    assert len(differences(words_of("fee of the five euro"), words_of("sum of the five dollars"))) == 2

"""Characters that look like others: read as those, one for one, and only where a person reads them so."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from casewright.vocabulary.folding import compatible_letters, plain_letters, plain_signs
from casewright.vocabulary.lookalikes import SPACES, read_alike, read_figures_alike

pytestmark = pytest.mark.requirement("documents-lookalikes")

TEXTS = st.one_of(
    st.text(),
    st.lists(
        st.sampled_from(["А", "г", "Αg", "greement", " ", "\u00a0", "\u037e", "Laws", "μ", "５", "\u2011", "\n", "ş"]),
        max_size=30,
    ).map("".join),
)

READ = {
    "Аgrееmеnt": "Agreement",
    "Αgreement": "Agreement",
    "Exhibit А": "Exhibit A",
    "СОМРАNY": "COMPANY",
    "the notice\u037e the term": "the notice; the term",
    "５０ ＵＳＤ": "50 USD",
    "𝐀greement": "Agreement",
    "non\u2011disclosure": "non-disclosure",
    "\u22125": "-5",
    "30\u00a0days": "30 days",
    "the Seller\u02bcs": "the Seller's",
    "preţ şi ŢARĂ": "preț și ȚARĂ",
}
"""What is written, and how it is read."""

KEPT = (
    "Договор А и В",
    "Η συμφωνία Α",
    "А",
    "5 μg",
    "coefficient α",
    "Дgreement",
    "“quoted”",
    "don’t",
    "agree\u00adment",
    "ﬁnal",
)
"""What stays: other scripts, signs and units, and what one character cannot stand for."""


@pytest.mark.parametrize(("written", "read"), READ.items())
def test_look_alikes_are_read(written: str, read: str) -> None:
    assert read_alike(written) == read


@pytest.mark.parametrize("text", KEPT)
def test_other_scripts_and_signs_stay(text: str) -> None:
    assert read_alike(text) == text


@given(TEXTS)
def test_length_is_kept_and_twice_is_once(text: str) -> None:
    once = read_alike(text)
    assert len(once) == len(text)
    assert read_alike(once) == once
    assert len(plain_letters(text)) == len(plain_signs(text)) == len(text)


@given(TEXTS)
def test_spaces_stay_where_it_is_asked(text: str) -> None:
    kept = read_alike(text, but=SPACES)
    assert [sign for sign in text if sign in SPACES] == [sign for sign in kept if sign in SPACES]


def test_names_and_texts_compare_by_the_same_letters() -> None:
    assert compatible_letters("Аcmе\u00a0Ltd") == "Acme Ltd"


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("1\u00a0234\u202f567", "1\u00a0234\u00a0567"),
        ("１\u2009２３４", "1\u00a0234"),
        ("30\u00a0days", "30 days"),
        ("12\u00a03456", "12 3456"),
        ("2023\u00a0500", "2023 500"),
        ("5\u3000123", "5 123"),
        ("\u22121\u2007234", "-1\u00a0234"),
    ],
)
def test_a_space_that_parts_thousands_is_told_from_others(written: str, read: str) -> None:
    assert read_figures_alike(written) == read


@given(TEXTS | st.text("1230\u00a0\u2009 ,."))
def test_figures_are_read_in_place_and_once(text: str) -> None:
    once = read_figures_alike(text)
    assert len(once) == len(text)
    assert read_figures_alike(once) == once
    assert once.replace("\u00a0", " ") == read_alike(text)

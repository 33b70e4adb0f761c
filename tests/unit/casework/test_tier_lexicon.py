"""Tests of casewright.casework.tier_lexicon and the spelling under it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from casewright.casework.tier_lexicon import Denials, Lexicon, nearest
from casewright.casework.tier_spelling import Spelling
from casewright.casework.tier_words import Term, Words, pattern


def term(*written: str) -> Term:
    """The term of these patterns, under their own name."""
    return Term(" | ".join(written), tuple(pattern(one) for one in written))


APPEAL = term("apel", "apelul", "recurs*")
DENIALS = Denials(
    narrow=term("nu vreau"),
    wide=term("nu e vorba de"),
    fillers=frozenset(("un", "sau", "nici", "de")),
    contrasts=frozenset(("ci", "dar")),
)
LEXICON = Lexicon([APPEAL], ("xx",), masks=term("apel telefonic*"), denials=DENIALS)


def found(text: str) -> list[str]:
    """What of the appeal is found in a text."""
    words = Words.of(text)
    return [words.quoted(*at) for at in LEXICON.found_in(words).get(APPEAL.name, ())]


@pytest.mark.requirement("case-tier-rules")
@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("vreau apel", ["apel"]),
        ("nu vreau un apel", []),
        ("nu vreau să pierd, vreau apel", ["apel"]),
        ("nu e vorba de apel sau recurs", []),
        ("nu e vorba de apel, nici de recurs", []),
        ("nu e vorba de apel, vreau recurs", ["recurs"]),
        ("nu e vorba de apel ci de recurs", ["recurs"]),
        ("un apel telefonic", []),
        ("un apel telefonic despre apel", ["apel"]),
    ],
)
def test_what_is_denied_or_masked_is_not_found(text: str, expected: list[str]) -> None:
    """A denial reaches the next word, or up to punctuation or contrast; a mask hides what is a part of it."""
    assert found(text) == expected


@pytest.mark.requirement("case-tier-rules")
def test_a_longer_pattern_is_found_in_a_mask() -> None:
    """A mask hides shorter patterns only: the report in the words ``proces verbal`` is no lawsuit, but is a report."""
    lawsuit, report = term("proces"), term("proces verbal*")
    lexicon = Lexicon([lawsuit, report], ("xx",), masks=report)
    assert set(lexicon.found_in(Words.of("un proces verbal"))) == {report.name}


@pytest.mark.requirement("case-tier-rules")
@pytest.mark.parametrize(
    ("word", "part"),
    [
        ("contractul", "contract*"),
        ("contarct", "contract*"),
        ("contact", None),
        ("politzia", "politia"),
        ("kiria", "chiri*"),
        ("apelul", None),
        ("apel", "apel"),
    ],
)
def test_a_word_is_known_by_its_beginning_and_with_a_slip(word: str, part: str | None) -> None:
    """Endings, the spelling of short messages and one slip are read over; words that only look alike are not taken."""
    spelling = Spelling({"contract*", "politia", "chiri*", "apel"}, ("contact",))
    assert spelling.parts_of(word) == ({part} if part else set())


@pytest.mark.requirement("case-tier-rules")
def test_a_known_word_is_not_another_misspelt() -> None:
    """A word of the lexicon is that word, although it is one slip away from another."""
    assert Spelling({"arestat", "atestat"}, ("xx",)).parts_of("atestat") == {"atestat"}


@pytest.mark.requirement("case-tier-rules")
def test_terms_of_a_sign_stand_near_each_other_in_any_order() -> None:
    """Within twenty words, each with words of its own; farther or the same words are no sign."""
    assert nearest([[(0, 1)], [(5, 7)]]) == nearest([[(5, 7)], [(0, 1)]]) == (0, 7)
    assert nearest([[(0, 1)], [(18, 20)]]) == (0, 20)
    assert nearest([[(0, 1)], [(19, 21)]]) is None
    assert nearest([[(0, 1)], [(0, 1)]]) is None
    assert nearest([[(0, 1), (40, 41)], [(44, 45)]]) == (40, 45)


@given(st.text(alphabet="abcd ~#", max_size=40))
def test_any_text_has_only_stretches_of_its_own(text: str) -> None:
    """What is found stands in the text."""
    words = Words.of(text)
    places = Lexicon([term("a ~ b", "c*", "#")], ("xx",)).found_in(words)
    assert all(0 <= first < after <= len(words.folded) for every in places.values() for first, after in every)

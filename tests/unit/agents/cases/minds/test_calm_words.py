"""How angry words are kept in a case file, and which of them want no answer."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from casewright.agents.cases.minds.calm_words import calm
from casewright.agents.cases.minds.plain_replies import sentences, told


@pytest.mark.parametrize(
    ("shouted", "kept"),
    [
        (
            "M-AM SĂTURAT!!! VECINUL ĂSTA DE SUS E UN DOBITOC, DĂ MUZICA TARE TOATĂ NOAPTEA!!!",
            "M-am săturat! Vecinul ăsta de sus dă muzica tare toată noaptea!",
        ),
        ("STAU ÎN CLUJ, ÎNȚELEGEȚI???", "Stau în Cluj, înțelegeți?"),
        ("VREAU SĂ SE OPREASCĂ DRACULUI MUZICA!", "Vreau să se oprească muzica!"),
        ("boxe la maxim, NU MAI POT DORMI DELOC!", "Boxe la maxim, nu mai pot dormi deloc!"),
        ("Angajator SC BRUMAR TEXTIL SRL din Iași", "Angajator SC BRUMAR TEXTIL SRL din Iași"),
        ("Seria PCC nr. 4471208", "Seria PCC nr. 4471208"),
        ("DA", "DA"),
        (
            "{{party1.organizationName}} ZICE CĂ NU PLĂTEȘTE NIMIC",
            "{{party1.organizationName}} zice că nu plătește nimic",
        ),
    ],
)
def test_shouting_is_kept_calmly(shouted: str, kept: str) -> None:
    """Capitals throughout become small letters, towns and firms keep theirs, insults and curses go."""
    assert calm(shouted) == kept


@given(st.text(max_size=80))
def test_calm_words_stay_calm(text: str) -> None:
    """What was calmed once is not changed any more."""
    assert calm(calm(text)) == calm(text)


def test_the_end_of_a_sentence_may_ask_alone() -> None:
    """What was told before it is told all the same."""
    said = "L-am rugat frumos, am chemat poliția de două ori, ce mai vreți de la mine?"
    assert sentences(said) == ["L-am rugat frumos, am chemat poliția de două ori", "ce mai vreți de la mine?"]
    assert told(said) == ["L-am rugat frumos, am chemat poliția de două ori"]

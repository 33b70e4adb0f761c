"""Labels of facts and towns of courts stay, whatever a case has learnt to be a name."""

from __future__ import annotations

import pytest

from casewright.casework.firewall import Known, mask
from casewright.casework.kinds.catalogue import case_kinds
from tests.unit.casework.known_parties import KEY, known_of

LABELS = sorted({fact.label for kind in case_kinds().values() for fact in kind.facts})
COURTS = (
    "Judecătoria Cluj-Napoca",
    "Judecătoria în a cărei rază se află localitatea Năvodari",
    "Curtea de Apel Alba Iulia",
    "Tribunalul Constanța",
)


def knows_as_strangers(text: str) -> Known:
    """A case in which every word of the text is a word of an undeclared name by now."""
    return Known(KEY, {}, {KEY.word("stranger", word): number for number, word in enumerate(words_of(text), 1)})


def words_of(text: str) -> list[str]:
    folded = text.lower().translate(str.maketrans("ăâîșț-", "aaist "))
    return [word.strip(":,.()") for word in folded.split()]


@pytest.mark.requirement("firewall-undeclared")
@pytest.mark.parametrize("label", LABELS)
def test_a_label_of_a_fact_is_never_masked(label: str) -> None:
    """Not where each of its words was a name once, nor where a party is called so."""
    text = f"{label}: Ioneqvan"
    assert mask(text, knows_as_strangers(label)).text.startswith(f"{label}: ")
    party = known_of({"party0": {"firstName": label.split()[0], "lastName": label.split()[-1]}})
    assert mask(text, party).text.startswith(f"{label}: ")


@pytest.mark.requirement("firewall-undeclared")
@pytest.mark.parametrize("court", COURTS)
def test_the_town_of_a_court_is_no_person(court: str) -> None:
    """Not where its words belonged to a name before."""
    assert mask(f"Instanța: {court}", knows_as_strangers(court)).text == f"Instanța: {court}"
    assert mask(court, knows_as_strangers(court)).text == court

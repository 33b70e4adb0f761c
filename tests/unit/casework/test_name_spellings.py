"""Names that are written with â or with î, with or without diacritics: one name (casework spec, "Masking")."""

from __future__ import annotations

import unicodedata

import pytest

from casewright.casework.firewall import mask, parties_called
from casewright.casework.names import fold_word, likely_spellings, spellings, words_in
from tests.unit.casework.known_parties import known_of

WRITINGS = ("Sârbu", "Sîrbu", "SÂRBU", "SÎRBU", "sârbu", "sîrbu", "Sarbu", "Sirbu", "sirbu", "Sârbului", "SIRBULUI")


@pytest.mark.requirement("firewall-spellings")
@pytest.mark.parametrize(
    "declared", ["Sârbu", "Sîrbu", "Sarbu", "Sirbu", "SÎRBU", unicodedata.normalize("NFD", "Sîrbu")]
)
@pytest.mark.parametrize("form", ["NFC", "NFD"])
@pytest.mark.parametrize("written", WRITINGS)
def test_party_is_known_in_every_spelling(declared: str, form: str, written: str) -> None:
    """Whichever it was declared in, whichever the text has, the firewall and the look-up know the party."""
    known = known_of({"party0": {"firstName": "Ana", "lastName": declared}})
    text = unicodedata.normalize(form, f"Am vorbit cu {written}, apoi am plecat.")  # type: ignore[arg-type]

    assert mask(text, known).text == "Am vorbit cu {{party0.lastName}}, apoi am plecat."
    assert parties_called(unicodedata.normalize(form, written), known) == ("party0",)  # type: ignore[arg-type]


@pytest.mark.requirement("firewall-spellings")
@pytest.mark.parametrize(
    ("declared", "text"),
    [
        ({"organizationName": "Rîul Doamnei SRL"}, "contractul cu Râul Doamnei și cu Riul Doamnei S.R.L."),
        ({"organizationName": "Râmnic Lemn SA"}, "Rîmnic Lemn S.A., RIMNIC LEMN SA"),
        ({"firstName": "Sânziana", "lastName": "Pârvu"}, "Sînziana Pîrvu, Sinzianei, Pirvului, pîrvu sînziana"),
        ({"firstName": "Ion", "lastName": "Câmpeanu-Tîrlea"}, "Cîmpeanu, Cimpeanu Tarlea, Tirlea"),
        ({"firstName": "Ion", "lastName": "Pop", "address": "Str. Pîrîului nr. 5, ap. 2"}, "pe Pârâului nr. 5"),
    ],
)
def test_firms_first_names_and_addresses_too(declared: dict[str, str], text: str) -> None:
    """Every detail that is words has both spellings."""
    rest = mask(text, known_of({"party0": declared})).text

    for word in ("ul Doamnei", "mnic", "nzian", "mpeanu", "rlea", "rvu", "lui nr"):
        assert word.lower() not in rest.lower()


@pytest.mark.requirement("firewall-spellings")
def test_other_names_stay_other_names() -> None:
    """A vowel is not any vowel: Dana is not Dina, and who is called by the very word comes before who may be."""
    known = known_of(
        {"party0": {"firstName": "Dana", "lastName": "Manea"}, "party1": {"firstName": "X", "lastName": "Minea"}}
    )

    assert mask("Am văzut-o pe Dina cu Minea și Manea.", known).text == (
        "Am văzut-o pe {{person_1}} cu {{party1.lastName}} și {{party0.lastName}}."
    )


def test_folding_keeps_the_ends_of_words() -> None:
    """At the beginning and the end î is an i; in between it is the letter that â is."""
    assert [fold_word(word) for word in ("Înel", "hotărî", "Sîrbu", "Sârbu", "ÎN", "Î")] == [
        "inel", "hotari", "sarbu", "sarbu", "in", "i"
    ]  # fmt: skip
    assert spellings("Sîrbu") == ("sarbu", "sirbu")
    assert spellings("Popescu") == ("popescu",)
    assert [word.spellings for word in words_in("Sîrbu, pop")] == [("sarbu", "sirbu"), ("pop",)]
    assert "sirbu" in likely_spellings("sarbu")
    assert likely_spellings("maria") == frozenset()


@pytest.mark.requirement("firewall-parties")
@pytest.mark.parametrize(
    ("first", "last", "text", "masked"),
    [
        ("Doina", "Mareș", "Doinei i s-a imputat lipsa.", "{{party0.firstName}} i s-a imputat lipsa."),
        ("Doina", "Mareș", "Doinei nu i-au plătit.", "{{party0.firstName}} nu i-au plătit."),
        ("Doina", "Mareș", "Doine și balade se cântă.", "Doine și balade se cântă."),
        ("Ioana", "Bîrsan", "Pe Bârsanca n-o cred.", "Pe {{party0.lastName}} n-o cred."),
    ],
)
def test_ordinary_words_to_whom_something_happens_are_names(first: str, last: str, text: str, masked: str) -> None:
    """At a sentence's beginning too, where a pronoun says so; a woman's form of a surname is the surname."""
    assert mask(text, known_of({"party0": {"firstName": first, "lastName": last}})).text == masked

"""The firewall: what it takes out, what it leaves, and that it stays out."""

from __future__ import annotations

import re
import unicodedata
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from casewright.casework.blind_hashes import BlindKey, entries_of
from casewright.casework.firewall import PLACEHOLDER, Known, mask, parties_called, restore
from casewright.casework.identifiers import identifiers_in, valid_cnp, valid_cui, valid_registration
from casewright.casework.names import fold_words
from casewright.domain.ids import PartyId
from casewright.domain.parties import Called, PartyKind, called_in_case
from tests.unit.casework.known_parties import KEY, KNOWN, PARTIES, known_of

if TYPE_CHECKING:
    from collections.abc import Callable

_CASES = Path(__file__).parents[2] / "cases/privacy"


def _cases(name: str) -> list[list[str]]:
    found: list[list[str]] = yaml.safe_load((_CASES / f"{name}.yml").read_text(encoding="utf-8"))
    return found


STYLES: st.SearchStrategy[Callable[[str], str]] = st.sampled_from([str, str.upper, str.title])
FORMS: st.SearchStrategy[Literal["NFC", "NFD"]] = st.sampled_from(["NFC", "NFD"])
NAMES = st.text("abcdefghilmnoprstuvzăâîșț", min_size=4, max_size=12).map(str.capitalize)


@pytest.mark.requirement("firewall-parties", "firewall-patterns", "firewall-undeclared")
@pytest.mark.parametrize(("text", "masked"), _cases("masked"))
def test_personal_data_become_placeholders(text: str, masked: str) -> None:
    """Each case of masked.yml."""
    assert mask(text, KNOWN).text == masked


@pytest.mark.requirement("firewall-twice")
@pytest.mark.parametrize(("text", "masked"), _cases("masked"))
def test_masking_again_changes_nothing(text: str, masked: str) -> None:
    """Every outgoing message passes the firewall once more."""
    again = mask(masked, KNOWN)
    assert (again.text, again.replaced, again.originals) == (masked, {}, ())


@pytest.mark.parametrize("text", _cases("kept"))
def test_other_text_stays(text: str) -> None:
    """Each text of kept.yml comes back as it was."""
    assert mask(text, KNOWN).text == text


@pytest.mark.requirement("firewall-blind")
@pytest.mark.parametrize(("mentioned", "aliases"), _cases("called"))
def test_names_are_looked_up_by_hashes(mentioned: str, aliases: list[str]) -> None:
    """A name finds its parties, two where two are called so; the index holds hashes of 16 bytes and fields only."""
    assert list(parties_called(mentioned, KNOWN)) == aliases
    assert all(len(entry) == 16 for entry in KNOWN.parties)


def test_what_was_taken_out_is_told() -> None:
    """Counts by kind, originals in order with their places, and the placeholders of undeclared names."""
    text = "Ana Popescu, CNP 1960229410015, și vecinul Tudor Vianu; Vianu pleacă."
    masked = mask(text, KNOWN)

    assert masked.replaced == {"firstName": 1, "lastName": 1, "cnp": 1, "name": 2}
    assert masked.undeclared == ("{{person_2}}",)
    assert masked.originals == (
        ("{{party0.firstName}}", "Ana"),
        ("{{party0.lastName}}", "Popescu"),
        ("{{person_1.cnp}}", "1960229410015"),
        ("{{person_2}}", "Tudor Vianu"),
        ("{{person_2}}", "Vianu"),
    )
    assert [text[start:end] for start, end in masked.places] == [
        original for _placeholder, original in masked.originals
    ]


def test_numbers_go_on_from_text_to_text() -> None:
    """A value has the number that it got first; the keeper of numbers is asked with hashes only."""
    given: dict[bytes, int] = {}

    def numbering(groups: object) -> list[int]:
        numbers = []
        for group in groups:  # type: ignore[attr-defined]  # a sequence of tuples
            assert all(isinstance(entry, bytes) and len(entry) == 16 for entry in group)
            number = given.get(group[0], max(given.values(), default=0) + 1)
            for entry in group:
                given.setdefault(entry, number)
            numbers.append(number)
        return numbers

    first = mask("Vecinul Tudor Vianu are 0744 999 888.", KNOWN, numbering=numbering)
    second = mask(
        "0744999888 e al lui Vianu, iar 0733 222 111 al Tudor Vianu.",
        Known(KEY, KNOWN.parties, given),
        numbering=numbering,
    )

    assert first.text == "Vecinul {{person_1}} are {{person_2.phone}}."
    assert second.text == "{{person_2.phone}} e al lui {{person_1}}, iar {{person_3.phone}} al {{person_1}}."


@pytest.mark.requirement("firewall-former")
def test_former_name_is_known_where_nobody_is_called_so_now() -> None:
    """Who is called so now counts; else those who were, a party that came back by its last alias."""
    ana, ben, eva = PartyId("a"), PartyId("b"), PartyId("e")

    def called(party: PartyId, alias: str, last: str) -> list[Called]:
        entries = entries_of(KEY, PartyKind.INDIVIDUAL, {"firstName": "", "lastName": last})
        return [Called(entry, party, alias, field) for entry, _length, field in entries]

    now = called(ana, "party10", "Popescu")
    before = [
        *called(ben, "party1", "Popescu"),
        *called(ben, "party2", "Vianu"),
        *called(ben, "party9", "Vianu"),
        *called(ben, "party3", "Zamfir"),
        *called(eva, "party4", "Zamfir"),
    ]
    known = Known(KEY, called_in_case(now, before))

    masked = mask("Popescu, Vianu și Zamfir", known).text
    assert masked == "{{party10.lastName}}, {{party9.lastName}} și {{party3/party4.lastName}}"
    assert mask("Popescu", Known(KEY, called_in_case([], []))).text == "Popescu"


def test_another_key_knows_nobody() -> None:
    """Hashes say nothing without the key."""
    assert mask("Popescu", Known(BlindKey(b"another" * 4), KNOWN.parties)).text == "Popescu"
    assert BlindKey(b"k" * 16).text("salut") != BlindKey(b"l" * 16).text("salut")
    with pytest.raises(ValueError, match="16 to 64 bytes"):
        BlindKey(b"short")


def test_placeholders_are_restored_for_who_may_see() -> None:
    """Known placeholders get their values; others, and those that several parties share, stay."""
    values = {f"{alias}.{field}": value for alias, fields in PARTIES.items() for field, value in fields.items()}
    text = "{{party0.firstName}} {{party9.lastName}} {{party0/party1.lastName}} {{person_1}}"

    assert restore(text, values) == "Ana-Maria {{party9.lastName}} {{party0/party1.lastName}} {{person_1}}"


@pytest.mark.requirement("firewall-parties")
@given(first=NAMES, last=NAMES, style=STYLES, form=FORMS)
def test_any_name_is_masked(first: str, last: str, style: Callable[[str], str], form: Literal["NFC", "NFD"]) -> None:
    """Whatever a party is called, in capitals or not, composed or not, in either order, no word of it is left."""
    known = known_of({"party0": {"firstName": first, "lastName": last}})
    text = unicodedata.normalize(form, style(f"Către {first} {last}, azi; {last}-{first}."))
    rest = fold_words(PLACEHOLDER.sub(" ", mask(text, known).text))

    assert not {*fold_words(first), *fold_words(last)} & set(rest) - {"catre", "azi"}


@pytest.mark.requirement("firewall-twice")
@given(st.text(alphabet=st.sampled_from("aAșP .,-\n{}/_0123456789@+()RO\u00ad\u0306party")) | st.text())
def test_any_text_passes_and_passes_twice(text: str) -> None:
    """No text breaks the firewall; a second pass changes nothing; what was left out stands in the originals."""
    masked = mask(text, KNOWN)
    back, at = "", 0
    for (start, end), (_placeholder, original) in zip(masked.places, masked.originals, strict=True):
        back, at = back + text[at:start] + original, end
    assert back + text[at:] == text
    assert mask(masked.text, KNOWN).text == masked.text


@pytest.mark.requirement("firewall-patterns")
@pytest.mark.parametrize(("kind", "written", "normal"), _cases("identifiers"))
def test_identifiers_are_found_in_any_spelling(kind: str, written: str, normal: str) -> None:
    """Each case of identifiers.yml, inside a sentence."""
    [found] = identifiers_in(f"Am dat {written}, apoi am plecat.")
    assert (found.kind, found.normal) == (kind, normal)


@pytest.mark.parametrize(
    ("check", "right", "wrong"),
    [
        (valid_cnp, ["1630615123457", "1960229410015"], ["1630615123458", "1632215123457", "0630615123457", "123", ""]),
        (valid_cui, ["18547290", "RO 18547290"], ["18547291", "RO", "", "1"]),
        (valid_registration, ["J40/123/2012", "J2012000750528"], ["J2012000750529", "X40/1/2012", "J99/1/2012", ""]),
    ],
)
def test_numbers_are_checked(check: object, right: list[str], wrong: list[str]) -> None:
    """Check digits, days and counties."""
    assert all(check(one) for one in right)  # type: ignore[operator]  # a function from text to truth
    assert not any(check(one) for one in wrong)  # type: ignore[operator]


def test_long_texts_take_time_in_proportion() -> None:
    """Texts that make careless patterns try everything are done as soon as others."""
    for piece in ("str. A ", "1 ", "a@", "(at)", "RO49 ", "dl ", "{{party0/", "Pope-\n", "Alfa ", ", bl. A"):
        text = piece * (20_000 // len(piece))
        assert re.sub(r"\s", "", mask(text, KNOWN).text)

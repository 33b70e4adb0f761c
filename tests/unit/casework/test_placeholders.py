"""Placeholders: what is one, what is said of what is none, and that values are never read again."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from casewright.casework.placeholders import (
    Known,
    Placeholder,
    UnresolvedPlaceholder,
    check_placeholders,
    check_values,
    fill_in,
    find_placeholders,
)

PERSON = Known(("firstName", "lastName", "cnp"), frozenset({"firstName", "lastName"}))
FIRST = Placeholder("party0", "firstName")


def test_placeholders_are_found_once_each_in_their_order() -> None:
    """Spaces inside the braces do not matter; single braces are text."""
    found = find_placeholders(["{{party1.cui}} {x} {{ party0.firstName }}", "{{party1.cui}} {{person_2.iban}} }}"])
    assert found == (Placeholder("party1", "cui"), FIRST, Placeholder("person_2", "iban"))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("{{party0}}", "{{party0}} is not written as {{party0.firstName}}"),
        ("{{party0.first_name}}", "is not written as"),
        ("{{party01.cui}}", "is not written as"),
        ("{{", "a placeholder is not written as"),
        ("{{{party0.cui}}}", "a placeholder is not written as"),
        ("{{party0.cui}", "a placeholder is not written as"),
        ("{{Ștefan Popa}}", "a placeholder is not written as"),
        ("{{person_3}}", "stands for somebody who is not a party; add the person to the case"),
        ("{{party0/party1.lastName}}", "may mean any of several parties"),
    ],
)
def test_what_is_no_placeholder_is_refused(text: str, said: str) -> None:
    """Two opening braces that begin none are an error, which quotes at most an alias."""
    with pytest.raises(UnresolvedPlaceholder) as refused:
        find_placeholders([text])
    assert str(refused.value).startswith("Placeholder substitution failed: ")
    assert said in str(refused.value)
    assert "Popa" not in str(refused.value)


@pytest.mark.requirement("draft-placeholders")
def test_who_is_not_attached_is_named_in_the_seeds_words() -> None:
    """The sentence is the seed's, word for word."""
    with pytest.raises(UnresolvedPlaceholder) as refused:
        check_placeholders([FIRST, Placeholder("party3", "cui")], {"party0": PERSON})
    assert str(refused.value) == "Placeholder substitution failed: Party ID party3 not found or not attached to case"


def test_unknown_fields_and_details_that_nobody_gave_are_refused() -> None:
    """A field of another kind of party, one that there is no value for, and a number that the case does not know."""
    with pytest.raises(UnresolvedPlaceholder, match="no field 'cui'; its fields are firstName, lastName, cnp"):
        check_placeholders([Placeholder("party0", "cui")], {"party0": PERSON})
    with pytest.raises(UnresolvedPlaceholder, match="no value for 'cnp'; a person has to add it"):
        check_placeholders([Placeholder("party0", "cnp")], {"party0": PERSON})
    with pytest.raises(UnresolvedPlaceholder, match=r"\{\{person_2.iban\}\} stands for nothing"):
        check_values([Placeholder("person_2", "iban")], {})
    check_placeholders([FIRST, Placeholder("person_2", "iban")], {"party0": PERSON})


@given(st.text(), st.text())
def test_a_value_is_text_for_good(one: str, other: str) -> None:
    """Whatever a value looks like, it stands in the text as it is, a placeholder too."""
    values = {FIRST: one, Placeholder("party1", "cui"): other}
    assert fill_in("a {{party0.firstName}} b {{ party1.cui }}", values) == f"a {one} b {other}"


def test_a_name_that_looks_like_a_placeholder_is_not_filled_in() -> None:
    """There is one pass."""
    values = {FIRST: "{{party1.cui}}", Placeholder("party1", "cui"): "RO1"}
    assert fill_in("{{party0.firstName}}/{{party1.cui}}", values) == "{{party1.cui}}/RO1"

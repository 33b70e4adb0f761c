"""Places and the ways to name them."""

from __future__ import annotations

from casewright.vocabulary.places import PLACES, by_form, by_people, by_romanian_people


def test_no_name_means_two_places() -> None:
    """Every form and every adjective leads to one place; countries are two capitals."""
    forms = [form for place in PLACES for form in (*place.forms, *place.romanian)]
    assert len(forms) == len(set(forms)) == len(by_form())
    assert sum(len(place.peoples) for place in PLACES) == len(by_people())
    assert sum(len(place.romanian_peoples) for place in PLACES) == len(by_romanian_people())
    assert all(len(place.country) == 2 and place.country.isupper() for place in PLACES)


def test_states_are_of_their_country() -> None:
    """A state's law is not its country's."""
    assert (by_form()["nevada"].country, by_form()["nevada"].state) == ("US", True)
    assert (by_form()["romaniei"].name, by_romanian_people()["romana"].country) == ("Romania", "RO")

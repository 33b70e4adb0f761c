"""Who must and who may."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from casewright.adapters.scoring.parties import called, entitles, fold, name_of, obligates


@pytest.mark.parametrize("argument", ["", "  ", "…", "'s", "\x00"])
def test_name_without_letters_is_none(argument: str) -> None:
    """What has neither letter nor digit names nobody."""
    assert name_of(argument) is None


def test_article_possessive_and_plural_are_not_the_name() -> None:
    """ "the Supplier's" and "Suppliers" mean the Supplier."""
    for argument in ("Supplier", "the Supplier", "The Supplier's", "Suppliers"):
        name = name_of(argument)
        assert name is not None
        assert obligates(name, "Supplier shall deliver.") > 0.9
        assert obligates(name, "The Suppliers shall deliver.") > 0.9


def test_alias_that_the_text_defines_counts() -> None:
    """Where the text says what a party is called, a duty of the alias is the party's."""
    name = name_of("Acme Widgets Ltd")
    assert name is not None
    text = "Acme Widgets Ltd, a company in Leeds (the “Supplier”) trades in widgets. The Supplier shall deliver them."
    assert obligates(name, text) > 0.9
    assert obligates(name, text.replace("The Supplier shall", "The Buyer shall")) < 0.5


def test_part_of_a_longer_word_is_not_the_name() -> None:
    """ "Seller" does not stand in "Reseller"."""
    name = name_of("Seller")
    assert name is not None
    assert obligates(name, "The Reseller shall pay.") < 0.1


def test_heading_may_run_into_its_clause() -> None:
    """A heading ends at its stop; the same words later do not name the clause."""
    name = name_of("Term")
    assert name is not None
    assert called(name, "3. Term and Renewal. This Agreement runs for a year.") > 0.5
    assert called(name, "3. Fees. Fees are fixed for the term.") < 0.5


def test_folding_keeps_punctuation() -> None:
    """Quotes and dashes become plain ones; diacritics and case go."""
    assert fold("“Société’s” – STRASSE") == '"societe\'s" - strasse'


@given(st.text(min_size=1, max_size=30), st.text(max_size=300))
def test_rules_answer_for_any_name_and_text(argument: str, text: str) -> None:
    """Whatever the name and the text, each rule gives a probability."""
    name = name_of(argument)
    if name is not None:
        assert all(0 <= rule(name, text + argument + " shall " + text) <= 1 for rule in (obligates, entitles, called))

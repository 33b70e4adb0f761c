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


@pytest.mark.requirement("documents-lead-ins")
@pytest.mark.parametrize("item", ["(a) keep records", "a) keep records", "- keep records", "(iv) keep records"])
def test_an_item_goes_on_from_the_words_that_lead_to_it(item: str) -> None:
    """Who shall, or may, stands in the lead-in; what it says of somebody else it says of somebody else."""
    supplier, customer = name_of("Supplier"), name_of("Customer")
    assert supplier is not None
    assert customer is not None
    assert obligates(supplier, f"Records\nThe Supplier shall:\n{item};") > 0.9
    assert entitles(supplier, f"Records\nThe Supplier may:\n{item};") > 0.9
    assert obligates(supplier, f"The Supplier may:\n{item};") < 0.5
    assert obligates(customer, f"The Supplier shall:\n{item} for the Customer;") < 0.5
    assert obligates(supplier, "The Supplier shall:\n(a) not be liable for delay.") < 0.5


@pytest.mark.requirement("documents-lead-ins")
def test_only_the_heading_with_which_a_unit_begins_is_what_it_is_called() -> None:
    """The words that lead to a list are no heading, whether one stands before them or not."""
    records, supplier = name_of("Records"), name_of("Supplier")
    assert records is not None
    assert supplier is not None
    assert called(records, "Records\nThe Supplier shall:\n(a) keep them.") > 0.9
    assert called(supplier, "Records\nThe Supplier shall:\n(a) keep them.") < 0.5
    assert called(supplier, "The Supplier shall:\n(a) keep records.") < 0.5
    assert called(records, "The Supplier shall:\n(a) keep records.") < 0.5


def test_folding_keeps_punctuation() -> None:
    """Quotes and dashes become plain ones; diacritics and case go."""
    assert fold("“Société’s” – STRASSE") == '"societe\'s" - strasse'


@given(st.text(min_size=1, max_size=30), st.text(max_size=300))
def test_rules_answer_for_any_name_and_text(argument: str, text: str) -> None:
    """Whatever the name and the text, each rule gives a probability."""
    name = name_of(argument)
    if name is not None:
        assert all(0 <= rule(name, text + argument + " shall " + text) <= 1 for rule in (obligates, entitles, called))

"""Legal forms of companies, bare and as texts write them."""

from __future__ import annotations

import re

import pytest

from casewright.vocabulary.company_forms import CONTINENTAL, ENGLISH, SHORT_OF, as_written, dotted, written


@pytest.mark.parametrize("form", ["Ltd", "Ltd.", "S.R.L.", "SRL", "GmbH & Co. KG", "Sp. z o.o.", "plc", "A/S"])
def test_a_form_is_read_as_texts_write_it(form: str) -> None:
    """With its capitals and full stops."""
    assert re.fullmatch(written(), form) is not None


@pytest.mark.parametrize("word", ["ltd", "srl", "se", "as", "ag"])
def test_a_word_in_small_letters_is_no_form(word: str) -> None:
    """Prose has words that are spelt like one."""
    assert re.fullmatch(written(), word) is None


def test_a_use_may_leave_forms_out() -> None:
    """Or read some alone."""
    assert re.fullmatch(written(but=("company",)), "Company") is None
    assert as_written("co", "lp") == r"Co\.|LP|L\.P\."


def test_what_is_written_out_has_its_short_form() -> None:
    """And no bare form has a full stop, which ``dotted`` puts in."""
    assert set(SHORT_OF) | set(SHORT_OF.values()) <= set(ENGLISH)
    assert not any("." in form for form in (*ENGLISH, *CONTINENTAL))
    assert dotted("srl") == "s.r.l"

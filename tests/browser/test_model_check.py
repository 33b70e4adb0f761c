"""A model that is set is put to the test from the page of ADMIN."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.providers.checked_model import inventing_turns, passing_turns
from tests.providers.openai import ScriptedOllama
from tests.served import serving

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from tests.browser.browsing import Tab
    from tests.served import Served

    NewTab = Callable[..., Tab]


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A server whose assistant is a model on this machine: good when first asked, inventing quotes the second time."""
    with (
        ScriptedOllama(*passing_turns(), *inventing_turns()) as model,
        serving(tmp_path_factory.mktemp("home"), settings=model.environment()) as listening,
    ):
        yield listening


def test_models_test_says_how_it_did(new_tab: NewTab) -> None:
    """One button, with and without scripts: the sentence of the check, and each question with what was wrong."""
    tab = new_tab().enter()
    page = tab.open("/admin")
    assert page.locator("button:has-text('Test it')").count() == 1
    assert tab.looks() == []
    page.click("button:has-text('Test it')")
    page.wait_for_selector("text=8 of 8 passed: calls tools 3 of 3, cites 2 of 2, keeps quiet 3 of 3.")
    assert page.locator("li:has-text('passed')").count() == 8
    assert tab.looks() == []

    plain = new_tab(scripts=False)
    plain.sign_in()
    page = plain.open("/admin")
    page.click("button:has-text('Test it')")
    while page.locator("text=Look again").count():
        page.click("text=Look again")
    assert "5 of 8 passed" in page.inner_text("main p.hold")
    assert page.locator("li:has-text('the quote does not stand at its place')").count() > 0
